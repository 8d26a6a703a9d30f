//! What a person reads: messages of the catalogue (`locales/en`), and the choice between
//! them. Views say `text::…` and never spell out a phrase themselves.

mod errors;
mod game;
mod messages;
mod numbers;
mod settings;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use {errors::*, game::*, messages::*, numbers::*, settings::*};
