//! Openings: the proved results of all moves from the first one on, and how the levels play.

mod panel;
mod state;

pub(crate) use {panel::panel, state::start};
