//! Lessons: positions with a text and a task.

mod lesson;
#[cfg(test)]
mod lesson_tests;
mod panel;
mod progress;
mod state;

use crate::navigation::Place;

pub(crate) use {
    lesson::{Chapter, Course},
    state::{LessonState, Lessons, start},
};

/// The lessons, whose exercises take the place of the user's own game on the board.
pub(crate) const PLACE: Place = Place {
    content: panel::panel,
    enter: state::enter,
    leave: state::leave,
};
