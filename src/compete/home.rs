//! The page from which the cup and the bot lab are opened.

use super::cup::{bracket, use_cup};
use crate::{
    board::{badge, face},
    compete::text,
    components::{
        button::button,
        html::{Element, div, h3, p, section, span},
    },
    navigation::{Route, use_navigation},
};
use four_shapes_records::PieceStyle;
use leptos::prelude::*;

/// The content of the page.
pub(crate) fn home() -> Element {
    div().class("compete").child((cup_card(), lab_card()))
}

/// The cup: its bracket and *Continue* while there is one.
fn cup_card() -> Element {
    let (cup, navigation) = (use_cup(), use_navigation());
    let is_any = Memo::new(move |_| cup.with(|_| ()).is_some());
    let open = move || navigation.open(Route::Cup);
    let label = move || match (cup.is_running(), is_any.get()) {
        (true, _) => text::continue_cup(),
        (false, true) => text::show_cup(),
        (false, false) => text::new_cup(),
    };
    let state = move || {
        let state = cup.with(text::state_of_cup);
        state.unwrap_or_else(|| text::cup_about().to_owned())
    };
    let bracket = move || is_any.get().then(|| bracket(cup));
    section().class("card cup-card").child((
        div().class("card-head").child((
            badges((0..4).map(|entrant| badge(PieceStyle::nth(entrant)))),
            div().child((
                h3().class("title").child(text::cup()),
                p().class("detail").child(state),
            )),
        )),
        bracket,
        p().class("buttons")
            .child(button(label, open).class("primary")),
    ))
}

/// Four pictures of players.
fn badges(pictures: impl Iterator<Item = Element>) -> Element {
    span()
        .class("badges")
        .aria_hidden("true")
        .child(pictures.collect::<Vec<_>>())
}

fn lab_card() -> Element {
    let navigation = use_navigation();
    section().class("card lab-card").child((
        div().class("card-head").child((
            badges((1..=4).map(face)),
            div().child((
                h3().class("title").child(text::bot_lab()),
                p().class("detail").child(text::bot_lab_about()),
            )),
        )),
        p().class("buttons")
            .child(button(text::open_bot_lab(), move || {
                navigation.open(Route::Tournament);
            })),
    ))
}
