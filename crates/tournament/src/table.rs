//! Running totals of a tournament's games.

use super::{Ending, FinishedGame, ForfeitReason, GameSummary, MoveTimes, Tournament};
use crate::statistics::WinDrawLoss;
use std::{collections::BTreeSet, ops::Add};

/// The running totals of a tournament's games.
///
/// The order in which games are added has no effect on the totals.
#[derive(Clone, Debug)]
pub struct Table {
    tournament: Tournament,
    pairings: Vec<PairingTotals>,
    played: u64,
}

/// The totals of one pairing.
///
/// Its “first” and “second” are its entrants in the order of [`Tournament::pairings`],
/// whoever moves first in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairingTotals {
    /// The first's score in the games in which it moved first (0) or second (1).
    pub scores: [WinDrawLoss; 2],
    /// Moves of all games.
    pub plies: u64,
    /// Forfeits by entrant and [reason](ForfeitReason::index).
    pub forfeits: [[u32; ForfeitReason::COUNT]; 2],
    /// Move times by entrant.
    pub move_times: [MoveTimes; 2],
    /// The digests of the games in which the first moved first (0) or second (1).
    digests: [BTreeSet<u64>; 2],
}

/// The totals of one entrant over all its pairings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EntrantTotals {
    /// Wins, draws and losses.
    pub score: WinDrawLoss,
    /// The number of distinct games.
    pub distinct_games: u32,
    /// Forfeits by [reason](ForfeitReason::index).
    pub forfeits: [u32; ForfeitReason::COUNT],
    /// Move times.
    pub move_times: MoveTimes,
}

impl PairingTotals {
    /// Returns the first's score over all games.
    pub fn score(&self) -> WinDrawLoss {
        let [moving_first, moving_second] = self.scores;
        moving_first + moving_second
    }

    /// Returns the number of games that differ in their moves or in who moved first. The
    /// result of a repeated game carries no new information.
    pub fn distinct_games(&self) -> u32 {
        let [moving_first, moving_second] = self.distinct_games_by_turn();
        moving_first + moving_second
    }

    /// Returns the number of distinct games in which the first moved first (0) and second
    /// (1).
    pub fn distinct_games_by_turn(&self) -> [u32; 2] {
        [0, 1].map(|index: usize| self.digests[index].len() as u32)
    }
}

impl Table {
    /// Creates the table of a tournament of which no game has been played.
    pub fn new(tournament: &Tournament) -> Self {
        Self {
            pairings: vec![PairingTotals::default(); tournament.pairings().len()],
            tournament: tournament.clone(),
            played: 0,
        }
    }

    /// Adds a game, which must not have been added before.
    ///
    /// # Panics
    /// If the game's number is out of range.
    pub fn add(&mut self, game: &FinishedGame) {
        self.add_summary(&game.summary(&self.tournament));
    }

    /// Adds a game by its summary; see [`add`](Self::add).
    ///
    /// # Panics
    /// If the game's number is out of range.
    pub fn add_summary(&mut self, game: &GameSummary) {
        let scheduled = self.tournament.scheduled_game(game.number);
        let pairing = &mut self.pairings[scheduled.pairing];
        let first = scheduled.first;
        // The pairing's entrant, 0 or 1, that plays as this player.
        let entrant = |player: usize| (player + first) % 2;
        let won = game.ending.winner().map(|winner| entrant(winner) == 0);
        pairing.scores[first].count(won);
        pairing.plies += u64::from(game.plies);
        if let Ending::Forfeit { player, reason } = game.ending {
            pairing.forfeits[entrant(player)][reason.index()] += 1;
        }
        for (player, times) in game.move_times.into_iter().enumerate() {
            let total = &mut pairing.move_times[entrant(player)];
            *total = *total + times;
        }
        pairing.digests[first].insert(game.digest);
        self.played += 1;
    }

    /// Returns the tournament.
    pub fn tournament(&self) -> &Tournament {
        &self.tournament
    }

    /// Returns the totals of the pairings, in the order of [`Tournament::pairings`].
    pub fn pairings(&self) -> &[PairingTotals] {
        &self.pairings
    }

    /// Returns the number of games added.
    pub fn played(&self) -> u64 {
        self.played
    }

    /// Returns the totals of an entrant over all its pairings.
    pub fn entrant(&self, entrant: usize) -> EntrantTotals {
        let mut totals = EntrantTotals::default();
        for (pair, pairing) in self.tournament.pairings().iter().zip(&self.pairings) {
            let Some(side) = pair.iter().position(|one| *one == entrant) else {
                continue;
            };
            let score = pairing.score();
            totals.score = totals.score + if side == 0 { score } else { score.reversed() };
            totals.distinct_games += pairing.distinct_games();
            for (sum, count) in totals.forfeits.iter_mut().zip(pairing.forfeits[side]) {
                *sum += count;
            }
            totals.move_times = totals.move_times + pairing.move_times[side];
        }
        totals
    }

    /// Returns the score of the players who moved first, over all games.
    pub fn first_movers(&self) -> WinDrawLoss {
        let scores = self.pairings.iter().map(|pairing| {
            let [moving_first, moving_second] = pairing.scores;
            moving_first + moving_second.reversed()
        });
        scores.fold(WinDrawLoss::default(), WinDrawLoss::add)
    }

    /// Returns the mean number of moves of a game, or `None` before the first one.
    pub fn mean_length(&self) -> Option<f64> {
        let plies: u64 = self.pairings.iter().map(|pairing| pairing.plies).sum();
        #[expect(
            clippy::cast_precision_loss,
            reason = "the mean is rounded for display"
        )]
        let mean = || plies as f64 / self.played as f64;
        (self.played > 0).then(mean)
    }
}
