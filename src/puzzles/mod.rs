//! Puzzles: the one of the day, training by rating, and rush.

mod panel;
mod progress;
mod state;
mod text;

pub(crate) use {panel::panel, state::start};
