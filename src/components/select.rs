//! Lists to choose one of several values from.

use super::erased::{value_fn, view_fn};
use leptos::{
    attr::Attribute,
    ev,
    html::{self, HtmlElement, option},
    prelude::*,
};
use std::sync::Arc;

/// A drop-down list of values with their labels, which may change.
pub(crate) fn select<T: PartialEq + 'static>(
    options: impl Fn() -> Vec<(T, String)> + Send + Sync + 'static,
    value: impl Fn() -> T + Send + Sync + 'static,
    on_change: impl Fn(T) + 'static,
) -> HtmlElement<html::Select, impl Attribute, impl RenderHtml> {
    let options = Arc::new(options);
    let (all, known) = (options.clone(), options.clone());
    select_index(
        Box::new(move || all().into_iter().map(|(_, label)| label).collect()),
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

/// What is the same for values of all types, which so is compiled once.
fn select_index(
    labels: Box<dyn Fn() -> Vec<String> + Send + Sync>,
    selected: Box<dyn Fn() -> Option<usize> + Send + Sync>,
    on_change: Box<dyn Fn(usize)>,
) -> HtmlElement<html::Select, impl Attribute, impl RenderHtml> {
    let labels = Memo::new(move |_| labels());
    let selected = Memo::new(move |_| selected());
    let options = view_fn(move || {
        let options = labels.get().into_iter().enumerate().map(|(index, label)| {
            option()
                .prop("selected", value_fn(move || selected.get() == Some(index)))
                .child(label)
                .into_any()
        });
        options.collect_view()
    });
    html::select()
        .on_target(ev::change, move |event| {
            if let Ok(index) = usize::try_from(event.target().selected_index()) {
                on_change(index);
            }
        })
        .child(options)
}
