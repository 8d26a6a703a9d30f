//! Choices of a few options that are all shown: radio buttons, drawn as cards or pills.

use super::html::{Child, Element, fieldset, input, label, legend};
use leptos::{ev, prelude::*};

/// A radio button of a group, which its content is drawn for.
pub(crate) fn pick(
    group: impl Into<String>,
    content: impl Child,
    checked: impl Fn() -> bool + Send + 'static,
    on_select: impl Fn() + 'static,
) -> Element {
    label_of(
        group.into(),
        content.into_any_view(),
        Box::new(checked),
        Box::new(on_select),
    )
}

/// Not generic, so that it is compiled once.
fn label_of(
    group: String,
    content: AnyView,
    checked: Box<dyn Fn() -> bool + Send>,
    on_select: Box<dyn Fn()>,
) -> Element {
    let input = input()
        .r#type("radio")
        .name(group)
        .prop("checked", checked)
        .on(ev::change, move |_| on_select());
    label().class("pick").child((input, content))
}

/// A labelled group of such radio buttons.
pub(crate) fn picks(name: impl Child, options: impl Child) -> Element {
    fieldset()
        .class("picks")
        .child((legend().child(name), options))
}
