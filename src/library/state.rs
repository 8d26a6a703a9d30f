//! What the library's dialog knows and shows.

use super::{Entry, Filter, Game, Repository, backup::Reader, haystack, scroll, text};
use crate::{
    components::dom::focus,
    device::{self, Room},
    storage::database::DatabaseError,
};
use leptos::prelude::*;
use std::sync::Arc;

/// What gets the focus when a game is shown.
pub(super) const FIRST: &str = "library-first";

/// Between the names of two games; it is in no name.
const BETWEEN: &str = "\u{1}";

/// A game in the list.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) entry: Entry,
    /// What a text is looked for in.
    pub(super) haystack: String,
}

/// Every game, the latest first.
#[derive(Debug)]
pub(super) struct Rows {
    pub(super) rows: Vec<Row>,
    /// The sizes of the boards that there are.
    pub(super) sizes: Vec<(u32, u32)>,
}

impl std::ops::Deref for Rows {
    type Target = [Row];

    fn deref(&self) -> &[Row] {
        &self.rows
    }
}

/// What the dialog shows.
#[derive(Clone)]
pub(super) enum View {
    List,
    /// One game.
    Game(Arc<Game>),
    /// A backup that is restored.
    Restore,
}

/// What is said below the list.
pub(super) enum Note {
    Room(Room),
    BackupSaved,
}

/// What the dialog knows and shows.
#[derive(Clone, Copy)]
pub(super) struct Dialog {
    pub(super) repository: Repository,
    pub(super) view: RwSignal<View>,
    /// Every game; `None` until they are read.
    pub(super) rows: RwSignal<Option<Arc<Rows>>>,
    /// The numbers of the rows that are searched for.
    pub(super) found: Memo<Arc<Vec<usize>>>,
    pub(super) filter: RwSignal<Filter>,
    /// The row that the keys have come to, among the found ones.
    pub(super) active: RwSignal<usize>,
    /// What was deleted and can be brought back.
    pub(super) deleted: RwSignal<Vec<Arc<Game>>>,
    pub(super) note: RwSignal<Option<Note>>,
    pub(super) restore: RwSignal<Restore>,
    /// The backup about which somebody is asked.
    pub(super) reader: StoredValue<Option<Reader>>,
}

/// How far a backup has been restored.
#[derive(Clone, Debug)]
pub(super) enum Restore {
    /// There are settings in it, about which nobody has been asked yet.
    Client,
    /// Some percent of it.
    Reading(usize),
    Done(Report),
}

/// What came of a backup.
#[derive(Clone, Debug, Default)]
pub(super) struct Report {
    pub(super) taken: Option<String>,
    pub(super) errors: Vec<String>,
}

impl Dialog {
    /// Does something with the database; what goes wrong is shown.
    pub(super) fn start(self, work: impl Future<Output = Result<(), DatabaseError>> + 'static) {
        let work: std::pin::Pin<Box<dyn Future<Output = _>>> = Box::pin(work);
        device::spawn(async move {
            if let Err(trouble) = work.await {
                self.repository.note(Some(trouble));
            }
        });
    }

    /// Reads the list.
    pub(super) async fn read(self) -> Result<(), DatabaseError> {
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
        // In one call, since each takes its time.
        let names: Vec<String> = entries.iter().map(haystack).collect();
        let names = device::in_small_letters(&names.join(BETWEEN));
        let rows = entries.into_iter().zip(names.split(BETWEEN));
        let row = |(entry, haystack): (Entry, &str)| Row {
            entry,
            haystack: haystack.to_owned(),
        };
        let rows = Rows {
            rows: rows.map(row).collect(),
            sizes,
        };
        self.rows.set(Some(Arc::new(rows)));
        Ok(())
    }

    /// How many games there are, once they are read.
    pub(super) fn count(self) -> Option<usize> {
        self.rows.with(|rows| rows.as_ref().map(|rows| rows.len()))
    }

    /// The row that the keys have come to, of those that were found.
    pub(super) fn active(self) -> usize {
        let last = self.found.with(|found| found.len().saturating_sub(1));
        self.active.get().min(last)
    }

    /// What is said below the list.
    pub(super) fn note(self) -> String {
        self.note.with(|note| match note {
            None => String::new(),
            Some(Note::Room(room)) => text::storage_room(room),
            Some(Note::BackupSaved) => text::backup_saved().to_owned(),
        })
    }

    /// Says that a backup was saved.
    pub(super) fn note_backup(self) {
        self.note.set(Some(Note::BackupSaved));
    }

    pub(super) fn is_own(self, id: &str) -> bool {
        self.repository.own_id() == id
    }

    /// Shows the list again.
    pub(super) fn back(self) {
        self.view.set(View::List);
        request_animation_frame(move || {
            scroll::reveal_row(untrack(|| self.active()));
            focus("#library-list");
        });
    }

    /// Shows one game of the list.
    pub(super) fn open(self, id: String) {
        self.start(async move {
            let ids = [id];
            let mut games = self.repository.database().await?.games(&ids).await?;
            let [id] = ids;
            let game = games
                .remove(&id)
                .unwrap_or_else(|| Game::new(&id, String::new(), 0));
            self.view.set(View::Game(Arc::new(game)));
            request_animation_frame(|| focus(&["#", FIRST].concat()));
            Ok(())
        });
    }

    /// Keeps a game that was changed in the dialog, and shows it so.
    pub(super) fn keep(self, game: Game) {
        let game = Arc::new(game);
        self.start(async move {
            let database = self.repository.database().await?;
            database.write(std::iter::once(&*game), &[]).await?;
            self.read().await
        });
    }

    /// Deletes a game; it can be brought back while the dialog is open.
    pub(super) fn delete(self, game: Arc<Game>) {
        self.start(async move {
            let database = self.repository.database().await?;
            database
                .write(std::iter::empty(), std::slice::from_ref(&game.entry.id))
                .await?;
            self.deleted.update(|deleted| deleted.push(game));
            self.read().await?;
            self.back();
            Ok(())
        });
    }

    /// Brings back what was deleted last.
    pub(super) fn undelete(self) {
        let Some(game) = self.deleted.try_update(Vec::pop).flatten() else {
            return;
        };
        self.start(async move {
            let database = self.repository.database().await?;
            database.write(std::iter::once(&*game), &[]).await?;
            self.read().await?;
            self.back();
            Ok(())
        });
    }

    /// The games that could make room: the oldest of those without a star.
    pub(super) fn oldest(self) -> Vec<String> {
        self.rows.with(|rows| {
            let rows = rows.iter().flat_map(|rows| rows.iter());
            let loose = |row: &&Row| !row.entry.starred && !self.is_own(&row.entry.id);
            let loose: Vec<&Row> = rows.filter(loose).collect();
            let count = (loose.len() / 10).max(10);
            let oldest = loose.iter().rev().take(count);
            oldest.map(|row| row.entry.id.clone()).collect()
        })
    }
}
