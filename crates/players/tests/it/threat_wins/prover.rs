//! A plain prover of wins in a few moves on two-player boards without gravity, independent of
//! the engine.

use four_shapes_rules::{Cell, Position};

/// An owner of a piece: 0 or 1.
type Side = u8;
const EMPTY: u8 = 2;
const OUTSIDE: u8 = 3;

/// The moves of an attack. All moves of the opponent are tried as defences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Attack {
    /// Moves that complete a line or threaten to.
    Fours,
    /// Those, and moves that threaten to win by fours.
    Threats,
    /// All moves.
    Any,
}

/// A board with a border.
#[derive(Clone)]
pub(crate) struct Prover {
    connect: usize,
    width: usize,
    owners: Vec<u8>,
    /// The cells of the board, by index of `owners`.
    cells: Vec<usize>,
    /// The player to move, who attacks.
    own: Side,
    other: Side,
    /// The last reply that refuted an attack, which is tried first.
    refutation: usize,
}

impl Prover {
    pub(crate) fn new(position: &Position) -> Self {
        let rules = position.rules();
        assert!(rules.players() == 2 && !rules.gravity());
        let width = usize::from(rules.columns()) + 2;
        let own = position.to_move().index() as Side;
        let mut prover = Self {
            connect: rules.connect().into(),
            width,
            owners: vec![OUTSIDE; width * (usize::from(rules.rows()) + 2)],
            cells: Vec::new(),
            own,
            other: 1 - own,
            refutation: 0,
        };
        for cell in rules.all_cells() {
            let at = prover.index(cell);
            let owner = position.piece_at(cell).map(|player| player.index() as Side);
            prover.owners[at] = owner.unwrap_or(EMPTY);
            prover.cells.push(at);
        }
        prover
    }

    fn index(&self, cell: Cell) -> usize {
        (cell.row() + 1) * self.width + cell.column().index() + 1
    }

    /// Returns whether a move wins within `moves` own moves, including it.
    pub(crate) fn move_wins(&mut self, cell: Cell, moves: usize, attack: Attack) -> bool {
        let at = self.index(cell);
        let completing = self.completing(self.own);
        if completing.is_empty() {
            moves > 1 && self.candidates().contains(&at) && self.wins_after(at, moves, attack)
        } else {
            completing.contains(&at)
        }
    }

    /// Returns whether the opponent threatens to complete a line.
    pub(crate) fn is_threatened(&self) -> bool {
        !self.completing(self.other).is_empty()
    }

    /// Returns the moves that do not lose at once.
    fn candidates(&self) -> Vec<usize> {
        let mut blocks = self.completing(self.other);
        match blocks.len() {
            0 => self.empty_cells().collect(),
            1 => blocks,
            _ => {
                blocks.clear();
                blocks
            }
        }
    }

    /// Returns whether the player to move wins within `moves` own moves.
    pub(crate) fn wins(&mut self, moves: usize, attack: Attack) -> bool {
        if !self.completing(self.own).is_empty() {
            return true;
        }
        if moves < 2 {
            return false;
        }
        let candidates = self.candidates();
        candidates
            .into_iter()
            .any(|at| self.wins_after(at, moves, attack))
    }

    /// Returns whether a move wins, which does not complete a line and leaves the opponent
    /// no such move.
    fn wins_after(&mut self, at: usize, moves: usize, attack: Attack) -> bool {
        self.owners[at] = self.own;
        let wins = match self.completing_through(at)[..] {
            [] => moves > 2 && attack != Attack::Fours && self.wins_quietly(at, moves - 1, attack),
            [only] => moves > 2 && self.wins_against(only, moves - 1, attack),
            [..] => true,
        };
        self.owners[at] = EMPTY;
        wins
    }

    /// Returns whether the last move, at a cell, wins within `moves` more moves against all
    /// replies although it does not threaten to complete a line.
    fn wins_quietly(&mut self, last: usize, moves: usize, attack: Attack) -> bool {
        if attack == Attack::Threats && !self.wins(moves, Attack::Fours) {
            return false;
        }
        let width = self.width;
        let distance = |at: usize| {
            let columns = (at % width).abs_diff(last % width);
            columns.max((at / width).abs_diff(last / width))
        };
        let mut replies: Vec<usize> = self.empty_cells().collect();
        replies.sort_by_key(|&at| (at != self.refutation, distance(at)));
        let refutation = replies
            .into_iter()
            .find(|&reply| !self.wins_against(reply, moves, attack));
        self.refutation = refutation.unwrap_or(self.refutation);
        refutation.is_none()
    }

    fn wins_against(&mut self, reply: usize, moves: usize, attack: Attack) -> bool {
        self.owners[reply] = self.other;
        let wins = self.wins(moves, attack);
        self.owners[reply] = EMPTY;
        wins
    }

    fn empty_cells(&self) -> impl Iterator<Item = usize> {
        let cells = self.cells.iter().copied();
        cells.filter(|&at| self.owners[at] == EMPTY)
    }

    /// Returns the cells that complete a line.
    fn completing(&self, side: Side) -> Vec<usize> {
        let cells = self.empty_cells();
        cells.filter(|&at| self.completes(at, side)).collect()
    }

    /// Returns the cells that complete a line through a piece of the attacker.
    fn completing_through(&self, piece: usize) -> Vec<usize> {
        let mut found = Vec::new();
        for step in self.steps() {
            for forward in [false, true] {
                let beyond = walk(
                    piece,
                    step,
                    self.run(piece, step, forward, self.own) + 1,
                    forward,
                );
                if self.owners[beyond] == EMPTY
                    && self.completes(beyond, self.own)
                    && !found.contains(&beyond)
                {
                    found.push(beyond);
                }
            }
        }
        found
    }

    fn completes(&self, at: usize, side: Side) -> bool {
        self.steps().into_iter().any(|step| {
            let run = |forward| self.run(at, step, forward, side);
            run(false) + 1 + run(true) >= self.connect
        })
    }

    /// Returns the number of pieces of a side next to a cell in one direction.
    fn run(&self, at: usize, step: usize, forward: bool, side: Side) -> usize {
        let mut length = 0;
        while self.owners[walk(at, step, length + 1, forward)] == side {
            length += 1;
        }
        length
    }

    fn steps(&self) -> [usize; 4] {
        [1, self.width - 1, self.width, self.width + 1]
    }
}

fn walk(at: usize, step: usize, times: usize, forward: bool) -> usize {
    if forward {
        at + step * times
    } else {
        at - step * times
    }
}
