//! All text of the page: messages of the catalogue (`locales/en`), and functions that choose
//! between them. Views contain no text themselves.

mod errors;
mod game;
mod messages;
mod numbers;
mod review;
mod settings;
#[cfg(test)]
pub(crate) mod tests;
mod threats;

pub(crate) use {errors::*, game::*, messages::*, numbers::*, review::*, settings::*, threats::*};
