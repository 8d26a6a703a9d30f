//! Searches whose solver changes between two slices: another one, or one that was used otherwise.

use four_shapes_rules::{Position, Rules};
use four_shapes_solver::{
    BestMoves, Bounds, ColumnScores, Goal, PositionSearch, PrincipalVariation, Progress, Solver,
    Unsolvable,
};
use four_shapes_testing::plain::{Plain, random::Random, text, two_players};

/// The slices of a search, at most.
const MAX_SLICES: usize = 3_000;

const BOARDS: [(u32, u32, u32, usize); 4] =
    [(7, 6, 4, 18), (6, 5, 4, 16), (5, 5, 3, 18), (9, 7, 4, 16)];

/// A position with the scores of its moves.
struct Case {
    position: Position,
    scores: Vec<Option<i32>>,
}

impl Case {
    fn best(&self) -> i32 {
        let scores = self.scores.iter().flatten();
        *scores.max().expect("the board is not full")
    }
}

/// Solvers that are used in turns for the same searches.
struct Mixed<'a> {
    solvers: Vec<Solver>,
    cases: &'a [Case],
    random: Random,
}

impl<'a> Mixed<'a> {
    fn new(rules: Rules, cases: &'a [Case], seed: u64) -> Self {
        let mut first = Solver::new(rules, 1 << 20).unwrap();
        let solvers = vec![
            first.share(),
            first,
            Solver::new(rules, 1 << 20).unwrap(),
            Solver::new(rules, 0).unwrap(),
        ];
        Self {
            solvers,
            cases,
            random: Random::new(seed),
        }
    }

    /// Runs a search in slices, each with one of the solvers, until it is done.
    fn run(&mut self, mut slice: impl FnMut(&mut Solver, u64) -> bool) {
        for _ in 0..MAX_SLICES {
            let at = self.random.below(self.solvers.len());
            let solver = &mut self.solvers[at];
            // Often the same number of other searches with each solver.
            for _ in 0..self.random.below(3) {
                let other = &self.cases[self.random.below(self.cases.len())];
                let goal = [Goal::Exact, Goal::Outcome, Goal::AtLeast(1)][self.random.below(3)];
                solver.begin(&other.position, goal, None).unwrap();
                solver.search(self.random.below(40) as u64);
            }
            if slice(solver, 1 + self.random.below(60) as u64) {
                return;
            }
        }
        // What is proved survives, so a search with one solver alone ends.
        assert!(slice(&mut self.solvers[0], u64::MAX));
    }
}

fn cases(rules: Rules, empty: usize) -> Vec<Case> {
    let mut plain = Plain::new(rules);
    let mut random = Random::new(5);
    let mut cases = Vec::new();
    while cases.len() < 25 {
        let Some(moves) = plain.random_moves(&mut random, rules.cells() - empty) else {
            continue;
        };
        let pieces = plain.play(&moves);
        let scores = (0..plain.columns).map(|column| {
            let cell = plain.landing(pieces, column)?;
            Some(if plain.wins(pieces, cell) {
                i32::try_from(empty.div_ceil(2)).unwrap()
            } else {
                -plain.score(Plain::after(pieces, cell))
            })
        });
        cases.push(Case {
            scores: scores.collect(),
            position: four_shapes_testing::plain::position(rules, &text(rules, &moves)),
        });
    }
    cases
}

fn for_each_board(check: fn(&mut Mixed<'_>, &Case)) {
    for (columns, rows, connect, empty) in BOARDS {
        let rules = two_players(columns, rows, connect);
        let cases = cases(rules, empty);
        for (seed, case) in cases.iter().enumerate() {
            check(&mut Mixed::new(rules, &cases, seed as u64), case);
        }
    }
}

#[test]
fn columns_have_their_scores_with_any_solver() {
    for_each_board(|mixed, case| {
        let (position, all) = (&case.position, case.position.rules().all_columns());
        let mut columns = ColumnScores::new(&mut mixed.solvers[0], position, Goal::Exact).unwrap();
        mixed.run(|solver, budget| columns.search(solver, budget).unwrap());
        let scores = all.map(|column| columns.bounds(column).and_then(Bounds::exact));
        assert_eq!(scores.collect::<Vec<_>>(), case.scores, "{position:?}");
    });
}

#[test]
fn best_moves_are_best_with_any_solver() {
    for_each_board(|mixed, case| {
        let position = &case.position;
        let mut best = BestMoves::new(&mut mixed.solvers[0], position).unwrap();
        mixed.run(|solver, budget| best.search(solver, budget).unwrap());
        assert_eq!(best.score(), Some(case.best()), "{position:?}");
        let mut found: Vec<usize> = best.proven_best().iter().map(|one| one.index()).collect();
        found.sort_unstable();
        let scores = case.scores.iter().enumerate();
        let expected = scores.filter(|(_, score)| **score == Some(case.best()));
        let expected: Vec<usize> = expected.map(|(column, _)| column).collect();
        assert_eq!(found, expected, "{position:?}");
    });
}

#[test]
fn positions_have_their_scores_with_any_solver() {
    for_each_board(|mixed, case| {
        for (goal, answer) in [
            (Goal::Exact, case.best()),
            (Goal::Outcome, case.best().signum()),
        ] {
            let position = &case.position;
            let mut search =
                PositionSearch::new(&mut mixed.solvers[0], position, goal, None).unwrap();
            mixed.run(|solver, budget| match search.search(solver, budget) {
                Ok(Progress::Done(found)) => {
                    assert_eq!(found, answer, "{position:?}");
                    true
                }
                other => {
                    let bounds = search.bounds();
                    assert_eq!(other, Ok(Progress::Paused(bounds)));
                    assert!(
                        (bounds.lower..=bounds.upper).contains(&answer),
                        "{bounds:?}"
                    );
                    false
                }
            });
        }
    });
}

#[test]
fn principal_variations_are_the_same_with_any_solver() {
    for_each_board(|mixed, case| {
        let position = &case.position;
        let mut alone = Solver::new(position.rules(), 1 << 20).unwrap();
        let mut expected = PrincipalVariation::new(&mut alone, position).unwrap();
        assert_eq!(expected.search(&mut alone, u64::MAX), Ok(true));
        let mut line = PrincipalVariation::new(&mut mixed.solvers[0], position).unwrap();
        mixed.run(|solver, budget| line.search(solver, budget).unwrap());
        assert_eq!(line.moves(), expected.moves(), "{position:?}");
    });
}

#[test]
fn solvers_of_other_games_are_refused() {
    let error = Err(Unsolvable::OtherRules);
    let rules = Rules::CLASSIC;
    let position = four_shapes_testing::plain::position(rules, "21663217272654");
    for other in [
        two_players(7, 6, 5),
        two_players(6, 7, 4),
        two_players(7, 5, 4),
        two_players(9, 7, 4),
        two_players(10, 8, 4),
    ] {
        let mut other = Solver::new(other, 1 << 20).unwrap();
        let mut solver = Solver::new(rules, 1 << 20).unwrap();
        for begin in [0, 1, 8] {
            // So that the numbers of their searches are equal.
            for _ in 0..begin {
                let empty = Position::new(other.rules());
                other.begin(&empty, Goal::Exact, None).unwrap();
            }
            solver.clear_table();
            let mut search =
                PositionSearch::new(&mut solver, &position, Goal::Exact, None).unwrap();
            assert!(search.search(&mut solver, 10).is_ok());
            assert_eq!(search.search(&mut other, 10).map(|_| true), error);
            let mut columns = ColumnScores::new(&mut solver, &position, Goal::Exact).unwrap();
            assert_eq!(columns.search(&mut solver, 10), Ok(false));
            assert_eq!(columns.search(&mut other, 10), error);
            let mut best = BestMoves::new(&mut solver, &position).unwrap();
            assert_eq!(best.search(&mut solver, 10), Ok(false));
            assert_eq!(best.search(&mut other, 10), error);
            let mut line = PrincipalVariation::new(&mut solver, &position).unwrap();
            assert_eq!(line.search(&mut solver, 10), Ok(false));
            assert_eq!(line.search(&mut other, 10), error);
            // It goes on with its own solver, also when done.
            assert_eq!(line.search(&mut solver, u64::MAX), Ok(true));
            assert_eq!(line.search(&mut other, 10), error);
        }
    }
}

#[test]
fn a_new_solver_searches_the_empty_board() {
    let rules = two_players(4, 4, 4);
    let mut solver = Solver::new(rules, 1 << 20).unwrap();
    assert!(matches!(solver.search(1), Progress::Paused(_)));
    assert_eq!(solver.search(u64::MAX), Progress::Done(0));
    let rules = two_players(5, 4, 3);
    let mut solver = Solver::new(rules, 1 << 20).unwrap();
    let score = Plain::new(rules).score(Plain::new(rules).play(&[]));
    assert_ne!(score, 0);
    assert_eq!(solver.search(u64::MAX), Progress::Done(score));
}
