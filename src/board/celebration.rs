//! Falling pieces of the winner.

use super::{drawing::even_odd_path, glyph};
use crate::{
    components::html::{Child, div, svg},
    game::{session::Session, state::use_game},
};

/// Celebrates wins, except those of a computer player over a human.
pub(crate) fn celebration() -> impl Child {
    let game = use_game();
    move || {
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
        Some(div().class("celebration").aria_hidden("true").child(pieces))
    }
}
