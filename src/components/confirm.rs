//! Confirmation before destructive actions.

use super::button::button;
use crate::components::html::{div, p};
use leptos::prelude::*;

/// A question with the labels of both answers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    pub(crate) text: &'static str,
    pub(crate) yes: &'static str,
    pub(crate) no: &'static str,
}

/// A confirmation, shown until either answer is chosen.
pub(crate) fn confirm(
    asked: RwSignal<bool>,
    question: Question,
    on_yes: impl Fn() + Clone + Send + 'static,
) -> AnyView {
    let view = move || {
        let on_yes = on_yes.clone();
        let yes = move || {
            asked.set(false);
            on_yes();
        };
        asked.get().then(|| {
            let buttons = (
                button(question.yes, yes),
                button(question.no, move || asked.set(false)),
            );
            let question = p().class("warning").child(question.text);
            div()
                .role("alert")
                .child((question, p().class("buttons").child(buttons)))
                .into_any()
        })
    };
    view.into_any()
}
