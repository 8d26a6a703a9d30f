//! Everything around the board. Panels show the session and send it commands.

mod actions;
mod dialog;
mod help;
mod new_game;
mod notices;
mod seats;
mod status;

pub(crate) use actions::actions;
pub(crate) use dialog::{Opener, dialog};
pub(crate) use help::help;
pub(crate) use new_game::new_game;
pub(crate) use notices::notices;
pub(crate) use seats::seats;
pub(crate) use status::status_line;
