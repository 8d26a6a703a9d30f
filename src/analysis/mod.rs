//! The analysis: evaluations of the moves and a graph of the game.

mod graph;
mod moves;
mod panel;
mod review;
mod reviews;
mod state;
mod table;

pub(crate) use {moves::moves, panel::panel, state::start};
