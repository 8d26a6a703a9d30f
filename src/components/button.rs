//! Push buttons.

use crate::components::html::{self, Element};
use leptos::ev;

/// A button that doesn't submit forms.
pub(crate) fn button(label: &'static str, mut on_click: impl FnMut() + 'static) -> Element {
    // Boxed, so that all buttons share one listener type.
    let on_click: Box<dyn FnMut(ev::MouseEvent)> = Box::new(move |_| on_click());
    html::button()
        .r#type("button")
        .on(ev::click, on_click)
        .child(label)
}
