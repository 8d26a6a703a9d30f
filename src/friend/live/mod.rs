//! Live games, from browser to browser over a data channel of WebRTC.
//!
//! The rules of such a game are those of [`four_shapes_online`], whose state machine has the game;
//! the board follows it. [`state`] connects the two, [`connecting`] the browsers.

mod active;
mod config;
mod connecting;
mod connection;
mod links;
mod rendezvous;
mod state;
mod view;

use super::answers::receive_answers;
use crate::{browser, later_views::use_later_views, text};
use leptos::{ev, prelude::*};
use state::{Live, use_live};

pub(super) use {
    links::{LiveLink, parse_link},
    view::{contacts, invite_live, live_invitation, lobby},
};

/// Connects the live game on the board, and those that follow.
pub(crate) fn start() {
    let live = Live::new();
    provide_context(live);
    if browser::is_read_only() || browser::is_embedded() {
        return;
    }
    use_later_views().live.set(|()| view::bar());
    live.resume();
    live.game.on_event(move |session| live.on_event(session));
    // A reload continues with the time of this turn.
    let store_time = window_event_listener(ev::pagehide, move |_| live.act(|_| Vec::new()));
    on_cleanup(move || store_time.remove());
    receive_answers(live.navigation, move |fragment| live.take_answer(fragment));
}

/// Whether a live game is connected or about to be; reactive.
pub(super) fn is_active() -> bool {
    use_live().is_active()
}

/// Takes the answer of a link that was opened in this tab.
pub(super) fn take_answer(fragment: &str) {
    let live = use_live();
    match live.take_answer(fragment) {
        Ok(true) => {}
        Ok(false) => live.navigation.notify(text::answer_not_expected()),
        Err(error) => live.navigation.notify(error),
    }
}
