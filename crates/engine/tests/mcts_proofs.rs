//! What Monte Carlo tree search claims to have proved, compared with what comes
//! out when everything is tried.

mod maxn;
mod reference;
mod support;

use four_shapes_engine::{Game, Position, Rules, Status, players::Tree};
use maxn::{MaxN, sure};
use support::{Random, rules};

/// A position in a random game with so many empty cells, if nobody has won by
/// then.
fn position(rules: Rules, empty: usize, random: &mut Random) -> Option<Position> {
    let mut game = Game::new(rules);
    while rules.cells() - game.position().pieces() > empty {
        let cells: Vec<_> = game.position().playable().collect();
        game.turn()?.play(*random.pick(&cells)).expect("it is open");
    }
    matches!(game.status(), Status::ToMove(_)).then(|| game.position().clone())
}

/// What was seen of the claims.
#[derive(Debug, Default)]
struct Seen {
    positions: usize,
    early: usize,
    won: usize,
    drawn: usize,
    lost: usize,
    open: usize,
}

/// Grows trees on random positions with no more than so many empty cells, and
/// compares all that they claim on the way with the truth; in the end they must
/// know all of it.
fn compare(rules: Rules, empty: std::ops::RangeInclusive<usize>, times: u64) -> Seen {
    let mut seen = Seen::default();
    let mut truth = MaxN::new(rules);
    for seed in 0..times {
        let mut random = Random(seed);
        let empty = empty.start() + random.below(empty.end() - empty.start() + 1);
        let Some(position) = position(rules, empty, &mut random) else {
            continue;
        };
        seen.positions += 1;
        let player = position.to_move().index();
        let mut tree = Tree::new(&position, seed, 64 << 20);
        let mut done = false;
        let mut grown = 0;
        while !done {
            done = tree.grow(1 << (grown % 12));
            grown += 1;
            assert!(grown < 6_000, "{rules:?} {position:?} takes too long");
            for (number, claim) in tree.moves().into_iter().enumerate() {
                let ends = truth.after(&position, claim.cell);
                let value = sure(&ends, player);
                if claim.proved.is_some() {
                    assert_eq!(claim.proved, value, "{} in {position:?}", claim.cell);
                }
                if done {
                    assert_eq!(claim.proved, value, "{} in {position:?}", claim.cell);
                    match value {
                        Some(1) => seen.won += 1,
                        Some(0) => seen.drawn += 1,
                        Some(_) => seen.lost += 1,
                        None => seen.open += 1,
                    }
                } else if number == 0 && claim.proved.is_some() {
                    seen.early += 1;
                }
            }
        }
    }
    println!("{rules:?}: {seen:?}");
    seen
}

#[test]
fn proofs_of_two_players_are_right() {
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
        let seen = compare(rules(columns, rows, connect, 2, gravity), empty, 30);
        assert!(seen.positions > 3, "{seen:?}");
        assert_eq!(seen.open, 0, "two players always care");
        early += seen.early;
    }
    assert!(early > 50, "only {early} claims were made early");
}

#[test]
fn proofs_of_more_players_are_right() {
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
        let seen = compare(rules(columns, rows, connect, players, gravity), empty, 30);
        assert!(seen.positions > 3, "{seen:?}");
        won += seen.won;
        drawn += seen.drawn;
        lost += seen.lost;
        open += seen.open;
    }
    // Else the positions were too simple to prove anything.
    assert!(won > 20 && drawn > 20 && lost > 20 && open > 20);
}
