//! Matches of Connect Four and similar games as files and links.
//!
//! - [`Match`]: a game and its [`Setup`]: the players, their names and pieces.
//! - [`record`] and [`link`]: matches as files and as links.
//! - [`import`]: a reader of both, and of the other formats of games and positions that people
//!   paste; [`export`]: positions as text and pictures.
//! - [`drawing`]: positions as images, of the outlines in [`frame`] and [`glyph`].
//! - [`SeriesScore`]: the points of several matches between the same players.
//! - [`high_scores`]: high scores.
//! - [`json`]: JSON whose errors name the place of the fault.
//! - [`players`] and [`rules`]: the crates whose types are part of this interface.
//!
//! Every parser is total: any text gives a value or an error that names the place.

#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

pub mod drawing;
pub mod export;
pub mod frame;
pub mod glyph;
pub mod high_scores;
pub mod import;
pub mod json;
pub mod link;
mod matches;
mod piece_style;
pub mod record;
mod seat;
mod series_score;
mod time_control;

pub use four_shapes_players as players;
pub use four_shapes_rules as rules;
pub use matches::Match;
pub use piece_style::{Colour, PieceStyle, Shape};
pub use seat::{Name, NameError, Seat, SeatAttribute, Setup, SetupError, Symbol};
pub use series_score::{ScoreChange, SeriesScore};
pub use time_control::TimeControl;

/// The examples of the readme, to test them.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
