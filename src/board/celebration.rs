//! Falling pieces of the winner.

use super::{drawing::even_odd_path, glyph};
use crate::{
    components::html::{div, svg},
    game::{session::Session, state::GameState},
};
use leptos::{mount::mount_to, prelude::*};
use wasm_bindgen::JsCast;

/// Celebrates wins over the board, except those of a computer player over a human.
pub(crate) fn start(game: GameState) {
    let stage = document().query_selector(".stage").ok().flatten();
    if let Some(stage) = stage.and_then(|stage| stage.dyn_into().ok()) {
        mount_to(stage, move || celebration(game)).forget();
    }
}

fn celebration(game: GameState) -> AnyView {
    let pieces = move || {
        let piece_style = game.with(Session::celebrated)?;
        let piece = || {
            let outline = even_odd_path(glyph::of(piece_style).plain);
            svg()
                .attr("viewBox", "-50 -50 100 100")
                .aria_hidden("true")
                .class(glyph::colour_class(piece_style.colour))
                .child(outline)
        };
        let pieces = (0..12).map(|_| piece()).collect::<Vec<_>>();
        Some(
            div()
                .class("celebration")
                .aria_hidden("true")
                .child(pieces)
                .into_any(),
        )
    };
    pieces.into_any()
}
