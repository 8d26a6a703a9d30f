//! Rules, positions and games of Connect Four and similar games.
//!
//! Everything here is pure: no input or output, no clock, and random numbers only from
//! given seeds. Games differ only in data: [`Rules`] describes every board from
//! tic-tac-toe to 15 × 15 with 75 players, and no code depends on a particular game.
//!
//! - [`Rules`]: the size of the board and the other parameters of a game.
//! - [`Position`]: the pieces on a board, as bitboards of 64 to 256 bits.
//! - [`Trace`]: the lines that a piece completed.
//! - [`Game`]: moves with undo and redo, and the [`Status`].
//! - [`Match`]: a game and its [`Setup`]: the players, their names and pieces.
//! - [`notation`]: games and cells as text; [`record`] and [`link`]: matches as
//!   files and as links; [`import`]: a lenient parser of all of them.
//! - [`style`]: text interfaces in the styles of four original programs.
//! - [`evaluation`]: chances of a win, estimated without search.
//! - [`solver`]: exact scores; [`players`]: computer players; [`computer_game`]: games
//!   between them; [`tournament`]: round robins; [`statistics`]: scores and intervals.
//! - [`analysis`]: evaluations of moves, hints, and reviews of games.
//! - [`explain`]: what a move does and the threats on the board.
//! - [`puzzles`]: positions with exactly one good move.
//! - [`lessons`]: positions with a text and a task.
//! - [`high_scores`]: high scores.
//! - [`shard`]: parts of work that several processes or machines do.
//! - [`perft()`]: counts of move sequences, for tests and benchmarks.
//!
//! ```
//! use four_shapes_engine::{Game, Rules, Status};
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

#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

pub mod analysis;
mod bitboard;
mod bits;
mod board;
mod cell;
pub mod computer_game;
mod dead_position;
mod escape;
pub mod evaluation;
pub mod explain;
mod game;
pub mod high_scores;
pub mod import;
pub mod json;
pub mod lessons;
mod line;
pub mod link;
mod matches;
pub mod notation;
mod number;
mod parse_error;
mod perft;
mod piece_style;
mod player_kind;
pub mod players;
mod position;
mod position_string;
pub mod puzzles;
pub mod record;
mod rules;
mod seat;
pub mod seed;
mod series_score;
pub mod shard;
mod shared_word;
pub mod solver;
pub mod statistics;
pub mod style;
mod time_control;
pub mod tournament;

pub use cell::{Cell, Column, Player};
pub use escape::escape;
pub use game::{DrawReason, Game, Status, Step, SwapError, Turn, WinStillPossible};
pub use line::{Direction, Line, Trace};
pub use matches::Match;
pub use parse_error::ParseError;
pub use perft::perft;
pub use piece_style::{Colour, PieceStyle, Shape};
pub use position::{MoveError, Position};
pub use position_string::{PositionError, PositionProblem};
pub use rules::{Bound, Rules, RulesConfig, RulesError, Setting};
pub use seat::{Name, NameError, Seat, SeatAttribute, Setup, SetupError, Symbol};
pub use series_score::SeriesScore;
pub use time_control::TimeControl;
