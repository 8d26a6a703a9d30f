//! Lessons: positions with a text and a task.

mod panel;
mod progress;
mod state;

pub(crate) use {panel::panel, state::start};
