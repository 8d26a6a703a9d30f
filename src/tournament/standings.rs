//! What the results say: a table of games as whole numbers, in the order in which they
//! are shown. (To write one floating-point number costs the page 6 KB.)

use four_shapes_engine::{
    statistics::{Elo, Score},
    tournament::{
        ForfeitReason, Table, Tournament,
        rating::{self, Estimate, Ratings, Verdict},
    },
};

/// How strong somebody is, in points of Elo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rating {
    /// The most likely, and between which two it lies with a probability of 95 %.
    Known { elo: i32, least: i32, most: i32 },
    /// This or more.
    AtLeast(i32),
    /// This or less.
    AtMost(i32),
    /// No game tells.
    Unknown,
}

impl Rating {
    fn of(estimate: Estimate) -> Self {
        match estimate {
            Estimate::Known { elo, interval } => Self::Known {
                elo: whole(elo.0),
                least: whole(interval.lower),
                most: whole(interval.upper),
            },
            Estimate::AtLeast(Elo(elo)) => Self::AtLeast(whole(elo)),
            Estimate::AtMost(Elo(elo)) => Self::AtMost(whole(elo)),
            Estimate::Unknown => Self::Unknown,
        }
    }
}

/// Points of Elo, rounded; beyond a few thousand they say nothing.
fn whole(elo: f64) -> i32 {
    elo.round().clamp(-9999.0, 9999.0) as i32
}

/// A share of the points, in thousandths, and where it lies with a probability of 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    pub(crate) likely: usize,
    pub(crate) least: usize,
    pub(crate) most: usize,
}

impl Share {
    /// Of a score of which so many games are different.
    pub(crate) fn of(score: Score, different: u32) -> Self {
        let interval = rating::interval(score, different);
        Self {
            likely: thousandths(score.share()),
            least: thousandths(interval.lower),
            most: thousandths(interval.upper),
        }
    }
}

/// A share, 0 to 1, in thousandths.
#[expect(clippy::cast_sign_loss, reason = "a share is not negative")]
fn thousandths(share: f64) -> usize {
    (share * 1000.0).round() as usize
}

/// A row of the ranking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) entrant: usize,
    /// Counted from 1; whoever has the same has the same share of the points.
    pub(crate) place: usize,
    pub(crate) rating: Rating,
    pub(crate) score: Score,
    pub(crate) share: Share,
    pub(crate) forfeits: [u32; ForfeitReason::KINDS],
    /// For a move, in microseconds; `None` before the first one.
    pub(crate) mean: Option<u64>,
    pub(crate) worst: u64,
}

/// How one entrant has done against another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Meeting {
    pub(crate) pairing: usize,
    pub(crate) score: Score,
    pub(crate) different: u32,
    pub(crate) verdict: Verdict,
}

/// What is shown of a tournament at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) done: u64,
    pub(crate) total: u64,
    /// The pairings of which all games are played.
    pub(crate) finished: usize,
    pub(crate) pairings: usize,
    pub(crate) labels: Vec<String>,
    /// The best first.
    pub(crate) ranking: Vec<Row>,
    /// By entrant and opponent; `None` where nobody plays.
    pub(crate) meetings: Vec<Vec<Option<Meeting>>>,
    pub(crate) first_movers: Score,
    pub(crate) first_move: Rating,
    /// Moves of a game on average, in tenths; `None` before the first one.
    pub(crate) length: Option<u64>,
    /// Games that were played before in the same pairing.
    pub(crate) repeated: u64,
    /// The ratings take something for granted that the games don't tell.
    pub(crate) assumed: bool,
}

impl Standing {
    /// What a table says, and the ratings, which may be those of a little before.
    pub(crate) fn of(table: &Table, rated: &Ratings) -> Self {
        let tournament = table.tournament();
        let ranking = ranking(table, rated);
        let played: u64 = table
            .pairings()
            .iter()
            .map(|pairing| u64::from(pairing.different()))
            .sum();
        let full = |pairing: &&four_shapes_engine::tournament::PairingTable| {
            pairing.score().games() >= tournament.config().games
        };
        Self {
            done: table.done(),
            total: table.total(),
            finished: table.pairings().iter().filter(full).count(),
            pairings: tournament.pairings().len(),
            labels: tournament.labels().to_vec(),
            ranking,
            meetings: meetings(table),
            first_movers: table.first_movers(),
            first_move: Rating::of(rated.first_move),
            length: table.mean_length().map(tenths),
            repeated: table.done() - played.min(table.done()),
            assumed: rated.assumed && table.done() > 0,
        }
    }

    /// The entrants in the order of the ranking.
    pub(crate) fn order(&self) -> Vec<usize> {
        self.ranking.iter().map(|row| row.entrant).collect()
    }

    /// Who is first, if nobody shares that place.
    pub(crate) fn leader(&self) -> Option<&str> {
        let first = self.ranking.first().filter(|_| self.done > 0)?;
        let alone = self.ranking.get(1).is_none_or(|row| row.place > 1);
        alone.then(|| &*self.labels[first.entrant])
    }
}

/// A number that is not negative, in tenths.
#[expect(clippy::cast_sign_loss, reason = "a mean is not negative")]
fn tenths(number: f64) -> u64 {
    (number * 10.0).round() as u64
}

fn ranking(table: &Table, rated: &Ratings) -> Vec<Row> {
    let mut different = vec![0; table.entrants()];
    let pairs = table.tournament().pairings();
    for (pair, pairing) in pairs.iter().zip(table.pairings()) {
        for entrant in pair {
            different[*entrant] += pairing.different();
        }
    }
    let row = |entrant| {
        let standing = table.standing(entrant);
        Row {
            entrant,
            place: 0,
            rating: Rating::of(rated.entrants[entrant]),
            score: standing.score,
            share: Share::of(standing.score, different[entrant]),
            forfeits: standing.forfeits,
            mean: standing.thinking.mean().map(|mean| tenths(mean) / 10),
            worst: standing.thinking.worst,
        }
    };
    let mut rows: Vec<Row> = (0..table.entrants()).map(row).collect();
    // In half points, exactly: one share against another.
    let points = |score: Score| u64::from(score.wins) * 2 + u64::from(score.draws);
    let compare = |one: &Row, other: &Row| {
        let [mine, theirs] = [one, other].map(|row| row.score);
        let share = points(theirs) * u64::from(mine.games());
        // Who has not played yet comes last.
        (mine.games() == 0)
            .cmp(&(theirs.games() == 0))
            .then(share.cmp(&(points(mine) * u64::from(theirs.games()))))
    };
    rows.sort_by(compare);
    for at in 0..rows.len() {
        let same = at > 0 && compare(&rows[at - 1], &rows[at]).is_eq();
        rows[at].place = if same { rows[at - 1].place } else { at + 1 };
    }
    rows
}

fn meetings(table: &Table) -> Vec<Vec<Option<Meeting>>> {
    let mut meetings = vec![vec![None; table.entrants()]; table.entrants()];
    let pairs = table.tournament().pairings().iter().zip(table.pairings());
    for (pairing, (&[first, second], games)) in pairs.enumerate() {
        let (score, different) = (games.score(), games.different());
        let meeting = |score| {
            Some(Meeting {
                pairing,
                score,
                different,
                verdict: Verdict::of(score, different),
            })
        };
        meetings[first][second] = meeting(score);
        meetings[second][first] = meeting(score.reversed());
    }
    meetings
}

/// The names of two, short enough for seats at the board, and never the same.
pub(crate) fn seat_names(tournament: &Tournament, entrants: [usize; 2]) -> [String; 2] {
    /// What a seat's name can have.
    const MAX: usize = four_shapes_engine::Name::MAX_CHARS;
    let [first, second] = entrants.map(|entrant| tournament.label(entrant));
    let cut = |label: &str, most: usize| label.chars().take(most).collect::<String>();
    let short = |label: &str| {
        if label.chars().count() <= MAX {
            return label.to_owned();
        }
        // What tells it from others of its name stays.
        let number = label.rfind(" (").map_or("", |at| &label[at..]);
        let room = MAX.saturating_sub(number.chars().count() + 1);
        format!("{}…{number}", cut(label, room).trim_end())
    };
    let (first, second) = (short(first), short(second));
    if first == second {
        return [1, 2].map(|number| format!("{} {number}", cut(&first, MAX - 2).trim_end()));
    }
    [first, second]
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_engine::{
        Game, Name, Rules, notation,
        players::Kind,
        tournament::{Ending, Entrant, Format, Hash, Played, Thinking, TournamentConfig, report},
    };

    fn told(table: &Table) -> Standing {
        let rated = rating::ratings(table.entrants(), &report::tallies(table));
        Standing::of(table, &rated)
    }

    fn tournament(count: usize, games: u32, format: Format) -> Tournament {
        Tournament::new(TournamentConfig {
            entrants: vec![Entrant::Computer(Kind::Random); count],
            games,
            format,
            ..TournamentConfig::default()
        })
        .unwrap()
    }

    fn game(number: u64, moves: &str, ending: Ending) -> Played {
        let game: Game = notation::parse(Rules::CLASSIC, moves).unwrap();
        let moves = game.steps().iter().map(|step| match step {
            four_shapes_engine::Step::Place(cell) => *cell,
            _ => unreachable!("nobody swaps"),
        });
        Played {
            number,
            moves: moves.collect(),
            ending,
            thinking: [Thinking {
                moves: 4,
                total: 90,
                worst: 40,
            }; 2],
        }
    }

    /// Adds games; the first wins by a line, the second by a fault of the first.
    fn add(table: &mut Table, games: &[(u64, &str, Ending)]) {
        for &(number, moves, ending) in games {
            table.add(&game(number, moves, ending));
        }
    }

    #[test]
    fn nothing_is_said_before_the_first_game() {
        let table = Table::new(&tournament(3, 4, Format::RoundRobin));
        let standing = told(&table);
        assert_eq!((standing.done, standing.total), (0, 12));
        assert_eq!((standing.finished, standing.pairings), (0, 3));
        assert_eq!(standing.leader(), None);
        assert_eq!(standing.length, None);
        for row in &standing.ranking {
            assert_eq!((row.place, row.mean), (1, None));
            let all = Share {
                likely: 500,
                least: 0,
                most: 1000,
            };
            assert_eq!(row.share, all);
        }
        let meeting = standing.meetings[0][1].unwrap();
        assert_eq!(meeting.verdict, Verdict::TooClose);
        assert_eq!(standing.meetings[1][1], None);
    }

    #[test]
    fn the_best_is_first_and_equals_share_a_place() {
        let tournament = tournament(3, 2, Format::RoundRobin);
        let mut table = Table::new(&tournament);
        // Pairings: 0–1, 0–2, 1–2; in the second game of each, the second begins.
        let reason = ForfeitReason::Overtime;
        add(
            &mut table,
            &[
                (0, "1212121", Ending::Won(0)),
                (1, "44", Ending::Forfeit { player: 0, reason }),
                (2, "12123242", Ending::Won(1)),
                (3, "1212121", Ending::Won(0)),
            ],
        );
        let standing = told(&table);
        // Entrant 2 has won both games, 0 has half of the points, 1 none.
        assert_eq!(standing.order(), [2, 0, 1]);
        let places: Vec<usize> = standing.ranking.iter().map(|row| row.place).collect();
        assert_eq!(places, [1, 2, 3]);
        assert_eq!(standing.leader(), Some("random (3)"));
        assert_eq!(standing.ranking[2].forfeits[reason.kind()], 1);
        assert_eq!(standing.ranking[0].mean, Some(22));
        assert_eq!(standing.ranking[0].worst, 40);
        assert_eq!(standing.finished, 2);
        // 7, 2, 8 and 7 moves.
        assert_eq!(standing.length, Some(60));
        assert_eq!(standing.repeated, 0);
        assert_eq!(standing.first_movers.wins, 2);
        let meeting = standing.meetings[0][2].unwrap();
        assert_eq!((meeting.pairing, meeting.score.losses), (1, 2));
        assert_eq!(standing.meetings[2][0].unwrap().score.wins, 2);

        add(
            &mut table,
            &[
                (4, "1212121", Ending::Won(0)),
                (5, "12123242", Ending::Won(1)),
            ],
        );
        let standing = told(&table);
        let places: Vec<usize> = standing.ranking.iter().map(|row| row.place).collect();
        assert_eq!(places, [1, 1, 1]);
        assert_eq!(standing.leader(), None);
    }

    #[test]
    fn ratings_come_from_the_games_as_they_were_begun() {
        let tournament = tournament(2, 400, Format::RoundRobin);
        let mut table = Table::new(&tournament);
        // Whoever moves first wins three of four games, whoever that is; no two are the
        // same.
        for number in 0..400 {
            let winner = usize::from(number % 8 > 5);
            let mut summary = game(number, "1212121", Ending::Won(winner)).summary(&tournament);
            summary.digest = number;
            table.add_summary(&summary);
        }
        let standing = told(&table);
        for row in &standing.ranking {
            assert_eq!(row.place, 1);
            let Rating::Known {
                elo: 0,
                least,
                most,
            } = row.rating
            else {
                panic!("{row:?}");
            };
            assert!(least < 0 && most > 0);
        }
        // Three to one is 400 log10(3) = 190.8.
        let Rating::Known {
            elo: 191,
            least,
            most,
        } = standing.first_move
        else {
            panic!("{:?}", standing.first_move);
        };
        assert!(least > 100 && most < 300);
        assert!(!standing.assumed);
        assert_eq!(standing.repeated, 0);
    }

    #[test]
    fn who_wins_everything_is_at_least_so_strong() {
        let tournament = tournament(3, 40, Format::Against(0));
        let mut table = Table::new(&tournament);
        for number in 0..80 {
            let fixture = tournament.fixture(number);
            let first_wins = fixture.pairing == 1 && number % 5 != 0;
            let winner = if first_wins {
                fixture.first
            } else {
                1 - fixture.first
            };
            let mut summary = game(number, "1212121", Ending::Won(winner)).summary(&tournament);
            summary.digest = number;
            table.add_summary(&summary);
        }
        let standing = told(&table);
        // By their shares: 100, 40 and 20 of a hundred.
        assert_eq!(standing.order(), [1, 0, 2]);
        let rating = standing.ranking[0].rating;
        assert!(matches!(rating, Rating::AtLeast(_)), "{rating:?}");
    }

    #[test]
    fn who_has_not_played_comes_last() {
        let tournament = tournament(3, 2, Format::RoundRobin);
        let mut table = Table::new(&tournament);
        // 1–2 only, and 2 loses.
        add(&mut table, &[(4, "1212121", Ending::Won(0))]);
        let standing = told(&table);
        assert_eq!(standing.order(), [1, 2, 0]);
        assert_eq!(standing.ranking[2].place, 3);
    }

    #[test]
    fn repeated_games_are_no_proof() {
        let tournament = tournament(2, 40, Format::RoundRobin);
        let mut table = Table::new(&tournament);
        for number in 0..40 {
            // The first entrant wins, whoever begins: always by the same two games.
            let ending = Ending::Won((number % 2) as usize);
            let moves = if number % 2 == 0 {
                "1212121"
            } else {
                "12123242"
            };
            table.add(&game(number, moves, ending));
        }
        let standing = told(&table);
        let meeting = standing.meetings[0][1].unwrap();
        assert_eq!(meeting.different, 2);
        assert_eq!(meeting.verdict, Verdict::Repeats);
        assert_eq!(standing.repeated, 38);
        let score = |wins, draws, losses| Score {
            wins,
            draws,
            losses,
        };
        assert_eq!(Verdict::of(score(40, 0, 0), 40), Verdict::FirstBetter);
        assert_eq!(Verdict::of(score(0, 0, 40), 40), Verdict::SecondBetter);
        assert_eq!(Verdict::of(score(21, 0, 19), 40), Verdict::TooClose);
    }

    #[test]
    fn not_everybody_meets() {
        let tournament = tournament(4, 2, Format::Against(1));
        let standing = told(&Table::new(&tournament));
        assert!(standing.meetings[1].iter().flatten().count() == 3);
        assert!(standing.meetings[0][2].is_none());
        assert_eq!(standing.meetings[0][1].unwrap().pairing, 0);
    }

    #[test]
    fn names_fit_the_seats_and_differ() {
        let long = Name::new("abcdefghijklmnopqrstuvwx").unwrap();
        let near = Name::new("äbcdefghijklmnopqrstuvwx").unwrap();
        let bot = |byte, name: &Name| Entrant::Bot {
            hash: Hash([byte; 32]),
            name: name.clone(),
        };
        let tournament = Tournament::new(TournamentConfig {
            entrants: vec![bot(1, &long), bot(2, &long), bot(3, &near), bot(4, &near)],
            ..TournamentConfig::default()
        })
        .unwrap();
        for first in 0..4 {
            for second in (0..4).filter(|second| *second != first) {
                let names = seat_names(&tournament, [first, second]);
                assert_ne!(names[0], names[1]);
                for name in names {
                    assert_eq!(Name::new(&name).unwrap().as_str(), name);
                }
            }
        }
        let [first, second] = seat_names(&tournament, [0, 1]);
        assert_eq!(first, long.as_str());
        assert_eq!(second, "abcdefghijklmnopqrs… (2)");
    }
}
