//! The state of the library's page.

use super::{
    Entry, Filter, LibraryGame, Repository,
    backup::Reader,
    entry::recognize,
    results::{Results, day_streak},
    reviews,
    shown_game::ShownGame,
    statistics::Report,
    text::{self, search_text},
};
use crate::{
    browser::{self, StorageEstimate},
    components::dom::focus_match_soon,
    storage::database::DatabaseError,
};
use leptos::prelude::*;
use std::sync::Arc;

/// The id of the element that is focused when a view above the list is shown.
pub(super) const FOCUS_ID: &str = "library-first";

/// Separates the names of two games; not allowed in names.
const SEPARATOR: &str = "\u{1}";

/// The number of cards that are shown at first, and with each *Show more*.
pub(super) const BATCH: usize = 24;

/// An entry with the text to search.
#[derive(Debug)]
pub(super) struct IndexedEntry {
    pub(super) entry: Entry,
    /// In lower case; see [`search_text`].
    pub(super) search_text: String,
}

/// The entries of all games, last changed first.
#[derive(Debug)]
pub(super) struct GameIndex {
    pub(super) entries: Vec<IndexedEntry>,
    /// The sizes of the boards, sorted.
    pub(super) sizes: Vec<(u32, u32)>,
    pub(super) results: Results,
    /// The number of successive days with a finished game against computer players.
    pub(super) days: u32,
}

/// What the page shows.
#[derive(Clone)]
pub(super) enum View {
    List,
    /// The restoring of a backup.
    Restore,
    Statistics(Arc<Report>),
}

/// The status in the menu.
pub(super) enum Status {
    Storage(StorageEstimate),
    BackupSaved,
}

/// An unsaved name and note of the game with an id.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) note: String,
}

/// The state of the page, which lives as long as the program.
#[derive(Clone, Copy)]
pub(super) struct LibraryPage {
    pub(super) repository: Repository,
    pub(super) view: RwSignal<View>,
    /// `None` until the entries are loaded.
    pub(super) index: RwSignal<Option<Arc<GameIndex>>>,
    /// The indices of the entries that match the filter.
    pub(super) matches: Memo<Arc<Vec<usize>>>,
    pub(super) filter: RwSignal<Filter>,
    /// The games that are shown: the first ones that match.
    pub(super) cards: RwSignal<Vec<Arc<ShownGame>>>,
    /// The number of the latest request for cards.
    pub(super) batch: StoredValue<u32>,
    /// The deleted games, which can be restored.
    pub(super) deleted: RwSignal<Vec<LibraryGame>>,
    pub(super) status: RwSignal<Option<Status>>,
    pub(super) restore: RwSignal<Restore>,
    /// The backup whose settings the user is asked about.
    pub(super) reader: StoredValue<Option<Reader>>,
    /// It outlives the page.
    pub(super) draft: StoredValue<Option<Draft>>,
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

impl LibraryPage {
    /// Spawns work with the database. Its error is shown on the page.
    pub(super) fn spawn(self, work: impl Future<Output = Result<(), DatabaseError>> + 'static) {
        let work: std::pin::Pin<Box<dyn Future<Output = _>>> = Box::pin(work);
        browser::spawn(async move {
            if let Err(error) = work.await {
                self.repository.set_error(Some(error));
            }
        });
    }

    /// Brings the library up to date and shows the games.
    pub(super) fn open(self) {
        self.spawn(async move {
            self.repository.sync().await;
            if untrack(|| self.repository.error()) == Some(DatabaseError::NoAnswer) {
                // It wouldn't answer now either.
                return Ok(());
            }
            self.reload().await?;
            let has_games = untrack(|| self.count()).is_some_and(|count| count > 0);
            if let Some(estimate) = browser::storage_estimate(has_games).await {
                self.status.set(Some(Status::Storage(estimate)));
            }
            Ok(())
        });
    }

    /// Loads the entries of all games, and shows the first ones that match.
    pub(super) async fn reload(self) -> Result<(), DatabaseError> {
        self.load_entries().await?;
        self.load_cards(true).await
    }

    /// Loads the entries of all games, as after a change of those that are shown.
    async fn load_entries(self) -> Result<(), DatabaseError> {
        let mut entries = self.repository.database().await?.entries().await?;
        recognize(&mut entries);
        entries.sort_unstable_by_key(|entry| std::cmp::Reverse(entry.changed));
        let mut sizes = Vec::new();
        for summary in entries.iter().filter_map(|entry| entry.summary.as_ref()) {
            let config = summary.rules.config();
            let size = (config.columns, config.rows);
            if let Err(at) = sizes.binary_search(&size) {
                sizes.insert(at, size);
            }
        }
        let results = Results::of(&entries);
        let days = day_streak(&entries, browser::now(), |time| {
            browser::local_time(time).day
        });
        // One call for all texts, as each call to JavaScript is slow.
        let texts: Vec<String> = entries.iter().map(search_text).collect();
        let texts = browser::to_lowercase(&texts.join(SEPARATOR));
        let entries = entries.into_iter().zip(texts.split(SEPARATOR));
        let indexed = |(entry, search_text): (Entry, &str)| IndexedEntry {
            entry,
            search_text: search_text.to_owned(),
        };
        let index = GameIndex {
            entries: entries.map(indexed).collect(),
            sizes,
            results,
            days,
        };
        self.index.set(Some(Arc::new(index)));
        Ok(())
    }

    /// Returns the number of games; `None` until they are loaded.
    pub(super) fn count(self) -> Option<usize> {
        self.index
            .with(|index| index.as_ref().map(|index| index.entries.len()))
    }

    /// Returns the text in the menu.
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

    /// Changes the filter and shows the games that match.
    pub(super) fn update_filter(self, update: impl FnOnce(&mut Filter)) {
        self.filter.update(update);
        self.spawn(async move { self.load_cards(true).await });
    }

    /// Shows more of the games that match.
    pub(super) fn show_more(self) {
        let shown = self.cards.with_untracked(Vec::len);
        self.spawn(async move {
            self.load_cards(false).await?;
            let all = self.matches.with_untracked(|matches| matches.len());
            if all == self.cards.with_untracked(Vec::len) {
                // The button had the focus.
                let first_new = shown + 1;
                focus_match_soon(format!("#library-list > :nth-child({first_new}) .open"));
            }
            Ok(())
        });
    }

    /// Loads the next games that match, in place of all that are shown if `replaces`.
    async fn load_cards(self, replaces: bool) -> Result<(), DatabaseError> {
        let batch = self.batch.get_value().wrapping_add(1);
        self.batch.set_value(batch);
        let is_shown = |id: &str| {
            !replaces
                && self
                    .cards
                    .with_untracked(|cards| cards.iter().any(|card| card.id() == id))
        };
        let index = self.index.get_untracked();
        let matches = self.matches.get_untracked();
        let next = matches.iter().filter_map(|i| {
            let entry = &index.as_ref()?.entries.get(*i)?.entry;
            (!is_shown(&entry.id)).then(|| entry.id.clone())
        });
        let ids: Vec<String> = next.take(BATCH).collect();
        let mut games = self.repository.database().await?.games(&ids).await?;
        recognize(games.values_mut().map(|game| &mut game.entry));
        if self.batch.get_value() != batch {
            // There is a later request.
            return Ok(());
        }
        let games = ids.iter().filter_map(|id| games.remove(id));
        let cards: Vec<Arc<ShownGame>> = games.map(|game| Arc::new(ShownGame::new(game))).collect();
        self.cards.update(|shown| {
            if replaces {
                shown.clear();
            }
            shown.extend(cards.iter().cloned());
        });
        self.load_accuracies(&cards).await
    }

    /// Shows the accuracy in the games that were reviewed.
    async fn load_accuracies(self, cards: &[Arc<ShownGame>]) -> Result<(), DatabaseError> {
        let reviewed: Vec<(&Arc<ShownGame>, String)> = cards
            .iter()
            .filter(|card| card.person().is_some())
            .map(|card| (card, card.content_hash()))
            .collect();
        let hashes = reviewed.iter().map(|(_, hash)| hash.clone()).collect();
        let found = reviews::load_all(hashes).await?;
        for ((card, _), review) in reviewed.iter().zip(found) {
            if let Some(review) = review {
                card.set_review(&review);
            }
        }
        Ok(())
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
        focus_match_soon("#library-menu");
    }

    /// Saves a changed game.
    pub(super) fn save(self, game: LibraryGame) {
        self.spawn(async move {
            let database = self.repository.database().await?;
            database.write(std::iter::once(&game), &[]).await?;
            self.load_entries().await
        });
    }

    /// Deletes a game, which can be restored until the page is closed.
    pub(super) fn delete(self, card: &ShownGame) {
        let game = card.game();
        self.spawn(async move {
            let database = self.repository.database().await?;
            let id = game.entry.id.clone();
            database
                .write(std::iter::empty(), std::slice::from_ref(&id))
                .await?;
            self.cards
                .update(|cards| cards.retain(|card| card.id() != id));
            self.deleted.update(|deleted| deleted.push(game));
            focus_match_soon("#library-undelete");
            self.load_entries().await
        });
    }

    /// Restores the last deleted game.
    pub(super) fn undelete(self) {
        let Some(game) = self.deleted.try_update(Vec::pop).flatten() else {
            return;
        };
        self.spawn(async move {
            let database = self.repository.database().await?;
            database.write(std::iter::once(&game), &[]).await?;
            self.reload().await?;
            focus_match_soon("#library-list button");
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
