//! File inputs that look like buttons.

use super::html::{Element, input, label};
use crate::browser;
use leptos::ev;
use web_sys::File;

/// A button that lets the user choose files, of the types of the attribute `accept`.
pub(crate) fn file_button(
    name: &'static str,
    accept: &'static str,
    on_files: impl Fn(Vec<File>) + 'static,
) -> Element {
    label()
        .class("button")
        .child((name, input_of(accept, on_files)))
}

/// As [`file_button`], but several files can be chosen at once.
pub(crate) fn files_button(
    name: &'static str,
    accept: &'static str,
    on_files: impl Fn(Vec<File>) + 'static,
) -> Element {
    let input = input_of(accept, on_files).multiple("");
    label().class("button").child((name, input))
}

fn input_of(accept: &'static str, on_files: impl Fn(Vec<File>) + 'static) -> Element {
    input()
        .r#type("file")
        .accept(accept)
        .on(ev::change, move |event| {
            let files = browser::take_selected_files(&event);
            if !files.is_empty() {
                on_files(files);
            }
        })
}
