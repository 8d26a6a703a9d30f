//! The status line: seen by some, said to others, and the only place that
//! speaks, so that everything is said once.

use super::seats::badge;
use crate::{
    board::number,
    live::live,
    scene::Scene,
    session::{Event, Session},
    text,
    ui::{dynamic, html, nothing},
};
use four_shapes_engine::{Player, Status};
use leptos::prelude::*;

pub(crate) fn status_line(scene: ReadSignal<Scene>) -> AnyView {
    let session = live();
    let player = Memo::new(move |_| session.with(player));
    let badge = move || {
        player
            .get()
            .map_or_else(nothing, |player| badge(player).view())
    };
    // Who sees the board sees what happened, but not why nothing did.
    let class = move || {
        let refused = session.with(|session| matches!(session.event(), Event::Refused(_)));
        if refused { "refusal" } else { "unseen" }
    };
    let happened = html("span")
        .attr_with("class", move || Some(class().to_owned()))
        .text_with(move || session.with(text::event));
    let stands = html("span").text_with(move || {
        let dead = scene.with(|scene| scene.dead);
        session.with(|session| text::status(session.game(), dead))
    });
    let traced = html("span").class("unseen").text_with(move || {
        // The same words twice in a row are only said again if they differ.
        let differ = |session: &Session| {
            if session.serial() % 2 == 1 {
                "\u{a0}"
            } else {
                ""
            }
        };
        session.with(|session| text::trace(session.game()) + differ(session))
    });
    html("p")
        .class("status")
        .attr("role", "status")
        .attr("aria-atomic", "true")
        .attr_with("data-status", move || Some(session.with(kind).to_owned()))
        .attr_with("data-player", move || player.get().map(number))
        .child(dynamic(badge))
        .child(happened)
        .child(stands)
        .child(traced)
        .view()
}

fn kind(session: &Session) -> &'static str {
    match session.game().status() {
        Status::ToMove(_) => "to-move",
        Status::Won { .. } => "won",
        Status::Drawn(_) => "drawn",
    }
}

/// The player whom the status is about.
fn player(session: &Session) -> Option<Player> {
    match session.game().status() {
        Status::ToMove(player) | Status::Won { player, .. } => Some(player),
        Status::Drawn(_) => None,
    }
}
