//! The analysis of the game on the board.

use super::overlay::{
    EvaluationBar, EvaluationView, OverlayContext, OverlayView, ThreatView, overlay,
};
use crate::{
    browser,
    game::state::{GameState, use_game},
    later_views::use_later_views,
    library::{content_hash, reviews},
    navigation::{Navigation, Route, use_navigation},
    signals,
    storage::database::DatabaseError,
    text,
    workers::{
        AnalysisReport, DecodeError, Evaluation, MoveEvaluation, Query, Reply, ReviewReport,
        SearchClient, encode,
    },
};
use four_shapes_analysis::{Judgement, explain};
use four_shapes_records::{Match, Setup};
use four_shapes_rules::{Status, Step};
use leptos::prelude::*;

/// The analysis of the game on the board. It remains when the panel is closed, as do the
/// worker and its transposition tables.
#[derive(Clone, Copy)]
pub(super) struct AnalysisState {
    pub(super) game: GameState,
    pub(super) navigation: Navigation,
    pub(super) moves: RwSignal<Vec<MoveEvaluation>>,
    pub(super) graph: RwSignal<Vec<Option<Evaluation>>>,
    /// The review of the game on the board, as far as it is known.
    pub(super) review: RwSignal<ReviewReport>,
    pub(super) progress: RwSignal<Progress>,
    /// Whether evaluations are shown on the board.
    pub(super) on_board: RwSignal<bool>,
    /// Whether threats are shown.
    pub(super) with_threats: RwSignal<bool>,
    pub(super) overlay: RwSignal<OverlayView>,
    /// The match of the last request.
    requested: StoredValue<Option<Match>>,
    /// The setup and the steps of the game that the review is of.
    reviewed: StoredValue<Option<(Setup, Vec<Step>)>>,
    client: SearchClient,
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
        let is_open = self.navigation.is_open_untracked(Route::Analysis);
        self.update_review(is_open);
        let wanted = self.game.with_untracked(|session| {
            (is_open && session.allows_hints()).then(|| session.current_match().clone())
        });
        if self.requested.with_value(|requested| *requested == wanted) {
            return;
        }
        self.requested.set_value(wanted.clone());
        self.moves.set(Vec::new());
        self.progress.set(Progress::Running);
        self.show();
        match wanted {
            Some(game_match) => {
                let on_reply = move |reply| self.on_reply(reply);
                self.client.request(Query::Analysis, game_match, on_reply);
            }
            None => self.client.cancel(),
        }
    }

    fn on_reply(self, reply: Option<Reply>) {
        match reply {
            Some(Reply::Analysis(bytes)) => self.on_report(&bytes),
            Some(Reply::Done) => {
                self.progress.set(Progress::Complete);
                self.store_review();
            }
            Some(
                Reply::Thinking(_) | Reply::Choice(_) | Reply::Hint { .. } | Reply::Explanation(_),
            ) => {}
            None => self.progress.set(Progress::Failed),
        }
    }

    fn on_report(self, bytes: &[u8]) {
        let report = self
            .game
            .with_match_untracked(|game_match| decode_report(bytes, game_match));
        match report {
            Ok(report) => {
                self.moves.set(report.moves);
                self.set_review(report.positions, report.review);
                self.show();
            }
            Err(error) => {
                web_sys::console::error_1(&format!("analysis: {error}").into());
                self.progress.set(Progress::Failed);
            }
        }
    }

    /// Updates the review, unless a stored one is ahead of the search.
    fn set_review(self, positions: Vec<Option<Evaluation>>, review: ReviewReport) {
        let is_behind = self.review.with_untracked(|known| {
            (review.progress, review.advice.len()) < (known.progress, known.advice.len())
        });
        if !is_behind {
            signals::set(self.graph, positions);
            if self.review.with_untracked(|known| *known != review) {
                signals::set(self.review, review);
            }
        }
    }

    /// Removes the review if the game on the board is another one, and loads the stored one if
    /// the panel is open.
    fn update_review(self, is_open: bool) {
        let game = Some(self.game.with_match_untracked(setup_and_steps));
        if self.reviewed.with_value(|reviewed| *reviewed == game) {
            return;
        }
        if self
            .review
            .with_untracked(|review| *review != ReviewReport::default())
        {
            signals::set(self.review, ReviewReport::default());
        }
        self.reviewed.set_value(game.clone().filter(|_| is_open));
        if !is_open {
            return;
        }
        let hash = self.game.with_match_untracked(content_hash);
        browser::spawn(async move {
            let stored = match reviews::load(&hash).await {
                Ok(stored) => stored,
                Err(error) => return log(&error),
            };
            let is_current = self.reviewed.with_value(|reviewed| *reviewed == game);
            let (Some(bytes), true) = (stored, is_current) else {
                return;
            };
            let report = self
                .game
                .with_match_untracked(|game_match| decode_report(&bytes, game_match));
            if let Ok(report) = report {
                self.set_review(report.positions, report.review);
            }
        });
    }

    /// Stores the complete review of a finished game.
    fn store_review(self) {
        let is_over = self.game.with_match_untracked(|game_match| {
            let mut game_match = game_match.clone();
            game_match.go_to(usize::MAX);
            !matches!(game_match.game().status(), Status::ToMove(_))
        });
        if !is_over || browser::is_read_only() {
            return;
        }
        let hash = self.game.with_match_untracked(content_hash);
        let report = AnalysisReport {
            moves: Vec::new(),
            positions: self.graph.get_untracked(),
            review: self.review.get_untracked(),
        };
        browser::spawn(async move {
            if let Err(error) = reviews::save(&hash, &encode(&report)).await {
                log(&error);
            }
        });
    }

    /// Returns the judgement of a step, counted from 1, if it is an error.
    pub(super) fn error(self, step: usize) -> Option<Judgement> {
        let before = step.checked_sub(1)?;
        let judgement = self.review.with(|review| *review.judgements.get(before)?);
        judgement.filter(|judgement| judgement.is_error())
    }

    /// Shows or hides the evaluations on the board.
    pub(super) fn set_on_board(self, on_board: bool) {
        self.on_board.set(on_board);
        self.show();
    }

    /// Shows or hides threats.
    pub(super) fn set_with_threats(self, with_threats: bool) {
        self.with_threats.set(with_threats);
        self.show();
    }

    fn show(self) {
        let is_shown = self.requested.with_value(Option::is_some);
        let mut view = OverlayView::default();
        if is_shown && self.on_board.get_untracked() {
            view.moves = self.moves.with_untracked(|moves| evaluations(moves));
            view.bar = self.bar();
        }
        if is_shown && self.with_threats.get_untracked() {
            view.threats = self.game.with_match_untracked(threats);
        }
        if self.overlay.with_untracked(|current| *current != view) {
            self.overlay.set(view);
        }
    }

    /// The bar of the position on the board, for two players.
    fn bar(self) -> Option<EvaluationBar> {
        self.game.with_match_untracked(|game_match| {
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

/// Decodes a report on a match.
fn decode_report(bytes: &[u8], game_match: &Match) -> Result<AnalysisReport, DecodeError> {
    AnalysisReport::decode(bytes, game_match.rules(), game_match.game().steps().len())
}

/// Reports an error of the database of reviews, which are searched again.
fn log(error: &DatabaseError) {
    web_sys::console::warn_1(&format!("reviews: {error:?}").into());
}

fn setup_and_steps(game_match: &Match) -> (Setup, Vec<Step>) {
    (
        game_match.setup().clone(),
        game_match.game().steps().to_vec(),
    )
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

/// The threats on the board by cell.
fn threats(game_match: &Match) -> Vec<ThreatView> {
    let mut views: Vec<ThreatView> = Vec::new();
    for threat in explain::threats(game_match.game().position()) {
        let piece_style = game_match.seat(threat.player).piece_style;
        match views.iter_mut().find(|view| view.cell == threat.cell) {
            Some(view) => view.piece_styles.push(piece_style),
            None => views.push(ThreatView {
                cell: threat.cell,
                piece_styles: vec![piece_style],
                label: text::parity(threat.is_odd()),
            }),
        }
    }
    views
}

/// Creates the analysis, which follows the game while the panel is open.
pub(crate) fn start() {
    let game = use_game();
    let analysis = AnalysisState {
        game,
        navigation: use_navigation(),
        moves: RwSignal::new(Vec::new()),
        graph: RwSignal::new(Vec::new()),
        review: RwSignal::new(ReviewReport::default()),
        progress: RwSignal::new(Progress::Complete),
        on_board: RwSignal::new(true),
        with_threats: RwSignal::new(false),
        overlay: RwSignal::default(),
        requested: StoredValue::new(None),
        reviewed: StoredValue::new(None),
        client: SearchClient::new(),
    };
    provide_context(analysis);
    provide_context(OverlayContext(analysis.overlay));
    use_later_views().overlay.set(overlay);
    game.on_event(move |_| analysis.update());
}

/// Begins or ends the analysis, as the panel was opened or closed.
pub(super) fn update() {
    expect_context::<AnalysisState>().update();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{analysis::review::before, workers::StepAdvice};
    use four_shapes_analysis::{Description, explain::Theme};
    use four_shapes_rules::{Cell, Rules, notation};
    use proptest::prelude::*;

    fn report(game_match: &Match) -> AnalysisReport {
        let cell = |text| notation::parse_cell(Rules::CLASSIC, text).unwrap();
        let evaluation = |player| Evaluation {
            score: -40,
            proved: true,
            description: Description::Loses { moves: Some(3) },
            player,
        };
        let fact = |theme, cells: &[Cell]| crate::workers::FactReport {
            theme,
            cells: cells.to_vec(),
            line: cells.to_vec(),
        };
        let steps = game_match.game().steps().len();
        AnalysisReport {
            moves: vec![MoveEvaluation {
                cell: cell("E1"),
                best: true,
                evaluation: evaluation(0),
            }],
            positions: vec![Some(evaluation(1)); steps + 1],
            review: ReviewReport {
                progress: 100,
                judgements: vec![Some(Judgement::Blunder); steps],
                accuracy: vec![Some(40), None],
                turning_point: Some(2),
                advice: vec![StepAdvice {
                    step: 2,
                    played: cell("D2"),
                    better: cell("C1"),
                    drawback: Some(fact(Theme::AllowsForcedWin, &[cell("E1"), cell("F1")])),
                    advantage: Some(fact(Theme::Claimeven, &[cell("B1")])),
                }],
            },
        }
    }

    /// Creates all that the page shows of a report.
    fn show(game_match: &Match, report: &AnalysisReport) {
        let AnalysisReport {
            moves,
            positions,
            review,
        } = report;
        let _ = (
            evaluations(moves),
            text::explained_verdict(game_match, moves),
            text::review_summary(game_match, review),
        );
        for step in 0..positions.len().max(review.judgements.len() + 1) {
            let judgement = step.checked_sub(1).and_then(|before| {
                let judgement = review.judgements.get(before);
                judgement.copied().flatten()
            });
            let evaluation = positions.get(step).and_then(Option::as_ref);
            let _ = text::graph_bar_label(game_match, step, judgement, evaluation);
        }
        for advice in &review.advice {
            let evaluation = positions.first().and_then(Option::as_ref);
            let _ = (
                text::advice_title(game_match, advice.step, None),
                text::drawback(game_match, advice),
                text::better_move_of(game_match, advice, evaluation),
                text::play_out_of(game_match, advice.step),
                before(game_match, advice.step),
            );
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn a_changed_stored_report_is_unreadable_or_can_be_shown(
            edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3), 1..4),
        ) {
            let game = notation::parse(Rules::CLASSIC, "4435").unwrap();
            let game_match = Match::with_default_seats(game);
            let mut bytes = encode(&report(&game_match));
            prop_assert!(decode_report(&bytes, &game_match).is_ok());
            for (at, byte, kind) in edits {
                let at = at.index(bytes.len());
                match kind {
                    0 => bytes[at] = byte,
                    1 => bytes.insert(at, byte),
                    _ => {
                        bytes.remove(at);
                    }
                }
            }
            if let Ok(report) = decode_report(&bytes, &game_match) {
                show(&game_match, &report);
            }
        }
    }
}
