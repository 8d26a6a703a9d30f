//! The drawing: pieces behind a frame with holes. It shows and does nothing
//! else, and assistive technology does not see it.

use super::{Parts, Spot, frame, glyph};
use crate::{
    components::ui::{El, computed, dynamic, group, label, nothing, path, svg},
    game::view_model::{CellView, Emphasis, Evaluation, Evaluations, PieceView},
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
    let labels = frame::labels(rules).into_iter();
    svg.child(path(frame::frame(rules)).class("frame"))
        .children(labels.map(|(x, y, text)| label(x, y, text)))
        .child(evaluations(rules))
        .child(advice(parts))
        .child(next(parts.clone()))
        .child(strokes(parts))
}

/// A cell and the piece in it.
fn cell(rules: Rules, view: ArcRwSignal<CellView>) -> AnyView {
    // A piece goes on falling when the next one is dropped meanwhile.
    let looks = view.clone();
    let arrives = Memo::new(move |before: Option<&bool>| {
        let piece = looks.get().piece;
        piece.is_some_and(|piece| piece.arrives || before == Some(&true))
    });
    let motion = if rules.gravity() {
        " falls"
    } else {
        " appears"
    };
    dynamic(move || {
        let CellView { cell, piece, .. } = view.get();
        let (x, y) = frame::centre(rules, cell);
        let place = group()
            .attr("transform", format!("translate({x} {y})"))
            .attr("data-cell", cell.to_string());
        let Some(piece) = piece else {
            return place.view();
        };
        let marked = piece.emphasis == Emphasis::Marked;
        let motion = if arrives.get() { motion } else { "" };
        let drawn = path(outline(piece))
            .class(class(piece, motion))
            .style("--fall", usize::from(rules.rows()) - cell.row());
        place
            .attr("data-player", number(piece.player))
            .attr("data-shape", piece.look.shape.id())
            .attr("data-colour", piece.look.colour.id())
            .attr_if("data-marked", marked.then(|| "true".to_owned()))
            .child(drawn)
            .view()
    })
}

/// The next piece above its lane, and where it would come to rest.
fn next(parts: Parts) -> AnyView {
    let rules = parts.rules;
    dynamic(move || {
        let next = parts.scene(|scene| {
            // What a computer does is not the pointer's to show.
            let (_, look) = scene.next.filter(|_| !scene.computer)?;
            // What was chosen stays, wherever the pointer goes.
            let landing = scene.chosen.or_else(|| match parts.active()? {
                Spot::Column(column) => scene.lanes[column.index()].landing,
                Spot::Cell(cell) => Some(cell).filter(|&cell| parts.cell(cell).get().open),
            });
            Some((landing?, look))
        });
        let Some((landing, look)) = next.flatten() else {
            return nothing();
        };
        let (x, y) = frame::centre(rules, landing);
        let glyph = glyph::of(look);
        let piece = |class, y| {
            path(glyph.plain)
                .class(class)
                .attr("transform", format!("translate({x} {y})"))
        };
        let mut next = group().class(glyph::class(look.colour));
        if rules.gravity() {
            let lit = path(frame::lane(rules, landing.column())).class("lit");
            next = next.child(lit).child(piece("hovering", -50));
        }
        next.child(piece("landing", y.cast_signed())).view()
    })
}

/// The cell that a hint names.
fn advice(parts: &Parts) -> AnyView {
    let (rules, parts) = (parts.rules, parts.clone());
    dynamic(move || {
        let advice = parts.scene(|scene| Some((scene.advice?, scene.next?.1)));
        let Some((cell, look)) = advice.flatten() else {
            return nothing();
        };
        let (x, y) = frame::centre(rules, cell);
        group()
            .class(glyph::class(look.colour))
            .attr("data-advice", cell.to_string())
            .child(
                path(glyph::of(look).plain)
                    .class("advice")
                    .attr("transform", format!("translate({x} {y})")),
            )
            .view()
    })
}

/// What the moves are worth: over each lane, or in each cell.
fn evaluations(rules: Rules) -> AnyView {
    let Evaluations(evaluations) = expect_context();
    dynamic(move || {
        // They may still be those of the board before.
        let evaluations = evaluations.get().into_iter();
        let shown = evaluations
            .filter(|it| rules.has(it.cell))
            .map(|evaluation| {
                let Evaluation {
                    cell,
                    sign,
                    label: text,
                } = evaluation;
                let (x, y) = frame::centre(rules, cell);
                let y = if rules.gravity() {
                    -34
                } else {
                    y.cast_signed()
                };
                let tone = match sign {
                    1.. => "worth good",
                    0 => "worth even",
                    _ => "worth bad",
                };
                let bar = format!("M{} {}h56v10h-56z", x.cast_signed() - 28, y + 18);
                group()
                    .class(tone)
                    .attr("data-worth", cell.to_string())
                    .child(path(bar))
                    .child(label(x.cast_signed(), y, text))
            });
        group().children(shown).view()
    })
}

/// A stroke through each completed line.
fn strokes(parts: &Parts) -> AnyView {
    let (rules, parts) = (parts.rules, parts.clone());
    let strokes = computed(move || {
        let stroke = |line: &_| frame::stroke(rules, *line);
        let strokes = parts.scene(|scene| scene.lines.iter().map(stroke).collect());
        strokes.unwrap_or_default()
    });
    dynamic(move || {
        let strokes = strokes.get();
        if strokes.is_empty() {
            return nothing();
        }
        let stroke = |class| path(strokes.clone()).class(class).attr("pathLength", "1");
        let strokes = ["trace-edge", "trace"].map(stroke);
        group().children(strokes).view()
    })
}

/// A player's number in `data-player`.
pub(crate) fn number(player: Player) -> String {
    player.index().to_string()
}

/// The classes of a piece.
pub(super) fn class(piece: PieceView, motion: &str) -> String {
    let colour = glyph::class(piece.look.colour);
    let back = match piece.emphasis {
        Emphasis::SteppedBack => " stepped-back",
        Emphasis::Plain | Emphasis::Last | Emphasis::Marked => "",
    };
    format!("{colour}{back}{motion}")
}

/// The outline of a piece.
pub(super) fn outline(piece: PieceView) -> String {
    let glyph = glyph::of(piece.look);
    match piece.emphasis {
        Emphasis::Plain | Emphasis::SteppedBack => glyph.plain.to_owned(),
        Emphasis::Last => glyph.last(),
        Emphasis::Marked => glyph.marked.to_owned(),
    }
}
