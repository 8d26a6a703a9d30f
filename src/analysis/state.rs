//! The analysis of the game on the board.

use crate::{
    game::{
        state::{GameState, use_game},
        view_model::{EvaluationBar, EvaluationView, Evaluations, EvaluationsView},
    },
    navigation::{Navigation, Route, use_navigation},
    text,
    workers::{Evaluation, MoveEvaluation, Query, Reply, SearchClient},
};
use four_shapes_engine::Match;
use leptos::prelude::*;

/// The analysis of the game on the board. It remains when the panel is closed, as do the
/// worker and its transposition tables.
#[derive(Clone, Copy)]
pub(super) struct AnalysisState {
    pub(super) game: GameState,
    pub(super) navigation: Navigation,
    pub(super) moves: RwSignal<Vec<MoveEvaluation>>,
    pub(super) graph: RwSignal<Vec<Option<Evaluation>>>,
    pub(super) progress: RwSignal<Progress>,
    /// Whether evaluations are shown on the board.
    pub(super) on_board: RwSignal<bool>,
    /// The evaluations on the board.
    evaluations: RwSignal<EvaluationsView>,
    /// The match of the last request.
    requested: StoredValue<Option<Match>>,
    client: StoredValue<Option<SearchClient>, LocalStorage>,
}

/// The progress of the analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    Running,
    Complete,
    /// The worker has failed.
    Failed,
}

impl AnalysisState {
    /// Requests an analysis of the current game if it may be shown; cancels the request if not.
    pub(super) fn update(self) {
        let is_open = self.navigation.is_open(Route::Analysis);
        let wanted = self.game.peek(|session| {
            (is_open && session.allows_hints()).then(|| session.current_match().clone())
        });
        if self.requested.with_value(|requested| *requested == wanted) {
            return;
        }
        self.requested.set_value(wanted.clone());
        self.moves.set(Vec::new());
        self.progress.set(Progress::Running);
        self.show();
        let client = self.client.with_value(Clone::clone);
        match (client, wanted) {
            (Some(client), Some(game_match)) => client.request(Query::Analysis, game_match),
            (Some(client), None) => client.cancel(),
            (None, _) => {}
        }
    }

    fn on_reply(self, reply: Option<Reply>) {
        match reply {
            Some(Reply::Moves(moves)) => {
                self.moves.set(moves);
                self.show();
            }
            Some(Reply::Positions(graph)) => {
                self.graph.set(graph);
                self.show();
            }
            Some(Reply::Done) => self.progress.set(Progress::Complete),
            Some(Reply::Thinking(_) | Reply::Choice(_) | Reply::Hint { .. }) => {}
            None => self.progress.set(Progress::Failed),
        }
    }

    /// Shows or hides the evaluations on the board.
    pub(super) fn set_on_board(self, on_board: bool) {
        self.on_board.set(on_board);
        self.show();
    }

    fn show(self) {
        let view = if self.on_board.get_untracked() && self.requested.with_value(Option::is_some) {
            EvaluationsView {
                moves: self.moves.with_untracked(|moves| evaluations(moves)),
                bar: self.bar(),
            }
        } else {
            EvaluationsView::default()
        };
        if self.evaluations.with_untracked(|current| *current != view) {
            self.evaluations.set(view);
        }
    }

    /// The bar of the position on the board, for two players.
    fn bar(self) -> Option<EvaluationBar> {
        self.game.peek_match(|game_match| {
            let cursor = game_match.game().cursor();
            let evaluation = |graph: &Vec<Option<Evaluation>>| graph.get(cursor)?.clone();
            let score = self.graph.with_untracked(evaluation)?.score;
            let colour = |number| {
                let player = game_match.rules().player_after(number);
                game_match.seat(player).piece_style.colour
            };
            (game_match.rules().players() == 2).then(|| EvaluationBar {
                share: usize::try_from(i16::from(score) + 100).unwrap_or(0) / 2,
                colours: [0, 1].map(colour),
            })
        })
    }
}

fn evaluations(moves: &[MoveEvaluation]) -> Vec<EvaluationView> {
    let labels = text::short_evaluations(moves);
    let views = moves.iter().zip(labels).map(|(m, label)| EvaluationView {
        cell: m.cell,
        sign: m.evaluation.score.signum(),
        best: m.best,
        label,
    });
    views.collect()
}

/// Creates the analysis, which follows the game while the panel is open.
pub(crate) fn start() {
    let game = use_game();
    let Evaluations(evaluations) = expect_context();
    let analysis = AnalysisState {
        game,
        navigation: use_navigation(),
        moves: RwSignal::new(Vec::new()),
        graph: RwSignal::new(Vec::new()),
        progress: RwSignal::new(Progress::Complete),
        on_board: RwSignal::new(true),
        evaluations,
        requested: StoredValue::new(None),
        client: StoredValue::new_local(None),
    };
    let client = SearchClient::new(move |reply| analysis.on_reply(reply));
    analysis.client.set_value(Some(client));
    provide_context(analysis);
    game.on_event(move |_| analysis.update());
}
