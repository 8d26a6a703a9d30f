//! The settings: their dialog and their effects on the page.

pub(crate) mod dialog;
#[cfg(test)]
mod palette_tests;
pub(crate) mod preferences;
