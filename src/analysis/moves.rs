//! The list of the moves of the game on the board.

use super::{
    graph::{cursor, last_step, target_step},
    state::AnalysisState,
};
use crate::{
    board::badge,
    components::{
        button::{button, icon_only_button},
        dom::{focus, scroll_into_view},
        html::{div, li, ol, p, section, span},
        icon::{self, Icon},
        keyed_list::keyed_list,
    },
    game::{
        session::Command,
        state::{GameState, use_game},
    },
    text,
};
use four_shapes_rules::Step;
use leptos::{ev, prelude::*};

/// The panel with the list of moves: a single tab stop, in which arrow keys go through the
/// game.
pub(crate) fn moves() -> AnyView {
    let game = use_game();
    Effect::new(move || {
        let cursor = cursor(game);
        request_animation_frame(move || scroll_into_view(&item_id(cursor)));
    });
    // Names and pieces are part of the items.
    let seats =
        Memo::new(move |_| game.with_match(|game_match| game_match.setup().seats().to_vec()));
    let is_swapped =
        Memo::new(move |_| game.with_match(|game_match| game_match.game().is_swapped()));
    let items = move || {
        seats.track();
        is_swapped.track();
        untrack(|| keyed_list(move || steps(game), move |step| item(game, step)))
    };
    let is_empty = move || last_step(game) == 0;
    let on_key = move |event: ev::KeyboardEvent| {
        if let Some(to) = target_step(&event, game) {
            game.send(Command::GoTo(to));
            focus(&["#", &item_id(to)].concat());
        }
    };
    let go = |symbol: Icon, name, key: &'static str| {
        icon_only_button(symbol, name, move || {
            let to = untrack(|| super::graph::step_after_key(key, game));
            if let Some(to) = to {
                game.send(Command::GoTo(to));
            }
        })
    };
    let [first, previous, next, last] = text::position_buttons();
    section()
        .class("panel")
        .id("moves")
        .aria_label(text::move_list())
        .child((
            move || is_empty().then(|| p().class("detail").child(text::no_moves())),
            ol().class("move-list")
                .aria_label(text::move_list())
                .on(ev::keydown, on_key)
                .child(items),
            div().class("steps").child((
                go(icon::FIRST, first, "Home"),
                go(icon::PREVIOUS, previous, "ArrowLeft"),
                go(icon::NEXT, next, "ArrowRight"),
                go(icon::LAST, last, "End"),
            )),
        ))
        .into_any()
}

fn item_id(step: usize) -> String {
    format!("move-{step}")
}

/// The positions of the game: their numbers, and the steps that led to them.
fn steps(game: GameState) -> Vec<(usize, Option<Step>)> {
    game.with_match(|game_match| {
        let steps = game_match.game().steps().iter().copied().map(Some);
        [None].into_iter().chain(steps).enumerate().collect()
    })
}

/// A step: a button that goes to the position after it.
fn item(game: GameState, (number, step): (usize, Option<Step>)) -> AnyView {
    let is_current = Memo::new(move |_| cursor(game) == number);
    let analysis: AnalysisState = expect_context();
    let judgement = Memo::new(move |_| analysis.error(number));
    let mark = move || {
        let mark = span().class("mark").aria_hidden("true");
        judgement
            .get()
            .map(|judgement| mark.child(text::mark(judgement)))
    };
    let (name, content) = game.peek_match(|game_match| {
        let name = text::step(game_match, number);
        let content = match step {
            Some(Step::Place(cell)) => {
                let mover = text::mover(game_match, number - 1);
                let piece_style = game_match.seat(mover).piece_style;
                let number = span().class("number").child(number.to_string());
                span().child((number, badge(piece_style), cell.to_string(), mark))
            }
            _ => span().child(name.clone()),
        };
        (name, content)
    });
    let label = move || match judgement.get() {
        Some(judgement) => text::judged(&name, judgement),
        None => name.clone(),
    };
    let item = button("", move || game.send(Command::GoTo(number)))
        .id(item_id(number))
        .aria_label(move || Some(label()))
        .aria_current(move || is_current.get().then_some("step"))
        .tabindex(move || Some(if is_current.get() { "0" } else { "-1" }))
        .child(content);
    li().class(if number == 0 { "start" } else { "move" })
        .child(item)
        .into_any()
}
