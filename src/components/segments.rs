//! Choices of a few values as buttons side by side.

use super::button::button;
use crate::components::html::{Element, div};

/// A choice of two to six values. A value that isn't one of them leaves all buttons unpressed.
pub(crate) fn segments<T: Copy + PartialEq + Send + Sync + 'static>(
    name: &'static str,
    options: impl IntoIterator<Item = (T, String)>,
    value: impl Fn() -> T + Clone + Send + 'static,
    on_choose: impl Fn(T) + Clone + 'static,
) -> Element {
    let segment = |(option, label): (T, String)| {
        let (value, on_choose) = (value.clone(), on_choose.clone());
        button(label, move || on_choose(option))
            .aria_pressed(move || (value() == option).to_string())
    };
    let segments: Vec<Element> = options.into_iter().map(segment).collect();
    div()
        .class("segments")
        .role("group")
        .aria_label(name)
        .child(segments)
}
