//! `BestMoves` and `Goal::AtLeast`.

use four_shapes_rules::{Column, Position, Rules};
use four_shapes_solver::{BestMoves, Bounds, ColumnScores, Goal, Progress, Solver, book::Book};
use four_shapes_testing::plain::{
    Plain, compare::Sample, position, random::Random, text, two_players,
};
use std::sync::Arc;

/// Columns, rows, connect, and the maximum number of empty cells.
const GAMES: [(u32, u32, u32, usize); 10] = [
    (4, 4, 3, 16),
    (5, 4, 4, 20),
    (6, 5, 4, 18),
    (7, 6, 4, 22),
    (9, 4, 4, 18),
    (6, 6, 5, 18),
    (8, 7, 4, 18),
    (10, 6, 4, 18),
    (12, 8, 5, 16),
    (15, 7, 6, 14),
];

/// More nodes than any search here takes, sliced or not.
const MAX_NODES: u64 = 50_000_000;

fn solver(rules: Rules) -> Solver {
    Solver::new(rules, 1 << 20).expect("the rules are supported")
}

/// Calls a function with random positions of each game.
fn for_each(count: usize, mut check: impl FnMut(Rules, Position, &str)) {
    for (columns, rows, connect, empty) in GAMES {
        let sample = Sample {
            board: (columns, rows),
            connect,
            empty,
        };
        let rules = sample.rules();
        for moves in sample.positions(&Plain::new(rules), count) {
            let notation = text(rules, &moves);
            check(rules, position(rules, &notation), &notation);
        }
    }
}

/// Returns the best columns and their score, from the scores of all columns.
fn expected(solver: &mut Solver, position: &Position) -> (Vec<Column>, Option<i32>) {
    let mut columns =
        ColumnScores::new(solver, position, Goal::Exact).expect("the game is not done");
    assert!(columns.search(solver, u64::MAX).unwrap());
    let score = columns.position_bounds().and_then(Bounds::exact);
    (columns.best(), score)
}

#[test]
fn best_moves_have_the_best_score() {
    for_each(400, |rules, position, notation| {
        let (columns, score) = expected(&mut solver(rules), &position);
        let mut solver = solver(rules);
        let mut best = BestMoves::new(&mut solver, &position).expect("the game is not done");
        assert!(best.search(&mut solver, u64::MAX).unwrap());
        assert_eq!(best.proven_best(), columns, "{rules:?} {notation}");
        assert_eq!(best.score(), score.or(Some(0)), "{rules:?} {notation}");
        assert_eq!(best.first_proven_best(), columns.first().copied());
        assert_eq!(best.best_so_far(), columns.first().copied());
        assert!(
            best.search(&mut solver, 0).unwrap(),
            "the search stays done"
        );
    });
}

/// Early positions, on boards that the plain search can solve.
#[test]
fn best_moves_match_the_plain_search() {
    for (columns, rows, connect) in [(4, 4, 3), (4, 4, 4), (5, 4, 4), (4, 5, 4)] {
        let rules = two_players(columns, rows, connect);
        let mut plain = Plain::new(rules);
        let mut random = Random::new(7);
        let mut solver = solver(rules);
        for at in 0..60 {
            let Some(moves) = plain.random_moves(&mut random, at % rules.cells()) else {
                continue;
            };
            let pieces = plain.play(&moves);
            let score = plain.score(pieces);
            let mut columns = Vec::new();
            for column in 0..plain.columns {
                if let Some(cell) = plain.landing(pieces, column)
                    && (plain.wins(pieces, cell)
                        || -plain.score(Plain::after(pieces, cell)) == score)
                {
                    columns.push(column);
                }
            }
            let notation = text(rules, &moves);
            let mut best = BestMoves::new(&mut solver, &position(rules, &notation))
                .expect("the game is not done");
            assert!(best.search(&mut solver, u64::MAX).unwrap());
            let mut found: Vec<usize> = best
                .proven_best()
                .iter()
                .map(|column| column.index())
                .collect();
            found.sort_unstable();
            assert_eq!(found, columns, "{rules:?} {notation}");
            assert_eq!(best.score(), Some(score), "{rules:?} {notation}");
        }
    }
}

/// Also with a solver that searches other positions in between.
#[test]
fn intermediate_results_are_correct() {
    for shared in [false, true] {
        for_each(40, |rules, position, notation| {
            let (columns, score) = expected(&mut solver(rules), &position);
            let mut solver = solver(rules);
            let other = Position::new(rules);
            let mut best = BestMoves::new(&mut solver, &position).expect("the game is not done");
            let mut budget = 20;
            loop {
                let done = best.search(&mut solver, budget).unwrap();
                let known = best.proven_best();
                assert!(
                    known.iter().all(|column| columns.contains(column)),
                    "{notation}"
                );
                assert_eq!(best.best_so_far().is_some(), !columns.is_empty());
                let bounds = best.position_bounds();
                if let Some(score) = score {
                    assert!(bounds.lower <= score && score <= bounds.upper, "{notation}");
                }
                for column in rules.all_columns() {
                    let bounds = best.bounds(column);
                    assert_eq!(bounds.is_some(), position.landing(column).is_ok());
                }
                if done {
                    break;
                }
                assert!(solver.nodes() < MAX_NODES, "{rules:?} {notation}");
                if shared {
                    solver
                        .begin(&other, Goal::Exact, None)
                        .expect("the game is not done");
                    solver.search(20);
                    // The search restarts each time, so the budget must grow.
                    budget *= 2;
                }
            }
            assert_eq!(best.proven_best(), columns, "{rules:?} {notation}");
        });
    }
}

#[test]
fn best_moves_convert_into_columns() {
    for_each(60, |rules, position, notation| {
        let mut solver = solver(rules);
        let mut best = BestMoves::new(&mut solver, &position).expect("the game is not done");
        best.search(&mut solver, 200).unwrap();
        let mut columns = best.into_columns();
        assert!(columns.search(&mut solver, u64::MAX).unwrap());
        let mut plain =
            ColumnScores::new(&mut solver, &position, Goal::Exact).expect("the game is not done");
        assert!(plain.search(&mut solver, u64::MAX).unwrap());
        for column in rules.all_columns() {
            assert_eq!(
                columns.bounds(column),
                plain.bounds(column),
                "{notation} {column}"
            );
        }
    });
}

#[test]
fn best_moves_use_the_book() {
    let rules = Rules::CLASSIC;
    let book = Book::read(include_bytes!("../../data/7x6.book")).expect("the book is valid");
    let mut solver = Solver::new(rules, Solver::DEFAULT_TABLE).expect("the rules are supported");
    solver.use_book(Arc::new(book));
    for (moves, columns, score, nodes) in [
        ("", &[3][..], 1, 0),
        ("4", &[3], -1, 0),
        ("1", &[3, 1], 2, 0),
        ("32164625", &[2], 11, 1_000_000),
    ] {
        let mut best =
            BestMoves::new(&mut solver, &position(rules, moves)).expect("the game is not done");
        assert_eq!(best.score(), Some(score), "{moves}");
        let before = solver.nodes();
        assert!(best.search(&mut solver, u64::MAX).unwrap());
        assert!(solver.nodes() - before <= nodes, "{moves}");
        let known: Vec<usize> = best
            .proven_best()
            .iter()
            .map(|column| column.index())
            .collect();
        assert_eq!(known, columns, "{moves}");
    }
}

#[test]
fn at_least_returns_a_bound_that_decides() {
    for_each(40, |rules, position, notation| {
        let mut solver = solver(rules);
        let score = solver.solve(&position).expect("the game is not done");
        for least in (score - 3..=score + 3).chain([i32::MIN, -30, 0, 30, i32::MAX]) {
            if least % 2 == 0 {
                solver.clear_table();
            }
            solver
                .begin(&position, Goal::AtLeast(least), Some(0))
                .expect("the game is not done");
            let Progress::Done(answer) = solver.search(u64::MAX) else {
                panic!("paused with budget left");
            };
            assert_eq!(
                answer >= least,
                score >= least,
                "{rules:?} {notation} {least}"
            );
            assert!(if answer >= least {
                score >= answer
            } else {
                score <= answer
            });
        }
        // The same for each column.
        for least in [-2, 0, 1, 2] {
            let mut columns = ColumnScores::new(&mut solver, &position, Goal::AtLeast(least))
                .expect("the game is not done");
            assert!(columns.search(&mut solver, u64::MAX).unwrap());
            let mut exact = ColumnScores::new(&mut solver, &position, Goal::Exact)
                .expect("the game is not done");
            assert!(exact.search(&mut solver, u64::MAX).unwrap());
            for column in rules.all_columns() {
                let (Some(found), Some(score)) = (
                    columns.bounds(column),
                    exact.bounds(column).and_then(Bounds::exact),
                ) else {
                    assert_eq!(columns.bounds(column), None);
                    continue;
                };
                assert!(
                    found.lower <= score && score <= found.upper,
                    "{notation} {column}"
                );
                assert!(
                    found.lower >= least || found.upper < least,
                    "{notation} {column}"
                );
            }
        }
    });
}
