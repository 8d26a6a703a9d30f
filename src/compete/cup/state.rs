//! The state of the cup, which lives as long as the page.

use super::{form::CupForm, seated_bots::SeatedBots};
use crate::{
    board::focus_board,
    browser,
    compete::text,
    components::dom::{focus_match_soon, scroll_to_top_soon},
    context::context,
    game::{
        session::{Command, Session},
        state::{GameState, use_game},
    },
    library::marks::Mark,
    navigation::{Navigation, Route, use_navigation},
    storage::{
        BrowserStorage, Storage,
        person::Person,
        progress::{self, CUP},
    },
    tournament::{Bots, Simulation, random_seed, simulate, use_bots},
};
use four_shapes_records::{Match, PieceStyle, Seat, Setup, Symbol};
use four_shapes_rules::Status;
use four_shapes_tournament::{
    Tournament,
    cup::{Cup, NextGame},
};
use leptos::prelude::*;
use std::time::Duration;

/// The button that plays the next game, or begins a new cup.
const MAIN_BUTTON: &str = ".cup .main-action";

/// The delay before a game's result for the cup is announced, after the game's own.
const ANNOUNCEMENT_DELAY: Duration = Duration::from_millis(1500);

/// The cup of this device, if there is one, and the setup of the next.
#[derive(Clone, Copy)]
pub(crate) struct CupState {
    cup: RwSignal<Option<Cup>>,
    pub(super) form: RwSignal<CupForm>,
    /// The setup is shown although there is a cup.
    edits_next: RwSignal<bool>,
    /// What is announced: the latest result.
    pub(super) result: RwSignal<String>,
    inner: StoredValue<Inner, LocalStorage>,
    pub(super) is_simulating: RwSignal<bool>,
    pub(super) game: GameState,
    pub(super) navigation: Navigation,
    pub(super) bots: Bots,
    pub(super) seated_bots: StoredValue<SeatedBots, LocalStorage>,
}

#[derive(Default)]
struct Inner {
    /// The text that was last stored or read.
    stored: Option<String>,
    /// The game that a worker plays.
    simulation: Option<Simulation>,
    /// Whether the page is opened with the setup of the next cup.
    opens_setup: bool,
}

/// Returns the cup.
pub(crate) fn use_cup() -> CupState {
    context()
}

/// Restores the stored cup, and follows the games on the board.
pub(super) fn start() {
    let game = use_game();
    let state = CupState {
        cup: RwSignal::new(None),
        form: RwSignal::new(CupForm::new(String::new())),
        edits_next: RwSignal::new(false),
        result: RwSignal::new(String::new()),
        inner: StoredValue::new_local(Inner::default()),
        is_simulating: RwSignal::new(false),
        game,
        navigation: use_navigation(),
        bots: use_bots(),
        seated_bots: StoredValue::new_local(SeatedBots::default()),
    };
    provide_context(state);
    // Its game may have ended before this part was loaded.
    state.reload();
    game.on_event(move |session| state.follow(session));
    // A bot whose file was checked or added can move.
    Effect::new(move || {
        state.bots.track();
        untrack(|| state.follow_now());
    });
}

/// Shows the cup that is stored now: it may have been restored from a backup.
pub(crate) fn enter() {
    let state = use_cup();
    let opens_setup = |inner: &mut Inner| std::mem::take(&mut inner.opens_setup);
    let opens_setup = state.inner.try_update_value(opens_setup);
    state.edits_next.set(false);
    state.reload();
    if opens_setup.unwrap_or(false) {
        state.set_up_next();
    }
    // It may have been given in the settings meanwhile.
    if let Some(name) = Person::load(&BrowserStorage::new()).name {
        state.form.update(|form| form.name_first(&name));
    }
}

impl CupState {
    /// Reads the cup, if there is one; reactive.
    pub(crate) fn with<T>(self, read: impl FnOnce(&Cup) -> T) -> Option<T> {
        self.cup.with(|cup| cup.as_ref().map(read))
    }

    pub(super) fn with_untracked<T>(self, read: impl FnOnce(&Cup) -> T) -> Option<T> {
        self.cup.with_untracked(|cup| cup.as_ref().map(read))
    }

    /// Whether there is a cup with games to play; reactive.
    pub(crate) fn is_running(self) -> bool {
        self.with(|cup| cup.next_game().is_some()).unwrap_or(false)
    }

    /// Whether the setup is shown; reactive.
    pub(super) fn shows_setup(self) -> bool {
        self.edits_next.get() || self.cup.with(Option::is_none)
    }

    /// Reads the cup again if another one is stored than before. One that can't be stored stays.
    fn reload(self) {
        let storage = BrowserStorage::new();
        let Ok(text) = storage.get(CUP) else {
            return;
        };
        if self.inner.with_value(|inner| inner.stored == text) {
            return;
        }
        self.inner.update_value(|inner| inner.stored = text);
        let parse = |text: &str| Cup::parse(text).ok().map(Some);
        let (cup, set_aside) = progress::load(&storage, CUP, parse);
        if let Some(key) = set_aside {
            self.navigation.notify(text::cup_set_aside(&key));
        }
        self.cancel_simulation();
        self.result.set(String::new());
        if let Some(cup) = &cup {
            self.form.set(CupForm::of(cup.config()));
        }
        self.cup.set(cup);
        self.follow_now();
    }

    /// Whether this tab may change nothing, because another one owns the game. Says so.
    fn refuses(self) -> bool {
        let is_read_only = browser::is_read_only();
        if is_read_only {
            self.navigation.inform(text::read_only_tab());
        }
        is_read_only
    }

    /// Changes the cup and stores it, unless another tab owns the game.
    pub(super) fn change<T>(self, change: impl FnOnce(&mut Cup) -> T) -> Option<T> {
        if browser::is_read_only() {
            return None;
        }
        let was_won = self.with_untracked(is_won_by_user);
        let changed = self.cup.try_update(|cup| cup.as_mut().map(change));
        self.save();
        if was_won == Some(false) && self.with_untracked(is_won_by_user) == Some(true) {
            self.count_won_cup();
        }
        changed.flatten()
    }

    fn count_won_cup(self) {
        let storage = BrowserStorage::new();
        let mut person = Person::load(&storage);
        person.cups_won = person.cups_won.saturating_add(1);
        if person.save(&storage).is_err() {
            self.navigation.notify(text::cup_not_saved());
        }
    }

    fn save(self) {
        let storage = BrowserStorage::new();
        let text = self.with_untracked(Cup::write);
        let saved = match &text {
            Some(text) => storage.set(CUP, text),
            None => storage.remove(CUP),
        };
        match saved {
            Ok(()) => self.inner.update_value(|inner| inner.stored = text),
            Err(_) => self.navigation.notify(text::cup_not_saved()),
        }
    }

    /// Starts a cup as set up, in place of the last one.
    pub(super) fn start(self) {
        if self.refuses() {
            return;
        }
        let config = self.form.with_untracked(|form| form.config(random_seed()));
        let Some(Ok(cup)) = config.map(Cup::new) else {
            return;
        };
        self.cancel_simulation();
        self.result.set(String::new());
        self.cup.set(Some(cup));
        self.save();
        self.edits_next.set(false);
        self.follow_now();
        scroll_to_top_soon(Route::Cup.id(), MAIN_BUTTON);
    }

    /// Shows the setup of the next cup, with the same players.
    pub(super) fn set_up_next(self) {
        if let Some(config) = self.with_untracked(|cup| cup.config().clone()) {
            self.form.set(CupForm::of(&config));
        }
        self.edits_next.set(true);
        scroll_to_top_soon(Route::Cup.id(), ".cup .start-cup");
    }

    /// Opens the page with the setup of the next cup.
    pub(crate) fn open_setup(self) {
        self.inner.update_value(|inner| inner.opens_setup = true);
        self.navigation.open(Route::Cup);
    }

    /// Ends the cup and forgets its results.
    pub(super) fn end(self) {
        if self.refuses() {
            return;
        }
        self.cancel_simulation();
        self.set_up_next();
        self.cup.set(None);
        self.edits_next.set(false);
        self.save();
        self.follow_now();
    }

    /// Plays the next game on the board, or returns to it.
    pub(super) fn play(self) {
        if self.refuses() {
            return;
        }
        let next = self.with_untracked(|cup| {
            let next = cup.next_game()?;
            Some((next, setup(cup, next)?))
        });
        let Some((next, setup)) = next.flatten() else {
            return;
        };
        self.cancel_simulation();
        let is_on_board = self.game.with_untracked(|session| self.is_current(session));
        // Of the commands that follow, the first would announce it.
        let announcement = (!is_on_board).then(|| text::new_game_started(&setup));
        self.navigation.close_pages();
        if !is_on_board {
            let id = || {
                let id = |session: &Session| session.own_id().to_owned();
                self.game.with_untracked(id)
            };
            let before = id();
            self.game.send(Command::Start(setup, None));
            let id = id();
            if id == before {
                // It was rejected: the game on the board is not one of the cup.
                return;
            }
            Mark::OF_CUP.set(&BrowserStorage::new(), &id);
            self.change(|cup| cup.begin(next.pairing, &id));
        }
        // The cup knows only now that it is its game, or a bot can be started again.
        self.seated_bots
            .update_value(|bots| bots.is_reported = false);
        self.follow_now();
        if let Some(announcement) = announcement {
            self.game.announce(announcement);
        }
        focus_board();
    }

    /// Whether the game on the board is the current one of the cup.
    pub(super) fn is_current(self, session: &Session) -> bool {
        let is_current = |cup: &Cup| cup.current_id() == Some(session.own_id());
        session.is_own() && self.with_untracked(is_current).unwrap_or(false)
    }

    /// Whether the game on the board is one of the cup.
    fn is_competition(self, session: &Session) -> bool {
        let is_of_cup = |cup: &Cup| pairing_of(cup, session.own_id()).is_some();
        session.is_own() && self.with_untracked(is_of_cup).unwrap_or(false)
    }

    /// The match on the board, if it is the current game of the cup; reactive.
    pub(super) fn match_on_board(self) -> Option<Match> {
        self.cup.track();
        self.game.with(|session| {
            let is_current = self.is_current(session);
            is_current.then(|| session.current_match().clone())
        })
    }

    /// Follows the game on the board as it is now.
    pub(super) fn follow_now(self) {
        // A copy: commands may be sent.
        let session = self.game.with_untracked(Session::clone);
        self.follow(&session);
    }

    /// Lets bots move, and counts the game on the board when it has ended. Each game counts once:
    /// undoing its end changes nothing.
    pub(super) fn follow(self, session: &Session) {
        let is_competition = self.is_competition(session);
        if session.is_competition() != is_competition {
            self.game.send(Command::SetCompetition(is_competition));
        }
        if !self.is_current(session) {
            return self.end_bots();
        }
        let winner = match session.game().status() {
            Status::ToMove(_) => return self.ask_bot(session),
            status => status.winner(),
        };
        self.end_bots();
        let winner = winner.map(|winner| session.current_match().seat_index(winner));
        let id = session.own_id().to_owned();
        if self.change(|cup| cup.finish(&id, winner)) == Some(true) {
            // The card of the end says what it means for the cup.
            self.navigation.close(Route::Analysis);
            let announce = move || {
                let result = self.with_untracked(|cup| {
                    let pairing = cup.pairing_of(&id)?;
                    Some(text::result_for_cup(cup, pairing))
                });
                if let Some(result) = result.flatten() {
                    self.game.announce(result);
                }
            };
            set_timeout(announce, ANNOUNCEMENT_DELAY);
        }
    }

    /// Lets a worker play the next game, if it is one of computer players, and those that follow until
    /// it is the turn of the user.
    pub(super) fn skip(self) {
        if self.refuses() || self.is_simulating.get_untracked() {
            return;
        }
        self.simulate_next();
    }

    fn simulate_next(self) {
        let next = self.with_untracked(|cup| {
            let next = cup.next_game()?;
            Some((next, Tournament::new(cup.simulation(next)?).ok()?))
        });
        let Some((next, tournament)) = next.flatten() else {
            return;
        };
        if let Some(name) = untrack(|| self.missing_bot()) {
            return self.navigation.notify(text::bot_of_cup_missing(&name));
        }
        self.is_simulating.set(true);
        let simulation = simulate(&tournament, self.bots, move |winner| {
            self.on_simulated(next, winner);
        });
        if simulation.is_none() {
            self.on_simulated(next, Err(()));
        }
        self.inner
            .update_value(|inner| inner.simulation = simulation);
    }

    fn on_simulated(self, next: NextGame, winner: Result<Option<usize>, ()>) {
        if !self.is_simulating.get_untracked() {
            return;
        }
        self.cancel_simulation();
        let Ok(winner) = winner else {
            return self.navigation.notify(text::cup_worker_failed());
        };
        if self.with_untracked(|cup| cup.is_due(next)) != Some(true) {
            // It ended on the board meanwhile.
            return;
        }
        let winner = winner.and_then(|winner| next.entrants.get(winner).copied());
        self.change(|cup| cup.record(next.pairing, winner, None));
        let result = self.with_untracked(|cup| {
            let pairings = cup.pairings();
            let pairing = pairings.get(next.pairing)?;
            Some(text::pairing_in_words(cup, pairing))
        });
        self.result.set(result.flatten().unwrap_or_default());
        let goes_on = self.with_untracked(|cup| {
            let game = cup.next_game()?;
            Some(skips_to_user(cup) && cup.simulation(game).is_some())
        });
        if goes_on.flatten() == Some(true) {
            self.simulate_next();
        } else {
            focus_match_soon(MAIN_BUTTON);
        }
    }

    fn cancel_simulation(self) {
        self.is_simulating.set(false);
        self.inner.update_value(|inner| inner.simulation = None);
    }
}

/// Whether the user, as the only person in it, has won a cup.
fn is_won_by_user(cup: &Cup) -> bool {
    cup.winner().is_some_and(|it| cup.lone_human() == Some(it))
}

/// Whether skipping goes on to the user's next game: if there is one.
pub(super) fn skips_to_user(cup: &Cup) -> bool {
    let user = cup.lone_human();
    user.is_some_and(|user| cup.has_games_left(user))
}

/// Returns the pairing of the current game or of one that was played, by its id.
pub(super) fn pairing_of(cup: &Cup, id: &str) -> Option<usize> {
    if cup.current_id() == Some(id) {
        return cup.next_game().map(|game| game.pairing);
    }
    cup.pairing_of(id)
}

/// The setup of a game of a cup. Every entrant has pieces of its own in all games.
fn setup(cup: &Cup, game: NextGame) -> Option<Setup> {
    let seat = |entrant: usize| {
        let found = cup.entrants().get(entrant)?;
        Some(Seat {
            name: found.name.clone(),
            piece_style: PieceStyle::nth(entrant),
            symbol: Symbol::nth(entrant),
            computer: found.player.computer(),
        })
    };
    let seats: Option<Vec<Seat>> = game.entrants.into_iter().map(seat).collect();
    Setup::new(cup.config().rules, seats?, 0).ok()
}
