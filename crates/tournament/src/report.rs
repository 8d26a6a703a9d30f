//! Reports of a tournament: standings, results and ratings as values, and as text, CSV
//! and JSON.
//!
//! ```
//! use four_shapes_tournament::{Entrant, Table, Tournament, TournamentConfig, report::Report};
//! use four_shapes_players::{Level, PlayerKind};
//!
//! let entrants = [PlayerKind::Random, PlayerKind::Level(Level::One)].map(Entrant::Computer).into();
//! let tournament = Tournament::new(TournamentConfig { entrants, ..TournamentConfig::default() }).unwrap();
//! let report = Report::new(&Table::new(&tournament));
//! assert!(report.text(true).starts_with("7 × 6, 4 in a row, 2 players"));
//! ```

mod csv;
mod json;
mod numbers;
mod text;

use super::{
    ForfeitReason, MoveTimes, Table, Tournament,
    rating::{self, Estimate, FirstMoverResults, Ratings, Verdict},
    table::PairingTotals,
};
use crate::statistics::{Interval, WinDrawLoss};
use std::cmp::Ordering;

/// The standings and results of a tournament, final or so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The tournament.
    pub tournament: Tournament,
    /// The number of games played.
    pub played: u64,
    /// The number of distinct games, summed over the pairings.
    pub distinct_games: u64,
    /// The mean number of moves of a game; `None` before the first one.
    pub mean_length: Option<f64>,
    /// The score of the players who moved first.
    pub first_movers: WinDrawLoss,
    /// The ratings of the entrants and the advantage of the first move.
    pub ratings: Ratings,
    /// The entrants by score rate, those without games last.
    pub standings: Vec<Standing>,
    /// The pairings, in the order of [`Tournament::pairings`].
    pub pairings: Vec<PairingResult>,
}

/// An entrant's rank, rating and totals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The entrant's index in [`Tournament::entrants`].
    pub entrant: usize,
    /// The rank, counted from 1. Entrants with the same score rate share it.
    pub rank: usize,
    /// The rating.
    pub rating: Estimate,
    /// Wins, draws and losses.
    pub score: WinDrawLoss,
    /// The number of distinct games.
    pub distinct_games: u32,
    /// Forfeits by [reason](ForfeitReason::index).
    pub forfeits: [u32; ForfeitReason::COUNT],
    /// Move times.
    pub move_times: MoveTimes,
}

impl Standing {
    /// Returns the 95 % confidence interval of the score rate.
    pub fn interval(&self) -> Interval {
        rating::interval(self.score, self.distinct_games)
    }
}

/// The result of one pairing, from the point of view of the first of its entrants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairingResult {
    /// The entrants, as indices of [`Tournament::entrants`].
    pub entrants: [usize; 2],
    /// The first's score.
    pub score: WinDrawLoss,
    /// The first's score in the games in which it moved first (0) or second (1).
    pub scores: [WinDrawLoss; 2],
    /// The number of distinct games.
    pub distinct_games: u32,
    /// Which entrant is better.
    pub verdict: Verdict,
    /// Moves of all games.
    pub plies: u64,
    /// Forfeits by entrant and [reason](ForfeitReason::index).
    pub forfeits: [[u32; ForfeitReason::COUNT]; 2],
}

impl PairingResult {
    fn new(entrants: [usize; 2], totals: &PairingTotals) -> Self {
        let (score, distinct_games) = (totals.score(), totals.distinct_games());
        Self {
            entrants,
            score,
            scores: totals.scores,
            distinct_games,
            verdict: Verdict::of(score, distinct_games),
            plies: totals.plies,
            forfeits: totals.forfeits,
        }
    }

    /// Returns the 95 % confidence interval of the first's score rate.
    pub fn interval(&self) -> Interval {
        rating::interval(self.score, self.distinct_games)
    }

    /// Returns the same result from the point of view of the second entrant.
    #[must_use]
    pub fn reversed(self) -> Self {
        let [first, second] = self.entrants;
        let [moving_first, moving_second] = self.scores;
        let [own_forfeits, other_forfeits] = self.forfeits;
        Self {
            entrants: [second, first],
            score: self.score.reversed(),
            scores: [moving_second.reversed(), moving_first.reversed()],
            verdict: match self.verdict {
                Verdict::FirstBetter => Verdict::SecondBetter,
                Verdict::SecondBetter => Verdict::FirstBetter,
                Verdict::TooClose | Verdict::TooManyRepeats => self.verdict,
            },
            forfeits: [other_forfeits, own_forfeits],
            ..self
        }
    }
}

impl Report {
    /// Creates a report from a table. Computing the ratings of 56 entrants takes 2 ms, and up to
    /// 30 ms in WebAssembly.
    pub fn new(table: &Table) -> Self {
        let entrants = table.tournament().entrants().len();
        Self::with_ratings(table, rating::ratings(entrants, &pair_results(table)))
    }

    /// Creates a report with ratings that were computed from the same table, or from an
    /// earlier state of it.
    pub fn with_ratings(table: &Table, ratings: Ratings) -> Self {
        let tournament = table.tournament();
        let pairings = tournament.pairings().iter().zip(table.pairings());
        let pairings: Vec<PairingResult> = pairings
            .map(|(&entrants, totals)| PairingResult::new(entrants, totals))
            .collect();
        Self {
            tournament: tournament.clone(),
            played: table.played(),
            distinct_games: pairings
                .iter()
                .map(|one| u64::from(one.distinct_games))
                .sum(),
            mean_length: table.mean_length(),
            first_movers: table.first_movers(),
            standings: standings(table, &ratings),
            ratings,
            pairings,
        }
    }

    /// Returns the result of an entrant against an opponent, from the entrant's point of
    /// view; `None` if they are not paired.
    pub fn result(&self, entrant: usize, opponent: usize) -> Option<PairingResult> {
        let result = self.pairings[self.tournament.pairing_between(entrant, opponent)?];
        Some(if result.entrants[0] == entrant {
            result
        } else {
            result.reversed()
        })
    }

    /// Returns the number of games that repeat an earlier one of the same pairing.
    pub fn repeated(&self) -> u64 {
        self.played - self.distinct_games
    }

    /// Returns the number of pairings of which all games have been played.
    pub fn finished_pairings(&self) -> usize {
        let games = self.tournament.config().games_per_pairing;
        let is_finished = |result: &&PairingResult| result.score.games() >= games;
        self.pairings.iter().filter(is_finished).count()
    }

    /// Returns the entrant on the first rank, or `None` if no game has been played or the
    /// rank is shared.
    pub fn leader(&self) -> Option<usize> {
        match self.standings[..] {
            [first, second, ..] if self.played > 0 && second.rank > 1 => Some(first.entrant),
            _ => None,
        }
    }

    /// Formats the report as tables and notes for people. Without `times`, which are the
    /// only part that differs between machines, the same games give the same text.
    pub fn text(&self, times: bool) -> String {
        text::write(self, times)
    }

    /// Formats the standings as comma-separated values (RFC 4180); see
    /// [`text`](Self::text) for `times`. A name that a spreadsheet could execute as a
    /// formula is preceded by `'`.
    pub fn csv(&self, times: bool) -> String {
        csv::standings(self, times)
    }

    /// Formats the pairings as comma-separated values, like [`csv`](Self::csv).
    pub fn pairings_csv(&self) -> String {
        csv::pairings(self)
    }

    /// Formats the whole report as JSON; see [`text`](Self::text) for `times`.
    pub fn json(&self, times: bool) -> String {
        json::write(self, times)
    }
}

/// Returns the games of a table as the input of [`rating::ratings`].
pub fn pair_results(table: &Table) -> Vec<FirstMoverResults> {
    let pairings = table.tournament().pairings().iter().zip(table.pairings());
    let both = |(&[first, second], totals): (&[usize; 2], &PairingTotals)| {
        let [moving_first, moving_second] = totals.scores;
        let distinct_games = totals.distinct_games_by_turn();
        [
            FirstMoverResults {
                first,
                second,
                score: moving_first,
                distinct_games: distinct_games[0],
            },
            FirstMoverResults {
                first: second,
                second: first,
                score: moving_second.reversed(),
                distinct_games: distinct_games[1],
            },
        ]
    };
    pairings.flat_map(both).collect()
}

fn standings(table: &Table, ratings: &Ratings) -> Vec<Standing> {
    let standing = |entrant| {
        let totals = table.entrant(entrant);
        Standing {
            entrant,
            rank: 0,
            rating: ratings.entrants[entrant],
            score: totals.score,
            distinct_games: totals.distinct_games,
            forfeits: totals.forfeits,
            move_times: totals.move_times,
        }
    };
    let entrants = 0..table.tournament().entrants().len();
    let mut standings: Vec<Standing> = entrants.map(standing).collect();
    standings.sort_by(|one, other| compare(one.score, other.score));
    for index in 0..standings.len() {
        let before = index.checked_sub(1).map(|before| &standings[before]);
        let equal = before.filter(|before| compare(before.score, standings[index].score).is_eq());
        standings[index].rank = equal.map_or(index + 1, |before| before.rank);
    }
    standings
}

/// Orders scores by descending score rate, and those without games last. The
/// comparison is exact: it is in half points.
fn compare(one: WinDrawLoss, other: WinDrawLoss) -> Ordering {
    let half_points = |score: WinDrawLoss| 2 * u64::from(score.wins) + u64::from(score.draws);
    let [games, other_games] = [one, other].map(|score| u64::from(score.games()));
    let no_games_last = (games == 0).cmp(&(other_games == 0));
    no_games_last.then((half_points(other) * games).cmp(&(half_points(one) * other_games)))
}
