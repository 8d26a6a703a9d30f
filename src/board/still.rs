//! A board that is only looked at.

use super::{
    drawing::{self, path, translate},
    frame,
};
use crate::{
    components::html::{div, g, svg},
    game::session::Session,
    game::view_model::BoardView,
};
use four_shapes_engine::{Match, SeriesScore};
use leptos::prelude::*;

/// The position of a match, drawn; assistive technology does not see it.
pub(crate) fn still(played: Match) -> AnyView {
    let series_score = SeriesScore::new(&played);
    let view = BoardView::of(&Session::open(played, series_score));
    let rules = view.rules;
    let pieces = view.cells.iter().filter_map(|view| {
        let piece = view.piece?;
        let drawn = path(drawing::outline(piece)).class(drawing::class(piece, ""));
        let place = translate(frame::centre(rules, view.cell));
        Some(g().attr("transform", place).child(drawn).into_any())
    });
    let lines = view.lines.iter();
    let strokes = lines.map(|line| drawing::stroke(&frame::stroke(rules, *line)));
    // Without the row for the next piece.
    let view_box = if rules.gravity() {
        let (width, height) = frame::size(rules);
        format!("-2 -2 {} {}", width + 4, height + 4)
    } else {
        frame::view_box(rules)
    };
    let drawing = svg()
        .attr("viewBox", view_box)
        .attr("aria-hidden", "true")
        .child((
            pieces.collect::<Vec<_>>(),
            drawing::frame_path(rules),
            drawing::labels(rules),
            strokes.collect::<Vec<_>>(),
        ));
    div().class("still").child(drawing).into_any()
}
