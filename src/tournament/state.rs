//! What the dialog knows and shows.

use super::{
    form::TournamentForm,
    game_list::GameList,
    runner::{Phase, TournamentRunner},
};
use crate::{components::dom::focus, navigation::Place};
use four_shapes_engine::players::Kind;
use leptos::prelude::*;
use web_sys::File;

/// The dialog's state. It stays as long as the page.
#[derive(Clone, Copy)]
pub(super) struct TournamentDialog {
    pub(super) runner: TournamentRunner,
    /// The set-up of the next tournament.
    pub(super) form: RwSignal<TournamentForm>,
    /// The computer player that is added next; `None` for one that is typed.
    pub(super) next_kind: RwSignal<Option<Kind>>,
    pub(super) typed_kind: RwSignal<String>,
    /// The set-up is to be shown, though there is a tournament.
    pub(super) sets_up: RwSignal<bool>,
    /// The pairing whose games are shown, if any.
    pub(super) pairing: RwSignal<Option<usize>>,
    /// The games that are listed.
    pub(super) games: RwSignal<GameList>,
    /// Everything is large, to be seen from afar.
    pub(super) large: RwSignal<bool>,
    pub(super) messages: RwSignal<Messages>,
}

/// What is said of what was just done; empty where there is nothing to be said.
#[derive(Clone, Default)]
pub(super) struct Messages {
    /// What is wrong with a set-up that was to be read.
    pub(super) problem: String,
    /// What came of the last button.
    pub(super) result: &'static str,
    /// A link that could not be copied, to be copied by hand.
    pub(super) link: Option<String>,
}

impl TournamentDialog {
    pub(super) fn new() -> Self {
        let form = RwSignal::new(TournamentForm::new(fresh_seed()));
        let runner = TournamentRunner::open(move |bots| form.update(|form| form.add_bots(bots)));
        Self {
            runner,
            form,
            next_kind: RwSignal::new(Kind::offered().next()),
            typed_kind: RwSignal::new(String::new()),
            sets_up: RwSignal::new(false),
            pairing: RwSignal::new(None),
            games: RwSignal::new(GameList::default()),
            large: RwSignal::new(false),
            messages: RwSignal::new(Messages::default()),
        }
    }

    /// Closes the dialog.
    pub(super) fn close(self) {
        self.runner.navigation.close(Place::Tournament);
    }

    /// Takes files that are meant to be bots; they play as soon as they are ready.
    pub(super) fn bring(self, files: &[File]) {
        // Where a tournament waits for them, it is not left.
        if !matches!(untrack(|| self.runner.phase()), Phase::Stuck(_)) {
            self.sets_up.set(true);
        }
        self.runner.bring(files);
    }

    /// Says what came of a button, with a link to be copied by hand if there is one.
    pub(super) fn say(self, result: &'static str, link: Option<String>) {
        self.messages.update(|messages| {
            messages.result = result;
            messages.link = link;
        });
    }

    /// Shows a set-up, or what is wrong with one.
    pub(super) fn take(self, form: Result<TournamentForm, String>) {
        let problem = match form {
            Ok(form) => {
                self.form.set(form);
                String::new()
            }
            Err(problem) => problem,
        };
        self.messages.update(|messages| messages.problem = problem);
        self.sets_up.set(true);
    }
}

/// A seed that nobody has chosen.
pub(super) fn fresh_seed() -> u64 {
    #[expect(clippy::cast_sign_loss, reason = "a random number is not negative")]
    let seed = (js_sys::Math::random() * 1e9) as u64;
    seed
}

/// Shows the dialog from its top when what was drawn anew is there, and moves the focus.
pub(super) fn from_top(selector: impl Into<String>) {
    let selector = selector.into();
    request_animation_frame(move || {
        if let Some(dialog) = document().get_element_by_id(Place::Tournament.id()) {
            dialog.set_scroll_top(0);
        }
        focus(&selector);
    });
}

/// Moves the focus when what was drawn anew is there.
pub(super) fn focus_soon(selector: impl Into<String>) {
    let selector = selector.into();
    request_animation_frame(move || focus(&selector));
}
