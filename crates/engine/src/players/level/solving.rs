//! Levels 5 and 6: as well as can be, where that can be found out in time.

use super::{
    super::{Choice, Computer, Progress, Situation, search::Limits},
    planner::Plan,
};
use crate::{
    Cell, Column, Position, Rules,
    solver::{BestMoves, Bounds, Solver, book::Book},
};
use rand::{SeedableRng, seq::IndexedRandom};
use rand_pcg::Pcg32;
use std::sync::Arc;

/// How much work it is given for a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Of the search that comes first, so that there is something to say.
    pub(super) piece_style: Limits,
    /// The most positions to solve the turn.
    pub(super) solve: u64,
    /// Of the search that decides if that was not enough.
    pub(super) search: Limits,
}

/// So many positions are enough to look for other moves that are as good as the best.
const ENOUGH_FOR_EQUALS: u64 = 1_000_000;
/// So many are enough to look for the quickest of the moves that win.
const ENOUGH_FOR_BEST: u64 = 2_500_000;
/// Every so many it asks itself whether that was enough: at the same points, however
/// its thinking is sliced.
const STRETCH: u64 = 100_000;

/// Takes a move with the best score. Where that takes too long to find out, it takes
/// one that is not proved to be worse than another, by a search of some plies.
pub(super) struct Solving {
    /// `None` for games that can't be solved.
    solver: Option<Solver>,
    effort: Effort,
    turn: Option<Turn>,
}

/// What it thinks about.
struct Turn {
    position: Position,
    seed: u64,
    /// Its moves as far as a few plies show.
    plan: Plan,
    /// What is proved of them.
    proved: Option<BestMoves>,
    stage: Stage,
}

enum Stage {
    /// A few plies, to have something to say.
    PieceStyle,
    /// The scores, which took so many positions so far.
    Solve(u64),
    /// As many plies as can be.
    Search,
}

impl Solving {
    /// With so many bytes for the solver's table.
    pub(super) fn new(
        rules: Rules,
        effort: Effort,
        memory: usize,
        book: Option<Arc<Book>>,
    ) -> Self {
        let mut solver = Solver::new(rules, memory).ok();
        if let (Some(solver), Some(book)) = (&mut solver, book) {
            solver.use_book(book);
        }
        Self {
            solver,
            effort,
            turn: None,
        }
    }
}

impl Turn {
    fn percent(&self, effort: &Effort) -> u8 {
        match self.stage {
            Stage::PieceStyle => 0,
            Stage::Solve(spent) => (spent * 50 / effort.solve.max(1)).min(50) as u8,
            Stage::Search => 50 + self.plan.percent() / 2,
        }
    }

    /// Begins with the search of what may still be the best.
    fn search(&mut self, limits: Limits) -> Stage {
        self.plan = Plan::new(&self.position, &self.possible(), limits, self.seed);
        Stage::Search
    }

    fn solve(&mut self, solver: Option<&mut Solver>) -> bool {
        self.proved = solver.and_then(|solver| BestMoves::new(solver, &self.position).ok());
        self.proved.is_some()
    }

    /// The moves that are certain to have the best score.
    fn certain(&self) -> Vec<Cell> {
        let known = self.proved.as_ref().map(BestMoves::known);
        self.landings(known.unwrap_or_default()).collect()
    }

    /// The moves that no other is proved to be better than.
    fn possible(&self) -> Vec<Cell> {
        let Some(proved) = &self.proved else {
            return self.position.playable().collect();
        };
        let bounds = |column| Some((column, proved.bounds(column)?));
        let all = self.position.rules().all_columns().filter_map(bounds);
        let all: Vec<(Column, Bounds)> = all.collect();
        let least = all.iter().map(|(_, bounds)| bounds.lower).max();
        let possible = all
            .into_iter()
            .filter(|(_, bounds)| Some(bounds.upper) >= least);
        self.landings(possible.map(|(column, _)| column)).collect()
    }

    /// The moves that are certain to win, if any are.
    fn winning(&self) -> Vec<Cell> {
        let Some(proved) = &self.proved else {
            return Vec::new();
        };
        let wins = |column: &Column| proved.bounds(*column).is_some_and(|b| b.lower > 0);
        let columns = self.position.rules().all_columns().filter(wins);
        self.landings(columns).collect()
    }

    /// Whether more certainty isn't worth the wait after so many positions.
    fn suffices(&self, spent: u64) -> bool {
        let first = self
            .proved
            .as_ref()
            .is_some_and(|best| best.first().is_some());
        spent >= ENOUGH_FOR_EQUALS && first
            || spent >= ENOUGH_FOR_BEST && !self.winning().is_empty()
    }

    fn landings(&self, columns: impl IntoIterator<Item = Column>) -> impl Iterator<Item = Cell> {
        let columns = columns.into_iter();
        columns.filter_map(|column| self.position.landing(column).ok())
    }

    /// What it would do now.
    fn best(&self) -> Choice {
        let mut random = Pcg32::seed_from_u64(self.seed);
        let certain = self.certain().choose(&mut random).copied();
        certain.map_or_else(
            || {
                let mut among = self.winning();
                if among.is_empty() {
                    among = self.possible();
                }
                let best = self.plan.best(|cell| among.contains(&cell));
                best.expect("not all moves are worse than another")
            },
            Choice::Place,
        )
    }
}

impl Computer for Solving {
    fn begin(&mut self, turn: &Situation, seed: u64) {
        let position = turn.position().clone();
        let among: Vec<Cell> = position.playable().collect();
        self.turn = Some(Turn {
            plan: Plan::new(&position, &among, self.effort.piece_style, seed),
            position,
            seed,
            proved: None,
            stage: Stage::PieceStyle,
        });
    }

    fn think(&mut self, budget: u64) -> Progress {
        let turn = self.turn.as_mut().expect("it has begun with a turn");
        match turn.stage {
            Stage::PieceStyle => {
                if let Progress::Chosen(_) = turn.plan.think(budget) {
                    turn.stage = if turn.solve(self.solver.as_mut()) {
                        Stage::Solve(0)
                    } else {
                        turn.search(self.effort.search)
                    };
                }
            }
            Stage::Solve(spent) => {
                let solver = self.solver.as_mut().expect("it has begun to solve");
                let proved = turn.proved.as_mut().expect("it has begun to solve");
                let before = solver.nodes();
                let left = self.effort.solve.saturating_sub(spent);
                let stretch = STRETCH - spent % STRETCH;
                let done = proved.search(solver, budget.min(left).min(stretch));
                let asks = solver.nodes() - before >= stretch;
                let spent = spent + solver.nodes() - before;
                if done || asks && turn.suffices(spent) {
                    return Progress::Chosen(turn.best());
                }
                turn.stage = if spent < self.effort.solve {
                    Stage::Solve(spent)
                } else {
                    turn.search(self.effort.search)
                };
            }
            Stage::Search => {
                if let chosen @ Progress::Chosen(_) = turn.plan.think(budget) {
                    return chosen;
                }
            }
        }
        Progress::Thinking {
            best: turn.best(),
            percent: turn.percent(&self.effort),
        }
    }
}
