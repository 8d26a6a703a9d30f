//! What no player of some strength misses.

use super::super::{Choice, Computer, Progress, Situation};
use crate::{Cell, Player, Position, Trace};
use rand::{SeedableRng, seq::IndexedRandom};
use rand_pcg::Pcg32;

/// Wins at once where it can; else keeps the next player from doing so; else leaves
/// it to another player.
pub(super) struct Careful<C> {
    other: C,
    urgent: Option<Choice>,
}

impl<C> Careful<C> {
    pub(super) fn new(other: C) -> Self {
        Self {
            other,
            urgent: None,
        }
    }
}

impl<C: Computer> Computer for Careful<C> {
    fn begin(&mut self, turn: &Situation, seed: u64) {
        let position = turn.position();
        let mut random = Pcg32::seed_from_u64(seed);
        let cells = [0, 1].map(|turns| wins(position, player_in(position, turns)));
        let cells = cells.iter().find(|cells| !cells.is_empty());
        let urgent = cells.and_then(|cells| cells.choose(&mut random));
        self.urgent = urgent.map(|&(cell, _)| Choice::Place(cell));
        if self.urgent.is_none() {
            self.other.begin(turn, seed);
        }
    }

    fn think(&mut self, budget: u64) -> Progress {
        match self.urgent {
            Some(choice) => Progress::Chosen(choice),
            None => self.other.think(budget),
        }
    }
}

/// Whose turn it is after so many more.
pub(super) fn player_in(position: &Position, turns: usize) -> Player {
    position.rules().player_after(position.pieces() + turns)
}

/// Where a player could put a piece now and win, and the lines that it would
/// complete.
pub(super) fn wins(position: &Position, player: Player) -> Vec<(Cell, Trace)> {
    let mut after = position.clone();
    let cells = position.playable().filter_map(|cell| {
        after.place(player, cell).expect("it is playable");
        let trace = after.trace(cell);
        after.remove(cell).expect("it was put there just now");
        trace.map(|trace| (cell, trace))
    });
    cells.collect()
}
