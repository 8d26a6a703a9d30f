//! Stores the game after each command.

use crate::{
    game::{session::Session, state::GameState},
    navigation::{Navigation, use_navigation},
    storage::{BrowserStorage, GameStore, SaveError, Saved},
    text,
};
use leptos::prelude::*;

/// Stores one's own game, and knows its id among all that were played here.
#[derive(Clone, Copy)]
pub(crate) struct Autosave(StoredValue<State, LocalStorage>);

struct State {
    store: GameStore<BrowserStorage>,
    /// Another page goes on with the game of the first id: from then on the one that is
    /// played here is another game, with the second.
    diverged: Option<(String, String)>,
    /// It has been said that games can't be stored.
    reported: bool,
    navigation: Navigation,
    fresh_id: fn() -> String,
}

impl Autosave {
    /// Stores the game now and after each command, and says so once if that fails.
    /// `fresh_id` makes an id that no game has yet.
    pub(crate) fn start(
        game: GameState,
        store: GameStore<BrowserStorage>,
        fresh_id: fn() -> String,
    ) -> Self {
        let autosave = Self(StoredValue::new_local(State {
            // What is known from the start has been said then.
            reported: !store.can_write(),
            store,
            diverged: None,
            navigation: use_navigation(),
            fresh_id,
        }));
        let save = move |session: &Session| autosave.0.update_value(|state| state.save(session));
        game.peek(save);
        game.on_event(save);
        autosave
    }

    /// The id of one's own game, on the board or kept aside.
    pub(crate) fn own_id(self, session: &Session) -> String {
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
        let (played, series_score) = session.own();
        let id = self.id(session).to_owned();
        let saved = self.store.save(&id, played);
        if saved.is_ok() {
            self.store.save_series_score(series_score);
        }
        if saved == Err(SaveError::Conflict) {
            self.diverged = Some((session.own_id().to_owned(), (self.fresh_id)()));
        }
        match saved {
            Ok(Saved::Updated) => {}
            Ok(Saved::Recreated) => self.navigation.notify(text::stored_again()),
            Err(_) if self.reported => {}
            Err(why) => {
                self.reported = true;
                self.navigation.notify(text::not_stored(why));
            }
        }
    }
}
