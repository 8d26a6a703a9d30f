//! Stores the game after each command.

use crate::{
    browser,
    game::{
        session::{Remote, Session},
        state::GameState,
    },
    navigation::{Navigation, use_navigation},
    storage::{
        BrowserStorage, GameStore, LoadedGame, SaveError, Saved, Storage, correspondence, scores,
    },
    text,
};
use leptos::prelude::*;

/// The storage of the page's game.
pub(crate) struct OpenedStorage {
    pub(crate) store: GameStore<BrowserStorage>,
    pub(crate) found: LoadedGame,
    /// About what can't be read.
    pub(crate) notice: Option<String>,
    /// Which seats of the game are played elsewhere.
    pub(crate) remote: Option<Remote>,
}

impl OpenedStorage {
    pub(crate) fn new(store: GameStore<BrowserStorage>, found: LoadedGame) -> Self {
        Self {
            store,
            found,
            notice: None,
            remote: None,
        }
    }
}

/// Opens a storage with a game. The errors of parsers are described here and not on the first screen,
/// whose code they would double.
pub(crate) fn open_stored(storage: BrowserStorage) -> OpenedStorage {
    let (store, found) = GameStore::open(storage);
    let remote = correspondence::remote_of(&BrowserStorage::new(), store.id());
    let notice = match &found {
        LoadedGame::Unreadable(problem) => Some(text::storage_problem(problem)),
        _ => None,
    };
    OpenedStorage {
        notice,
        remote,
        ..OpenedStorage::new(store, found)
    }
}

/// Stores the current game and knows its id.
#[derive(Clone, Copy)]
pub(crate) struct Autosave(StoredValue<State, LocalStorage>);

struct State {
    game: StoredGame<BrowserStorage>,
    /// Whether a failure to save was reported.
    reported: bool,
    navigation: Navigation,
}

/// Stores the current game under its id.
pub(crate) struct StoredGame<S> {
    store: GameStore<S>,
    /// The number of the own game whose id belongs to a different game, as another tab has continued
    /// it or the library has more of it, and the id that it has instead.
    diverged: Option<(u32, String)>,
    new_id: fn() -> String,
}

impl Autosave {
    /// Stores the game now and after each command, and reports the first failure. `new_id`
    /// returns an unused id.
    pub(crate) fn start(
        game: GameState,
        store: GameStore<BrowserStorage>,
        new_id: fn() -> String,
    ) -> Self {
        let autosave = Self(StoredValue::new_local(State {
            // Reported when the game was loaded.
            reported: !store.can_write(),
            game: StoredGame::new(store, new_id),
            navigation: use_navigation(),
        }));
        let on_event =
            move |session: &Session| autosave.0.update_value(|state| state.on_event(session));
        game.with_untracked(on_event);
        game.on_event(on_event);
        autosave
    }

    /// Returns the id of the current game, on the board or behind a shared one.
    pub(crate) fn current_id(self, session: &Session) -> String {
        self.0.with_value(|state| state.game.id(session).to_owned())
    }

    /// Gives the current game another id, as the library has a different game under its own.
    pub(crate) fn rename(self, session: &Session) {
        self.0.update_value(|state| {
            let saved = state.game.rename(session);
            state.report(saved);
        });
    }
}

impl State {
    fn on_event(&mut self, session: &Session) {
        let saved = self.game.save(session);
        self.report(saved);
        // Here, since the part of the program with the high scores may not be loaded yet.
        if !session.win_changes().is_empty()
            && let Some(today) = browser::today()
            && scores::add_win_changes(&BrowserStorage::new(), session.win_changes(), today)
                .is_err()
        {
            self.navigation.notify(text::score_not_stored());
        }
    }

    fn report(&mut self, saved: Result<Saved, SaveError>) {
        match saved {
            Ok(Saved::Updated) => {}
            Ok(Saved::Recreated) => self.navigation.inform(text::stored_again()),
            Err(_) if self.reported => {}
            Err(error) => {
                self.reported = true;
                self.navigation.notify(text::not_stored(error));
            }
        }
    }
}

impl<S: Storage> StoredGame<S> {
    pub(crate) fn new(store: GameStore<S>, new_id: fn() -> String) -> Self {
        Self {
            store,
            diverged: None,
            new_id,
        }
    }

    /// Returns the id of the current game.
    pub(crate) fn id<'a>(&'a self, session: &'a Session) -> &'a str {
        match &self.diverged {
            Some((own_count, id)) if *own_count == session.own_count() => id,
            _ => session.own_id(),
        }
    }

    /// Gives the current game another id, and stores it.
    pub(crate) fn rename(&mut self, session: &Session) -> Result<Saved, SaveError> {
        let id = (self.new_id)();
        self.store.rename(&id);
        self.diverged = Some((session.own_count(), id));
        self.save(session)
    }

    /// Stores the current game.
    ///
    /// # Errors
    /// If it can't be stored; after [`SaveError::Conflict`] it has another id.
    pub(crate) fn save(&mut self, session: &Session) -> Result<Saved, SaveError> {
        let (game_match, series_score) = session.own();
        let id = self.id(session).to_owned();
        let result = self.store.save(&id, game_match);
        match result {
            Ok(_) => self.store.save_series_score(series_score),
            Err(SaveError::Conflict) => {
                self.diverged = Some((session.own_count(), (self.new_id)()));
            }
            Err(_) => {}
        }
        result
    }
}
