//! Checkboxes and radio buttons.

use leptos::{
    attr::Attribute,
    ev,
    html::{self, HtmlElement, input, label},
    prelude::*,
};

/// A labelled checkbox.
pub(crate) fn checkbox(
    name: &'static str,
    checked: impl Fn() -> bool + Send + 'static,
    on_change: impl Fn(bool) + 'static,
) -> HtmlElement<html::Label, impl Attribute, impl RenderHtml> {
    toggle(
        "checkbox",
        None,
        name.to_owned(),
        Box::new(checked),
        Box::new(on_change),
    )
}

/// A labelled radio button of a group.
pub(crate) fn radio(
    group: &'static str,
    name: String,
    checked: impl Fn() -> bool + Send + 'static,
    on_select: impl Fn() + 'static,
) -> HtmlElement<html::Label, impl Attribute, impl RenderHtml> {
    toggle(
        "radio",
        Some(group),
        name,
        Box::new(checked),
        Box::new(move |_| on_select()),
    )
}

fn toggle(
    kind: &'static str,
    group: Option<&'static str>,
    name: String,
    checked: Box<dyn Fn() -> bool + Send>,
    on_change: Box<dyn Fn(bool)>,
) -> HtmlElement<html::Label, impl Attribute, impl RenderHtml> {
    let input = input()
        .r#type(kind)
        .name(group)
        .prop("checked", checked)
        .on(ev::change, move |event| {
            on_change(event_target_checked(&event));
        });
    label().class("choice").child((input, name))
}
