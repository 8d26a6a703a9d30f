//! Searches in slices: paused, resumed and abandoned.

use four_shapes_rules::{Position, Rules};
use four_shapes_solver::{Bounds, Goal, PositionSearch, Progress, Score, Search as _, Solver};
use four_shapes_testing::plain::{Plain, position, random::Random, text, two_players};

const TABLE: usize = 1 << 20;

/// More nodes than any search here takes, sliced or not.
const MAX_NODES: u64 = 20_000_000;

/// Positions that take some thousand nodes, four in a row: columns, rows, moves and score.
const POSITIONS: [(u32, u32, &str, i8); 6] = [
    (7, 6, "5455174361263362", -1),
    (7, 6, "2531276566711153", 2),
    (7, 6, "274552224131661", 0),
    (5, 5, "", 0),
    (6, 4, "", -1),
    (4, 5, "", 0),
];

fn solver(rules: Rules) -> Solver {
    Solver::new(rules, TABLE).expect("the rules are supported")
}

fn within(inner: Bounds, outer: Bounds) -> bool {
    outer.lower <= inner.lower && inner.upper <= outer.upper
}

/// Returns the score of a search that is done.
fn exact(progress: Progress<Bounds>) -> Option<Score> {
    progress.done().and_then(Bounds::exact)
}

/// Searches in slices with a new solver and returns the number of nodes, at most `max`.
fn search_in_slices(
    solver: &mut Solver,
    position: &Position,
    budget: u64,
    score: Score,
    max: u64,
) -> u64 {
    let search = PositionSearch::new(solver, position, Goal::Exact);
    let mut search = search.expect("the game is not over");
    let mut proved = Bounds {
        lower: Score::new(i8::MIN),
        upper: Score::new(i8::MAX),
    };
    loop {
        let before = search.nodes();
        let progress = search.run(budget);
        assert!(
            search.nodes() - before <= budget + 100,
            "far over the budget"
        );
        let bounds = search.bounds();
        assert!(within(bounds, proved), "{bounds:?} after {proved:?}");
        assert!(bounds.lower <= score && score <= bounds.upper, "{bounds:?}");
        match progress {
            Progress::Done(found) => {
                assert_eq!(found.exact(), Some(score));
                assert_eq!(found, bounds);
                assert_eq!(search.run(budget), Progress::Done(found));
                return search.nodes();
            }
            Progress::Paused => {
                assert_eq!(bounds.exact(), None, "equal bounds end the search");
                assert!(search.nodes() > before, "no progress");
                assert!(search.nodes() <= max, "slices of {budget} lose work");
                proved = bounds;
            }
        }
    }
}

/// Returns positions with their rules and scores: those above, and some on boards of more
/// than 64 bits.
fn positions() -> Vec<(Rules, String, Score)> {
    let known = POSITIONS.map(|(columns, rows, moves, score)| {
        let score = Score::new(score);
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
                let score = i8::try_from(plain.score(plain.play(&moves)));
                let score = Score::new(score.expect("the board is small"));
                all.push((rules, text(rules, &moves), score));
            }
        }
    }
    all
}

#[test]
fn slices_lose_no_work() {
    for (rules, moves, score) in positions() {
        let position = position(rules, &moves);
        let mut whole = solver(rules);
        assert_eq!(whole.solve(&position), Ok(score), "{rules:?} {moves}");
        for budget in [1, 7, 1000] {
            let mut solver = solver(rules);
            let (min, max) = (whole.nodes() * 95 / 100, whole.nodes() * 105 / 100 + 50);
            let nodes = search_in_slices(&mut solver, &position, budget, score, max);
            assert!(
                (min..=max).contains(&nodes),
                "{rules:?} {moves}: {nodes} nodes in slices of {budget}, {} at once",
                whole.nodes()
            );
        }
    }
}

#[test]
fn outcomes_are_found_in_slices() {
    for (rules, moves, score) in positions() {
        let position = position(rules, &moves);
        let mut solver = solver(rules);
        let search = PositionSearch::new(&mut solver, &position, Goal::Outcome);
        let mut search = search.expect("the game is not over");
        loop {
            let progress = search.run(50);
            let Bounds { lower, upper } = search.bounds();
            assert!((lower..=upper).contains(&score));
            if let Progress::Done(found) = progress {
                assert_eq!(found.outcome(), Some(score.outcome()), "{rules:?} {moves}");
                assert_eq!(found, search.bounds(), "{rules:?} {moves}");
                break;
            }
            assert!(search.nodes() < MAX_NODES, "{rules:?} {moves}");
        }
    }
}

#[test]
fn a_zero_budget_searches_nothing() {
    let rules = Rules::CLASSIC;
    let solver = solver(rules);
    let whole = position(rules, "5455174361263362");
    let search = PositionSearch::new(solver, &whole, Goal::Exact);
    let mut search = search.expect("the game is not over");
    for _ in 0..3 {
        assert_eq!(search.run(0), Progress::Paused);
    }
    assert_eq!(search.nodes(), 0);
    assert_eq!(exact(search.run(u64::MAX)), Some(Score::new(-1)));
    let won = position(rules, "112233");
    let search = PositionSearch::new(search.into_solver(), &won, Goal::Exact);
    let mut search = search.expect("the game is not over");
    assert_eq!(exact(search.run(0)), Some(Score::new(18)));
    assert_eq!(search.nodes(), 0);
}

#[test]
fn searches_can_be_abandoned_and_restarted() {
    let all = positions();
    for (rules, moves, score) in &all {
        for pause in [1, 10, 100, 1000] {
            let mut solver = solver(*rules);
            let first = position(*rules, moves);
            let search = PositionSearch::new(&mut solver, &first, Goal::Exact);
            search.expect("the game is not over").run(pause);
            for (_, moves, score) in all.iter().filter(|other| other.0 == *rules) {
                let other = position(*rules, moves);
                let (goal, guess) = (Goal::Outcome, Some(*score));
                let search = PositionSearch::with_guess(&mut solver, &other, goal, guess);
                search.expect("the game is not over").run(pause);
            }
            assert_eq!(solver.solve(&first), Ok(*score), "{rules:?} {moves}");
        }
    }
}

#[test]
fn the_table_can_be_cleared_between_slices() {
    for (rules, moves, score) in positions() {
        let position = position(rules, &moves);
        for budget in [10, 1000] {
            let mut solver = solver(rules);
            let mut other = solver.share();
            let search = PositionSearch::new(&mut solver, &position, Goal::Exact);
            let mut search = search.expect("the game is not over");
            for _ in 0..5 {
                search.run(budget);
                other.clear_table();
            }
            drop(other);
            let found = exact(search.run(u64::MAX));
            assert_eq!(found, Some(score), "{rules:?} {moves}");
        }
    }
}

#[test]
fn clearing_the_table_resets_the_search() {
    for (columns, rows, moves, score) in POSITIONS {
        let rules = two_players(columns, rows, 4);
        let position = position(rules, moves);
        let score = Ok(Score::new(score));
        let mut solver = solver(rules);
        let mut nodes = || {
            let before = solver.nodes();
            assert_eq!(solver.solve(&position), score, "{moves}");
            let first = solver.nodes() - before;
            let before = solver.nodes();
            assert_eq!(solver.solve(&position), score, "{moves} again");
            let known = solver.nodes() - before;
            assert!(
                known < first / 4,
                "{known} nodes after {first}: the table was not used"
            );
            solver.clear_table();
            first
        };
        assert_eq!(nodes(), nodes(), "{columns} × {rows} {moves}");
    }
}
