//! Who can be compared with whom, and what has no maximum: all of it about which results
//! there are, none of it about how many. So it is exact.
//!
//! The likelihood has no maximum if there is a direction in which the strengths u, δ and
//! ln ν can go without end while no result that was seen becomes less likely against
//! another. With a = (u₁ − u₂ + δ) / 2 and h for ln ν, a win then asks for a ≥ −a and
//! a ≥ h, a draw for h ≥ a and h ≥ −a, a loss for −a ≥ a and −a ≥ h. Where there are draws
//! h is 0 or more, and this is for every result
//!
//! ```text
//! win   u₂ ≤ u₁ + δ − 2h      loss  u₁ ≤ u₂ − δ − 2h
//! draw  u₁ ≤ u₂ − δ + 2h      and   u₂ ≤ u₁ + δ + 2h
//! ```
//!
//! For given δ and h these are differences as they are of the lengths of shortest paths,
//! and there are such strengths if and only if no cycle has a negative length. Without
//! draws ν is 0 and h has no part in it.

use super::likelihood::Count;

/// Which entrants are tied together by results.
pub(super) struct Groups {
    /// Whether one has not lost all games on some way to another, or is the same.
    holds: Vec<Vec<bool>>,
    /// Whether there are games on some way from one to another.
    met: Vec<Vec<bool>>,
    /// Whether one has played at all.
    played: Vec<bool>,
}

impl Groups {
    pub(super) fn of(entrants: usize, counts: &[Count]) -> Self {
        let mut holds = vec![vec![false; entrants]; entrants];
        let mut met = holds.clone();
        let mut played = vec![false; entrants];
        for at in 0..entrants {
            (holds[at][at], met[at][at]) = (true, true);
        }
        for count in counts {
            let (first, second) = (count.first, count.second);
            holds[first][second] |= count.wins + count.draws > 0.0;
            holds[second][first] |= count.losses + count.draws > 0.0;
            (met[first][second], met[second][first]) = (true, true);
            (played[first], played[second]) = (true, true);
        }
        close(&mut holds);
        close(&mut met);
        Self { holds, met, played }
    }

    /// Whether two are in the same group: each has not lost all games on some way to the
    /// other.
    pub(super) fn together(&self, one: usize, other: usize) -> bool {
        self.holds[one][other] && self.holds[other][one]
    }

    /// Whether one is above another, and infinitely far.
    pub(super) fn above(&self, one: usize, other: usize) -> bool {
        self.holds[one][other] && !self.holds[other][one]
    }

    /// The groups.
    pub(super) fn parts(&self) -> Vec<Vec<usize>> {
        self.split(|one, other| self.together(one, other))
    }

    /// Those whom games connect.
    pub(super) fn connected(&self) -> Vec<Vec<usize>> {
        self.split(|one, other| self.met[one][other])
    }

    fn split(&self, same: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
        let entrants = self.holds.len();
        let first = |&one: &usize| !(0..one).any(|other| same(one, other));
        let of = |one| (0..entrants).filter(|&other| same(one, other)).collect();
        (0..entrants).filter(first).map(of).collect()
    }

    /// Those whose mean is 0: of the most who are connected the largest group. Of several
    /// it is the one that most can be compared with, then the one in the middle, then the
    /// first. Where nobody has a group and two are in the middle it is both of them, so
    /// that of two each is above or below the other.
    pub(super) fn reference(&self) -> Vec<usize> {
        let entrants = self.holds.len();
        let count = |of: &dyn Fn(usize) -> bool| (0..entrants).filter(|&at| of(at)).count();
        let key = |one: usize| {
            let above = count(&|other| self.above(other, one));
            let below = count(&|other| self.above(one, other));
            (
                self.played[one],
                count(&|other| self.met[one][other]),
                count(&|other| self.together(one, other)),
                above + below,
                entrants - above.abs_diff(below),
            )
        };
        let Some(best) = (0..entrants).rev().max_by_key(|&one| key(one)) else {
            return Vec::new();
        };
        let mut reference: Vec<usize> = (0..entrants)
            .filter(|&other| self.together(best, other))
            .collect();
        if reference.len() == 1 {
            let comparable = |&other: &usize| {
                key(other) == key(best) && (self.above(best, other) || self.above(other, best))
            };
            let others: Vec<usize> = (0..entrants).filter(comparable).collect();
            if let [other] = others[..] {
                reference.push(other);
            }
        }
        reference
    }
}

/// Adds what follows: from one to a second and from there to a third is from one to the
/// third. S. Warshall: A Theorem on Boolean Matrices, Journal of the ACM 9, 1962.
fn close(relation: &mut [Vec<bool>]) {
    for by in 0..relation.len() {
        let beyond = relation[by].clone();
        for row in relation.iter_mut().filter(|row| row[by]) {
            for (to, &beyond) in row.iter_mut().zip(&beyond) {
                *to |= beyond;
            }
        }
    }
}

/// Which of the parameters that all games share have no maximum.
pub(super) struct Endless {
    /// δ can rise without end.
    pub(super) first: bool,
    /// δ can fall without end.
    pub(super) second: bool,
    /// ν can rise without end, and δ need not change.
    draws: bool,
}

impl Endless {
    pub(super) fn any(&self) -> bool {
        self.first || self.second || self.draws
    }
}

/// Finds out what has no maximum.
pub(super) fn endless(entrants: usize, counts: &[Count]) -> Endless {
    let arcs = Arcs::of(entrants, counts);
    Endless {
        first: arcs.delta_goes(1),
        second: arcs.delta_goes(-1),
        draws: arcs.draws && arcs.negative_cycle(0, 1).is_none(),
    }
}

/// One inequality: u of `to` is at most that of `from`, so many times δ and 2h more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Arc {
    from: usize,
    to: usize,
    delta: i64,
    draw: i64,
}

struct Arcs {
    entrants: usize,
    draws: bool,
    all: Vec<Arc>,
}

impl Arcs {
    fn of(entrants: usize, counts: &[Count]) -> Self {
        let draws = counts.iter().any(|count| count.draws > 0.0);
        let decided = -i64::from(draws);
        let mut arcs = Vec::new();
        for count in counts {
            let mut down = |delta, draw| {
                let (from, to) = if delta > 0 {
                    (count.first, count.second)
                } else {
                    (count.second, count.first)
                };
                arcs.push(Arc {
                    from,
                    to,
                    delta,
                    draw,
                });
            };
            if count.wins > 0.0 {
                down(1, decided);
            }
            if count.losses > 0.0 {
                down(-1, decided);
            }
            if count.draws > 0.0 {
                down(1, 1);
                down(-1, 1);
            }
        }
        arcs.sort_unstable();
        arcs.dedup();
        Self {
            entrants,
            draws,
            all: arcs,
        }
    }

    /// Whether δ can go this way, 1 or −1, with any h.
    fn delta_goes(&self, way: i64) -> bool {
        // h as a fraction, in units of δ. Each cycle that is too short asks for a greater
        // one, if that helps it.
        let (mut above, mut below) = (0, 1);
        while let Some((delta, draw)) = self.negative_cycle(way * below, above) {
            if draw <= 0 {
                return false;
            }
            (above, below) = (-way * delta, draw);
        }
        true
    }

    /// A cycle of negative length for these values of δ and 2h: how often each is in it.
    /// R. Bellman: On a Routing Problem, Quarterly of Applied Mathematics 16, 1958.
    fn negative_cycle(&self, delta: i64, draw: i64) -> Option<(i64, i64)> {
        const FALLS: &str = "a length that falls for so long has come round a cycle";
        let mut length = vec![0_i64; self.entrants];
        let mut by: Vec<Option<Arc>> = vec![None; self.entrants];
        for round in 0..=self.entrants {
            let mut shorter = None;
            for arc in &self.all {
                let new = length[arc.from] + arc.delta * delta + arc.draw * draw;
                if new < length[arc.to] {
                    length[arc.to] = new;
                    by[arc.to] = Some(*arc);
                    shorter = Some(arc.to);
                }
            }
            let mut at = shorter?;
            if round < self.entrants {
                continue;
            }
            // As many steps back as there are entrants, and it is on the cycle.
            for _ in 0..self.entrants {
                at = by[at].expect(FALLS).from;
            }
            let (start, mut sum) = (at, (0, 0));
            loop {
                let arc = by[at].expect(FALLS);
                sum = (sum.0 + arc.delta, sum.1 + arc.draw);
                at = arc.from;
                if at == start {
                    return Some(sum);
                }
            }
        }
        None
    }
}
