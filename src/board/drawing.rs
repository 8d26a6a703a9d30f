//! The board as SVG: pieces behind a frame with holes. Hidden from assistive technology.

use super::{Board, Target, frame, glyph};
use crate::{
    components::html::{self, Child, Element, g, svg, svg_text},
    game::view_model::{Emphasis, PieceView, fall},
    later_views::use_later_views,
};
use four_shapes_rules::{Cell, Line, Player, Rules};
use leptos::prelude::*;

pub(super) fn drawing(board: Board) -> Element {
    let rules = board.rules;
    let cells = rules.all_cells().map(|cell| self::cell(board, cell));
    let views = use_later_views();
    let overlay = views.overlay.show(rules);
    let celebration = views.celebration.show(rules);
    svg()
        .attr("viewBox", frame::view_box(rules))
        .aria_hidden("true")
        .child((
            holes(rules),
            cells.collect::<Vec<_>>(),
            frame_path(rules),
            hinted_columns(board),
            // Below all that says something about the cells.
            preview(board),
            overlay,
            hint(board),
            strokes(board),
            celebration,
        ))
}

/// A path filled by the even-odd rule, so that nested outlines are holes.
pub(crate) fn even_odd_path(outline: impl Into<String>) -> Element {
    html::path()
        .attr("fill-rule", "evenodd")
        .attr("d", outline.into())
}

/// A text centred at a point.
pub(crate) fn label((x, y): (isize, isize), text: String) -> Element {
    svg_text()
        .attr("x", x.to_string())
        .attr("y", y.to_string())
        .child(text)
}

pub(crate) fn translate((x, y): (isize, isize)) -> String {
    format!("translate({x} {y})")
}

/// What is behind the pieces: the holes.
pub(super) fn holes(rules: Rules) -> Option<Element> {
    let holes = || even_odd_path(frame::holes(rules)).class("holes");
    rules.gravity().then(holes)
}

/// The frame, and what it casts on the pieces behind it.
pub(super) fn frame_path(rules: Rules) -> Element {
    let shades = || even_odd_path(frame::shades(rules)).class("shades");
    let frame = even_odd_path(frame::frame(rules)).class("frame");
    g().child((rules.gravity().then(shades), frame))
}

/// The labels of rows and columns.
pub(super) fn labels(rules: Rules) -> Vec<Element> {
    let labels = frame::row_labels(rules).chain(frame::column_labels(rules));
    labels.map(|(at, text)| label(at, text)).collect()
}

/// A cell and the piece in it.
fn cell(board: Board, cell: Cell) -> impl Child {
    let rules = board.rules;
    let view = board.cell(cell);
    let motion = motion(rules);
    // The animation continues while the next piece is dropped.
    let mut arrives = false;

    move || {
        let piece = view.get().piece;
        arrives = piece.is_some_and(|piece| piece.is_new || arrives);
        let motion = if arrives { motion } else { "" };
        let fall = fall(rules, cell);
        let draw = |piece: PieceView, motion| {
            even_odd_path(outline(piece))
                .class(class(piece, motion))
                .style(("--fall", fall))
                .style(("--order", piece.order))
        };
        let marked = piece.filter(|piece| piece.emphasis == Emphasis::Marked);
        let ended = piece.filter(|piece| marked.is_some() || piece.emphasis == Emphasis::Dimmed);
        // As it was, until the piece is marked or dimmed at the end of a game.
        let unmarked = ended.map(|piece| {
            let emphasis = Emphasis::Plain;
            let motion = if piece.is_new { motion } else { "" };
            draw(PieceView { emphasis, ..piece }, motion).class("unmarked")
        });
        let motion = if ended.is_some() { "" } else { motion };
        let drawn = piece.map(|piece| draw(piece, motion));
        g().attr("transform", translate(frame::centre(rules, cell)))
            .attr("data-cell", cell.to_string())
            .attr(
                "data-player",
                piece.map(|piece| player_attribute(piece.player)),
            )
            .attr(
                "data-shape",
                piece.map(|piece| piece.piece_style.shape.id()),
            )
            .attr(
                "data-colour",
                piece.map(|piece| piece.piece_style.colour.id()),
            )
            .attr("data-marked", marked.map(|_| "true"))
            .child((unmarked, drawn))
    }
}

/// A preview of the next move: the piece above its column, and its outline where it would land.
fn preview(board: Board) -> impl Child {
    let rules = board.rules;

    move || {
        let next = board.view(|view| {
            // No preview for computer players.
            let (_, piece_style) = view.to_move.filter(|_| !view.computer_to_move)?;
            // A selected cell takes precedence over the pointer.
            let landing = view.selected.or_else(|| match board.active()? {
                Target::Column(column) => view.columns[column.index()].landing,
                Target::Cell(cell) => Some(cell).filter(|&cell| board.cell(cell).get().playable),
            });
            Some((landing?, piece_style))
        });
        let (landing, piece_style) = next.flatten()?;
        let (x, y) = frame::centre(rules, landing);
        let piece = |class, y| {
            even_odd_path(glyph::of(piece_style).plain)
                .class(class)
                .attr("transform", translate((x, y)))
        };
        let above = rules.gravity().then(|| {
            let highlight =
                even_odd_path(frame::column(rules, landing.column())).class("highlight");
            [highlight, piece("hovering", -50)]
        });
        let pieces = above.into_iter().flatten().chain([piece("landing", y)]);
        let preview = g().class(glyph::colour_class(piece_style.colour));
        Some(preview.child(pieces.collect::<Vec<_>>()))
    }
}

/// The columns of a hint.
fn hinted_columns(board: Board) -> impl Child {
    move || {
        let columns = board.view(|view| view.hinted_columns.clone());
        let column = |column| {
            even_odd_path(frame::column(board.rules, column))
                .class("highlight")
                .attr("data-hint-column", (column.index() + 1).to_string())
        };
        let columns = columns.into_iter().flatten().map(column);
        columns.collect::<Vec<_>>()
    }
}

/// The suggested cell of a hint.
fn hint(board: Board) -> impl Child {
    move || {
        let hint = board.view(|view| Some((view.hint?, view.to_move?.1)));
        let (cell, piece_style) = hint.flatten()?;
        let piece = even_odd_path(glyph::of(piece_style).plain)
            .class("hint")
            .attr("transform", translate(frame::centre(board.rules, cell)));
        let hint = g()
            .class(glyph::colour_class(piece_style.colour))
            .attr("data-hint", cell.to_string());
        Some(hint.child(piece))
    }
}

/// Strokes through the completed lines.
fn strokes(board: Board) -> impl Child {
    move || {
        let strokes: String = board.view(|view| {
            let lines = view.lines.iter();
            lines
                .map(|line| frame::stroke(board.rules, *line))
                .collect()
        })?;
        (!strokes.is_empty()).then(|| g().child(stroke(&strokes)))
    }
}

/// The stroke through a line.
pub(crate) fn stroke_through(rules: Rules, line: Line) -> Element {
    g().child(stroke(&frame::stroke(rules, line)))
}

/// A stroke with an outline.
pub(super) fn stroke(outline: &str) -> [Element; 2] {
    ["trace-edge", "trace"].map(|class| even_odd_path(outline.to_owned()).class(class))
}

/// The value of `data-player`.
pub(crate) fn player_attribute(player: Player) -> String {
    player.index().to_string()
}

/// The CSS class of a piece that arrives, after a space.
pub(super) const fn motion(rules: Rules) -> &'static str {
    if rules.gravity() {
        " falls"
    } else {
        " appears"
    }
}

/// The CSS classes of a piece.
pub(super) fn class(piece: PieceView, motion: &str) -> String {
    let colour = glyph::colour_class(piece.piece_style.colour);
    let emphasis = match piece.emphasis {
        Emphasis::Dimmed => " dimmed",
        Emphasis::Marked => " marked",
        Emphasis::Plain | Emphasis::Last => "",
    };
    format!("piece {colour}{emphasis}{motion}")
}

/// The outline of a piece.
pub(super) fn outline(piece: PieceView) -> String {
    let glyph = glyph::of(piece.piece_style);
    match piece.emphasis {
        Emphasis::Plain | Emphasis::Dimmed => glyph.plain.to_owned(),
        Emphasis::Last => glyph.last_move(),
        Emphasis::Marked => glyph.marked.to_owned(),
    }
}
