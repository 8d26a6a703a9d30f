//! Levels 3 to 5: some plies ahead.

use super::{
    super::{
        Choice, Computer, Progress, Situation,
        search::{Limits, Searching, is_decided, search},
    },
    greedy::pick,
};
use crate::{Cell, Position};
use rand::SeedableRng;
use rand_pcg::Pcg32;

/// Searches, and takes one of the moves that are nearly as good as the best.
pub(super) struct Planner {
    limits: Limits,
    plan: Option<Plan>,
}

impl Planner {
    pub(super) fn new(limits: Limits) -> Self {
        Self { limits, plan: None }
    }
}

impl Computer for Planner {
    fn begin(&mut self, turn: &Situation, seed: u64) {
        let position = turn.position();
        let among: Vec<Cell> = position.playable().collect();
        self.plan = Some(Plan::new(position, &among, self.limits, seed));
    }

    fn think(&mut self, budget: u64) -> Progress {
        self.plan
            .as_mut()
            .expect("it has begun with a turn")
            .think(budget)
    }
}

/// How much less a player's first piece may be worth in addition, so that not every
/// game begins alike.
const OPENING: i32 = 1;

/// What it makes of one turn.
pub(super) struct Plan {
    search: Box<dyn Searching>,
    margin: i32,
    seed: u64,
}

impl Plan {
    /// Among these moves of a position.
    pub(super) fn new(position: &Position, among: &[Cell], limits: Limits, seed: u64) -> Self {
        let first = position.pieces() < usize::from(position.rules().players());
        let margin = limits.margin + if first { OPENING } else { 0 };
        Self {
            search: search(position, among, Limits { margin, ..limits }),
            margin,
            seed,
        }
    }

    pub(super) fn think(&mut self, budget: u64) -> Progress {
        let done = self.search.on(budget);
        let best = self.best(|_| true).expect("a turn has a move");
        if done {
            Progress::Chosen(best)
        } else {
            let percent = self.percent();
            Progress::Thinking { best, percent }
        }
    }

    pub(super) fn percent(&self) -> u8 {
        self.search.percent()
    }

    /// One of the best moves among those that are wanted, by the seed; the better the
    /// likelier, and none that is worse than the best by more than the margin.
    pub(super) fn best(&self, wanted: impl Fn(Cell) -> bool) -> Option<Choice> {
        let mut moves = self.search.moves();
        moves.retain(|&(cell, _)| wanted(cell));
        let best = moves.iter().map(|&(_, value)| value).max()?;
        // Wins are not put off, nor losses brought on.
        let margin = if is_decided(best) { 0 } else { self.margin };
        let weight = |value: i32| u32::try_from(margin + 1 - (best - value)).unwrap_or(0);
        let weighed = moves.into_iter().map(|(cell, value)| (cell, weight(value)));
        pick(weighed, &mut Pcg32::seed_from_u64(self.seed)).map(Choice::Place)
    }
}
