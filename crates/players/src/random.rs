//! The random player.

use super::{Choice, ComputerPlayer, Progress, Search, TurnContext};
use rand::{SeedableRng, seq::IteratorRandom};
use rand_pcg::Pcg32;

/// Chooses uniformly among all moves.
pub(super) struct Random {
    choice: Option<Choice>,
}

impl Random {
    pub(super) fn new() -> Self {
        Self { choice: None }
    }
}

impl ComputerPlayer for Random {
    fn begin(&mut self, turn: &TurnContext, seed: u64) {
        let mut random = Pcg32::seed_from_u64(seed);
        let cell = turn.position().playable().choose(&mut random);
        self.choice = cell.map(Choice::Place);
    }

    fn best_so_far(&self) -> Choice {
        self.choice.expect("a turn has a move")
    }
}

impl Search for Random {
    type Answer = Choice;

    fn run(&mut self, _: u64) -> Progress<Choice> {
        Progress::Done(self.best_so_far())
    }
}
