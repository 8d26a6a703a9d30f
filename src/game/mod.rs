//! The game on the board: the session, its signals and the view model of the board.

pub(crate) mod default_seats;
pub(crate) mod options;
pub(crate) mod presets;
pub(crate) mod session;
pub(crate) mod state;
pub(crate) mod thinking;
pub(crate) mod view_model;
