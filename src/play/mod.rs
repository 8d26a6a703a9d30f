//! The controls around the board.

mod actions;
pub(crate) mod computers;
pub(crate) mod new_game;
mod notices;
mod player_select;
pub(crate) mod players;
mod seats;
#[cfg(test)]
mod simulation;
mod status;
mod tools;

pub(crate) use actions::actions;
pub(crate) use notices::notices;
pub(crate) use seats::{badge, seats};
pub(crate) use status::status_line;
pub(crate) use tools::tools;
