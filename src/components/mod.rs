//! What every place of the page is made of.

pub(crate) mod dialog;
pub(crate) mod ui;
