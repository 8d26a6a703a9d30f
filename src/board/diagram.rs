//! Static board diagrams.

use super::{
    drawing::{self, even_odd_path, translate},
    frame, glyph,
};
use crate::{
    components::html::{Element, div, g, svg},
    game::session::Session,
    game::view_model::{BoardView, fall},
};
use four_shapes_records::{Match, SeriesScore, Setup};
use four_shapes_rules::{Cell, Position, Rules, Step};

/// A diagram of the current position of a match, with the labels of rows and columns. Hidden from
/// assistive technology.
pub(crate) fn diagram(game_match: Match) -> Element {
    labelled(game_match, None)
}

/// The same just after a step; the piece that it has placed arrives.
pub(super) fn diagram_after_step(game_match: Match) -> Element {
    let game = game_match.game();
    let placed = match game.steps()[..game.cursor()].last() {
        Some(Step::Place(cell)) => Some(*cell),
        _ => None,
    };
    labelled(game_match, placed)
}

fn labelled(game_match: Match, arriving: Option<Cell>) -> Element {
    let rules = game_match.game().rules();
    let labels = drawing::labels(rules);
    let drawing = position(game_match, arriving);
    let drawing = drawing.attr("viewBox", frame::view_box_with_labels(rules));
    of_rules("diagram", rules, drawing.child(labels))
}

/// A small board with the current position of a match, for cards and lists. Hidden from assistive
/// technology.
pub(crate) fn mini_board(game_match: Match) -> Element {
    let rules = game_match.game().rules();
    let drawing = position(game_match, None).attr("viewBox", frame::view_box_without_labels(rules));
    of_rules("mini-board", rules, drawing)
}

/// A board with any pieces of the players of a setup, also in a position in which no game can be.
/// Hidden from assistive technology.
pub(crate) fn board_of(setup: &Setup, position: &Position) -> Element {
    let rules = position.rules();
    let pieces = rules.all_cells().filter_map(|cell| {
        let style = setup.seat(position.piece_at(cell)?).piece_style;
        let drawn = even_odd_path(glyph::of(style).plain)
            .class("piece")
            .class(glyph::colour_class(style.colour));
        let transform = translate(frame::centre(rules, cell));
        Some(g().attr("transform", transform).child(drawn))
    });
    let drawing = svg()
        .aria_hidden("true")
        .attr("viewBox", frame::view_box_without_labels(rules))
        .child((
            drawing::holes(rules),
            pieces.collect::<Vec<_>>(),
            drawing::frame_path(rules),
        ));
    of_rules("mini-board", rules, drawing)
}

fn of_rules(class: &'static str, rules: Rules, drawing: Element) -> Element {
    div()
        .class(class)
        .class(if rules.gravity() { "" } else { "no-gravity" })
        .style(("--columns", usize::from(rules.columns())))
        .style(("--rows", usize::from(rules.rows())))
        .child(drawing)
}

/// The frame, the pieces in it and the strokes through completed lines.
fn position(game_match: Match, arriving: Option<Cell>) -> Element {
    let series_score = SeriesScore::new(&game_match);
    let view = BoardView::of(&Session::new(game_match, series_score));
    let rules = view.rules;
    let pieces = view.cells.iter().filter_map(|view| {
        let piece = view.piece?;
        let outline = even_odd_path(drawing::outline(piece));
        let drawn = if arriving == Some(view.cell) {
            outline
                .class(drawing::class(piece, drawing::motion(rules)))
                .style(("--fall", fall(rules, view.cell)))
        } else {
            outline.class(drawing::class(piece, ""))
        };
        let transform = translate(frame::centre(rules, view.cell));
        Some(g().attr("transform", transform).child(drawn))
    });
    let lines = view.lines.iter();
    let strokes = lines.map(|line| drawing::stroke(&frame::stroke(rules, *line)));
    svg().aria_hidden("true").child((
        drawing::holes(rules),
        pieces.collect::<Vec<_>>(),
        drawing::frame_path(rules),
        strokes.collect::<Vec<_>>(),
    ))
}
