//! What people set once.

use super::{dialog::Opener, far::far};
use crate::{
    session::Command,
    text,
    ui::{button, html},
};
use leptos::prelude::*;

/// What is in the settings dialog. What is chosen counts at once.
pub(crate) fn settings(opener: Opener) -> AnyView {
    let far = far();
    let help = html("input")
        .attr("type", "checkbox")
        .prop_with("checked", move || far.helps())
        .on("change", move |event| {
            far.send(Command::AllowHelp(event_target_checked(&event)));
        });
    html("div")
        .class("setup")
        .child(
            html("label")
                .class("choice")
                .child(help)
                .text(text::HELP_WHILE_PLAYING),
        )
        .child(
            html("p")
                .class("buttons")
                .child(button(text::DONE, move || opener.close()).class("primary")),
        )
        .view()
}
