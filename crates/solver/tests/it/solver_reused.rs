//! Searches on solvers with a past: others were dropped half-way, and solvers that share the
//! table search something else between two slices.

use four_shapes_rules::{Position, Rules};
use four_shapes_solver::{
    BestMoveSearch, Bounds, ColumnSearch, Goal, PositionSearch, Progress, Score, Search, Solver,
    Unsolvable, VariationSearch,
};
use four_shapes_testing::plain::{self, Plain, random::Random, text, two_players};
use std::{fmt::Debug, mem};

/// The slices of a search, at most.
const MAX_SLICES: usize = 3_000;

const BOARDS: [(u32, u32, u32, usize); 5] = [
    (7, 6, 4, 18),
    (6, 5, 4, 16),
    (5, 5, 3, 18),
    (5, 5, 4, 18),
    (9, 7, 4, 16),
];

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

    /// Returns the indices of the best columns.
    fn best_columns(&self) -> Vec<usize> {
        let scores = self.scores.iter().enumerate();
        let best = scores.filter(|(_, score)| **score == Some(self.best()));
        best.map(|(column, _)| column).collect()
    }
}

/// A search that owns its solver.
trait Owner: Search<Answer: Clone + Debug + PartialEq> {
    fn into_solver(self) -> Solver;
}

macro_rules! owners {
    ($($search:ident)*) => {
        $(impl Owner for $search<Solver> {
            fn into_solver(self) -> Solver {
                $search::into_solver(self)
            }
        })*
    };
}

owners!(PositionSearch ColumnSearch BestMoveSearch VariationSearch);

/// Solvers that are used in turns for the same searches.
struct Mixed<'a> {
    solvers: Vec<Solver>,
    cases: &'a [Case],
    random: Random,
    /// The searches that were dropped: paused, and done.
    dropped: [usize; 2],
}

impl<'a> Mixed<'a> {
    fn new(rules: Rules, cases: &'a [Case], seed: u64) -> Self {
        let mut first = Solver::new(rules, 1 << 20).unwrap();
        let solvers = vec![
            first.share(),
            first.share(),
            first,
            Solver::new(rules, 1 << 20).unwrap(),
            Solver::new(rules, 1).unwrap(),
        ];
        Self {
            solvers,
            cases,
            random: Random::new(seed),
            dropped: [0; 2],
        }
    }

    /// Takes away one of the solvers, often just after it has begun other searches.
    fn take(&mut self) -> Solver {
        let at = self.random.below(self.solvers.len());
        for _ in 0..self.random.below(3) {
            self.drop_search(at);
        }
        self.solvers.swap_remove(at)
    }

    /// Begins any search with a solver and drops it.
    fn drop_search(&mut self, solver: usize) {
        let random = &mut self.random;
        let case = &self.cases[random.below(self.cases.len())];
        let (solver, position) = (&mut self.solvers[solver], &case.position);
        let goal = [Goal::Exact, Goal::Outcome, Goal::AtLeast(Score::new(1))][random.below(3)];
        let nodes = random.below(10) as u64;
        // Those that evaluate the moves are slow to begin.
        let is_done = match random.below(12) {
            0 => is_done(ColumnSearch::best_first(solver, position), nodes),
            1 => is_done(BestMoveSearch::new(solver, position), nodes),
            2 | 3 => is_done(VariationSearch::new(solver, position), nodes),
            4..8 => is_done(ColumnSearch::new(solver, position), nodes),
            _ => is_done(PositionSearch::new(solver, position, goal), nodes),
        };
        self.dropped[usize::from(is_done)] += 1;
    }

    /// Runs a search in slices until it is done. At times it is dropped, and begun anew with
    /// another solver: from what the old one has proved, or from nothing.
    fn run<S: Owner>(
        &mut self,
        begin: impl Fn(Solver, Option<&S>) -> S,
        check: impl Fn(&S),
    ) -> S::Answer {
        let mut search = begin(self.take(), None);
        for _ in 0..MAX_SLICES {
            let progress = search.run(1 + self.random.below(10) as u64);
            check(&search);
            if let Progress::Done(answer) = progress {
                assert_eq!(
                    search.run(0).done().as_ref(),
                    Some(&answer),
                    "it stays done"
                );
                self.solvers.push(search.into_solver());
                return answer;
            }
            match self.random.below(12) {
                0 => {
                    let solver = self.take();
                    let old = Some(&search).filter(|_| self.random.below(3) > 0);
                    let new = begin(solver, old);
                    let old = mem::replace(&mut search, new);
                    self.dropped[0] += 1;
                    self.solvers.push(old.into_solver());
                }
                1..4 => {
                    let at = self.random.below(self.solvers.len());
                    self.drop_search(at);
                }
                _ => {}
            }
        }
        let answer = search.finish();
        self.solvers.push(search.into_solver());
        answer
    }
}

/// Runs one slice of a search, drops it and returns whether it was done.
fn is_done(search: Result<impl Search, Unsolvable>, nodes: u64) -> bool {
    search.unwrap().run(nodes).is_done()
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
            position: plain::position(rules, &text(rules, &moves)),
        });
    }
    cases
}

fn for_each_board(check: fn(&mut Mixed<'_>, &Case)) {
    let mut dropped = [0; 2];
    for (columns, rows, connect, empty) in BOARDS {
        let rules = two_players(columns, rows, connect);
        let cases = cases(rules, empty);
        for (seed, case) in cases.iter().enumerate() {
            let mut mixed = Mixed::new(rules, &cases, seed as u64);
            check(&mut mixed, case);
            dropped = [0, 1].map(|at| dropped[at] + mixed.dropped[at]);
        }
    }
    let [paused, done] = dropped;
    assert!(paused > 2_000 && paused > done, "{dropped:?}");
}

fn contains(bounds: Bounds, score: i32) -> bool {
    (bounds.lower.into()..=bounds.upper.into()).contains(&score)
}

#[test]
fn columns_have_their_scores() {
    for_each_board(|mixed, case| {
        let position = &case.position;
        let all = || position.rules().all_columns();
        for best_first in [false, true] {
            let begin = |solver, before: Option<&ColumnSearch<Solver>>| {
                let mut columns = if best_first {
                    ColumnSearch::best_first(solver, position).unwrap()
                } else {
                    ColumnSearch::new(solver, position).unwrap()
                };
                let known = all().filter_map(|column| Some((column, before?.bounds(column)?)));
                known.for_each(|(column, bounds)| columns.narrow(column, bounds));
                columns
            };
            let check = |columns: &ColumnSearch<Solver>| {
                for (column, score) in all().zip(&case.scores) {
                    let bounds = columns.bounds(column);
                    assert_eq!(bounds.is_some(), score.is_some(), "{position:?} {column}");
                    let scores = bounds.zip(*score);
                    assert!(scores.is_none_or(|(bounds, score)| contains(bounds, score)));
                }
            };
            let found = mixed.run(begin, check);
            let scores = all().map(|column| found.get(column).map(i32::from));
            assert_eq!(scores.collect::<Vec<_>>(), case.scores, "{position:?}");
        }
    });
}

#[test]
fn best_moves_are_best() {
    for_each_board(|mixed, case| {
        let (position, columns) = (&case.position, case.best_columns());
        // Nothing is handed over to these searches but the table.
        let begin = |solver, _: Option<&_>| BestMoveSearch::new(solver, position).unwrap();
        let check = |best: &BestMoveSearch<Solver>| {
            assert!(contains(best.position_bounds(), case.best()));
            let proved = best.proved_best();
            assert!(
                proved
                    .iter()
                    .all(|column| columns.contains(&column.index()))
            );
        };
        let found = mixed.run(begin, check);
        let mut found: Vec<usize> = found.iter().map(|column| column.index()).collect();
        found.sort_unstable();
        assert_eq!(found, columns, "{position:?}");
    });
}

#[test]
fn positions_have_their_scores() {
    for_each_board(|mixed, case| {
        for goal in [Goal::Exact, Goal::Outcome] {
            let position = &case.position;
            let begin = |solver, before: Option<&PositionSearch<Solver>>| {
                let mut search = PositionSearch::new(solver, position, goal).unwrap();
                if let Some(before) = before {
                    search.narrow(before.bounds());
                }
                search
            };
            let check = |search: &PositionSearch<Solver>| {
                let bounds = search.bounds();
                assert!(contains(bounds, case.best()), "{position:?}: {bounds:?}");
            };
            let answer = mixed.run(begin, check);
            if goal == Goal::Exact {
                let score = answer.exact().map(i32::from);
                assert_eq!(score, Some(case.best()), "{position:?}");
            } else {
                let sign = answer.outcome().map(|outcome| outcome as i32);
                assert_eq!(sign, Some(case.best().signum()), "{position:?}");
            }
        }
    });
}

#[test]
fn principal_variations_are_the_same() {
    for_each_board(|mixed, case| {
        let position = &case.position;
        let mut alone = Solver::new(position.rules(), 1 << 20).unwrap();
        let expected = alone.principal_variation(position).unwrap();
        let begin = |solver, _: Option<&_>| VariationSearch::new(solver, position).unwrap();
        let check = |line: &VariationSearch<Solver>| assert!(expected.starts_with(line.moves()));
        assert_eq!(mixed.run(begin, check), expected, "{position:?}");
    });
}

#[test]
fn a_new_solver_solves_the_empty_board() {
    let rules = two_players(4, 4, 4);
    let mut solver = Solver::new(rules, 1 << 20).unwrap();
    let empty = Position::new(rules);
    let mut search = PositionSearch::new(&mut solver, &empty, Goal::Exact).unwrap();
    assert_eq!(search.run(1), Progress::Paused);
    let score = search.run(u64::MAX).done().and_then(Bounds::exact);
    assert_eq!(score, Some(Score::DRAW));
    let rules = two_players(5, 4, 3);
    let mut solver = Solver::new(rules, 1 << 20).unwrap();
    let score = Plain::new(rules).score(Plain::new(rules).play(&[]));
    assert_ne!(score, 0);
    let found = solver.solve(&Position::new(rules)).map(i32::from);
    assert_eq!(found, Ok(score));
}
