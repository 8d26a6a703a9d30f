//! The line beside the board that says of which round of the cup the game is.

use super::state::{pairing_of, use_cup};
use crate::{
    compete::text,
    components::{
        button::icon_button,
        html::{Child, bdi},
        icon,
    },
    navigation::{Route, use_navigation},
};
use leptos::prelude::*;

/// The line, which opens the cup; nothing during any other game.
pub(super) fn line(_: ()) -> AnyView {
    let (state, navigation) = (use_cup(), use_navigation());
    let words = Memo::new(move |_| {
        let id = state.game.with(|session| {
            let is_own = session.is_own();
            is_own.then(|| session.own_id().to_owned())
        })?;
        state.with(|cup| Some(text::game_of_cup(cup, pairing_of(cup, &id)?)))?
    });
    let is_shown = Memo::new(move |_| words.with(Option::is_some));
    let view = move || {
        is_shown.get().then(|| {
            icon_button(
                icon::TOURNAMENT,
                bdi().child(move || words.get()),
                move || {
                    navigation.open(Route::Cup);
                },
            )
            .class("cup-line")
        })
    };
    view.into_any_view()
}
