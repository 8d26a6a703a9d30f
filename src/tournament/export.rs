//! Downloads, links and the full-screen view.

use super::state::TournamentDialog;
use crate::{
    browser,
    components::{
        button::button,
        dom::select_text,
        html::{Child, Element, h3, input, label, p, section},
    },
    tournament::text,
};
use four_shapes_tournament::{Table, Tournament, file, report::Report};
use leptos::{ev, prelude::*};

/// The id of the element that is shown in full screen.
pub(super) const STAGE: &str = "tournament-stage";

/// Copies a link to a setup, or shows the link if copying fails.
pub(super) fn copy_link(dialog: TournamentDialog, tournament: &Tournament) {
    let link = browser::url_with_fragment(&file::write_link(tournament));
    let shown = link.clone();
    browser::copy_to_clipboard(&link, move |copied| {
        if copied {
            dialog.show_result(text::link_copied(), None);
        } else {
            dialog.show_result(text::not_copied(), Some(shown));
        }
        request_animation_frame(move || {
            select_text(dialog.messages.with_untracked(|it| it.link_field));
        });
    });
}

/// Renders the link that could not be copied, if there is one.
pub(super) fn link_field(dialog: TournamentDialog) -> impl Child {
    let field_ref = dialog.messages.with_untracked(|it| it.link_field);
    let field = move |link| {
        let field = input()
            .r#type("text")
            .node_ref(field_ref)
            .readonly("")
            .value(link)
            .on(ev::focus, move |_| select_text(field_ref));
        label().child((text::link(), field))
    };
    let link = move || dialog.messages.with(|messages| messages.link.clone());
    move || link().map(field)
}

/// Downloads the setup and a line for each finished game.
pub(super) fn games(dialog: TournamentDialog) {
    let setup = untrack(|| dialog.runner.table(|table| file::write(table.tournament())));
    if let Some(setup) = setup {
        let parts = js_sys::Array::of2(&setup.into(), &dialog.runner.lines().into());
        browser::download_parts(&text::games_file_name(&browser::today_string()), &parts);
    }
}

/// Renders the download buttons.
pub(super) fn downloads(dialog: TournamentDialog) -> Element {
    let download = |name, file_name: fn(&str) -> String, write: fn(&Table) -> String| {
        button(name, move || {
            if let Some(written) = untrack(|| dialog.runner.table(write)) {
                let parts = js_sys::Array::of1(&written.into());
                browser::download_parts(&file_name(&browser::today_string()), &parts);
            }
        })
    };
    section().child((
        h3().child(text::downloads()),
        p().class("buttons").child((
            download(text::ranking_csv(), text::ranking_file_name, |table| {
                Report::new(table).csv(false)
            }),
            download(text::pairings_csv(), text::pairings_file_name, |table| {
                Report::new(table).pairings_csv()
            }),
            download(text::results_json(), text::results_file_name, |table| {
                Report::new(table).json(false)
            }),
            button(text::games_text(), move || games(dialog)),
            download(text::save_setup(), text::setup_file_name, |table| {
                file::write(table.tournament())
            }),
        )),
    ))
}

fn stage() -> Option<web_sys::Element> {
    document().get_element_by_id(STAGE)
}

/// Toggles the enlarged view, in full screen where the browser supports it.
pub(super) fn toggle_enlarged(dialog: TournamentDialog) {
    if dialog.enlarged.get_untracked() {
        return leave_enlarged(dialog);
    }
    dialog.enlarged.set(true);
    if let Some(stage) = stage().filter(|_| document().fullscreen_enabled()) {
        browser::request_fullscreen(&stage);
    }
}

/// Leaves the enlarged view.
pub(super) fn leave_enlarged(dialog: TournamentDialog) {
    dialog.enlarged.set(false);
    if document().fullscreen_element().is_some() {
        document().exit_fullscreen();
    }
}

/// Leaves the enlarged view when the browser has left full screen.
pub(super) fn on_fullscreen_change(dialog: TournamentDialog) {
    if document().fullscreen_element().is_none() {
        dialog.enlarged.set(false);
    }
}
