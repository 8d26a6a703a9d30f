//! The library of played games: entries, filter, merging and backups, the repository in
//! `IndexedDB`, and the dialog.

pub(crate) mod assistance;
pub(crate) mod backup;
mod backup_view;
mod database;
pub(crate) mod dialog;
mod entry;
mod error_notice;
mod filter;
mod game;
mod list;
mod merge;
pub(crate) mod repository;
mod results;
pub(crate) mod reviews;
mod scroll;
mod state;
mod statistics;
mod statistics_view;
pub(crate) mod text;

pub(crate) use entry::{
    Entry, LibraryGame, MAX_NAME_CHARS, Outcome, Summary, content_hash, copy_id, parse_game_name,
};
pub(crate) use filter::{Filter, PlayerFilter, ResultFilter, search_text};
pub(crate) use merge::{Games, Plan, merge, plan, recovered_id, required_ids};
pub(crate) use repository::{Repository, open_copy, replacement_warning, use_repository};
