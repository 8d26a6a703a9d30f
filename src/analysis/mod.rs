//! The analysis: evaluations of the moves and a graph of the game.

mod graph;
mod moves;
mod overlay;
mod panel;
mod practice;
mod review;
mod state;
mod table;
mod threats;

pub(crate) use {
    moves::moves, panel::panel, practice::practice, state::start, threats::threat_list,
};
