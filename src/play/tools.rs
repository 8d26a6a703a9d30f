//! What can be done with a game besides playing it. Most of it is in the sheets.

use crate::{
    app, bridge,
    components::ui::{button, html},
    game::state::live,
    text,
};
use leptos::prelude::*;

/// `panel` is the name of the panel that is open, if one is.
pub(crate) fn tools(panel: RwSignal<String>) -> AnyView {
    let session = live();
    let sheet = |name, id: &'static str| button(name, move || bridge::page::open(id));
    let panel = |name, id: &'static str| {
        sheet(name, id).attr_with("aria-expanded", move || {
            Some(panel.with(|open| open == id).to_string())
        })
    };
    html("div")
        .class("tools")
        .attr("role", "group")
        .attr("aria-label", text::TOOLS)
        .child(sheet(text::SEATS, "players"))
        .child(panel(text::ANALYSIS, "analysis"))
        .child(sheet(text::SHARE, "share"))
        .child(button(text::SAVE, move || app::save(session, "")))
        .child(sheet(text::LOAD, "load"))
        .child(panel(text::TEXT, "talk"))
        .child(sheet(text::LIBRARY, "library"))
        .child(sheet(text::TOURNAMENT, "tournament"))
        .child(sheet(text::SETTINGS, "settings"))
        .view()
}
