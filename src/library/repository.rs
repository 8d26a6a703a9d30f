//! Brings what was played into the library: one's own game, those that have made room
//! for it, and those that could not be read before.

use super::database::Database;
use crate::components::html::p;
use crate::library::text;
use crate::{
    autosave::Autosave,
    device,
    game::{
        session::at_stake,
        state::{GameState, use_game},
    },
    library::{Game, keep, rescued},
    navigation::{Navigation, use_navigation},
    storage::database::DatabaseError,
    storage::{self, BrowserStorage, Storage},
};
use four_shapes_engine::record;
use leptos::{ev, prelude::*};
use std::{collections::BTreeMap, rc::Rc, time::Duration};

/// How long the page is left alone after a change. What is played meanwhile is in the
/// browser's other storage.
const QUIET: Duration = Duration::from_millis(300);

/// Keeps the library.
#[derive(Clone, Copy)]
pub(crate) struct Repository {
    state: StoredValue<State, LocalStorage>,
    pub(super) navigation: Navigation,
    /// Why the library can't be used, if it can't.
    trouble: RwSignal<Option<DatabaseError>>,
}

struct State {
    game: GameState,
    autosave: Autosave,
    database: Option<Rc<Database>>,
    work: Work,
    /// It will be looked after soon.
    expected: bool,
    /// One's own game as it was seen last: the id and the record.
    seen: Option<(String, String)>,
    /// It has been said that there is no room.
    said: bool,
}

/// Whether something is being brought into the library.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Work {
    #[default]
    Nothing,
    Busy,
    /// And there may be more since that has begun.
    More,
}

impl State {
    fn own_id(&self) -> String {
        self.game.peek(|session| self.autosave.own_id(session))
    }
}

impl Repository {
    /// Begins to look after the library, except for a guest: there the tab that has one's own
    /// game does that.
    pub(crate) fn start(guest: bool) -> Self {
        let repository = Self {
            state: StoredValue::new_local(State {
                game: use_game(),
                autosave: expect_context(),
                database: None,
                work: Work::Nothing,
                expected: false,
                seen: None,
                said: false,
            }),
            navigation: use_navigation(),
            trouble: RwSignal::new(None),
        };
        if guest {
            return repository;
        }
        repository.catch_up();
        // The last chance; what is not complete then comes with the next visit.
        window_event_listener(ev::pagehide, move |_| repository.catch_up());
        window_event_listener(ev::visibilitychange, move |_| repository.catch_up());
        repository
    }

    /// Whether games are kept, as far as is known.
    pub(crate) fn works(self) -> bool {
        self.trouble.with_untracked(Option::is_none)
    }

    /// The id of one's own game, which is on the board or kept aside.
    pub(super) fn own_id(self) -> String {
        self.state.with_value(State::own_id)
    }

    pub(super) fn trouble(self) -> Option<DatabaseError> {
        self.trouble.get()
    }

    /// The game on the board may have changed: not now, but soon.
    pub(crate) fn changed(self) {
        let expected = self
            .state
            .try_update_value(|state| std::mem::replace(&mut state.expected, true));
        if expected == Some(false) {
            set_timeout(move || self.catch_up(), QUIET);
        }
    }

    /// Brings everything into the library that is not there yet.
    pub(super) fn catch_up(self) {
        let before = self.state.try_update_value(|state| {
            state.expected = false;
            let before = state.work;
            state.work = match before {
                Work::Nothing => Work::Busy,
                Work::Busy | Work::More => Work::More,
            };
            before
        });
        if before == Some(Work::Nothing) {
            device::spawn(self.work());
        }
    }

    /// The same, and waits until that is done.
    pub(super) async fn caught_up(self) {
        self.catch_up();
        while self.state.with_value(|state| state.work != Work::Nothing) {
            device::sleep(10).await;
        }
    }

    async fn work(self) {
        loop {
            let result = self.keep_all().await;
            if result == Err(DatabaseError::QuotaExceeded) {
                self.say_full();
            }
            self.note(result.err());
            let more = self.state.try_update_value(|state| {
                let more = state.work == Work::More;
                state.work = if more { Work::Busy } else { Work::Nothing };
                more
            });
            if more != Some(true) {
                return;
            }
        }
    }

    /// Takes note of what is wrong, or that nothing is.
    pub(super) fn note(self, trouble: Option<DatabaseError>) {
        if self.trouble.with_untracked(|before| *before != trouble) {
            self.trouble.set(trouble);
        }
    }

    fn say_full(self) {
        let said = self
            .state
            .try_update_value(|state| std::mem::replace(&mut state.said, true));
        if said == Some(false) {
            self.navigation.notify(text::library_full());
        }
    }

    /// The database, opened when it is first needed.
    pub(super) async fn database(self) -> Result<Rc<Database>, DatabaseError> {
        if let Some(database) = self.state.with_value(|state| state.database.clone()) {
            return Ok(database);
        }
        let closed = move || {
            self.state.update_value(|state| state.database = None);
            self.note(Some(DatabaseError::Newer));
        };
        let database = Rc::new(Database::open(closed).await?);
        self.state
            .update_value(|state| state.database = Some(database.clone()));
        Ok(database)
    }

    async fn keep_all(self) -> Result<(), DatabaseError> {
        let storage = BrowserStorage::new();
        // The name on the storage, the text there, and the game's id.
        let mut waiting: Vec<(String, String, String)> = Vec::new();
        for name in storage.keys().unwrap_or_default() {
            let text = || storage.get(&name).ok().flatten();
            let found = match name.strip_prefix(storage::REPLACED_PREFIX) {
                Some(id) if storage::is_id(id) => text().map(|text| (text, id.to_owned())),
                None if storage::is_set_aside(&name) => text().and_then(|text| {
                    let id = rescued(&text, 0)?.entry.id;
                    Some((text, id))
                }),
                _ => None,
            };
            if let Some((text, id)) = found {
                waiting.push((name, text, id));
            }
        }
        let own = self.state.with_value(|state| {
            let record = state.game.peek(|session| record::write(session.own().0));
            Some((state.own_id(), record))
        });
        let seen = self.state.with_value(|state| state.seen == own);
        let new = own.clone().filter(|_| !seen);
        if waiting.is_empty() && new.is_none() {
            // Whether there is a library at all is to be known.
            return self.database().await.map(|_| ());
        }
        let database = self.database().await?;
        let games = waiting
            .iter()
            .map(|(_, text, id)| (id.clone(), text.clone()));
        // One's own game last: it is the latest, if an older state of it was left.
        let games: Vec<(String, String)> = games.chain(new).collect();
        let ids: Vec<String> = games.iter().map(|(id, _)| id.clone()).collect();
        let before = database.games(&ids).await?;
        let now = device::now();
        let mut kept: BTreeMap<String, Game> = BTreeMap::new();
        let last = games.len().saturating_sub(1);
        for (number, (id, record)) in games.into_iter().enumerate() {
            let before = kept.get(&id).or_else(|| before.get(&id));
            // So that one's own game is the latest.
            let now = now - u64::from(number < last);
            if let Some(game) = keep(before, &id, record, now) {
                kept.insert(game.entry.id.clone(), game);
            }
        }
        if !kept.is_empty() {
            database.write(kept.values(), &[]).await?;
        }
        for (name, text, _) in waiting {
            // Only what is in the library now; it may be another text meanwhile.
            if storage.get(&name) == Ok(Some(text)) {
                // What stays there is found there again.
                let _ = storage.remove(&name);
            }
        }
        self.state.update_value(|state| state.seen = own);
        Ok(())
    }
}

/// The library of this page.
pub(crate) fn use_repository() -> Repository {
    expect_context()
}

/// What is said in a dialog that puts another game on the board, if that costs
/// moves.
pub(crate) fn warning(game: GameState) -> Option<AnyView> {
    let moves = game.peek_match(at_stake)?;
    let is_kept = use_repository().works();
    let class = if is_kept { "detail" } else { "warning" };
    let text = text::end_of_game(moves, is_kept);
    Some(p().class(class).child(text).into_any())
}
