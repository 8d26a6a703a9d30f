//! The likelihood of games by the strengths, δ and ln ν: its maximum, and its profile
//! along one of them.

use super::cholesky::{Factor, Matrix, dot};

/// Steps of Newton's method that expect to gain less than this end it.
const LITTLE: f64 = 1e-10;
/// More of them than any games have been seen to take.
const MAX_STEPS: u32 = 500;
/// The longest step, for each parameter.
const LONGEST: f64 = 10.0;
/// The end of an interval is known well enough if a step moves it by less: a thousandth
/// of a point of Elo.
const NEAR: f64 = 1e-5;
/// Less than this, a fall may be nothing but rounding.
const FLAT: f64 = 1e-6;
/// And this is the farthest that it is moved, some 8700 points.
const FARTHEST: f64 = 50.0;
/// ln 20: what had a chance of 5 % is so much less likely than what was certain.
const SELDOM: f64 = 2.995_732_273_553_991;

/// Games of an entrant that moves first against another; they may count in part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    pub(super) first: usize,
    pub(super) second: usize,
    pub(super) wins: f64,
    pub(super) draws: f64,
    pub(super) losses: f64,
}

/// The logarithm of the likelihood of games. Its parameters are a vector: the strength
/// of each entrant, δ, and if there are draws ln ν.
pub(super) struct Likelihood {
    entrants: usize,
    draws: bool,
    counts: Vec<Count>,
    /// Entrants who may all become stronger by the same without changing any chance.
    /// Their mean stays what it is.
    level: Vec<Vec<usize>>,
}

/// A place in the space of the parameters, and what it is like there.
#[derive(Clone)]
pub(super) struct Peak {
    /// The parameters.
    at: Vec<f64>,
    /// The logarithm of the likelihood.
    value: f64,
    /// How it rises along the contrast that was held.
    rise: f64,
    /// The information: how it bends.
    bend: Factor,
}

impl Peak {
    /// What a contrast is there.
    pub(super) fn of(&self, contrast: &[f64]) -> f64 {
        dot(&self.at, contrast)
    }

    /// Where a contrast has another value: as the others follow where it is straight, or
    /// without them if they would go too far.
    fn moved(&self, contrast: &[f64], to: f64) -> Vec<f64> {
        let far = to - self.of(contrast);
        let along = |along: &[f64]| {
            let unit = far / dot(along, contrast);
            along.iter().map(|along| unit * along).collect::<Vec<f64>>()
        };
        let mut step = along(&self.bend.solve(contrast));
        if longest(&step) > 2.0 * far.abs() {
            step = along(contrast);
        }
        self.at
            .iter()
            .zip(&step)
            .map(|(at, step)| at + step)
            .collect()
    }
}

/// The greatest of the entries, whatever its sign.
fn longest(entries: &[f64]) -> f64 {
    entries
        .iter()
        .fold(0.0, |most, entry| f64::max(most, entry.abs()))
}

/// The logarithm of the likelihood, its gradient and its bend.
struct Slope {
    value: f64,
    gradient: Vec<f64>,
    bend: Matrix,
}

impl Likelihood {
    pub(super) fn new(entrants: usize, counts: Vec<Count>, level: Vec<Vec<usize>>) -> Self {
        Self {
            entrants,
            draws: counts.iter().any(|count| count.draws > 0.0),
            counts,
            level,
        }
    }

    fn size(&self) -> usize {
        self.entrants + 1 + usize::from(self.draws)
    }

    /// Its maximum, which has to exist.
    pub(super) fn peak(&self) -> Peak {
        let mut at = vec![0.0; self.size()];
        if self.draws {
            let sum = |of: fn(&Count) -> f64| self.counts.iter().map(of).sum::<f64>();
            let decided = sum(|count| count.wins + count.losses);
            at[self.entrants + 1] = (2.0 * sum(|count| count.draws) / decided).ln();
        }
        self.climb(at, None)
    }

    /// δ at a maximum.
    pub(super) fn first_move(&self, peak: &Peak) -> f64 {
        peak.at[self.entrants]
    }

    /// ν at a maximum; 0 without any draws.
    pub(super) fn draws(&self, peak: &Peak) -> f64 {
        if self.draws {
            peak.at[self.entrants + 1].exp()
        } else {
            0.0
        }
    }

    /// What δ is of the parameters.
    pub(super) fn first_move_contrast(&self) -> Vec<f64> {
        let mut contrast = vec![0.0; self.size()];
        contrast[self.entrants] = 1.0;
        contrast
    }

    /// How much stronger an entrant is than the mean of some.
    pub(super) fn contrast(&self, entrant: usize, than: &[usize]) -> Vec<f64> {
        let mut contrast = vec![0.0; self.size()];
        contrast[entrant] = 1.0;
        let share = 1.0 / f64::from(than.len() as u32);
        for &other in than {
            contrast[other] -= share;
        }
        contrast
    }

    /// Where along a contrast, below (−1) or above (1) its value at the maximum, the
    /// profile has fallen by so much.
    pub(super) fn end(&self, peak: &Peak, contrast: &[f64], fall: f64, side: f64) -> f64 {
        let along = peak.bend.solve(contrast);
        let deviation = dot(&along, contrast).sqrt();
        let inside = peak.of(contrast);
        let start = inside + side * (2.0 * fall).sqrt() * deviation;
        let search = Search {
            contrast,
            top: peak.value,
            fall,
            side,
        };
        self.search(&search, peak.clone(), start, Some(inside))
    }

    /// How far a contrast is at least above (side −1) or at most below (1) the reference,
    /// where it is infinite at the maximum of the games within groups: beyond, what was
    /// seen had a chance of more than 5 %.
    pub(super) fn bound(&self, limit: &Peak, contrast: &[f64], side: f64) -> f64 {
        let search = Search {
            contrast,
            top: limit.value,
            fall: SELDOM,
            side,
        };
        let start = self.climb(limit.at.clone(), Some(contrast));
        let at = start.of(contrast);
        self.search(&search, start, at, None)
    }

    /// Where the profile has fallen by so much, between what is known to be inside and
    /// outside. It is Newton's method for the root of the fall, which is nearly straight,
    /// or for its logarithm where the fall dies away without a maximum.
    fn search(&self, search: &Search, start: Peak, mut x: f64, inside: Option<f64>) -> f64 {
        let Search {
            contrast,
            top,
            fall: wanted,
            side,
        } = *search;
        let endless = inside.is_none();
        let (mut inside, mut outside) = (inside, None);
        let mut peak = start;
        for _ in 0..MAX_STEPS {
            peak = self.climb(peak.moved(contrast, x), Some(contrast));
            let fall = top - peak.value;
            if fall < wanted {
                inside = Some(x);
            } else {
                outside = Some(x);
            }
            let growth = -side * peak.rise;
            let step = if fall < FLAT {
                FARTHEST
            } else if endless && fall < wanted {
                (wanted / fall).ln() * fall / growth
            } else {
                ((fall * wanted).sqrt() - fall) * 2.0 / growth
            };
            let mut next = x + side * step.clamp(-FARTHEST, FARTHEST);
            if let (Some(inside), Some(outside)) = (inside, outside) {
                let (lower, upper) = (f64::min(inside, outside), f64::max(inside, outside));
                if next <= lower || next >= upper {
                    next = f64::midpoint(lower, upper);
                }
            }
            let done = (next - x).abs() < NEAR;
            x = next;
            if done {
                break;
            }
        }
        x
    }

    /// The maximum, or if a contrast is held that among those where it is what it is at
    /// the start.
    fn climb(&self, start: Vec<f64>, held: Option<&[f64]>) -> Peak {
        let mut at = start;
        let mut slope = self.slope(&at);
        let mut steps = 0;
        loop {
            let bend = slope.bend.clone().factor();
            let mut step = bend.solve(&slope.gradient);
            let mut rise = 0.0;
            if let Some(contrast) = held {
                let along = bend.solve(contrast);
                rise = dot(&step, contrast) / dot(&along, contrast);
                for (step, along) in step.iter_mut().zip(&along) {
                    *step -= rise * along;
                }
            }
            // Where it is nearly straight, steps would be of any length.
            let shorter = (LONGEST / longest(&step)).min(1.0);
            for step in &mut step {
                *step *= shorter;
            }
            let gain = dot(&step, &slope.gradient);
            let worth = gain > LITTLE && steps < MAX_STEPS;
            let next = worth.then(|| self.uphill(&at, &slope, &step, gain));
            let Some(Some(next)) = next else {
                return Peak {
                    at,
                    value: slope.value,
                    rise,
                    bend,
                };
            };
            (at, slope) = next;
            steps += 1;
        }
    }

    /// Where a step leads, made shorter until it leads up; `None` if it does not, but
    /// for rounding.
    fn uphill(
        &self,
        at: &[f64],
        slope: &Slope,
        step: &[f64],
        gain: f64,
    ) -> Option<(Vec<f64>, Slope)> {
        let rounding = slope.value.abs() * 1e-13;
        let mut length = 1.0;
        for _ in 0..50 {
            let there = at.iter().zip(step).map(|(at, step)| at + length * step);
            let there: Vec<f64> = there.collect();
            let found = self.slope(&there);
            if found.value >= slope.value + 1e-4 * length * gain - rounding {
                return Some((there, found));
            }
            length /= 2.0;
        }
        None
    }

    fn slope(&self, at: &[f64]) -> Slope {
        let size = self.size();
        let delta = self.entrants;
        let draw = self.draws.then_some(delta + 1);
        let mut value = 0.0;
        let mut gradient = vec![0.0; size];
        let mut bend = Matrix::zero(size);
        for count in &self.counts {
            let Count {
                first,
                second,
                wins,
                draws,
                losses,
            } = *count;
            let chances = Chances::of(
                at[first] - at[second] + at[delta],
                draw.map_or(f64::NEG_INFINITY, |draw| at[draw]),
            );
            let [win, drawn, loss] = chances.share;
            value += product(wins, chances.log[0])
                + product(draws, chances.log[1])
                + product(losses, chances.log[2]);
            let games = wins + draws + losses;
            // By d: what is close to 0 is a sum of what is, so that nothing is lost.
            let by_d =
                (wins * (2.0 * loss + drawn) - losses * (2.0 * win + drawn) - draws * (win - loss))
                    / 2.0;
            let bend_d = games * (drawn * (win + loss) + 4.0 * win * loss) / 4.0;
            let with_d = [(first, 1.0), (second, -1.0), (delta, 1.0)];
            let with_d = if first == second {
                &with_d[2..]
            } else {
                &with_d[..]
            };
            for (at, &(one, sign)) in with_d.iter().enumerate() {
                gradient[one] += sign * by_d;
                for &(other, another) in &with_d[..=at] {
                    bend.add(one, other, sign * another * bend_d);
                }
            }
            if let Some(draw) = draw {
                gradient[draw] += draws * (win + loss) - (wins + losses) * drawn;
                bend.add(draw, draw, games * drawn * (win + loss));
                let both = -games * (win - loss) * drawn / 2.0;
                for &(one, sign) in with_d {
                    bend.add(draw, one, sign * both);
                }
            }
        }
        self.hold_level(&mut bend);
        Slope {
            value,
            gradient,
            bend,
        }
    }

    /// Bends the likelihood where it is flat: along a rise of all who are level, on which
    /// a step along the gradient has no part, and a trace along everything.
    fn hold_level(&self, bend: &mut Matrix) {
        for level in &self.level {
            let count = f64::from(level.len() as u32);
            let sum: f64 = level.iter().map(|&at| bend.diagonal(at)).sum();
            let mean = if sum > 0.0 { sum / count } else { 1.0 };
            for (at, &one) in level.iter().enumerate() {
                for &other in &level[..=at] {
                    bend.add(one, other, mean / count);
                }
                bend.add(one, one, mean * 1e-12);
            }
        }
        for at in self.entrants..self.size() {
            bend.add(at, at, bend.diagonal(at) * 1e-12 + f64::MIN_POSITIVE);
        }
    }
}

/// What is looked for along a profile.
struct Search<'a> {
    contrast: &'a [f64],
    /// The logarithm of the greatest likelihood.
    top: f64,
    /// How far it has to fall.
    fall: f64,
    /// To which side: −1 or 1.
    side: f64,
}

/// The chances of a win, a draw and a loss, and their logarithms.
struct Chances {
    share: [f64; 3],
    log: [f64; 3],
}

impl Chances {
    fn of(difference: f64, draw: f64) -> Self {
        let parts = [difference / 2.0, draw, -difference / 2.0];
        let most = parts.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let shares = parts.map(|part| (part - most).exp());
        let top = parts.iter().position(|&part| part >= most).unwrap_or(0);
        let others: f64 = (0..3).filter(|&at| at != top).map(|at| shares[at]).sum();
        let sum = others.ln_1p();
        Self {
            share: shares.map(|share| share / (1.0 + others)),
            log: parts.map(|part| part - most - sum),
        }
    }
}

/// What so many games add; nothing without any, even where it is infinitely unlikely.
fn product(games: f64, log: f64) -> f64 {
    if games > 0.0 { games * log } else { 0.0 }
}
