//! What the card at the end of a game says about the cup.

use super::state::{CupState, use_cup};
use crate::{
    compete::text,
    components::{
        button::button,
        html::{Child, div, p},
    },
    navigation::{Route, use_navigation},
};
use four_shapes_tournament::cup::Cup;
use leptos::prelude::*;

/// The result for the cup, and the way to its next game; nothing after any other game.
pub(super) fn end(_: ()) -> AnyView {
    let state = use_cup();
    let pairing = Memo::new(move |_| counted(state));
    let view = move || {
        let pairing = pairing.get();
        pairing.map(|pairing| untrack(|| shown(state, pairing)))
    };
    view.into_any_view()
}

/// Returns the pairing for which the game on the board has counted; reactive.
pub(super) fn counted(state: CupState) -> Option<usize> {
    let id = state.game.with(|session| {
        let is_shown = session.is_own() && session.is_over();
        is_shown.then(|| session.own_id().to_owned())
    })?;
    state.with(|cup| cup.pairing_of(&id)).flatten()
}

fn shown(state: CupState, pairing: usize) -> impl Child {
    let navigation = use_navigation();
    let lines = state.with(|cup| {
        let result = text::result_for_cup(cup, pairing);
        let next = cup.next_game().map(|game| text::next_game_of(cup, game));
        (result, next)
    });
    let (result, next) = lines.unwrap_or_default();
    let open = move || navigation.open(Route::Cup);
    let is_league = state.with(Cup::is_league).unwrap_or(false);
    let overview = if is_league {
        text::show_table()
    } else {
        text::show_bracket()
    };
    let buttons = match next {
        Some(next) => (
            button(next, move || state.play()).class("primary"),
            Some(button(overview, open)),
        ),
        None => (button(text::show_podium(), open).class("primary"), None),
    };
    div().class("cup-end").child((
        p().class("cup-result").child(result),
        div().class("buttons").child(buttons),
    ))
}
