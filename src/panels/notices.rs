//! What the page has to tell about itself.

use crate::{
    board::focus_board,
    text,
    ui::{button, dynamic, html},
};
use leptos::prelude::*;

pub(crate) fn notices(notices: RwSignal<Vec<String>>) -> AnyView {
    let dismiss = move |i| {
        notices.update(|notices| {
            notices.remove(i);
        });
        focus_board();
    };
    dynamic(move || {
        let all = notices.get().into_iter().enumerate();
        html("section")
            .class("notices")
            .attr("aria-label", text::NOTICES)
            .children(all.map(|(i, notice)| {
                html("div")
                    .class("notice")
                    .attr("role", "alert")
                    .child(html("p").text(notice))
                    .child(button(text::DISMISS, move || dismiss(i)))
            }))
            .view()
    })
}
