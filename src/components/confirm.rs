//! Confirmation before destructive actions.

use super::{
    button::button,
    dom::scroll_match_soon,
    html::{Child, div, p},
};
use leptos::prelude::*;

/// A question and the labels of its buttons.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    pub(crate) text: &'static str,
    pub(crate) yes: &'static str,
    pub(crate) no: &'static str,
}

/// A confirmation, shown while `open` is set; either button closes it.
pub(crate) fn confirm(
    open: RwSignal<bool>,
    question: Question,
    on_yes: impl Fn() + Clone + Send + 'static,
) -> impl Child {
    move || {
        let on_yes = on_yes.clone();
        let yes = move || {
            open.set(false);
            on_yes();
        };
        open.get().then(|| {
            let buttons = (
                button(question.yes, yes),
                button(question.no, move || open.set(false)),
            );
            let question = p().class("warning").child(question.text);
            scroll_match_soon(".confirmation");
            div()
                .class("confirmation")
                .role("alert")
                .child((question, p().class("buttons").child(buttons)))
        })
    }
}
