//! Checkboxes.

use crate::components::html::{Element, input, label};
use leptos::{ev, prelude::*};

/// A labelled checkbox.
pub(crate) fn checkbox(
    name: &'static str,
    checked: impl Fn() -> bool + Send + 'static,
    on_change: impl Fn(bool) + 'static,
) -> Element {
    boxed(name, Box::new(checked), Box::new(on_change))
}

/// Not generic, so that it is compiled once.
fn boxed(
    name: &'static str,
    checked: Box<dyn Fn() -> bool + Send>,
    on_change: Box<dyn Fn(bool)>,
) -> Element {
    let input = input()
        .r#type("checkbox")
        .prop("checked", checked)
        .on(ev::change, move |event| {
            on_change(event_target_checked(&event));
        });
    label().class("choice").child((input, name))
}
