//! A viewer that steps through a game.

use super::diagram::{diagram, diagram_after_step};
use crate::{
    components::{
        button::icon_only_button,
        html::{Element, div, input, p},
        icon::{self, Icon},
    },
    text,
};
use four_shapes_records::Match;
use four_shapes_rules::notation;
use leptos::{ev, prelude::*};

/// Computes the target of a navigation button from the current and the last step.
type Jump = fn(usize, usize) -> usize;

/// The diagram of a step, controls, and the moves. `id` is that of the slider, to be focused.
pub(crate) fn viewer(game_match: &Match, id: &'static str) -> Element {
    let step = RwSignal::new(game_match.game().cursor());
    viewer_at(game_match, id, step, || ())
}

/// The same for a step that also changes otherwise. `on_use` is called when the user changes it.
pub(crate) fn viewer_at(
    game_match: &Match,
    id: &'static str,
    step: RwSignal<usize>,
    on_use: impl Fn() + Copy + 'static,
) -> Element {
    let last = game_match.game().steps().len();
    // Announced only after a button: screen readers announce the value of sliders.
    let announced = RwSignal::new(None::<usize>);
    let game_match = StoredValue::new(game_match.clone());
    let at = move |step: usize| {
        let mut game_match = game_match.get_value();
        game_match.go_to(step);
        game_match
    };
    let slider = input()
        .r#type("range")
        .id(id)
        .min(0)
        .max(last)
        .aria_label(text::position())
        .aria_valuetext(move || text::position_at(&at(step.get())))
        .prop("value", move || step.get().to_string())
        .on(ev::input, move |event| {
            if let Ok(to) = event_target_value(&event).parse::<usize>() {
                on_use();
                step.set(to.min(last));
            }
        });
    let jumps: [(Icon, Jump); 4] = [
        (icon::FIRST, |_, _| 0),
        (icon::PREVIOUS, |at, _| at.saturating_sub(1)),
        (icon::NEXT, |at, last| (at + 1).min(last)),
        (icon::LAST, |_, last| last),
    ];
    let buttons = text::position_buttons()
        .into_iter()
        .zip(jumps)
        .map(|(name, (symbol, jump))| {
            let go = move || {
                on_use();
                let to = jump(step.get_untracked(), last);
                step.set(to);
                announced.set(Some(to));
            };
            icon_only_button(symbol, name, go)
        });
    let announcement = move || {
        let step = announced.get();
        step.map_or_else(String::new, |step| text::position_at(&at(step)))
    };
    let mut before = usize::MAX;
    let diagram = move || {
        let step = step.get();
        let is_next = before.checked_add(1) == Some(step);
        before = step;
        if is_next {
            diagram_after_step(at(step))
        } else {
            diagram(at(step))
        }
    };
    div().child((
        diagram,
        p().class("steps")
            .child((buttons.collect::<Vec<_>>(), slider)),
        p().class("position")
            .child(move || text::position_at(&at(step.get()))),
        p().class("visually-hidden")
            .child(move || text::rows_of_pieces(&at(step.get()))),
        p().class("visually-hidden")
            .aria_live("polite")
            .child(announcement),
        p().class("detail moves")
            .child(notation::write(at(usize::MAX).game())),
    ))
}
