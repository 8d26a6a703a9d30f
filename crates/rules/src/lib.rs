//! Rules, positions and games of Connect Four and similar games.
//!
//! Everything here is pure: no input or output, no clock, no randomness. Games differ only in
//! data: [`Rules`] describes every board from tic-tac-toe to 15 × 15 with 75 players, and no
//! code depends on a particular game.
//!
//! - [`Rules`]: the size of the board and the other parameters of a game.
//! - [`Position`]: the pieces on a board, also as a line of text or a picture.
//! - [`Trace`]: the lines that a piece completed.
//! - [`Game`]: moves with undo and redo, and the [`Status`].
//! - [`notation`]: games and cells as text.
//! - [`bitboard`]: the sets of cells behind a position, for searches.
//! - [`text`]: text from outside in messages.
//! - [`hash`]: hashes that never change.
//! - [`perft()`]: counts of move sequences, for tests and benchmarks.
//!
//! The crate needs only `alloc`. With the feature `serde`, cells, columns and positions are
//! serialized as text, and rules as a struct.
//!
//! ```
//! use four_shapes_rules::{Game, Rules, Status};
//!
//! let mut game = Game::new(Rules::CLASSIC);
//! for column in [3, 3, 4, 4, 5, 5, 6] {
//!     let column = game.rules().column(column).expect("the board has 7 columns");
//!     let turn = game.turn().expect("the game is in progress");
//!     turn.drop(column).expect("no column is full");
//! }
//! let Status::Won { player, trace } = game.status() else { panic!("four in a row") };
//! assert_eq!(player.index(), 0);
//! assert_eq!(trace.to_string(), "D1, E1, F1, G1");
//! assert!(game.turn().is_none());
//! ```

#![no_std]
#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

extern crate alloc;

pub mod bitboard;
mod cell;
mod dead_position;
mod game;
pub mod hash;
mod line;
pub mod notation;
mod number;
mod parse_error;
mod perft;
mod position;
mod position_string;
mod rules;
#[cfg(feature = "serde")]
mod serde;
pub mod text;

pub use cell::{Cell, Column, Player};
pub use game::{DrawReason, Game, StartError, Status, Step, SwapError, Turn, WinStillPossible};
pub use line::{Direction, Line, Trace};
pub use parse_error::ParseError;
pub use perft::perft;
pub use position::{MoveError, Position};
pub use position_string::{PositionError, PositionProblem};
pub use rules::{Bound, Rules, RulesConfig, RulesError, Setting};

/// The examples of the readme, to test them.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
