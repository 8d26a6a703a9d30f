//! The library of played games: looking after it, and its dialog.

use super::{
    Repository,
    files::{self, Report, Restore},
    game, list, use_repository,
};
use crate::library::text;
use crate::{
    components::{button::button, dom::focus, erased::view_fn},
    device::{self, Room},
    library::{Entry, Filter, Game, backup::Reader, haystack},
    navigation::Incoming,
    storage::database::Trouble,
};
use leptos::{
    ev,
    html::{self, div, p},
    prelude::*,
};
use std::sync::Arc;

/// What the dialog knows stays as long as the page: what is being read or written when it is
/// closed goes on.
pub(crate) fn start() {
    let rows = RwSignal::new(None::<Arc<Rows>>);
    let filter = RwSignal::new(Filter::default());
    let found = Memo::new(move |_| {
        let rows = rows.get();
        let rows = rows.iter().flat_map(|rows| rows.iter()).enumerate();
        filter.with(|filter| {
            let found = rows.filter(|(_, row)| filter.has(&row.entry, &row.haystack));
            Arc::new(found.map(|(number, _)| number).collect::<Vec<_>>())
        })
    });
    provide_context(Dialog {
        repository: use_repository(),
        view: RwSignal::new(View::List),
        rows,
        found,
        filter,
        active: RwSignal::new(0),
        deleted: RwSignal::new(Vec::new()),
        note: RwSignal::new(None),
        restore: RwSignal::new(Restore::Done(Report::default())),
        reader: StoredValue::new(None),
    });
    game::start();
}

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
    note: RwSignal<Option<Note>>,
    pub(super) restore: RwSignal<Restore>,
    /// The backup about which somebody is asked.
    pub(super) reader: StoredValue<Option<Reader>>,
}

/// What is in the library dialog.
pub(crate) fn library() -> AnyView {
    let dialog: Dialog = expect_context();
    dialog.view.set(View::List);
    dialog.rows.set(None);
    dialog.filter.set(Filter::default());
    dialog.active.set(0);
    dialog.deleted.set(Vec::new());
    if let Some(Incoming::Backup(backup)) = dialog.repository.navigation.take_incoming() {
        files::look_at(dialog, backup);
    }
    dialog.start(async move {
        dialog.repository.caught_up().await;
        dialog.read().await?;
        let some = untrack(|| dialog.count()).is_some_and(|count| count > 0);
        if let Some(room) = device::room(some).await {
            dialog.note.set(Some(Note::Room(room)));
        }
        Ok(())
    });
    let view = view_fn(move || match dialog.view.get() {
        View::List => list::list(dialog),
        View::Game(game) => game::game(dialog, &game),
        View::Restore => files::restore(dialog),
    });
    div().class("library").child(view).into_any()
}

impl Dialog {
    /// Does something with the database; what goes wrong is shown.
    pub(super) fn start(self, work: impl Future<Output = Result<(), Trouble>> + 'static) {
        let work: std::pin::Pin<Box<dyn Future<Output = _>>> = Box::pin(work);
        device::spawn(async move {
            if let Err(trouble) = work.await {
                self.repository.note(Some(trouble));
            }
        });
    }

    /// Reads the list.
    pub(super) async fn read(self) -> Result<(), Trouble> {
        let mut entries = self.repository.database().await?.entries().await?;
        entries.sort_unstable_by_key(|entry| std::cmp::Reverse(entry.changed));
        let mut sizes = Vec::new();
        for summary in entries.iter().filter_map(|entry| entry.summary.as_ref()) {
            let spec = summary.rules.spec();
            let size = (spec.columns, spec.rows);
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
            Some(Note::Room(room)) => text::room(room),
            Some(Note::BackupSaved) => text::BACKUP_SAVED.to_owned(),
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
            list::reveal_active(self);
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
            request_animation_frame(|| focus(&["#", game::FIRST].concat()));
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

    /// What is wrong, with the question what to do about it.
    pub(super) fn trouble(self) -> Option<AnyView> {
        let trouble = self.repository.trouble()?;
        let words = match &trouble {
            Trouble::Full => text::make_room(self.oldest().len()),
            Trouble::Absent(why) => text::no_library(why),
            Trouble::Newer => text::LIBRARY_NEWER.to_owned(),
            Trouble::Failed(why) => text::library_failed(why),
            Trouble::Foreign { name, stores } => {
                text::library_failed(&text::other_stores(name, stores))
            }
        };
        let oldest = self.oldest();
        let ask = (trouble == Trouble::Full && !oldest.is_empty()).then(|| {
            let make_room = move |_| {
                let oldest = untrack(|| self.oldest());
                self.start(async move {
                    let database = self.repository.database().await?;
                    database.write(std::iter::empty(), &oldest).await?;
                    self.repository.caught_up().await;
                    self.read().await
                });
            };
            let yes = html::button()
                .r#type("button")
                .on(ev::click, make_room)
                .child(text::make_room_yes(oldest.len()));
            let no = button(text::MAKE_ROOM_NO, move || self.repository.note(None));
            p().class("buttons").child((yes, no))
        });
        let trouble = div().child((p().class("warning").child(words), ask));
        Some(trouble.into_any())
    }
}
