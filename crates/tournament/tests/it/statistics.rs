//! Scores, intervals and Elo differences, compared with published values.

use four_shapes_tournament::statistics::{Elo, Interval, WinDrawLoss};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn interval_bounds_solve_wilsons_equation(trials in 1_u32..5000, half in 0..=100) {
        // By definition the observed share is z standard deviations, computed at the
        // bound, from each bound.
        let share = f64::from(half) / 100.0;
        let interval = Interval::of_rate(share, trials);
        prop_assert!(interval.contains(share));
        for end in [interval.lower, interval.upper] {
            prop_assert!((0.0..=1.0).contains(&end));
            let deviation = (end * (1.0 - end) / f64::from(trials)).sqrt();
            let distance = (end - share).abs();
            let at_end = half == 0 || half == 100;
            prop_assert!((distance - 1.959_964 * deviation).abs() < 1e-6
                || at_end && distance < 1e-12);
        }
    }
}

#[test]
fn interval_matches_published_values() {
    // R. G. Newcombe: Two-sided confidence intervals for the single proportion,
    // Statistics in Medicine 17, 1998, table I, method 3.
    for (successes, trials, lower, upper) in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ] {
        let share = f64::from(successes) / f64::from(trials);
        let found = Interval::of_rate(share, trials);
        assert!((found.lower - lower).abs() < 5e-5, "{found:?}");
        assert!((found.upper - upper).abs() < 5e-5, "{found:?}");
    }
}

#[test]
fn interval_has_the_nominal_coverage() {
    // Exact: over all numbers of successes with their binomial probabilities.
    let trials = 50_u32;
    let mut mean = 0.0;
    for step in 1..200 {
        let truth = f64::from(step) / 200.0;
        let mut chance = (1.0 - truth).powi(50);
        let mut covered = 0.0;
        for successes in 0..=trials {
            if Interval::of_rate(f64::from(successes) / 50.0, trials).contains(truth) {
                covered += chance;
            }
            chance *= f64::from(trials - successes) / f64::from(successes + 1);
            chance *= truth / (1.0 - truth);
        }
        assert!(covered > 0.83, "{truth}: {covered}");
        mean += covered / 199.0;
    }
    assert!((mean - 0.95).abs() < 0.01, "{mean}");
}

#[test]
fn draws_count_as_half_a_point() {
    let mut score = WinDrawLoss::default();
    assert!((score.score_rate() - 0.5).abs() < 1e-12);
    assert_eq!(
        score.interval(),
        Interval {
            lower: 0.0,
            upper: 1.0
        }
    );
    for won in [Some(true), Some(true), None, Some(false)] {
        score.count(won);
    }
    assert_eq!(
        score,
        WinDrawLoss {
            wins: 2,
            draws: 1,
            losses: 1
        }
    );
    assert_eq!(score.games(), 4);
    assert!((score.score_rate() - 0.625).abs() < 1e-12);
    let halves = WinDrawLoss {
        wins: 0,
        draws: 10,
        losses: 0,
    };
    let wins = WinDrawLoss {
        wins: 5,
        draws: 0,
        losses: 5,
    };
    assert_eq!(halves.interval(), wins.interval());
}

#[test]
fn elo_differences_follow_the_logistic_scale() {
    for (share, elo) in [
        (10.0 / 11.0, "+400"),
        (1.0 / 11.0, "-400"),
        (0.75, "+191"),
        (0.64, "+100"),
        (0.5, "0"),
        (0.4999, "0"),
        (100.0 / 101.0, "+800"),
        (0.995, "over +800"),
        (1.0, "over +800"),
        (0.0, "under -800"),
    ] {
        assert_eq!(Elo::of_score_rate(share).to_string(), elo, "{share}");
    }
    assert!(Elo::of_score_rate(1.0).0.is_infinite());
    assert!(Elo::of_score_rate(0.0) < Elo::of_score_rate(0.3));
    assert_eq!(format!("{:>5}", Elo::of_score_rate(0.75)), " +191");
}
