//! The games that were played here: what is known of each, how one is searched for,
//! how two libraries become one, and the file that holds a whole one. Pure: where
//! they are kept is `sheets/library`'s to know.

pub(crate) mod backup;
mod entry;
mod filter;
mod merge;

pub(crate) use entry::{Entry, Game, Outcome, Summary, Title, copy_id, fnv};
pub(crate) use filter::{Ended, Filter, Who, haystack};
pub(crate) use merge::{Merged, Merger, keep, rescued};
