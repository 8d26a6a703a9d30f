//! The settings: their dialog and their effects on the page.

pub(crate) mod dialog;
#[cfg(test)]
mod palettes;
pub(crate) mod preferences;
