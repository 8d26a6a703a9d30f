//! Sharing and loading games: links, files and texts.

pub(crate) mod dialog;
pub(crate) mod link;
pub(crate) mod load;
#[cfg(test)]
mod proptests;
pub(crate) mod save;
