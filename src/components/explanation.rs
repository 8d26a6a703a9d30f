//! Explanations that are shown on request.

use super::html::{Element, details, p, summary};

/// A question mark that shows an explanation. `name` says what it is about.
pub(crate) fn explanation(name: &'static str, text: &'static str) -> Element {
    details().class("explanation").child((
        summary().aria_label(name).title(name).child("?"),
        p().class("detail").child(text),
    ))
}
