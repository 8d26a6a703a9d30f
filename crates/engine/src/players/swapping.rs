//! Where there may be a swap, that is decided about first.

use super::{Choice, Computer, Kind, Progress, Situation, swap::fair_beginnings, takes_side};
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_pcg::Pcg32;

/// Swaps if the first piece is worth having, begins so that it matters little, and
/// leaves every other turn to the player.
pub(super) struct Swapping {
    kind: Kind,
    player: Box<dyn Computer>,
    choice: Option<Choice>,
}

impl Swapping {
    pub(super) fn new(kind: Kind, player: Box<dyn Computer>) -> Self {
        Self {
            kind,
            player,
            choice: None,
        }
    }

    fn decide(&self, turn: &Situation, seed: u64) -> Option<Choice> {
        let mut random = Pcg32::seed_from_u64(seed);
        let piece_styles = self.kind != Kind::Random;
        if turn.may_swap {
            let swaps = if piece_styles {
                takes_side(turn.position())
            } else {
                random.random()
            };
            return swaps.then_some(Choice::Swap);
        }
        let cells = fair_beginnings(turn.position().rules());
        let cell = cells
            .choose(&mut random)
            .filter(|_| turn.offers_swap && piece_styles);
        cell.copied().map(Choice::Place)
    }
}

impl Computer for Swapping {
    fn begin(&mut self, turn: &Situation, seed: u64) {
        self.choice = if turn.may_swap || turn.offers_swap {
            self.decide(turn, seed)
        } else {
            None
        };
        if self.choice.is_none() {
            self.player.begin(turn, seed);
        }
    }

    fn think(&mut self, budget: u64) -> Progress {
        match self.choice {
            Some(choice) => Progress::Chosen(choice),
            None => self.player.think(budget),
        }
    }
}
