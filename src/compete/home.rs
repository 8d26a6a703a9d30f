//! The page from which the cup and the bot lab are opened.

use super::cup::{bracket, use_cup};
use crate::{
    board::{badge, face},
    compete::text,
    components::{
        button::button,
        html::{Element, div, h3, li, ol, p, section, span},
        icon,
    },
    navigation::{Route, use_navigation},
    storage::{BrowserStorage, person::Person},
};
use four_shapes_players::Level;
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
    let bracket = move || {
        is_any
            .get()
            .then(|| div().class("cup-rounds").child(bracket(cup)))
    };
    // It changes only on the page of the cup and on the board.
    let cups_won = Person::load(&BrowserStorage::new()).cups_won;
    let won = (cups_won > 0).then(|| {
        p().class("cups-won").child((
            icon::icon(icon::TOURNAMENT),
            text::cups_won(cups_won.into()),
        ))
    });
    let is_over = Memo::new(move |_| is_any.get() && !cup.is_running());
    let next = move || {
        is_over
            .get()
            .then(|| button(text::new_cup(), move || cup.open_setup()))
    };
    section().class("card cup-card").child((
        div().class("card-head").child((
            cup_sketch(),
            div().child((
                h3().class("title").child(text::cup()),
                p().class("detail").child(state),
                won,
            )),
        )),
        p().class("buttons")
            .child((button(label, open).class("primary"), next)),
        bracket,
    ))
}

/// A small bracket, in which the first of four has won.
fn cup_sketch() -> Element {
    let round = |entrants: &[usize]| {
        let places = entrants.iter().map(|entrant| {
            li().class("reached decided")
                .child(badge(PieceStyle::nth(*entrant)))
        });
        div()
            .class("round")
            .child(ol().child(places.collect::<Vec<_>>()))
    };
    let rounds: [&[usize]; 3] = [&[0, 1, 2, 3], &[0, 3], &[0]];
    div()
        .class("rounds sketch")
        .aria_hidden("true")
        .child(rounds.map(round))
}

/// Levels with their strength as bars.
fn lab_sketch() -> Element {
    let bar = |level: Level| {
        let strength = span()
            .class("strength")
            .style(("--share", usize::from(level.number())));
        p().child((face(level), strength))
    };
    div()
        .class("sketch")
        .aria_hidden("true")
        .child([Level::Four, Level::Three, Level::Two, Level::One].map(bar))
}

fn lab_card() -> Element {
    let navigation = use_navigation();
    section().class("card lab-card").child((
        div().class("card-head").child((
            lab_sketch(),
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
