//! What the games of a tournament come to.

use super::{Ending, ForfeitReason, Played, Summary, Thinking, Tournament};
use crate::statistics::Score;
use std::{collections::BTreeSet, ops::Add};

/// What the games of a tournament come to, so far. The same games make the same table
/// in whatever order they are added, but for the times.
#[derive(Clone, Debug)]
pub struct Table {
    /// How many entrants there are.
    entrants: usize,
    /// How many games there will be in all.
    total: u64,
    /// Who plays whom.
    pairs: Vec<[usize; 2]>,
    tournament: Tournament,
    pairings: Vec<PairingTable>,
    done: u64,
}

/// The games of one pairing. “The first” and “the second” of it are its entrants in the
/// order of [`Tournament::pairings`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairingTable {
    /// How the first has done in the games in which it, or the second, moved first.
    by_first: [Score; 2],
    /// Moves of all games.
    plies: u64,
    /// By entrant and [kind](ForfeitReason::kind).
    forfeits: [[u32; ForfeitReason::KINDS]; 2],
    /// By entrant.
    thinking: [Thinking; 2],
    /// One number for each of the games that differ.
    different: [BTreeSet<u64>; 2],
}

/// How one entrant has done against all others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Its games.
    pub score: Score,
    /// The games that it has forfeited, by [kind](ForfeitReason::kind).
    pub forfeits: [u32; ForfeitReason::KINDS],
    /// How long it has thought.
    pub thinking: Thinking,
}

impl PairingTable {
    /// How the first has done against the second.
    pub fn score(&self) -> Score {
        let [moving_first, moving_second] = self.by_first;
        moving_first + moving_second
    }

    /// How the first has done in the games in which it moved first itself (0), or the
    /// second did (1).
    pub fn score_when(&self, moved_first: usize) -> Score {
        self.by_first[moved_first]
    }

    /// How often the first (0) or the second (1) has forfeited, by
    /// [kind](ForfeitReason::kind).
    pub fn forfeits(&self, which: usize) -> [u32; ForfeitReason::KINDS] {
        self.forfeits[which]
    }

    /// How long the first (0) or the second (1) has thought.
    pub fn thinking(&self, which: usize) -> Thinking {
        self.thinking[which]
    }

    /// How many moves all games together had.
    pub fn plies(&self) -> u64 {
        self.plies
    }

    /// How many games differ in their moves or in who began. Where a game is repeated
    /// its result says nothing new.
    pub fn different(&self) -> u32 {
        self.different_when(0) + self.different_when(1)
    }

    /// How many of the games in which the first moved first (0), or the second did (1),
    /// differ in their moves or their ending.
    pub fn different_when(&self, moved_first: usize) -> u32 {
        self.different[moved_first].len() as u32
    }
}

impl Table {
    /// The table of a tournament before its first game.
    pub fn new(tournament: &Tournament) -> Self {
        let pairs = tournament.pairings().to_vec();
        Self {
            entrants: tournament.entrants().len(),
            total: tournament.total(),
            pairings: vec![PairingTable::default(); pairs.len()],
            pairs,
            tournament: tournament.clone(),
            done: 0,
        }
    }

    /// Adds a game, each once.
    ///
    /// # Panics
    /// If it is no game of this tournament.
    pub fn add(&mut self, played: &Played) {
        self.add_summary(&played.summary(&self.tournament));
    }

    /// Adds a game of which no more is known than this, each once.
    ///
    /// # Panics
    /// If it is no game of this tournament.
    pub fn add_summary(&mut self, played: &Summary) {
        let fixture = self.tournament.fixture(played.number);
        let pairing = &mut self.pairings[fixture.pairing];
        let first = fixture.first;
        // Of the game's players, by number, which entrant of the pairing it is.
        let place = |player: usize| (player + first) % 2;
        let won = played.ending.winner().map(|winner| place(winner) == 0);
        pairing.by_first[first].count(won);
        pairing.plies += u64::from(played.plies);
        if let Ending::Forfeit { player, reason } = played.ending {
            pairing.forfeits[place(player)][reason.kind()] += 1;
        }
        for (player, thinking) in played.thinking.into_iter().enumerate() {
            let sum = &mut pairing.thinking[place(player)];
            *sum = sum.and(thinking);
        }
        pairing.different[first].insert(played.digest);
        self.done += 1;
    }

    /// The tournament it belongs to.
    pub fn tournament(&self) -> &Tournament {
        &self.tournament
    }

    /// The pairings, in the order of [`Tournament::pairings`].
    pub fn pairings(&self) -> &[PairingTable] {
        &self.pairings
    }

    /// How many games it has.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// How many games there will be in all.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// How an entrant has done against all others together.
    pub fn standing(&self, entrant: usize) -> Standing {
        let mut standing = Standing::default();
        for (pair, pairing) in self.pairs.iter().zip(&self.pairings) {
            let Some(which) = pair.iter().position(|one| *one == entrant) else {
                continue;
            };
            let score = pairing.score();
            let score = if which == 0 { score } else { score.reversed() };
            standing.score = standing.score + score;
            for (sum, count) in standing.forfeits.iter_mut().zip(pairing.forfeits[which]) {
                *sum += count;
            }
            standing.thinking = standing.thinking.and(pairing.thinking[which]);
        }
        standing
    }

    /// How an entrant has done against another; `None` if they don't play.
    pub fn between(&self, entrant: usize, other: usize) -> Option<Score> {
        let found = |pair: &[usize; 2]| *pair == [entrant, other] || *pair == [other, entrant];
        let at = self.pairs.iter().position(found)?;
        let score = self.pairings[at].score();
        Some(if self.pairs[at][0] == entrant {
            score
        } else {
            score.reversed()
        })
    }

    /// How those who moved first have done, in all games but forfeits before a move.
    pub fn first_movers(&self) -> Score {
        let scores = self.pairings.iter().map(|pairing| {
            let [moving_first, moving_second] = pairing.by_first;
            moving_first + moving_second.reversed()
        });
        scores.fold(Score::default(), Score::add)
    }

    /// How many moves a game has on average; `None` without any games.
    pub fn mean_length(&self) -> Option<f64> {
        let plies: u64 = self.pairings.iter().map(|pairing| pairing.plies).sum();
        #[expect(clippy::cast_precision_loss, reason = "a mean is rounded all the same")]
        let mean = || plies as f64 / self.done as f64;
        (self.done > 0).then(mean)
    }

    /// How many entrants there are.
    pub fn entrants(&self) -> usize {
        self.entrants
    }
}
