//! Solvers in several threads that share a transposition table.

use four_shapes_rules::{Position, Rules};
use four_shapes_solver::{Bounds, Goal, PositionSearch, Progress, Score, Search as _, Solver};
use four_shapes_testing::plain::{position, two_players};
use std::{sync::Mutex, thread};

/// A small table, in which threads often write to the same bucket.
const TABLE: usize = 1 << 19;

/// Searches with three solvers that share a table and their bounds. Returns the score.
fn solve_in_threads(rules: Rules, position: &Position) -> Score {
    let mut solver = Solver::new(rules, TABLE).unwrap();
    let mut solvers = vec![solver.share(), solver.share()];
    solvers.push(solver);
    let proved = Mutex::new(Bounds {
        lower: Score::new(i8::MIN),
        upper: Score::new(i8::MAX),
    });
    let scores = thread::scope(|scope| {
        let threads: Vec<_> = solvers
            .into_iter()
            .map(|solver| {
                let mut search = PositionSearch::new(solver, position, Goal::Exact).unwrap();
                let proved = &proved;
                scope.spawn(move || {
                    loop {
                        if let Progress::Done(bounds) = search.run(500) {
                            return bounds.exact().expect("the search is done");
                        }
                        let bounds = search.bounds();
                        let mut proved = proved.lock().unwrap();
                        proved.lower = proved.lower.max(bounds.lower);
                        proved.upper = proved.upper.min(bounds.upper);
                        search.narrow(*proved);
                    }
                })
            })
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect::<Vec<_>>()
    });
    assert!(scores.iter().all(|score| *score == scores[0]), "{scores:?}");
    scores[0]
}

#[test]
fn threads_find_the_same_scores() {
    for (columns, rows, moves, score) in [
        (7, 6, "5455174361263362", -1),
        (7, 6, "2531276566711153", 2),
        (7, 6, "274552224131661", 0),
        (6, 4, "", -1),
        (4, 5, "", 0),
        (8, 7, "3646372484214365", -18),
        (9, 6, "86314469346392", -12),
        (10, 6, "4,7,3,6,7,5,8,3,10,1,1,8,10,7,9,7,5", 14),
    ] {
        let rules = two_players(columns, rows, 4);
        let position = position(rules, moves);
        assert_eq!(
            solve_in_threads(rules, &position),
            Score::new(score),
            "{columns} × {rows}: {moves}"
        );
    }
}

#[test]
fn a_table_grows_again_when_it_is_no_longer_shared() {
    let rules = Rules::CLASSIC;
    let mut solver = Solver::new(rules, Solver::DEFAULT_TABLE).unwrap();
    let easy = position(rules, "5455174361263362");
    assert_eq!(solver.solve(&easy), Ok(Score::new(-1)));
    let nodes = solver.nodes();
    let mut other = solver.share();
    // What one has found, the other knows.
    assert_eq!(other.solve(&easy), Ok(Score::new(-1)));
    assert!(other.nodes() < nodes / 10, "{} of {nodes}", other.nodes());
    drop(other);
    solver.clear_table();
    let before = solver.nodes();
    assert_eq!(solver.solve(&easy), Ok(Score::new(-1)));
    assert_eq!(solver.nodes() - before, nodes);
}

#[test]
fn narrowed_bounds_end_a_search() {
    let rules = Rules::CLASSIC;
    let mut solver = Solver::new(rules, TABLE).unwrap();
    let hard = position(rules, "44444");
    let mut search = PositionSearch::new(&mut solver, &hard, Goal::Exact).unwrap();
    assert_eq!(search.run(1000), Progress::Paused);
    let bounds = Bounds {
        lower: Score::new(-3),
        upper: Score::new(-2),
    };
    search.narrow(bounds);
    assert_eq!(
        search.run(1000),
        Progress::Paused,
        "the bounds have not met"
    );
    assert_eq!(search.bounds(), bounds);
    search.narrow(Bounds {
        lower: Score::new(-2),
        upper: Score::new(5),
    });
    let score = search.run(1).done().and_then(Bounds::exact);
    assert_eq!(score, Some(Score::new(-2)));
}
