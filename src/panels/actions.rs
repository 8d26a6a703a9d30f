//! What can be done with the game besides moving.

use super::dialog::Opener;
use crate::{
    board::focus_board,
    live::live,
    scene::Scene,
    session::Command,
    text,
    ui::{button, dynamic, html, nothing},
};
use leptos::prelude::*;

pub(crate) fn actions(scene: ReadSignal<Scene>, new_game: Opener) -> AnyView {
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
    let suggestion = Memo::new(move |_| {
        scene.with(|scene| match (scene.next, scene.dead) {
            (None, _) => Some((text::PLAY_AGAIN, Command::Start(scene.rules))),
            (Some(_), true) => Some((text::AGREE_DRAW, Command::AgreeDraw)),
            (Some(_), false) => None,
        })
    });
    let suggested = move || {
        let Some((name, command)) = suggestion.get() else {
            return nothing();
        };
        let act = move || {
            session.send(command);
            focus_board();
        };
        button(name, act).class("primary").view()
    };
    let new_game = button(text::NEW_GAME, move || new_game.open()).attr_with("class", move || {
        suggestion.get().is_none().then(|| "primary".to_owned())
    });
    html("div")
        .class("actions")
        .attr("role", "group")
        .attr("aria-label", text::ACTIONS)
        .child(dynamic(suggested))
        .child(undo)
        .child(redo)
        .child(new_game)
        .view()
}
