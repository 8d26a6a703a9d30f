//! The state of the library dialog.

use super::{
    Entry, Filter, LibraryGame, Repository, backup::Reader, scroll, search_text,
    statistics::Report, text,
};
use crate::{
    browser::{self, StorageEstimate},
    components::dom::{focus, focus_match_soon},
    storage::database::DatabaseError,
};
use leptos::prelude::*;
use std::sync::Arc;

/// The id of the element that is focused when a game is shown.
pub(super) const FOCUS_ID: &str = "library-first";

/// Separates the names of two games; not allowed in names.
const SEPARATOR: &str = "\u{1}";

/// An entry with the text to search.
#[derive(Debug)]
pub(super) struct IndexedEntry {
    pub(super) entry: Entry,
    /// The names in lower case; see [`search_text`].
    pub(super) search_text: String,
}

/// The entries of all games, last changed first.
#[derive(Debug)]
pub(super) struct GameIndex {
    pub(super) entries: Vec<IndexedEntry>,
    /// The sizes of the boards, sorted.
    pub(super) sizes: Vec<(u32, u32)>,
}

/// The page of the dialog.
#[derive(Clone)]
pub(super) enum View {
    List,
    /// One game.
    Game(Arc<LibraryGame>),
    /// The restoring of a backup.
    Restore,
    Statistics(Arc<Report>),
}

/// The status below the list.
pub(super) enum Status {
    Storage(StorageEstimate),
    BackupSaved,
}

/// The state of the dialog, which lives as long as the page.
#[derive(Clone, Copy)]
pub(super) struct LibraryDialog {
    pub(super) repository: Repository,
    pub(super) view: RwSignal<View>,
    /// `None` until the entries are loaded.
    pub(super) index: RwSignal<Option<Arc<GameIndex>>>,
    /// The indices of the entries that match the filter.
    pub(super) matches: Memo<Arc<Vec<usize>>>,
    pub(super) filter: RwSignal<Filter>,
    /// The index of the active row among the matches.
    pub(super) active: RwSignal<usize>,
    /// The deleted games, which can be restored.
    pub(super) deleted: RwSignal<Vec<Arc<LibraryGame>>>,
    pub(super) status: RwSignal<Option<Status>>,
    pub(super) restore: RwSignal<Restore>,
    /// The backup whose settings the user is asked about.
    pub(super) reader: StoredValue<Option<Reader>>,
}

/// The state of restoring a backup.
#[derive(Clone, Debug)]
pub(super) enum Restore {
    /// Asks whether to restore the settings too.
    ConfirmSettings,
    /// The progress in percent.
    InProgress(usize),
    Done(RestoreReport),
}

/// The result of restoring a backup.
#[derive(Clone, Debug, Default)]
pub(super) struct RestoreReport {
    pub(super) summary: Option<String>,
    pub(super) errors: Vec<String>,
}

/// The name of the level of views above the list.
const VIEW: &str = "library-view";

impl LibraryDialog {
    /// Spawns work with the database. Its error is shown in the dialog.
    pub(super) fn spawn(self, work: impl Future<Output = Result<(), DatabaseError>> + 'static) {
        let work: std::pin::Pin<Box<dyn Future<Output = _>>> = Box::pin(work);
        browser::spawn(async move {
            if let Err(error) = work.await {
                self.repository.set_error(Some(error));
            }
        });
    }

    /// Brings the library up to date and loads the entries.
    pub(super) fn open(self) {
        self.spawn(async move {
            self.repository.sync().await;
            if untrack(|| self.repository.error()) == Some(DatabaseError::NoAnswer) {
                // It wouldn't answer now either.
                return Ok(());
            }
            self.load_entries().await?;
            let has_games = untrack(|| self.count()).is_some_and(|count| count > 0);
            if let Some(estimate) = browser::storage_estimate(has_games).await {
                self.status.set(Some(Status::Storage(estimate)));
            }
            Ok(())
        });
    }

    /// Loads the entries of all games, as after each change.
    pub(super) async fn load_entries(self) -> Result<(), DatabaseError> {
        let mut entries = self.repository.database().await?.entries().await?;
        entries.sort_unstable_by_key(|entry| std::cmp::Reverse(entry.changed));
        let mut sizes = Vec::new();
        for summary in entries.iter().filter_map(|entry| entry.summary.as_ref()) {
            let config = summary.rules.config();
            let size = (config.columns, config.rows);
            if let Err(at) = sizes.binary_search(&size) {
                sizes.insert(at, size);
            }
        }
        // One call for all names, as each call to JavaScript is slow.
        let names: Vec<String> = entries.iter().map(search_text).collect();
        let names = browser::to_lowercase(&names.join(SEPARATOR));
        let entries = entries.into_iter().zip(names.split(SEPARATOR));
        let indexed = |(entry, search_text): (Entry, &str)| IndexedEntry {
            entry,
            search_text: search_text.to_owned(),
        };
        let index = GameIndex {
            entries: entries.map(indexed).collect(),
            sizes,
        };
        self.index.set(Some(Arc::new(index)));
        Ok(())
    }

    /// Returns the number of games; `None` until they are loaded.
    pub(super) fn count(self) -> Option<usize> {
        self.index
            .with(|index| index.as_ref().map(|index| index.entries.len()))
    }

    /// Returns the index of the active row among the matches.
    pub(super) fn active(self) -> usize {
        let last = self.matches.with(|matches| matches.len().saturating_sub(1));
        self.active.get().min(last)
    }

    /// Returns the text below the list.
    pub(super) fn status_text(self) -> String {
        self.status.with(|status| match status {
            None => String::new(),
            Some(Status::Storage(estimate)) => text::storage_estimate(estimate),
            Some(Status::BackupSaved) => text::backup_saved().to_owned(),
        })
    }

    pub(super) fn is_current(self, id: &str) -> bool {
        self.repository.current_id() == id
    }

    /// Shows a view above the list.
    pub(super) fn show_view(self, view: View) {
        let history = self.repository.navigation.history();
        if !history.is_at(VIEW) {
            history.enter(VIEW, false, move || self.restore_list());
        }
        self.view.set(view);
    }

    pub(super) fn show_list(self) {
        let history = self.repository.navigation.history();
        history.back_or(VIEW, || self.restore_list());
    }

    fn restore_list(self) {
        self.view.set(View::List);
        request_animation_frame(move || {
            scroll::scroll_to_row(untrack(|| self.active()));
            focus("#library-list");
        });
    }

    pub(super) fn show_game(self, id: String) {
        self.spawn(async move {
            let ids = [id];
            let mut games = self.repository.database().await?.games(&ids).await?;
            let [id] = ids;
            let game = games
                .remove(&id)
                .unwrap_or_else(|| LibraryGame::new(&id, String::new(), 0));
            self.show_view(View::Game(Arc::new(game)));
            focus_match_soon(["#", FOCUS_ID].concat());
            Ok(())
        });
    }

    /// Saves a changed game.
    pub(super) fn save(self, game: LibraryGame) {
        self.spawn(async move {
            let database = self.repository.database().await?;
            database.write(std::iter::once(&game), &[]).await?;
            self.load_entries().await
        });
    }

    /// Deletes a game, which can be restored until the dialog is closed.
    pub(super) fn delete(self, game: Arc<LibraryGame>) {
        self.spawn(async move {
            let database = self.repository.database().await?;
            database
                .write(std::iter::empty(), std::slice::from_ref(&game.entry.id))
                .await?;
            self.deleted.update(|deleted| deleted.push(game));
            self.load_entries().await?;
            self.show_list();
            Ok(())
        });
    }

    /// Restores the last deleted game.
    pub(super) fn undelete(self) {
        let Some(game) = self.deleted.try_update(Vec::pop).flatten() else {
            return;
        };
        self.spawn(async move {
            let database = self.repository.database().await?;
            database.write(std::iter::once(&*game), &[]).await?;
            self.load_entries().await?;
            self.show_list();
            Ok(())
        });
    }

    /// Returns the ids of the games to delete if the storage is full: the oldest ones without a
    /// star.
    pub(super) fn oldest(self) -> Vec<String> {
        self.index.with(|index| {
            let entries = index.iter().flat_map(|index| &index.entries);
            let entries = entries.map(|indexed| &indexed.entry);
            let can_delete = |entry: &&Entry| !entry.starred && !self.is_current(&entry.id);
            let deletable: Vec<&Entry> = entries.filter(can_delete).collect();
            let count = (deletable.len() / 10).max(10);
            let oldest = deletable.iter().rev().take(count);
            oldest.map(|entry| entry.id.clone()).collect()
        })
    }
}
