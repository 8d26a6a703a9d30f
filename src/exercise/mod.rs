//! Exercises as state machines: which moves are judged, and what they are worth. The machines know neither
//! the browser nor Leptos; `puzzles`, `lessons` and `openings` carry out their effects, with the one
//! client of a worker that they share.

mod attempt;
mod client;
pub(crate) mod lesson;
pub(crate) mod opening;
#[cfg(test)]
mod proptests;
pub(crate) mod puzzle;

pub(crate) use {
    attempt::Question,
    client::{ExerciseClient, start},
};
