//! How strong the entrants of a tournament are, by maximum likelihood.
//!
//! Each entrant has a strength θ. With d = θ₁ − θ₂ + δ for a game in which entrant 1
//! moves first, the chances of a win, a draw and a loss are to each other as
//!
//! ```text
//! exp(d / 2) : ν : exp(−d / 2)
//! ```
//!
//! δ is what moving first is worth, ν how common draws are. This is R. A. Bradley and
//! M. E. Terry's model (Rank Analysis of Incomplete Block Designs, Biometrika 39, 1952)
//! with draws as R. R. Davidson has them (On Extending the Bradley–Terry Model to
//! Accommodate Ties in Paired Comparison Experiments, Journal of the American
//! Statistical Association 65, 1970) and the order effect of R. R. Davidson and
//! R. J. Beaver (On Extending the Bradley–Terry Model to Incorporate Within-Pair Order
//! Effects, Biometrics 33, 1977), whose ν is this one times exp(δ / 2). The logarithm of
//! the likelihood is concave in θ, δ and ln ν, so that Newton's method with shorter steps
//! where they are needed finds its maximum. On Elo's scale a strength is θ times
//! 400 / ln 10: a difference of 400 is ten wins to one loss where neither moves first.
//!
//! **Intervals** are those of the profile likelihood: every value for which all else
//! can be so that the likelihood is at least exp(−1.92) of its maximum. Those from the
//! curvature at the maximum are quicker and hold the truth as often. But they are
//! symmetric, and whoever has won one of a thousand games is not as likely to be much
//! stronger than that looks as to be much weaker: in 20,000 tournaments made up with one
//! who is 900 weaker than the rest, the truth was below theirs 529 times and above twice,
//! 291 and 29 times with these.
//!
//! **Where there is no maximum.** Whoever has won all games is better the higher the
//! rating, without end. L. R. Ford (Solution of a Ranking Problem from Binary
//! Comparisons, American Mathematical Monthly 64, 1957) has the condition: everybody
//! must be reached from everybody else through games that were not lost. So the entrants
//! are parted into groups within which that holds. One group is rated, the rest get a
//! bound: how much stronger or weaker than the rated ones at least, since otherwise what
//! was seen had a chance of less than 5 %. In the limit games between groups have the
//! result that they had for certain, so they don't change the ratings within a group
//! (C. J. Geyer, Likelihood Inference in Exponential Families and Directions of
//! Recession, Electronic Journal of Statistics 3, 2009).
//!
//! δ and ν may have no maximum either: always the same one moves first, or whoever does
//! wins. Whether that is so is decided exactly (see `groups`); then the ratings are as
//! if two who are equal had played one game more of each result, and they say so.
//!
//! With n entrants and m tallies a step of Newton's method takes m + n³ operations, and
//! some ten steps are needed for each end of an interval.

mod cholesky;
mod groups;
mod likelihood;

use crate::statistics::{Elo, Interval, Score};
use groups::Groups;
use likelihood::{Count, Likelihood, Peak};
use std::f64::consts::LN_10;

/// What a unit of θ is on Elo's scale.
const SCALE: f64 = 400.0 / LN_10;
/// How far ln of the likelihood falls from its maximum to the ends of an interval: half
/// of the square of as many standard deviations as 95 % of a normal distribution take.
const FALL: f64 = 1.920_729_410_347_062;

/// The games of two entrants in which one of them has moved first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Who has moved first, counted from 0.
    pub first: usize,
    /// The other one; if it is the same, it has played against itself.
    pub second: usize,
    /// How the games have ended for the first.
    pub score: Score,
    /// How many different games they are, see [`different`].
    pub different: u32,
}

impl Tally {
    /// How much a game counts: less than 1 where games have repeated.
    fn weight(&self) -> f64 {
        let games = games(self.score);
        if games == 0.0 {
            return 0.0;
        }
        f64::from(self.different).clamp(1.0, games) / games
    }
}

/// How many of these games are different, each given by its moves or anything else that
/// no two games share.
///
/// Who plays without chance plays the same game again and again; a thousand of them say
/// as much about strength as one. So whatever is said of many games is as uncertain as if
/// there were only the different ones, [`interval`] and [`ratings`] alike. The share of
/// the points stays that of all games: who plays with chance, but mostly the same, would
/// otherwise be judged by rare games too much. Where all games are different, it changes
/// nothing; else intervals are wider, never narrower.
pub fn different<G: std::hash::Hash + Eq>(games: impl IntoIterator<Item = G>) -> u32 {
    let games: std::collections::HashSet<G> = games.into_iter().collect();
    u32::try_from(games.len()).unwrap_or(u32::MAX)
}

/// Where the share of the points of a pairing lies: Wilson's interval, as if only
/// so many games as are different had been played.
///
/// A draw counts as half a win and half a loss, see [`Score::interval`]: with draws the
/// interval is wider than it had to be.
pub fn interval(score: Score, different: u32) -> Interval {
    let Score {
        wins,
        draws,
        losses,
    } = score;
    let counted = wins.saturating_add(draws).saturating_add(losses);
    let games = games(score);
    let share = if games > 0.0 {
        (f64::from(score.wins) + f64::from(score.draws) / 2.0) / games
    } else {
        0.5
    };
    Interval::of_share(share, different.min(counted))
}

/// How many games there were; unlike [`Score::games`] more than a `u32` can hold.
fn games(score: Score) -> f64 {
    f64::from(score.wins) + f64::from(score.draws) + f64::from(score.losses)
}

/// Who of two is better, as far as their games tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The one whose score it is.
    FirstBetter,
    /// The other one.
    SecondBetter,
    /// One half is in the interval of the share.
    TooClose,
    /// It is not by the number of the games, but by that of the different ones: they
    /// have played the same games again. With openings they would not.
    Repeats,
}

impl Verdict {
    /// What a score tells of which so many games are different.
    pub fn of(score: Score, different: u32) -> Self {
        let even = 0.5;
        let apart = interval(score, different);
        if apart.lower > even {
            Self::FirstBetter
        } else if apart.upper < even {
            Self::SecondBetter
        } else if interval(score, u32::MAX).contains(even) {
            Self::TooClose
        } else {
            Self::Repeats
        }
    }
}

/// What is known of a number on Elo's scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Estimate {
    /// Where it is most likely, and between what it lies with a probability of 95 %.
    Known {
        /// The estimate.
        elo: Elo,
        /// Its interval, in Elo.
        interval: Interval,
    },
    /// It is this or more, with a probability of 95 %; nothing tells how much more.
    AtLeast(Elo),
    /// It is this or less, with a probability of 95 %; nothing tells how much less.
    AtMost(Elo),
    /// No game tells.
    Unknown,
}

/// How strong entrants are.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// The rating of each entrant. The mean of those who are rated together is 0.
    pub entrants: Vec<Estimate>,
    /// Those who are rated together: all, if enough games were drawn or lost.
    pub reference: Vec<usize>,
    /// How much stronger moving first makes.
    pub first_move: Estimate,
    /// ν: between two who are equal, moving first included, ν of ν + 2 games are draws.
    pub draws: f64,
    /// The games don't tell what moving first is worth, or how common draws are; so it
    /// is taken for granted that there was a game more of each result between two who
    /// are equal (a draw only if there were any).
    pub assumed: bool,
}

impl Ratings {
    /// The share of draws in games between two who are equal, moving first included.
    pub fn equals_draw(&self) -> f64 {
        self.draws / (self.draws + 2.0)
    }
}

/// Rates so many entrants by their games. Tallies may come in any order, and several of
/// the same two.
///
/// # Panics
/// If a tally names an entrant that there is not.
pub fn ratings(entrants: usize, tallies: &[Tally]) -> Ratings {
    let rater = Rater::new(entrants, tallies);
    let estimates = (0..entrants).map(|at| rater.rate(at)).collect();
    rater.ratings(estimates)
}

/// A tally's games as they count; `None` without any.
fn count(tally: &Tally) -> Option<Count> {
    let weight = tally.weight();
    (weight > 0.0).then(|| Count {
        first: tally.first,
        second: tally.second,
        wins: weight * f64::from(tally.score.wins),
        draws: weight * f64::from(tally.score.draws),
        losses: weight * f64::from(tally.score.losses),
    })
}

/// An estimate, which rounding is not to put outside its interval.
fn known(elo: f64, lower: f64, upper: f64) -> Estimate {
    Estimate::Known {
        elo: Elo(elo),
        interval: Interval {
            lower: lower.min(elo),
            upper: upper.max(elo),
        },
    }
}

/// Rates entrants one by one, for who can't wait until all are: with 56 of them that takes
/// a tenth of a second. [`ratings`] rates them all.
pub struct Rater {
    games: Option<Games>,
    /// δ or ν has no maximum.
    assumed: bool,
    first_move: Estimate,
}

/// The games by which is rated.
struct Games {
    groups: Groups,
    /// Those whose mean is 0.
    reference: Vec<usize>,
    /// Of the games within the groups: the limit when groups are infinitely far apart.
    inside: Likelihood,
    /// Of all games.
    all: Likelihood,
    /// Of those within the groups.
    peak: Peak,
}

impl Rater {
    /// One that rates so many entrants by these games, as [`ratings`].
    ///
    /// # Panics
    /// If a tally names an entrant that there is not.
    pub fn new(entrants: usize, tallies: &[Tally]) -> Self {
        let mut counts: Vec<Count> = tallies.iter().filter_map(count).collect();
        let named = |count: &Count| count.first < entrants && count.second < entrants;
        assert!(counts.iter().all(named), "a tally names an entrant");
        if counts.is_empty() {
            return Self {
                games: None,
                assumed: true,
                first_move: Estimate::Unknown,
            };
        }
        let groups = Groups::of(entrants, &counts);
        let endless = groups::endless(entrants, &counts);
        let draws = counts.iter().any(|count| count.draws > 0.0);
        if endless.any() {
            // Nobody is as equal as an entrant and itself.
            counts.push(Count {
                first: 0,
                second: 0,
                wins: 1.0,
                draws: f64::from(u8::from(draws)),
                losses: 1.0,
            });
        }
        let within = |count: &&Count| groups.together(count.first, count.second);
        let inside = counts.iter().filter(within).copied().collect();
        let inside = Likelihood::new(entrants, inside, groups.parts());
        let peak = inside.peak();
        let first_move = match (endless.first, endless.second) {
            (true, true) => Estimate::Unknown,
            (up, down) => {
                let elo = inside.first_move(&peak);
                let [lower, upper] = [-1.0, 1.0].map(|side| {
                    let contrast = inside.first_move_contrast();
                    SCALE * inside.end(&peak, &contrast, FALL, side)
                });
                match (up, down) {
                    (true, _) => Estimate::AtLeast(Elo(lower)),
                    (_, true) => Estimate::AtMost(Elo(upper)),
                    _ => known(SCALE * elo, lower, upper),
                }
            }
        };
        Self {
            assumed: endless.any(),
            first_move,
            games: Some(Games {
                all: Likelihood::new(entrants, counts, groups.connected()),
                reference: groups.reference(),
                inside,
                peak,
                groups,
            }),
        }
    }

    /// How strong an entrant is.
    pub fn rate(&self, entrant: usize) -> Estimate {
        let games = self.games.as_ref();
        games.map_or(Estimate::Unknown, |games| games.rate(entrant))
    }

    /// All that is known, with the entrants as they were rated.
    pub fn ratings(self, entrants: Vec<Estimate>) -> Ratings {
        let draws = |games: &Games| games.inside.draws(&games.peak);
        Ratings {
            entrants,
            first_move: self.first_move,
            draws: self.games.as_ref().map_or(0.0, draws),
            assumed: self.assumed,
            reference: self.games.map_or_else(Vec::new, |games| games.reference),
        }
    }
}

impl Games {
    fn rate(&self, entrant: usize) -> Estimate {
        let (inside, peak) = (&self.inside, &self.peak);
        let contrast = inside.contrast(entrant, &self.reference);
        let mut others = self.reference.iter().filter(|&&other| other != entrant);
        if self.reference == [entrant] {
            known(0.0, 0.0, 0.0)
        } else if others.clone().all(|&at| self.groups.together(entrant, at)) {
            let value = peak.of(&contrast);
            let [lower, upper] =
                [-1.0, 1.0].map(|side| SCALE * inside.end(peak, &contrast, FALL, side));
            known(SCALE * value, lower, upper)
        } else if others.clone().all(|&at| self.groups.above(entrant, at)) {
            Estimate::AtLeast(Elo(SCALE * self.all.bound(peak, &contrast, -1.0)))
        } else if others.all(|&at| self.groups.above(at, entrant)) {
            Estimate::AtMost(Elo(SCALE * self.all.bound(peak, &contrast, 1.0)))
        } else {
            Estimate::Unknown
        }
    }
}
