//! Push buttons.

use crate::components::{
    html::{self, Child, Element, span},
    icon::{Icon, icon},
};
use leptos::ev;

/// A button that doesn't submit forms.
pub(crate) fn button(children: impl Child, on_click: impl FnMut() + 'static) -> Element {
    empty_button(on_click).child(children)
}

/// A button with an icon before its label.
pub(crate) fn icon_button(
    symbol: Icon,
    label: impl Child,
    on_click: impl FnMut() + 'static,
) -> Element {
    empty_button(on_click).child((icon(symbol), span().child(label)))
}

/// A button that shows an icon only. Its title is its name, too: an `aria-label` beside it would be
/// read in addition.
pub(crate) fn icon_only_button(
    symbol: Icon,
    name: &str,
    on_click: impl FnMut() + 'static,
) -> Element {
    empty_button(on_click)
        .title(name.to_owned())
        .child(icon(symbol))
}

fn empty_button(mut on_click: impl FnMut() + 'static) -> Element {
    // Boxed, so that all buttons share one listener type.
    let on_click: Box<dyn FnMut(ev::MouseEvent)> = Box::new(move |_| on_click());
    html::button().r#type("button").on(ev::click, on_click)
}
