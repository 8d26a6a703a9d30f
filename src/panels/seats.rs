//! Who plays, and whose turn it is.

use crate::{
    board::glyph,
    scene::Scene,
    text,
    ui::{El, dynamic, html, path, svg},
};
use four_shapes_engine::Player;
use leptos::prelude::*;

pub(crate) fn seats(scene: ReadSignal<Scene>) -> AnyView {
    let rules = Memo::new(move |_| scene.with(|scene| scene.rules));
    dynamic(move || {
        let players = rules.get().all_players();
        html("ul")
            .class("seats")
            .attr("aria-label", text::SEATS)
            .children(players.map(|player| seat(scene, player)))
            .view()
    })
}

fn seat(scene: ReadSignal<Scene>, player: Player) -> El {
    let to_move = move || scene.with(|scene| scene.next == Some(player));
    let class = move || if to_move() { "seat to-move" } else { "seat" };
    html("li")
        .attr_with("class", move || Some(class().to_owned()))
        .attr_with("aria-current", move || to_move().then(|| "true".to_owned()))
        .child(badge(player))
        .child(html("span").class("name").text(text::player(player)))
        .child(
            html("span")
                .class("detail")
                .text(text::shape(glyph::of(player).shape)),
        )
}

/// A player's piece beside words.
pub(super) fn badge(player: Player) -> El {
    let glyph = glyph::of(player);
    svg("-50 -50 100 100")
        .class("badge")
        .child(path(glyph.plain).class(glyph.colour.class()))
}
