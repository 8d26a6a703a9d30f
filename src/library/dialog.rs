//! The library of played games: looking after it, and its dialog.

use super::{Repository, files, game, list, use_repository};
use crate::library::text;
use crate::{
    components::ui::{button, dynamic, focus, html, nothing},
    device,
    library::{Entry, Filter, Game, backup::Reader, haystack},
    navigation::Incoming,
    storage::database::Trouble,
};
use leptos::prelude::*;
use std::sync::Arc;

/// What the dialog knows stays as long as the page: what is being read or written when it is
/// closed goes on.
pub(crate) fn start() {
    provide_context(Dialog {
        repository: use_repository(),
        view: RwSignal::new(View::List),
        rows: RwSignal::new(None),
        found: RwSignal::new(Found::default()),
        filter: RwSignal::new(Filter::default()),
        active: RwSignal::new(0),
        deleted: RwSignal::new(Vec::new()),
        room: RwSignal::new(String::new()),
        said: RwSignal::new(String::new()),
        backup: RwSignal::new(files::Progress::default()),
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

/// The games that were found.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    /// The numbers of their rows.
    pub(super) rows: Arc<Vec<usize>>,
    /// Counts the searches, so that the list is drawn anew after each.
    pub(super) search: usize,
}

/// What the dialog shows.
#[derive(Clone)]
pub(super) enum View {
    List,
    /// One game.
    Game(Arc<Game>),
    /// What comes of a backup.
    Backup,
}

/// What the dialog knows and shows.
#[derive(Clone, Copy)]
pub(super) struct Dialog {
    pub(super) repository: Repository,
    pub(super) view: RwSignal<View>,
    /// Every game; `None` until they are read.
    pub(super) rows: RwSignal<Option<Arc<Rows>>>,
    pub(super) found: RwSignal<Found>,
    pub(super) filter: RwSignal<Filter>,
    /// The row that the keys have come to, among the found ones.
    pub(super) active: RwSignal<usize>,
    /// What was deleted and can be brought back.
    pub(super) deleted: RwSignal<Vec<Arc<Game>>>,
    /// How much room there is, in words.
    pub(super) room: RwSignal<String>,
    /// What happened last, in words.
    pub(super) said: RwSignal<String>,
    /// How far a backup has been read, and what came of it.
    pub(super) backup: RwSignal<files::Progress>,
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
    dialog.search();
    if let Some(Incoming::Backup(backup)) = dialog.repository.navigation.take_incoming() {
        files::look_at(dialog, backup);
    }
    dialog.start(async move {
        dialog.repository.caught_up().await;
        dialog.read().await?;
        let some = dialog
            .rows
            .with_untracked(|rows| rows.as_ref().is_some_and(|rows| !rows.is_empty()));
        if let Some(room) = device::room(some).await {
            dialog.room.set(text::room(&room));
        }
        Ok(())
    });
    let view = move || match dialog.view.get() {
        View::List => list::list(dialog),
        View::Game(game) => game::game(dialog, &game),
        View::Backup => files::progress(dialog),
    };
    html("div").class("library").child(dynamic(view)).view()
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
        self.search();
        Ok(())
    }

    /// Finds again what is searched for.
    pub(super) fn search(self) {
        let found: Vec<usize> = self.filter.with_untracked(|filter| {
            self.rows.with_untracked(|rows| {
                let rows = rows.iter().flat_map(|rows| rows.iter()).enumerate();
                let found = rows.filter(|(_, row)| filter.has(&row.entry, &row.haystack));
                found.map(|(number, _)| number).collect()
            })
        });
        self.active
            .update(|active| *active = (*active).min(found.len().saturating_sub(1)));
        self.found.update(|before| {
            before.rows = Arc::new(found);
            before.search += 1;
        });
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
            self.said.set(text::deleted(&text::game_title(&game.entry)));
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
        self.said.set(String::new());
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
    pub(super) fn trouble(self) -> AnyView {
        let Some(trouble) = self.repository.trouble() else {
            return nothing();
        };
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
            let yes = button("", move || {
                let oldest = self.oldest();
                self.start(async move {
                    let database = self.repository.database().await?;
                    database.write(std::iter::empty(), &oldest).await?;
                    self.repository.caught_up().await;
                    self.read().await
                });
            });
            html("p")
                .class("buttons")
                .child(yes.text(text::make_room_yes(oldest.len())))
                .child(button(text::MAKE_ROOM_NO, move || {
                    self.repository.note(None);
                }))
        });
        html("div")
            .child(html("p").class("warning").text(words))
            .children(ask)
            .view()
    }
}
