//! Requests the moves of computer players, and hints, from a worker.

mod pace;
mod player_select;
pub(crate) mod players;
#[cfg(test)]
mod simulation_tests;

pub(super) use player_select::player_select;

use crate::{
    game::session::{Command, Hint, Session},
    game::state::GameState,
    game::thinking::Thinking,
    navigation::Navigation,
    settings::preferences::use_preferences,
    sound::is_animated,
    text,
    workers::{Query, Reply, SearchClient},
};
use four_shapes_players::{Choice, PlayerKind};
use four_shapes_records::Match;
use leptos::prelude::*;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    time::Duration,
};

/// The time in milliseconds before the progress of a search is shown.
const PROGRESS_DELAY: u32 = 150;

/// The purpose of a search: the turn, and whether a hint is needed or a move.
#[derive(Clone, Copy, Debug, PartialEq)]
struct NeededSearch {
    turn_id: u32,
    hint: bool,
}

impl NeededSearch {
    /// Returns the search that a session needs, if any.
    fn of(session: &Session) -> Option<Self> {
        let hint = session.needs_hint();
        session.needs_search().then(|| Self {
            turn_id: session.turn_id(),
            hint,
        })
    }
}

/// The next step of a [`Scheduler`].
#[derive(Debug, PartialEq)]
pub(crate) enum Next {
    Nothing,
    Request(Query, Box<Match>),
    /// Repeat the computer player's earlier choice in this position of this game.
    Repeat(Choice),
    Cancel,
}

/// The maximum number of choices to store: more than a game has moves.
const MAX_CHOICES: usize = 512;

/// Decides when to request what.
#[derive(Debug, Default)]
pub(crate) struct Scheduler {
    needed: Option<NeededSearch>,
    /// The computer player whose move has been requested, and the seed.
    mover: Option<(PlayerKind, u64)>,
    /// The choices so far. The seed is not enough to repeat them: some players have a time
    /// limit, and some find more in their transposition tables the second time.
    choices: Vec<((PlayerKind, u64), Choice)>,
}

impl Scheduler {
    /// Returns the next step after a change of the session.
    pub(crate) fn update(&mut self, session: &Session) -> Next {
        let needed = NeededSearch::of(session);
        if needed == self.needed {
            return Next::Nothing;
        }
        self.needed = needed;
        self.mover = None;
        let Some(NeededSearch { hint, .. }) = needed else {
            return Next::Cancel;
        };
        let query = match session.computer_to_move() {
            Some(kind) if !hint => {
                let seed = session.seed();
                let mut choices = self.choices.iter();
                if let Some((_, choice)) = choices.find(|(mover, _)| *mover == (kind, seed)) {
                    return Next::Repeat(*choice);
                }
                self.mover = Some((kind, seed));
                Query::Move { kind, seed }
            }
            _ => Query::Hint,
        };
        Next::Request(query, Box::new(session.current_match().clone()))
    }

    /// Stores the choice of the computer player whose move was requested.
    pub(crate) fn remember(&mut self, choice: Choice) {
        if let Some(mover) = self.mover.take() {
            if self.choices.len() == MAX_CHOICES {
                self.choices.clear();
            }
            self.choices.push((mover, choice));
        }
    }

    /// Returns the turn id of the current search.
    pub(crate) fn turn_id(&self) -> Option<u32> {
        self.needed.map(|needed| needed.turn_id)
    }
}

/// Requests every search that the session needs from a worker, and sends the results as
/// commands.
pub(crate) fn start(game: GameState, navigation: Navigation, thinking: Thinking) {
    let scheduler = Rc::new(RefCell::new(Scheduler::default()));
    let request_time = Rc::new(Cell::new(0.0));
    // The choice is known, though the move may be delayed.
    let has_choice = Rc::new(Cell::new(false));
    // The pace of the requested move.
    let pace = Rc::new(Cell::new(0));
    let preferences = use_preferences();
    let pace_of =
        move |session: &Session| pace::duration(session, is_animated(&preferences.get_untracked()));
    // Among computer players the speed may change while they think.
    let least = move |pace| {
        if game.with_untracked(Session::only_computers) {
            thinking.speed.get_untracked().milliseconds()
        } else {
            pace
        }
    };
    let client = SearchClient::new();
    let on_reply = {
        let scheduler = scheduler.clone();
        let (request_time, has_choice) = (request_time.clone(), has_choice.clone());
        let pace = pace.clone();
        Rc::new(move |reply| {
            let Some(turn_id) = scheduler.borrow().turn_id() else {
                return;
            };
            match reply {
                Some(Reply::Thinking(percent)) => {
                    let progress = thinking.progress.get_untracked();
                    if progress.is_some_and(|(of, _)| of == turn_id) {
                        thinking.progress.set(Some((turn_id, percent)));
                    }
                }
                Some(Reply::Choice(choice)) => {
                    has_choice.set(true);
                    scheduler.borrow_mut().remember(choice);
                    let elapsed = to_milliseconds(now() - request_time.get());
                    let delay = least(pace.get()).saturating_sub(elapsed);
                    after(delay, move || {
                        play_choice(game, navigation, turn_id, choice);
                    });
                }
                Some(Reply::Hint { cell, reason, swap }) => {
                    game.send(Command::ShowHint(Hint { cell, reason, swap }));
                }
                // Only the analysis panel requests an analysis.
                Some(
                    Reply::Analysis(_)
                    | Reply::Columns(_)
                    | Reply::Column(_)
                    | Reply::Explanation(_)
                    | Reply::Animation(_)
                    | Reply::Done,
                ) => {}
                None => give_up(game, navigation),
            }
        })
    };
    let mut update = move |latest: &Session| {
        let next = scheduler.borrow_mut().update(latest);
        match next {
            Next::Nothing => {}
            Next::Cancel => client.cancel(),
            Next::Repeat(choice) => {
                client.cancel();
                let turn_id = latest.turn_id();
                after(least(pace_of(latest)), move || {
                    play_choice(game, navigation, turn_id, choice);
                });
            }
            Next::Request(query, game_match) => {
                request_time.set(now());
                pace.set(pace_of(latest));
                has_choice.set(false);
                let on_reply = on_reply.clone();
                client.request(query, *game_match, move |reply| on_reply(reply));
                let turn_id = scheduler.borrow().turn_id();
                let (scheduler, has_choice) = (scheduler.clone(), has_choice.clone());
                after(PROGRESS_DELAY, move || {
                    let current = turn_id.filter(|_| scheduler.borrow().turn_id() == turn_id);
                    if let Some(turn_id) = current.filter(|_| !has_choice.get()) {
                        thinking.progress.set(Some((turn_id, 0)));
                    }
                });
            }
        }
    };
    game.with_untracked(&mut update);
    game.on_event(update);
}

/// Makes the move of a computer player if it still is its turn.
fn play_choice(game: GameState, navigation: Navigation, turn_id: u32, choice: Choice) {
    let (current, legal) = game.with_untracked(|session| {
        let legal = match choice {
            Choice::Place(cell) => session.game().position().check_place(cell).is_ok(),
            Choice::Swap => session.current_match().may_swap(),
        };
        (
            session.needs_computer_move() && session.turn_id() == turn_id,
            legal,
        )
    });
    if current && legal {
        game.send(Command::PlayComputerChoice(turn_id, choice));
    } else if current {
        give_up(game, navigation);
    }
}

/// Pauses after a failed request, so that the person can decide how to go on.
fn give_up(game: GameState, navigation: Navigation) {
    game.send(Command::Pause);
    navigation.notify(text::no_answer());
}

fn after(milliseconds: u32, act: impl FnOnce() + 'static) {
    #[inline(never)]
    fn after(milliseconds: u32, act: Box<dyn FnOnce()>) {
        set_timeout(act, Duration::from_millis(milliseconds.into()));
    }
    after(milliseconds, Box::new(act));
}

/// Rounds a duration down; a negative one, after the clock was set back, is 0.
#[expect(clippy::cast_sign_loss, reason = "it is not negative")]
fn to_milliseconds(duration: f64) -> u32 {
    duration.max(0.0) as u32
}

fn now() -> f64 {
    js_sys::Date::now()
}
