//! Tournaments of computer players and bots: their dialog, and taking bots and set-ups
//! wherever they come from.

use super::{
    draft::{self, Draft},
    export, games, results,
    runner::{BotState, Hall, Phase},
    set_up,
};
use crate::{
    components::ui::{focus, html, keyed, outward},
    navigation::{Incoming, Place, use_navigation},
    tournament::standings::Standing,
};
use four_shapes_engine::tournament::{Entrant, Hash, file};
use leptos::prelude::*;
use std::sync::Arc;
use web_sys::File;

/// What the dialog knows and shows. It stays as long as the page.
#[derive(Clone, Copy)]
pub(super) struct Contest {
    pub(super) hall: Hall,
    /// The set-up of the next tournament.
    pub(super) draft: RwSignal<Draft>,
    /// The set-up is to be shown, though there is a tournament.
    pub(super) sets_up: RwSignal<bool>,
    /// The pairing whose games are shown, if any.
    pub(super) pairing: RwSignal<Option<usize>>,
    /// What the games have come to, as it is shown: about once a second.
    pub(super) standing: RwSignal<Option<Arc<Standing>>>,
    /// Everything is large, to be seen from afar.
    pub(super) large: RwSignal<bool>,
    /// What is said of what was just done.
    pub(super) told: RwSignal<Told>,
    /// The bots that were there before some were brought, which are to play as soon as
    /// they can.
    pub(super) before: StoredValue<Option<Vec<Hash>>>,
    /// The games that are listed.
    pub(super) listed: RwSignal<games::Listed>,
}

/// What is said of what was just done; empty where there is nothing to be said.
#[derive(Clone, Default)]
pub(super) struct Told {
    /// What is wrong with a set-up that was to be read.
    pub(super) problem: String,
    /// What came of the last button.
    pub(super) said: String,
    /// A link that could not be copied, to be copied by hand.
    pub(super) link: String,
}

/// What the dialog shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View {
    SetUp,
    Results,
    Games(usize),
    Game,
}

/// Opens the hall in which tournaments are played, and which this dialog shows.
pub(crate) fn start() {
    let hall = Hall::open();
    let contest = Contest {
        hall,
        draft: RwSignal::new(Draft::new(fresh_seed())),
        sets_up: RwSignal::new(false),
        pairing: RwSignal::new(None),
        standing: RwSignal::new(None),
        large: RwSignal::new(false),
        told: RwSignal::new(Told::default()),
        before: StoredValue::new(None),
        listed: RwSignal::new(games::Listed::default()),
    };
    provide_context(contest);
    set_up::start();
    outward(move || contest.enter_new());
}

/// A seed that nobody has chosen.
pub(super) fn fresh_seed() -> u64 {
    #[expect(clippy::cast_sign_loss, reason = "a random number is not negative")]
    let seed = (js_sys::Math::random() * 1e9) as u64;
    seed
}

/// What is in the tournament dialog.
pub(crate) fn tournament() -> AnyView {
    let contest = contest();
    results::follow(contest);
    contest.say("", String::new());
    match use_navigation().take_incoming() {
        Some(Incoming::TournamentFile(text)) => contest.take(Draft::read(file::read(&text))),
        Some(Incoming::TournamentLink(link)) => contest.take(Draft::read(file::read_link(&link))),
        Some(Incoming::Bots(files)) => contest.bring(&files),
        _ => {}
    }
    let view = move || match contest.view() {
        View::SetUp => set_up::set_up(contest),
        View::Results => results::results(contest),
        View::Games(pairing) => games::games(contest, pairing),
        View::Game => games::game(contest),
    };
    let class = move || {
        let broad = if contest.view() == View::SetUp {
            "tournament"
        } else {
            "tournament broad"
        };
        let large = if contest.large.get() { " large" } else { "" };
        Some([broad, large].concat())
    };
    html("div")
        .attr("id", export::STAGE)
        .attr_with("class", class)
        .on("fullscreenchange", move |_| export::follow_screen(contest))
        .child(keyed(move || format!("{:?}", contest.view()), view))
        .view()
}

impl Contest {
    /// Closes the dialog.
    pub(super) fn close(self) {
        self.hall.navigation.close(Place::Tournament);
    }

    pub(super) fn view(self) -> View {
        if self.sets_up.get() || self.hall.phase() == Phase::None {
            View::SetUp
        } else {
            match self.pairing.get() {
                None => View::Results,
                Some(it) if self.listed.with(|listed| listed.shows(it)) => View::Game,
                Some(it) => View::Games(it),
            }
        }
    }

    /// Takes files that are meant to be bots; they play as soon as they are ready.
    pub(super) fn bring(self, files: &[File]) {
        if self.before.with_value(Option::is_none) {
            let there = self.hall.bots().iter().map(|bot| bot.hash).collect();
            self.before.set_value(Some(there));
        }
        // Where a tournament waits for them, it is not left.
        if !matches!(self.hall.phase(), Phase::Stuck(_)) {
            self.sets_up.set(true);
        }
        self.hall.bring(files);
    }

    /// Lets bots play that were brought and have become ready.
    pub(super) fn enter_new(self) {
        let bots = self.hall.bots();
        let known = self.before.get_value();
        let Some(mut known) = known else { return };
        for bot in bots {
            if known.contains(&bot.hash) || bot.state == BotState::Checking {
                continue;
            }
            known.push(bot.hash);
            let is_in = |draft: &Draft| {
                let mut hashes = draft.entrants.iter().map(draft::hash_of);
                hashes.any(|hash| hash == Some(bot.hash))
            };
            if matches!(bot.state, BotState::Ready(_)) && !self.draft.with_untracked(is_in) {
                let (hash, name) = (bot.hash, bot.name);
                self.draft
                    .update(|draft| draft.entrants.push(Entrant::Bot { hash, name }));
            }
        }
        self.before.set_value(Some(known));
    }

    /// Says what came of a button, with a link to be copied by hand if there is one.
    pub(super) fn say(self, words: &str, link: String) {
        self.told.update(|told| {
            words.clone_into(&mut told.said);
            told.link = link;
        });
    }

    /// Shows a set-up, or what is wrong with one.
    pub(super) fn take(self, draft: Result<Draft, String>) {
        match draft {
            Ok(draft) => {
                self.draft.set(draft);
                self.told.update(|told| told.problem.clear());
            }
            Err(words) => self.told.update(|told| told.problem = words),
        }
        self.sets_up.set(true);
    }
}

/// Shows the dialog from its top when what was drawn anew is there, and moves the focus.
pub(super) fn from_top(selector: impl Into<String>) {
    let selector = selector.into();
    request_animation_frame(move || {
        if let Some(dialog) = document().get_element_by_id("tournament") {
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

fn contest() -> Contest {
    expect_context()
}
