//! Bitboards, generic over the word.

use super::Bits;
use crate::{
    Cell, Column, Player, Rules,
    line::{Direction, Line, Trace},
};
use alloc::{boxed::Box, vec};

/// The pieces on a board: a bitboard for each player.
///
/// Cells are numbered up the columns, with a guard bit on top of each, so that no line
/// wraps from one column into the next. On 7 × 6:
///
/// ```text
///  6 13 20 27 34 41 48   always empty
///  5 12 19 26 33 40 47
///  4 11 18 25 32 39 46
///  3 10 17 24 31 38 45
///  2  9 16 23 30 37 44
///  1  8 15 22 29 36 43
///  0  7 14 21 28 35 42
/// ```
///
/// A horizontal step adds `rows + 1`, a vertical one 1, and diagonal ones `rows + 2` and
/// `rows`. A step off the board leads to a guard bit or out of the word.
///
/// ```
/// use four_shapes_rules::{Player, Rules, bitboard::Board};
///
/// assert!(Board::<u64>::fits(Rules::CLASSIC));
/// let mut board = Board::<u64>::new(Rules::CLASSIC);
/// for column in board.rules().all_columns().take(4) {
///     let cell = board.rules().cell(column.index(), 0).expect("a cell of the board");
///     board.place(Player::FIRST, cell);
/// }
/// let [a1, d1, e1] = ["A1".parse()?, "D1".parse()?, "E1".parse()?];
/// assert_eq!(board.of(Player::FIRST), 1 | 1 << 7 | 1 << 14 | 1 << 21);
/// assert_eq!((board.piece_count(), board.column("1".parse()?)), (4, 0b000001));
/// assert_eq!((board.piece_at(d1), board.is_occupied(e1)), (Some(Player::FIRST), false));
/// assert!(board.completes(Player::FIRST, d1));
/// assert_eq!(board.trace(Player::FIRST, a1).expect("a line").to_string(), "A1, B1, C1, D1");
/// board.remove(Player::FIRST, a1);
/// assert!(!board.completes(Player::FIRST, d1));
/// # Ok::<_, four_shapes_rules::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board<B> {
    rules: Rules,
    occupied: B,
    players: Box<[B]>,
}

impl<B: Bits> Board<B> {
    /// Returns whether the board fits the word.
    pub fn fits(rules: Rules) -> bool {
        u32::from(rules.columns()) * stride(rules) <= B::WIDTH
    }

    /// Creates an empty board, which must [fit](Self::fits).
    pub fn new(rules: Rules) -> Self {
        debug_assert!(Self::fits(rules));
        Self {
            rules,
            occupied: B::ZERO,
            players: vec![B::ZERO; rules.players().into()].into(),
        }
    }

    /// Returns the rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the bit of a cell.
    #[inline]
    fn bit(&self, cell: Cell) -> B {
        B::ONE << bit_index(self.rules, cell)
    }

    /// Returns a player's pieces.
    #[inline]
    pub fn of(&self, player: Player) -> B {
        self.players[player.index()]
    }

    /// Returns the number of pieces.
    pub fn piece_count(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// Returns whether there is a piece in a cell.
    #[inline]
    pub fn is_occupied(&self, cell: Cell) -> bool {
        self.occupied & self.bit(cell) != B::ZERO
    }

    /// Returns the owner of the piece in a cell, in time linear in the number of players.
    pub fn piece_at(&self, cell: Cell) -> Option<Player> {
        let bit = self.bit(cell);
        let owner = self.players.iter().position(|&own| own & bit != B::ZERO)?;
        Some(Player::at(owner as u8))
    }

    /// Returns the filled cells of a column; bit 0 is the bottom cell.
    #[inline]
    pub fn column(&self, column: Column) -> u16 {
        let stride = stride(self.rules);
        (self.occupied >> (column.index() as u32 * stride)).low() & ((1 << (stride - 1)) - 1)
    }

    /// Places a piece in an empty cell.
    #[inline]
    pub fn place(&mut self, player: Player, cell: Cell) {
        let bit = self.bit(cell);
        debug_assert!(self.occupied & bit == B::ZERO, "{cell} is taken");
        self.occupied = self.occupied | bit;
        let own = &mut self.players[player.index()];
        *own = *own | bit;
    }

    /// Removes a player's piece.
    #[inline]
    pub fn remove(&mut self, player: Player, cell: Cell) {
        let bit = self.bit(cell);
        let own = &mut self.players[player.index()];
        debug_assert!(*own & bit != B::ZERO, "{cell} is not that player's");
        *own = *own & !bit;
        self.occupied = self.occupied & !bit;
    }

    /// Counts the player's adjacent pieces before and after a piece in a direction.
    #[inline]
    fn run(&self, own: B, piece: B, direction: Direction) -> (u8, u8) {
        let step = step(self.rules, direction);
        let (mut before, mut after) = (0, 0);
        let mut next = piece >> step;
        while own & next != B::ZERO {
            before += 1;
            next = next >> step;
        }
        next = piece << step;
        while own & next != B::ZERO {
            after += 1;
            next = next << step;
        }
        (before, after)
    }

    /// Returns whether a player's piece is part of a completed line.
    #[inline]
    pub fn completes(&self, player: Player, cell: Cell) -> bool {
        let (own, piece) = (self.players[player.index()], self.bit(cell));
        Direction::ALL.into_iter().any(|direction| {
            let (before, after) = self.run(own, piece, direction);
            before + 1 + after >= self.rules.connect()
        })
    }

    /// Returns the completed lines through a player's piece.
    pub fn trace(&self, player: Player, cell: Cell) -> Option<Trace> {
        let (own, piece) = (self.players[player.index()], self.bit(cell));
        Trace::of(Direction::ALL.map(|direction| {
            let (before, after) = self.run(own, piece, direction);
            let length = before + 1 + after;
            (length >= self.rules.connect()).then(|| {
                let (columns, rows) = direction.step();
                let back = before.cast_signed();
                let start = Cell::at(
                    cell.column().index() as u8 - (columns * back).cast_unsigned(),
                    (cell.row() as u8).wrapping_add_signed(-rows * back),
                );
                Line {
                    direction,
                    start,
                    length,
                }
            })
        }))
    }
}

/// Returns the distance between the bits of horizontal neighbours.
#[inline]
fn stride(rules: Rules) -> u32 {
    u32::from(rules.rows()) + 1
}

/// Returns the index of a cell's bit.
///
/// ```
/// use four_shapes_rules::{Rules, bitboard::bit_index};
///
/// assert_eq!(bit_index(Rules::CLASSIC, "B1".parse()?), 7);
/// # Ok::<_, four_shapes_rules::ParseError>(())
/// ```
#[inline]
pub fn bit_index(rules: Rules, cell: Cell) -> u32 {
    cell.column().index() as u32 * stride(rules) + cell.row() as u32
}

/// Returns the distance between neighbouring bits of a line.
#[inline]
fn step(rules: Rules, direction: Direction) -> u32 {
    let stride = stride(rules);
    match direction {
        Direction::Horizontal => stride,
        Direction::Vertical => 1,
        Direction::Diagonal => stride + 1,
        Direction::AntiDiagonal => stride - 1,
    }
}

/// Returns the distances between neighbouring bits of a line, in the order of
/// [`Direction::ALL`].
///
/// ```
/// use four_shapes_rules::{Rules, bitboard::steps};
///
/// assert_eq!(steps(Rules::CLASSIC), [7, 1, 8, 6]);
/// ```
#[inline]
pub fn steps(rules: Rules) -> [u32; 4] {
    Direction::ALL.map(|direction| step(rules, direction))
}
