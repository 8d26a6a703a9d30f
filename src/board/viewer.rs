//! A game to be looked at, move by move.

use crate::{
    board::still,
    components::ui::{button, dynamic, html},
    text,
};
use four_shapes_engine::{Match, notation};
use leptos::prelude::*;
use std::sync::Arc;

/// The board at any step, the way from one to the next, and the moves. The focus belongs to
/// the element with the id.
pub(crate) fn viewer(played: &Match, id: &'static str) -> AnyView {
    let last = played.game().steps().len();
    let moves = {
        let mut played = played.clone();
        played.go_to(usize::MAX);
        notation::write(played.game())
    };
    let step = RwSignal::new(played.game().cursor());
    // Said aloud only when a button was pressed: a slider says its value itself.
    let said = RwSignal::new(String::new());
    let played = Arc::new(played.clone());
    let at = move |step: usize| {
        let mut played = Match::clone(&played);
        played.go_to(step);
        played
    };
    let (drawn, words, value, rows) = (at.clone(), at.clone(), at.clone(), at.clone());
    let board = dynamic(move || still(drawn(step.get())).view());
    let slider = html("input")
        .attr("type", "range")
        .attr("id", id)
        .attr("min", "0")
        .attr("max", last.to_string())
        .attr("aria-label", text::POSITION_SHOWN)
        .attr_with("aria-valuetext", move || {
            Some(text::standing(&value(step.get())))
        })
        .text_prop("value", move || step.get().to_string())
        .on("input", move |event| {
            if let Ok(to) = event_target_value(&event).parse::<usize>() {
                step.set(to.min(last));
            }
        });
    let go: [fn(usize, usize) -> usize; 4] = [
        |_, _| 0,
        |at, _| at.saturating_sub(1),
        |at, last| (at + 1).min(last),
        |_, last| last,
    ];
    let buttons = text::STEPS.into_iter().zip(go).map(|((sign, name), go)| {
        let at = at.clone();
        button(sign, move || {
            let to = go(step.get_untracked(), last);
            step.set(to);
            said.set(text::standing(&at(to)));
        })
        .attr("aria-label", name)
    });
    html("div")
        .child(board)
        .child(html("p").class("steps").children(buttons).child(slider))
        .child(
            html("p")
                .class("standing")
                .text_with(move || text::standing(&words(step.get()))),
        )
        .child(
            html("p")
                .class("unseen")
                .text_with(move || text::rows_in_words(&rows(step.get()))),
        )
        .child(
            html("p")
                .class("unseen")
                .attr("aria-live", "polite")
                .text_with(move || said.get()),
        )
        .child(html("p").class("detail moves").text(moves))
        .view()
}
