//! The setup of a tournament.

mod bots;
mod entrants;
mod games;

pub(super) use bots::bot_chooser;

use super::{
    export,
    form::{Field, TournamentForm},
    runner::Phase,
    state::TournamentDialog,
};
use crate::{
    browser::{self, FileError},
    components::{
        button::button,
        dom::focus_match_soon,
        file_button::file_button,
        html::{self as html, Child, Element, details, div, fieldset, form, legend, p, summary},
    },
    tournament::text,
};
use four_shapes_tournament::{Tournament, file};
use leptos::{ev, prelude::*};
use web_sys::File;

/// Renders the setup and the button that starts the tournament.
pub(super) fn setup(dialog: TournamentDialog) -> Element {
    let problem = move || dialog.messages.with(|messages| messages.problem.clone());
    form()
        .class("setup")
        .on(ev::submit, move |event| {
            event.prevent_default();
            start(dialog);
        })
        .child((
            p().class("error").role("alert").child(problem),
            entrants::entrants(dialog),
            games::games(dialog.form),
            advanced(dialog),
            footer(dialog),
        ))
}

/// The adders of players, or the button that starts.
pub(super) const ADDERS: &str = ".lab-adders button, #tournament .setup .primary";

/// What has a sensible default. It is open once something in it is invalid.
fn advanced(dialog: TournamentDialog) -> Element {
    let hidden = [
        Field::Games,
        Field::Starts,
        Field::Opening,
        Field::Seed,
        Field::MillionInstructions,
    ];
    let errors = hidden.map(|field| field_error(dialog, field));
    let is_open = Memo::new(move |before: Option<&bool>| {
        before == Some(&true) || errors.iter().any(|error| error.with(Option::is_some))
    });
    details()
        .class("advanced")
        .open(move || is_open.get().then_some(""))
        .child((
            summary().child(text::advanced()),
            entrants::other_players(dialog),
            games::rules(dialog.form),
            games::numbers(dialog),
            setup_buttons(dialog),
        ))
}

fn group(name: &'static str, children: impl Child) -> Element {
    fieldset().child((legend().child(name), children))
}

/// Renders the error message of a field, if it is invalid.
fn error(dialog: TournamentDialog, field: Field) -> Option<String> {
    let form = dialog.form;
    dialog
        .runner
        .bots(|bots| form.with(|form| form.error(field, bots)))
}

fn field_error(dialog: TournamentDialog, field: Field) -> Memo<Option<String>> {
    Memo::new(move |_| error(dialog, field))
}

/// Returns the error message of a field, shown with it and at the start button.
fn error_line(field: Field, error: Memo<Option<String>>) -> Element {
    p().class("error").id(field.id()).child(move || error.get())
}

/// Returns the tournament, if the form is valid.
fn tournament(dialog: TournamentDialog) -> Option<Tournament> {
    let form = dialog.form;
    dialog
        .runner
        .bots(|bots| form.with(|form| form.tournament(bots)))
}

fn start(dialog: TournamentDialog) {
    if let Some(tournament) = untrack(|| tournament(dialog)) {
        dialog.pairing.set(None);
        dialog.close_setup();
        dialog.runner.start(&tournament);
        return;
    }
    let is_wrong = |field| untrack(|| error(dialog, field)).is_some();
    focus_match_soon(if is_wrong(Field::Entrants) {
        ADDERS
    } else if is_wrong(Field::Starts) {
        games::STARTS_REMOVER
    } else {
        "#tournament [aria-invalid=true]"
    });
}

/// Renders the number of games, or why the tournament cannot start.
fn footer(dialog: TournamentDialog) -> Element {
    let form = dialog.form;
    let errors = Field::ALL.map(|field| field_error(dialog, field));
    let error = Memo::new(move |_| errors.iter().find_map(|error| error.get()));
    let message = move || {
        let games = || {
            let (pairings, games) = form.with(TournamentForm::total)?;
            Some(text::extent(pairings, games))
        };
        error.get().or_else(games)
    };
    let clock = move || {
        form.with(TournamentForm::has_time_limit)
            .then_some(text::timed_players())
    };
    let has_results = Memo::new(move |_| dialog.runner.phase() != Phase::None);
    div().class("sticky").child((
        p().id("tournament-says")
            .aria_live("polite")
            .class(("error", move || error.with(Option::is_some)))
            .child(message),
        p().class("detail").child(clock),
        move || has_results.get().then(|| back_to_results(dialog)),
        p().class("buttons").child(
            html::button()
                .class("primary")
                .aria_describedby("tournament-says")
                .aria_disabled(move || tournament(dialog).is_none().then_some("true"))
                .child(text::start()),
        ),
    ))
}

/// Renders the warning before results are deleted, and the way back to them.
fn back_to_results(dialog: TournamentDialog) -> Element {
    let back = button(text::back_to_results(), move || {
        dialog.close_setup();
    });
    div().child((
        p().class("warning").child(text::discards_results()),
        p().class("buttons").child(back),
    ))
}

/// Renders the buttons that save, share and open a setup.
fn setup_buttons(dialog: TournamentDialog) -> Element {
    let hand_out = move |hand_out: fn(TournamentDialog, &Tournament)| {
        move || match dialog.form.with_untracked(TournamentForm::without_bots) {
            Some(tournament) => hand_out(dialog, &tournament),
            None => dialog.show_result(text::setup_has_errors(), None),
        }
    };
    let save = hand_out(|dialog, tournament| {
        let name = text::setup_file_name(&browser::today_string());
        browser::download(&name, &file::write(tournament));
        dialog.show_result("", None);
    });
    let open = file_button(text::open_setup(), ".json,application/json", move |files| {
        if let Some(file) = files.first() {
            read_file(dialog, file);
        }
    });
    let result = move || dialog.messages.with(|messages| messages.result);
    let content = (
        p().class("detail").child(text::setup_explained()),
        p().class("buttons").child((
            button(text::save_setup(), save),
            button(text::copy_setup(), hand_out(export::copy_link)),
            open,
        )),
        p().aria_live("polite").child(result),
        export::link_field(dialog),
    );
    group(text::setup(), content)
}

fn read_file(dialog: TournamentDialog, file: &File) {
    browser::read_game_file(file, move |read| {
        dialog.open_form(match read {
            Ok(text) => TournamentForm::from_file(file::read(&text)),
            Err(FileError::TooLarge) => Err(text::too_large().to_owned()),
            Err(FileError::Unreadable) => Err(text::not_read().to_owned()),
        });
    });
}
