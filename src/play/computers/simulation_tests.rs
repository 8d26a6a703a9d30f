//! Simulates the page and a worker without a browser: for every sequence of actions, no
//! outdated move is made, no move is made twice, and every turn is taken.

use super::{Next, Scheduler};
use crate::{
    game::session::{Command, Event, Hint, Session},
    workers::Reply,
};
use four_shapes_players::{Choice, Level, PlayerKind};
use four_shapes_records::{Match, SeriesScore};
use four_shapes_rules::{Cell, Rules, Status, notation};
use four_shapes_search_worker::{
    Connection, ConnectionAction, PageMessage, SearchWorker, WorkerMessage, decode, encode,
};
use proptest::prelude::*;
use std::{
    collections::{HashMap, VecDeque},
    sync::atomic::{AtomicU32, Ordering},
};

/// An action that is possible at any time.
#[derive(Clone, Debug)]
enum Action {
    /// Click a column.
    Click(usize),
    Undo,
    Redo,
    NewGame,
    SetComputer(usize, Option<PlayerKind>),
    Pause,
    Resume,
    Step,
    Hint,
    /// Deliver the next message to the worker.
    ToWorker,
    /// Let the worker search for a slice.
    Work,
    /// Deliver the next message to the page.
    ToPage,
    /// Make the next delayed move.
    Reply,
    /// Let the worker fail.
    Fail,
}

fn action() -> impl Strategy<Value = Action> {
    let kind = prop_oneof![Just(None), Just(Some(PlayerKind::Random))];
    prop_oneof![
        4 => (0..7usize).prop_map(Action::Click),
        2 => Just(Action::Undo),
        2 => Just(Action::Redo),
        1 => Just(Action::NewGame),
        2 => (0..2usize, kind).prop_map(|(seat, kind)| Action::SetComputer(seat, kind)),
        1 => Just(Action::Pause),
        2 => Just(Action::Resume),
        1 => Just(Action::Step),
        1 => Just(Action::Hint),
        6 => Just(Action::ToWorker),
        6 => Just(Action::Work),
        6 => Just(Action::ToPage),
        4 => Just(Action::Reply),
        1 => Just(Action::Fail),
    ]
}

fn new_id() -> String {
    static IDS: AtomicU32 = AtomicU32::new(0);
    IDS.fetch_add(1, Ordering::Relaxed).to_string()
}

/// A page with a worker.
struct Page {
    session: Session,
    scheduler: Scheduler,
    connection: Connection,
    worker: Option<SearchWorker>,
    /// Messages to and from the worker.
    to_worker: VecDeque<Vec<u8>>,
    from_worker: VecDeque<Vec<u8>>,
    /// Delayed moves with their turns.
    delayed: VecDeque<(u32, Choice)>,
    time: f64,
    games: usize,
    /// The move of each computer player in each position of each game.
    replies: HashMap<(usize, String, PlayerKind), Option<Cell>>,
}

impl Page {
    fn new() -> Self {
        let mut game_match =
            Match::with_default_seats(four_shapes_rules::Game::new(Rules::CLASSIC));
        game_match.set_computer(1, Some(PlayerKind::Random));
        let series_score = SeriesScore::new(&game_match);
        Self {
            session: Session::new(game_match, series_score).with_ids(new_id(), new_id),
            scheduler: Scheduler::default(),
            connection: Connection::default(),
            worker: None,
            to_worker: VecDeque::new(),
            from_worker: VecDeque::new(),
            delayed: VecDeque::new(),
            time: 0.0,
            games: 0,
            replies: HashMap::new(),
        }
    }

    fn send(&mut self, command: Command) {
        self.session.apply(command);
        let effects = match self.scheduler.update(&self.session) {
            Next::Nothing => Vec::new(),
            Next::Cancel => self.connection.cancel(),
            Next::Repeat(choice) => {
                self.delayed.push_back((self.session.turn_id(), choice));
                self.connection.cancel()
            }
            Next::Request(query, game_match) => self.connection.request(query, *game_match),
        };
        self.carry_out(effects);
    }

    fn carry_out(&mut self, effects: Vec<ConnectionAction>) {
        for effect in effects {
            match effect {
                ConnectionAction::StartWorker => {
                    self.worker = Some(SearchWorker::new(1 << 20));
                    self.from_worker.push_back(encode(&WorkerMessage::Ready));
                }
                ConnectionAction::TerminateWorker => {
                    self.worker = None;
                    self.to_worker.clear();
                    self.from_worker.clear();
                }
                ConnectionAction::Send(message) => self.to_worker.push_back(encode(&message)),
                ConnectionAction::Reply(
                    Reply::Thinking(_)
                    | Reply::Analysis(_)
                    | Reply::Explanation(_)
                    | Reply::Animation(_)
                    | Reply::Columns(_)
                    | Reply::Column(_)
                    | Reply::Done,
                ) => {}
                ConnectionAction::Reply(Reply::Choice(choice)) => {
                    let turn = self.scheduler.turn_id().expect("a request is pending");
                    self.scheduler.remember(choice);
                    self.delayed.push_back((turn, choice));
                }
                ConnectionAction::Reply(Reply::Hint { cell, reason, swap }) => {
                    self.send(Command::ShowHint(Hint { cell, reason, swap }));
                }
                ConnectionAction::Fail => self.send(Command::Pause),
            }
        }
    }

    fn apply(&mut self, action: &Action) {
        match action {
            Action::Click(column) => {
                let column = Rules::CLASSIC.column(*column).expect("there are seven");
                self.send(Command::Drop(column));
            }
            Action::Undo => self.send(Command::Undo),
            Action::Redo => self.send(Command::Redo),
            Action::NewGame => {
                self.games += 1;
                self.send(Command::PlayAgain);
            }
            Action::SetComputer(seat, kind) => self.send(Command::SetComputer(*seat, *kind)),
            Action::Pause => self.send(Command::Pause),
            Action::Resume => self.send(Command::Resume),
            Action::Step => self.send(Command::StepComputer),
            Action::Hint => self.send(Command::RequestHint),
            Action::ToWorker => {
                if let (Some(worker), Some(bytes)) = (&mut self.worker, self.to_worker.pop_front())
                {
                    let message: PageMessage = decode(&bytes).expect("the page has encoded it");
                    let handled = worker.handle_message(message, self.time);
                    handled.expect("the request is valid");
                }
            }
            Action::Work => {
                self.time += 1.0;
                let time = self.time;
                if let Some(worker) = &mut self.worker {
                    let messages = worker.work(&|| time).into_iter();
                    let messages = messages.map(WorkerMessage::Response);
                    self.from_worker
                        .extend(messages.map(|message| encode(&message)));
                }
            }
            Action::ToPage => {
                if let Some(bytes) = self.from_worker.pop_front() {
                    let message = decode(&bytes).expect("the worker has encoded it");
                    let effects = self.connection.handle_message(message);
                    self.carry_out(effects);
                }
            }
            Action::Reply => {
                if let Some((turn, choice)) = self.delayed.pop_front() {
                    self.reply(turn, choice);
                }
            }
            Action::Fail => {
                let effects = self.connection.handle_failure();
                self.carry_out(effects);
            }
        }
    }

    /// Makes a move as the page does, but without checking its turn first.
    fn reply(&mut self, turn: u32, choice: Choice) {
        let before = self.session.clone();
        self.send(Command::PlayComputerChoice(turn, choice));
        let made = matches!(self.session.event(), Event::Placed { .. });
        let (then, now) = (before.game().cursor(), self.session.game().cursor());
        if made {
            assert_eq!(before.turn_id(), turn, "an outdated move");
            let kind = before
                .computer_to_move()
                .expect("a computer moved for a human");
            assert_eq!(now, then + 1, "one piece");
            let position = (self.games, notation::write(before.game()), kind);
            let cell = self.session.game().last_move();
            let reply = *self.replies.entry(position).or_insert(cell);
            assert_eq!(
                reply, cell,
                "another move in the same position of the same game"
            );
        } else {
            assert_eq!(now, then, "a rejected move changes nothing");
        }
    }

    /// Delivers all messages and makes all delayed moves.
    fn settle(&mut self) {
        for _ in 0..200 {
            for next in [
                Action::ToWorker,
                Action::Work,
                Action::ToPage,
                Action::Reply,
            ] {
                self.apply(&next);
            }
        }
    }
}

/// `Page::reply` compares each move with an earlier one in the same position.
#[test]
fn computer_players_repeat_their_moves_after_undo() {
    let mut page = Page::new();
    for kind in [
        PlayerKind::Random,
        PlayerKind::Level(Level::One),
        PlayerKind::Level(Level::Four),
    ] {
        // Not a rematch, in which the other player begins.
        let setup = page.session.setup().clone();
        page.send(Command::Start(setup, None));
        page.send(Command::SetComputer(0, Some(kind)));
        page.send(Command::SetComputer(1, None));
        page.settle();
        for column in 0..7 {
            // To the position after the first move.
            page.send(Command::Undo);
            page.settle();
            for _ in 0..2 {
                page.apply(&Action::Click(column));
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
    fn game_goes_on_after_any_sequence_of_actions(
        actions in proptest::collection::vec(action(), 1..120),
    ) {
        let mut page = Page::new();
        for action in &actions {
            page.apply(action);
        }
        page.send(Command::SetComputer(0, None));
        page.send(Command::Resume);
        page.settle();
        let (game, thinks) = (page.session.game(), page.session.needs_computer_move());
        prop_assert!(!thinks, "a computer player is still to move");
        if matches!(game.status(), Status::ToMove(_)) {
            // It is a human's turn; their move is answered.
            let before = game.cursor();
            let column = Rules::CLASSIC.all_columns();
            let position = game.position();
            let free = column.into_iter().find(|&c| position.landing(c).is_ok());
            page.send(Command::Drop(free.expect("the game is not over")));
            prop_assert_eq!(page.session.game().cursor(), before + 1);
            page.settle();
            prop_assert!(!page.session.needs_computer_move());
        }
    }
}
