//! The state of the tournament dialog.

use super::{
    form::TournamentForm,
    game_list::GameList,
    runner::{Phase, TournamentRunner},
};
use crate::{
    components::{dom::scroll_to_top_soon, html::ElementRef},
    navigation::Route,
};
use four_shapes_players::PlayerKind;
use leptos::prelude::*;
use web_sys::File;

/// The state of the dialog, which lives as long as the page.
#[derive(Clone, Copy)]
pub(super) struct TournamentDialog {
    pub(super) runner: TournamentRunner,
    /// The setup of the next tournament.
    pub(super) form: RwSignal<TournamentForm>,
    /// The computer player to add next; `None` for one that is typed.
    pub(super) next_kind: RwSignal<Option<PlayerKind>>,
    pub(super) typed_kind: RwSignal<String>,
    /// Whether the setup is shown although there is a tournament.
    pub(super) shows_setup: RwSignal<bool>,
    /// The pairing whose games are listed.
    pub(super) pairing: RwSignal<Option<usize>>,
    /// The listed games.
    pub(super) games: RwSignal<GameList>,
    /// Whether the dialog is enlarged for a projector.
    pub(super) enlarged: RwSignal<bool>,
    pub(super) messages: RwSignal<Messages>,
}

/// Feedback on the latest actions.
#[derive(Clone, Default)]
pub(super) struct Messages {
    /// Why a setup could not be opened.
    pub(super) problem: String,
    /// The result of the last button.
    pub(super) result: &'static str,
    /// A link that could not be copied automatically.
    pub(super) link: Option<String>,
    /// The field that shows the link.
    pub(super) link_field: ElementRef,
}

/// The level of the setup above the results.
const SETUP: &str = "tournament-setup";

impl TournamentDialog {
    pub(super) fn new() -> Self {
        let form = RwSignal::new(TournamentForm::new(random_seed()));
        let runner = TournamentRunner::new(move |bots| form.update(|form| form.add_bots(bots)));
        Self {
            runner,
            form,
            next_kind: RwSignal::new(PlayerKind::offered().next()),
            typed_kind: RwSignal::new(String::new()),
            shows_setup: RwSignal::new(false),
            pairing: RwSignal::new(None),
            games: RwSignal::new(GameList::default()),
            enlarged: RwSignal::new(false),
            messages: RwSignal::new(Messages::default()),
        }
    }

    /// Closes the page, so that the board is shown.
    pub(super) fn close(self) {
        self.runner.navigation.close_pages();
    }

    /// Enters a level of the dialog.
    pub(super) fn enter(self, name: &'static str, close: impl Fn() + 'static) {
        self.runner.navigation.history().enter(name, false, close);
    }

    /// Closes a level of the dialog if it is the top one; otherwise calls `close` only.
    pub(super) fn back_or(self, name: &str, close: impl FnOnce()) {
        self.runner.navigation.history().back_or(name, close);
    }

    /// Shows the setup above the results.
    pub(super) fn show_setup(self) {
        self.enter(SETUP, move || self.hide_setup());
        self.shows_setup.set(true);
    }

    pub(super) fn close_setup(self) {
        self.back_or(SETUP, || self.hide_setup());
    }

    fn hide_setup(self) {
        self.shows_setup.set(false);
        scroll_to_top("#tournament-go");
    }

    /// Adds the files of bots.
    pub(super) fn add_bot_files(self, files: &[File]) {
        // A tournament that waits for bots stays visible.
        if !matches!(untrack(|| self.runner.phase()), Phase::Stuck(_)) {
            self.shows_setup.set(true);
        }
        self.runner.add_bot_files(files);
    }

    /// Shows the result of a button, and a link that could not be copied.
    pub(super) fn show_result(self, result: &'static str, link: Option<String>) {
        self.messages.update(|messages| {
            messages.result = result;
            messages.link = link;
        });
    }

    /// Shows a setup, or why it could not be opened.
    pub(super) fn open_form(self, form: Result<TournamentForm, String>) {
        let problem = match form {
            Ok(form) => {
                self.form.set(form);
                String::new()
            }
            Err(problem) => problem,
        };
        self.messages.update(|messages| messages.problem = problem);
        self.shows_setup.set(true);
    }
}

/// Returns a random seed.
pub(crate) fn random_seed() -> u64 {
    #[expect(clippy::cast_sign_loss, reason = "a random number is not negative")]
    let seed = (js_sys::Math::random() * 1e9) as u64;
    seed
}

/// Scrolls the page to its top and moves the focus after the next render.
pub(super) fn scroll_to_top(selector: impl Into<String>) {
    scroll_to_top_soon(Route::Tournament.id(), selector);
}
