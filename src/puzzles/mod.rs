//! Puzzles: the one of the day, training by rating, and rush.

mod panel;
mod progress;
mod state;
mod text;

use crate::navigation::Place;

pub(crate) use {
    progress::Progress,
    state::{PuzzleState, Puzzles, Start, daily, start},
    text::{difficulty, task},
};

/// The puzzles, whose exercises take the place of the user's own game on the board.
pub(crate) const PLACE: Place = Place {
    content: panel::panel,
    enter: state::enter,
    leave: state::leave,
};
