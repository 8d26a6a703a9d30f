//! The library of played games: entries, filter, merging and backups, the repository in
//! `IndexedDB`, the results, and the page.

mod after_game;
pub(crate) mod assistance;
pub(crate) mod backup;
mod backup_view;
mod card;
mod civil;
mod database;
mod entry;
mod error_notice;
mod filter;
mod list;
pub(crate) mod marks;
mod merge;
mod open;
pub(crate) mod page;
pub(crate) mod recent;
pub(crate) mod repository;
mod results;
mod results_view;
pub(crate) mod reviews;
mod shown_game;
mod state;
mod statistics;
mod statistics_view;
pub(crate) mod text;

pub(crate) use after_game::after_game;
pub(crate) use entry::{
    Entry, LibraryGame, MAX_NAME_CHARS, MAX_NOTE_CHARS, Outcome, Summary, content_hash, copy_id,
    parse_game_name, parse_note,
};
pub(crate) use filter::{Chip, Filter, Period, PlayerFilter, ResultFilter};
pub(crate) use merge::{Games, Plan, merge, plan, recovered_id, required_ids};
pub(crate) use open::open;
pub(crate) use repository::{Repository, open_copy, replacement_warning, use_repository};
pub(crate) use results::{GameResult, Milestone};
