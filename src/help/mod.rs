//! How to play, and the keys.

pub(crate) mod about;

use crate::{
    components::ui::{button, html},
    game::state::use_game,
    navigation::{Place, use_navigation},
    text,
};
use leptos::prelude::*;

/// What is in the help dialog.
pub(crate) fn help() -> AnyView {
    let navigation = use_navigation();
    let key = |&(keys, meaning): &(&'static str, &'static str)| {
        let keys = keys.split(' ').map(|key| html("kbd").text(key));
        [html("dt").children(keys), html("dd").text(meaning)]
    };
    let setup = use_game().peek_match(|played| played.setup().clone());
    let close = button(text::CLOSE, move || navigation.close(Place::Help)).class("primary");
    let about = button(text::ABOUT, move || navigation.open(Place::About));
    html("div")
        .children(text::help(&setup).map(|paragraph| html("p").text(paragraph)))
        .child(html("p").text(text::HELP_TOURNAMENTS))
        .child(html("h3").text(text::KEYS_HEADING))
        .child(
            html("dl")
                .class("keys")
                .children(text::keys(setup.rules()).iter().flat_map(key)),
        )
        .child(html("p").class("buttons sticky").child(close).child(about))
        .view()
}
