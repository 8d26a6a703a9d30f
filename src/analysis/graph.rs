//! The graph of the game: a bar for each position, upwards for an advantage of the first player.

use super::state::AnalysisState;
use crate::components::html::{Element, button, li, ol, path, svg};
use crate::{
    components::{dom::centre_in_list, dom::focus, keyed_list::keyed_list},
    game::{session::Command, state::GameState},
    text,
};
use leptos::{ev, prelude::*};

/// The graph, which is a single tab stop.
pub(super) fn graph(analysis: AnalysisState) -> AnyView {
    let game = analysis.game;
    Effect::new(move |before| {
        let cursor = cursor(game);
        if before != Some(cursor) {
            request_animation_frame(move || centre_in_list(&bar_id(cursor)));
        }
        cursor
    });
    let bars = keyed_list(
        move || (0..=last_step(game)).collect(),
        move |step| li().child(bar(analysis, step)).into_any(),
    );
    ol().class("graph")
        .aria_label(text::advantage())
        .child(bars)
        .into_any()
}

fn cursor(game: GameState) -> usize {
    game.with_match(|game_match| game_match.game().cursor())
}

fn last_step(game: GameState) -> usize {
    game.with_match(|game_match| game_match.game().steps().len())
}

fn bar_id(step: usize) -> String {
    format!("step-{step}")
}

/// The bar of the position after a step: a button that goes to it.
fn bar(analysis: AnalysisState, step: usize) -> Element {
    let game = analysis.game;
    let is_current = move || cursor(game) == step;
    let name = move || {
        analysis.graph.with(|graph| {
            let evaluation = graph.get(step).and_then(Option::as_ref);
            game.with_match(|game_match| text::graph_bar_label(game_match, step, evaluation))
        })
    };
    let go_to = move |event: ev::KeyboardEvent| {
        let last = untrack(|| last_step(game));
        let to = match &*event.key() {
            "ArrowLeft" => step.saturating_sub(1),
            "ArrowRight" => (step + 1).min(last),
            "Home" => 0,
            "End" => last,
            _ => return,
        };
        event.prevent_default();
        game.send(Command::GoTo(to));
        focus(&format!("#{}", bar_id(to)));
    };
    button()
        .r#type("button")
        .id(bar_id(step))
        .tabindex(move || Some(if is_current() { "0" } else { "-1" }))
        .aria_current(move || is_current().then_some("step"))
        .aria_label(move || Some(name()))
        .title(move || Some(name()))
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

fn drawing(analysis: AnalysisState, step: usize) -> Element {
    let (score, proved) = analysis.graph.with(|graph| {
        let evaluation = graph.get(step).and_then(Option::as_ref);
        evaluation.map_or((0, false), |evaluation| {
            (evaluation.score, evaluation.proved)
        })
    });
    // Keeps even positions visible.
    let height = i16::from(score.unsigned_abs()).max(6) * if score < 0 { -1 } else { 1 };
    let tone = match score {
        1.. => "good",
        0 => "even",
        _ => "bad",
    };
    path()
        .attr("fill-rule", "evenodd")
        .attr("d", format!("M1 100h8v{}h-8z", -height))
        .class(if proved {
            tone.to_owned()
        } else {
            format!("{tone} estimate")
        })
}
