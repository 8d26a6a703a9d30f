//! The mailbox board of the tree and its playouts.

use four_shapes_rules::{Cell, Position, Rules};

/// A cell in one byte: 16 × column + row.
pub(super) type Square = u8;

pub(super) fn square(cell: Cell) -> Square {
    ((cell.column().index() << 4) | cell.row()) as Square
}

pub(super) fn cell(square: Square) -> Cell {
    Cell::new((square >> 4).into(), (square & 15).into()).expect("squares are cells")
}

/// The grid's values besides the players' indices.
const EMPTY: u8 = 254;
const OFF: u8 = 255;

/// The sentinels before and after the squares, enough for a step in any direction. Columns
/// have at most 15 of 16 rows, so there is always a sentinel between two columns.
const MARGIN: usize = 17;
const GRID: usize = MARGIN + 16 * Rules::MAX_SIDE as usize + MARGIN;
const CELLS: usize = (Rules::MAX_SIDE * Rules::MAX_SIDE) as usize;

/// Steps along a row, up a column and along both diagonals.
const STEPS: [usize; 4] = [16, 1, 17, 15];

/// The index in `listed` of a square that is not a candidate.
const NOT_LISTED: u8 = u8::MAX;

/// An empty square that completes a line for a player. With gravity it may be unsupported.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Threat {
    square: Square,
    player: u8,
}

/// A position with incrementally updated candidates and threats.
///
/// It is copied for every playout, so moves are never undone. A mailbox rather than a
/// bitboard, because updates are local to the new piece and the largest boards would need
/// four words.
pub(super) struct State {
    board: Board,
    /// All threats, and some whose squares have since been occupied.
    threats: Vec<Threat>,
}

#[derive(Clone, Copy)]
struct Board {
    rules: Rules,
    grid: [u8; GRID],
    /// The candidates are the first `count`, in any order.
    candidates: [Square; CELLS],
    count: u8,
    /// The index of each square in `candidates`.
    listed: [u8; 256],
    to_move: u8,
    /// The number of empty squares.
    empty: u8,
    /// The maximum distance of a candidate from a piece, without gravity.
    distance: u8,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            board: self.board,
            threats: self.threats.clone(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.board = source.board;
        self.threats.clone_from(&source.threats);
    }
}

impl State {
    pub(super) fn new(position: &Position, distance: u8) -> Self {
        let rules = position.rules();
        let mut board = Board {
            rules,
            grid: [OFF; GRID],
            candidates: [0; CELLS],
            count: 0,
            listed: [NOT_LISTED; 256],
            to_move: position.to_move().index() as u8,
            empty: (rules.cells() - position.piece_count()) as u8,
            distance,
        };
        for cell in rules.all_cells() {
            let player = position.piece_at(cell).map(|player| player.index() as u8);
            board.grid[at(square(cell))] = player.unwrap_or(EMPTY);
        }
        if rules.gravity() {
            position
                .playable()
                .for_each(|cell| board.list(square(cell)));
        } else if position.piece_count() == 0 {
            for (column, row) in centre(rules) {
                board.list_around(column, row);
            }
        } else {
            for cell in rules.all_cells() {
                if position.piece_at(cell).is_some() {
                    board.list_around(cell.column().index() as u8, cell.row() as u8);
                }
            }
            board.list_all_if_none();
        }
        let mut state = Self {
            board,
            threats: Vec::new(),
        };
        for cell in rules.all_cells() {
            if let Some(player) = position.piece_at(cell) {
                state.add_threats(square(cell), player.index() as u8);
            }
        }
        state
    }

    pub(super) fn rules(&self) -> Rules {
        self.board.rules
    }

    pub(super) fn to_move(&self) -> u8 {
        self.board.to_move
    }

    /// Returns the player who moves after the player to move.
    pub(super) fn next_player(&self) -> u8 {
        let next = self.board.to_move + 1;
        if next == self.board.rules.players() {
            0
        } else {
            next
        }
    }

    /// Returns the owner of the piece in a square of the board.
    pub(super) fn owner(&self, square: Square) -> Option<u8> {
        let owner = self.board.grid[at(square)];
        (owner != EMPTY).then_some(owner)
    }

    /// Returns the number of empty squares.
    pub(super) fn empty(&self) -> u8 {
        self.board.empty
    }

    /// Returns the candidate moves: with gravity all legal moves, otherwise the empty squares
    /// at most `distance` columns and rows from a piece, or from the centre of an empty board;
    /// if there are none, all empty squares.
    ///
    /// Every move that completes a line or makes a threat is a candidate: lines have at least
    /// three cells, so one of the two next to it in the line has a piece.
    pub(super) fn candidates(&self) -> &[Square] {
        &self.board.candidates[..self.board.count.into()]
    }

    /// Returns whether the candidates are all legal moves.
    pub(super) fn candidates_are_complete(&self) -> bool {
        self.board.rules.gravity() || self.board.count == self.board.empty
    }

    /// Returns all legal moves.
    pub(super) fn moves(&self) -> Vec<Square> {
        if self.candidates_are_complete() {
            return self.candidates().to_vec();
        }
        self.empties().collect()
    }

    /// Iterates over the empty squares, including unsupported ones.
    pub(super) fn empties(&self) -> impl Iterator<Item = Square> {
        let cells = self.board.rules.all_cells().map(square);
        cells.filter(|&square| self.board.is_empty(square))
    }

    /// Makes a move. Returns whether it completes a line.
    pub(super) fn place(&mut self, square: Square) -> bool {
        let player = self.board.to_move;
        self.board.place(square, player);
        self.board.to_move = self.next_player();
        self.add_threats(square, player)
    }

    /// Makes a null move.
    pub(super) fn pass(&mut self) {
        self.board.to_move = self.next_player();
    }

    /// Returns the playable threat that comes first in turn order, and the number of turns
    /// until its player's; 0 for the player to move.
    pub(super) fn urgent(&self) -> Option<(Square, u8)> {
        let threats = self.threats.iter();
        threats
            .filter(|threat| self.board.is_playable(threat.square))
            .map(|threat| (threat.square, self.board.turns_until(threat.player)))
            .min_by_key(|&(_, turns)| turns)
    }

    /// Does the same, after dropping the threats whose squares are occupied.
    pub(super) fn update_urgent(&mut self) -> Option<(Square, u8)> {
        let Self { board, threats } = self;
        threats.retain(|threat| board.is_empty(threat.square));
        self.urgent()
    }

    /// Iterates over the playable squares that win for a player.
    pub(super) fn wins(&self, player: u8) -> impl Iterator<Item = Square> {
        let own = self.threats.iter().filter(move |t| t.player == player);
        own.map(|threat| threat.square)
            .filter(|&square| self.board.is_playable(square))
    }

    /// Returns whether the square above completes a line for any player.
    pub(super) fn is_below_threat(&self, square: Square) -> bool {
        self.threats
            .iter()
            .any(|threat| threat.square == square + 1)
            && self.board.is_empty(square + 1)
    }

    /// Returns whether a piece in an empty square would make a threat, playable or not.
    pub(super) fn would_threaten(&self, square: Square, player: u8) -> bool {
        STEPS.into_iter().any(|step| {
            let run = self.board.run(square, player, step);
            run.behind.is_some() || run.ahead.is_some()
        })
    }

    /// Adds the threats that a new piece makes. Returns whether it completes a line.
    fn add_threats(&mut self, square: Square, player: u8) -> bool {
        let mut completes = false;
        for step in STEPS {
            let run = self.board.run(square, player, step);
            completes |= run.complete;
            for square in [run.behind, run.ahead].into_iter().flatten() {
                let threat = Threat { square, player };
                if !self.threats.contains(&threat) {
                    self.threats.push(threat);
                }
            }
        }
        completes
    }

    /// Calls back with the owner and the number of pieces of every window through a square
    /// that has pieces of at most one player.
    pub(super) fn for_each_open_line(&self, square: Square, mut call: impl FnMut(Option<u8>, u8)) {
        let grid = &self.board.grid;
        let connect = usize::from(self.board.rules.connect());
        for step in STEPS {
            let mut from = at(square);
            let mut before = 0;
            while before + 1 < connect && grid[from - step] != OFF {
                from -= step;
                before += 1;
            }
            let length = before + connect;
            let mut owner = None;
            // Indices from 1: of the last piece, and of the last piece before it of another
            // player. `pieces` are prefix sums.
            let (mut last, mut last_foreign) = (0, 0);
            let mut pieces = [0_u8; 2 * Rules::MAX_SIDE as usize];
            for i in 1..=length {
                let there = grid[from];
                if there == OFF {
                    break;
                }
                pieces[i] = pieces[i - 1];
                if there != EMPTY {
                    if owner != Some(there) {
                        last_foreign = last;
                        owner = Some(there);
                    }
                    last = i;
                    pieces[i] += 1;
                }
                if i >= connect && last_foreign + connect <= i {
                    let own = pieces[i] - pieces[i - connect];
                    call(owner.filter(|_| own > 0), own);
                }
                from += step;
            }
        }
    }
}

/// Iterates over the central cells of a board, as columns and rows.
fn centre(rules: Rules) -> impl Iterator<Item = (u8, u8)> {
    let middle = |size: u8| (size - 1) / 2..=size / 2;
    middle(rules.columns())
        .flat_map(move |column| middle(rules.rows()).map(move |row| (column, row)))
}

/// Returns the grid index of a square.
#[inline]
fn at(square: Square) -> usize {
    MARGIN + usize::from(square)
}

/// The run through a piece in one direction.
struct Run {
    /// Whether the run is long enough to win.
    complete: bool,
    /// The empty squares at its ends that complete a line.
    behind: Option<Square>,
    ahead: Option<Square>,
}

impl Board {
    #[inline]
    fn is_empty(&self, square: Square) -> bool {
        self.grid[at(square)] == EMPTY
    }

    #[inline]
    fn is_supported(&self, square: Square) -> bool {
        !self.rules.gravity() || self.grid[at(square) - 1] != EMPTY
    }

    #[inline]
    fn is_playable(&self, square: Square) -> bool {
        self.is_empty(square) && self.is_supported(square)
    }

    /// Returns the number of turns until a player's.
    #[inline]
    fn turns_until(&self, player: u8) -> u8 {
        if player >= self.to_move {
            player - self.to_move
        } else {
            player + self.rules.players() - self.to_move
        }
    }

    /// Returns the run through a player's piece, present or hypothetical.
    #[inline]
    fn run(&self, square: Square, player: u8, step: usize) -> Run {
        let grid = &self.grid;
        let connect = usize::from(self.rules.connect());
        let start = at(square);
        let (mut back, mut on) = (start - step, start + step);
        let mut length = 1;
        while grid[back] == player {
            back -= step;
            length += 1;
        }
        while grid[on] == player {
            on += step;
            length += 1;
        }
        let mut behind = None;
        if grid[back] == EMPTY {
            let mut all = length + 1;
            let mut beyond = back - step;
            while all < connect && grid[beyond] == player {
                beyond -= step;
                all += 1;
            }
            behind = (all >= connect).then_some((back - MARGIN) as Square);
        }
        let mut ahead = None;
        if grid[on] == EMPTY {
            let mut all = length + 1;
            let mut beyond = on + step;
            while all < connect && grid[beyond] == player {
                beyond += step;
                all += 1;
            }
            ahead = (all >= connect).then_some((on - MARGIN) as Square);
        }
        Run {
            complete: length >= connect,
            behind,
            ahead,
        }
    }

    #[inline]
    fn place(&mut self, square: Square, player: u8) {
        debug_assert!(self.is_playable(square));
        self.grid[at(square)] = player;
        self.empty -= 1;
        if self.rules.gravity() {
            let above = square + 1;
            if self.is_empty(above) {
                let place = self.listed[usize::from(square)];
                self.candidates[usize::from(place)] = above;
                self.listed[usize::from(above)] = place;
                self.listed[usize::from(square)] = NOT_LISTED;
            } else {
                self.unlist(square);
            }
        } else {
            self.unlist(square);
            self.list_around(square >> 4, square & 15);
            self.list_all_if_none();
        }
    }

    fn list(&mut self, square: Square) {
        let listed = &mut self.listed[usize::from(square)];
        if *listed == NOT_LISTED {
            *listed = self.count;
            self.candidates[usize::from(self.count)] = square;
            self.count += 1;
        }
    }

    fn unlist(&mut self, square: Square) {
        let place = std::mem::replace(&mut self.listed[usize::from(square)], NOT_LISTED);
        if place == NOT_LISTED {
            return;
        }
        self.count -= 1;
        let last = self.candidates[usize::from(self.count)];
        if last != square {
            self.candidates[usize::from(place)] = last;
            self.listed[usize::from(last)] = place;
        }
    }

    /// Makes the empty squares near this one candidates.
    fn list_around(&mut self, column: u8, row: u8) {
        let near = |at: u8, size: u8| {
            at.saturating_sub(self.distance)..=(at + self.distance).min(size - 1)
        };
        let rows = near(row, self.rules.rows());
        for column in near(column, self.rules.columns()) {
            let rows = rows.clone();
            for row in rows {
                let square = column << 4 | row;
                if self.is_empty(square) {
                    self.list(square);
                }
            }
        }
    }

    fn list_all_if_none(&mut self) {
        if self.count > 0 || self.empty == 0 {
            return;
        }
        for cell in self.rules.all_cells() {
            let square = square(cell);
            if self.is_empty(square) {
                self.list(square);
            }
        }
    }
}
