//! What can be done with the game besides moving.

use crate::{
    board::focus_board,
    bridge,
    live::live,
    scene::Scene,
    session::Command,
    text,
    ui::{button, html, keyed, nothing},
};
use leptos::prelude::*;

pub(crate) fn actions(scene: ReadSignal<Scene>) -> AnyView {
    let session = live();
    // Not `disabled`: a button that has the focus must not lose it.
    let unless = |useful: bool| (!useful).then(|| "true".to_owned());
    let can_undo = move || session.with(|s| s.game().cursor() > 0);
    let can_redo = move || session.with(|s| s.game().cursor() < s.game().steps().len());
    let undo = button(text::UNDO, move || session.send(Command::Undo))
        .attr_with("aria-disabled", move || unless(can_undo()));
    let redo = button(text::REDO, move || session.send(Command::Redo))
        .attr_with("aria-disabled", move || unless(can_redo()));
    // What most people will want next, in the most prominent place.
    let suggestion = move || {
        scene.with(|scene| match (scene.next, scene.dead) {
            (None, _) => text::PLAY_AGAIN,
            (Some(_), true) => text::AGREE_DRAW,
            (Some(_), false) => "",
        })
    };
    let suggested = move || {
        let name = suggestion();
        if name.is_empty() {
            return nothing();
        }
        let act = move || {
            let over = scene.with_untracked(|scene| scene.next.is_none());
            session.send(if over {
                Command::Again
            } else {
                Command::AgreeDraw
            });
            focus_board();
        };
        button(name, act).class("primary").view()
    };
    let new_game = button(text::NEW_GAME, || bridge::page::open("new-game"))
        .attr_with("class", move || {
            suggestion().is_empty().then(|| "primary".to_owned())
        });
    html("div")
        .class("actions")
        .attr("role", "group")
        .attr("aria-label", text::ACTIONS)
        .child(keyed(move || suggestion().to_owned(), suggested))
        .child(undo)
        .child(redo)
        .child(new_game)
        .view()
}
