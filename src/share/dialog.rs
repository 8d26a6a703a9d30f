//! A link to the match on the board.

use crate::{
    components::ui::{button, html, select_text},
    device,
    game::state::use_game,
    navigation::{Place, use_navigation},
    text,
};
use four_shapes_engine::link;
use leptos::prelude::*;

/// What is in the share dialog.
pub(crate) fn share() -> AnyView {
    let navigation = use_navigation();
    let link = use_game().peek_match(link::write);
    let address = device::address_with(&link);
    let done = RwSignal::new(String::new());
    let copied = address.clone();
    let copy = button(text::COPY, move || {
        device::copy(&copied, move |copied| {
            if !copied {
                select_text("share-link");
            }
            let said = if copied {
                text::COPIED
            } else {
                text::NOT_COPIED
            };
            done.set(said.to_owned());
        });
    })
    .class("primary");
    let field = html("input")
        .attr("type", "text")
        .attr("id", "share-link")
        .attr("readonly", "")
        .attr("value", address.clone())
        .on("focus", |_| select_text("share-link"));
    let send = device::can_send().then(|| {
        button(text::SEND, move || {
            device::send(text::TITLE, &address);
        })
    });
    let buttons = html("p")
        .class("buttons sticky")
        .child(copy)
        .children(send)
        .child(button(text::CLOSE, move || navigation.close(Place::Share)));
    html("div")
        .child(html("p").text(text::SHARE_EXPLAINED))
        .child(html("label").class("wide").text(text::LINK).child(field))
        .child(
            html("p")
                .class("line")
                .attr("aria-live", "polite")
                .text_with(move || done.get()),
        )
        .child(buttons)
        .view()
}
