//! Scores of games, score rates and differences on Elo's scale.

use std::{fmt, ops::Add};

/// Wins, draws and losses of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WinDrawLoss {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl WinDrawLoss {
    /// Adds a game: won, lost, or drawn (`None`).
    pub fn count(&mut self, won: Option<bool>) {
        *match won {
            Some(true) => &mut self.wins,
            Some(false) => &mut self.losses,
            None => &mut self.draws,
        } += 1;
    }

    /// Returns the opponent's score.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self {
            wins: self.losses,
            losses: self.wins,
            ..self
        }
    }

    /// Returns the number of games.
    pub fn games(&self) -> u32 {
        self.wins
            .saturating_add(self.draws)
            .saturating_add(self.losses)
    }

    /// Returns the score rate, 0 to 1: the share of the points, where a win is a point and
    /// a draw half a point. Without games it is one half.
    pub fn score_rate(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        // Unlike `games`, the sum cannot saturate.
        let [wins, draws, losses] = [self.wins, self.draws, self.losses].map(f64::from);
        (wins + draws / 2.0) / (wins + draws + losses)
    }

    /// Returns the 95 % confidence interval of the [`score_rate`](Self::score_rate); see
    /// [`Interval::of_rate`].
    ///
    /// A draw counts as half a win and half a loss, which vary more than draws do. With
    /// draws, or if the first move decides games, the interval is conservative. One from the
    /// observed variance would be narrower, but has no width if all games end alike, which is
    /// common here.
    pub fn interval(&self) -> Interval {
        Interval::of_rate(self.score_rate(), self.games())
    }
}

impl Add for WinDrawLoss {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

/// A 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower bound.
    pub lower: f64,
    /// The upper bound.
    pub upper: f64,
}

impl Interval {
    /// Returns the Wilson score interval of a rate that was observed in a number of
    /// trials; 0 to 1 without trials.
    ///
    /// E. B. Wilson: Probable Inference, the Law of Succession, and Statistical
    /// Inference, Journal of the American Statistical Association 22, 1927. Unlike the
    /// normal approximation it holds for few trials and for rates near 0 and 1.
    pub fn of_rate(rate: f64, trials: u32) -> Self {
        /// The 97.5 % quantile of the standard normal distribution.
        const Z: f64 = 1.959_963_984_540_054;
        if trials == 0 {
            return Self {
                lower: 0.0,
                upper: 1.0,
            };
        }
        let trials = f64::from(trials);
        let square = Z * Z / trials;
        let middle = rate + square / 2.0;
        let spread = (square * (rate * (1.0 - rate) + square / 4.0)).sqrt();
        // Rounding must not exclude the rate, which is a bound if it is 0 or 1.
        Self {
            lower: ((middle - spread) / (1.0 + square)).clamp(0.0, rate),
            upper: ((middle + spread) / (1.0 + square)).clamp(rate, 1.0),
        }
    }

    /// Returns whether the interval contains a number.
    pub fn contains(&self, number: f64) -> bool {
        (self.lower..=self.upper).contains(&number)
    }
}

/// A rating or a rating difference on Elo's scale: 400 points are odds of ten to one.
///
/// A player who wins all games is infinitely stronger. The difference is displayed in
/// whole points up to [`MAX`](Self::MAX), since games cannot measure more.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Elo(pub f64);

impl Elo {
    /// The largest difference that is displayed as a number.
    pub const MAX: i64 = 800;

    /// Returns the rating difference at which this score rate, 0 to 1, is
    /// expected.
    ///
    /// The logistic form of A. E. Elo's expected score: The Rating of Chessplayers, Past
    /// and Present, 1978.
    pub fn of_score_rate(score_rate: f64) -> Self {
        Self(-400.0 * (1.0 / score_rate - 1.0).log10())
    }

    /// Rounds to whole points, at most 9999 either way: larger ratings mean nothing.
    pub fn rounded(self) -> i32 {
        self.0.round().clamp(-9999.0, 9999.0) as i32
    }
}

impl fmt::Display for Elo {
    /// `+191`, `0`, `-35`; `over +800`, `under -800`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Formatting floating-point numbers would cost the page 6 KB. Casts saturate.
        let rounded = self.0.round() as i64;
        f.pad(&if rounded > Self::MAX {
            format!("over +{}", Self::MAX)
        } else if rounded < -Self::MAX {
            format!("under -{}", Self::MAX)
        } else if rounded == 0 {
            "0".to_owned()
        } else {
            format!("{rounded:+}")
        })
    }
}
