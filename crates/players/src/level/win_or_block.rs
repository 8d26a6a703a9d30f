//! Immediate wins and blocks.

use super::super::{Choice, ComputerPlayer, Progress, Search, TurnContext};
use four_shapes_rules::{Cell, Player, Position, Trace};
use rand::{SeedableRng, seq::IndexedRandom};
use rand_pcg::Pcg32;

/// Wins at once if possible, otherwise blocks the next player's immediate win, otherwise
/// delegates to another player.
pub(super) struct WinOrBlock<C> {
    inner: C,
    urgent: Option<Choice>,
}

impl<C> WinOrBlock<C> {
    pub(super) fn new(inner: C) -> Self {
        Self {
            inner,
            urgent: None,
        }
    }
}

impl<C: ComputerPlayer> ComputerPlayer for WinOrBlock<C> {
    fn begin(&mut self, turn: &TurnContext, seed: u64) {
        let position = turn.position();
        let mut random = Pcg32::seed_from_u64(seed);
        let cells = [0, 1].map(|turns| wins(position, position.player_after(turns)));
        let cells = cells.iter().find(|cells| !cells.is_empty());
        let urgent = cells.and_then(|cells| cells.choose(&mut random));
        self.urgent = urgent.map(|&(cell, _)| Choice::Place(cell));
        if self.urgent.is_none() {
            self.inner.begin(turn, seed);
        }
    }

    fn best_so_far(&self) -> Choice {
        self.urgent.unwrap_or_else(|| self.inner.best_so_far())
    }

    fn percent(&self) -> u8 {
        self.urgent.map_or_else(|| self.inner.percent(), |_| 0)
    }
}

impl<C: ComputerPlayer> Search for WinOrBlock<C> {
    type Answer = Choice;

    fn run(&mut self, nodes: u64) -> Progress<Choice> {
        match self.urgent {
            Some(choice) => Progress::Done(choice),
            None => self.inner.run(nodes),
        }
    }
}

/// Returns the playable cells that win for a player, with the lines that they complete.
pub(super) fn wins(position: &Position, player: Player) -> Vec<(Cell, Trace)> {
    let mut after = position.clone();
    let cells = position.playable().filter_map(|cell| {
        after.place(player, cell).expect("the cell is playable");
        let trace = after.trace(cell);
        after.remove(cell).expect("the piece was placed above");
        trace.map(|trace| (cell, trace))
    });
    cells.collect()
}
