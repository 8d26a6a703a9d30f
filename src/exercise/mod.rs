//! Exercises as state machines: which moves are judged, and what they are worth. They know neither
//! the browser nor Leptos; `puzzles` and `lessons` carry out their effects.

mod attempt;
pub(crate) mod lesson;
#[cfg(test)]
mod proptests;
pub(crate) mod puzzle;

pub(crate) use attempt::Question;
