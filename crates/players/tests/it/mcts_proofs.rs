//! The proofs of Monte Carlo tree search against exhaustive search.

use crate::maxn::{MaxN, proven};
use four_shapes_players::Tree;
use four_shapes_rules::{Game, Position, Rules, Status};
use four_shapes_testing::support::{Random, rules};

/// Returns a random position with this many empty cells, unless the game ended before.
fn position(rules: Rules, empty: usize, random: &mut Random) -> Option<Position> {
    let mut game = Game::new(rules);
    while rules.cells() - game.position().piece_count() > empty {
        let cells: Vec<_> = game.position().playable().collect();
        game.turn()?
            .play(*random.pick(&cells))
            .expect("the cell is playable");
    }
    matches!(game.status(), Status::ToMove(_)).then(|| game.position().clone())
}

/// The number of proofs by result.
#[derive(Debug, Default)]
struct Counts {
    positions: usize,
    /// Proofs before the end of the search.
    early: usize,
    won: usize,
    drawn: usize,
    lost: usize,
    /// Moves that stay unproven.
    open: usize,
}

/// Grows trees on random positions and compares their proofs with exhaustive search. Every
/// provable result must be proven in the end.
fn compare(rules: Rules, empty: std::ops::RangeInclusive<usize>, times: u64) -> Counts {
    let mut counts = Counts::default();
    let mut truth = MaxN::new(rules);
    for seed in 0..times {
        let mut random = Random(seed);
        let empty = empty.start() + random.below(empty.end() - empty.start() + 1);
        let Some(position) = position(rules, empty, &mut random) else {
            continue;
        };
        counts.positions += 1;
        let player = position.to_move().index();
        let mut tree = Tree::new(&position, seed, 64 << 20);
        let mut done = false;
        let mut grown = 0;
        while !done {
            done = tree.grow(1 << (grown % 12));
            grown += 1;
            assert!(grown < 6_000, "{rules:?} {position:?} takes too long");
            for (number, one) in tree.moves().into_iter().enumerate() {
                let outcomes = truth.after(&position, one.cell);
                let value = proven(&outcomes, player);
                let proved = one.proved.map(|outcome| outcome as i8);
                if proved.is_some() {
                    assert_eq!(proved, value, "{} in {position:?}", one.cell);
                }
                if done {
                    assert_eq!(proved, value, "{} in {position:?}", one.cell);
                    match value {
                        Some(1) => counts.won += 1,
                        Some(0) => counts.drawn += 1,
                        Some(_) => counts.lost += 1,
                        None => counts.open += 1,
                    }
                } else if number == 0 && one.proved.is_some() {
                    counts.early += 1;
                }
            }
        }
    }
    println!("{rules:?}: {counts:?}");
    counts
}

#[test]
fn proofs_with_two_players_are_correct() {
    let mut early = 0;
    for (columns, rows, connect, gravity, empty) in [
        (3, 3, 3, false, 0..=9),
        (4, 3, 3, false, 8..=10),
        (4, 3, 4, false, 8..=10),
        (4, 4, 3, false, 9..=11),
        (4, 4, 4, false, 9..=10),
        (3, 3, 3, true, 0..=9),
        (4, 3, 3, true, 8..=12),
        (4, 4, 3, true, 9..=13),
        (4, 4, 4, true, 9..=12),
        (5, 4, 4, true, 9..=12),
    ] {
        let empty = *empty.start()..=*empty.end();
        let counts = compare(rules(columns, rows, connect, 2, gravity), empty, 30);
        assert!(counts.positions > 3, "{counts:?}");
        assert_eq!(counts.open, 0, "with two players every result is provable");
        early += counts.early;
    }
    assert!(early > 50, "only {early} early proofs");
}

#[test]
fn proofs_with_more_players_are_correct() {
    let (mut won, mut drawn, mut lost, mut open) = (0, 0, 0, 0);
    for (columns, rows, connect, players, gravity, empty) in [
        (3, 3, 3, 3, false, 0..=7),
        (4, 3, 3, 3, false, 0..=7),
        (4, 4, 3, 3, false, 4..=7),
        (4, 4, 3, 4, false, 4..=7),
        (4, 4, 3, 5, false, 4..=7),
        (3, 3, 3, 3, true, 0..=9),
        (4, 3, 3, 3, true, 0..=9),
        (4, 4, 3, 3, true, 4..=9),
        (4, 4, 4, 3, true, 4..=9),
        (5, 4, 3, 4, true, 4..=9),
    ] {
        let empty = *empty.start()..=*empty.end();
        let counts = compare(rules(columns, rows, connect, players, gravity), empty, 30);
        assert!(counts.positions > 3, "{counts:?}");
        won += counts.won;
        drawn += counts.drawn;
        lost += counts.lost;
        open += counts.open;
    }
    // Otherwise the positions are too simple to test anything.
    assert!(won > 20 && drawn > 20 && lost > 20 && open > 20);
}
