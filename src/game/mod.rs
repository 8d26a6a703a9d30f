//! The game on the board: the session, its signals, and what the board shows of it.

pub(crate) mod pace;
pub(crate) mod session;
pub(crate) mod state;
pub(crate) mod view_model;
