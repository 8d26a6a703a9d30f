//! All text of the page: messages of the catalogue (`locales/en`), and functions that choose
//! between them. Views contain no text themselves.

mod dates;
mod end;
mod errors;
mod game;
mod import;
mod live;
mod numbers;
mod review;
#[cfg(test)]
pub(crate) mod tests;
mod threats;

pub(crate) use crate::msg::*;
pub(crate) use {
    dates::*, end::*, errors::*, game::*, import::*, live::*, numbers::*, review::*, threats::*,
};
