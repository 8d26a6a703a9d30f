//! The page and a worker without a browser: whatever happens in whatever order, no
//! move from the past, never two, and never a turn that nobody takes.

use super::computers::{Host, Next};
use crate::game::{
    pace::PaceCommand,
    session::{Advice, Answer, Command, Event, Request, Session},
};
use crate::workers::Reply;
use four_shapes_engine::{
    Cell, Match, Rules, SeriesScore, Status, notation,
    players::{Choice, Kind},
};
use four_shapes_search_worker::{Action, Client, SearchWorker};
use proptest::prelude::*;
use std::{
    collections::{HashMap, VecDeque},
    sync::atomic::{AtomicU32, Ordering},
};

/// What may happen at any time.
#[derive(Clone, Debug)]
enum Happening {
    /// A person presses a column.
    Press(usize),
    Undo,
    Redo,
    Again,
    Sit(usize, Option<Kind>),
    Pause,
    GoOn,
    OneMove,
    Hint,
    /// The worker gets the next message.
    Deliver,
    /// The worker thinks for a slice.
    Work,
    /// The page gets the next message.
    Hear,
    /// A move has waited long enough.
    Reply,
    /// The worker dies.
    Die,
}

fn happening() -> impl Strategy<Value = Happening> {
    let kind = prop_oneof![Just(None), Just(Some(Kind::Random))];
    prop_oneof![
        4 => (0..7usize).prop_map(Happening::Press),
        2 => Just(Happening::Undo),
        2 => Just(Happening::Redo),
        1 => Just(Happening::Again),
        2 => (0..2usize, kind).prop_map(|(place, kind)| Happening::Sit(place, kind)),
        1 => Just(Happening::Pause),
        2 => Just(Happening::GoOn),
        1 => Just(Happening::OneMove),
        1 => Just(Happening::Hint),
        6 => Just(Happening::Deliver),
        6 => Just(Happening::Work),
        6 => Just(Happening::Hear),
        4 => Just(Happening::Reply),
        1 => Just(Happening::Die),
    ]
}

fn fresh_id() -> String {
    static IDS: AtomicU32 = AtomicU32::new(0);
    IDS.fetch_add(1, Ordering::Relaxed).to_string()
}

/// A page with a worker.
struct Page {
    session: Session,
    host: Host,
    client: Client,
    /// There is a worker, or will be.
    worker: Option<SearchWorker>,
    /// To the worker, and from it.
    to: VecDeque<String>,
    from: VecDeque<String>,
    /// Moves that wait for their time, with their turns.
    waiting: VecDeque<(u32, Choice)>,
    time: f64,
    games: usize,
    /// What each computer player has done in each position of each game.
    replies: HashMap<(usize, String, Kind), Option<Cell>>,
}

impl Page {
    fn new() -> Self {
        let mut played = Match::with_default_seats(four_shapes_engine::Game::new(Rules::CLASSIC));
        played.set_computer(1, Some(Kind::Random));
        let series_score = SeriesScore::new(&played);
        Self {
            session: Session::open(played, series_score).with_ids(fresh_id(), fresh_id),
            host: Host::default(),
            client: Client::default(),
            worker: None,
            to: VecDeque::new(),
            from: VecDeque::new(),
            waiting: VecDeque::new(),
            time: 0.0,
            games: 0,
            replies: HashMap::new(),
        }
    }

    fn send(&mut self, request: impl Into<Request>) {
        self.session.apply(request);
        let acts = match self.host.piece_style(&self.session) {
            Next::Nothing => Vec::new(),
            Next::Drop => self.client.drop(),
            Next::Repeat(choice) => {
                self.waiting.push_back((self.session.turn(), choice));
                self.client.drop()
            }
            Next::Ask(what, played) => self.client.ask(what, *played),
        };
        self.act(acts);
    }

    fn act(&mut self, acts: Vec<Action>) {
        for act in acts {
            match act {
                Action::Start => {
                    let worker = SearchWorker::new(1 << 20);
                    self.from.push_back(worker.greeting().to_owned());
                    self.worker = Some(worker);
                }
                Action::End => {
                    self.worker = None;
                    self.to.clear();
                    self.from.clear();
                }
                Action::Post(text) => self.to.push_back(text),
                Action::Tell(
                    Reply::Thinking(_) | Reply::Moves(_) | Reply::Graph(_) | Reply::Done,
                ) => {}
                Action::Tell(Reply::Choice(choice)) => {
                    let turn = self.host.turn().expect("something was asked");
                    self.host.remember(choice);
                    self.waiting.push_back((turn, choice));
                }
                Action::Tell(Reply::Advice { cell, reason }) => {
                    self.send(Answer::Advice(Advice { cell, reason }));
                }
                Action::GiveUp => self.send(PaceCommand::Pause),
            }
        }
    }

    fn happen(&mut self, happening: &Happening) {
        match happening {
            Happening::Press(column) => {
                let column = Rules::CLASSIC.column(*column).expect("there are seven");
                self.send(Command::Drop(column));
            }
            Happening::Undo => self.send(Command::Undo),
            Happening::Redo => self.send(Command::Redo),
            Happening::Again => {
                self.games += 1;
                self.send(Command::Again);
            }
            Happening::Sit(place, kind) => self.send(Command::Sit(*place, *kind)),
            Happening::Pause => self.send(PaceCommand::Pause),
            Happening::GoOn => self.send(PaceCommand::Resume),
            Happening::OneMove => self.send(PaceCommand::Step),
            Happening::Hint => self.send(Command::AskAdvice),
            Happening::Deliver => {
                if let (Some(worker), Some(text)) = (&mut self.worker, self.to.pop_front()) {
                    worker.hear(&text, self.time).expect("the page makes sense");
                }
            }
            Happening::Work => {
                self.time += 1.0;
                let time = self.time;
                if let Some(worker) = &mut self.worker {
                    self.from.extend(worker.work(&|| time));
                }
            }
            Happening::Hear => {
                if let Some(text) = self.from.pop_front() {
                    let acts = self.client.hear(&text);
                    self.act(acts);
                }
            }
            Happening::Reply => {
                if let Some((turn, choice)) = self.waiting.pop_front() {
                    self.reply(turn, choice);
                }
            }
            Happening::Die => {
                let acts = self.client.died();
                self.act(acts);
            }
        }
    }

    /// As the page does, but without looking first whether it is too late.
    fn reply(&mut self, turn: u32, choice: Choice) {
        let before = self.session.clone();
        self.send(Answer::Move(turn, choice));
        let made = matches!(self.session.event(), Event::Placed { .. });
        let (then, now) = (before.game().cursor(), self.session.game().cursor());
        if made {
            assert_eq!(before.turn(), turn, "a move from the past");
            let kind = before.computer().expect("a computer moved for a person");
            assert_eq!(now, then + 1, "one piece");
            let position = (self.games, notation::write(before.game()), kind);
            let cell = self.session.game().last_move();
            let reply = *self.replies.entry(position).or_insert(cell);
            assert_eq!(
                reply, cell,
                "another move in the same position of the same game"
            );
        } else {
            assert_eq!(now, then, "a refused move changes nothing");
        }
    }

    /// Lets everything that is on its way happen.
    fn settle(&mut self) {
        for _ in 0..200 {
            for next in [
                Happening::Deliver,
                Happening::Work,
                Happening::Hear,
                Happening::Reply,
            ] {
                self.happen(&next);
            }
        }
    }
}

/// `Page::reply` compares each move with the one before in the same position.
#[test]
fn what_is_undone_is_played_again_alike() {
    let mut page = Page::new();
    for kind in [Kind::Random, Kind::Level(1), Kind::Level(4)] {
        page.happen(&Happening::Again);
        page.send(Command::Sit(0, Some(kind)));
        page.send(Command::Sit(1, None));
        page.settle();
        for column in 0..7 {
            // The opening, and an answer.
            page.send(Command::Undo);
            page.settle();
            for _ in 0..2 {
                page.happen(&Happening::Press(column));
                page.settle();
                assert_eq!(page.session.game().cursor(), 3);
                page.send(Command::Undo);
            }
        }
    }
    assert_eq!(page.replies.len(), 3 * (1 + 7));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn whatever_happens_the_game_goes_on(
        happenings in proptest::collection::vec(happening(), 1..120),
    ) {
        let mut page = Page::new();
        for happening in &happenings {
            page.happen(happening);
        }
        // A person at every other seat; the computers go on.
        page.send(Command::Sit(0, None));
        page.send(PaceCommand::Resume);
        page.settle();
        let (game, thinks) = (page.session.game(), page.session.thinks());
        prop_assert!(!thinks, "a turn that nobody takes");
        if matches!(game.status(), Status::ToMove(_)) {
            // It is a person's turn, and what they do is answered.
            let before = game.cursor();
            let column = Rules::CLASSIC.all_columns();
            let position = game.position();
            let free = column.into_iter().find(|&c| position.landing(c).is_ok());
            page.send(Command::Drop(free.expect("it goes on")));
            prop_assert_eq!(page.session.game().cursor(), before + 1);
            page.settle();
            prop_assert!(!page.session.thinks());
        }
    }
}
