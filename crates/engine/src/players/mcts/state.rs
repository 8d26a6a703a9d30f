//! The board that the tree and its playouts play on.

use crate::{Cell, Position, Rules};

/// A cell in one byte: sixteen times its column, and its row.
pub(super) type Spot = u8;

pub(super) fn spot(cell: Cell) -> Spot {
    ((cell.column().index() << 4) | cell.row()) as Spot
}

pub(super) fn cell(spot: Spot) -> Cell {
    Cell::at(spot >> 4, spot & 15)
}

/// What the grid holds where no player's number is.
const EMPTY: u8 = 254;
const OFF: u8 = 255;

/// No column is higher than 15, so there is always a row off the board between
/// two columns, and this many places before the first and behind the last are
/// enough for a step in any direction.
const MARGIN: usize = 17;
const GRID: usize = MARGIN + 16 * Rules::MAX_SIDE as usize + MARGIN;
const CELLS: usize = (Rules::MAX_SIDE * Rules::MAX_SIDE) as usize;

/// Steps along a row, up a column and along both diagonals.
const STEPS: [usize; 4] = [16, 1, 17, 15];

/// How far from a piece a candidate is at most, without gravity.
const NEAR: u8 = 2;

/// In `listed`: not a candidate.
const NOWHERE: u8 = u8::MAX;

/// An empty cell in which a player would complete a line. With gravity it may
/// still be in the air.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Threat {
    spot: Spot,
    player: u8,
}

/// Pieces, the player to move, the moves to think about, and where lines can be
/// completed.
///
/// It is copied for every playout and takes back nothing. It has a byte for each cell
/// and not a bit, because what changes is near the piece that was put there, and the
/// widest boards would need four words.
pub(super) struct State {
    board: Board,
    /// Every threat there is, and some whose cells have been filled since.
    threats: Vec<Threat>,
}

#[derive(Clone, Copy)]
struct Board {
    rules: Rules,
    grid: [u8; GRID],
    /// The first `count` of them are the moves to think about, in any order.
    candidates: [Spot; CELLS],
    count: u8,
    /// Where each spot is among them.
    listed: [u8; 256],
    /// The player to move.
    next: u8,
    /// How many cells are empty.
    empty: u8,
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
    pub(super) fn new(position: &Position) -> Self {
        let rules = position.rules();
        let mut board = Board {
            rules,
            grid: [OFF; GRID],
            candidates: [0; CELLS],
            count: 0,
            listed: [NOWHERE; 256],
            next: position.to_move().index() as u8,
            empty: (rules.cells() - position.pieces()) as u8,
        };
        for cell in rules.all_cells() {
            let player = position.get(cell).map(|player| player.index() as u8);
            board.grid[at(spot(cell))] = player.unwrap_or(EMPTY);
        }
        if rules.gravity() {
            position.playable().for_each(|cell| board.list(spot(cell)));
        } else if position.pieces() == 0 {
            for (column, row) in centre(rules) {
                board.list_around(column, row);
            }
        } else {
            for cell in rules.all_cells() {
                if position.get(cell).is_some() {
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
            if let Some(player) = position.get(cell) {
                state.look_around(spot(cell), player.index() as u8);
            }
        }
        state
    }

    pub(super) fn rules(&self) -> Rules {
        self.board.rules
    }

    /// The player to move.
    pub(super) fn next(&self) -> u8 {
        self.board.next
    }

    /// The player who moves after the one to move.
    pub(super) fn second(&self) -> u8 {
        let second = self.board.next + 1;
        if second == self.board.rules.players() {
            0
        } else {
            second
        }
    }

    /// How many cells are empty.
    pub(super) fn empty(&self) -> u8 {
        self.board.empty
    }

    /// The moves to think about: with gravity all of them, else the cells at most
    /// two columns and two rows from a piece, or from the centre of an empty
    /// board; if none is empty there, all that are.
    ///
    /// Whatever completes a line, or makes a cell in which that can be done, is
    /// among them: its line is of three cells or more and has a piece next to
    /// it, or next to that.
    pub(super) fn candidates(&self) -> &[Spot] {
        &self.board.candidates[..self.board.count.into()]
    }

    /// Whether the moves to think about are all that there are.
    pub(super) fn has_all(&self) -> bool {
        self.board.rules.gravity() || self.board.count == self.board.empty
    }

    /// Every move there is.
    pub(super) fn moves(&self) -> Vec<Spot> {
        if self.has_all() {
            return self.candidates().to_vec();
        }
        self.empties().collect()
    }

    /// Every empty cell, also those in the air.
    pub(super) fn empties(&self) -> impl Iterator<Item = Spot> {
        let cells = self.board.rules.all_cells().map(spot);
        cells.filter(|&spot| self.board.is_empty(spot))
    }

    /// The player to move takes a cell; `true` if that completes a line.
    pub(super) fn place(&mut self, spot: Spot) -> bool {
        let player = self.board.next;
        self.board.place(spot, player);
        self.board.next = self.second();
        self.look_around(spot, player)
    }

    /// The player to move does nothing.
    pub(super) fn pass(&mut self) {
        self.board.next = self.second();
    }

    /// The cell in which a line can be completed soonest, and in how many turns; 0
    /// is the player's own who is to move.
    pub(super) fn soonest(&self) -> Option<(Spot, u8)> {
        let threats = self.threats.iter();
        threats
            .filter(|threat| self.board.is_open(threat.spot))
            .map(|threat| (threat.spot, self.board.until(threat.player)))
            .min_by_key(|&(_, wait)| wait)
    }

    /// The same, forgetting the threats whose cells are filled.
    pub(super) fn urgent(&mut self) -> Option<(Spot, u8)> {
        let Self { board, threats } = self;
        threats.retain(|threat| board.is_empty(threat.spot));
        self.soonest()
    }

    /// The cells in which a player could complete a line if it were that player's
    /// turn.
    pub(super) fn wins(&self, player: u8) -> impl Iterator<Item = Spot> {
        let own = self.threats.iter().filter(move |t| t.player == player);
        own.map(|threat| threat.spot)
            .filter(|&spot| self.board.is_open(spot))
    }

    /// Whether somebody can complete a line in the cell above.
    pub(super) fn is_below_threat(&self, spot: Spot) -> bool {
        self.threats.iter().any(|threat| threat.spot == spot + 1) && self.board.is_empty(spot + 1)
    }

    /// Whether a piece of a player in an empty cell would leave the player another
    /// to complete a line in, be it in the air.
    pub(super) fn would_threaten(&self, spot: Spot, player: u8) -> bool {
        STEPS.into_iter().any(|step| {
            let line = self.board.line(spot, player, step);
            line.behind.is_some() || line.ahead.is_some()
        })
    }

    /// Notes what a player's piece threatens, and says whether it completes a
    /// line.
    fn look_around(&mut self, spot: Spot, player: u8) -> bool {
        let mut completes = false;
        for step in STEPS {
            let line = self.board.line(spot, player, step);
            completes |= line.complete;
            for spot in [line.behind, line.ahead].into_iter().flatten() {
                let threat = Threat { spot, player };
                if !self.threats.contains(&threat) {
                    self.threats.push(threat);
                }
            }
        }
        completes
    }

    /// Calls for every group of as many cells in a row as win, this one among them,
    /// that one player alone has pieces in, or nobody: whose they are and how
    /// many.
    pub(super) fn each_open_line(&self, spot: Spot, mut call: impl FnMut(Option<u8>, u8)) {
        let grid = &self.board.grid;
        let connect = usize::from(self.board.rules.connect());
        for step in STEPS {
            let mut from = at(spot);
            let mut before = 0;
            while before + 1 < connect && grid[from - step] != OFF {
                from -= step;
                before += 1;
            }
            let length = before + connect;
            let mut owner = None;
            // Counted from 1: the latest piece, the latest of another player
            // before it, and how many pieces there were when a line began.
            let (mut latest, mut foreign) = (0, 0);
            let mut pieces = [0_u8; 2 * Rules::MAX_SIDE as usize];
            for i in 1..=length {
                let there = grid[from];
                if there == OFF {
                    break;
                }
                pieces[i] = pieces[i - 1];
                if there != EMPTY {
                    if owner != Some(there) {
                        foreign = latest;
                        owner = Some(there);
                    }
                    latest = i;
                    pieces[i] += 1;
                }
                if i >= connect && foreign + connect <= i {
                    let own = pieces[i] - pieces[i - connect];
                    call(owner.filter(|_| own > 0), own);
                }
                from += step;
            }
        }
    }
}

/// The cell or cells in the middle of a board, as columns and rows.
fn centre(rules: Rules) -> impl Iterator<Item = (u8, u8)> {
    let middle = |size: u8| (size - 1) / 2..=size / 2;
    middle(rules.columns())
        .flat_map(move |column| middle(rules.rows()).map(move |row| (column, row)))
}

/// Where a spot is in the grid.
#[inline]
fn at(spot: Spot) -> usize {
    MARGIN + usize::from(spot)
}

/// What a player's piece does in one direction.
struct Along {
    /// It is in a row that wins.
    complete: bool,
    /// The empty cells at the ends of its row that would complete it.
    behind: Option<Spot>,
    ahead: Option<Spot>,
}

impl Board {
    #[inline]
    fn is_empty(&self, spot: Spot) -> bool {
        self.grid[at(spot)] == EMPTY
    }

    /// Whether a piece put there would stay.
    #[inline]
    fn is_supported(&self, spot: Spot) -> bool {
        !self.rules.gravity() || self.grid[at(spot) - 1] != EMPTY
    }

    /// Whether a piece may be put there.
    #[inline]
    fn is_open(&self, spot: Spot) -> bool {
        self.is_empty(spot) && self.is_supported(spot)
    }

    /// How many turns it is until a player's.
    #[inline]
    fn until(&self, player: u8) -> u8 {
        if player >= self.next {
            player - self.next
        } else {
            player + self.rules.players() - self.next
        }
    }

    /// What a player's piece does in one direction, whether it is there yet or not.
    #[inline]
    fn line(&self, spot: Spot, player: u8, step: usize) -> Along {
        let grid = &self.grid;
        let connect = usize::from(self.rules.connect());
        let start = at(spot);
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
            behind = (all >= connect).then_some((back - MARGIN) as Spot);
        }
        let mut ahead = None;
        if grid[on] == EMPTY {
            let mut all = length + 1;
            let mut beyond = on + step;
            while all < connect && grid[beyond] == player {
                beyond += step;
                all += 1;
            }
            ahead = (all >= connect).then_some((on - MARGIN) as Spot);
        }
        Along {
            complete: length >= connect,
            behind,
            ahead,
        }
    }

    #[inline]
    fn place(&mut self, spot: Spot, player: u8) {
        debug_assert!(self.is_open(spot));
        self.grid[at(spot)] = player;
        self.empty -= 1;
        if self.rules.gravity() {
            let above = spot + 1;
            if self.is_empty(above) {
                let place = self.listed[usize::from(spot)];
                self.candidates[usize::from(place)] = above;
                self.listed[usize::from(above)] = place;
                self.listed[usize::from(spot)] = NOWHERE;
            } else {
                self.unlist(spot);
            }
        } else {
            self.unlist(spot);
            self.list_around(spot >> 4, spot & 15);
            self.list_all_if_none();
        }
    }

    fn list(&mut self, spot: Spot) {
        let listed = &mut self.listed[usize::from(spot)];
        if *listed == NOWHERE {
            *listed = self.count;
            self.candidates[usize::from(self.count)] = spot;
            self.count += 1;
        }
    }

    fn unlist(&mut self, spot: Spot) {
        let place = std::mem::replace(&mut self.listed[usize::from(spot)], NOWHERE);
        if place == NOWHERE {
            return;
        }
        self.count -= 1;
        let last = self.candidates[usize::from(self.count)];
        if last != spot {
            self.candidates[usize::from(place)] = last;
            self.listed[usize::from(last)] = place;
        }
    }

    /// Makes the empty cells near this one candidates.
    fn list_around(&mut self, column: u8, row: u8) {
        let columns = column.saturating_sub(NEAR)..=(column + NEAR).min(self.rules.columns() - 1);
        for column in columns {
            let rows = row.saturating_sub(NEAR)..=(row + NEAR).min(self.rules.rows() - 1);
            for row in rows {
                let spot = column << 4 | row;
                if self.is_empty(spot) {
                    self.list(spot);
                }
            }
        }
    }

    fn list_all_if_none(&mut self) {
        if self.count > 0 || self.empty == 0 {
            return;
        }
        for cell in self.rules.all_cells() {
            let spot = spot(cell);
            if self.is_empty(spot) {
                self.list(spot);
            }
        }
    }
}
