//! The rules of Connect Four and its relatives, and games played by them.
//!
//! Everything here is pure: no input or output, no clock, no randomness of its
//! own. What changes from game to game is data: [`Rules`] describes every board
//! from tic-tac-toe to 15 × 15 with 75 players, and no other code asks which
//! game it is.
//!
//! - [`Rules`]: the description of a game, made only through a check.
//! - [`Position`]: the pieces on a board, as bitboards of one to four words.
//! - [`Trace`]: every line that a piece has completed.
//! - [`Game`]: moves with undo and redo, and the [`Status`] they lead to.
//! - [`Match`]: a game and its [`Setup`]: who plays, and what they look like.
//! - [`notation`]: games and cells as text; [`record`] and [`link`]: matches as
//!   files and as links; [`import`]: reads them all, and more.
//! - [`style`]: the same games shown and talked about in text, in four manners.
//! - [`solver`]: exact scores; [`players`]: computer players; [`contest`]: who of
//!   them is stronger; [`tournament`]: everyone against everyone.
//! - [`analysis`]: what each move comes to, hints, how a game went.
//! - [`scores`]: the best games.
//! - [`perft()`]: counts of move sequences, to check and to measure all this.
//!
//! ```
//! use four_shapes_engine::{Game, Rules, Status};
//!
//! let mut game = Game::new(Rules::CLASSIC);
//! for column in [3, 3, 4, 4, 5, 5, 6] {
//!     let column = game.rules().column(column).expect("the board has 7 columns");
//!     let turn = game.turn().expect("nobody has won yet");
//!     turn.drop(column).expect("there is room in every column");
//! }
//! let Status::Won { player, trace } = game.status() else { panic!("four in a row") };
//! assert_eq!(player.index(), 0);
//! assert_eq!(trace.to_string(), "D1, E1, F1, G1");
//! assert!(game.turn().is_none());
//! ```

#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

pub mod analysis;
mod bits;
mod board;
mod cell;
pub mod contest;
mod dead_position;
mod escape;
mod game;
pub mod import;
pub mod json;
mod line;
pub mod link;
mod matches;
pub mod notation;
mod perft;
mod piece_style;
mod player_kind;
pub mod players;
mod position;
pub mod record;
mod rules;
pub mod scores;
mod seat;
mod series_score;
pub mod solver;
pub mod style;
pub mod tournament;

pub use cell::{Cell, Column, Player};
pub use escape::escape;
pub use game::{Drawn, Game, Status, Step, StillOpen, SwapError, Turn};
pub use line::{Direction, Line, Trace};
pub use matches::Match;
pub use perft::perft;
pub use piece_style::{Colour, PieceStyle, Shape};
pub use position::{MoveError, Position};
pub use rules::{Bound, Rules, RulesConfig, RulesError, Setting};
pub use seat::{Name, NameError, Same, Seat, Setup, SetupError, Symbol};
pub use series_score::SeriesScore;
