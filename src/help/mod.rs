//! How to play, and the keys.

pub(crate) mod about;

use crate::{
    bridge,
    components::dialog::Opener,
    components::ui::{button, html},
    sheets::far::far,
    text,
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
    let about = button(text::ABOUT, || bridge::page::open("about"));
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
