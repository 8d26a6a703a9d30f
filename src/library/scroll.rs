//! Scrolling the list of games, of which only the rows in view are drawn.

use leptos::prelude::*;
use web_sys::Element;

pub(super) fn list_element() -> Option<Element> {
    document().get_element_by_id("library-list")
}

/// How high a row is, in pixels.
pub(super) fn row_height(list: &Element) -> Option<i32> {
    let all = list.first_element_child()?;
    let count = all.get_attribute("data-count")?.parse::<i32>().ok()?;
    let height = all.client_height().checked_div(count)?;
    (height > 0).then_some(height)
}

/// The first row in view.
pub(super) fn first_in_view() -> Option<usize> {
    let list = list_element()?;
    usize::try_from(list.scroll_top() / row_height(&list)?).ok()
}

/// Scrolls the list to a row, if it is not in view.
pub(super) fn reveal_row(row: usize) {
    let list = list_element();
    let place = list.and_then(|list| Some((row_height(&list)?, list)));
    let (Some((height, list)), Ok(row)) = (place, i32::try_from(row)) else {
        return;
    };
    let (top, view) = (row * height, list.client_height());
    if top < list.scroll_top() {
        list.set_scroll_top(top);
    } else if top + height > list.scroll_top() + view {
        list.set_scroll_top(top + height - view);
    }
}
