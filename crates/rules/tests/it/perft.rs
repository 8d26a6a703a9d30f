//! Perft and position counts, compared with published figures and with the reference.
//!
//! Errors in move generation or win detection change these numbers within a few moves.

use four_shapes_rules::{Position, Rules, perft};
use four_shapes_testing::support::{reference, rules, rules_within};
use proptest::prelude::*;
use std::collections::HashSet;

fn connect_four(columns: u32, rows: u32) -> Rules {
    rules(columns, rows, 4, 2, true)
}

/// Sequences of exactly 1, 2, … moves.
fn assert_sequences(rules: Rules, expected: &[u64]) {
    let counts: Vec<u64> = (1..=expected.len())
        .map(|depth| perft(rules, depth))
        .collect();
    assert_eq!(counts, expected);
}

/// Counts the distinct positions after 0, 1, … moves. Won positions are counted but not
/// continued.
fn distinct(rules: Rules, levels: usize) -> Vec<usize> {
    let mut level = HashSet::from([Position::new(rules)]);
    let mut won = 0;
    let mut counts = Vec::new();
    for _ in 0..levels {
        counts.push(level.len() + won);
        let mut next = HashSet::new();
        let mut next_won = HashSet::new();
        for position in level {
            for cell in position.playable() {
                let mut after = position.clone();
                after
                    .place(position.to_move(), cell)
                    .expect("the cell is playable");
                if after.trace(cell).is_some() {
                    next_won.insert(after);
                } else {
                    next.insert(after);
                }
            }
        }
        (level, won) = (next, next_won.len());
    }
    counts
}

#[test]
fn depth_0_counts_one_sequence() {
    assert_eq!(perft(Rules::CLASSIC, 0), 1);
    assert_eq!(reference(Rules::CLASSIC).perft(0), 1);
}

#[test]
fn sequences_on_7_by_6() {
    let expected = [
        7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234, 39_394_572,
    ];
    assert_sequences(Rules::CLASSIC, &expected);
}

#[test]
fn sequences_on_6_by_4() {
    let expected = [
        6, 36, 216, 1_296, 7_770, 46_470, 276_570, 1_603_572, 9_295_368,
    ];
    assert_sequences(connect_four(6, 4), &expected);
}

#[test]
fn sequences_on_5_by_5() {
    let expected = [5, 25, 125, 625, 3_125, 15_620, 77_980, 380_860];
    assert_sequences(connect_four(5, 5), &expected);
}

#[test]
fn sequences_on_4_by_4() {
    let expected = [
        4, 16, 64, 256, 1_020, 4_020, 15_540, 57_504, 206_904, 690_504,
    ];
    assert_sequences(connect_four(4, 4), &expected);
}

#[test]
fn sequences_of_tic_tac_toe() {
    let rules = Rules::TIC_TAC_TOE;
    let expected = [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872];
    assert_sequences(rules, &expected);
    // Every sequence that is not a finished game goes on in each empty cell.
    let finished = |depth: usize| match 9 - depth {
        0 => perft(rules, 9),
        empty => perft(rules, depth) - perft(rules, depth + 1) / empty as u64,
    };
    assert_eq!((1..=9).map(finished).sum::<u64>(), 255_168);
}

#[test]
fn positions_on_7_by_6() {
    let expected = [
        1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275, 558_186,
    ];
    assert_eq!(distinct(Rules::CLASSIC, expected.len()), expected);
}

#[test]
fn positions_on_6_by_4() {
    let expected = [1, 6, 36, 156, 651, 2_250, 7_690, 22_230];
    assert_eq!(distinct(connect_four(6, 4), expected.len()), expected);
}

/// All 161029 positions, as published by John Tromp.
#[test]
fn positions_on_4_by_4() {
    let expected = [
        1, 4, 16, 52, 160, 436, 1_128, 2_512, 5_084, 9_276, 14_788, 21_720, 26_698, 28_922, 24_912,
        18_076, 7_244,
    ];
    let counts = distinct(connect_four(4, 4), expected.len());
    assert_eq!(counts, expected);
    assert_eq!(counts.iter().sum::<usize>(), 161_029);
}

#[test]
fn positions_of_tic_tac_toe() {
    let counts = distinct(Rules::TIC_TAC_TOE, 10);
    assert_eq!(counts.iter().sum::<usize>(), 5_478);
}

/// Checks the reference against the same figures.
#[test]
fn agrees_with_reference() {
    for (rules, depth) in [
        (Rules::CLASSIC, 5),
        (connect_four(4, 4), 8),
        (rules(7, 6, 3, 3, true), 6),
        (rules(15, 15, 4, 2, true), 3),
        (rules(15, 15, 3, 75, true), 3),
        (rules(15, 15, 3, 2, false), 2),
        (Rules::TIC_TAC_TOE, 7),
        (rules(4, 3, 3, 3, false), 5),
    ] {
        for depth in 0..=depth {
            let expected = reference(rules).perft(depth);
            assert_eq!(perft(rules, depth), expected, "{rules:?} {depth}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(100)
    })]

    /// Deep enough for many games to end.
    #[test]
    fn small_boards_agree_with_reference(rules in rules_within(3..=4, 3..=4)) {
        let depth = if rules.gravity() { 6 } else { 4 };
        prop_assert_eq!(perft(rules, depth), reference(rules).perft(depth));
    }
}
