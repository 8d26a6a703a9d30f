//! How to play, and the keys.

use super::{dialog::Opener, far::far};
use crate::{
    text,
    ui::{button, html},
};
use leptos::prelude::*;

/// What is in the help dialog.
pub(crate) fn help(opener: Opener) -> AnyView {
    let key = |&(keys, meaning): &(&'static str, &'static str)| {
        let keys = keys.split(' ').map(|key| html("kbd").text(key));
        [html("dt").children(keys), html("dd").text(meaning)]
    };
    let setup = far().peek(|played| played.setup().clone());
    let close = button(text::CLOSE, move || opener.close()).class("primary");
    html("div")
        .children(text::help(&setup).map(|paragraph| html("p").text(paragraph)))
        .child(html("h3").text(text::KEYS_HEADING))
        .child(
            html("dl")
                .class("keys")
                .children(text::keys(setup.rules()).iter().flat_map(key)),
        )
        .child(html("p").class("buttons").child(close))
        .view()
}
