//! Static board diagrams.

use super::{
    drawing::{self, even_odd_path, translate},
    frame,
};
use crate::{
    components::html::{Element, div, g, svg},
    game::session::Session,
    game::view_model::BoardView,
};
use four_shapes_records::{Match, SeriesScore};

/// A diagram of the current position of a match. Hidden from assistive technology.
pub(crate) fn diagram(game_match: Match) -> Element {
    let series_score = SeriesScore::new(&game_match);
    let view = BoardView::of(&Session::new(game_match, series_score));
    let rules = view.rules;
    let pieces = view.cells.iter().filter_map(|view| {
        let piece = view.piece?;
        let drawn = even_odd_path(drawing::outline(piece)).class(drawing::class(piece, ""));
        let transform = translate(frame::centre(rules, view.cell));
        Some(g().attr("transform", transform).child(drawn))
    });
    let lines = view.lines.iter();
    let strokes = lines.map(|line| drawing::stroke(&frame::stroke(rules, *line)));
    let drawing = svg()
        .attr("viewBox", frame::view_box_with_labels(rules))
        .aria_hidden("true")
        .child((
            pieces.collect::<Vec<_>>(),
            drawing::frame_path(rules),
            drawing::labels(rules),
            strokes.collect::<Vec<_>>(),
        ));
    let class = if rules.gravity() {
        "diagram"
    } else {
        "diagram no-gravity"
    };
    div().class(class).child(drawing)
}
