//! Lets the computer players play, and looks for advice.

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

/// Answers that come sooner than this, in milliseconds, are not announced.
const UNNOTICED: u32 = 150;
/// How long a computer waits before it answers a person, in milliseconds: until
/// their piece has come to rest.
const REPLY: u32 = 450;

/// What is thought about: the turn, and what for.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Asked {
    turn: u32,
    advice: bool,
}

impl Asked {
    /// What a session needs thinking about, if anything.
    fn of(session: &Session) -> Option<Self> {
        let advice = session.wants_advice();
        session.needs_worker().then(|| Self {
            turn: session.turn(),
            advice,
        })
    }
}

/// What has to be asked next.
#[derive(Debug, PartialEq)]
pub(crate) enum Next {
    Nothing,
    Ask(Query, Box<Match>),
    /// The computer player has chosen in this position of this game before.
    Repeat(Choice),
    Drop,
}

/// The most choices that are remembered: more than a game has moves.
const MAX_CHOICES: usize = 512;

/// Decides what to ask when.
#[derive(Debug, Default)]
pub(crate) struct Host {
    asked: Option<Asked>,
    /// The computer player who is asked for a move, and the seed.
    mover: Option<(Kind, u64)>,
    /// The choices so far. The seed alone does not repeat them: some players think for a
    /// given time, some know more the second time.
    choices: Vec<((Kind, u64), Choice)>,
}

impl Host {
    /// Looks at the session after a command.
    pub(crate) fn piece_style(&mut self, session: &Session) -> Next {
        let wanted = Asked::of(session);
        if wanted == self.asked {
            return Next::Nothing;
        }
        self.asked = wanted;
        self.mover = None;
        let Some(Asked { advice, .. }) = wanted else {
            return Next::Drop;
        };
        let what = match session.computer() {
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
        Next::Ask(what, Box::new(session.played().clone()))
    }

    /// Remembers what the computer player who was asked has chosen.
    pub(crate) fn remember(&mut self, choice: Choice) {
        if let Some(mover) = self.mover.take() {
            if self.choices.len() == MAX_CHOICES {
                self.choices.clear();
            }
            self.choices.push((mover, choice));
        }
    }

    /// The turn that is being thought about.
    pub(crate) fn turn(&self) -> Option<u32> {
        self.asked.map(|asked| asked.turn)
    }
}

/// Has every question that the session raises answered by a worker, and sends what
/// comes of it as a command.
pub(crate) fn start(session: GameState, navigation: Navigation, thinking: Thinking) {
    let host = Rc::new(RefCell::new(Host::default()));
    let begun = Rc::new(Cell::new(0.0));
    // The answer has come, though its time may not.
    let answered = Rc::new(Cell::new(false));
    let client = {
        let (host, begun, answered) = (host.clone(), begun.clone(), answered.clone());
        SearchClient::new(move |said| {
            let Some(turn) = host.borrow().turn() else {
                return;
            };
            match said {
                Some(Reply::Thinking(percent)) => {
                    let shown = thinking.shown.get_untracked();
                    if shown.is_some_and(|(of, _)| of == turn) {
                        thinking.shown.set(Some((turn, percent)));
                    }
                }
                Some(Reply::Choice(choice)) => {
                    answered.set(true);
                    host.borrow_mut().remember(choice);
                    let waited = whole(now() - begun.get());
                    let pause = pace(session, thinking).saturating_sub(waited as u32);
                    after(pause, move || reply(session, navigation, turn, choice));
                }
                Some(Reply::Advice { cell, reason }) => {
                    session.send(Answer::Advice(Advice { cell, reason }));
                }
                // Only the analysis asks for a study.
                Some(Reply::Moves(_) | Reply::Graph(_) | Reply::Done) => {}
                None => give_up(session, navigation),
            }
        })
    };
    let mut follow = move |latest: &Session| {
        let next = host.borrow_mut().piece_style(latest);
        match next {
            Next::Nothing => {}
            Next::Drop => client.drop(),
            Next::Repeat(choice) => {
                client.drop();
                let turn = latest.turn();
                after(pace(session, thinking), move || {
                    reply(session, navigation, turn, choice);
                });
            }
            Next::Ask(what, played) => {
                begun.set(now());
                answered.set(false);
                client.ask(what, *played);
                let turn = host.borrow().turn();
                let (host, answered) = (host.clone(), answered.clone());
                after(UNNOTICED, move || {
                    let current = turn.filter(|_| host.borrow().turn() == turn);
                    if let Some(turn) = current.filter(|_| !answered.get()) {
                        thinking.shown.set(Some((turn, 0)));
                    }
                });
            }
        }
    };
    session.peek(&mut follow);
    session.on_event(follow);
}

/// Makes the move of a computer player, if it still is its turn.
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

/// Nobody answers: lets the person decide how to go on.
fn give_up(session: GameState, navigation: Navigation) {
    session.send(PaceCommand::Pause);
    navigation.notify(text::no_answer());
}

/// How long a move should take at least, in milliseconds.
fn pace(session: GameState, thinking: Thinking) -> u32 {
    if session.peek(Session::only_computers) {
        thinking.speed.get_untracked().milliseconds()
    } else {
        REPLY
    }
}

fn after(milliseconds: u32, act: impl FnOnce() + 'static) {
    #[inline(never)]
    fn after(milliseconds: u32, act: Box<dyn FnOnce()>) {
        set_timeout(act, Duration::from_millis(milliseconds.into()));
    }
    after(milliseconds, Box::new(act));
}

/// A number that is not negative, without its fraction.
#[expect(
    clippy::cast_sign_loss,
    reason = "it has none; the clock may have been set back"
)]
fn whole(number: f64) -> u64 {
    number.max(0.0) as u64
}

fn now() -> f64 {
    js_sys::Date::now()
}
