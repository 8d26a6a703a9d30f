//! The value of a move or a position.

use four_shapes_players::TreeMove;
use four_shapes_rules::Position;
use four_shapes_solver::{Bounds, Outcome, Score, evaluation::Chances};
use std::fmt;

/// The value of a move or a position for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The exact score.
    Proved(Score),
    /// The outcome without its distance.
    Outcome(Outcome),
    /// The chances by a static evaluation, which are too rough to judge a move by.
    Estimate(Chances),
    /// The expected score in percent, 0 to 100. A draw among *n* players counts 1/*n*.
    ExpectedScore(u8),
}

impl Value {
    /// Returns the value for the bounds of a score and the chances.
    pub(super) fn scored(bounds: Bounds, chances: Chances) -> Self {
        match (bounds.exact(), bounds.outcome()) {
            (Some(score), _) => Self::Proved(score),
            (None, Some(outcome)) => Self::Outcome(outcome),
            (None, None) => Self::Estimate(chances.within(bounds)),
        }
    }

    pub(super) fn of_tree(tree_move: &TreeMove) -> Self {
        if let Some(outcome) = tree_move.proved {
            return Self::Outcome(outcome);
        }
        let percent = (tree_move.expected_score * 100.0).round() as i32;
        Self::ExpectedScore(percent.clamp(0, 100).cast_unsigned() as u8)
    }

    /// Returns the value of the best move.
    pub(super) fn of_best(moves: &[TreeMove]) -> Self {
        let proved = |outcome| moves.iter().any(|one| one.proved == Some(outcome));
        if proved(Outcome::Win) {
            return Self::Outcome(Outcome::Win);
        }
        let open = moves.iter().filter(|one| one.proved.is_none());
        match open.max_by_key(|one| one.visits) {
            Some(most_visited) => Self::of_tree(most_visited),
            None if proved(Outcome::Draw) => Self::Outcome(Outcome::Draw),
            None => Self::Outcome(Outcome::Loss),
        }
    }

    /// Returns whether the outcome is proved.
    ///
    /// ```
    /// use four_shapes_analysis::Value;
    /// use four_shapes_solver::Score;
    ///
    /// assert!(Value::Proved(Score::new(11)).is_proved());
    /// assert!(!Value::ExpectedScore(64).is_proved());
    /// ```
    pub fn is_proved(self) -> bool {
        self.outcome().is_some()
    }

    /// Returns the outcome for the player to move, if it is proved.
    ///
    /// ```
    /// use four_shapes_analysis::{Outcome, Value};
    /// use four_shapes_solver::Score;
    ///
    /// assert_eq!(Value::Proved(Score::new(11)).outcome(), Some(Outcome::Win));
    /// assert_eq!(Value::ExpectedScore(64).outcome(), None);
    /// ```
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Proved(score) => Some(score.outcome()),
            Self::Outcome(outcome) => Some(outcome),
            Self::Estimate(_) | Self::ExpectedScore(_) => None,
        }
    }

    /// Returns the value for the opponent, in a two-player game.
    ///
    /// ```
    /// use four_shapes_analysis::{Outcome, Value};
    ///
    /// assert_eq!(Value::Outcome(Outcome::Win).for_opponent(), Value::Outcome(Outcome::Loss));
    /// assert_eq!(Value::ExpectedScore(64).for_opponent(), Value::ExpectedScore(36));
    /// ```
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
    ///
    /// ```
    /// use four_shapes_analysis::{Description, Value};
    /// use four_shapes_rules::{Rules, notation};
    /// use four_shapes_solver::Score;
    ///
    /// let game = notation::parse(Rules::CLASSIC, "32164625")?;
    /// let value = Value::Proved(Score::new(11)).describe(game.position());
    /// assert_eq!(value, Description::Wins { moves: Some(7) });
    /// assert_eq!(value.to_string(), "wins in 7 moves");
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn describe(self, position: &Position) -> Description {
        let outcome = match self {
            Self::Estimate(chances) => return Description::ExpectedScore(chances.percent()),
            Self::ExpectedScore(percent) => return Description::ExpectedScore(percent),
            Self::Proved(score) => score.outcome(),
            Self::Outcome(outcome) => outcome,
        };
        match (outcome, self.moves(position)) {
            (Outcome::Draw, _) => Description::Draw,
            (Outcome::Loss, Some(0)) => Description::HasLost,
            (Outcome::Win, moves) => Description::Wins { moves },
            (Outcome::Loss, moves) => Description::Loses { moves },
        }
    }

    /// Returns the number of the winner's own moves to the win, if that is proved; 0 if
    /// the opponent has already won.
    pub(super) fn moves(self, position: &Position) -> Option<u32> {
        match self {
            Self::Proved(score) => score.moves_left(position),
            _ => None,
        }
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
