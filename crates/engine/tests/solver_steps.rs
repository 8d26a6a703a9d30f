//! A search in steps: paused, gone on with, and interrupted.

mod plain;

use four_shapes_engine::{
    Position, Rules,
    solver::{Bounds, Goal, Progress, Solver},
};
use plain::{Plain, position, random::Random, text, two_players};

const TABLE: usize = 1 << 20;

/// More nodes than any of the searches here takes, in steps or not.
const ENOUGH: u64 = 20_000_000;

/// Positions that take some thousand nodes, four in a row: columns, rows, moves
/// and the score.
const POSITIONS: [(u32, u32, &str, i32); 6] = [
    (7, 6, "5455174361263362", -1),
    (7, 6, "2531276566711153", 2),
    (7, 6, "274552224131661", 0),
    (5, 5, "", 0),
    (6, 4, "", -1),
    (4, 5, "", 0),
];

fn solver(rules: Rules) -> Solver {
    Solver::new(rules, TABLE).expect("it can be solved")
}

fn within(inner: Bounds, outer: Bounds) -> bool {
    outer.lower <= inner.lower && inner.upper <= outer.upper
}

/// Searches in steps to the end, with a solver that is new, and says how many
/// nodes that took; fails if it takes more than the most.
fn steps(solver: &mut Solver, position: &Position, budget: u64, score: i32, most: u64) -> u64 {
    solver
        .begin(position, Goal::Exact, None)
        .expect("it goes on");
    let mut proved = Bounds {
        lower: i32::MIN,
        upper: i32::MAX,
    };
    loop {
        let step = solver.nodes();
        let progress = solver.search(budget);
        assert!(solver.nodes() - step <= budget + 100, "far over the budget");
        match progress {
            Progress::Done(found) => {
                assert_eq!(found, score);
                assert_eq!(solver.search(budget), Progress::Done(score));
                return solver.nodes();
            }
            Progress::Paused(bounds) => {
                assert!(within(bounds, proved), "{bounds:?} after {proved:?}");
                assert!(bounds.lower <= score && score <= bounds.upper, "{bounds:?}");
                assert_eq!(bounds.exact(), None, "then it would be done");
                assert!(solver.nodes() > step, "no step forward");
                assert!(solver.nodes() <= most, "work was lost in steps of {budget}");
                proved = bounds;
            }
        }
    }
}

/// Positions with their rules and scores: those above and some on boards of more
/// than 64 bits.
fn positions() -> Vec<(Rules, String, i32)> {
    let known = POSITIONS.map(|(columns, rows, moves, score)| {
        (two_players(columns, rows, 4), moves.to_string(), score)
    });
    let mut all = known.to_vec();
    for (columns, rows, connect, empty) in [(10, 6, 5, 14), (12, 8, 5, 16), (9, 7, 4, 18)] {
        let rules = two_players(columns, rows, connect);
        let mut plain = Plain::new(rules);
        let mut random = Random::new(2);
        for _ in 0..8 {
            let pieces = rules.cells() - empty;
            if let Some(moves) = plain.random_moves(&mut random, pieces) {
                let score = plain.score(plain.play(&moves));
                all.push((rules, text(rules, &moves), score));
            }
        }
    }
    all
}

/// However small the steps, they lead to the same score with about as much work.
#[test]
fn steps_lose_no_work() {
    for (rules, moves, score) in positions() {
        let position = position(rules, &moves);
        let mut whole = solver(rules);
        assert_eq!(whole.solve(&position), Ok(score), "{rules:?} {moves}");
        for budget in [1, 7, 1000] {
            let mut solver = solver(rules);
            let (least, most) = (whole.nodes() * 95 / 100, whole.nodes() * 105 / 100 + 50);
            let nodes = steps(&mut solver, &position, budget, score, most);
            assert!(
                (least..=most).contains(&nodes),
                "{rules:?} {moves}: {nodes} nodes in steps of {budget}, {} in one go",
                whole.nodes()
            );
        }
    }
}

#[test]
fn the_outcome_is_found_in_steps_too() {
    for (rules, moves, score) in positions() {
        let position = position(rules, &moves);
        let mut solver = solver(rules);
        solver
            .begin(&position, Goal::Outcome, None)
            .expect("it goes on");
        loop {
            match solver.search(50) {
                Progress::Done(found) => {
                    assert_eq!(found, score.signum(), "{rules:?} {moves}");
                    break;
                }
                Progress::Paused(Bounds { lower, upper }) => {
                    assert!((-1..=1).contains(&lower) && (-1..=1).contains(&upper));
                    assert!((lower..=upper).contains(&score.signum()));
                    assert!(solver.nodes() < ENOUGH, "{rules:?} {moves}");
                }
            }
        }
    }
}

/// No budget, no step; what needs no search is known at once.
#[test]
fn no_budget_is_no_search() {
    let rules = Rules::CLASSIC;
    let mut solver = solver(rules);
    let whole = position(rules, "5455174361263362");
    solver.begin(&whole, Goal::Exact, None).expect("it goes on");
    for _ in 0..3 {
        assert!(matches!(solver.search(0), Progress::Paused(_)));
    }
    assert_eq!(solver.nodes(), 0);
    assert_eq!(solver.search(u64::MAX), Progress::Done(-1));
    let won = position(rules, "112233");
    solver.begin(&won, Goal::Exact, None).expect("it goes on");
    assert_eq!(solver.search(0), Progress::Done(18));
}

/// A position is left in the middle of its search and taken up again later.
#[test]
fn another_position_in_the_middle() {
    let all = positions();
    for (rules, moves, score) in &all {
        for pause in [1, 10, 100, 1000] {
            let mut solver = solver(*rules);
            let first = position(*rules, moves);
            solver.begin(&first, Goal::Exact, None).expect("it goes on");
            solver.search(pause);
            for (_, moves, score) in all.iter().filter(|other| other.0 == *rules) {
                let other = position(*rules, moves);
                solver
                    .begin(&other, Goal::Outcome, Some(*score))
                    .expect("it goes on");
                solver.search(pause);
            }
            assert_eq!(solver.solve(&first), Ok(*score), "{rules:?} {moves}");
        }
    }
}

/// What is forgotten in the middle costs time and nothing else.
#[test]
fn forgetting_in_the_middle() {
    for (rules, moves, score) in positions() {
        let position = position(rules, &moves);
        for budget in [10, 1000] {
            let mut solver = solver(rules);
            solver
                .begin(&position, Goal::Exact, None)
                .expect("it goes on");
            for _ in 0..5 {
                solver.search(budget);
                solver.forget();
            }
            let found = solver.search(u64::MAX);
            assert_eq!(found, Progress::Done(score), "{rules:?} {moves}");
        }
    }
}

#[test]
fn after_forgetting_a_search_takes_as_long_as_the_first() {
    for (columns, rows, moves, score) in POSITIONS {
        let rules = two_players(columns, rows, 4);
        let position = position(rules, moves);
        let mut solver = solver(rules);
        let mut nodes = || {
            let before = solver.nodes();
            assert_eq!(solver.solve(&position), Ok(score), "{moves}");
            let again = solver.nodes() - before;
            let before = solver.nodes();
            assert_eq!(solver.solve(&position), Ok(score), "{moves} again");
            let known = solver.nodes() - before;
            assert!(known < again / 4, "{known} after {again}: nothing was kept");
            solver.forget();
            again
        };
        assert_eq!(nodes(), nodes(), "{columns} × {rows} {moves}");
    }
}
