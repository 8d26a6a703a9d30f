//! What is known of a position under best play.

use four_shapes_rules::Position;
use std::{fmt, ops::Neg};

/// The outcome of a position under best play, for the side to move. Ordered from the worst.
///
/// ```
/// use four_shapes_solver::Outcome;
///
/// assert!(Outcome::Loss < Outcome::Draw);
/// assert_eq!(-Outcome::Win, Outcome::Loss);
/// assert_eq!(Outcome::Win.to_string(), "win");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Outcome {
    /// The side to move loses.
    Loss = -1,
    /// Neither side wins.
    Draw,
    /// The side to move wins.
    Win,
}

/// Returns the outcome for the other side.
impl Neg for Outcome {
    type Output = Self;
    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// Writes `win`, `draw` or `loss`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        })
    }
}

/// The score of a position under best play, for the side to move: 0 is a draw, `n` a win with its
/// nth-to-last piece (1 is its last), `−n` a loss to the other side's nth-to-last piece.
///
/// Higher is better: a quicker win, or a slower loss. This is the scale of Pascal Pons's solver
/// and of the [sets of positions](http://blog.gamesolver.org/solving-connect-four/02-test-protocol/)
/// published with it. [`Display`](fmt::Display) writes the number.
///
/// ```
/// use four_shapes_rules::{Rules, notation};
/// use four_shapes_solver::{Outcome, Score, Solver};
///
/// let game = notation::parse(Rules::CLASSIC, "32164625").unwrap();
/// let mut solver = Solver::new(Rules::CLASSIC, Solver::DEFAULT_TABLE)?;
/// let score = solver.solve(game.position())?;
/// assert_eq!(score, Score::new(11));
/// assert_eq!(score.outcome(), Outcome::Win);
/// assert_eq!(score.moves_left(game.position()), Some(7));
/// assert_eq!(format!("{score:+}"), "+11");
/// # Ok::<_, four_shapes_solver::Unsolvable>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Score(i8);

impl Score {
    /// The score of a draw.
    pub const DRAW: Self = Self(0);

    /// Returns the score of this value. On boards that can be solved, values are −60 to 60.
    pub const fn new(value: i8) -> Self {
        Self(value)
    }

    /// Returns a value that a search has found. Those of solvable boards fit.
    pub(crate) const fn found(value: i32) -> Self {
        debug_assert!(i8::MIN as i32 <= value && value <= i8::MAX as i32);
        Self(value as i8)
    }

    /// Returns the value: 0 for a draw, positive for a win, negative for a loss.
    ///
    /// ```
    /// use four_shapes_solver::Score;
    ///
    /// assert_eq!(Score::new(11).value(), 11);
    /// assert_eq!(-Score::new(11), Score::new(-11));
    /// ```
    pub const fn value(self) -> i8 {
        self.0
    }

    /// Returns the outcome.
    pub const fn outcome(self) -> Outcome {
        match self.0 {
            ..0 => Outcome::Loss,
            0 => Outcome::Draw,
            1.. => Outcome::Win,
        }
    }

    /// Returns the number of the winner's own moves up to the win in a position with this score;
    /// 0 if the side to move has already lost, `None` for a draw.
    pub fn moves_left(self, position: &Position) -> Option<u32> {
        let empty = position.rules().cells() - position.piece_count();
        let turns = match self.outcome() {
            Outcome::Win => empty.div_ceil(2),
            Outcome::Loss => empty / 2,
            Outcome::Draw => return None,
        };
        Some((turns as u32 + 1).saturating_sub(self.0.unsigned_abs().into()))
    }
}

/// Returns the score for the other side.
impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.saturating_neg())
    }
}

impl From<Score> for i32 {
    fn from(score: Score) -> Self {
        score.0.into()
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Proved bounds of a position's score, both inclusive.
///
/// ```
/// use four_shapes_solver::{Bounds, Outcome, Score};
///
/// let [draw, win, quick_win] = [0, 1, 8].map(Score::new);
/// let wins = Bounds { lower: win, upper: quick_win };
/// assert_eq!((wins.exact(), wins.outcome()), (None, Some(Outcome::Win)));
/// let open = Bounds { lower: draw, upper: win };
/// assert_eq!(open.outcome(), None);
/// assert_eq!(open.narrowed(wins).exact(), Some(win));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bounds {
    /// The score is at least this.
    pub lower: Score,
    /// The score is at most this.
    pub upper: Score,
}

impl Bounds {
    /// Returns the bounds of a known score.
    ///
    /// ```
    /// use four_shapes_solver::{Bounds, Score};
    ///
    /// assert_eq!(Bounds::exactly(Score::DRAW).exact(), Some(Score::DRAW));
    /// ```
    pub const fn exactly(score: Score) -> Self {
        Self {
            lower: score,
            upper: score,
        }
    }

    /// Returns the score once the bounds meet.
    pub fn exact(self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Returns the outcome once both bounds have the same.
    pub fn outcome(self) -> Option<Outcome> {
        let outcome = self.lower.outcome();
        (outcome == self.upper.outcome()).then_some(outcome)
    }

    /// Returns the bounds of the same position for the other side.
    ///
    /// ```
    /// use four_shapes_solver::{Bounds, Score};
    ///
    /// let [draw, win, loss] = [0, 1, -1].map(Score::new);
    /// let bounds = Bounds { lower: draw, upper: win };
    /// assert_eq!(bounds.for_opponent(), Bounds { lower: loss, upper: draw });
    /// ```
    #[must_use]
    pub fn for_opponent(self) -> Self {
        Self {
            lower: -self.upper,
            upper: -self.lower,
        }
    }

    /// Narrows the bounds by others of the same score, unless the two contradict each other.
    #[must_use]
    pub fn narrowed(self, by: Self) -> Self {
        Interval::from(self).narrowed(by.into()).into()
    }
}

impl From<Interval> for Bounds {
    fn from(Interval { lower, upper }: Interval) -> Self {
        Self {
            lower: Score::found(lower),
            upper: Score::found(upper),
        }
    }
}

/// The bounds of a score, as searches compute with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interval {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
}

impl From<Bounds> for Interval {
    fn from(Bounds { lower, upper }: Bounds) -> Self {
        Self {
            lower: lower.into(),
            upper: upper.into(),
        }
    }
}

impl Interval {
    pub(crate) fn exactly(score: i32) -> Self {
        Self {
            lower: score,
            upper: score,
        }
    }

    /// Returns the bounds of all scores with this number of empty cells.
    pub(crate) fn all(empty: i32) -> Self {
        Self {
            lower: -(empty / 2),
            upper: (empty + 1) / 2,
        }
    }

    /// Reduces bounds to their signs.
    pub(crate) fn outcome(self) -> Self {
        Self {
            lower: self.lower.signum(),
            upper: self.upper.signum(),
        }
    }

    /// Returns the bounds of the score, where these are signs.
    pub(crate) fn of_outcome(self, empty: i32) -> Self {
        let all = Self::all(empty);
        Self {
            lower: if self.lower < 0 {
                all.lower
            } else {
                self.lower
            },
            upper: if self.upper > 0 {
                all.upper
            } else {
                self.upper
            },
        }
    }

    /// Returns the bounds from the other side's point of view.
    pub(crate) fn flipped(self) -> Self {
        Self {
            lower: -self.upper,
            upper: -self.lower,
        }
    }

    pub(crate) fn intersection(self, other: Self) -> Self {
        Self {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
        }
    }

    /// Narrows the bounds by others of the same score, unless the two contradict each other.
    pub(crate) fn narrowed(self, by: Self) -> Self {
        let both = self.intersection(by);
        if both.lower <= both.upper { both } else { self }
    }

    pub(crate) fn exact(self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }
}
