//! DOM helpers for focus, scrolling and selection.
//!
//! A view refers to its own elements by [`ElementRef`]. Ids and selectors are for items of lists, and
//! for elements of another view or of one that is about to be rendered.

use super::html::ElementRef;
use leptos::{ev::FocusEvent, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement, ScrollIntoViewOptions, ScrollLogicalPosition};

/// Returns the element of a reference: `None` before it is rendered, and after the view that owns
/// the reference was removed, as in a later frame.
pub(crate) fn element(reference: ElementRef) -> Option<HtmlElement> {
    reference.try_get_untracked().flatten()
}

/// Returns the element that has the focus, if any but the page has.
pub(crate) fn focused() -> Option<HtmlElement> {
    let focused = document().active_element()?;
    focused
        .dyn_into()
        .ok()
        .filter(|it: &HtmlElement| it.tag_name() != "BODY")
}

/// Whether the focus is shown, as after a key, unlike after a touch or a click.
pub(crate) fn is_focus_visible() -> bool {
    let focused = document().active_element();
    // It is an error in browsers that don't know the selector.
    focused.is_none_or(|focused| focused.matches(":focus-visible") != Ok(false))
}

/// Moves the focus to an element, in the next frame: it may be about to be rendered.
pub(crate) fn focus_soon(reference: ElementRef) {
    request_animation_frame(move || {
        if let Some(element) = element(reference) {
            // It fails only for elements that can't be focused.
            let _ = element.focus();
        }
    });
}

/// Returns the first element that matches a selector, if any.
pub(crate) fn element_matching(selector: &str) -> Option<HtmlElement> {
    let element = document().query_selector(selector).ok().flatten();
    element.and_then(|element| element.dyn_into().ok())
}

/// Moves the focus to the first element that matches a selector, if any.
pub(crate) fn focus(selector: &str) {
    if let Some(element) = element_matching(selector) {
        // It fails only for elements that can't be focused.
        let _ = element.focus();
    }
}

/// Moves the focus to the first element that matches a selector, in the next frame: it may be about
/// to be rendered.
pub(crate) fn focus_match_soon(selector: impl Into<String>) {
    let selector = selector.into();
    request_animation_frame(move || focus(&selector));
}

/// Sets an attribute of an element, or removes it.
pub(crate) fn set_attribute(element: &web_sys::Element, name: &str, value: Option<&str>) {
    // They fail only for names that aren't valid.
    let _ = match value {
        Some(value) => element.set_attribute(name, value),
        None => element.remove_attribute(name),
    };
}

/// Sets an attribute of the first element that matches a selector, if any.
pub(crate) fn set_attribute_of_match(selector: &str, name: &str, value: &str) {
    if let Ok(Some(element)) = document().query_selector(selector) {
        set_attribute(&element, name, Some(value));
    }
}

/// Removes an attribute of the first element that has it, if any.
pub(crate) fn remove_attribute(name: &str) {
    if let Ok(Some(element)) = document().query_selector(&["[", name, "]"].concat()) {
        set_attribute(&element, name, None);
    }
}

/// Sets an attribute of the page as long as the view that is being created exists, for what the view
/// changes elsewhere: see style/page.css.
pub(crate) fn mark_page(name: &'static str) {
    set_attribute_of_match(".page", name, "");
    on_cleanup(move || remove_attribute(name));
}

/// Whether the focus is within an element that matches a selector.
pub(crate) fn has_focus(selector: &str) -> bool {
    let focused = document().active_element();
    let within = focused.and_then(|it| it.closest(selector).ok().flatten());
    within.is_some()
}

/// Scrolls an element into view, no farther than necessary.
pub(crate) fn scroll_into_view(element: Option<&web_sys::Element>) {
    if let Some(element) = element {
        let options = ScrollIntoViewOptions::new();
        options.set_block(ScrollLogicalPosition::Nearest);
        options.set_inline(ScrollLogicalPosition::Nearest);
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

/// Scrolls the first element that matches a selector into view, if any, in the next frame: it may be
/// about to be rendered.
pub(crate) fn scroll_match_soon(selector: impl Into<String>) {
    let selector = selector.into();
    request_animation_frame(move || {
        let element = document().query_selector(&selector);
        scroll_into_view(element.ok().flatten().as_ref());
    });
}

/// Scrolls the element with an id to its top, and moves the focus to the one that matches a selector,
/// after the next render.
pub(crate) fn scroll_to_top_soon(id: &'static str, selector: impl Into<String>) {
    let selector = selector.into();
    request_animation_frame(move || {
        if let Some(element) = document().get_element_by_id(id) {
            element.set_scroll_top(0);
        }
        focus(&selector);
    });
}

/// Scrolls an element to the end of its content.
pub(crate) fn scroll_to_end(reference: ElementRef) {
    if let Some(element) = element(reference) {
        element.set_scroll_top(element.scroll_height());
    }
}

/// Selects the text of an element, for copying.
pub(crate) fn select_text(reference: ElementRef) {
    let Some(element) = element(reference) else {
        return;
    };
    if let Some(input) = element.dyn_ref::<HtmlInputElement>() {
        input.select();
    } else if let Ok(Some(selection)) = window().get_selection() {
        // It fails only for elements that are not in the document.
        let _ = selection.select_all_children(&element);
    }
}

/// Selects the text of an input that gets the focus: an event listener.
#[expect(clippy::needless_pass_by_value, reason = "as listeners get it")]
pub(crate) fn select_on_focus(event: FocusEvent) {
    if let Some(input) = event_input(&event) {
        input.select();
    }
}

/// Returns the input that is the target of an event.
pub(crate) fn event_input(event: &web_sys::Event) -> Option<HtmlInputElement> {
    event.target()?.dyn_into().ok()
}

/// Scrolls the list that contains an element, so that the element is in its middle.
pub(crate) fn centre_in_list(id: &str) {
    let Some(element) = document().get_element_by_id(id) else {
        return;
    };
    if let Ok(Some(list)) = element.closest("ol") {
        let [item, visible] = [&element, &list].map(web_sys::Element::get_bounding_client_rect);
        let centre = |rect: &web_sys::DomRect| f64::midpoint(rect.left(), rect.right());
        list.set_scroll_left(list.scroll_left() + (centre(&item) - centre(&visible)) as i32);
    }
}
