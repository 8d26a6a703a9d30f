//! The list of the moves of the game on the board.

use super::graph::{cursor, last_step, target_step};
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
use four_shapes_engine::Step;
use leptos::{ev, prelude::*};

/// The panel with the list of moves: a single tab stop, in which arrow keys go through the
/// game.
pub(crate) fn moves() -> AnyView {
    let game = use_game();
    Effect::new(move || {
        let cursor = cursor(game);
        request_animation_frame(move || scroll_into_view(&item_id(cursor)));
    });
    let items = keyed_list(
        move || (0..=last_step(game)).collect(),
        move |step| item(game, step),
    );
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

/// A step: a button that goes to the position after it.
fn item(game: GameState, step: usize) -> AnyView {
    let is_current = move || cursor(game) == step;
    let content = move || {
        game.with_match(|game_match| {
            let before = step.checked_sub(1)?;
            Some(match game_match.game().steps().get(before)? {
                Step::Place(cell) => {
                    let mover = text::mover(game_match, before);
                    let number = span().class("number").child(step.to_string());
                    let piece_style = game_match.seat(mover).piece_style;
                    span()
                        .child((number, badge(piece_style), cell.to_string()))
                        .into_any()
                }
                _ => span().child(text::step(game_match, step)).into_any(),
            })
        })
    };
    let start = (step == 0).then(text::step_start);
    let item = button("", move || game.send(Command::GoTo(step)))
        .id(item_id(step))
        .aria_label(move || Some(game.with_match(|game_match| text::step(game_match, step))))
        .aria_current(move || is_current().then_some("step"))
        .tabindex(move || Some(if is_current() { "0" } else { "-1" }))
        .child((content, start));
    li().class(if step == 0 { "start" } else { "move" })
        .child(item)
        .into_any()
}
