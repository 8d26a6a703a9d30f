//! The end of a game: a card with the result, what can be learned from it, and what can be done
//! next.

mod card;
mod phase;

use crate::{
    browser,
    components::html::Child,
    context::context,
    game::{
        session::{CommandError, Event, Session},
        state::{GameState, use_game},
        view_model::Ending,
    },
    later_views::use_later_views,
    navigation::{Navigation, Route, use_navigation},
    settings::preferences::Preferences,
    signals, sound,
};
use leptos::prelude::*;
use phase::Phase;
use std::time::Duration;

/// The time from the drawn line to the card, in milliseconds.
const CARD_AFTER_MS: u32 = 400;

/// The time in milliseconds in which a press on the board is still meant for the game.
const LATE_PRESS_MS: u64 = 700;

/// The card of the game on the board.
#[derive(Clone, Copy)]
struct End {
    game: GameState,
    navigation: Navigation,
    phase: RwSignal<Phase>,
    has_card: RwSignal<bool>,
    /// Until this time the card stays though the board is pressed.
    stays_until: StoredValue<u64>,
}

impl End {
    fn set(self, phase: Phase) {
        if self.phase.get_untracked() != phase {
            signals::set(self.phase, phase);
            signals::set(self.has_card, phase.has_card());
        }
    }

    fn on_event(self, session: &Session, is_animated: bool) {
        let is_press = *session.event() == Event::Rejected(CommandError::GameOver);
        if is_press && browser::monotonic_now() < self.stays_until.get_value() {
            return;
        }
        let phase = self.phase.get_untracked().after(session);
        self.set(phase);
        let Some(ending) = Ending::of(session).filter(|_| phase == Phase::Coming) else {
            return;
        };
        let wait = if is_animated {
            ending.marked_ms() + CARD_AFTER_MS
        } else {
            0
        };
        let stays_until = browser::monotonic_now() + u64::from(wait) + LATE_PRESS_MS;
        self.stays_until.set_value(stays_until);
        // A panel in the card's place may be about to be closed because of the end.
        if !is_animated && has_room(self.navigation.panel_untracked()) {
            return self.show();
        }
        let turn = session.turn_id();
        let show = move || {
            let is_same = self.game.with_untracked(Session::turn_id) == turn;
            if is_same && self.phase.get_untracked() == Phase::Coming {
                self.show();
            }
        };
        set_timeout(show, Duration::from_millis(wait.into()));
    }

    /// Shows the card, unless a panel that was opened is in its place.
    fn show(self) {
        let is_free = has_room(self.navigation.panel_untracked());
        self.set(if is_free { Phase::Shown } else { Phase::Closed });
    }

    /// Makes room for a panel that is opened.
    fn on_panel(self, panel: Option<Route>) {
        if self.phase.get_untracked().has_card() && !has_room(panel) {
            self.close();
        }
    }

    fn close(self) {
        self.set(Phase::Closed);
    }
}

/// Whether a panel leaves the place of the card free.
fn has_room(panel: Option<Route>) -> bool {
    match panel {
        None => true,
        Some(Route::Moves) => browser::has_side_column(),
        Some(_) => false,
    }
}

/// Starts to show the card at the end of each game.
pub(crate) fn start() {
    let (game, views, preferences): (_, _, Preferences) =
        (use_game(), use_later_views(), context());
    let end = End {
        game,
        navigation: use_navigation(),
        phase: RwSignal::new(Phase::default()),
        has_card: views.has_end_card,
        stays_until: StoredValue::new(0),
    };
    provide_context(end);
    // The last command may have ended the game before this code was loaded.
    game.with_untracked(|session| match Phase::Playing.after(session) {
        Phase::Coming => end.show(),
        phase => end.set(phase),
    });
    game.on_event(move |session| {
        end.on_event(session, sound::is_animated(&preferences.get_untracked()));
    });
    Effect::new(move |_| end.on_panel(end.navigation.panel()));
    views.end.set(|()| view(context()).into_any_view());
}

/// The card or, after it was closed, the button that shows it again; nothing on other pages.
fn view(end: End) -> impl Child {
    move || match end.phase.get() {
        _ if end.navigation.page().is_some() => None,
        Phase::Playing | Phase::Coming => None,
        Phase::Shown => Some(untrack(|| card::card(end))),
        Phase::Closed => Some(untrack(|| card::show_again(end))),
    }
}
