//! Bitboards: sets of cells in words of 64, 128 or 256 bits.
//!
//! For searches that make millions of moves per second. Nothing here checks its arguments
//! as [`Position`](crate::Position) does: cells have to be on the board.
//!
//! ```
//! use four_shapes_rules::{Rules, notation, on_board};
//! use four_shapes_rules::bitboard::{Bits, Masks};
//!
//! let game = notation::parse(Rules::CLASSIC, "112233").unwrap();
//! let [red, _] = game.rules().all_players().collect::<Vec<_>>()[..] else { unreachable!() };
//! let completing = on_board!(game.position().board(), board => {
//!     Masks::new(board.rules()).completing_cells(board.of(red)).count_ones()
//! });
//! assert_eq!(completing, 1, "D1");
//! ```

mod bits;
mod board;
mod masks;

use crate::Rules;

pub use bits::Bits;
pub use board::{Board, bit_index, steps};
pub use ethnum::U256;
pub use masks::{MAX_LACKING, Masks, completions_along, lines_through};

/// A board in the narrowest word that fits it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AnyBoard {
    /// Up to 64 bits, such as 7 × 6 and 8 × 7.
    Bits64(Board<u64>),
    /// Up to 128 bits, such as 9 × 7 and 11 × 10.
    Bits128(Board<u128>),
    /// All larger boards.
    Bits256(Board<U256>),
}

impl AnyBoard {
    /// Creates an empty board.
    ///
    /// ```
    /// use four_shapes_rules::{Rules, bitboard::AnyBoard};
    ///
    /// assert!(matches!(AnyBoard::new(Rules::CLASSIC), AnyBoard::Bits64(_)));
    /// ```
    pub fn new(rules: Rules) -> Self {
        if Board::<u64>::fits(rules) {
            Self::Bits64(Board::new(rules))
        } else if Board::<u128>::fits(rules) {
            Self::Bits128(Board::new(rules))
        } else {
            Self::Bits256(Board::new(rules))
        }
    }
}

/// Evaluates an expression with the [`Board`] in an [`AnyBoard`], for each width of its words.
#[macro_export]
macro_rules! on_board {
    ($any:expr, $board:ident => $code:expr) => {
        match $any {
            $crate::bitboard::AnyBoard::Bits64($board) => $code,
            $crate::bitboard::AnyBoard::Bits128($board) => $code,
            $crate::bitboard::AnyBoard::Bits256($board) => $code,
        }
    };
}
