//! The score does not depend on the goal, the guess, mirroring or the size of the table.

use four_shapes_rules::{Position, Rules};
use four_shapes_solver::{Bounds, Goal, PositionSearch, Progress, Score, Search as _, Solver};
use four_shapes_testing::plain::{
    Plain,
    compare::{self, Sample},
    position, text, two_players,
};

/// Columns, rows, connect, and the maximum number of empty cells.
const GAMES: [(u32, u32, u32, usize); 9] = [
    (4, 4, 3, 16),
    (5, 4, 4, 20),
    (6, 5, 4, 16),
    (7, 6, 4, 18),
    (9, 4, 4, 14),
    (6, 6, 5, 14),
    (8, 7, 4, 16),
    (10, 6, 4, 16),
    (12, 8, 5, 14),
];

/// Calls a function with the moves and scores of random positions.
fn for_each(count: usize, mut check: impl FnMut(Rules, &[usize], i32)) {
    compare::for_each(&GAMES, count, |plain, rules, moves| {
        let score = plain.score(plain.play(moves));
        check(rules, moves, score);
    });
}

fn solver(rules: Rules) -> Solver {
    Solver::new(rules, 1 << 20).expect("the rules are supported")
}

fn search(solver: &mut Solver, position: &Position, goal: Goal, guess: i32) -> Bounds {
    let guess = Score::new(i8::try_from(guess).expect("it is a score"));
    let search = PositionSearch::with_guess(solver, position, goal, Some(guess));
    let mut search = search.expect("the game is not over");
    match search.run(u64::MAX) {
        Progress::Done(bounds) => bounds,
        Progress::Paused => panic!("paused at {:?} with nodes left", search.bounds()),
    }
}

#[test]
fn outcome_is_the_sign_of_the_score() {
    for_each(60, |rules, moves, score| {
        let notation = text(rules, moves);
        let position = position(rules, &notation);
        let mut solver = solver(rules);
        let found = solver.outcome(&position).map(|outcome| outcome as i32);
        assert_eq!(found, Ok(score.signum()), "{rules:?} {notation}");
        // The table may be shared between goals.
        let found = solver.solve(&position).map(i32::from);
        assert_eq!(found, Ok(score), "{rules:?} {notation}");
        for guess in [-7, -1, 0, 1, 7] {
            solver.clear_table();
            let found = search(&mut solver, &position, Goal::Outcome, guess);
            let sign = found.outcome().map(|outcome| outcome as i32);
            assert_eq!(
                sign,
                Some(score.signum()),
                "{rules:?} {notation} guess {guess}"
            );
        }
    });
}

#[test]
fn guesses_do_not_change_the_score() {
    for_each(60, |rules, moves, score| {
        let notation = text(rules, moves);
        let position = position(rules, &notation);
        let mut solver = solver(rules);
        let near = score - 2..=score + 2;
        for guess in near.chain([i8::MIN.into(), -50, 0, 50, i8::MAX.into()]) {
            solver.clear_table();
            let found = search(&mut solver, &position, Goal::Exact, guess);
            let found = found.exact().map(i32::from);
            assert_eq!(found, Some(score), "{rules:?} {notation} guess {guess}");
        }
    });
}

#[test]
fn mirror_images_have_the_same_score() {
    for_each(200, |rules, moves, score| {
        let last = usize::from(rules.columns()) - 1;
        let mirrored: Vec<usize> = moves.iter().map(|column| last - column).collect();
        let notation = text(rules, &mirrored);
        let mut solver = solver(rules);
        let found = solver.solve(&position(rules, &notation)).map(i32::from);
        assert_eq!(found, Ok(score), "{rules:?} {notation}");
    });
}

/// With few pieces, mirror images share their table entry.
#[test]
fn mirror_images_share_the_table() {
    for (columns, rows) in [(4, 4), (5, 4), (4, 5)] {
        let rules = two_players(columns, rows, 4);
        let last = usize::from(rules.columns()) - 1;
        let mut plain = Plain::new(rules);
        let mut solver = solver(rules);
        for first in 0..=last {
            for second in 0..=last {
                for third in 0..=last {
                    let moves = [first, second, third];
                    let score = plain.score(plain.play(&moves));
                    for moves in [moves, moves.map(|column| last - column)] {
                        let notation = text(rules, &moves);
                        let found = solver.solve(&position(rules, &notation)).map(i32::from);
                        assert_eq!(found, Ok(score), "{rules:?} {notation}");
                    }
                }
            }
        }
    }
}

#[test]
fn table_size_does_not_change_the_score() {
    let games = [
        (3, 3, 3, 9),
        (4, 3, 4, 12),
        (7, 6, 4, 18),
        (5, 4, 4, 20),
        (8, 7, 4, 16),
        (10, 6, 4, 16),
        (15, 7, 5, 12),
        (8, 15, 4, 14),
    ];
    for (columns, rows, connect, empty) in games {
        let sample = Sample {
            board: (columns, rows),
            connect,
            empty,
        };
        let rules = sample.rules();
        let mut plain = Plain::new(rules);
        let moves = sample.positions(&plain, 50);
        for bytes in [1, 1000, 1 << 10, 1 << 20, 64 << 20] {
            let mut solver = Solver::new(rules, bytes).expect("the rules are supported");
            for moves in &moves {
                let notation = text(rules, moves);
                let score = plain.score(plain.play(moves));
                let found = solver.solve(&position(rules, &notation)).map(i32::from);
                assert_eq!(found, Ok(score), "{rules:?} {notation} in {bytes} bytes");
            }
        }
    }
}

#[test]
fn overflowing_tables_do_not_change_the_score() {
    for (columns, rows, moves, score) in [
        (5, 5, "", 0),
        (6, 4, "", -1),
        (4, 6, "", 0),
        (7, 6, "2531276566711153", 2),
        (7, 6, "274552224131661", 0),
    ] {
        let rules = two_players(columns, rows, 4);
        for bytes in [16 << 10, 64 << 10, 256 << 10, 8 << 20] {
            let mut solver = Solver::new(rules, bytes).expect("the rules are supported");
            let found = solver.solve(&position(rules, moves)).map(i32::from);
            assert_eq!(
                found,
                Ok(score),
                "{columns} × {rows} {moves}, {bytes} bytes"
            );
        }
    }
}
