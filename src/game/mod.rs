//! The game on the board: the session, its signals, and the computer players.

pub(crate) mod computers;
pub(crate) mod session;
#[cfg(test)]
mod simulation;
pub(crate) mod state;
