//! What the analysis draws over the board: evaluations and threats.

use crate::{
    board::{centre, evaluation_bar, even_odd_path, glyph, label, translate},
    components::html::{Child, Element, g, path},
};
use four_shapes_records::{Colour, PieceStyle};
use four_shapes_rules::{Cell, Rules};
use leptos::prelude::*;

/// The evaluation of a move.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct EvaluationView {
    pub(super) cell: Cell,
    /// 1 if the move is good for the player to move, 0 if even, −1 if bad.
    pub(super) sign: i8,
    /// No known move is better.
    pub(super) best: bool,
    /// At most a few characters.
    pub(super) label: String,
}

/// The threats to a cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ThreatView {
    pub(super) cell: Cell,
    /// The pieces of the players who threaten it.
    pub(super) piece_styles: Vec<PieceStyle>,
    /// `odd` or `even`, as the row.
    pub(super) label: &'static str,
}

/// How the advantage is divided between two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EvaluationBar {
    /// The part of the first player, in percent.
    pub(super) share: usize,
    pub(super) colours: [Colour; 2],
}

/// What is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct OverlayView {
    pub(super) moves: Vec<EvaluationView>,
    pub(super) threats: Vec<ThreatView>,
    pub(super) bar: Option<EvaluationBar>,
}

/// The context of [`overlay`].
#[derive(Clone, Copy)]
pub(super) struct OverlayContext(pub(super) RwSignal<OverlayView>);

/// Draws the overlay on a board with these rules.
pub(super) fn overlay(rules: Rules) -> AnyView {
    let OverlayContext(view) = expect_context();
    let views = move || {
        // They may still be those of the previous board.
        let OverlayView {
            moves,
            threats,
            bar,
        } = view.get();
        let threats = threats.into_iter().filter(|it| rules.has(it.cell));
        let mut views: Vec<_> = threats.map(|it| threat(rules, it)).collect();
        let moves = moves.into_iter().filter(|it| rules.has(it.cell));
        views.extend(moves.map(|it| chip(rules, it)));
        views.extend(bar.map(|bar| self::bar(rules, bar)));
        views
    };
    views.into_any_view()
}

/// The evaluation of a move: above its column or in its cell.
fn chip(rules: Rules, evaluation: EvaluationView) -> Element {
    let (x, y) = centre(rules, evaluation.cell);
    let y = if rules.gravity() { -46 } else { y };
    let class = match evaluation.sign {
        1.. => "evaluation good",
        0 => "evaluation even",
        _ => "evaluation bad",
    };
    let best = if evaluation.best { " best" } else { "" };
    let pill = even_odd_path("M-20 -23h40a23 23 0 0 1 0 46h-40a23 23 0 0 1 0 -46z");
    g().class([class, best].concat())
        .attr("data-evaluation", evaluation.cell.to_string())
        .attr("transform", translate((x, y)))
        .child((pill, label((0, 1), evaluation.label)))
}

/// The threats to a cell: small pieces of the players, and the parity of the row.
fn threat(rules: Rules, threat: ThreatView) -> Element {
    let pieces = threat.piece_styles;
    let (scale, gap) = if pieces.len() == 1 {
        ("0.5", 0)
    } else {
        ("0.34", 32)
    };
    let first = -(gap * (pieces.len().cast_signed() - 1)) / 2;
    let piece = |(number, piece_style): (usize, PieceStyle)| {
        let x = first + gap * number.cast_signed();
        even_odd_path(glyph::of(piece_style).plain)
            .class(glyph::colour_class(piece_style.colour))
            .attr("transform", format!("translate({x} -9) scale({scale})"))
    };
    let pieces: Vec<_> = pieces.into_iter().enumerate().map(piece).collect();
    g().class("threat")
        .attr("data-threat", threat.cell.to_string())
        .attr("transform", translate(centre(rules, threat.cell)))
        .child((pieces, label((0, 25), threat.label.to_owned())))
}

/// The evaluation of the position beside the frame, with the first player's part at the bottom.
fn bar(rules: Rules, bar: EvaluationBar) -> Element {
    let EvaluationBar { share, colours } = bar;
    let [first, second] = evaluation_bar(rules, share);
    let part = |outline, colour| -> Element {
        path().attr("d", outline).class(glyph::colour_class(colour))
    };
    g().class("evaluation-bar")
        .attr("data-share", share.to_string())
        .child((part(first, colours[0]), part(second, colours[1])))
}
