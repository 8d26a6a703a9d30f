//! What each move is worth, and how the game went.

mod graph;
mod panel;
mod study;
mod table;

pub(crate) use {panel::panel, study::start};
