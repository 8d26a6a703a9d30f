//! The board editor: sets up a position to analyse, play or share.

mod draft;
mod state;
mod text;
mod view;

pub(crate) use state::{edit_current, start, start_empty};
pub(crate) use view::editor;
