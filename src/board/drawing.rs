//! The drawing: pieces behind a frame with holes. It shows and does nothing
//! else, and assistive technology does not see it.

use super::{Parts, frame, glyph};
use crate::{
    scene::{CellView, Emphasis, PieceView},
    ui::{El, dynamic, group, nothing, path, svg},
};
use four_shapes_engine::{Player, Rules};
use leptos::prelude::*;

pub(super) fn drawing(parts: &Parts) -> El {
    let rules = parts.rules;
    let cells = parts.cells.iter().map(|view| cell(rules, view.clone()));
    let mut svg = svg(frame::view_box(rules));
    for cell in cells {
        svg = svg.child(cell);
    }
    svg.child(path(frame::frame(rules)).class("frame"))
        .child(next(parts.clone()))
        .child(strokes(parts))
}

/// A cell and the piece in it.
fn cell(rules: Rules, view: ArcRwSignal<CellView>) -> AnyView {
    // A piece goes on falling when the next one is dropped meanwhile.
    let looks = view.clone();
    let falls = Memo::new(move |before: Option<&bool>| {
        let piece = looks.get().piece;
        piece.is_some_and(|piece| piece.falls || before == Some(&true))
    });
    dynamic(move || {
        let CellView { cell, piece } = view.get();
        let (x, y) = frame::centre(rules, cell);
        let place = group()
            .attr("transform", format!("translate({x} {y})"))
            .attr("data-cell", cell.to_string());
        let Some(piece) = piece else {
            return place.view();
        };
        let glyph = glyph::of(piece.player);
        let marked = piece.emphasis == Emphasis::Marked;
        let drawn = path(outline(piece))
            .class(class(piece, falls.get()))
            .style("--fall", usize::from(rules.rows()) - cell.row());
        place
            .attr("data-player", number(piece.player))
            .attr("data-shape", glyph.shape.id())
            .attr_if("data-marked", marked.then(|| "true".to_owned()))
            .child(drawn)
            .view()
    })
}

/// The next piece above its lane, and where it would come to rest.
fn next(parts: Parts) -> AnyView {
    let Parts { rules, scene, .. } = parts;
    dynamic(move || {
        let next = parts.active().and_then(|column| {
            let lane = |scene: &crate::scene::Scene| {
                let landing = scene.lanes[column.index()].landing?;
                Some((column, landing, scene.next?))
            };
            scene.with(lane)
        });
        let Some((column, landing, player)) = next else {
            return nothing();
        };
        let (x, y) = frame::centre(rules, landing);
        let glyph = glyph::of(player);
        let piece = |class, y| {
            path(glyph.plain)
                .class(class)
                .attr("transform", format!("translate({x} {y})"))
        };
        group()
            .class(glyph.colour.class())
            .child(path(frame::lane(rules, column)).class("lit"))
            .child(piece("hovering", -50))
            .child(piece("landing", y.cast_signed()))
            .view()
    })
}

/// A stroke through each completed line.
fn strokes(parts: &Parts) -> AnyView {
    let Parts { rules, scene, .. } = *parts;
    let strokes = Memo::new(move |_| {
        let stroke = |line: &_| frame::stroke(rules, *line);
        scene.with(|scene| scene.lines.iter().map(stroke).collect::<String>())
    });
    dynamic(move || {
        let strokes = strokes.get();
        if strokes.is_empty() {
            return nothing();
        }
        let stroke = |class| path(&*strokes).class(class).attr("pathLength", "1");
        let strokes = ["trace-edge", "trace"].map(stroke);
        group().children(strokes).view()
    })
}

/// A player's number in `data-player`.
pub(crate) fn number(player: Player) -> String {
    player.index().to_string()
}

/// The classes of a piece.
fn class(piece: PieceView, falls: bool) -> String {
    let colour = glyph::of(piece.player).colour.class();
    let back = match piece.emphasis {
        Emphasis::SteppedBack => " stepped-back",
        Emphasis::Plain | Emphasis::Last | Emphasis::Marked => "",
    };
    let falls = if falls { " falls" } else { "" };
    format!("{colour}{back}{falls}")
}

/// The outline of a piece.
fn outline(piece: PieceView) -> String {
    let glyph = glyph::of(piece.player);
    match piece.emphasis {
        Emphasis::Plain | Emphasis::SteppedBack => glyph.plain.to_owned(),
        Emphasis::Last => format!("{}{}", glyph.plain, glyph::LAST),
        Emphasis::Marked => glyph.marked.to_owned(),
    }
}
