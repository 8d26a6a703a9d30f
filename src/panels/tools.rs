//! What can be done with a game besides playing it. Most of it is in the sheets.

use crate::{
    app, bridge,
    live::live,
    text,
    ui::{button, html},
};
use leptos::prelude::*;

pub(crate) fn tools(talk_is_open: RwSignal<bool>) -> AnyView {
    let session = live();
    let sheet = |name, id: &'static str| button(name, move || bridge::page::open(id));
    let talk = sheet(text::TEXT, "talk").attr_with("aria-expanded", move || {
        Some(talk_is_open.get().to_string())
    });
    html("div")
        .class("tools")
        .attr("role", "group")
        .attr("aria-label", text::TOOLS)
        .child(sheet(text::SHARE, "share"))
        .child(button(text::SAVE, move || app::save(session, "")))
        .child(sheet(text::LOAD, "load"))
        .child(talk)
        .child(sheet(text::SCORES, "scores"))
        .view()
}
