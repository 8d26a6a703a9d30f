//! How to play, and the keys.

use super::dialog::Opener;
use crate::{
    live::live,
    text,
    ui::{button, html},
};
use leptos::prelude::*;

/// What is in the help dialog.
pub(crate) fn help(opener: Opener) -> AnyView {
    let key = |(keys, meaning): (&'static str, &'static str)| {
        let keys = keys.split(' ').map(|key| html("kbd").text(key));
        [html("dt").children(keys), html("dd").text(meaning)]
    };
    let rules = live().peek(|session| session.game().rules());
    let close = button(text::CLOSE, move || opener.close()).class("primary");
    html("div")
        .children(text::help(rules).map(|paragraph| html("p").text(paragraph)))
        .child(html("h3").text(text::KEYS_HEADING))
        .child(
            html("dl")
                .class("keys")
                .children(text::KEYS.into_iter().flat_map(key)),
        )
        .child(html("p").class("buttons").child(close))
        .view()
}
