//! Knock-outs: the bracket of a cup or of a play-off.

use super::{MAX_DRAWS, Pairing, PlayedGame, Stage};
use four_shapes_players::seed;

/// A knock-out of some entrants.
pub(super) struct Bracket<'a> {
    /// The number of its first pairing.
    base: usize,
    /// The entrants of the first round: two for each pairing, the second may be missing.
    slots: Vec<Option<usize>>,
    /// The seed that decides who moves first.
    seed: u64,
    played: &'a [PlayedGame],
}

impl<'a> Bracket<'a> {
    /// Creates the bracket of at least two entrants in random order. The first of them have
    /// byes if their number isn't a power of two.
    pub(super) fn new(base: usize, order: &[usize], seed: u64, played: &'a [PlayedGame]) -> Self {
        let size = order.len().next_power_of_two();
        // The usual order: the byes are spread over the bracket.
        let mut positions = vec![0];
        while positions.len() < size {
            let last = 2 * positions.len() - 1;
            positions = positions
                .iter()
                .flat_map(|position| [*position, last - position])
                .collect();
        }
        let entrant = |position: usize| order.get(position).copied();
        Self {
            base,
            slots: positions.into_iter().map(entrant).collect(),
            seed,
            played,
        }
    }

    /// Returns all pairings, the final last.
    pub(super) fn pairings(&self) -> Vec<Pairing> {
        let mut pairings: Vec<Pairing> = Vec::new();
        let mut in_round = self.slots.len() / 2;
        let mut entrants: Vec<Option<usize>> = self.slots.clone();
        let mut is_first_round = true;
        while in_round > 0 {
            let stage = Stage::Bracket { pairings: in_round };
            let mut winners = Vec::new();
            for pair in entrants.chunks(2) {
                let number = self.base + pairings.len();
                let is_bye = is_first_round && pair.contains(&None);
                let pairing = self.pairing(number, stage, [pair[0], pair[1]], is_bye);
                winners.push(pairing.winner);
                pairings.push(pairing);
            }
            entrants = winners;
            is_first_round = false;
            in_round /= 2;
        }
        pairings
    }

    fn pairing(
        &self,
        number: usize,
        stage: Stage,
        mut entrants: [Option<usize>; 2],
        is_bye: bool,
    ) -> Pairing {
        let games = self.played.iter().filter(|game| game.pairing == number);
        let games: Vec<Option<usize>> = games.map(|game| game.winner).collect();
        // By lot.
        let swapped = !is_bye && seed::derive(self.seed, number as u64) % 2 == 1;
        if swapped {
            entrants.swap(0, 1);
        }
        let mut winner = games.iter().find_map(|winner| *winner);
        if is_bye {
            winner = entrants[0];
        } else if winner.is_none() && games.len() > MAX_DRAWS {
            // The one who moved second in the last game, which had an even index.
            winner = entrants[1];
        }
        Pairing {
            number,
            stage,
            entrants,
            games,
            is_bye,
            is_complete: winner.is_some(),
            winner,
        }
    }

    /// Returns the entrants with their places, best first; empty before the final. Those who lost
    /// in the same round share a place.
    pub(super) fn places(&self) -> Vec<(usize, usize)> {
        let pairings = self.pairings();
        let Some(winner) = pairings.last().and_then(|last| last.winner) else {
            return Vec::new();
        };
        let mut places = vec![(winner, 1)];
        let mut round = None;
        for pairing in pairings.iter().rev() {
            let mut entrants = pairing.entrants.into_iter().flatten();
            // A bye has no loser.
            let Some(loser) = entrants.find(|entrant| Some(*entrant) != pairing.winner) else {
                continue;
            };
            let place = match (round, places.last()) {
                (Some(stage), Some((_, place))) if stage == pairing.stage => *place,
                _ => places.len() + 1,
            };
            round = Some(pairing.stage);
            places.push((loser, place));
        }
        places
    }
}
