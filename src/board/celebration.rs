//! The pieces of the winner that burst from the line.

use super::{
    drawing::{even_odd_path, translate},
    frame, glyph,
};
use crate::{
    components::html::{Child, g},
    game::{session::Session, state::use_game},
};
use four_shapes_rules::{Line, Rules, Status};

/// The number of pieces that leave each cell of the line.
const PIECES: usize = 5;

/// Celebrates wins, except those of a computer player over a human.
pub(crate) fn celebration(rules: Rules) -> impl Child {
    let game = use_game();
    move || {
        let piece_style = game.with(Session::celebrated)?;
        let cells = game.with(|session| match session.game().status() {
            Status::Won { trace, .. } if session.game().rules() == rules => {
                trace.lines().flat_map(Line::cells).collect::<Vec<_>>()
            }
            _ => Vec::new(),
        });
        // Neighbours send theirs in different directions.
        let direction = |cell, piece| (piece * 360 + cell * 137) / PIECES % 360;
        let burst = cells.into_iter().enumerate().map(|(index, cell)| {
            let pieces = (0..PIECES).map(|piece| {
                even_odd_path(glyph::of(piece_style).plain)
                    .style(("--direction", direction(index, piece)))
                    .style(("--distance", 70 + 25 * ((index + piece) % 3)))
            });
            g().attr("transform", translate(frame::centre(rules, cell)))
                .child(pieces.collect::<Vec<_>>())
        });
        let burst = burst.collect::<Vec<_>>();
        let class = format!("celebration {}", glyph::colour_class(piece_style.colour));
        Some(g().class(class).child(burst))
    }
}
