//! The cup: people of this device and computer players, one game at a time on the board.

mod bots;
mod end;
mod form;
mod line;
mod pairings;
mod podium;
mod progress;
mod seated_bots;
mod setup;
mod standings;
mod state;

pub(super) use pairings::bracket;
pub(crate) use state::enter;
pub(super) use state::use_cup;

use crate::{
    components::html::{Element, div},
    later_views::use_later_views,
    signals,
};
use leptos::prelude::*;

/// Restores the stored cup, and follows the games on the board.
pub(super) fn start() {
    state::start();
    let (state, views) = (use_cup(), use_later_views());
    views.cup_end.set(end::end);
    views.cup_line.set(line::line);
    Effect::new(move |_| signals::set(views.is_cup_result, end::counted(state).is_some()));
}

/// The content of the page of the cup: its setup, or what has been played.
pub(crate) fn page() -> Element {
    let state = use_cup();
    let shows_setup = Memo::new(move |_| state.shows_setup());
    let content = move || {
        let shows_setup = shows_setup.get();
        // Signals read while the content is created must not recreate it.
        untrack(|| {
            if shows_setup {
                setup::setup(state)
            } else {
                progress::progress(state)
            }
        })
    };
    div().class("cup").child(content)
}
