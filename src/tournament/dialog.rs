//! The tournament dialog.

use super::{
    export, form::TournamentForm, games, results, runner::Phase, setup, state::TournamentDialog,
};
use crate::{
    components::html::{Element, div},
    context::context,
    navigation::{RouteData, use_navigation},
};
use four_shapes_tournament::file;
use leptos::{ev, prelude::*};

/// The views of the dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum View {
    Setup,
    Results,
    Games(usize),
    Game,
}

/// Provides the state of the dialog, including the runner, as context.
pub(crate) fn start() {
    provide_context(TournamentDialog::new());
}

/// Renders the content of the dialog.
pub(crate) fn tournament() -> Element {
    let dialog: TournamentDialog = context();
    let view = Memo::new(move |_| view(dialog));
    let content = move || {
        let view = view.get();
        // Signals read while a view is created must not recreate it.
        untrack(|| match view {
            View::Setup => Some(setup::setup(dialog)),
            View::Results => Some(results::results(dialog)),
            View::Games(pairing) => games::games(dialog, pairing),
            View::Game => games::game(dialog),
        })
    };
    div()
        .id(export::STAGE)
        .class(move || {
            let broad = if view.get() == View::Setup {
                ""
            } else {
                " full-height"
            };
            let large = if dialog.enlarged.get() { " large" } else { "" };
            ["tournament", broad, large].concat()
        })
        .on(ev::fullscreenchange, move |_| {
            export::on_fullscreen_change(dialog);
        })
        .child(content)
}

/// Updates the results and handles what the dialog was opened with.
pub(crate) fn enter() {
    let dialog: TournamentDialog = context();
    dialog.runner.update_report();
    if let Some(pairing) = dialog.pairing.get_untracked() {
        games::refresh(dialog, pairing);
    }
    dialog.show_result("", None);
    match use_navigation().take_data() {
        Some(RouteData::TournamentFile(text)) => {
            dialog.open_form(TournamentForm::from_file(file::read(&text)));
        }
        Some(RouteData::TournamentLink(link)) => {
            dialog.open_form(TournamentForm::from_file(file::read_link(&link)));
        }
        Some(RouteData::Bots(files)) => dialog.add_bot_files(&files),
        _ => {}
    }
}

/// Ends the full-screen view.
pub(crate) fn leave() {
    export::leave_enlarged(context());
}

fn view(dialog: TournamentDialog) -> View {
    if dialog.shows_setup.get() || dialog.runner.phase() == Phase::None {
        return View::Setup;
    }
    match dialog.pairing.get() {
        None => View::Results,
        Some(pairing) if dialog.games.with(|games| games.shows(pairing)) => View::Game,
        Some(pairing) => View::Games(pairing),
    }
}
