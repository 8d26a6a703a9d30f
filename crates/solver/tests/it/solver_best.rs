//! `BestMoveSearch` and `Goal::AtLeast`.

use four_shapes_rules::{Column, Position, Rules};
use four_shapes_solver::{
    BestMoveSearch, Bounds, ColumnSearch, Goal, PositionSearch, Progress, Score, Search as _,
    Solver, book::Book,
};
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
fn expected(solver: &mut Solver, position: &Position) -> (Vec<Column>, Option<Score>) {
    let scores = solver
        .column_scores(position)
        .expect("the game is not done");
    let score = scores.iter().map(|(_, score)| score).max();
    (scores.best(), score)
}

#[test]
fn best_moves_have_the_best_score() {
    for_each(400, |rules, position, notation| {
        let (columns, score) = expected(&mut solver(rules), &position);
        let mut solver = solver(rules);
        let mut best = BestMoveSearch::new(&mut solver, &position).expect("the game is not done");
        let found = best.run(u64::MAX);
        assert_eq!(
            found.done().as_ref(),
            Some(&columns),
            "{rules:?} {notation}"
        );
        assert_eq!(best.proved_best(), columns, "{rules:?} {notation}");
        assert_eq!(
            best.score(),
            score.or(Some(Score::DRAW)),
            "{rules:?} {notation}"
        );
        assert_eq!(best.first_proved_best(), columns.first().copied());
        assert_eq!(best.best_so_far(), columns.first().copied());
        assert_eq!(best.run(0).done(), Some(columns), "the search stays done");
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
            let mut best = BestMoveSearch::new(&mut solver, &position(rules, &notation))
                .expect("the game is not done");
            let found = best.finish();
            let mut found: Vec<usize> = found.iter().map(|column| column.index()).collect();
            found.sort_unstable();
            assert_eq!(found, columns, "{rules:?} {notation}");
            assert_eq!(
                best.score().map(i32::from),
                Some(score),
                "{rules:?} {notation}"
            );
        }
    }
}

#[test]
fn intermediate_results_are_correct() {
    for_each(40, |rules, position, notation| {
        let (columns, score) = expected(&mut solver(rules), &position);
        let mut solver = solver(rules);
        let mut best = BestMoveSearch::new(&mut solver, &position).expect("the game is not done");
        let mut done = false;
        while !done {
            done = best.run(20).is_done();
            let known = best.proved_best();
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
            assert!(best.nodes() < MAX_NODES, "{rules:?} {notation}");
        }
        assert_eq!(best.proved_best(), columns, "{rules:?} {notation}");
    });
}

#[test]
fn columns_are_scored_after_the_best() {
    for_each(60, |rules, position, notation| {
        let mut solver = solver(rules);
        let columns = ColumnSearch::best_first(&mut solver, &position);
        let mut columns = columns.expect("the game is not done");
        columns.run(200);
        let scores = columns.finish();
        for column in rules.all_columns() {
            let bounds = columns.bounds(column);
            let exact = bounds.map(|bounds| bounds.exact().expect("the search is done"));
            assert_eq!(exact, scores.get(column), "{notation} {column}");
        }
        assert_eq!(solver.column_scores(&position), Ok(scores), "{notation}");
    });
}

/// The bounds of the columns are those of a search for the best alone until these are known.
#[test]
fn the_best_columns_are_known_first() {
    for_each(40, |rules, position, notation| {
        let mut solver = [solver(rules), solver(rules)];
        let [alone, first] = &mut solver;
        let mut best = BestMoveSearch::new(alone, &position).expect("the game is not done");
        let columns = ColumnSearch::best_first(first, &position);
        let mut columns = columns.expect("the game is not done");
        loop {
            assert_eq!(columns.best(), best.proved_best(), "{notation}");
            assert_eq!(columns.best_so_far(), best.best_so_far(), "{notation}");
            if let Some(bounds) = columns.position_bounds() {
                assert_eq!(bounds, best.position_bounds(), "{notation}");
            }
            for column in rules.all_columns() {
                assert_eq!(columns.bounds(column), best.bounds(column), "{notation}");
            }
            if best.run(20).is_done() {
                break;
            }
            assert!(!columns.run(20).is_done(), "{notation}");
        }
        let known = best.proved_best();
        while !columns.run(20).is_done() {
            assert_eq!(columns.best(), known, "{notation}");
            assert!(columns.nodes() < MAX_NODES, "{rules:?} {notation}");
        }
        assert_eq!(columns.best(), known, "{notation}");
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
        let mut best = BestMoveSearch::new(&mut solver, &position(rules, moves))
            .expect("the game is not done");
        assert_eq!(best.score().map(i32::from), Some(score), "{moves}");
        let found = best.finish();
        assert!(best.nodes() <= nodes, "{moves}");
        let found: Vec<usize> = found.iter().map(|column| column.index()).collect();
        assert_eq!(found, columns, "{moves}");
    }
}

#[test]
fn at_least_returns_bounds_that_decide() {
    for_each(40, |rules, position, notation| {
        let mut solver = solver(rules);
        let score = solver.solve(&position).expect("the game is not done");
        let near = score.value() - 3..=score.value() + 3;
        for least in near.chain([i8::MIN, -30, 0, 30, i8::MAX]) {
            if least % 2 == 0 {
                solver.clear_table();
            }
            let least = Score::new(least);
            let goal = Goal::AtLeast(least);
            let search =
                PositionSearch::with_guess(&mut solver, &position, goal, Some(Score::DRAW));
            let Progress::Done(Bounds { lower, upper }) =
                search.expect("the game is not done").run(u64::MAX)
            else {
                panic!("paused with nodes left");
            };
            assert!(
                lower <= score && score <= upper,
                "{rules:?} {notation} {least}"
            );
            assert!(
                lower >= least || upper < least,
                "{rules:?} {notation} {least}"
            );
        }
    });
}
