//! Numbers with buttons that count them up and down.

use super::{
    button::button,
    dom::event_input,
    html::{Element, input, span},
};
use crate::text;
use leptos::{ev, prelude::*};
use std::{ops::RangeInclusive, sync::Arc};

/// A labelled number of a reactive range, which can also be typed.
pub(crate) fn stepper(
    name: &'static str,
    range: impl Fn() -> RangeInclusive<u32> + Send + Sync + 'static,
    value: impl Fn() -> u32 + Send + Sync + 'static,
    on_change: impl Fn(u32) + Send + Sync + 'static,
) -> Element {
    boxed(name, Arc::new(range), Arc::new(value), Arc::new(on_change))
}

/// Not generic, so that it is compiled once.
fn boxed(
    name: &'static str,
    range: Arc<dyn Fn() -> RangeInclusive<u32> + Send + Sync>,
    value: Arc<dyn Fn() -> u32 + Send + Sync>,
    on_change: Arc<dyn Fn(u32) + Send + Sync>,
) -> Element {
    let step = |label: String, sign: &'static str, step: i32| {
        let next = {
            let (range, value) = (range.clone(), value.clone());
            move || {
                let next = value().checked_add_signed(step)?;
                range().contains(&next).then_some(next)
            }
        };
        let (is_possible, on_change) = (next.clone(), on_change.clone());
        button(sign, move || {
            if let Some(next) = untrack(&next) {
                on_change(next);
            }
        })
        .aria_label(label)
        .aria_disabled(move || is_possible().is_none().then_some("true"))
    };
    let (less, more) = (
        step(text::step_less(name), "−", -1),
        step(text::step_more(name), "+", 1),
    );
    let (min, max) = (range.clone(), range.clone());
    let (typed, shown) = (value.clone(), value);
    let number = input()
        .r#type("number")
        .inputmode("numeric")
        .aria_label(name)
        .min(move || *min().start() as usize)
        .max(move || *max().end() as usize)
        .prop("value", move || shown().to_string())
        .on(ev::input, move |event| {
            // A number may be the beginning of another one.
            let typed = event_target_value(&event).parse();
            if let Some(number) = typed
                .ok()
                .filter(|number| untrack(|| range()).contains(number))
            {
                on_change(number);
            }
        })
        // What is no number of the range is replaced.
        .on(ev::change, move |event| {
            if let Some(input) = event_input(&event) {
                input.set_value(&untrack(|| typed()).to_string());
            }
        });
    span()
        .class("stepper")
        .child((span().aria_hidden("true").child(name), less, number, more))
}
