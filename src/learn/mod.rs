//! The home of what can be learned: puzzles, lessons and openings.

mod calendar;
mod home;
mod icons;
mod today;

use crate::{lessons::LessonState, navigation::Place, puzzles::PuzzleState};
use leptos::prelude::*;

pub(crate) use today::today_card;

/// The page.
pub(crate) const PLACE: Place = Place {
    enter,
    ..Place::new(home::home)
};

/// Fetches what the page lists.
fn enter() {
    let (puzzles, lessons): (PuzzleState, LessonState) = (expect_context(), expect_context());
    puzzles.load();
    lessons.load();
}
