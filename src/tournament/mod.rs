//! Tournaments: how the games are spread over workers, what they come to, and the dialog.

mod chart;
pub(crate) mod dialog;
mod draft;
mod export;
mod games;
mod organizer;
mod persistence;
mod results;
mod runner;
mod running;
mod set_up;
pub(crate) mod standings;
pub(crate) mod text;
mod worker;

pub(crate) use organizer::Organizer;
