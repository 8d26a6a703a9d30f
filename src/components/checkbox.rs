//! Checkboxes and radio buttons.

use crate::components::html::{self, Child, Element, input};
use leptos::{ev, prelude::*};

/// A labelled checkbox.
pub(crate) fn checkbox(
    label: &'static str,
    checked: impl Fn() -> bool + Send + 'static,
    on_change: impl Fn(bool) + 'static,
) -> Element {
    toggle(
        "checkbox",
        None,
        label.into_any_view(),
        Box::new(checked),
        Box::new(on_change),
    )
}

/// A labelled radio button.
pub(crate) fn radio(
    group: &'static str,
    label: impl Child,
    checked: impl Fn() -> bool + Send + 'static,
    on_select: impl Fn() + 'static,
) -> Element {
    toggle(
        "radio",
        Some(group),
        label.into_any_view(),
        Box::new(checked),
        Box::new(move |_| on_select()),
    )
}

fn toggle(
    kind: &'static str,
    group: Option<&'static str>,
    label: AnyView,
    checked: Box<dyn Fn() -> bool + Send>,
    on_change: Box<dyn Fn(bool)>,
) -> Element {
    let input = input()
        .r#type(kind)
        .name(group)
        .prop("checked", checked)
        .on(ev::change, move |event| {
            on_change(event_target_checked(&event));
        });
    html::label().class("choice").child((input, label))
}
