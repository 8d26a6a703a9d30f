//! The games that were played here: what is known of each, how one is searched for,
//! how two libraries become one, and the file that holds a whole one. Pure: where
//! they are kept is the repository's to know, and what is shown of them the dialog's.

pub(crate) mod backup;
mod copy;
mod database;
pub(crate) mod dialog;
mod entry;
mod files;
mod filter;
mod game;
mod list;
mod merge;
pub(crate) mod repository;
pub(crate) mod scores;
mod scroll;
mod state;
pub(crate) mod text;
mod trouble;

pub(crate) use copy::open_copy;
pub(crate) use entry::{Entry, Game, Outcome, Summary, Title, copy_id};
pub(crate) use filter::{Ended, Filter, Who, haystack};
pub(crate) use merge::{Merged, Merger, keep, rescued};
pub(crate) use repository::{Repository, use_repository, warning};
