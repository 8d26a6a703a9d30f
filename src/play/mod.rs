//! Playing: the controls around the board, computer players, new games.

pub(crate) mod computers;
pub(crate) mod controls;
pub(crate) mod new_game;
pub(crate) mod start;
