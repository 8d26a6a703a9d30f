//! Judgements of the moves of a game.

use super::{Hint, Reason, Review, Value, review::flip_for_second_player};
use crate::{Player, Position};
use std::fmt;

/// The judgement of a move in a game of two: what it gives away, compared with the best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// No move is better.
    Best,
    /// It keeps the result, but loses sooner than necessary, or its distance is unknown.
    Fine,
    /// It wins, but later than the best move.
    SlowerWin,
    /// A win became a draw, or a draw a loss; without proofs, the chance to win fell by 25
    /// to 49 percentage points.
    Mistake,
    /// A win became a loss; without proofs, the chance to win fell by 50 percentage points or
    /// more.
    Blunder,
    /// It does not win, although a move completed a line.
    MissedWin,
}

impl Judgement {
    /// Returns whether the move gave the result away.
    pub fn is_error(self) -> bool {
        matches!(self, Self::Mistake | Self::Blunder | Self::MissedWin)
    }

    /// Judges a move by the values before and after it, both for the player who made it.
    /// `None` if they are estimates without a clear difference.
    fn of(position: &Position, before: Value, after: Value) -> Option<Self> {
        let (Some(outcome), Some(result)) = (before.outcome(), after.outcome()) else {
            return Self::of_chances(chance(before)?, chance(after)?);
        };
        if result < outcome {
            let wins_now = Hint::immediate(position).map(|hint| hint.reason);
            return Some(match (wins_now, outcome - result) {
                (Some(Reason::WinsNow), _) => Self::MissedWin,
                (_, 1) => Self::Mistake,
                _ => Self::Blunder,
            });
        }
        Some(match (before, after) {
            (Value::Proved(before), Value::Proved(after)) if after < before => {
                if outcome > 0 {
                    Self::SlowerWin
                } else {
                    Self::Fine
                }
            }
            (Value::Proved(_), Value::Proved(_)) => Self::Best,
            _ if outcome == 0 => Self::Best,
            _ => Self::Fine,
        })
    }

    fn of_chances(before: u32, after: u32) -> Option<Self> {
        match before.saturating_sub(after) {
            50.. => Some(Self::Blunder),
            25.. => Some(Self::Mistake),
            _ => None,
        }
    }
}

/// Returns the chance to win in percent; `None` for estimates of a score, which are too rough
/// for a judgement.
fn chance(value: Value) -> Option<u32> {
    match (value, value.outcome()) {
        (_, Some(outcome)) => Some(50_u32.saturating_add_signed(50 * i32::from(outcome))),
        (Value::ExpectedScore(percent), None) => Some(percent.into()),
        _ => None,
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Best => "best",
            Self::Fine => "fine",
            Self::SlowerWin => "slower win",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
            Self::MissedWin => "missed win",
        })
    }
}

impl Review {
    /// Returns the judgement of each move in a game of two; `None` if it is unknown. With more
    /// players, the values of two positions can't be compared.
    pub fn judgements(&self) -> Vec<Option<Judgement>> {
        let judge = |(position, before, after)| Judgement::of(position, before?, after?);
        self.own_values().map(judge).collect()
    }

    /// Returns the accuracy of a player's moves in percent: the mean share of the expected
    /// score that a move kept, where a win counts 1, a draw 1/2 and a loss 0. Moves in lost
    /// positions don't count, as they can't give anything away. `None` if no move counts.
    pub fn accuracy(&self, player: Player) -> Option<u32> {
        let moves = self.own_values();
        let own = moves.filter(|(position, ..)| position.to_move() == player);
        let kept = own.filter_map(|(_, before, after)| {
            let (before, after) = (chance(before?)?, chance(after?)?);
            (before > 0).then(|| 100 - before.saturating_sub(after))
        });
        let (count, sum) = kept.fold((0, 0), |(count, sum), kept| (count + 1, sum + kept));
        (count > 0).then(|| (sum + count / 2) / count)
    }

    /// Returns the number of moves before the turning point: the last error, after which the
    /// result didn't change any more.
    pub fn turning_point(&self) -> Option<usize> {
        let is_error = |judgement: &Option<Judgement>| judgement.is_some_and(Judgement::is_error);
        self.judgements().iter().rposition(is_error)
    }

    /// Returns the position before each move with the values before and after it, both for the
    /// player who made it; no values with more than two players.
    fn own_values(&self) -> impl Iterator<Item = (&Position, Option<Value>, Option<Value>)> {
        let moves = self.positions().iter().zip(self.values().windows(2));
        moves.map(|(position, values)| {
            let is_pair = position.rules().players() == 2;
            let own = |value: Option<Value>| {
                let value = value.filter(|_| is_pair)?;
                Some(flip_for_second_player(position, value))
            };
            (position, own(values[0]), own(values[1]))
        })
    }
}
