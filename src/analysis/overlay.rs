//! What the analysis draws over the board: evaluations and threats, and the moves of a key moment.

use crate::{
    board::{centre, evaluation_bar, even_odd_path, glyph, label, stroke_through, translate},
    components::{
        dom::mark_page,
        html::{Child, Element, g, path},
    },
    context::context,
};
use four_shapes_records::{Colour, PieceStyle};
use four_shapes_rules::{Cell, Line, Rules};
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

/// The moves of a key moment.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum MomentView {
    /// The move that was played and a better one, and where the opponent wins after the first, with
    /// the players' styles of pieces.
    Candidates {
        played: Cell,
        better: Option<Cell>,
        style: PieceStyle,
        winning_replies: Vec<Cell>,
        opponent_style: PieceStyle,
    },
    /// Moves that were not played, and the lines that they complete.
    Variation {
        moves: Vec<(Cell, PieceStyle)>,
        lines: Vec<Line>,
    },
}

/// What is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct OverlayView {
    pub(super) moment: Option<MomentView>,
    pub(super) moves: Vec<EvaluationView>,
    pub(super) threats: Vec<ThreatView>,
    pub(super) bar: Option<EvaluationBar>,
}

/// The context of [`overlay`].
#[derive(Clone, Copy)]
pub(super) struct OverlayContext(pub(super) RwSignal<OverlayView>);

/// Draws the overlay on a board with these rules.
pub(super) fn overlay(rules: Rules) -> AnyView {
    let OverlayContext(view) = context();
    let views = move || {
        // They may still be those of the previous board.
        let OverlayView {
            moment,
            moves,
            threats,
            bar,
        } = view.get();
        let threats = threats.into_iter().filter(|it| rules.has(it.cell));
        let mut views: Vec<_> = threats.map(|it| threat(rules, it)).collect();
        let moves = moves.into_iter().filter(|it| rules.has(it.cell));
        let chips: Vec<_> = moves.map(|it| chip(rules, it)).collect();
        if !chips.is_empty() {
            mark_page("data-has-evaluations");
        }
        views.extend(chips);
        if bar.is_some() {
            mark_page("data-has-evaluation-bar");
        }
        views.extend(bar.map(|bar| self::bar(rules, bar)));
        views.extend(moment.into_iter().flat_map(|it| self::moment(rules, it)));
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

/// The candidates as pieces in rings, which differ in form and colour; or moves with their numbers.
fn moment(rules: Rules, moment: MomentView) -> Vec<Element> {
    let piece = |cell: Cell, style: PieceStyle| {
        even_odd_path(glyph::of(style).plain)
            .class(glyph::colour_class(style.colour))
            .attr("data-variation", cell.to_string())
    };
    let at = |cell: Cell| g().attr("transform", translate(centre(rules, cell)));
    match moment {
        MomentView::Candidates {
            played,
            better,
            style,
            winning_replies,
            opponent_style,
        } => {
            let candidate = |class: &'static str, cell: Cell| {
                let ghost =
                    even_odd_path(glyph::of(style).plain).class(glyph::colour_class(style.colour));
                let ring = even_odd_path("M-43 0a43 43 0 1 0 86 0a43 43 0 1 0 -86 0z");
                at(cell)
                    .class(class)
                    .attr("data-candidate", cell.to_string())
                    .child((ghost, ring.class("ring")))
            };
            let better = better.filter(|better| *better != played && rules.has(*better));
            let replies = winning_replies.into_iter();
            let replies =
                replies.filter(|it| *it != played && Some(*it) != better && rules.has(*it));
            let replies = replies.map(|cell| {
                let small = even_odd_path(glyph::of(opponent_style).plain)
                    .class(glyph::colour_class(opponent_style.colour))
                    .attr("transform", "scale(0.5)");
                at(cell)
                    .class("winning-reply")
                    .attr("data-winning-reply", cell.to_string())
                    .child(small)
            });
            let better = better.map(|better| candidate("candidate better", better));
            let played = rules.has(played).then_some(played);
            let played = played.map(|played| candidate("candidate played", played));
            played.into_iter().chain(better).chain(replies).collect()
        }
        MomentView::Variation { moves, lines } => {
            let moves = moves.into_iter().enumerate();
            let moves = moves.filter(|(_, (cell, _))| rules.has(*cell));
            let piece = |(index, (cell, style)): (usize, (Cell, PieceStyle))| {
                let number = label((0, 2), (index + 1).to_string());
                at(cell)
                    .class("variation")
                    .child((piece(cell, style), number))
            };
            let lines = lines.iter().map(|line| stroke_through(rules, *line));
            moves.map(piece).chain(lines).collect()
        }
    }
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
