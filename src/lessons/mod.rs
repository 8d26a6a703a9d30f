//! Lessons: positions with a text and a task.

mod lesson;
#[cfg(test)]
mod lesson_tests;
mod panel;
mod progress;
mod state;

pub(crate) use {panel::panel, state::start};
