//! Ratings beside a slow and plain computation, published ones, and the truth of
//! tournaments that are made up.

use four_shapes_engine::{
    statistics::{Elo, Interval, Score},
    tournament::rating::{Estimate, Ratings, Tally, Verdict, different, interval, ratings},
};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// What a unit of the logarithm of strength is on Elo's scale.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
/// Half the square of the 97.5 % point of the normal distribution.
const FALL: f64 = 1.959_963_984_540_054 * 1.959_963_984_540_054 / 2.0;

fn tally(first: usize, second: usize, wins: u32, draws: u32, losses: u32) -> Tally {
    Tally {
        first,
        second,
        score: Score {
            wins,
            draws,
            losses,
        },
        different: wins + draws + losses,
    }
}

fn known(estimate: Estimate) -> (f64, Interval) {
    match estimate {
        Estimate::Known { elo, interval } => (elo.0, interval),
        other => panic!("{other:?} is not known"),
    }
}

fn close(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() <= within, "{found} for {expected}");
}

/// The chances of a win, a draw and a loss of the first mover, as Davidson and Beaver
/// write them: π₁ : ν √(π₁ π₂) : γ π₂.
fn chances(one: f64, other: f64, gamma: f64, nu: f64) -> [f64; 3] {
    let parts = [one, nu * (one * other).sqrt(), gamma * other];
    parts.map(|part| part / parts.iter().sum::<f64>())
}

/// The logarithm of the likelihood. The parameters are those of the logarithms of all
/// strengths but the last, ln γ, and ln ν if there are draws; the sum is 0.
fn likelihood(entrants: usize, tallies: &[Tally], parameters: &[f64]) -> f64 {
    let last = -parameters[..entrants - 1].iter().sum::<f64>();
    let strength = |at: usize| parameters[..entrants - 1].get(at).unwrap_or(&last).exp();
    let gamma = parameters[entrants - 1].exp();
    let nu = parameters.get(entrants).map_or(0.0, |nu| nu.exp());
    let value = |tally: &Tally| {
        let chances = chances(strength(tally.first), strength(tally.second), gamma, nu);
        let Score {
            wins,
            draws,
            losses,
        } = tally.score;
        let parts = [wins, draws, losses].into_iter().zip(chances);
        parts
            .filter(|&(count, _)| count > 0)
            .map(|(count, chance)| f64::from(count) * chance.ln())
            .sum::<f64>()
    };
    tallies.iter().map(value).sum()
}

/// Finds the maximum, one parameter after the other and again, each by golden sections.
fn slow_maximum(value: impl Fn(&[f64]) -> f64, parameters: &mut [f64]) -> f64 {
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    let mut best = value(parameters);
    for _ in 0..3000 {
        for at in 0..parameters.len() {
            let (mut low, mut high) = (parameters[at] - 3.0, parameters[at] + 3.0);
            let mut ask = |x: f64| {
                parameters[at] = x;
                value(parameters)
            };
            let (mut left, mut right) = (high - golden * (high - low), low + golden * (high - low));
            let (mut at_left, mut at_right) = (ask(left), ask(right));
            while high - low > 1e-9 {
                if at_left > at_right {
                    (high, right, at_right) = (right, left, at_left);
                    left = high - golden * (high - low);
                    at_left = ask(left);
                } else {
                    (low, left, at_left) = (left, right, at_right);
                    right = low + golden * (high - low);
                    at_right = ask(right);
                }
            }
            parameters[at] = f64::midpoint(low, high);
        }
        let now = value(parameters);
        if now - best < 1e-11 {
            return now;
        }
        best = now;
    }
    panic!("no maximum");
}

/// Makes up tallies of so many entrants, every two of them twice.
fn made_up(entrants: usize, seed: u64, most: u32) -> Vec<Tally> {
    let mut random = Pcg32::seed_from_u64(seed);
    let mut tallies = Vec::new();
    for first in 0..entrants {
        for second in (0..entrants).filter(|&second| second != first) {
            let mut count = || random.random_range(1..=most);
            tallies.push(tally(first, second, count(), count(), count()));
        }
    }
    tallies
}

#[test]
fn the_maximum_is_that_of_a_slow_and_plain_search() {
    for (entrants, seed, most, draws) in [
        (2, 1, 9, true),
        (2, 2, 900, true),
        (3, 3, 30, true),
        (3, 4, 30, false),
        (4, 5, 5, true),
        (5, 6, 100, true),
    ] {
        let mut tallies = made_up(entrants, seed, most);
        if !draws {
            for tally in &mut tallies {
                tally.different -= tally.score.draws;
                tally.score.draws = 0;
            }
        }
        let found = ratings(entrants, &tallies);
        let mut plain = vec![0.0; entrants + usize::from(draws)];
        let top = slow_maximum(|at| likelihood(entrants, &tallies, at), &mut plain);
        let last = -plain[..entrants - 1].iter().sum::<f64>();
        let strength = |at: usize| *plain[..entrants - 1].get(at).unwrap_or(&last);
        for (at, &estimate) in found.entrants.iter().enumerate() {
            close(known(estimate).0, SCALE * strength(at), 0.01);
        }
        // Davidson and Beaver's γ is in favour of the second, and their ν is seen
        // from a first mover without advantage.
        let delta = -plain[entrants - 1];
        close(known(found.first_move).0, SCALE * delta, 0.01);
        if draws {
            let nu = (plain[entrants] + delta / 2.0).exp();
            close(found.draws, nu, 1e-5);
        } else {
            close(found.draws, 0.0, 0.0);
        }
        assert!(!found.assumed);
        assert_eq!(found.reference, (0..entrants).collect::<Vec<_>>());

        // At both ends of the first one's interval the rest is at its best.
        for end in ends(found.entrants[0]) {
            let mut others = plain[1..].to_vec();
            let fixed = |at: &[f64]| {
                let all: Vec<f64> = [end].iter().chain(at).copied().collect();
                likelihood(entrants, &tallies, &all)
            };
            let fall = top - slow_maximum(fixed, &mut others);
            close(fall, FALL, 1e-3);
        }
        for end in ends(found.first_move) {
            let mut others = plain.clone();
            others.remove(entrants - 1);
            let fixed = |at: &[f64]| {
                let mut all = at.to_vec();
                all.insert(entrants - 1, -end);
                likelihood(entrants, &tallies, &all)
            };
            let fall = top - slow_maximum(fixed, &mut others);
            close(fall, FALL, 1e-3);
        }
    }
}

/// The ends of an interval, as logarithms of strength.
fn ends(estimate: Estimate) -> [f64; 2] {
    let (_, Interval { lower, upper }) = known(estimate);
    [lower / SCALE, upper / SCALE]
}

#[test]
fn of_two_it_can_be_written_down() {
    // Without draws the chances of each colour are the shares that were seen.
    let tallies = [tally(0, 1, 30, 0, 12), tally(1, 0, 25, 0, 20)];
    let found = ratings(2, &tallies);
    let (one, other) = ((30_f64 / 12.0).ln(), (25_f64 / 20.0).ln());
    close(
        known(found.entrants[0]).0,
        SCALE * (one - other) / 4.0,
        1e-4,
    );
    close(
        known(found.entrants[1]).0,
        SCALE * (other - one) / 4.0,
        1e-4,
    );
    close(
        known(found.first_move).0,
        SCALE * f64::midpoint(one, other),
        1e-4,
    );
    close(found.equals_draw(), 0.0, 0.0);

    // The same in both colours.
    let tallies = [tally(0, 1, 30, 24, 12), tally(1, 0, 12, 24, 30)];
    let found = ratings(2, &tallies);
    close(known(found.entrants[0]).0, SCALE * 2.5_f64.ln() / 2.0, 1e-4);
    close(known(found.first_move).0, 0.0, 1e-4);
    close(found.draws, 24.0 / 360_f64.sqrt(), 1e-4);

    // One against itself.
    let found = ratings(1, &[tally(0, 0, 30, 24, 12)]);
    assert_eq!(
        known(found.entrants[0]),
        (
            0.0,
            Interval {
                lower: 0.0,
                upper: 0.0
            }
        )
    );
    close(known(found.first_move).0, SCALE * 2.5_f64.ln(), 1e-4);
    close(found.draws, 24.0 / 360_f64.sqrt(), 1e-4);
    let equals = 24.0 / (24.0 + 2.0 * 360_f64.sqrt());
    close(found.equals_draw(), equals, 1e-4);
}

#[test]
fn home_advantage_is_as_published() {
    // Games of seven baseball teams in 1987, A. Agresti: Categorical Data Analysis,
    // second edition, 2002, table 10.10; estimates and the deviation of the advantage
    // as in the tests of the R package BradleyTerry2, which follow table 10.11.
    const WINS: [[(u32, u32); 7]; 7] = [
        [(0, 0), (4, 3), (4, 2), (4, 3), (6, 1), (4, 2), (6, 0)],
        [(3, 3), (0, 0), (4, 2), (4, 3), (6, 0), (6, 1), (4, 3)],
        [(2, 5), (4, 3), (0, 0), (2, 4), (4, 3), (4, 2), (6, 0)],
        [(3, 3), (5, 1), (2, 5), (0, 0), (4, 3), (4, 2), (6, 1)],
        [(5, 1), (2, 5), (3, 3), (4, 2), (0, 0), (5, 2), (6, 0)],
        [(2, 5), (3, 3), (3, 4), (4, 3), (4, 2), (0, 0), (2, 4)],
        [(2, 5), (1, 5), (1, 6), (2, 4), (1, 6), (3, 4), (0, 0)],
    ];
    const ESTIMATES: [f64; 7] = [1.6196, 1.4754, 1.3271, 1.2813, 1.1438, 0.7047, 0.0];
    let (advantage, deviation) = (0.3023, 0.1309);
    let mut tallies = Vec::new();
    for (home, row) in WINS.iter().enumerate() {
        for (away, &(won, lost)) in row.iter().enumerate() {
            tallies.push(tally(home, away, won, 0, lost));
        }
    }
    let found = ratings(7, &tallies);
    let last = known(found.entrants[6]).0;
    for (estimate, expected) in found.entrants.iter().zip(ESTIMATES) {
        close((known(*estimate).0 - last) / SCALE, expected, 6e-5);
    }
    close(known(found.first_move).0 / SCALE, advantage, 6e-5);
    // So many games leave little between the two kinds of intervals.
    let [lower, upper] = ends(found.first_move);
    close(lower, advantage - 1.96 * deviation, 0.005);
    close(upper, advantage + 1.96 * deviation, 0.005);
}

#[test]
fn draws_are_as_published() {
    // Six brands of pudding, R. R. Davidson 1970; the estimates as in the introduction
    // to the R package PlackettLuce, from as few iterations as Davidson's.
    const PUDDINGS: [(usize, usize, u32, u32, u32); 15] = [
        (1, 2, 19, 16, 22),
        (1, 3, 16, 12, 19),
        (2, 3, 19, 10, 19),
        (1, 4, 18, 13, 23),
        (2, 4, 23, 9, 19),
        (3, 4, 19, 15, 20),
        (1, 5, 13, 18, 19),
        (2, 5, 16, 12, 20),
        (3, 5, 16, 17, 15),
        (4, 5, 17, 16, 14),
        (1, 6, 18, 12, 21),
        (2, 6, 22, 12, 20),
        (3, 6, 13, 10, 18),
        (4, 6, 14, 18, 19),
        (5, 6, 11, 12, 21),
    ];
    const STRENGTHS: [f64; 6] = [
        0.138_800_5,
        0.172_998_5,
        0.161_742_0,
        0.165_393_0,
        0.158_680_5,
        0.202_385_5,
    ];
    // Neither was first, so all are counted both ways.
    let both = |&(one, other, wins, draws, losses): &(usize, usize, u32, u32, u32)| {
        [
            tally(one - 1, other - 1, wins, draws, losses),
            tally(other - 1, one - 1, losses, draws, wins),
        ]
    };
    let tallies: Vec<Tally> = PUDDINGS.iter().flat_map(both).collect();
    let found = ratings(6, &tallies);
    close(known(found.first_move).0, 0.0, 1e-6);
    close(found.draws, 0.746_814_7, 2e-4);
    let strengths = found.entrants.iter().map(|&at| (known(at).0 / SCALE).exp());
    let strengths: Vec<f64> = strengths.collect();
    let sum: f64 = strengths.iter().sum();
    for (strength, expected) in strengths.iter().zip(STRENGTHS) {
        close(strength / sum, expected, 5e-5);
    }
}

/// What the results of three entrants leave open, by trying all directions of small whole
/// numbers: strengths, δ and ln ν as (u, d, h).
struct Directions {
    /// Those in which no result that was seen becomes less likely beside another.
    all: Vec<([i32; 3], i32, i32)>,
}

impl Directions {
    /// Results are the bits of 1 for wins, 2 for draws and 4 for losses.
    fn of(results: &[(usize, usize, u8)]) -> Self {
        /// Of δ and h, and of u. Smaller ones have missed some.
        const MAX: [i32; 2] = [8, 4];
        const FAR: i32 = 10;
        let any_draws = results.iter().any(|(_, _, seen)| seen & 2 != 0);
        let drawn = if any_draws { -MAX[1]..=MAX[1] } else { 0..=0 };
        let mut all = Vec::new();
        let strengths = (-FAR..=FAR).flat_map(|one| (-FAR..=FAR).map(move |other| [0, one, other]));
        for (u, d) in strengths.flat_map(|u| (-MAX[0]..=MAX[0]).map(move |d| (u, d))) {
            for h in drawn.clone() {
                let fits = results.iter().all(|&(first, second, seen)| {
                    let difference = u[first] - u[second] + d;
                    let values = [difference, 2 * h, -difference];
                    let possible = [true, any_draws, true];
                    (0..3).filter(|bit| seen & (1 << bit) != 0).all(|bit| {
                        (0..3).all(|other| !possible[other] || values[bit] >= values[other])
                    })
                });
                if fits {
                    all.push((u, d, h));
                }
            }
        }
        Self { all }
    }

    /// Which signs a value has in the directions: whether it rises, whether it falls.
    fn signs(&self, value: impl Fn(&([i32; 3], i32, i32)) -> i32) -> (bool, bool) {
        let has = |sign: i32| self.all.iter().any(|at| value(at).signum() == sign);
        (has(1), has(-1))
    }
}

fn kind(estimate: Estimate) -> &'static str {
    match estimate {
        Estimate::Known { .. } => "known",
        Estimate::AtLeast(_) => "at least",
        Estimate::AtMost(_) => "at most",
        Estimate::Unknown => "unknown",
    }
}

/// The kind of estimate of what can rise and fall without end.
fn open(signs: (bool, bool)) -> &'static str {
    match signs {
        (false, false) => "known",
        (true, false) => "at least",
        (false, true) => "at most",
        (true, true) => "unknown",
    }
}

#[test]
fn what_has_no_maximum_is_found_out() {
    const PAIRS: [(usize, usize); 6] = [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)];
    let mut random = Pcg32::seed_from_u64(1);
    let mut seen = std::collections::BTreeMap::<_, u32>::new();
    for number in 0..1000 {
        // A mixture of few results and many.
        let most = number % 5 + 1;
        let mut results: Vec<(usize, usize, u8)> = Vec::new();
        for (first, second) in PAIRS {
            let bits = (0..3).map(|bit| u8::from(random.random_range(0..6) < most) << bit);
            let bits = bits.sum::<u8>();
            // Half of them without draws.
            results.push((first, second, bits & if number % 2 == 0 { 5 } else { 7 }));
        }
        if results.iter().all(|(_, _, seen)| *seen == 0) {
            continue;
        }
        let tallies: Vec<Tally> = results
            .iter()
            .map(|&(first, second, seen)| {
                let mut count = |bit: u8| u32::from(seen & bit != 0) * random.random_range(1..100);
                tally(first, second, count(1), count(2), count(4))
            })
            .collect();
        let found = ratings(3, &tallies);

        let mut directions = Directions::of(&results);
        let first_move = open(directions.signs(|(_, d, _)| *d));
        assert_eq!(kind(found.first_move), first_move, "{results:?}");
        let assumed = directions.all.iter().any(|&(_, d, h)| d != 0 || h != 0);
        assert_eq!(found.assumed, assumed, "{results:?}");
        // From here on δ and ν are what they are.
        directions.all.retain(|&(_, d, h)| d == 0 && h == 0);
        let count = i32::try_from(found.reference.len()).expect("three at most");
        for (at, &estimate) in found.entrants.iter().enumerate() {
            let expected = open(directions.signs(|(u, _, _)| {
                count * u[at] - found.reference.iter().map(|&other| u[other]).sum::<i32>()
            }));
            assert_eq!(kind(estimate), expected, "{at} of {results:?}: {found:?}");
            *seen.entry((first_move, expected)).or_default() += 1;
        }
    }
    // All kinds have been there.
    assert_eq!(seen.len(), 16, "{seen:?}");
}

#[test]
fn the_reference_is_the_largest_group() {
    let wins = |first, second| tally(first, second, 9, 0, 0);
    let even = |first, second| tally(first, second, 5, 2, 4);
    for (entrants, tallies, reference) in [
        // One that loses all its games, by crashing say, changes nothing for the others.
        (
            3,
            vec![even(0, 1), even(1, 0), wins(0, 2), wins(1, 2)],
            vec![0, 1],
        ),
        (
            3,
            vec![wins(0, 1), wins(0, 2), even(1, 2), even(2, 1)],
            vec![1, 2],
        ),
        // Nobody has a group: the one in the middle, or the two.
        (3, vec![wins(2, 1), wins(1, 0), wins(2, 0)], vec![1]),
        (2, vec![wins(1, 0)], vec![0, 1]),
        (4, vec![wins(0, 1), wins(1, 2), wins(2, 3)], vec![1, 2]),
        // The one with whom all others can be compared.
        (4, vec![wins(3, 0), wins(3, 1), wins(3, 2)], vec![3]),
        // Who has not played, or only among few, is not.
        (
            5,
            vec![even(3, 4), even(1, 2), even(2, 1), wins(2, 3), wins(1, 3)],
            vec![1, 2],
        ),
        (3, vec![wins(2, 1)], vec![1, 2]),
        (3, vec![even(2, 2)], vec![2]),
        (2, vec![], vec![]),
        (0, vec![], vec![]),
    ] {
        assert_eq!(
            ratings(entrants, &tallies).reference,
            reference,
            "{tallies:?}"
        );
    }
    let (none, alone) = (ratings(3, &[]), ratings(3, &[even(2, 2)]));
    assert_eq!(none.entrants, [Estimate::Unknown; 3]);
    assert_eq!(alone.entrants[..2], [Estimate::Unknown; 2]);
    // A tally without games is none.
    assert_eq!(ratings(3, &[even(2, 2), tally(0, 1, 0, 0, 0)]), alone);
}

#[test]
fn a_bound_is_where_the_results_would_be_rare() {
    // Entrant 0 wins n games of each colour. If it were stronger by x it would do so with
    // the chance (1 + exp(−x))^−2n; the game that is assumed to be won and lost by who
    // moves first does not move the balance between the colours.
    for n in [1_u32, 10, 500] {
        let found = ratings(2, &[tally(0, 1, n, 0, 0), tally(1, 0, 0, 0, n)]);
        let x = -(20_f64.powf(0.5 / f64::from(n)) - 1.0).ln();
        let Estimate::AtLeast(Elo(bound)) = found.entrants[0] else {
            panic!("{found:?}");
        };
        // Each has its half of the difference.
        close(bound, SCALE * x / 2.0, 0.01);
        assert_eq!(found.entrants[1], Estimate::AtMost(Elo(-bound)));
    }
    // With everything else at its best, beside the slow search.
    let tallies = [
        tally(0, 1, 30, 10, 20),
        tally(1, 0, 20, 10, 20),
        tally(2, 0, 15, 0, 0),
        tally(0, 2, 0, 0, 15),
        tally(1, 2, 0, 0, 7),
    ];
    let found = ratings(3, &tallies);
    assert_eq!(found.reference, [0, 1]);
    let Estimate::AtLeast(Elo(bound)) = found.entrants[2] else {
        panic!("{found:?}");
    };
    let alone = |at: &[f64]| likelihood(2, &tallies[..2], at);
    let limit = slow_maximum(alone, &mut [0.0; 3]);
    // The sum of all three is 0; that of the first two then is −x, so x is two thirds.
    let fixed = |at: &[f64]| {
        let middle = -bound / SCALE / 3.0;
        likelihood(3, &tallies, &[middle + at[0], middle - at[0], at[1], at[2]])
    };
    close(
        limit - slow_maximum(fixed, &mut [0.0; 3]),
        20_f64.ln(),
        1e-3,
    );
    // The others are rated as if it had not been there.
    let two = ratings(2, &tallies[..2]);
    assert_eq!(found.entrants[..2], two.entrants);
    assert_eq!((found.first_move, found.draws), (two.first_move, two.draws));
}

/// Any results of up to six entrants, most of them few, and none more than so many.
fn any_tallies(most: u32) -> impl Strategy<Value = (usize, Vec<Tally>)> {
    let count = move || prop_oneof![4 => Just(0_u32), 4 => 1_u32..50, 1 => 0..=most];
    let score = (count(), count(), count(), any::<u32>());
    (1_usize..7).prop_flat_map(move |entrants| {
        let tally = (0..entrants, 0..entrants, score.clone());
        let tally = tally.prop_map(|(first, second, (wins, draws, losses, different))| Tally {
            different,
            ..tally_of(first, second, wins, draws, losses)
        });
        (Just(entrants), prop::collection::vec(tally, 0..20))
    })
}

/// Like [`tally`], but for more games than can be counted.
fn tally_of(first: usize, second: usize, wins: u32, draws: u32, losses: u32) -> Tally {
    Tally {
        first,
        second,
        score: Score {
            wins,
            draws,
            losses,
        },
        different: u32::MAX,
    }
}

fn numbers(estimate: Estimate) -> Vec<f64> {
    match estimate {
        Estimate::Known { elo, interval } => vec![interval.lower, elo.0, interval.upper],
        Estimate::AtLeast(elo) | Estimate::AtMost(elo) => vec![elo.0],
        Estimate::Unknown => vec![],
    }
}

/// Whether two are the same but for rounding, which is more where little is known.
fn same(one: Estimate, other: Estimate) -> bool {
    let (numbers_of_one, others) = (numbers(one), numbers(other));
    let most = |numbers: &[f64]| {
        numbers
            .iter()
            .fold(0.0, |most, at| f64::max(most, at.abs()))
    };
    let near = 0.01 + most(&numbers_of_one) / 5000.0;
    let mut pairs = numbers_of_one.iter().zip(&others);
    kind(one) == kind(other) && pairs.all(|(one, other)| (one - other).abs() < near)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_results_have_ratings((entrants, tallies) in any_tallies(u32::MAX)) {
        let found = ratings(entrants, &tallies);
        prop_assert_eq!(found.entrants.len(), entrants);
        for &estimate in found.entrants.iter().chain([&found.first_move]) {
            let numbers = numbers(estimate);
            prop_assert!(numbers.iter().all(|number| number.is_finite()), "{:?}", estimate);
            prop_assert!(numbers.is_sorted(), "{:?}", estimate);
        }
        prop_assert!(found.draws.is_finite() && (0.0..=1.0).contains(&found.equals_draw()));
        let sum: f64 = found.reference.iter().filter_map(|&at| match found.entrants[at] {
            Estimate::Known { elo, .. } => Some(elo.0),
            _ => None,
        }).sum();
        prop_assert!(sum.abs() < 1e-3, "{}", sum);
    }

    #[test]
    fn ratings_follow_the_results((entrants, tallies) in any_tallies(2000)) {
        let found = ratings(entrants, &tallies);
        // In another order it is the same.
        let mut other = tallies.clone();
        other.reverse();
        let again = ratings(entrants, &other);
        prop_assert_eq!(&again.reference, &found.reference);
        for (&one, &other) in found.entrants.iter().zip(&again.entrants) {
            prop_assert!(same(one, other), "{:?} {:?}", one, other);
        }
        prop_assert!(same(found.first_move, again.first_move));

        // Whoever has won has lost instead, and draws stay draws.
        let turned: Vec<Tally> = tallies.iter().map(|tally| Tally {
            score: Score { wins: tally.score.losses, losses: tally.score.wins, ..tally.score },
            ..*tally
        }).collect();
        let turned = ratings(entrants, &turned);
        prop_assert_eq!(&turned.reference, &found.reference);
        for (&one, &other) in found.entrants.iter().zip(&turned.entrants) {
            prop_assert!(same(one, negative(other)), "{:?} {:?}", one, other);
        }
        prop_assert!(same(found.first_move, negative(turned.first_move)));
    }
}

fn negative(estimate: Estimate) -> Estimate {
    match estimate {
        Estimate::Known { elo, interval } => Estimate::Known {
            elo: Elo(-elo.0),
            interval: Interval {
                lower: -interval.upper,
                upper: -interval.lower,
            },
        },
        Estimate::AtLeast(elo) => Estimate::AtMost(Elo(-elo.0)),
        Estimate::AtMost(elo) => Estimate::AtLeast(Elo(-elo.0)),
        Estimate::Unknown => Estimate::Unknown,
    }
}

#[test]
fn many_entrants_and_long_ladders_are_rated() {
    // 56 of whom each is 20 points better than the one before.
    let mut tallies = Vec::new();
    for first in 0..56_u32 {
        for second in (0..56).filter(|&second| second != first) {
            let difference = (f64::from(first) - f64::from(second)) * 20.0 / SCALE;
            let share = 1.0 / (1.0 + (-difference).exp());
            let below = |&wins: &u32| f64::from(wins) + 0.5 < 1000.0 * share;
            let wins = (0..1000).take_while(below).count() as u32;
            tallies.push(tally(first as usize, second as usize, wins, 0, 1000 - wins));
        }
    }
    let found = ratings(56, &tallies);
    for (at, &estimate) in (0..).zip(&found.entrants) {
        close(known(estimate).0, 20.0 * (f64::from(at) - 27.5), 1.0);
    }
    // One loss in a thousand between neighbours only, so that they are far apart.
    let ladder = |at: usize| tally(at, at - 1, 999, 0, 1);
    let mut tallies: Vec<Tally> = (1..20).map(ladder).collect();
    tallies.push(tally(0, 0, 5, 0, 5));
    let found = ratings(20, &tallies);
    let step = SCALE * 999_f64.ln();
    for (at, &estimate) in (0..).zip(&found.entrants) {
        close(known(estimate).0, step * (f64::from(at) - 9.5), 0.01);
    }
}

#[test]
fn games_that_repeat_count_once() {
    let games = ["4444", "4444", "4455", "4444", "4455"];
    assert_eq!(different(games), 2);
    assert_eq!(different(Vec::<u8>::new()), 0);
    let score = |wins, draws, losses| Score {
        wins,
        draws,
        losses,
    };
    for (score, different, verdict) in [
        (score(600, 0, 400), 1000, Verdict::FirstBetter),
        (score(400, 0, 600), 1000, Verdict::SecondBetter),
        (score(600, 0, 400), 50, Verdict::Repeats),
        (score(1000, 0, 0), 2, Verdict::Repeats),
        (score(0, 0, 1000), 3, Verdict::Repeats),
        (score(1000, 0, 0), 4, Verdict::FirstBetter),
        (score(510, 0, 490), 1000, Verdict::TooClose),
        (score(0, 1000, 0), 1, Verdict::TooClose),
        (score(0, 0, 0), 0, Verdict::TooClose),
        (score(u32::MAX, u32::MAX, 0), u32::MAX, Verdict::FirstBetter),
    ] {
        assert_eq!(
            Verdict::of(score, different),
            verdict,
            "{score:?} {different}"
        );
    }
    // The ratings stay the same, and their intervals are those of fewer games.
    let repeated = [(0, 1, 40, 20, 20), (1, 0, 30, 20, 30)];
    let rate = |factor: u32, different: u32| {
        let tallies = repeated.map(|(first, second, wins, draws, losses)| Tally {
            different,
            ..tally(
                first,
                second,
                wins * factor,
                draws * factor,
                losses * factor,
            )
        });
        ratings(2, &tallies)
    };
    let (once, often) = (rate(1, 80), rate(25, 80));
    assert!(
        same(once.entrants[0], often.entrants[0]),
        "{once:?} {often:?}"
    );
    assert!(same(once.first_move, often.first_move));
    let (_, wide) = known(once.entrants[0]);
    let (_, narrow) = known(rate(25, 2000).entrants[0]);
    close(
        (wide.upper - wide.lower) / (narrow.upper - narrow.lower),
        5.0,
        0.2,
    );
}

#[test]
fn a_pairing_weighs_as_many_games_as_are_different() {
    // Two of the pairings have played each of their games five times.
    let games = [(0, 1, 30, 8, 12), (1, 2, 25, 5, 10), (2, 0, 9, 6, 25)];
    let played = |times: u32, counted: u32| {
        let tallies = games.map(|(first, second, wins, draws, losses)| {
            let factor = if first == 1 { 1 } else { times };
            let counted = if first == 1 { 1 } else { counted };
            Tally {
                different: (wins + draws + losses) * counted,
                ..tally(
                    first,
                    second,
                    wins * factor,
                    draws * factor,
                    losses * factor,
                )
            }
        });
        ratings(3, &tallies)
    };
    let (once, repeated, all) = (played(1, 1), played(5, 1), played(5, 5));
    for at in 0..3 {
        assert!(
            same(once.entrants[at], repeated.entrants[at]),
            "{once:?} {repeated:?}"
        );
    }
    // Were they five different games, the ratings would be others.
    let elo = |ratings: &Ratings| known(ratings.entrants[0]).0;
    assert!((elo(&all) - elo(&repeated)).abs() > 1.0);
}

#[test]
fn the_interval_of_a_score_is_wilsons() {
    let deviations = (2.0 * FALL).sqrt();
    // What an end is by definition: where what was seen is just so far off.
    let solve = |share: f64, trials: f64, mut inside: f64, mut outside: f64| {
        for _ in 0..100 {
            let middle = f64::midpoint(inside, outside);
            let deviation = (middle * (1.0 - middle) / trials).sqrt();
            if (share - middle).abs() <= deviations * deviation {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        inside
    };
    for (wins, draws, losses, different) in [
        (5, 0, 5, 10),
        (1, 0, 0, 1),
        (600, 150, 250, 1000),
        (600, 150, 250, 37),
        (0, 0, 50, 50),
        (3, 1, 996, 1000),
    ] {
        let score = Score {
            wins,
            draws,
            losses,
        };
        let found = interval(score, different);
        let share = score.share();
        close(
            found.lower,
            solve(share, different.into(), share, 0.0),
            1e-9,
        );
        close(
            found.upper,
            solve(share, different.into(), share, 1.0),
            1e-9,
        );
    }
}

/// Tournaments of known strengths, made up by the chances of the model itself.
struct Truth {
    strengths: Vec<f64>,
    first_move: f64,
    nu: f64,
    /// Games of each two with each colour.
    games: u32,
}

impl Truth {
    fn chances(&self, first: usize, second: usize) -> [f64; 3] {
        let advantage = (self.first_move / SCALE).exp();
        let strength = |at: usize| (self.strengths[at] / SCALE).exp();
        // Seen from the first mover, as the engine has ν.
        chances(strength(first) * advantage, strength(second), 1.0, self.nu)
    }

    fn play(&self, random: &mut Pcg32) -> Vec<Tally> {
        let mut tallies = Vec::new();
        let entrants = self.strengths.len();
        for first in 0..entrants {
            for second in (0..entrants).filter(|&second| second != first) {
                let [win, draw, _] = self.chances(first, second);
                let mut score = Score::default();
                for _ in 0..self.games {
                    let chance: f64 = random.random();
                    score.count(if chance < win {
                        Some(true)
                    } else {
                        (chance > win + draw).then_some(false)
                    });
                }
                tallies.push(Tally {
                    score,
                    ..tally(first, second, 0, 0, self.games)
                });
            }
        }
        tallies
    }

    /// Where the score of a pairing would be if there were no end of games.
    fn share(&self, one: usize, other: usize) -> f64 {
        let points = |[win, draw, _]: [f64; 3]| win + draw / 2.0;
        let (white, black) = (self.chances(one, other), self.chances(other, one));
        f64::midpoint(points(white), 1.0 - points(black))
    }
}

/// How often a statement was true.
#[derive(Default)]
struct Coverage {
    held: u32,
    all: u32,
}

impl Coverage {
    fn note(&mut self, held: bool) {
        self.held += u32::from(held);
        self.all += 1;
    }

    fn estimate(&mut self, estimate: Estimate, truth: f64) {
        match estimate {
            Estimate::Known { interval, .. } => self.note(interval.contains(truth)),
            Estimate::AtLeast(elo) => self.note(truth >= elo.0),
            Estimate::AtMost(elo) => self.note(truth <= elo.0),
            Estimate::Unknown => {}
        }
    }

    fn share(&self) -> f64 {
        f64::from(self.held) / f64::from(self.all)
    }
}

#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    // Four tournaments: of equals; as levels are; with more draws than not; of few games
    // between some who are far apart, so that bounds are needed.
    for (name, strengths, first_move, nu, games) in [
        ("equals", vec![0.0; 4], 80.0, 0.1, 50),
        (
            "levels",
            vec![-400.0, -200.0, 0.0, 200.0, 400.0],
            60.0,
            0.4,
            50,
        ),
        ("drawish", vec![-60.0, 0.0, 20.0, 40.0], 30.0, 3.0, 30),
        (
            "far apart",
            vec![-1000.0, -50.0, 50.0, 600.0],
            100.0,
            0.3,
            20,
        ),
    ] {
        let truth = Truth {
            strengths,
            first_move,
            nu,
            games,
        };
        let entrants = truth.strengths.len();
        let mut random = Pcg32::seed_from_u64(2026);
        let [mut score, mut rating, mut first] = [(); 3].map(|()| Coverage::default());
        let mut bounds = 0;
        for _ in 0..1000 {
            let tallies = truth.play(&mut random);
            for one in &tallies {
                let back = |other: &&Tally| (other.first, other.second) == (one.second, one.first);
                let other = tallies.iter().find(back).expect("both colours");
                let both = Score {
                    wins: one.score.wins + other.score.losses,
                    draws: one.score.draws + other.score.draws,
                    losses: one.score.losses + other.score.wins,
                };
                let share = truth.share(one.first, one.second);
                score.note(interval(both, 2 * games).contains(share));
            }
            let Ratings {
                entrants: found,
                reference,
                first_move,
                ..
            } = ratings(entrants, &tallies);
            let mean = reference.iter().map(|&at| truth.strengths[at]).sum::<f64>();
            let mean = mean / f64::from(reference.len() as u32);
            for (estimate, strength) in found.iter().zip(&truth.strengths) {
                rating.estimate(*estimate, strength - mean);
                bounds += u32::from(kind(*estimate) != "known");
            }
            first.estimate(first_move, truth.first_move);
        }
        let percent = |coverage: &Coverage| 100.0 * coverage.share();
        println!(
            "{name}: score {:.2} %, rating {:.2} %, first move {:.2} %; {} ratings are bounds",
            percent(&score),
            percent(&rating),
            percent(&first),
            bounds
        );
        // Draws and differences between the colours make a score vary less than Wilson's
        // interval has it. The rest is what 95 % may be in as many tournaments.
        assert!(score.share() > 0.94, "{name}: {}", score.share());
        assert!(
            (0.935..0.975).contains(&rating.share()),
            "{name}: {}",
            rating.share()
        );
        assert!(
            (0.93..0.97).contains(&first.share()),
            "{name}: {}",
            first.share()
        );
        assert_eq!(bounds > 0, name == "far apart");
    }
}
