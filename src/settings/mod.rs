//! What people have set, as the whole page has it, and the dialog.

pub(crate) mod dialog;
#[cfg(test)]
mod palettes;
pub(crate) mod preferences;
