//! Confirmation before destructive actions.

use super::{
    button::button,
    dom::{focused, scroll_match_soon},
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
            let opener = focused();
            let no = move || {
                open.set(false);
                if let Some(opener) = &opener {
                    // It fails only for elements that can't be focused.
                    let _ = opener.focus();
                }
            };
            let buttons = (button(question.yes, yes), button(question.no, no));
            let question = p().class("warning").role("alert").child(question.text);
            scroll_match_soon(".confirmation");
            div()
                .class("confirmation")
                .child((question, p().class("buttons").child(buttons)))
        })
    }
}
