//! Icons from [Lucide](https://lucide.dev) that are only used here: as paths, so that they don't
//! belong to the first load.

use crate::components::html::{Element, path, svg};

pub(super) const CALENDAR: &str = "M8 2v4M16 2v4M3 10h18M5 4h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM8 14h.01M12 14h.01M16 14h.01M8 18h.01M12 18h.01M16 18h.01";
pub(super) const CHECK: &str = "M20 6 9 17l-5-5";
pub(super) const BOOK: &str = "M12 7v14M3 18a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h5a4 4 0 0 1 4 4 4 4 0 0 1 4-4h5a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-6a3 3 0 0 0-3 3 3 3 0 0 0-3-3z";

/// The drawing of an icon, hidden from assistive technology.
pub(super) fn icon(outline: &'static str) -> Element {
    svg()
        .class("icon")
        .attr("viewBox", "0 0 24 24")
        .aria_hidden("true")
        .child(path().attr("d", outline))
}
