//! Analyzes a game: evaluates the moves in the current position, and all positions.

use crate::{
    codec::encode,
    message::{
        AnalysisReport, ColumnState, Evaluation, MoveEvaluation, Reply, ReviewReport, StepAdvice,
    },
};
use four_shapes_analysis::{Analysis, Analyzer, Review, Value};
use four_shapes_records::Match;
use four_shapes_rules::{Column, Game, Position, Status, Step};
use four_shapes_solver::{Score, Search as _};

/// The number of slices of the analysis for one of the review: the position on the board is waited for.
const SLICES_PER_REVIEW: u32 = 5;

/// Starts an analysis of the current position of a game.
///
/// # Errors
/// Returns the analyzer if the game is over, also by agreement or on time.
pub(crate) fn analysis(analyzer: Analyzer, game: &Game) -> Result<Analysis, Analyzer> {
    match game.status() {
        Status::ToMove(_) => Analysis::with_analyzer(analyzer, game.position()),
        _ => Err(analyzer),
    }
}

/// A review of a game, which is kept while the user goes through the game.
pub(crate) struct GameReview {
    /// The game with all moves redone.
    game_match: Match,
    review: Review,
    is_done: bool,
}

impl GameReview {
    /// Starts a review, or returns the one before if it is of the same game. `new_analyzer`
    /// returns an analyzer if there is none before.
    pub(crate) fn resume(
        before: Option<Self>,
        game_match: &Match,
        new_analyzer: impl FnOnce() -> Analyzer,
    ) -> Self {
        let mut game_match = game_match.clone();
        game_match.go_to(usize::MAX);
        let analyzer = match before {
            Some(before) if before.game_match == game_match => return before,
            Some(before) => before.review.into_analyzer(),
            None => new_analyzer(),
        };
        Self {
            review: Review::new(analyzer, game_match.game()),
            game_match,
            is_done: false,
        }
    }

    fn report(&self) -> ReviewReport {
        let rules = self.game_match.rules();
        if rules.players() != 2 {
            return ReviewReport::default();
        }
        let steps = self.game_match.game().steps().iter().enumerate();
        let is_move = |(_, step): &(usize, &Step)| matches!(step, Step::Place(_));
        // The numbers of the steps that are moves.
        let numbers: Vec<usize> = steps.filter(is_move).map(|(i, _)| i + 1).collect();
        let mut judgements = vec![None; self.game_match.game().steps().len()];
        for (number, judgement) in numbers.iter().zip(self.review.judgements()) {
            judgements[number - 1] = judgement;
        }
        let advice = self.review.advice().iter().rev().cloned();
        let advice = advice.map(|advice| StepAdvice {
            step: numbers[advice.ply],
            played: advice.played,
            better: advice.better,
            drawback: advice.drawback.map(Into::into),
            advantage: advice.advantage.map(Into::into),
            line: advice.line,
        });
        ReviewReport {
            progress: self.review.progress(),
            judgements,
            accuracy: rules
                .all_players()
                .map(|player| self.review.accuracy(player))
                .collect(),
            turning_point: self.review.turning_point().map(|ply| numbers[ply]),
            advice: advice.collect(),
        }
    }
}

/// An analysis of the current position and a review of the game, in turns, so that both improve
/// visibly.
pub(crate) struct GameAnalysis {
    game_match: Match,
    analysis: Result<Analysis, Analyzer>,
    review: GameReview,
    analysis_done: bool,
    /// The number of slices of the analysis since the last one of the review.
    slices: u32,
}

impl GameAnalysis {
    pub(crate) fn new(analyzer: Analyzer, review: GameReview, game_match: &Match) -> Self {
        let analysis = analysis(analyzer, game_match.game());
        Self {
            game_match: game_match.clone(),
            analysis_done: analysis.is_err(),
            analysis,
            review,
            slices: 0,
        }
    }

    /// Returns the analyzer of the position, and the review of the game.
    pub(crate) fn into_parts(self) -> (Analyzer, GameReview) {
        let analyzer = match self.analysis {
            Ok(analysis) => analysis.into_analyzer(),
            Err(analyzer) => analyzer,
        };
        (analyzer, self.review)
    }

    /// Searches about `budget` positions. Returns a report if one is due, or the analysis of the
    /// position or all of it is complete.
    pub(crate) fn work(&mut self, budget: u64, mut due: bool) -> Vec<Reply> {
        let is_reviewed = self.slices >= SLICES_PER_REVIEW || self.analysis_done;
        if is_reviewed && !self.review.is_done {
            self.review.is_done = self.review.review.run(budget).is_done();
            self.slices = 0;
        } else if let (Ok(analysis), false) = (&mut self.analysis, self.analysis_done) {
            self.analysis_done = analysis.run(budget).is_done();
            due |= self.analysis_done;
            self.slices += 1;
        }
        let done = self.analysis_done && self.review.is_done;
        if !due && !done {
            return vec![Reply::Thinking(0)];
        }
        let report = AnalysisReport {
            moves: self.moves(),
            positions: self.graph(),
            review: self.review.report(),
        };
        let mut replies: Vec<_> = self.columns().map(Reply::Columns).into_iter().collect();
        replies.push(Reply::Analysis(encode(&report)));
        if done {
            replies.push(Reply::Done);
        }
        replies
    }

    /// Takes over what other workers have found out about the columns.
    pub(crate) fn share(&mut self, columns: &[ColumnState]) {
        let Ok(analysis) = &mut self.analysis else {
            return;
        };
        let rules = analysis.position().rules();
        let column = |state: &ColumnState| rules.column(state.column.into());
        for state in columns {
            if let Some(column) = column(state) {
                analysis.narrow(column, state.bounds);
            }
        }
        let searched = columns.iter().filter(|state| state.is_searched);
        let searched: Vec<Column> = searched.filter_map(column).collect();
        analysis.defer(&searched);
    }

    /// Returns what is known of the columns, for other workers: no columns if some have taken too
    /// long; `None` if they have no scores.
    fn columns(&self) -> Option<Vec<ColumnState>> {
        let analysis = self.analysis.as_ref().ok();
        let analysis = analysis.filter(|analysis| analysis.has_scores())?;
        let searched = analysis.searched();
        let columns = analysis.columns().into_iter();
        let states = columns.map(|(column, bounds)| ColumnState {
            column: column.index() as u8,
            bounds,
            is_searched: searched == Some(column),
        });
        let states: Vec<ColumnState> = states.collect();
        let is_given_up = self.analysis_done && states.iter().any(ColumnState::is_open);
        Some(if is_given_up { Vec::new() } else { states })
    }

    fn moves(&self) -> Vec<MoveEvaluation> {
        let Ok(analysis) = &self.analysis else {
            return Vec::new();
        };
        let best = analysis.best();
        let position = analysis.position();
        let moves = analysis.moves().into_iter();
        moves
            .map(|(cell, value)| MoveEvaluation {
                cell,
                best: best.contains(&cell),
                evaluation: evaluation(value, value, position),
            })
            .collect()
    }

    /// Returns the evaluation of the position after each step, and of the first position.
    fn graph(&self) -> Vec<Option<Evaluation>> {
        let steps = self.game_match.game().steps();
        let evaluation = |made: usize| {
            let is_piece = |step: &&Step| matches!(step, Step::Place(_));
            let pieces = steps[..made].iter().filter(is_piece).count();
            let own = (*self.review.review.values().get(pieces)?)?;
            let position = self.review.review.positions().get(pieces)?;
            let player = position.to_move();
            // The graph of two players is from player 0's point of view.
            let two_players = self.game_match.rules().players() == 2;
            let value = if two_players && player.index() == 1 {
                own.for_opponent()
            } else {
                own
            };
            Some(evaluation(value, own, position))
        };
        (0..=steps.len()).map(evaluation).collect()
    }
}

/// Creates an evaluation from a value. `own` is the same value from the point of view of the
/// player to move.
fn evaluation(value: Value, own: Value, position: &Position) -> Evaluation {
    let max = (position.rules().cells() / 2 + 1).cast_signed() as i32;
    let percent = |score: Score| i32::from(score).clamp(-max, max) * 100 / max;
    let score = match value {
        // Even the latest win scores higher than any estimate.
        Value::Proved(score) => score.outcome() as i32 * 40 + percent(score) * 6 / 10,
        Value::Outcome(outcome) => outcome as i32 * 70,
        Value::Estimate(chances) => (2 * i32::from(chances.percent()) - 100) * 35 / 100,
        Value::ExpectedScore(expected) => {
            // The expected score of equal players counts as 0.
            let equal_share = 100 / i32::from(position.rules().players());
            let lead = i32::from(expected) - equal_share;
            lead * 100
                / if lead > 0 {
                    100 - equal_share
                } else {
                    equal_share
                }
        }
    };
    Evaluation {
        score: score.clamp(-100, 100) as i8,
        proved: own.is_proved(),
        description: own.describe(position),
        player: position.to_move().index() as u8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_rules::{Rules, RulesConfig};

    #[test]
    fn equal_share_of_wins_scores_zero() {
        let score = |players: u32, games: u8| {
            let classic = Rules::CLASSIC.config();
            let rules = Rules::new(RulesConfig { players, ..classic }).unwrap();
            let value = Value::ExpectedScore(games);
            evaluation(value, value, &Position::new(rules)).score
        };
        assert_eq!(
            [0, 25, 50, 75, 100].map(|games| score(2, games)),
            [-100, -50, 0, 50, 100]
        );
        assert_eq!(
            [0, 6, 12, 56, 100].map(|games| score(8, games)),
            [-100, -50, 0, 50, 100]
        );
    }
}
