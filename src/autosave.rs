//! Stores the game after each command.

use crate::{
    game::{session::Session, state::GameState},
    navigation::{Navigation, use_navigation},
    storage::{BrowserStorage, GameStore, SaveError, Saved},
    text,
};
use leptos::prelude::*;

/// Stores the current game and knows its id.
#[derive(Clone, Copy)]
pub(crate) struct Autosave(StoredValue<State, LocalStorage>);

struct State {
    store: GameStore<BrowserStorage>,
    /// The ids before and after another tab has continued the game: from then on, the game in
    /// this tab is a different one with the second id.
    diverged: Option<(String, String)>,
    /// Whether a failure to save was reported.
    reported: bool,
    navigation: Navigation,
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
            store,
            diverged: None,
            navigation: use_navigation(),
            new_id,
        }));
        let save = move |session: &Session| autosave.0.update_value(|state| state.save(session));
        game.peek(save);
        game.on_event(save);
        autosave
    }

    /// Returns the id of the current game, on the board or behind a shared one.
    pub(crate) fn current_id(self, session: &Session) -> String {
        self.0.with_value(|state| state.id(session).to_owned())
    }
}

impl State {
    fn id<'a>(&'a self, session: &'a Session) -> &'a str {
        match &self.diverged {
            Some((from, to)) if from == session.own_id() => to,
            _ => session.own_id(),
        }
    }

    fn save(&mut self, session: &Session) {
        let (game_match, series_score) = session.own();
        let id = self.id(session).to_owned();
        let result = self.store.save(&id, game_match);
        if result.is_ok() {
            self.store.save_series_score(series_score);
        }
        if result == Err(SaveError::Conflict) {
            self.diverged = Some((session.own_id().to_owned(), (self.new_id)()));
        }
        match result {
            Ok(Saved::Updated) => {}
            Ok(Saved::Recreated) => self.navigation.notify(text::stored_again()),
            Err(_) if self.reported => {}
            Err(error) => {
                self.reported = true;
                self.navigation.notify(text::not_stored(error));
            }
        }
    }
}
