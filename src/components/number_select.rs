//! Drop-down lists of numbers.

use super::{
    html::{Element, label},
    select::select,
};
use std::ops::RangeInclusive;

/// A labelled drop-down list of the numbers of a reactive range.
pub(crate) fn number_select(
    name: &'static str,
    range: impl Fn() -> RangeInclusive<u32> + Send + Sync + 'static,
    value: impl Fn() -> u32 + Send + Sync + 'static,
    on_change: impl Fn(u32) + 'static,
) -> Element {
    let options = move || range().map(|number| (number, number.to_string())).collect();
    label().child((name, select(options, value, on_change)))
}
