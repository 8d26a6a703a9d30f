//! Openings: the proved results of all moves from the first one on, and how the levels play.

mod panel;
mod state;

use crate::navigation::Place;

pub(crate) use state::start;

/// The openings, whose exercises take the place of the user's own game on the board.
pub(crate) const PLACE: Place = Place {
    content: panel::panel,
    enter: state::enter,
    leave: state::leave,
};
