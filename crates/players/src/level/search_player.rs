//! Levels 3 and 4: alpha–beta search.

use super::{
    super::{
        Choice, ComputerPlayer, Progress, Search, TurnContext,
        search::{Limits, RootSearch, is_decided, search},
    },
    greedy::choose_weighted,
};
use four_shapes_rules::{Cell, Position};
use rand::SeedableRng;
use rand_pcg::Pcg32;

/// Searches, and plays one of the moves that are nearly as good as the best.
pub(super) struct SearchPlayer {
    limits: Limits,
    search: Option<MoveSearch>,
}

impl SearchPlayer {
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            limits,
            search: None,
        }
    }
}

impl ComputerPlayer for SearchPlayer {
    fn begin(&mut self, turn: &TurnContext, seed: u64) {
        let position = turn.position();
        let moves: Vec<Cell> = position.playable().collect();
        self.search = Some(MoveSearch::new(position, &moves, self.limits, seed));
    }

    fn best_so_far(&self) -> Choice {
        let search = self.search.as_ref().expect("`begin` comes first");
        search.best_so_far()
    }

    fn percent(&self) -> u8 {
        let search = self.search.as_ref().expect("`begin` comes first");
        search.percent()
    }
}

impl Search for SearchPlayer {
    type Answer = Choice;

    fn run(&mut self, nodes: u64) -> Progress<Choice> {
        let search = self.search.as_mut().expect("`begin` comes first");
        search.run(nodes)
    }
}

/// The additional margin of a player's first move, for varied openings.
const OPENING_MARGIN: i32 = 1;

/// The search and randomized choice of one turn's move.
pub(super) struct MoveSearch {
    search: Box<dyn RootSearch>,
    margin: i32,
    seed: u64,
}

impl MoveSearch {
    /// Starts a search among the given moves of a position.
    pub(super) fn new(position: &Position, moves: &[Cell], limits: Limits, seed: u64) -> Self {
        let first = position.piece_count() < usize::from(position.rules().players());
        let margin = limits.margin + if first { OPENING_MARGIN } else { 0 };
        Self {
            search: search(position, moves, Limits { margin, ..limits }),
            margin,
            seed,
        }
    }

    pub(super) fn best_so_far(&self) -> Choice {
        self.best(|_| true).expect("a turn has a move")
    }

    pub(super) fn percent(&self) -> u8 {
        self.search.percent()
    }

    /// Chooses by the seed one of the allowed moves within the margin of the best, better
    /// moves more often.
    pub(super) fn best(&self, allowed: impl Fn(Cell) -> bool) -> Option<Choice> {
        let mut moves = self.search.moves();
        moves.retain(|&(cell, _)| allowed(cell));
        let best = moves.iter().map(|&(_, value)| value).max()?;
        // Never delay a win or hasten a loss.
        let margin = if is_decided(best) { 0 } else { self.margin };
        let weight = |value: i32| u32::try_from(margin + 1 - (best - value)).unwrap_or(0);
        let weighted = moves.into_iter().map(|(cell, value)| (cell, weight(value)));
        choose_weighted(weighted, &mut Pcg32::seed_from_u64(self.seed)).map(Choice::Place)
    }
}

impl Search for MoveSearch {
    type Answer = Choice;

    fn run(&mut self, nodes: u64) -> Progress<Choice> {
        if self.search.advance(nodes) {
            Progress::Done(self.best_so_far())
        } else {
            Progress::Paused
        }
    }
}
