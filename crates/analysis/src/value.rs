//! The value of a move or a position.

use four_shapes_players::TreeMove;
use four_shapes_rules::Position;
use four_shapes_solver::{Bounds, evaluation::Chances};
use std::fmt;

/// The value of a move or a position for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The exact score: 0 for a draw, `n` for a win with the player's n-th last piece,
    /// `−n` for a loss to the opponent's n-th last piece.
    Proved(i32),
    /// The outcome without its distance: 1 for a win, −1 for a loss, 0 for a draw.
    Outcome(i8),
    /// The chances by a static evaluation, which are too rough to judge a move by.
    Estimate(Chances),
    /// The expected score in percent, 0 to 100. A draw among *n* players counts 1/*n*.
    ExpectedScore(u8),
}

impl Value {
    /// Returns the value for the bounds of a score and the chances.
    pub(super) fn scored(bounds: Bounds, chances: Chances) -> Self {
        match bounds {
            Bounds { lower, upper } if lower == upper => Self::Proved(lower),
            Bounds { lower: 1.., .. } => Self::Outcome(1),
            Bounds { upper: ..0, .. } => Self::Outcome(-1),
            Bounds { lower, upper } => Self::Estimate(chances.within(lower, upper)),
        }
    }

    pub(super) fn of_tree(tree_move: &TreeMove) -> Self {
        if let Some(outcome) = tree_move.proved {
            return Self::Outcome(outcome.signum());
        }
        let percent = (tree_move.expected_score * 100.0).round() as i32;
        Self::ExpectedScore(percent.clamp(0, 100).cast_unsigned() as u8)
    }

    /// Returns the value of the best move.
    pub(super) fn of_best(moves: &[TreeMove]) -> Self {
        let proved = |outcome| moves.iter().any(|one| one.proved == Some(outcome));
        if proved(1) {
            return Self::Outcome(1);
        }
        let open = moves.iter().filter(|one| one.proved.is_none());
        match open.max_by_key(|one| one.visits) {
            Some(most_visited) => Self::of_tree(most_visited),
            None => Self::Outcome(if proved(0) { 0 } else { -1 }),
        }
    }

    /// Returns whether the outcome is proved.
    pub fn is_proved(self) -> bool {
        self.outcome().is_some()
    }

    /// Returns the outcome if it is proved: 1 for a win of the player to move, −1 for a
    /// loss, 0 for a draw.
    pub fn outcome(self) -> Option<i8> {
        match self {
            Self::Proved(score) => Some(score.signum() as i8),
            Self::Outcome(outcome) => Some(outcome),
            Self::Estimate(_) | Self::ExpectedScore(_) => None,
        }
    }

    /// Returns the value for the opponent, in a two-player game.
    #[must_use]
    pub fn for_opponent(self) -> Self {
        match self {
            Self::Proved(score) => Self::Proved(-score),
            Self::Outcome(outcome) => Self::Outcome(-outcome),
            Self::Estimate(chances) => Self::Estimate(chances.for_opponent()),
            Self::ExpectedScore(percent) => Self::ExpectedScore(100_u8.saturating_sub(percent)),
        }
    }

    /// Describes the value for the player to move, such as “wins in 7 moves”. For the
    /// value of a move, `position` is the one before it.
    pub fn describe(self, position: &Position) -> Description {
        match (self, self.moves(position)) {
            (Self::Proved(0) | Self::Outcome(0), _) => Description::Draw,
            (Self::Proved(..0), Some(0)) => Description::HasLost,
            (Self::Proved(1..) | Self::Outcome(1..), moves) => Description::Wins { moves },
            (Self::Proved(_) | Self::Outcome(_), moves) => Description::Loses { moves },
            (Self::Estimate(chances), _) => Description::ExpectedScore(chances.percent()),
            (Self::ExpectedScore(percent), _) => Description::ExpectedScore(percent),
        }
    }

    /// Returns the number of the winner's own moves to the win, if that is proved; 0 if
    /// the opponent has already won.
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

/// The meaning of a [`Value`] for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Description {
    /// A draw with best play.
    Draw,
    /// The opponent has already won.
    HasLost,
    /// A win.
    Wins {
        /// The player's own moves to the win, if known.
        moves: Option<u32>,
    },
    /// A loss.
    Loses {
        /// The winner's own moves to the win, if known.
        moves: Option<u32>,
    },
    /// The expected score in percent, 0 to 100. A draw among *n* players counts 1/*n*.
    ExpectedScore(u8),
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Draw => f.write_str("draw"),
            Self::HasLost => f.write_str("has lost"),
            Self::Wins { moves: Some(1) } => f.write_str("wins now"),
            Self::Wins { moves: Some(moves) } => write!(f, "wins in {}", Moves(moves)),
            Self::Wins { moves: None } => f.write_str("wins"),
            Self::Loses { moves: Some(moves) } => write!(f, "loses in {}", Moves(moves)),
            Self::Loses { moves: None } => f.write_str("loses"),
            Self::ExpectedScore(percent) => write!(f, "scores about {percent} %"),
        }
    }
}

/// Formats a number of moves.
pub(super) struct Moves(pub(super) u32);

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("1 move"),
            moves => write!(f, "{moves} moves"),
        }
    }
}
