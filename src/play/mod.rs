//! The controls around the board.

mod actions;
pub(crate) mod computers;
pub(crate) mod new_game;
mod notices;
mod player_select;
pub(crate) mod players;
mod route_buttons;
mod seats;
#[cfg(test)]
mod simulation_tests;
mod status;

pub(crate) use actions::actions;
pub(crate) use notices::notices;
pub(crate) use route_buttons::route_buttons;
pub(crate) use seats::{badge, seats};
pub(crate) use status::status_line;
