//! The windows of a board without gravity for two players: all groups of cells that make a
//! line if one player owns them.

use super::state::{Square, State, square};
use four_shapes_rules::{Cell, Direction};

const EMPTY: u8 = 2;

/// A board with the numbers of pieces in each window. Moves can be undone.
pub(super) struct Windows {
    connect: usize,
    /// The squares of each window, `connect` for each.
    squares: Vec<Square>,
    /// The pieces in each window: the low four bits count player 0's, the others player 1's.
    pieces: Vec<u8>,
    /// The windows through each square, see `through`.
    through: Vec<u16>,
    /// Where the windows through each square begin in `through`.
    starts: [u16; 257],
    /// The owner of each square on the board.
    owners: [u8; 256],
}

impl Windows {
    pub(super) fn new(state: &State) -> Self {
        let rules = state.rules();
        debug_assert!(rules.players() == 2 && !rules.gravity());
        let connect = usize::from(rules.connect());
        let mut squares = Vec::new();
        for direction in Direction::ALL {
            let (right, up) = direction.step();
            for start in rules.all_cells() {
                let cell = |i: isize| {
                    let column = start.column().index();
                    let column = column.checked_add_signed(i * isize::from(right))?;
                    let row = start.row().checked_add_signed(i * isize::from(up))?;
                    rules.cell(column, row)
                };
                let line: Option<Vec<Cell>> = (0..isize::from(rules.connect())).map(cell).collect();
                squares.extend(line.into_iter().flatten().map(square));
            }
        }
        let mut starts = [0; 257];
        for &square in &squares {
            starts[usize::from(square) + 1] += 1;
        }
        for square in 0..256 {
            starts[square + 1] += starts[square];
        }
        let (mut through, mut ends) = (vec![0; squares.len()], starts);
        for (index, &square) in squares.iter().enumerate() {
            let end = &mut ends[usize::from(square)];
            through[usize::from(*end)] = (index / connect) as u16;
            *end += 1;
        }
        let mut windows = Self {
            connect,
            pieces: vec![0; squares.len() / connect],
            squares,
            through,
            starts,
            owners: [EMPTY; 256],
        };
        for square in rules.all_cells().map(square) {
            if let Some(player) = state.owner(square) {
                windows.place(square, player);
            }
        }
        windows
    }

    pub(super) fn connect(&self) -> usize {
        self.connect
    }

    pub(super) fn is_empty(&self, square: Square) -> bool {
        self.owners[usize::from(square)] == EMPTY
    }

    pub(super) fn place(&mut self, square: Square, player: u8) {
        debug_assert!(self.is_empty(square));
        self.owners[usize::from(square)] = player;
        for i in self.range(square) {
            self.pieces[usize::from(self.through[i])] += 1 << (4 * player);
        }
    }

    /// Undoes a move.
    pub(super) fn remove(&mut self, square: Square) {
        let player = std::mem::replace(&mut self.owners[usize::from(square)], EMPTY);
        for i in self.range(square) {
            self.pieces[usize::from(self.through[i])] -= 1 << (4 * player);
        }
    }

    fn range(&self, square: Square) -> std::ops::Range<usize> {
        let square = usize::from(square);
        self.starts[square].into()..self.starts[square + 1].into()
    }

    /// Iterates over the windows that have `pieces` of a player and none of the other.
    pub(super) fn with_pieces(&self, player: u8, pieces: usize) -> impl Iterator<Item = usize> {
        let wanted = (pieces << (4 * player)) as u8;
        let windows = self.pieces.iter().enumerate();
        windows
            .filter(move |&(_, &pieces)| pieces == wanted)
            .map(|(window, _)| window)
    }

    /// Iterates over the empty squares of a window.
    pub(super) fn empties(&self, window: usize) -> impl Iterator<Item = Square> {
        let squares = &self.squares[window * self.connect..][..self.connect];
        let squares = squares.iter().copied();
        squares.filter(|&square| self.is_empty(square))
    }

    /// Returns two squares that complete a line for a player, or one, or none.
    pub(super) fn wins(&self, player: u8) -> [Option<Square>; 2] {
        let mut windows = self.with_pieces(player, self.connect - 1);
        let first = windows
            .next()
            .and_then(|window| self.empties(window).next());
        let mut others = windows.filter_map(|window| self.empties(window).next());
        [first, others.find(|&square| Some(square) != first)]
    }

    /// Returns the moves that threaten to complete a line, each with the square of the reply.
    pub(super) fn threats(&self, player: u8) -> Vec<(Square, Square)> {
        let mut threats = Vec::new();
        for window in self.with_pieces(player, self.connect - 2) {
            let mut empties = self.empties(window);
            if let (Some(a), Some(b)) = (empties.next(), empties.next()) {
                for threat in [(a, b), (b, a)] {
                    if !threats.contains(&threat) {
                        threats.push(threat);
                    }
                }
            }
        }
        threats
    }
}
