//! The analysis: evaluations of the moves and a graph of the game.

mod graph;
mod moments;
mod moves;
mod overlay;
mod panel;
mod practice;
mod review;
mod state;
mod table;
mod threats;

use crate::navigation::Place;

pub(crate) use {
    moves::moves,
    practice::practice,
    state::{open_at_decisive_moment, review_summary, start},
    threats::threat_list,
};

/// The analysis of the game on the board.
pub(crate) const PLACE: Place = Place {
    content: panel::panel,
    enter: state::enter,
    leave: state::leave,
};
