//! The dialog about the page: stored data, version and licences.

use crate::{
    browser,
    components::{
        button::button,
        dom::focus_soon,
        html::{Element, ElementRef, div, h3, li, p, pre, ul},
    },
    text,
};
use leptos::prelude::*;

/// The licences, which are fetched on request.
#[derive(Clone, PartialEq)]
enum Licences {
    NotRequested,
    Loading,
    Failed,
    Loaded(String),
}

/// The content of the page.
pub(crate) fn about() -> Element {
    let licences = RwSignal::new(Licences::NotRequested);
    let status = move || {
        licences.with(|licences| match licences {
            Licences::Loading => text::loading(),
            Licences::Failed => text::licences_missing(),
            Licences::NotRequested | Licences::Loaded(_) => "",
        })
    };
    let shown = ElementRef::new();
    let show = button(text::show_licences(), move || fetch(licences, shown));
    div().child((
        p().child(text::privacy()),
        h3().child(text::stored_heading()),
        ul().child(text::stored_kinds().map(|kind| li().child(kind))),
        h3().child(text::delete_heading()),
        p().child(text::delete_explained()),
        h3().child(text::licence_heading()),
        p().child(text::version(
            env!("CARGO_PKG_VERSION"),
            env!("FOUR_SHAPES_BUILD"),
        )),
        p().class("reserved-line").role("alert").child(status),
        move || licences.with(|licences| licence_text(licences, shown)),
        p().class("buttons").child(show),
    ))
}

/// Fetches the licences, and moves the focus to the element that shows them.
fn fetch(licences: RwSignal<Licences>, shown: ElementRef) {
    if licences.with_untracked(|licences| *licences == Licences::Loading) {
        return;
    }
    licences.set(Licences::Loading);
    browser::fetch_text(&browser::asset_url("licences.txt"), move |text| {
        // The page may have been closed in the meantime.
        let _ = licences.try_set(text.map_or(Licences::Failed, Licences::Loaded));
        focus_soon(shown);
    });
}

/// The text of the licences if it is loaded.
fn licence_text(licences: &Licences, shown: ElementRef) -> Option<Element> {
    let Licences::Loaded(text) = licences else {
        return None;
    };
    let text = pre()
        .class("licences")
        .node_ref(shown)
        .role("region")
        .aria_label(text::licences())
        // Scrollable by keyboard.
        .tabindex(0)
        .child(text.clone());
    Some(text)
}
