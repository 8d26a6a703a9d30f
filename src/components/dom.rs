//! What only the DOM can do: the focus, scrolling, selecting.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Moves the focus to the first element that matches a selector, if there is one.
pub(crate) fn focus(selector: &str) {
    let element = document().query_selector(selector).ok().flatten();
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // It fails only for elements that can't have the focus.
        let _ = element.focus();
    }
}
