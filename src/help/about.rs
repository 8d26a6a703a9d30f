//! What is kept and where, the version, and everybody's licences.

use crate::{
    components::ui::{button, dynamic, focus, html, nothing},
    device,
    navigation::{Place, use_navigation},
    text,
};
use leptos::prelude::*;

/// The licences, which are fetched when somebody wants to read them.
#[derive(Clone, PartialEq)]
enum Licences {
    Unasked,
    Loading,
    Missing,
    Here(String),
}

/// What is in the dialog about the page.
pub(crate) fn about() -> AnyView {
    let navigation = use_navigation();
    let licences = RwSignal::new(Licences::Unasked);
    let show = button(text::SHOW_LICENCES, move || {
        if licences.with_untracked(|now| *now == Licences::Loading) {
            return;
        }
        licences.set(Licences::Loading);
        device::fetch_text(&device::address_of("licences.txt"), move |text| {
            // The dialog may have been closed meanwhile.
            let _ = licences.try_set(text.map_or(Licences::Missing, Licences::Here));
            // Where there is something to read now, it is below what was seen.
            request_animation_frame(|| focus(".licences"));
        });
    });
    let says = move || {
        licences.with(|now| match now {
            Licences::Loading => text::LOADING,
            Licences::Missing => text::LICENCES_MISSING,
            Licences::Unasked | Licences::Here(_) => "",
        })
    };
    let shown = move || {
        licences.with(|now| match now {
            Licences::Here(text) => html("pre")
                .class("licences")
                .attr("role", "region")
                .attr("aria-label", text::LICENCES)
                // To be scrolled by keyboard.
                .attr("tabindex", "0")
                .text(text.clone())
                .view(),
            _ => nothing(),
        })
    };
    let kept = text::KEPT.map(|kind| html("li").text(kind));
    let version = text::about(env!("CARGO_PKG_VERSION"), env!("FOUR_SHAPES_BUILD"));
    let buttons = html("p")
        .class("buttons sticky")
        .child(button(text::CLOSE, move || navigation.close(Place::About)).class("primary"))
        .child(show);
    html("div")
        .child(html("p").text(text::PRIVACY))
        .child(html("h3").text(text::KEPT_HEADING))
        .child(html("ul").children(kept))
        .child(html("h3").text(text::FORGET_HEADING))
        .child(html("p").text(text::FORGET))
        .child(html("h3").text(text::LICENCE_HEADING))
        .child(html("p").text(version))
        .child(
            html("p")
                .class("line")
                .attr("role", "alert")
                .text_with(move || says().to_owned()),
        )
        .child(dynamic(shown))
        .child(buttons)
        .view()
}
