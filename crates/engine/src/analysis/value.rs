//! What a move or a position comes to.

use crate::{Position, players::TreeMove, solver::Bounds};
use std::fmt;

/// What a move or a position comes to for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Its score: 0 a draw, `n` a win with the player's n-th last piece, `−n` a
    /// loss to the other side's n-th last.
    Proved(i32),
    /// Who wins, but not how soon: 1 the player, −1 another, 0 nobody.
    Outcome(i8),
    /// A guess at the score, as far as it is open.
    Estimate(i32),
    /// How many games of a hundred the player may expect to win, two draws counted
    /// as one: 0 to 100.
    Chance(u8),
}

impl Value {
    /// Of what is proved and guessed of a score.
    pub(super) fn scored(bounds: Bounds, estimate: i32) -> Self {
        match bounds {
            Bounds { lower, upper } if lower == upper => Self::Proved(lower),
            Bounds { lower: 1.., .. } => Self::Outcome(1),
            Bounds { upper: ..0, .. } => Self::Outcome(-1),
            Bounds { lower, upper } => Self::Estimate(estimate.clamp(lower, upper)),
        }
    }

    pub(super) fn of_tree(one: &TreeMove) -> Self {
        if let Some(outcome) = one.proved {
            return Self::Outcome(outcome.signum());
        }
        let games = (one.share * 100.0).round() as i32;
        Self::Chance(games.clamp(0, 100).cast_unsigned() as u8)
    }

    /// Of the move that a player would make.
    pub(super) fn of_best(moves: &[TreeMove]) -> Self {
        let proved = |outcome| moves.iter().any(|one| one.proved == Some(outcome));
        if proved(1) {
            return Self::Outcome(1);
        }
        let open = moves.iter().filter(|one| one.proved.is_none());
        match open.max_by_key(|one| one.visits) {
            Some(one) => Self::of_tree(one),
            None => Self::Outcome(if proved(0) { 0 } else { -1 }),
        }
    }

    /// Whether it is proved who wins.
    pub fn is_proved(self) -> bool {
        self.outcome().is_some()
    }

    /// Who wins, if that is proved: 1 the player to move, −1 another, 0 nobody.
    pub fn outcome(self) -> Option<i8> {
        match self {
            Self::Proved(score) => Some(score.signum() as i8),
            Self::Outcome(outcome) => Some(outcome),
            Self::Estimate(_) | Self::Chance(_) => None,
        }
    }

    /// The same for the other of two players.
    #[must_use]
    pub fn turned(self) -> Self {
        match self {
            Self::Proved(score) => Self::Proved(-score),
            Self::Outcome(outcome) => Self::Outcome(-outcome),
            Self::Estimate(score) => Self::Estimate(-score),
            Self::Chance(hundredths) => Self::Chance(100_u8.saturating_sub(hundredths)),
        }
    }

    /// In words about the player to move, as “wins in 7 moves”. For the value of a
    /// move the position is the one before it.
    pub fn words(self, position: &Position) -> Words {
        Words {
            value: self,
            moves: self.moves(position),
        }
    }

    /// How many moves the winner needs, this one included if it is the winner's turn;
    /// 0 if the other side has won already.
    pub(super) fn moves(self, position: &Position) -> Option<u32> {
        let Self::Proved(score) = self else {
            return None;
        };
        let empty = position.rules().cells() - position.pieces();
        let turns = match score.signum() {
            1 => empty.div_ceil(2),
            -1 => empty / 2,
            _ => return None,
        };
        Some((turns as u32 + 1).saturating_sub(score.unsigned_abs()))
    }
}

/// A [`Value`] in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    value: Value,
    moves: Option<u32>,
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.value, self.moves) {
            (Value::Proved(0) | Value::Outcome(0), _) => f.write_str("draw"),
            (Value::Proved(1..), Some(1)) => f.write_str("wins now"),
            (Value::Proved(1..), Some(moves)) => write!(f, "wins in {}", Moves(moves)),
            (Value::Proved(_), Some(0)) => f.write_str("has lost"),
            (Value::Proved(_), Some(moves)) => write!(f, "loses in {}", Moves(moves)),
            (Value::Proved(1..) | Value::Outcome(1..), _) => f.write_str("wins"),
            (Value::Proved(_) | Value::Outcome(_), _) => f.write_str("loses"),
            (Value::Estimate(2..), _) => f.write_str("probably wins"),
            (Value::Estimate(..-1), _) => f.write_str("probably loses"),
            (Value::Estimate(_), _) => f.write_str("about even"),
            (Value::Chance(games), _) => write!(f, "wins about {games} of 100"),
        }
    }
}

/// A number of moves in words.
pub(super) struct Moves(pub(super) u32);

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("1 move"),
            moves => write!(f, "{moves} moves"),
        }
    }
}
