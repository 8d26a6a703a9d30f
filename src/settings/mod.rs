//! What people have set: the record that is kept, what counts now, and the dialog.

pub(crate) mod dialog;
#[cfg(test)]
mod palettes;
pub(crate) mod preferences;
pub(crate) mod record;
