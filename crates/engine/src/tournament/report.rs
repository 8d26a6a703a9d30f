//! What a tournament's table says, to be read by people, spreadsheets and programs.
//!
//! ```
//! use four_shapes_engine::tournament::{TournamentConfig, Entrant, Table, Tournament, report::Report};
//! use four_shapes_engine::players::Kind;
//!
//! let entrants = vec![Entrant::Computer(Kind::Random), Entrant::Computer(Kind::Level(1))];
//! let tournament = Tournament::new(TournamentConfig { entrants, ..TournamentConfig::default() }).unwrap();
//! let report = Report::of(&Table::new(&tournament));
//! assert!(report.text(true).starts_with("7 × 6, 4 in a row, 2 entrants"));
//! ```

mod csv;
mod json;
mod numbers;
mod text;

use super::{
    ForfeitReason, Table, Thinking, Tournament,
    rating::{self, Estimate, Ratings, Tally, Verdict},
};
use crate::statistics::{Interval, Score};

/// What a table says.
#[derive(Clone, Debug)]
pub struct Report {
    tournament: Tournament,
    done: u64,
    different: u64,
    mean_length: Option<f64>,
    first_movers: Score,
    ratings: Ratings,
    ranking: Vec<Row>,
    pairings: Vec<Meeting>,
}

/// An entrant in the ranking.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its place in [`Tournament::entrants`].
    pub entrant: usize,
    /// Its rank, counted from 1. Who has the same share of the points has the same.
    pub rank: usize,
    /// All its games.
    pub score: Score,
    /// How many of them are different.
    pub different: u32,
    /// How strong it is.
    pub rating: Estimate,
    /// The games that it has forfeited, by [kind](ForfeitReason::kind).
    pub forfeits: [u32; ForfeitReason::KINDS],
    /// How long it has thought.
    pub thinking: Thinking,
}

impl Row {
    /// Where the share of the points lies.
    pub fn interval(&self) -> Interval {
        rating::interval(self.score, self.different)
    }
}

/// The games of two.
#[derive(Clone, Debug, PartialEq)]
pub struct Meeting {
    /// Who has met whom, as places in [`Tournament::entrants`].
    pub entrants: [usize; 2],
    /// How the first of them has done.
    pub score: Score,
    /// How the first has done in the games in which it moved first itself, and in those
    /// in which the second did.
    pub by_first: [Score; 2],
    /// How many of the games are different.
    pub different: u32,
    /// Who is better.
    pub verdict: Verdict,
    /// Moves of all games together.
    pub plies: u64,
    /// The games that each has forfeited, by [kind](ForfeitReason::kind).
    pub forfeits: [[u32; ForfeitReason::KINDS]; 2],
}

impl Meeting {
    /// Where the first's share of the points lies.
    pub fn interval(&self) -> Interval {
        rating::interval(self.score, self.different)
    }
}

impl Report {
    /// Says what is in a table. The ratings are worked out for it: that takes some
    /// milliseconds for a dozen entrants, and a tenth of a second for as many as there
    /// may be.
    pub fn of(table: &Table) -> Self {
        let tournament = table.tournament();
        let meetings = tournament.pairings().iter().zip(table.pairings());
        let meetings = meetings.map(|(&entrants, pairing)| Meeting {
            entrants,
            score: pairing.score(),
            by_first: [0, 1].map(|first| pairing.score_when(first)),
            different: pairing.different(),
            verdict: Verdict::of(pairing.score(), pairing.different()),
            plies: pairing.plies(),
            forfeits: [0, 1].map(|which| pairing.forfeits(which)),
        });
        let pairings: Vec<Meeting> = meetings.collect();
        let ratings = rating::ratings(table.entrants(), &tallies(table));
        Self {
            tournament: tournament.clone(),
            done: table.done(),
            different: pairings.iter().map(|one| u64::from(one.different)).sum(),
            mean_length: table.mean_length(),
            first_movers: table.first_movers(),
            ranking: ranking(table, &ratings, &pairings),
            ratings,
            pairings,
        }
    }

    /// The tournament it is about.
    pub fn tournament(&self) -> &Tournament {
        &self.tournament
    }

    /// How many games were played.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// How many of them are different from all others of their pairing.
    pub fn different(&self) -> u64 {
        self.different
    }

    /// How many moves a game has on average; `None` without any games.
    pub fn mean_length(&self) -> Option<f64> {
        self.mean_length
    }

    /// How those who moved first have done.
    pub fn first_movers(&self) -> Score {
        self.first_movers
    }

    /// How strong the entrants are.
    pub fn ratings(&self) -> &Ratings {
        &self.ratings
    }

    /// The entrants, those with the greatest share of the points first, and those
    /// without games last.
    pub fn ranking(&self) -> &[Row] {
        &self.ranking
    }

    /// The pairings, in the order of [`Tournament::pairings`].
    pub fn pairings(&self) -> &[Meeting] {
        &self.pairings
    }

    /// How an entrant has done against another; `None` if they don't play.
    pub fn between(&self, entrant: usize, other: usize) -> Option<Score> {
        let found =
            |one: &&Meeting| one.entrants == [entrant, other] || one.entrants == [other, entrant];
        let meeting = self.pairings.iter().find(found)?;
        Some(if meeting.entrants[0] == entrant {
            meeting.score
        } else {
            meeting.score.reversed()
        })
    }

    /// Tables to be read, and what is to be known about them. Without `times`, the only
    /// thing that differs from machine to machine, the same games make the same text.
    pub fn text(&self, times: bool) -> String {
        text::write(self, times)
    }

    /// The ranking as comma-separated values (RFC 4180), see [`text`](Self::text) for
    /// `times`. A name that a spreadsheet could take for a formula has a `'` before it.
    pub fn csv(&self, times: bool) -> String {
        csv::ranking(self, times)
    }

    /// The pairings as comma-separated values, like [`csv`](Self::csv).
    pub fn pairings_csv(&self) -> String {
        csv::pairings(self)
    }

    /// Everything as JSON, see [`text`](Self::text) for `times`.
    pub fn json(&self, times: bool) -> String {
        json::write(self, times)
    }
}

/// A table's games as they are rated.
pub fn tallies(table: &Table) -> Vec<Tally> {
    let pairs = table.tournament().pairings().iter().zip(table.pairings());
    let both = |(&[one, other], pairing): (&[usize; 2], &super::PairingTable)| {
        let moved_first = |first: usize| pairing.different_when(first);
        [
            Tally {
                first: one,
                second: other,
                score: pairing.score_when(0),
                different: moved_first(0),
            },
            Tally {
                first: other,
                second: one,
                score: pairing.score_when(1).reversed(),
                different: moved_first(1),
            },
        ]
    };
    pairs.flat_map(both).collect()
}

fn ranking(table: &Table, ratings: &Ratings, pairings: &[Meeting]) -> Vec<Row> {
    let row = |entrant| {
        let standing = table.standing(entrant);
        let own = pairings
            .iter()
            .filter(|one| one.entrants.contains(&entrant));
        Row {
            entrant,
            rank: 0,
            score: standing.score,
            different: own.map(|one| one.different).sum(),
            rating: ratings.entrants[entrant],
            forfeits: standing.forfeits,
            thinking: standing.thinking,
        }
    };
    let mut rows: Vec<Row> = (0..table.entrants()).map(row).collect();
    rows.sort_by(|one, other| order(one.score, other.score));
    for at in 0..rows.len() {
        let before = at.checked_sub(1).map(|before| &rows[before]);
        let same = before.filter(|before| order(before.score, rows[at].score).is_eq());
        rows[at].rank = same.map_or(at + 1, |before| before.rank);
    }
    rows
}

/// The greater share of the points first, and who has no games last: exactly, in half
/// points.
fn order(one: Score, other: Score) -> std::cmp::Ordering {
    let share = |score: Score| {
        let points = 2 * u64::from(score.wins) + u64::from(score.draws);
        (points, u64::from(score.games()))
    };
    let ((points, games), (others, other_games)) = (share(one), share(other));
    (games == 0)
        .cmp(&(other_games == 0))
        .then((others * games).cmp(&(points * other_games)))
}
