//! What leaves the dialog: files, links, and the large view; and small things that are
//! asked of the browser.

use super::dialog::Contest;
use crate::tournament::text;
use crate::{
    components::ui::{El, button, html, nothing, select_text},
    device,
};
use four_shapes_engine::tournament::{Table, Tournament, file, report::Report};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

/// The id of what is shown in full screen.
pub(super) const STAGE: &str = "tournament-stage";

/// The key of an event, unless it belongs to the browser.
pub(super) fn key(event: &web_sys::Event) -> Option<String> {
    let press: &KeyboardEvent = event.dyn_ref()?;
    let taken = press.ctrl_key() || press.meta_key() || press.alt_key();
    (!taken).then(|| press.key())
}

/// The cell of the crosstable that an event happened to: its row and its column.
pub(super) fn cell_of(event: &web_sys::Event) -> Option<(usize, usize)> {
    let target: Element = event.target()?.dyn_into().ok()?;
    let cell = target.closest("td").ok()??.id();
    let place = cell.strip_prefix("cross-")?;
    let (row, column) = place.split_once('-')?;
    Some((row.parse().ok()?, column.parse().ok()?))
}

/// Changes a cell of the crosstable, if it is there.
pub(super) fn set_cell(id: &str, class: &str, text: &str, words: &str) {
    if let Some(cell) = document().get_element_by_id(id) {
        cell.set_class_name(class);
        cell.set_text_content(Some(text));
        set_attribute(id, "aria-label", words);
    }
}

/// Sets an attribute of an element, if that is there.
pub(super) fn set_attribute(id: &str, name: &str, value: &str) {
    if let Some(element) = document().get_element_by_id(id) {
        element
            .set_attribute(name, value)
            .expect("it is the name of an attribute");
    }
}

/// Copies a link to a set-up, or shows it to be copied by hand.
pub(super) fn copy_link(contest: Contest, tournament: &Tournament) {
    let link = device::address_with(&file::write_link(tournament));
    let shown = link.clone();
    device::copy(&link, move |copied| {
        let (words, link) = if copied {
            (text::LINK_COPIED, String::new())
        } else {
            (text::NOT_COPIED, shown)
        };
        contest.say(words, link);
        request_animation_frame(|| select_text("tournament-link"));
    });
}

/// The link that could not be copied, if there is one.
pub(super) fn link_field(contest: Contest) -> AnyView {
    let link = contest.told.with(|told| told.link.clone());
    if link.is_empty() {
        return nothing();
    }
    let field = html("input")
        .attr("type", "text")
        .attr("id", "tournament-link")
        .attr("readonly", "")
        .attr("value", link)
        .on("focus", |_| select_text("tournament-link"));
    html("label").text(text::LINK).child(field).view()
}

/// Hands out every game that is over, a line for each, below the set-up.
pub(super) fn games(contest: Contest) {
    let hall = contest.hall;
    let Some(tournament) = hall.table(|table| table.tournament().clone()) else {
        return;
    };
    let parts = js_sys::Array::of2(&file::write(&tournament).into(), &hall.lines().into());
    device::download_parts(&text::games_file_name(&device::date()), &parts);
}

/// What can be downloaded.
pub(super) fn downloads(contest: Contest) -> El {
    let named = |name, words: fn(&str) -> String, write: fn(&Table) -> String| {
        button(name, move || {
            if let Some(written) = untrack(|| contest.hall.table(write)) {
                let parts = js_sys::Array::of1(&written.into());
                device::download_parts(&words(&device::date()), &parts);
            }
        })
    };
    let ranking = |table: &Table| Report::of(table).csv(true);
    let pairings = |table: &Table| Report::of(table).pairings_csv();
    let everything = |table: &Table| Report::of(table).json(true);
    let set_up = |table: &Table| file::write(table.tournament());
    html("section")
        .class("handed-out")
        .child(html("h3").text(text::DOWNLOADS))
        .child(
            html("p")
                .class("buttons")
                .child(named(text::RANKING_CSV, text::ranking_file_name, ranking))
                .child(named(
                    text::PAIRINGS_CSV,
                    text::pairings_file_name,
                    pairings,
                ))
                .child(named(
                    text::RESULTS_JSON,
                    text::results_file_name,
                    everything,
                ))
                .child(button(text::DOWNLOAD_GAMES, move || games(contest)))
                .child(named(text::SAVE_SET_UP, text::set_up_file_name, set_up)),
        )
}

fn stage() -> Option<Element> {
    document().get_element_by_id(STAGE)
}

/// Shows everything large, on the full screen where the browser can, or as it was.
pub(super) fn toggle_large(contest: Contest) {
    if contest.large.get_untracked() {
        return leave_large(contest);
    }
    contest.large.set(true);
    if let Some(stage) = stage().filter(|_| document().fullscreen_enabled()) {
        device::fill_screen(&stage);
    }
}

/// Shows everything as it was.
pub(super) fn leave_large(contest: Contest) {
    contest.large.set(false);
    if document().fullscreen_element().is_some() {
        document().exit_fullscreen();
    }
}

/// Follows somebody who has left the full screen by the browser's own key.
pub(super) fn follow_screen(contest: Contest) {
    if document().fullscreen_element().is_none() {
        contest.large.set(false);
    }
}
