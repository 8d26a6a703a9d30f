//! Copies games from local storage into the library: the current game, those it has replaced,
//! and those that an earlier version could not read.

use super::{
    database::Database,
    entry::{content_hash, is_copy_of, recognize},
    marks::Mark,
    results::GameResult,
};
use crate::{
    autosave::Autosave,
    browser,
    components::html::{Element, p},
    context::context,
    game::{
        session::{Command, unfinished_moves},
        state::{GameState, use_game},
    },
    library::{LibraryGame, Plan, copy_id, plan, recovered_id, required_ids, text},
    navigation::{Navigation, use_navigation},
    storage::{
        BrowserStorage, Storage,
        correspondence::remote_of,
        database::DatabaseError,
        game::{REPLACED_PREFIX, is_set_aside},
        is_id,
    },
};
use four_shapes_records::{Match, record};
use js_sys::{Function, Promise};
use leptos::{ev, prelude::*};
use std::{collections::BTreeSet, rc::Rc, time::Duration};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

/// The delay after a change. Until then, the game is in local storage.
const SYNC_DELAY: Duration = Duration::from_millis(300);

/// The library and its synchronization with local storage.
#[derive(Clone, Copy)]
pub(crate) struct Repository {
    state: StoredValue<State, LocalStorage>,
    pub(super) navigation: Navigation,
    /// The last error of the database, unless later work has succeeded.
    error: RwSignal<Option<DatabaseError>>,
}

struct State {
    game: GameState,
    autosave: Autosave,
    database: Option<Rc<Database>>,
    sync: SyncState,
    /// Resolve the promises of those who wait for its end.
    waiting: Vec<Function>,
    /// Whether a synchronization is scheduled.
    scheduled: bool,
    /// The id and record of the current game when it was last copied.
    synced_game: Option<(String, String)>,
    /// Whether it was reported that the storage quota is exceeded.
    reported_quota: bool,
    /// The id and match of the unfinished game whose place a finished one has taken.
    interrupted: Option<(String, Match)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum SyncState {
    Idle,
    Running,
    /// Running, and must run again because of later changes.
    RunAgain,
}

impl State {
    fn current_id(&self) -> String {
        self.game
            .with_untracked(|session| self.autosave.current_id(session))
    }
}

impl Repository {
    /// Starts the synchronization, except in a read-only tab, as another tab has the current game.
    pub(crate) fn start(is_read_only: bool) -> Self {
        let repository = Self {
            state: StoredValue::new_local(State {
                game: use_game(),
                autosave: context(),
                database: None,
                sync: SyncState::Idle,
                waiting: Vec::new(),
                scheduled: false,
                synced_game: None,
                reported_quota: false,
                interrupted: None,
            }),
            navigation: use_navigation(),
            error: RwSignal::new(None),
        };
        if is_read_only {
            return repository;
        }
        repository.show_end();
        repository.start_sync();
        // If the page is closed before this completes, the next visit does it.
        window_event_listener(ev::pagehide, move |_| repository.start_sync());
        window_event_listener(ev::visibilitychange, move |_| repository.start_sync());
        repository
    }

    /// Shows a finished game, which is not changed. [`Self::resume`] returns to the game on the board,
    /// if that is unfinished.
    pub(super) fn look_at(self, game_match: &Match) {
        let game = self.game();
        // Between two finished games it is still the one before them.
        if !self.is_looked_at() {
            let interrupted = game.with_untracked(|session| {
                let own = session.own().0;
                unfinished_moves(own).map(|_| (session.own_id().to_owned(), own.clone()))
            });
            self.state
                .update_value(|state| state.interrupted = interrupted);
        }
        open_copy(game, game_match);
    }

    /// Returns to the unfinished game in whose place a finished one is looked at.
    pub(super) fn resume(self) {
        let interrupted = self
            .state
            .try_update_value(|state| state.interrupted.take());
        if let Some((id, game_match)) = interrupted.flatten().filter(|_| self.is_looked_at()) {
            self.game().send(Command::Open {
                remote: remote_of(&BrowserStorage::new(), &id),
                id,
                game_match: Box::new(game_match),
            });
        }
    }

    /// Shows the end of a finished game that was looked at before a reload, not where its review was:
    /// there, it looks like a game in progress.
    fn show_end(self) {
        let game = self.game();
        let is_over = |game_match: &Match| unfinished_moves(game_match).is_none();
        if self.is_looked_at() && game.with_match_untracked(is_over) {
            game.send(Command::GoTo(usize::MAX));
        }
    }

    /// Whether the game on the board is a copy that is only looked at.
    fn is_looked_at(self) -> bool {
        self.game().with_untracked(|session| {
            session.is_own() && is_copy_of(session.own_id(), &content_hash(session.own().0))
        })
    }

    /// Returns false if the last access to the database has failed.
    pub(crate) fn is_available(self) -> bool {
        self.error.with_untracked(Option::is_none)
    }

    pub(super) fn game(self) -> GameState {
        self.state.with_value(|state| state.game)
    }

    /// Returns the id of the current game, on the board or behind a shared one.
    pub(super) fn current_id(self) -> String {
        self.state.with_value(State::current_id)
    }

    pub(super) fn error(self) -> Option<DatabaseError> {
        self.error.get()
    }

    /// Schedules a synchronization after a change of the current game.
    pub(crate) fn schedule_sync(self) {
        let scheduled = self
            .state
            .try_update_value(|state| std::mem::replace(&mut state.scheduled, true));
        if scheduled == Some(false) {
            set_timeout(move || self.start_sync(), SYNC_DELAY);
        }
    }

    /// Starts copying all games that are not in the library yet.
    pub(super) fn start_sync(self) {
        let before = self.state.try_update_value(|state| {
            state.scheduled = false;
            let next = match state.sync {
                SyncState::Idle => SyncState::Running,
                SyncState::Running | SyncState::RunAgain => SyncState::RunAgain,
            };
            std::mem::replace(&mut state.sync, next)
        });
        if before == Some(SyncState::Idle) {
            browser::spawn(self.run_sync());
        }
    }

    /// Copies all games that are not in the library yet. It may fail, with an error.
    pub(super) async fn sync(self) {
        let done = Promise::new(&mut |resolve, _| {
            self.state.update_value(|state| state.waiting.push(resolve));
        });
        self.start_sync();
        // It is never rejected.
        let _ = JsFuture::from(done).await;
    }

    async fn run_sync(self) {
        loop {
            let result = self.copy_games().await;
            if result == Err(DatabaseError::QuotaExceeded) {
                self.report_quota();
            }
            let is_answered = result != Err(DatabaseError::NoAnswer);
            self.set_error(result.err());
            let waiting = self.state.try_update_value(|state| {
                if state.sync == SyncState::RunAgain && is_answered {
                    state.sync = SyncState::Running;
                    return None;
                }
                state.sync = SyncState::Idle;
                Some(std::mem::take(&mut state.waiting))
            });
            let Some(None) = waiting else {
                for resolve in waiting.into_iter().flatten().flatten() {
                    // It doesn't throw.
                    let _ = resolve.call0(&JsValue::UNDEFINED);
                }
                return;
            };
        }
    }

    pub(super) fn set_error(self, error: Option<DatabaseError>) {
        if self.error.with_untracked(|before| *before != error) {
            self.error.set(error);
        }
    }

    fn report_quota(self) {
        let reported = self
            .state
            .try_update_value(|state| std::mem::replace(&mut state.reported_quota, true));
        if reported == Some(false) {
            self.navigation.notify(text::library_full());
        }
    }

    /// Returns the database, which is opened when first needed.
    pub(super) async fn database(self) -> Result<Rc<Database>, DatabaseError> {
        if let Some(database) = self.state.with_value(|state| state.database.clone()) {
            return Ok(database);
        }
        let on_closed = move || {
            self.state.update_value(|state| state.database = None);
            self.set_error(Some(DatabaseError::Newer));
        };
        let database = Rc::new(Database::open(on_closed).await?);
        self.state
            .update_value(|state| state.database = Some(database.clone()));
        Ok(database)
    }

    /// Copies the games of local storage into the database, and removes those that are not current
    /// from local storage.
    async fn copy_games(self) -> Result<(), DatabaseError> {
        let storage = BrowserStorage::new();
        // Keys, records and ids.
        let mut stored: Vec<(String, String, String)> = Vec::new();
        for key in storage.keys().unwrap_or_default() {
            let Ok(Some(record)) = storage.get(&key) else {
                continue;
            };
            let id = match key.strip_prefix(REPLACED_PREFIX) {
                Some(id) => is_id(id).then(|| id.to_owned()),
                None if is_set_aside(&key) => recovered_id(&record),
                None => None,
            };
            if let Some(id) = id {
                stored.push((key, record, id));
            }
        }
        let current = self.state.with_value(|state| {
            let record = state
                .game
                .with_untracked(|session| record::write(session.own().0));
            Some((state.current_id(), record))
        });
        let synced = self.state.with_value(|state| state.synced_game.clone());
        let changed = current.clone().filter(|_| synced != current);
        if stored.is_empty() && changed.is_none() {
            // Only to find out whether the database is available.
            return self.database().await.map(|_| ());
        }
        let database = self.database().await?;
        let now = browser::now();
        let [assisted, of_cup] = [Mark::ASSISTED, Mark::OF_CUP].map(|mark| mark.ids(&storage));
        let game = |id: &str, record: &str, now| {
            let mut game = LibraryGame::new(id, record.to_owned(), now);
            game.entry.is_assisted |= assisted.iter().any(|assisted| assisted == id);
            game.entry.is_of_cup = of_cup.iter().any(|of_cup| of_cup == id);
            game
        };
        // The current game gets the latest time, so that it is first in the list.
        let left = stored
            .iter()
            .map(|(_, record, id)| game(id, record, now - 1));
        let left: Vec<LibraryGame> = left.collect();
        let changed = changed.map(|(id, record)| game(&id, &record, now));
        let all = match &changed {
            Some(changed) if left.is_empty() => BTreeSet::from([changed.entry.id.clone()]),
            _ => database.ids().await?,
        };
        let games = database
            .games(&required_ids(left.iter().chain(&changed), &all))
            .await?;
        let Plan {
            updates,
            is_different,
        } = plan(left, changed, synced.as_ref(), games);
        if !updates.is_empty() {
            database.write(updates.values(), &[]).await?;
        }
        for (key, record, _) in stored {
            // Another tab may have changed it since.
            if storage.get(&key) == Ok(Some(record)) {
                // If this fails, it is copied again.
                let _ = storage.remove(&key);
            }
        }
        let current_id = self.state.with_value(State::current_id);
        for mark in Mark::ALL {
            mark.remove_stored(&storage, &current_id);
        }
        if is_different {
            // Under its new id it is copied next.
            let (before, after) = self.state.with_value(|state| {
                let before = state.current_id();
                state
                    .game
                    .with_untracked(|session| state.autosave.rename(session));
                (before, state.current_id())
            });
            let marks = Mark::ALL.into_iter();
            for mark in marks.filter(|mark| mark.ids(&storage).contains(&before)) {
                mark.set(&storage, &after);
            }
            self.start_sync();
        } else {
            self.state.update_value(|state| state.synced_game = current);
        }
        Ok(())
    }
}

/// Returns what the current game, which has ended, has changed in the user's results, once the
/// library has it; `None` if it is not a game against computer players, or can't be read.
pub(super) async fn latest_result(repository: Repository) -> Option<GameResult> {
    repository.sync().await;
    let database = repository.database().await.ok()?;
    let mut entries = database.entries().await.ok()?;
    recognize(&mut entries);
    GameResult::of(&entries, &repository.current_id())
}

/// Returns the repository of the page.
pub(crate) fn use_repository() -> Repository {
    context()
}

/// Puts a copy of a game on the board as the current game, which doesn't count for the rating.
pub(crate) fn open_copy(game: GameState, game_match: &Match) {
    let id = copy_id(&browser::new_id(), game_match);
    Mark::ASSISTED.set(&BrowserStorage::new(), &id);
    game.send(Command::Open {
        id,
        game_match: Box::new(game_match.clone()),
        remote: None,
    });
}

/// Returns a note for dialogs that replace the current game, if that has moves to lose.
pub(crate) fn replacement_warning(game: GameState) -> Option<Element> {
    let moves = game.with_untracked(|session| unfinished_moves(session.own().0))?;
    let is_saved = use_repository().is_available();
    let class = if is_saved { "detail" } else { "warning" };
    let text = text::replaced_game(moves, is_saved);
    Some(p().class(class).child(text))
}
