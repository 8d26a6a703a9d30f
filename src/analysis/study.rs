//! The worker's answers about the game on the board.

use crate::{
    game::{
        state::{GameState, use_game},
        view_model::{EvaluationView, Evaluations},
    },
    navigation::{Navigation, Place, use_navigation},
    workers::{Evaluation, MoveEvaluation, Query, Reply, SearchClient},
};
use four_shapes_engine::Match;
use leptos::prelude::*;

/// What is known of the game on the board. It stays when the panel is closed, and so do the
/// worker and what it knows.
#[derive(Clone, Copy)]
pub(super) struct Study {
    pub(super) game: GameState,
    pub(super) navigation: Navigation,
    pub(super) moves: RwSignal<Vec<MoveEvaluation>>,
    pub(super) graph: RwSignal<Vec<Option<Evaluation>>>,
    pub(super) progress: RwSignal<Progress>,
    /// The evaluations are to be shown on the board as well.
    pub(super) on_board: RwSignal<bool>,
    /// What the board shows.
    evaluations: RwSignal<Vec<EvaluationView>>,
    /// What the worker has been asked about.
    asked: StoredValue<Option<Match>>,
    client: StoredValue<Option<SearchClient>, LocalStorage>,
}

/// How far the worker is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// There may be more to come.
    Running,
    Complete,
    /// No worker answers.
    Failed,
}

impl Study {
    /// Asks about the game on the board if that may be shown, in place of what was asked
    /// before.
    pub(super) fn follow(self) {
        let is_open = self.navigation.is_open(Place::Analysis);
        let wanted = self
            .game
            .peek(|session| (is_open && session.helps()).then(|| session.played().clone()));
        if self.asked.with_value(|asked| *asked == wanted) {
            return;
        }
        self.asked.set_value(wanted.clone());
        self.moves.set(Vec::new());
        self.progress.set(Progress::Running);
        self.show();
        let client = self.client.with_value(Clone::clone);
        match (client, wanted) {
            (Some(client), Some(played)) => client.ask(Query::Study, played),
            (Some(client), None) => client.drop(),
            (None, _) => {}
        }
    }

    fn hear(self, said: Option<Reply>) {
        match said {
            Some(Reply::Moves(moves)) => {
                self.moves.set(moves);
                self.show();
            }
            Some(Reply::Graph(graph)) => self.graph.set(graph),
            Some(Reply::Done) => self.progress.set(Progress::Complete),
            Some(Reply::Thinking(_) | Reply::Choice(_) | Reply::Advice { .. }) => {}
            None => self.progress.set(Progress::Failed),
        }
    }

    /// Shows the evaluations on the board, or no longer.
    pub(super) fn set_on_board(self, on_board: bool) {
        self.on_board.set(on_board);
        self.show();
    }

    fn show(self) {
        let on_board = self.on_board.get_untracked();
        let evaluations = self.moves.with_untracked(|moves| {
            let moves = moves.iter().filter(|_| on_board);
            let evaluation = |m: &MoveEvaluation| EvaluationView {
                cell: m.cell,
                sign: m.evaluation.good.signum(),
                label: m.evaluation.label.clone(),
            };
            moves.map(evaluation).collect::<Vec<_>>()
        });
        if self.evaluations.with_untracked(|now| *now != evaluations) {
            self.evaluations.set(evaluations);
        }
    }
}

/// Makes the study, which follows the game as long as the panel is open.
pub(crate) fn start() {
    let game = use_game();
    let Evaluations(evaluations) = expect_context();
    let study = Study {
        game,
        navigation: use_navigation(),
        moves: RwSignal::new(Vec::new()),
        graph: RwSignal::new(Vec::new()),
        progress: RwSignal::new(Progress::Complete),
        on_board: RwSignal::new(true),
        evaluations,
        asked: StoredValue::new(None),
        client: StoredValue::new_local(None),
    };
    let client = SearchClient::new(move |said| study.hear(said));
    study.client.set_value(Some(client));
    provide_context(study);
    game.on_event(move |_| study.follow());
}
