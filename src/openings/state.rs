//! The state of the openings.

use crate::{
    game::{
        session::{Command, Session},
        state::{GameState, use_game},
    },
    navigation::{Navigation, Route, use_navigation},
    text,
    workers::{AnalysisReport, MoveEvaluation, Query, Reply, SearchClient},
};
use four_shapes_players::{Choice, PlayerKind};
use four_shapes_records::Match;
use four_shapes_rules::{Cell, Game, Rules, Status};
use leptos::prelude::*;
use std::collections::BTreeMap;

/// The number of choices of each level, with different seeds.
const SAMPLES: u64 = 4;

/// The state, which lives as long as the page.
#[derive(Clone, Copy)]
pub(super) struct OpeningState {
    pub(super) game: GameState,
    navigation: Navigation,
    pub(super) moves: RwSignal<Vec<MoveEvaluation>>,
    /// The levels that choose a move, in ascending order.
    pub(super) levels: RwSignal<BTreeMap<Cell, Vec<u8>>>,
    is_open: StoredValue<bool>,
    /// The match whose moves are searched, and the level and seed of the current request.
    requested: StoredValue<Option<Match>>,
    sample: StoredValue<Option<(u8, u64)>>,
    client: StoredValue<Option<SearchClient>, LocalStorage>,
}

/// Creates the state, which follows the game while the panel is open.
pub(crate) fn start() {
    let state = OpeningState {
        game: use_game(),
        navigation: use_navigation(),
        moves: RwSignal::new(Vec::new()),
        levels: RwSignal::default(),
        is_open: StoredValue::new(false),
        requested: StoredValue::new(None),
        sample: StoredValue::new(None),
        client: StoredValue::new_local(None),
    };
    let client = SearchClient::new(move |reply| state.on_reply(reply));
    state.client.set_value(Some(client));
    provide_context(state);
    state.game.on_event(move |session| state.update(session));
}

impl OpeningState {
    /// Shows the empty board.
    pub(super) fn open(self) {
        self.is_open.set_value(true);
        let empty = Match::with_default_seats(Game::new(Rules::CLASSIC));
        self.game.send(Command::OpenExercise(Box::new(empty)));
    }

    /// Returns to the user's own game.
    pub(super) fn close(self) {
        self.is_open.set_value(false);
        self.requested.set_value(None);
        if let Some(client) = self.client.with_value(Clone::clone) {
            client.cancel();
        }
        if self.game.peek(Session::is_exercise) {
            self.game.send(Command::CloseShared);
        }
    }

    fn update(self, session: &Session) {
        if !self.is_open.get_value() {
            return;
        }
        if !session.is_exercise() {
            // Another game has replaced it.
            self.is_open.set_value(false);
            return self.navigation.close(Route::Openings);
        }
        let game_match = session.current_match();
        let is_same = |requested: &Option<Match>| requested.as_ref() == Some(game_match);
        if self.requested.with_value(is_same) {
            return;
        }
        self.requested.set_value(Some(game_match.clone()));
        self.sample.set_value(None);
        self.moves.set(Vec::new());
        self.levels.set(BTreeMap::new());
        let is_over = !matches!(game_match.game().status(), Status::ToMove(_));
        match self.client.with_value(Clone::clone) {
            Some(client) if is_over => client.cancel(),
            Some(client) => client.request(Query::Analysis, game_match.clone()),
            None => {}
        }
    }

    fn on_reply(self, reply: Option<Reply>) {
        match reply {
            Some(Reply::Analysis(bytes)) => {
                // Only the moves are used.
                let Ok(report) = AnalysisReport::decode(&bytes, Rules::CLASSIC, usize::MAX) else {
                    return self.navigation.notify(text::analysis_failed());
                };
                let is_proved = report.moves.iter().all(|m| m.evaluation.proved);
                let is_complete = is_proved && !report.moves.is_empty();
                self.moves.set(report.moves);
                if is_complete {
                    self.next_sample();
                }
            }
            Some(Reply::Choice(Choice::Place(cell))) => {
                if let Some((level, _)) = self.sample.get_value() {
                    self.levels.update(|levels| {
                        let levels = levels.entry(cell).or_default();
                        if levels.last() != Some(&level) {
                            levels.push(level);
                        }
                    });
                    self.next_sample();
                }
            }
            Some(_) => {}
            None => self.navigation.notify(text::analysis_failed()),
        }
    }

    /// Requests the next choice of a level, until there are enough.
    fn next_sample(self) {
        let next = match self.sample.get_value() {
            None => (1, 1),
            Some((level, seed)) if seed < SAMPLES => (level, seed + 1),
            Some((level, _)) => (level + 1, 1),
        };
        self.sample.set_value(Some(next));
        let (level, seed) = next;
        let requested = self.requested.with_value(Clone::clone);
        if let (Some(client), Some(game_match), true) = (
            self.client.with_value(Clone::clone),
            requested,
            level <= PlayerKind::MAX_LEVEL,
        ) {
            let kind = PlayerKind::Level(level);
            client.request(Query::Move { kind, seed }, game_match);
        }
    }
}
