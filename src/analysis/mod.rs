//! The analysis: evaluations of the moves and a graph of the game.

mod graph;
mod panel;
mod state;
mod table;

pub(crate) use {panel::panel, state::start};
