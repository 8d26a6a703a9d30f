//! Push buttons.

use crate::components::html;
use crate::components::html::Element;
use leptos::ev;

/// A button that submits no form.
pub(crate) fn button(label: &'static str, mut on_click: impl FnMut() + 'static) -> Element {
    // In a box, so that all buttons are of one type.
    let on_click: Box<dyn FnMut(ev::MouseEvent)> = Box::new(move |_| on_click());
    html::button()
        .r#type("button")
        .on(ev::click, on_click)
        .child(label)
}
