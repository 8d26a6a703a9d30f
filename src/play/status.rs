//! The status line: seen by some, said to others, and the only place that
//! speaks, so that everything is said once.

use super::seats::badge;
use crate::{
    board::number,
    components::ui::{html, keyed, nothing},
    game::session::{Event, Refusal, Session},
    game::state::use_game,
    game::view_model::Scene,
    text,
};
use four_shapes_engine::{Look, Player, Status};
use leptos::prelude::*;

pub(crate) fn status_line(scene: ReadSignal<Scene>) -> AnyView {
    let session = use_game();
    let key = move || session.with(|session| player(session).map(|(_, look)| look.to_string()));
    let badge = move || {
        let player = session.peek(player);
        player.map_or_else(nothing, |(_, look)| badge(look).view())
    };
    // Who sees the board sees what happened, but not why nothing did, unless it
    // stands in the conversation; nor why a hint is one.
    let class = move || {
        session.with(|session| match session.event() {
            Event::Refused(Refusal::Said(_)) => "unseen",
            Event::Refused(_) => "refusal",
            Event::Advised
            | Event::Swapped
            | Event::Seated(_)
            | Event::Went { .. }
            | Event::Chosen(_) => "said",
            _ => "unseen",
        })
    };
    let happened = html("span")
        .attr_with("class", move || Some(class().to_owned()))
        .text_with(move || session.with(text::event));
    let stands = html("span").text_with(move || {
        let dead = scene.with(|scene| scene.dead);
        session.with(|session| text::status(session, dead))
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
        session.with(|session| text::trace(session) + differ(session))
    });
    html("p")
        .class("status")
        .attr("role", "status")
        .attr("aria-atomic", "true")
        .attr_with("data-status", move || Some(session.with(kind).to_owned()))
        .attr_with("data-player", move || {
            session.with(player).map(|(player, _)| number(player))
        })
        .child(keyed(move || key().unwrap_or_default(), badge))
        .child(html("span").child(happened).child(stands).child(traced))
        .view()
}

fn kind(session: &Session) -> &'static str {
    match session.game().status() {
        Status::ToMove(_) => "to-move",
        Status::Won { .. } => "won",
        Status::Drawn(_) => "drawn",
    }
}

/// The player whom the status is about, and their piece.
fn player(session: &Session) -> Option<(Player, Look)> {
    match session.game().status() {
        Status::ToMove(player) | Status::Won { player, .. } => {
            Some((player, session.played().seat(player).look))
        }
        Status::Drawn(_) => None,
    }
}
