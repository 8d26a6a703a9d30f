//! The page's end of its workers, which do all its thinking. What passes between
//! them is in the package `four-shapes-thinker`.

mod client;
mod host;
#[cfg(test)]
mod simulation;

pub(crate) use client::Client;
pub(crate) use four_shapes_thinker::{MoveWorth, Said, What, Worth};
pub(crate) use host::{Speed, Thinking, host};
