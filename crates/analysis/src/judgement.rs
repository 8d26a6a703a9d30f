//! Judgements of the moves of a game.

use super::{Hint, Reason, Value};
use four_shapes_rules::Position;
use four_shapes_solver::Outcome;
use std::fmt;

/// The judgement of a move in a two-player game: what it gives away, compared with the best move.
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
    /// It wins later, although a move completed a line.
    OverlookedWin,
    /// In a lost position, it lets the opponent complete a line at once, although another move
    /// would not; or with their second next piece, as by two threats at once, although another move
    /// holds out at least two moves longer.
    OverlookedThreat,
}

impl Judgement {
    /// Returns whether the move gave the result away, overlooked a line that could be completed, or
    /// hastened a loss by an oversight.
    ///
    /// ```
    /// use four_shapes_analysis::Judgement;
    ///
    /// assert!(Judgement::Blunder.is_error() && Judgement::OverlookedWin.is_error());
    /// assert!(!Judgement::SlowerWin.is_error());
    /// ```
    pub fn is_error(self) -> bool {
        self.changes_result() || matches!(self, Self::OverlookedWin | Self::OverlookedThreat)
    }

    /// Returns whether the move gave the result away.
    ///
    /// ```
    /// use four_shapes_analysis::Judgement;
    ///
    /// assert!(Judgement::Blunder.changes_result());
    /// assert!(!Judgement::OverlookedWin.changes_result()); // wins later
    /// ```
    pub fn changes_result(self) -> bool {
        matches!(self, Self::Mistake | Self::Blunder | Self::MissedWin)
    }

    /// Judges a move by the values before and after it, both for the player who made it.
    /// `None` if they are estimates without a clear difference.
    pub(super) fn of(position: &Position, before: Value, after: Value) -> Option<Self> {
        let (Some(outcome), Some(result)) = (before.outcome(), after.outcome()) else {
            return Self::of_chances(chance(before)?, chance(after)?);
        };
        let wins_now =
            || Hint::immediate(position).is_some_and(|hint| hint.reason == Reason::WinsNow);
        if result < outcome {
            return Some(match (outcome, result) {
                _ if wins_now() => Self::MissedWin,
                (Outcome::Win, Outcome::Loss) => Self::Blunder,
                _ => Self::Mistake,
            });
        }
        Some(match (before, after) {
            (Value::Proved(before), Value::Proved(after)) if after < before => {
                if outcome == Outcome::Win {
                    return Some(if wins_now() {
                        Self::OverlookedWin
                    } else {
                        Self::SlowerWin
                    });
                }
                let empty = position.rules().cells() - position.piece_count();
                // The number of the opponent's pieces up to the one that wins, and how many more it
                // could have taken.
                let pieces = (empty / 2 + 1).abs_diff(after.value().unsigned_abs().into());
                let hastened = before.value().abs_diff(after.value());
                if pieces == 1 || pieces == 2 && hastened >= 2 {
                    Self::OverlookedThreat
                } else {
                    Self::Fine
                }
            }
            (Value::Proved(_), Value::Proved(_)) => Self::Best,
            _ if outcome == Outcome::Draw => Self::Best,
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
pub(super) fn chance(value: Value) -> Option<u32> {
    match (value, value.outcome()) {
        (_, Some(outcome)) => Some(match outcome {
            Outcome::Win => 100,
            Outcome::Draw => 50,
            Outcome::Loss => 0,
        }),
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
            Self::OverlookedWin => "overlooked win",
            Self::OverlookedThreat => "overlooked threat",
        })
    }
}
