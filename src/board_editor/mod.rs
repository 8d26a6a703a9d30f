//! The board editor: sets up a position to analyse, play or share.

mod draft;
mod state;
mod text;
mod view;

pub(crate) use state::{enter, start};
pub(crate) use view::editor;
