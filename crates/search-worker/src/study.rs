//! A game being studied: what each move is worth now, and how it went.

use crate::message::{Evaluation, MoveEvaluation, Reply};
use four_shapes_engine::{
    Match, Position, Step,
    analysis::{Analysis, Analyzer, Review, Value},
};

/// Studies the position on the board and all positions of the game, in turns, so that
/// both are seen to improve.
pub(crate) struct Study {
    played: Match,
    analysis: Result<Analysis, Analyzer>,
    review: Review,
    /// Nothing is left to find out about the moves, about the game.
    moves_known: bool,
    game_known: bool,
    /// It is the game's turn.
    game_next: bool,
}

impl Study {
    pub(crate) fn new(analyzer: Analyzer, reviewer: Analyzer, played: &Match) -> Self {
        let analysis = Analysis::with_analyzer(analyzer, played.game());
        Self {
            played: played.clone(),
            moves_known: analysis.is_err(),
            analysis,
            review: Review::new(reviewer, played.game()),
            game_known: false,
            game_next: false,
        }
    }

    /// Who studied: of the position, and of the game.
    pub(crate) fn into_analysts(self) -> (Option<Analyzer>, Analyzer) {
        let analyzer = match self.analysis {
            Ok(analysis) => analysis.into_analyzer(),
            Err(analyzer) => analyzer,
        };
        (Some(analyzer), self.review.into_analyzer())
    }

    /// Thinks on for about so many positions; what is known is told if that is due,
    /// and at the end.
    pub(crate) fn work(&mut self, budget: u64, due: bool) -> Vec<Reply> {
        if self.game_next && !self.game_known {
            self.game_known = self.review.think(budget);
        } else if let (Ok(analysis), false) = (&mut self.analysis, self.moves_known) {
            self.moves_known = analysis.think(budget);
        }
        self.game_next = !self.game_next;
        let over = self.moves_known && self.game_known;
        if !due && !over {
            return vec![Reply::Thinking(0)];
        }
        let mut reply = vec![Reply::Moves(self.moves()), Reply::Graph(self.graph())];
        if over {
            reply.push(Reply::Done);
        }
        reply
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
                evaluation: evaluation(
                    value,
                    value,
                    position,
                    value.describe(position).to_string(),
                ),
            })
            .collect()
    }

    /// A value for the position after each step.
    fn graph(&self) -> Vec<Option<Evaluation>> {
        let steps = self.played.game().steps();
        let evaluation = |made: usize| {
            let is_piece = |step: &&Step| matches!(step, Step::Place(_));
            let pieces = steps[..made].iter().filter(is_piece).count();
            let value = (*self.review.values().get(pieces)?)?;
            let position = self.review.positions().get(pieces)?;
            let player = position.to_move();
            // The values of two are all player 0's.
            let two = self.played.rules().players() == 2;
            let own = if two && player.index() == 1 {
                value.for_opponent()
            } else {
                value
            };
            let name = &self.played.seat(player).name;
            let words = match own {
                Value::Proved(0) | Value::Outcome(0) => own.describe(position).to_string(),
                _ => format!("{name} {}", own.describe(position)),
            };
            Some(evaluation(value, own, position, words))
        };
        (0..=steps.len()).map(evaluation).collect()
    }
}

/// How good a value is, and its label; `own` is the same for the player to move, whose
/// words these are.
fn evaluation(value: Value, own: Value, position: &Position, words: String) -> Evaluation {
    let most = (position.rules().cells() / 2 + 1).cast_signed() as i32;
    let part = |score: i32| score.clamp(-most, most) * 100 / most;
    let good = match value {
        // A late win is a win all the same.
        Value::Proved(score) => score.signum() * 40 + part(score) * 6 / 10,
        Value::Outcome(outcome) => i32::from(outcome) * 70,
        Value::Estimate(score) => part(score).clamp(-35, 35),
        Value::Chance(games) => {
            // Whoever wins as many games as everybody else is neither ahead nor behind.
            let fair = 100 / i32::from(position.rules().players());
            let ahead = i32::from(games) - fair;
            ahead * 100 / if ahead > 0 { 100 - fair } else { fair }
        }
    };
    let signed = |score: i32| match score {
        0 => "0".to_owned(),
        1.. => format!("+{score}"),
        _ => format!("\u{2212}{}", score.unsigned_abs()),
    };
    let label = match value {
        Value::Proved(score) => signed(score),
        Value::Outcome(1..) => ">0".to_owned(),
        Value::Outcome(0) => "0".to_owned(),
        Value::Outcome(_) => "<0".to_owned(),
        Value::Estimate(score) => format!("~{}", signed(score)),
        Value::Chance(games) => format!("{games}%"),
    };
    Evaluation {
        good: good.clamp(-100, 100) as i8,
        proved: own.is_proved(),
        label,
        words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_engine::{Rules, RulesConfig};

    #[test]
    fn a_fair_share_of_games_is_neither_good_nor_bad() {
        let good = |players: u32, games: u8| {
            let classic = Rules::CLASSIC.config();
            let rules = Rules::new(RulesConfig { players, ..classic }).unwrap();
            let value = Value::Chance(games);
            evaluation(value, value, &Position::new(rules), String::new()).good
        };
        assert_eq!(
            [0, 25, 50, 75, 100].map(|games| good(2, games)),
            [-100, -50, 0, 50, 100]
        );
        assert_eq!(
            [0, 6, 12, 56, 100].map(|games| good(8, games)),
            [-100, -50, 0, 50, 100]
        );
    }
}
