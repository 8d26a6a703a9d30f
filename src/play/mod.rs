//! The controls around the board.

mod actions;
pub(crate) mod clock;
pub(crate) mod computers;
pub(crate) mod more;
pub(crate) mod new_game;
mod notices;
mod places;
pub(crate) mod playback;
mod player_select;
pub(crate) mod players;
mod seats;
#[cfg(test)]
mod simulation_tests;
mod status;
mod welcome;

pub(crate) use actions::actions;
pub(crate) use notices::notices;
pub(crate) use places::places;
pub(crate) use seats::seats;
pub(crate) use status::turn;
pub(crate) use welcome::welcome;
