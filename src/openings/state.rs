//! The state of the openings.

use crate::{
    board::focus_board,
    context::context,
    exercise::{
        ExerciseClient,
        opening::{Input, OpeningExplorer, Output},
    },
    game::{
        session::{Command, Exercise, Session},
        state::{GameState, use_game},
    },
    navigation::{Navigation, use_navigation},
    text,
    workers::{AnalysisReport, Query, Reply},
};
use four_shapes_players::Choice;
use four_shapes_records::Match;
use four_shapes_rules::{Game, Rules};
use leptos::prelude::*;

/// The state, which lives as long as the page.
#[derive(Clone, Copy)]
pub(super) struct OpeningState {
    pub(super) game: GameState,
    navigation: Navigation,
    pub(super) explorer: RwSignal<OpeningExplorer>,
    client: ExerciseClient,
}

/// Creates the state, which follows the game while the panel is open.
pub(crate) fn start() {
    let state = OpeningState {
        game: use_game(),
        navigation: use_navigation(),
        explorer: RwSignal::default(),
        client: context(),
    };
    provide_context(state);
    state.game.on_event(move |session| state.on_event(session));
}

/// Shows the empty board.
pub(super) fn enter() {
    let state: OpeningState = context();
    state.update(Input::Entered);
    let empty = Match::with_default_seats(Game::new(Rules::CLASSIC));
    state
        .game
        .send(Command::OpenExercise(Exercise::Opening, Box::new(empty)));
    focus_board();
}

/// Returns to the user's own game.
pub(super) fn leave() {
    let state: OpeningState = context();
    state.update(Input::Left);
    state.game.leave_exercise(Exercise::Opening);
}

impl OpeningState {
    fn on_event(self, session: &Session) {
        if !self.explorer.with_untracked(OpeningExplorer::is_open) {
            return;
        }
        if session.exercise() == Some(Exercise::Opening) {
            self.update(Input::Board(session.current_match()));
        } else {
            // Another game has replaced it.
            self.update(Input::Left);
            self.navigation.close_pages();
        }
    }

    /// Passes an input to the explorer and carries out what it asks for.
    fn update(self, input: Input<'_>) {
        let outputs = self.explorer.try_update(|explorer| explorer.update(input));
        for output in outputs.into_iter().flatten() {
            match output {
                Output::Analyze {
                    question,
                    game_match,
                } => self.ask(question, Query::Analysis, *game_match),
                Output::Choose {
                    question,
                    kind,
                    seed,
                    game_match,
                } => self.ask(question, Query::Move { kind, seed }, *game_match),
                Output::CancelQuestion => self.client.cancel(),
                Output::ReportFailure => self.navigation.notify(text::analysis_failed()),
            }
        }
    }

    fn ask(self, question: u32, query: Query, game_match: Match) {
        self.client.0.request(query, game_match, move |reply| {
            let input = match reply {
                Some(Reply::Analysis(bytes)) => {
                    // Only the moves are used.
                    match AnalysisReport::decode(&bytes, Rules::CLASSIC, usize::MAX) {
                        Ok(AnalysisReport { moves, .. }) => Input::Analyzed { question, moves },
                        Err(_) => Input::Failed { question },
                    }
                }
                Some(Reply::Choice(Choice::Place(cell))) => Input::Chosen { question, cell },
                Some(_) => return,
                None => Input::Failed { question },
            };
            self.update(input);
        });
    }
}
