//! Scrolling of the list of games, which renders only the rows in view.

use leptos::prelude::*;
use web_sys::Element;

pub(super) fn list_element() -> Option<Element> {
    document().get_element_by_id("library-list")
}

/// Returns the height of a row in pixels.
pub(super) fn row_height(list: &Element) -> Option<i32> {
    let all = list.first_element_child()?;
    let count = all.get_attribute("data-count")?.parse::<i32>().ok()?;
    let height = all.client_height().checked_div(count)?;
    (height > 0).then_some(height)
}

/// Returns the index of the first row in view.
pub(super) fn first_in_view() -> Option<usize> {
    let list = list_element()?;
    usize::try_from(list.scroll_top() / row_height(&list)?).ok()
}

/// Scrolls a row into view.
pub(super) fn scroll_to_row(row: usize) {
    let list = list_element().and_then(|list| Some((row_height(&list)?, list)));
    let (Some((height, list)), Ok(row)) = (list, i32::try_from(row)) else {
        return;
    };
    let (top, view) = (row * height, list.client_height());
    if top < list.scroll_top() {
        list.set_scroll_top(top);
    } else if top + height > list.scroll_top() + view {
        list.set_scroll_top(top + height - view);
    }
}
