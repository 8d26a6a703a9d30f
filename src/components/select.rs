//! Drop-down lists.

use crate::components::html::{self, Element, option};
use leptos::{ev, prelude::*};
use std::sync::Arc;
use wasm_bindgen::JsCast;
use web_sys::HtmlSelectElement;

/// A drop-down list of a reactive list of values with their labels.
pub(crate) fn select<T: PartialEq + 'static>(
    options: impl Fn() -> Vec<(T, String)> + Send + Sync + 'static,
    value: impl Fn() -> T + Send + Sync + 'static,
    on_change: impl Fn(T) + 'static,
) -> Element {
    let options = Arc::new(options);
    let (labelled, known) = (options.clone(), options.clone());
    select_index(
        Box::new(move || labelled().into_iter().map(|(_, label)| label).collect()),
        Box::new(move || {
            let value = value();
            known().iter().position(|(option, _)| *option == value)
        }),
        Box::new(move |index| {
            if let Some((value, _)) = untrack(|| options()).into_iter().nth(index) {
                on_change(value);
            }
        }),
    )
}

/// Selects by index. Not generic, so that it is compiled once.
fn select_index(
    labels: Box<dyn Fn() -> Vec<String> + Send + Sync>,
    selected: Box<dyn Fn() -> Option<usize> + Send + Sync>,
    on_change: Box<dyn Fn(usize)>,
) -> Element {
    let labels = Memo::new(move |_| labels());
    let selected = Memo::new(move |_| selected());
    let options = move || {
        let options = labels.get().into_iter().enumerate().map(|(index, label)| {
            option()
                .prop("selected", move || selected.get() == Some(index))
                .child(label)
        });
        options.collect::<Vec<_>>()
    };
    html::select()
        .on(ev::change, move |event| {
            let list = event.target().and_then(|list| list.dyn_into().ok());
            let index = list.map(|list: HtmlSelectElement| list.selected_index());
            if let Some(index) = index.and_then(|index| usize::try_from(index).ok()) {
                on_change(index);
            }
        })
        .child(options)
}
