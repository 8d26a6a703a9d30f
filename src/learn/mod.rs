//! The home of what can be learned: puzzles, lessons and openings.

mod calendar;
mod home;
mod icons;
mod today;

use crate::{
    context::context, later_views::use_later_views, lessons::LessonState, navigation::Place,
    puzzles::PuzzleState,
};

/// The page.
pub(crate) const PLACE: Place = Place {
    enter,
    ..Place::new(home::home)
};

/// Provides the puzzle of today for the first screen.
pub(crate) fn start() {
    use_later_views().today.set(|()| today::today_card());
}

/// Fetches what the page lists.
fn enter() {
    let (puzzles, lessons): (PuzzleState, LessonState) = (context(), context());
    puzzles.reload_progress();
    puzzles.load();
    lessons.reload_progress();
    lessons.load();
}
