//! Elo ratings of the entrants of a tournament.
//!
//! The model is that of Bradley and Terry (Biometrika 39, 1952) with draws by Davidson
//! (Journal of the American Statistical Association 65, 1970) and a first-move advantage
//! by Davidson and Beaver (Biometrics 33, 1977). With the strengths θ of the entrants and
//! d = θ₁ − θ₂ + δ, the probabilities that the first mover wins, draws and loses are in
//! the ratio
//!
//! ```text
//! exp(d / 2) : ν : exp(−d / 2)
//! ```
//!
//! δ is the first-move advantage; ν sets how common draws are. A rating is θ times
//! 400 / ln 10, relative to the mean. Estimates maximize the likelihood, with half a game
//! of each result between equals added so that δ and ν always have a maximum; 95 %
//! intervals are ±1.96 standard errors from the observed information (Wald intervals).
//! Profile-likelihood intervals are asymmetric where an entrant wins or loses nearly always,
//! but take three times the code and some fifty times as long; `tests/it/rating.rs` has the
//! coverage of both.
//!
//! The strengths have a maximum within a group of entrants if a chain of games not lost
//! leads from each one to every other (L. R. Ford, American Mathematical Monthly 64, 1957).
//! Ratings are relative to the mean of the largest such group, and only games within
//! groups count for them: an entrant that loses every game does not affect the others.
//! A prior of one draw against an average player, as in many rating programs, would do
//! without groups, but compresses a wide field: of ten entrants 600 apart, only about 70 %
//! of the intervals contained the true rating after 100 games per pairing.
//! An entrant that has won all games against the group has no maximum. The lower end of
//! its interval is found from all games, with half a win and half a loss against an
//! average entrant added for everyone; no upper end is reported.
//!
//! Repeated games add no information. The games of a pairing with the same first mover are
//! weighted down to the number of distinct ones, so a pairing that repeats itself moves a rating
//! less. Scores count all games, so the orders by rating and by score can differ.

mod likelihood;

use crate::statistics::{Elo, Interval, WinDrawLoss};
use likelihood::{Fit, Games};
use std::{cell::LazyCell, f64::consts::LN_10};

/// Elo points per unit of θ.
const SCALE: f64 = 400.0 / LN_10;
/// The 97.5 % quantile of the standard normal distribution.
const Z: f64 = 1.959_963_984_540_054;
/// The weight of the games added for each entrant to determine the mean of the strengths.
const PRIOR_WEIGHT: f64 = 0.01;

/// The results of games between two entrants in which `first` moved first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstMoverResults {
    /// The index of the first mover.
    pub first: usize,
    /// The index of its opponent.
    pub second: usize,
    /// The score of the first mover.
    pub score: WinDrawLoss,
    /// The number of distinct games, see [`count_distinct`].
    pub distinct_games: u32,
}

impl FirstMoverResults {
    /// Returns the games, weighted down to the number of distinct ones; `None` without
    /// games.
    fn weighted(&self) -> Option<Games> {
        let games = games(self.score);
        let weight = f64::from(self.distinct_games).clamp(1.0, games.max(1.0)) / games;
        (games > 0.0).then(|| Games {
            first: self.first,
            second: self.second,
            wins: weight * f64::from(self.score.wins),
            draws: weight * f64::from(self.score.draws),
            losses: weight * f64::from(self.score.losses),
        })
    }
}

/// Returns the number of distinct games, each given by its moves or a digest of them.
///
/// Deterministic players repeat the same game; a thousand repetitions are as much
/// evidence as one game. [`interval`] and [`ratings`] therefore use the proportions of all
/// games with the sample size of the distinct ones.
pub fn count_distinct<G: std::hash::Hash + Eq>(games: impl IntoIterator<Item = G>) -> u32 {
    let games: std::collections::HashSet<G> = games.into_iter().collect();
    u32::try_from(games.len()).unwrap_or(u32::MAX)
}

/// Returns the 95 % Wilson interval of the score rate, with the number of
/// distinct games as the sample size. It counts a draw as half a win and half a loss, so
/// with draws it is conservative (see [`WinDrawLoss::interval`]).
pub fn interval(score: WinDrawLoss, distinct_games: u32) -> Interval {
    let games = games(score);
    let points = f64::from(score.wins) + f64::from(score.draws) / 2.0;
    let score_rate = if games > 0.0 { points / games } else { 0.5 };
    Interval::of_rate(score_rate, distinct_games.min(score.games()))
}

/// Returns the number of games, without the saturation of [`WinDrawLoss::games`].
fn games(score: WinDrawLoss) -> f64 {
    f64::from(score.wins) + f64::from(score.draws) + f64::from(score.losses)
}

/// Which of two entrants is better, with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The entrant whose score it is.
    FirstBetter,
    /// Its opponent.
    SecondBetter,
    /// The interval of the score rate contains one half.
    TooClose,
    /// The games repeat each other: the score would decide if all games were distinct, but
    /// there are too few distinct ones.
    TooManyRepeats,
}

impl Verdict {
    /// Returns the verdict on a score with that many distinct games.
    pub fn of(score: WinDrawLoss, distinct_games: u32) -> Self {
        let Interval { lower, upper } = interval(score, distinct_games);
        if lower > 0.5 {
            Self::FirstBetter
        } else if upper < 0.5 {
            Self::SecondBetter
        } else if interval(score, u32::MAX).contains(0.5) {
            Self::TooClose
        } else {
            Self::TooManyRepeats
        }
    }
}

/// An estimate of a number on Elo's scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Estimate {
    /// An estimate with its 95 % interval.
    Known {
        /// The estimate.
        elo: Elo,
        /// Its interval, in Elo.
        interval: Interval,
    },
    /// The lower end of the interval; the games set no upper end.
    AtLeast(Elo),
    /// The upper end of the interval; the games set no lower end.
    AtMost(Elo),
    /// The games set neither end.
    Unknown,
}

impl Estimate {
    /// Creates an estimate from θ and its standard error, with the ends that the games
    /// set.
    fn new((theta, error): (f64, f64), has_lower: bool, has_upper: bool) -> Self {
        let [elo, lower, upper] = [0.0, -Z, Z].map(|z| SCALE * (theta + z * error));
        match (has_lower, has_upper) {
            (true, true) => Self::Known {
                elo: Elo(elo),
                interval: Interval { lower, upper },
            },
            (true, false) => Self::AtLeast(Elo(lower)),
            (false, true) => Self::AtMost(Elo(upper)),
            (false, false) => Self::Unknown,
        }
    }
}

/// The ratings of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// The rating of each entrant, relative to the mean of `reference_group`.
    pub entrants: Vec<Estimate>,
    /// The largest group of entrants that can be compared; it may be a single one.
    pub reference_group: Vec<usize>,
    /// The first-move advantage.
    pub first_move_advantage: Estimate,
    /// ν: at d = 0, ν of ν + 2 games are draws.
    pub draw_parameter: f64,
    /// The games do not determine the first-move advantage.
    pub first_move_undetermined: bool,
}

impl Ratings {
    /// Returns the probability of a draw at d = 0.
    pub fn draw_probability_of_equals(&self) -> f64 {
        self.draw_parameter / (self.draw_parameter + 2.0)
    }
}

/// Rates entrants by their games, in O(n³ + results) time for each of some ten steps of
/// Newton's method. Results may be in any order, and several of the same two entrants.
///
/// # Panics
///
/// Panics if an index in the results is not less than `entrants`.
pub fn ratings(entrants: usize, results: &[FirstMoverResults]) -> Ratings {
    let games: Vec<Games> = results
        .iter()
        .filter_map(FirstMoverResults::weighted)
        .collect();
    if games.is_empty() {
        return Ratings {
            entrants: vec![Estimate::Unknown; entrants],
            reference_group: Vec::new(),
            first_move_advantage: Estimate::Unknown,
            draw_parameter: 0.0,
            first_move_undetermined: true,
        };
    }
    let reachable = &reachable_without_loss(entrants, &games);
    let comparable = |a: usize, b: usize| reachable[a][b] && reachable[b][a];
    let group = |a| (0..entrants).filter(move |&b| comparable(a, b));
    // The largest group; if equal, the one that is above or below the most others; then
    // the first.
    let related = |a: usize| (0..entrants).filter(move |&b| reachable[a][b] || reachable[b][a]);
    let played = |&a: &usize| {
        games
            .iter()
            .any(|games| games.first == a || games.second == a)
    };
    let largest = (0..entrants)
        .rev()
        .filter(played)
        .max_by_key(|&a| (group(a).count(), related(a).count()));
    let reference_group: Vec<usize> = largest.into_iter().flat_map(group).collect();
    // At the maximum the distance between groups is infinite, so games between them are
    // certain to end as they did and carry no information.
    let within = |games: &&Games| comparable(games.first, games.second);
    let within: Vec<Games> = games.iter().filter(within).copied().collect();
    let fit = Fit::new(&within, &vec![PRIOR_WEIGHT; entrants]);
    let bounded = LazyCell::new(|| Fit::new(&games, &vec![1.0; entrants]));
    let rate = |entrant: usize| {
        let mut contrast = vec![0.0; entrants + 2];
        contrast[entrant] = 1.0;
        let weight = 1.0 / f64::from(reference_group.len() as u32);
        for &other in &reference_group {
            contrast[other] -= weight;
        }
        let has_lower = reference_group
            .iter()
            .all(|&other| reachable[entrant][other]);
        let has_upper = reference_group
            .iter()
            .all(|&other| reachable[other][entrant]);
        let fit = if has_lower && has_upper {
            &fit
        } else {
            &*bounded
        };
        Estimate::new(fit.estimate(&contrast), has_lower, has_upper)
    };
    let has_lower = within.iter().any(|games| games.wins + games.draws > 0.0);
    let has_upper = within.iter().any(|games| games.losses + games.draws > 0.0);
    let mut contrast = vec![0.0; entrants + 2];
    contrast[entrants] = 1.0;
    Ratings {
        entrants: (0..entrants).map(rate).collect(),
        first_move_advantage: Estimate::new(fit.estimate(&contrast), has_lower, has_upper),
        draw_parameter: fit.nu(),
        first_move_undetermined: !(has_lower && has_upper),
        reference_group,
    }
}

/// Returns for each two entrants whether a chain of games won or drawn leads from the
/// first to the second, as the transitive closure by Warshall's algorithm.
fn reachable_without_loss(entrants: usize, games: &[Games]) -> Vec<Vec<bool>> {
    let mut reachable = vec![vec![false; entrants]; entrants];
    for games in games {
        reachable[games.first][games.second] |= games.wins + games.draws > 0.0;
        reachable[games.second][games.first] |= games.losses + games.draws > 0.0;
    }
    for via in 0..entrants {
        reachable[via][via] = true;
        let reached = reachable[via].clone();
        for row in reachable.iter_mut().filter(|row| row[via]) {
            for (to, &reached) in row.iter_mut().zip(&reached) {
                *to |= reached;
            }
        }
    }
    reachable
}
