//! Puzzles, lessons and openings as state machines, which use neither the browser nor Leptos. The
//! modules `puzzles`, `lessons` and `openings` carry out what they ask for, with a common client of the
//! search worker and a common way to refuse moves.

mod attempt;
mod client;
pub(crate) mod lesson;
pub(crate) mod opening;
#[cfg(test)]
mod proptests;
pub(crate) mod puzzle;
mod refusal;

use std::time::Duration;

/// The time until a wrong move goes back: its piece lands, and is shaken.
pub(crate) const TAKE_BACK_DELAY: Duration = Duration::from_millis(950);

pub(crate) use {
    attempt::Question,
    client::{ExerciseClient, start},
    refusal::{refuse, take_back},
};
