//! Compares ratings with a naive optimizer, published estimates, and the true strengths of
//! simulated tournaments.

use four_shapes_tournament::{
    rating::{Estimate, FirstMoverResults, Ratings, Verdict, count_distinct, interval, ratings},
    statistics::{Elo, Interval, WinDrawLoss},
};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// The Elo difference of a unit of the logarithm of strength.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
/// The 97.5 % quantile of the standard normal distribution.
const Z: f64 = 1.959_963_984_540_054;

fn games(first: usize, second: usize, wins: u32, draws: u32, losses: u32) -> FirstMoverResults {
    FirstMoverResults {
        first,
        second,
        score: WinDrawLoss {
            wins,
            draws,
            losses,
        },
        distinct_games: wins + draws + losses,
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

/// Returns the probabilities of a win, a draw and a loss of the first player, in the notation of
/// Davidson and Beaver: π₁ : ν √(π₁ π₂) : γ π₂.
fn chances(one: f64, other: f64, gamma: f64, nu: f64) -> [f64; 3] {
    let parts = [one, nu * (one * other).sqrt(), gamma * other];
    parts.map(|part| part / parts.iter().sum::<f64>())
}

/// Returns the logarithm of the penalized likelihood. The parameters are the logarithms of all
/// strengths but the last, whose sum is 0, then ln γ and ln ν.
fn likelihood(entrants: usize, results: &[FirstMoverResults], parameters: &[f64]) -> f64 {
    let last = -parameters[..entrants - 1].iter().sum::<f64>();
    let strength = |at: usize| parameters[..entrants - 1].get(at).unwrap_or(&last).exp();
    let (gamma, nu) = (parameters[entrants - 1].exp(), parameters[entrants].exp());
    let value = |games: &FirstMoverResults| {
        let chances = chances(strength(games.first), strength(games.second), gamma, nu);
        let WinDrawLoss {
            wins,
            draws,
            losses,
        } = games.score;
        let parts = [wins, draws, losses].into_iter().zip(chances);
        parts
            .filter(|&(count, _)| count > 0)
            .map(|(count, chance)| f64::from(count) * chance.ln())
            .sum::<f64>()
    };
    let between_equals = chances(1.0, 1.0, gamma, nu)
        .map(f64::ln)
        .iter()
        .sum::<f64>()
        / 2.0;
    let against_average = |at| {
        let [win, _, loss] = chances(strength(at), 1.0, 1.0, 0.0);
        0.005 * (win.ln() + loss.ln())
    };
    results.iter().map(value).sum::<f64>()
        + between_equals
        + (0..entrants).map(against_average).sum::<f64>()
}

/// Finds the maximum by coordinate ascent with golden-section searches.
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

/// Returns random results of all pairings with both colours.
fn simulated(entrants: usize, seed: u64, max: u32) -> Vec<FirstMoverResults> {
    let mut random = Pcg32::seed_from_u64(seed);
    let mut results = Vec::new();
    for first in 0..entrants {
        for second in (0..entrants).filter(|&second| second != first) {
            let mut count = || random.random_range(1..=max);
            results.push(games(first, second, count(), count(), count()));
        }
    }
    results
}

#[test]
fn estimates_match_a_naive_optimizer() {
    for (entrants, seed, max, draws) in [
        (2, 1, 9, true),
        (2, 2, 900, true),
        (3, 3, 30, true),
        (3, 4, 30, false),
        (4, 5, 5, true),
        (5, 6, 100, true),
    ] {
        let mut results = simulated(entrants, seed, max);
        if !draws {
            for games in &mut results {
                games.distinct_games -= games.score.draws;
                games.score.draws = 0;
            }
        }
        let found = ratings(entrants, &results);
        let mut naive = vec![0.0; entrants + 1];
        let top = slow_maximum(|at| likelihood(entrants, &results, at), &mut naive);
        let last = -naive[..entrants - 1].iter().sum::<f64>();
        let strength = |at: usize| *naive[..entrants - 1].get(at).unwrap_or(&last);
        for (at, &estimate) in found.entrants.iter().enumerate() {
            close(known(estimate).0, SCALE * strength(at), 0.05);
        }
        // Davidson and Beaver's γ favours the second, and their ν includes the advantage.
        let delta = -naive[entrants - 1];
        close(known(found.first_move_advantage).0, SCALE * delta, 0.05);
        close(
            found.draw_parameter,
            (naive[entrants] + delta / 2.0).exp(),
            1e-3,
        );
        assert!(!found.first_move_undetermined);
        assert_eq!(found.reference_group, (0..entrants).collect::<Vec<_>>());

        // The standard errors are those of the curvature of the profile likelihood.
        for (parameter, estimate) in [
            (0, found.entrants[0]),
            (entrants - 1, found.first_move_advantage),
        ] {
            const STEP: f64 = 0.03;
            let [lower, upper] = ends(estimate);
            let error = (upper - lower) / (2.0 * Z);
            let fall = |value: f64| {
                let mut others = naive.clone();
                others.remove(parameter);
                let profile = |at: &[f64]| {
                    let mut all = at.to_vec();
                    all.insert(parameter, value);
                    likelihood(entrants, &results, &all)
                };
                top - slow_maximum(profile, &mut others)
            };
            let middle = naive[parameter];
            let curvature = (fall(middle + STEP) + fall(middle - STEP)) / (STEP * STEP);
            close(error * curvature.sqrt(), 1.0, 0.005);
        }
    }
}

/// Returns the ends of an interval, as logarithms of strength.
fn ends(estimate: Estimate) -> [f64; 2] {
    let (_, Interval { lower, upper }) = known(estimate);
    [lower / SCALE, upper / SCALE]
}

#[test]
fn two_entrants_have_the_closed_form() {
    // Enough games to make the prior negligible.
    let many = |first, second, wins: u32, draws: u32, losses: u32| {
        games(
            first,
            second,
            wins * 100_000,
            draws * 100_000,
            losses * 100_000,
        )
    };
    // Without draws, the probabilities of each colour are the observed shares.
    let found = ratings(2, &[many(0, 1, 30, 0, 12), many(1, 0, 25, 0, 20)]);
    let (one, other) = ((30_f64 / 12.0).ln(), (25_f64 / 20.0).ln());
    let half = SCALE * (one - other) / 4.0;
    close(known(found.entrants[0]).0, half, 1e-3);
    close(known(found.entrants[1]).0, -half, 1e-3);
    let advantage = SCALE * f64::midpoint(one, other);
    close(known(found.first_move_advantage).0, advantage, 1e-3);
    close(found.draw_probability_of_equals(), 0.0, 1e-6);

    // The same in both colours.
    let found = ratings(2, &[many(0, 1, 30, 24, 12), many(1, 0, 12, 24, 30)]);
    close(known(found.entrants[0]).0, SCALE * 2.5_f64.ln() / 2.0, 1e-3);
    close(known(found.first_move_advantage).0, 0.0, 1e-3);
    close(found.draw_parameter, 24.0 / 360_f64.sqrt(), 1e-4);

    // An entrant against itself.
    let found = ratings(1, &[many(0, 0, 30, 24, 12)]);
    let zero = Interval {
        lower: 0.0,
        upper: 0.0,
    };
    assert_eq!(known(found.entrants[0]), (0.0, zero));
    close(
        known(found.first_move_advantage).0,
        SCALE * 2.5_f64.ln(),
        1e-3,
    );
    let equals = 24.0 / (24.0 + 2.0 * 360_f64.sqrt());
    close(found.draw_probability_of_equals(), equals, 1e-4);
}

#[test]
fn home_advantage_matches_published_estimates() {
    /// Enough copies to make the prior negligible.
    const TIMES: u32 = 10_000;
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
    let (advantage, error) = (0.3023, 0.1309);
    let mut results = Vec::new();
    for (home, row) in WINS.iter().enumerate() {
        for (away, &(won, lost)) in row.iter().enumerate() {
            results.push(games(home, away, won * TIMES, 0, lost * TIMES));
        }
    }
    let found = ratings(7, &results);
    let last = known(found.entrants[6]).0;
    for (estimate, expected) in found.entrants.iter().zip(ESTIMATES) {
        close((known(*estimate).0 - last) / SCALE, expected, 6e-5);
    }
    close(known(found.first_move_advantage).0 / SCALE, advantage, 6e-5);
    let [lower, upper] = ends(found.first_move_advantage);
    let width = 2.0 * Z * error / f64::from(TIMES).sqrt();
    close((upper - lower) / width, 1.0, 1e-3);
}

#[test]
fn draws_match_published_estimates() {
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
    // The first player is unknown, so all games are counted both ways, often enough to make
    // the prior negligible.
    let both = |&(one, other, wins, draws, losses): &(usize, usize, u32, u32, u32)| {
        [
            games(
                one - 1,
                other - 1,
                wins * 10_000,
                draws * 10_000,
                losses * 10_000,
            ),
            games(
                other - 1,
                one - 1,
                losses * 10_000,
                draws * 10_000,
                wins * 10_000,
            ),
        ]
    };
    let results: Vec<FirstMoverResults> = PUDDINGS.iter().flat_map(both).collect();
    let found = ratings(6, &results);
    close(known(found.first_move_advantage).0, 0.0, 1e-6);
    close(found.draw_parameter, 0.746_814_7, 2e-4);
    let strengths = found.entrants.iter().map(|&at| (known(at).0 / SCALE).exp());
    let strengths: Vec<f64> = strengths.collect();
    let sum: f64 = strengths.iter().sum();
    for (strength, expected) in strengths.iter().zip(STRENGTHS) {
        close(strength / sum, expected, 5e-5);
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

#[test]
fn unbounded_interval_ends_are_not_reported() {
    const PAIRS: [(usize, usize); 6] = [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)];
    let mut random = Pcg32::seed_from_u64(1);
    let mut seen = std::collections::BTreeMap::<_, u32>::new();
    for number in 0..1000 {
        // A mixture of few and many results.
        let max = number % 5 + 1;
        let results = PAIRS.map(|(first, second)| {
            let mut count =
                || u32::from(random.random_range(0..8) < max) * random.random_range(1..100);
            games(first, second, count(), count(), count())
        });
        let found = ratings(3, &results);
        // The strengths are unbounded in a direction in which no observed result becomes less
        // likely.
        let strengths =
            (-2..=2).flat_map(|a| (-2..=2).flat_map(move |b| (-2..=2).map(move |c| [a, b, c])));
        let fits = |u: &[i32; 3]| {
            results.iter().all(|games| {
                let difference = u[games.first] - u[games.second];
                (games.score.wins == 0 || difference >= 0)
                    && (games.score.draws == 0 || difference == 0)
                    && (games.score.losses == 0 || difference <= 0)
            })
        };
        let directions: Vec<[i32; 3]> = strengths.filter(fits).collect();
        let count = i32::try_from(found.reference_group.len()).expect("three at most");
        for (at, &estimate) in found.entrants.iter().enumerate() {
            let relative = |u: &[i32; 3]| {
                count * u[at]
                    - found
                        .reference_group
                        .iter()
                        .map(|&other| u[other])
                        .sum::<i32>()
            };
            let rises = directions.iter().any(|u| relative(u) > 0);
            let falls = directions.iter().any(|u| relative(u) < 0);
            let expected = match (rises, falls) {
                (false, false) => "known",
                (true, false) => "at least",
                (false, true) => "at most",
                (true, true) => "unknown",
            };
            if !found.reference_group.is_empty() {
                assert_eq!(kind(estimate), expected, "{at} of {results:?}: {found:?}");
            }
            *seen.entry(kind(estimate)).or_default() += 1;
        }
    }
    assert_eq!(seen.len(), 4, "{seen:?}");
}

#[test]
fn first_move_advantage_needs_games_of_comparable_entrants() {
    let [won, drawn, lost] = [(9, 0, 0), (0, 9, 0), (0, 0, 9)];
    for (white, black, expected) in [
        (won, won, "at least"),
        (lost, lost, "at most"),
        (drawn, drawn, "known"),
        (won, drawn, "known"),
        // The first entrant always wins.
        (won, lost, "unknown"),
    ] {
        let results = [(0, 1, white), (1, 0, black)]
            .map(|(first, second, (w, d, l))| games(first, second, w, d, l));
        let found = ratings(2, &results);
        assert_eq!(kind(found.first_move_advantage), expected, "{results:?}");
        assert_eq!(found.first_move_undetermined, expected != "known");
    }
}

#[test]
fn the_reference_is_the_largest_group() {
    let wins = |first, second| games(first, second, 9, 0, 0);
    let even = |first, second| games(first, second, 5, 2, 4);
    for (entrants, results, reference) in [
        // An entrant that loses all its games does not affect the others.
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
        // Without a group the first entrant, or the one that is related to the most.
        (3, vec![wins(2, 1), wins(1, 0), wins(2, 0)], vec![0]),
        (4, vec![wins(3, 0), wins(3, 1), wins(3, 2)], vec![3]),
        // The first of two groups.
        (
            5,
            vec![even(3, 4), even(1, 2), even(2, 1), wins(2, 3), wins(1, 3)],
            vec![1, 2],
        ),
        (3, vec![wins(2, 1)], vec![1]),
        (3, vec![even(2, 2)], vec![2]),
        (2, vec![], vec![]),
        (0, vec![], vec![]),
    ] {
        assert_eq!(
            ratings(entrants, &results).reference_group,
            reference,
            "{results:?}"
        );
    }
    let (none, alone) = (ratings(3, &[]), ratings(3, &[even(2, 2)]));
    assert_eq!(none.entrants, [Estimate::Unknown; 3]);
    assert_eq!(alone.entrants[..2], [Estimate::Unknown; 2]);
    // Results without games are ignored.
    assert_eq!(ratings(3, &[even(2, 2), games(0, 1, 0, 0, 0)]), alone);
}

#[test]
fn bounds_are_conservative_and_grow_with_the_games() {
    // Entrant 1 wins n games of each colour. At the exact limit x this would have had a
    // probability of 5 %: (1 + exp(−x))^−2n.
    for n in [1_u32, 10, 500] {
        let found = ratings(2, &[games(1, 0, n, 0, 0), games(0, 1, 0, 0, n)]);
        let exact = -(20_f64.powf(0.5 / f64::from(n)) - 1.0).ln();
        let Estimate::AtLeast(Elo(bound)) = found.entrants[1] else {
            panic!("{found:?}");
        };
        let bound = bound / SCALE;
        assert!(bound < exact && bound > exact - 2.0, "{bound} {exact}");
    }
}

#[test]
fn entrants_outside_the_group_do_not_affect_it() {
    let results = [
        games(0, 1, 30, 10, 20),
        games(1, 0, 20, 10, 20),
        games(2, 0, 15, 0, 0),
        games(0, 2, 0, 0, 15),
        games(1, 2, 0, 0, 7),
    ];
    let found = ratings(3, &results);
    assert_eq!(found.reference_group, [0, 1]);
    let Estimate::AtLeast(Elo(lower)) = found.entrants[2] else {
        panic!("{found:?}");
    };
    assert!((100.0..700.0).contains(&lower), "{lower}");
    let two = ratings(2, &results[..2]);
    for at in 0..2 {
        assert!(same(found.entrants[at], two.entrants[at]));
    }
    assert!(same(found.first_move_advantage, two.first_move_advantage));
    close(found.draw_parameter, two.draw_parameter, 1e-6);
}

/// Generates results of up to six entrants, mostly few and at most `max` each.
fn any_results(max: u32) -> impl Strategy<Value = (usize, Vec<FirstMoverResults>)> {
    let count = move || prop_oneof![4 => Just(0_u32), 4 => 1_u32..50, 1 => 0..=max];
    let score = (count(), count(), count(), any::<u32>());
    (1_usize..7).prop_flat_map(move |entrants| {
        let games = (0..entrants, 0..entrants, score.clone());
        let games = games.prop_map(|(first, second, (wins, draws, losses, distinct_games))| {
            FirstMoverResults {
                distinct_games,
                ..uncounted_results(first, second, wins, draws, losses)
            }
        });
        (Just(entrants), prop::collection::vec(games, 0..20))
    })
}

/// Like [`games`], but with unlimited numbers.
fn uncounted_results(
    first: usize,
    second: usize,
    wins: u32,
    draws: u32,
    losses: u32,
) -> FirstMoverResults {
    FirstMoverResults {
        first,
        second,
        score: WinDrawLoss {
            wins,
            draws,
            losses,
        },
        distinct_games: u32::MAX,
    }
}

fn numbers(estimate: Estimate) -> Vec<f64> {
    match estimate {
        Estimate::Known { elo, interval } => vec![interval.lower, elo.0, interval.upper],
        Estimate::AtLeast(elo) | Estimate::AtMost(elo) => vec![elo.0],
        Estimate::Unknown => vec![],
    }
}

/// Returns whether two estimates are equal up to rounding, which grows with the uncertainty: ends
/// of intervals that are thousands of points wide differ by a few.
fn same(one: Estimate, other: Estimate) -> bool {
    let (numbers_of_one, others) = (numbers(one), numbers(other));
    let max_abs = |numbers: &[f64]| {
        numbers
            .iter()
            .fold(0.0, |max, number| f64::max(max, number.abs()))
    };
    let near = 0.01 + max_abs(&numbers_of_one) / 1000.0;
    let mut pairs = numbers_of_one.iter().zip(&others);
    kind(one) == kind(other) && pairs.all(|(one, other)| (one - other).abs() < near)
}

/// Steps of Newton's method can be huge where almost all results are certain.
#[test]
fn extreme_results_have_finite_ratings() {
    let results = [
        ([5, 2], [1_506_678, 0, 0], 1_504_571),
        ([5, 1], [42, 0, 49], 91),
        ([1, 5], [2, 5, 1_832_957_493], 1_832_813_226),
        ([3, 5], [0, 0, 3_176_240_552], 3_176_184_439),
        ([4, 0], [3_630_220_498, 0, 0], 3_630_171_687),
        ([4, 5], [29, 0, 12], 41),
        ([2, 0], [0, 885_342_044, 0], 885_341_422),
        ([5, 3], [28, 42, 0], 70),
        ([2, 3], [0, 47, 0], 47),
        ([4, 5], [24, 0, 0], 24),
        ([1, 1], [15, 0, 0], 15),
        ([0, 0], [0, 0, 1_596_687_426], 1_591_367_342),
        ([0, 3], [0, 38, 0], 38),
    ];
    let results = results.map(|([first, second], [wins, draws, losses], distinct_games)| {
        let score = WinDrawLoss {
            wins,
            draws,
            losses,
        };
        FirstMoverResults {
            first,
            second,
            score,
            distinct_games,
        }
    });
    for estimate in ratings(6, &results).entrants {
        let numbers = numbers(estimate);
        assert!(
            numbers.iter().all(|number| number.is_finite()),
            "{estimate:?}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_results_are_rated((entrants, results) in any_results(u32::MAX)) {
        let found = ratings(entrants, &results);
        prop_assert_eq!(found.entrants.len(), entrants);
        for &estimate in found.entrants.iter().chain([&found.first_move_advantage]) {
            let numbers = numbers(estimate);
            prop_assert!(numbers.iter().all(|number| number.is_finite()), "{:?}", estimate);
            prop_assert!(numbers.is_sorted(), "{:?}", estimate);
        }
        prop_assert!(found.draw_parameter.is_finite() && (0.0..=1.0).contains(&found.draw_probability_of_equals()));
        let sum: f64 = found.reference_group.iter().filter_map(|&at| match found.entrants[at] {
            Estimate::Known { elo, .. } => Some(elo.0),
            _ => None,
        }).sum();
        prop_assert!(sum.abs() < 1e-3, "{}", sum);
    }

    #[test]
    fn ratings_follow_the_results((entrants, results) in any_results(2000)) {
        let found = ratings(entrants, &results);
        // The order has no effect.
        let mut other = results.clone();
        other.reverse();
        let again = ratings(entrants, &other);
        prop_assert_eq!(&again.reference_group, &found.reference_group);
        for (&one, &other) in found.entrants.iter().zip(&again.entrants) {
            prop_assert!(same(one, other), "{:?} {:?}", one, other);
        }
        prop_assert!(same(found.first_move_advantage, again.first_move_advantage));

        // Exchanging wins and losses negates the ratings.
        let turned: Vec<FirstMoverResults> = results.iter().map(|games| FirstMoverResults {
            score: WinDrawLoss { wins: games.score.losses, losses: games.score.wins, ..games.score },
            ..*games
        }).collect();
        let turned = ratings(entrants, &turned);
        prop_assert_eq!(&turned.reference_group, &found.reference_group);
        for (&one, &other) in found.entrants.iter().zip(&turned.entrants) {
            prop_assert!(same(one, negative(other)), "{:?} {:?}", one, other);
        }
        prop_assert!(same(found.first_move_advantage, negative(turned.first_move_advantage)));
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
    // 56 entrants, each 20 points better than the one before.
    let mut results = Vec::new();
    for first in 0..56_u32 {
        for second in (0..56).filter(|&second| second != first) {
            let difference = (f64::from(first) - f64::from(second)) * 20.0 / SCALE;
            let share = 1.0 / (1.0 + (-difference).exp());
            let below = |&wins: &u32| f64::from(wins) + 0.5 < 1000.0 * share;
            let wins = (0..1000).take_while(below).count() as u32;
            results.push(games(first as usize, second as usize, wins, 0, 1000 - wins));
        }
    }
    let found = ratings(56, &results);
    for (at, &estimate) in (0..).zip(&found.entrants) {
        close(known(estimate).0, 20.0 * (f64::from(at) - 27.5), 1.0);
    }
    // Neighbours with one loss in a thousand games, so that ratings are far apart.
    let ladder = |at: usize| games(at, at - 1, 999_000, 0, 1000);
    let mut results: Vec<FirstMoverResults> = (1..20).map(ladder).collect();
    results.push(games(0, 0, 5000, 0, 5000));
    let found = ratings(20, &results);
    let step = SCALE * 999_f64.ln();
    for (at, &estimate) in (0..).zip(&found.entrants) {
        close(known(estimate).0, step * (f64::from(at) - 9.5), 0.5);
    }
}

#[test]
fn repeated_games_count_once() {
    let moves = ["4444", "4444", "4455", "4444", "4455"];
    assert_eq!(count_distinct(moves), 2);
    assert_eq!(count_distinct(Vec::<u8>::new()), 0);
    let score = |wins, draws, losses| WinDrawLoss {
        wins,
        draws,
        losses,
    };
    for (score, distinct_games, verdict) in [
        (score(600, 0, 400), 1000, Verdict::FirstBetter),
        (score(400, 0, 600), 1000, Verdict::SecondBetter),
        (score(600, 0, 400), 50, Verdict::TooManyRepeats),
        (score(1000, 0, 0), 2, Verdict::TooManyRepeats),
        (score(0, 0, 1000), 3, Verdict::TooManyRepeats),
        (score(1000, 0, 0), 4, Verdict::FirstBetter),
        (score(510, 0, 490), 1000, Verdict::TooClose),
        (score(0, 1000, 0), 1, Verdict::TooClose),
        (score(0, 0, 0), 0, Verdict::TooClose),
        (score(u32::MAX, u32::MAX, 0), u32::MAX, Verdict::FirstBetter),
    ] {
        assert_eq!(
            Verdict::of(score, distinct_games),
            verdict,
            "{score:?} {distinct_games}"
        );
    }
    // The ratings are equal, and the intervals are those of fewer games.
    let repeated = [(0, 1, 40, 20, 20), (1, 0, 30, 20, 30)];
    let rate = |factor: u32, distinct_games: u32| {
        let results = repeated.map(|(first, second, wins, draws, losses)| FirstMoverResults {
            distinct_games,
            ..games(
                first,
                second,
                wins * factor,
                draws * factor,
                losses * factor,
            )
        });
        ratings(2, &results)
    };
    let (once, often) = (rate(1, 80), rate(25, 80));
    assert!(
        same(once.entrants[0], often.entrants[0]),
        "{once:?} {often:?}"
    );
    assert!(same(once.first_move_advantage, often.first_move_advantage));
    let (_, wide) = known(once.entrants[0]);
    let (_, narrow) = known(rate(25, 2000).entrants[0]);
    close(
        (wide.upper - wide.lower) / (narrow.upper - narrow.lower),
        5.0,
        0.2,
    );
}

#[test]
fn weight_of_a_pairing_is_its_number_of_different_games() {
    // Two of the pairings have played each of their games five times.
    let pairs = [(0, 1, 30, 8, 12), (1, 2, 25, 5, 10), (2, 0, 9, 6, 25)];
    let played = |times: u32, counted: u32| {
        let results = pairs.map(|(first, second, wins, draws, losses)| {
            let factor = if first == 1 { 1 } else { times };
            let counted = if first == 1 { 1 } else { counted };
            FirstMoverResults {
                distinct_games: (wins + draws + losses) * counted,
                ..games(
                    first,
                    second,
                    wins * factor,
                    draws * factor,
                    losses * factor,
                )
            }
        });
        ratings(3, &results)
    };
    let (once, repeated, all) = (played(1, 1), played(5, 1), played(5, 5));
    for at in 0..3 {
        assert!(
            same(once.entrants[at], repeated.entrants[at]),
            "{once:?} {repeated:?}"
        );
    }
    // With five distinct games the ratings would differ.
    let elo = |ratings: &Ratings| known(ratings.entrants[0]).0;
    assert!(
        (elo(&all) - elo(&repeated)).abs() > 0.5,
        "{} {}",
        elo(&all),
        elo(&repeated)
    );
}

#[test]
fn score_interval_is_the_wilson_interval() {
    // The definition of an end: the observed share is 1.96 standard errors away.
    let solve = |share: f64, trials: f64, mut inside: f64, mut outside: f64| {
        for _ in 0..100 {
            let middle = f64::midpoint(inside, outside);
            let deviation = (middle * (1.0 - middle) / trials).sqrt();
            if (share - middle).abs() <= Z * deviation {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        inside
    };
    for (wins, draws, losses, distinct_games) in [
        (5, 0, 5, 10),
        (1, 0, 0, 1),
        (600, 150, 250, 1000),
        (600, 150, 250, 37),
        (0, 0, 50, 50),
        (3, 1, 996, 1000),
    ] {
        let score = WinDrawLoss {
            wins,
            draws,
            losses,
        };
        let found = interval(score, distinct_games);
        let share = score.score_rate();
        close(
            found.lower,
            solve(share, distinct_games.into(), share, 0.0),
            1e-9,
        );
        close(
            found.upper,
            solve(share, distinct_games.into(), share, 1.0),
            1e-9,
        );
    }
}

/// Tournaments of known strengths, simulated with the model.
struct Truth {
    strengths: Vec<f64>,
    first_move_advantage: f64,
    nu: f64,
    /// Number of games per pairing and colour.
    games: u32,
}

impl Truth {
    fn chances(&self, first: usize, second: usize) -> [f64; 3] {
        let advantage = (self.first_move_advantage / SCALE).exp();
        let strength = |at: usize| (self.strengths[at] / SCALE).exp();
        // From the first player's point of view, as in the engine.
        chances(strength(first) * advantage, strength(second), 1.0, self.nu)
    }

    fn play(&self, random: &mut Pcg32) -> Vec<FirstMoverResults> {
        let mut results = Vec::new();
        let entrants = self.strengths.len();
        for first in 0..entrants {
            for second in (0..entrants).filter(|&second| second != first) {
                let [win, draw, _] = self.chances(first, second);
                let mut score = WinDrawLoss::default();
                for _ in 0..self.games {
                    let chance: f64 = random.random();
                    score.count(if chance < win {
                        Some(true)
                    } else {
                        (chance > win + draw).then_some(false)
                    });
                }
                results.push(FirstMoverResults {
                    score,
                    ..games(first, second, 0, 0, self.games)
                });
            }
        }
        results
    }

    /// Returns the expected score of a pairing.
    fn share(&self, one: usize, other: usize) -> f64 {
        let points = |[win, draw, _]: [f64; 3]| win + draw / 2.0;
        let (white, black) = (self.chances(one, other), self.chances(other, one));
        f64::midpoint(points(white), 1.0 - points(black))
    }
}

/// The frequency with which a statement was true.
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

/// Tests the Wald intervals in four simulated tournaments. When they were chosen, on 22 November 2026, profile
/// likelihood and Wald intervals had this coverage in percent (profile / Wald), in 2000 simulated tournaments
/// (666 for ten entrants with 100 games per pairing), with a first-move advantage of 60 and few draws:
///
/// | entrants | 2 games per pairing | 10 | 100 |
/// |---|---|---|---|
/// | 2 equals | 100.0 / 100.0 | 91.5 / 99.5 | 94.7 / 95.0 |
/// | 2, 200 apart | 100.0 / 100.0 | 94.7 / 97.9 | 93.8 / 94.8 |
/// | 2, 600 apart | 99.9 / 99.8 | 98.1 / 97.0 | 93.0 / 97.4 |
/// | 2, 900 apart | 98.3 / 96.8 | 99.9 / 99.6 | 98.2 / 97.7 |
/// | 4 equals | 91.3 / 99.4 | 94.7 / 95.5 | 94.5 / 94.6 |
/// | 4, each 200 above the last | 97.1 / 99.0 | 92.9 / 96.5 | 94.5 / 94.7 |
/// | 4, each 600 above the last | 99.5 / 98.9 | 98.2 / 97.5 | 93.8 / 97.2 |
/// | 4, one 900 above the rest | 92.2 / 98.7 | 95.4 / 95.0 | 95.2 / 96.8 |
/// | 10 equals | 93.1 / 95.4 | 94.8 / 95.1 | 95.1 / 95.1 |
/// | 10, each 200 above the last | 91.3 / 98.7 | 92.3 / 94.4 | 94.4 / 94.4 |
/// | 10, each 600 above the last | 98.8 / 98.1 | 94.3 / 98.2 | 90.9 / 94.4 |
/// | 10, one 900 above the rest | 94.2 / 94.9 | 96.0 / 96.1 | 94.8 / 95.3 |
///
/// One-sided bounds (*at least*, *at most*) are included; ratings of 0 by definition are not. With 2 games
/// per pairing and steps of 600, intervals are finite only after upsets; the finite ones alone covered the
/// true rating in 98 / 94 % for 4 entrants and 92 / 88 % for 10.
#[test]
fn intervals_have_the_nominal_coverage() {
    // Four tournaments: of equals; as levels are; with more draws than not; of few games
    // between some who are far apart, so that bounds are needed.
    for (name, strengths, first_move_advantage, nu, games) in [
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
            first_move_advantage,
            nu,
            games,
        };
        let entrants = truth.strengths.len();
        let mut random = Pcg32::seed_from_u64(2026);
        let [mut score, mut rating, mut first] = [(); 3].map(|()| Coverage::default());
        let mut bounds = 0;
        for _ in 0..1000 {
            let results = truth.play(&mut random);
            for one in &results {
                let back = |other: &&FirstMoverResults| {
                    (other.first, other.second) == (one.second, one.first)
                };
                let other = results.iter().find(back).expect("both colours");
                let both = WinDrawLoss {
                    wins: one.score.wins + other.score.losses,
                    draws: one.score.draws + other.score.draws,
                    losses: one.score.losses + other.score.wins,
                };
                let share = truth.share(one.first, one.second);
                score.note(interval(both, 2 * games).contains(share));
            }
            let Ratings {
                entrants: found,
                reference_group: reference,
                first_move_advantage,
                ..
            } = ratings(entrants, &results);
            let mean = reference.iter().map(|&at| truth.strengths[at]).sum::<f64>();
            let mean = mean / f64::from(reference.len() as u32);
            for (estimate, strength) in found.iter().zip(&truth.strengths) {
                rating.estimate(*estimate, strength - mean);
                bounds += u32::from(kind(*estimate) != "known");
            }
            first.estimate(first_move_advantage, truth.first_move_advantage);
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
