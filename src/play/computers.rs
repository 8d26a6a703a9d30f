//! Requests the moves of computer players, and advice, from a worker.

use crate::{
    game::pace::PaceCommand,
    game::session::{Advice, Answer, Session},
    game::state::GameState,
    game::thinking::Thinking,
    navigation::Navigation,
    text,
    workers::{Query, Reply, SearchClient},
};
use four_shapes_engine::{
    Match,
    players::{Choice, Kind},
};
use leptos::prelude::*;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    time::Duration,
};

/// The time in milliseconds before the progress of a search is shown.
const PROGRESS_DELAY: u32 = 150;
/// The minimum time in milliseconds between a person's move and the reply: until their piece
/// has come to rest.
const REPLY_DELAY: u32 = 450;

/// The purpose of a search: the turn, and whether advice is wanted or a move.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Goal {
    turn: u32,
    advice: bool,
}

impl Goal {
    /// Returns the search that a session needs, if any.
    fn of(session: &Session) -> Option<Self> {
        let advice = session.wants_advice();
        session.needs_worker().then(|| Self {
            turn: session.turn(),
            advice,
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
    goal: Option<Goal>,
    /// The computer player whose move has been requested, and the seed.
    mover: Option<(Kind, u64)>,
    /// The choices so far. The seed is not enough to repeat them: some players have a time
    /// limit, and some find more in their transposition tables the second time.
    choices: Vec<((Kind, u64), Choice)>,
}

impl Scheduler {
    /// Returns the next step after a change of the session.
    pub(crate) fn update(&mut self, session: &Session) -> Next {
        let goal = Goal::of(session);
        if goal == self.goal {
            return Next::Nothing;
        }
        self.goal = goal;
        self.mover = None;
        let Some(Goal { advice, .. }) = goal else {
            return Next::Cancel;
        };
        let query = match session.computer() {
            Some(kind) if !advice => {
                let seed = session.seed();
                let mut choices = self.choices.iter();
                if let Some((_, choice)) = choices.find(|(mover, _)| *mover == (kind, seed)) {
                    return Next::Repeat(*choice);
                }
                self.mover = Some((kind, seed));
                Query::Move { kind, seed }
            }
            _ => Query::Advice,
        };
        Next::Request(query, Box::new(session.played().clone()))
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

    /// Returns the turn of the current search.
    pub(crate) fn turn(&self) -> Option<u32> {
        self.goal.map(|goal| goal.turn)
    }
}

/// Requests every search that the session needs from a worker, and sends the results as
/// commands.
pub(crate) fn start(session: GameState, navigation: Navigation, thinking: Thinking) {
    let scheduler = Rc::new(RefCell::new(Scheduler::default()));
    let request_time = Rc::new(Cell::new(0.0));
    // The choice is known, though the move may be delayed.
    let has_choice = Rc::new(Cell::new(false));
    let client = {
        let scheduler = scheduler.clone();
        let (request_time, has_choice) = (request_time.clone(), has_choice.clone());
        SearchClient::new(move |search_reply| {
            let Some(turn) = scheduler.borrow().turn() else {
                return;
            };
            match search_reply {
                Some(Reply::Thinking(percent)) => {
                    let shown = thinking.shown.get_untracked();
                    if shown.is_some_and(|(of, _)| of == turn) {
                        thinking.shown.set(Some((turn, percent)));
                    }
                }
                Some(Reply::Choice(choice)) => {
                    has_choice.set(true);
                    scheduler.borrow_mut().remember(choice);
                    let elapsed = to_milliseconds(now() - request_time.get());
                    let delay = move_delay(session, thinking).saturating_sub(elapsed);
                    after(delay, move || reply(session, navigation, turn, choice));
                }
                Some(Reply::Advice { cell, reason, swap }) => {
                    session.send(Answer::Advice(Advice { cell, reason, swap }));
                }
                // Only the analysis requests a study.
                Some(Reply::Moves(_) | Reply::Graph(_) | Reply::Done) => {}
                None => give_up(session, navigation),
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
                let turn = latest.turn();
                after(move_delay(session, thinking), move || {
                    reply(session, navigation, turn, choice);
                });
            }
            Next::Request(query, played) => {
                request_time.set(now());
                has_choice.set(false);
                client.request(query, *played);
                let turn = scheduler.borrow().turn();
                let (scheduler, has_choice) = (scheduler.clone(), has_choice.clone());
                after(PROGRESS_DELAY, move || {
                    let current = turn.filter(|_| scheduler.borrow().turn() == turn);
                    if let Some(turn) = current.filter(|_| !has_choice.get()) {
                        thinking.shown.set(Some((turn, 0)));
                    }
                });
            }
        }
    };
    session.peek(&mut update);
    session.on_event(update);
}

/// Makes the move of a computer player if it still is its turn.
fn reply(session: GameState, navigation: Navigation, turn: u32, choice: Choice) {
    let (current, legal) = session.peek(|session| {
        let legal = match choice {
            Choice::Place(cell) => session.game().position().check(cell).is_ok(),
            Choice::Swap => session.played().may_swap(),
        };
        (session.thinks() && session.turn() == turn, legal)
    });
    if current && legal {
        session.send(Answer::Move(turn, choice));
    } else if current {
        give_up(session, navigation);
    }
}

/// Pauses after a failed request, so that the person can decide how to go on.
fn give_up(session: GameState, navigation: Navigation) {
    session.send(PaceCommand::Pause);
    navigation.notify(text::no_answer());
}

/// Returns the minimum duration of a move in milliseconds.
fn move_delay(session: GameState, thinking: Thinking) -> u32 {
    if session.peek(Session::only_computers) {
        thinking.speed.get_untracked().milliseconds()
    } else {
        REPLY_DELAY
    }
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
