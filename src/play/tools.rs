//! What can be done with a game besides playing it.

use crate::{
    components::ui::{button, html},
    game::state::use_game,
    navigation::{Place, use_navigation},
    share::save::save,
    text,
};
use leptos::prelude::*;

pub(crate) fn tools() -> AnyView {
    let (game, navigation) = (use_game(), use_navigation());
    let dialog = |name, place| button(name, move || navigation.open(place));
    let panel = |name, place| {
        dialog(name, place).attr_with("aria-expanded", move || {
            Some((navigation.panel() == Some(place)).to_string())
        })
    };
    html("div")
        .class("tools")
        .attr("role", "group")
        .attr("aria-label", text::TOOLS)
        .child(dialog(text::SEATS, Place::Players))
        .child(panel(text::ANALYSIS, Place::Analysis))
        .child(dialog(text::SHARE, Place::Share))
        .child(button(text::SAVE, move || save(game, None)))
        .child(dialog(text::LOAD, Place::Load))
        .child(panel(text::TEXT, Place::Conversation))
        .child(dialog(text::LIBRARY, Place::Library))
        .child(dialog(text::TOURNAMENT, Place::Tournament))
        .child(dialog(text::SETTINGS, Place::Settings))
        .view()
}
