//! Giving a game away and taking one in: links, files and texts.

pub(crate) mod dialog;
#[cfg(test)]
mod hostile;
pub(crate) mod link;
pub(crate) mod load;
pub(crate) mod save;
