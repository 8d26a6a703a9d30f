//! What can be done with a game besides playing it.

use crate::{
    components::button::button,
    components::html::div,
    game::state::use_game,
    navigation::{Place, use_navigation},
    share::save::save,
    text,
};
use leptos::prelude::*;

pub(crate) fn tools() -> AnyView {
    let (game, navigation) = (use_game(), use_navigation());
    let dialog = |label, place| button(label, move || navigation.open(place));
    let panel = |label, place| {
        let is_open = move || navigation.panel() == Some(place);
        dialog(label, place).aria_expanded(move || is_open().to_string())
    };
    div()
        .class("tools")
        .role("group")
        .aria_label(text::TOOLS)
        .child((
            dialog(text::SEATS, Place::Players),
            panel(text::ANALYSIS, Place::Analysis),
            dialog(text::SHARE, Place::Share),
            button(text::SAVE, move || save(game, None)),
            dialog(text::LOAD, Place::Load),
            panel(text::TEXT, Place::Conversation),
            dialog(text::LIBRARY, Place::Library),
            dialog(text::TOURNAMENT, Place::Tournament),
            dialog(text::SETTINGS, Place::Settings),
        ))
        .into_any()
}
