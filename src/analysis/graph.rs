//! The graph of the game: a line, upwards for an advantage of the user or else of the first player,
//! with a button for each position.

use super::{moments::Severity, state::AnalysisState};
use crate::{
    board::{even_odd_path, glyph::colour_class},
    components::{
        dom::{centre_in_list, focus},
        html::{Element, button, li, ol, svg},
        keyed_list::keyed_list,
    },
    game::{session::Command, state::GameState},
    text,
};
use leptos::{ev, prelude::*};

/// The graph, which is a single tab stop.
pub(super) fn graph(analysis: AnalysisState) -> Element {
    let game = analysis.game;
    Effect::new(move |before| {
        let cursor = cursor(game);
        if before != Some(cursor) {
            request_animation_frame(move || centre_in_list(&bar_id(cursor)));
        }
        cursor
    });
    let is_empty = is_empty(game);
    let bars = move || {
        is_empty.get();
        untrack(|| {
            keyed_list(
                move || (0..=last_step(game)).collect(),
                move |step| li().child(bar(analysis, step)),
            )
        })
    };
    ol().class("graph")
        .aria_label(text::advantage())
        .child(bars)
}

pub(super) fn cursor(game: GameState) -> usize {
    game.with_match(|game_match| game_match.game().cursor())
}

pub(super) fn last_step(game: GameState) -> usize {
    game.with_match(|game_match| game_match.game().steps().len())
}

/// Whether the game has no steps yet: lists of them start anew with it, see [`keyed_list`].
pub(super) fn is_empty(game: GameState) -> Memo<bool> {
    Memo::new(move |_| last_step(game) == 0)
}

fn bar_id(step: usize) -> String {
    format!("step-{step}")
}

/// Returns the step that a key goes to from the current one, and takes the event if there is one.
pub(super) fn target_step(event: &ev::KeyboardEvent, game: GameState) -> Option<usize> {
    let to = untrack(|| step_after_key(&event.key(), game))?;
    event.prevent_default();
    Some(to)
}

/// Returns the step that a key goes to from the current one.
pub(super) fn step_after_key(key: &str, game: GameState) -> Option<usize> {
    let (at, last) = (cursor(game), last_step(game));
    Some(match key {
        "ArrowLeft" => at.saturating_sub(1),
        "ArrowRight" => (at + 1).min(last),
        "Home" => 0,
        "End" => last,
        _ => return None,
    })
}

/// The bar of the position after a step: a button that goes to it. While this panel is open, the
/// signals that it reads forget their readers (src/signals.rs). The list of moves is also shown while
/// the review is not written, and has one effect instead.
fn bar(analysis: AnalysisState, step: usize) -> Element {
    let game = analysis.game;
    let is_current = move || cursor(game) == step;
    let name = move || {
        let judgement = analysis.error(step);
        analysis.graph.with(|graph| {
            let evaluation = graph.get(step).and_then(Option::as_ref);
            game.with_match(|game_match| {
                text::graph_bar_label(game_match, step, judgement, evaluation)
            })
        })
    };
    let go_to = move |event: ev::KeyboardEvent| {
        if let Some(to) = target_step(&event, game) {
            game.send(Command::GoTo(to));
            focus(&format!("#{}", bar_id(to)));
        }
    };
    button()
        .r#type("button")
        .id(bar_id(step))
        .tabindex(move || if is_current() { "0" } else { "-1" })
        .aria_current(move || is_current().then_some("step"))
        // It is the name, too.
        .title(name)
        .on(ev::click, move |_| game.send(Command::GoTo(step)))
        .on(ev::keydown, go_to)
        .child(
            svg()
                .attr("viewBox", "0 0 10 200")
                .aria_hidden("true")
                .attr("preserveAspectRatio", "none")
                .child(move || drawing(analysis, step)),
        )
}

/// The line from a position to the next one, the area between it and the axis in the colour of
/// the player with the advantage, and a dot for an error, as large as it is serious.
fn drawing(analysis: AnalysisState, step: usize) -> Vec<Element> {
    let (score, next) = analysis.graph.with(|graph| {
        let score = |step: usize| {
            let evaluation = graph.get(step).and_then(Option::as_ref);
            evaluation.map(|evaluation| i16::from(evaluation.score))
        };
        let known = score(step).unwrap_or(0);
        (known, score(step + 1).unwrap_or(known))
    });
    let up = if analysis.game.with_match(text::graph_is_reversed) {
        -1
    } else {
        1
    };
    let (from, to) = (100 - up * score, 100 - up * next);
    let shape = |class: String, path: String| even_odd_path(path).class(class);
    let area = |score: i16, path: String| {
        let colour = analysis.game.with_match(|game_match| {
            let player = game_match.rules().player_after(usize::from(score < 0));
            colour_class(game_match.seat(player).piece_style.colour)
        });
        shape(format!("area {colour}"), path)
    };
    let mut paths = Vec::new();
    if score.signum() * next.signum() < 0 {
        // In tenths, as the drawing is 10 wide.
        let tenths = 100 * i32::from(score) / i32::from(score - next);
        let crossing = format!("{}.{}", tenths / 10, tenths % 10);
        paths.push(area(score, format!("M0 100V{from}L{crossing} 100z")));
        paths.push(area(next, format!("M{crossing} 100L10 {to}V100z")));
    } else {
        paths.push(area(score + next, format!("M0 100V{from}L10 {to}V100z")));
    }
    paths.push(shape("line".to_owned(), format!("M0 {from}L10 {to}")));
    if let Some(severity) = analysis.error(step).and_then(Severity::of) {
        let class = match severity {
            Severity::Blunder => "error blunder",
            Severity::Mistake => "error",
            Severity::Inaccuracy => "error inaccuracy",
        };
        paths.push(shape(class.to_owned(), format!("M0 {from}h0")));
    }
    paths
}
