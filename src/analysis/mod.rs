//! The analysis: evaluations of the moves and a graph of the game.

mod graph;
mod panel;
mod study;
mod table;

pub(crate) use {panel::panel, study::start};
