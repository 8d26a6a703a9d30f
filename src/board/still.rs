//! A board that is only looked at.

use super::{drawing, frame};
use crate::{
    components::ui::{El, group, html, label, path, svg},
    game::session::Session,
    game::view_model::Scene,
};
use four_shapes_engine::{Match, Tally};

/// The position of a match, drawn; assistive technology does not see it.
pub(crate) fn still(played: Match) -> El {
    let tally = Tally::new(&played);
    let scene = Scene::of(&Session::open(played, tally));
    let rules = scene.rules;
    let pieces = scene.cells.iter().filter_map(|view| {
        let (piece, (x, y)) = (view.piece?, frame::centre(rules, view.cell));
        let drawn = path(drawing::outline(piece)).class(drawing::class(piece, ""));
        let place = group().attr("transform", format!("translate({x} {y})"));
        Some(place.child(drawn))
    });
    let labels = frame::labels(rules).into_iter();
    let strokes = scene.lines.iter().flat_map(|line| {
        let stroke = frame::stroke(rules, *line);
        ["trace-edge", "trace"]
            .map(|class| path(stroke.clone()).class(class).attr("pathLength", "1"))
    });
    // Without the row for the next piece.
    let view = if rules.gravity() {
        let (width, height) = frame::size(rules);
        format!("-2 -2 {} {}", width + 4, height + 4)
    } else {
        frame::view_box(rules)
    };
    let drawing = svg(view)
        .children(pieces)
        .child(path(frame::frame(rules)).class("frame"))
        .children(labels.map(|(x, y, text)| label(x, y, text)))
        .children(strokes);
    html("div").class("still").child(drawing)
}
