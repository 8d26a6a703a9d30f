//! The threats on the board in words.

use crate::{
    components::html::{Child, Element, h2, li, p, section, ul},
    game::state::GameState,
    text,
};
use leptos::prelude::*;

/// The threats, with a heading.
pub(super) fn threats(game: GameState) -> Element {
    section()
        .class("threats")
        .aria_label(text::threats_heading())
        .child((h2().child(text::threats_heading()), threat_list(game)))
}

/// The list of threats, the playable ones first.
pub(crate) fn threat_list(game: GameState) -> impl Child {
    let sentences = Memo::new(move |_| game.with_match(text::threats));

    move || {
        let sentences = sentences.get();
        if sentences.is_empty() {
            return p().child(text::no_threats());
        }
        let items = sentences.into_iter().map(|it| li().child(it));
        ul().child(items.collect::<Vec<_>>())
    }
}
