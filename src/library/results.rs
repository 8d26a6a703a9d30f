//! The user's results against computer players: rating, streaks and milestones. All are computed
//! from the entries of the library, so that they need no record of their own and are part of
//! every backup.

use super::{Entry, Summary};
use four_shapes_players::{Level, PlayerKind};
use four_shapes_rules::Rules;
use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2},
};
use std::collections::BTreeMap;

/// The ratings of the levels on 7 × 6, at the distances of the tournaments in `docs/players.md`. A
/// player with the initial rating has an expected score of 91% against level 1 and 33% against
/// level 2.
const LEVEL_RATINGS: [f64; Level::ALL.len()] = [600.0, 1120.0, 1660.0, 1980.0, 2280.0, 2770.0];
/// The deviation of the ratings of levels. They are known well among computer players, less so
/// against people.
const LEVEL_DEVIATION: f64 = 60.0;
/// The initial rating.
const INITIAL_RATING: f64 = 1000.0;
/// Its deviation, so low that a first loss to level 1 costs some 60 points: the first games say
/// little, and a fall of hundreds discourages.
const INITIAL_DEVIATION: f64 = 110.0;

/// Counts of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Score {
    pub(super) won: u32,
    pub(super) drawn: u32,
    pub(super) lost: u32,
}

impl Score {
    pub(super) fn add(&mut self, outcome: i8) {
        match outcome {
            1.. => self.won += 1,
            0 => self.drawn += 1,
            _ => self.lost += 1,
        }
    }

    pub(super) fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Returns the points in percent of the games, with half a point for a draw.
    pub(super) fn percent(self) -> u32 {
        let games = self.games().max(1);
        (100 * self.won + 50 * self.drawn + games / 2) / games
    }

    /// Returns the games won in percent of all.
    pub(super) fn percent_won(self) -> u32 {
        let games = self.games().max(1);
        (100 * self.won + games / 2) / games
    }
}

/// Something that the user has achieved for the first time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Milestone {
    FirstWin,
    /// The first win against a level, in a game that counts for the rating.
    Level(Level),
    /// This number of games won in a row.
    WinsInRow(u32),
    /// This number of finished games.
    Games(u32),
}

const WINS_IN_ROW: [u32; 2] = [5, 10];
const GAMES: [u32; 3] = [10, 100, 1000];

/// The results of all games.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Results {
    /// Those against computer players.
    pub(super) score: Score,
    /// By opponent: the levels in ascending order, then others.
    pub(super) opponents: Vec<(PlayerKind, Score)>,
    /// The times and the ratings after each rated game.
    pub(super) ratings: Vec<(u64, i32)>,
    /// The number of games won in a row, up to the last one.
    pub(super) streak: u32,
    pub(super) best_streak: u32,
    /// The milestones and when they were reached.
    pub(super) milestones: Vec<(Milestone, u64)>,
}

/// Returns the computer player in a game against only one.
fn opponent(summary: &Summary) -> Option<PlayerKind> {
    match &summary.players[..] {
        [first, second] => {
            let is_first = summary.person() == Some(1);
            let player = if is_first { first } else { second };
            player.computer.parse().ok()
        }
        _ => None,
    }
}

/// Returns the level of the opponent in a game that counts for the rating: on the classic board
/// and without assistance.
fn rated_level(entry: &Entry, summary: &Summary) -> Option<Level> {
    let counts = summary.rules == Rules::CLASSIC && !entry.is_assisted;
    match opponent(summary)? {
        PlayerKind::Level(level) if counts => Some(level),
        _ => None,
    }
}

fn initial_rating() -> Glicko2Rating {
    Glicko2Rating {
        rating: INITIAL_RATING,
        deviation: INITIAL_DEVIATION,
        ..Glicko2Rating::new()
    }
}

/// Returns the rating after a game against a level.
fn rate(rating: &Glicko2Rating, level: Level, outcome: i8) -> Glicko2Rating {
    let opponent = Glicko2Rating {
        rating: LEVEL_RATINGS[level as usize - 1],
        deviation: LEVEL_DEVIATION,
        ..Glicko2Rating::new()
    };
    let outcome = match outcome {
        1.. => Outcomes::WIN,
        0 => Outcomes::DRAW,
        _ => Outcomes::LOSS,
    };
    glicko2(rating, &opponent, &outcome, &Glicko2Config::new()).0
}

impl Results {
    /// Computes the results of games in any order.
    pub(super) fn of<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Self {
        let mut entries: Vec<&Entry> = entries.into_iter().collect();
        entries.sort_by_key(|entry| entry.changed);
        let mut rating = initial_rating();
        let mut opponents: BTreeMap<(u8, String), (PlayerKind, Score)> = BTreeMap::new();
        let mut results = Self::default();
        for entry in entries {
            let Some(summary) = &entry.summary else {
                continue;
            };
            let Some(outcome) = summary.result() else {
                continue;
            };
            results.score.add(outcome);
            if let Some(kind) = opponent(summary) {
                let order = match kind {
                    PlayerKind::Level(level) => level.number(),
                    _ => u8::MAX,
                };
                let key = (order, kind.to_string());
                let (_, score) = opponents.entry(key).or_insert((kind, Score::default()));
                score.add(outcome);
            }
            let level = rated_level(entry, summary);
            let rated = level.map(|level| rate(&rating, level, outcome));
            if let Some(rated) = rated {
                rating = rated;
                let shown = rating.rating.round() as i32;
                results.ratings.push((entry.changed, shown));
            }
            // Games with assistance neither continue nor end a streak.
            if !entry.is_assisted {
                results.streak = if outcome > 0 { results.streak + 1 } else { 0 };
                results.best_streak = results.best_streak.max(results.streak);
            }
            results.reach(entry.changed, outcome > 0, level);
        }
        results.opponents = opponents.into_values().collect();
        results
    }

    /// Adds the milestones that are reached with a game.
    fn reach(&mut self, time: u64, is_won: bool, level: Option<Level>) {
        let (streak, games) = (self.streak, self.score.games());
        let first = is_won.then_some(Milestone::FirstWin);
        let level = level.filter(|_| is_won).map(Milestone::Level);
        let in_row = WINS_IN_ROW.into_iter().filter(|wins| *wins == streak);
        let games = GAMES.into_iter().filter(|count| *count == games);
        let reached = first.into_iter().chain(level);
        let reached = reached.chain(in_row.map(Milestone::WinsInRow));
        for milestone in reached.chain(games.map(Milestone::Games)) {
            if !self.milestones.iter().any(|(known, _)| *known == milestone) {
                self.milestones.push((milestone, time));
            }
        }
    }

    /// Returns the rating; `None` before the first game that counts.
    pub(super) fn rating(&self) -> Option<i32> {
        self.ratings.last().map(|(_, rating)| *rating)
    }

    /// Returns the change of the rating since a time.
    pub(super) fn change_since(&self, time: u64) -> i32 {
        let before = self.ratings.iter().rev().find(|(at, _)| *at < time);
        let before = before.map_or(INITIAL_RATING as i32, |(_, rating)| *rating);
        self.rating().map_or(0, |rating| rating - before)
    }
}

/// What a game has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameResult {
    /// The rating and its change, if the game counts for it.
    pub(crate) rating: Option<(i32, i32)>,
    /// The number of games won in a row, up to this one.
    pub(crate) wins_in_row: u32,
    /// The greatest milestone that was reached with it.
    pub(crate) milestone: Option<Milestone>,
}

impl GameResult {
    /// Returns what the game with an id, the latest one, has changed; `None` if it is not a
    /// finished one against computer players.
    pub(super) fn of(entries: &[Entry], id: &str) -> Option<Self> {
        let game = entries.iter().find(|entry| entry.id == id)?;
        game.summary.as_ref()?.result()?;
        let before = Results::of(entries.iter().filter(|entry| entry.id != id));
        let after = Results::of(entries);
        let is_rated = after.ratings.len() > before.ratings.len();
        let change = |rating| rating - before.rating().unwrap_or(INITIAL_RATING as i32);
        let reached = after.milestones.iter().rev();
        let mut reached = reached.filter(|reached| {
            let is_reached = |(known, _): &(Milestone, u64)| *known == reached.0;
            !before.milestones.iter().any(is_reached)
        });
        Some(Self {
            rating: after
                .rating()
                .filter(|_| is_rated)
                .map(|rating| (rating, change(rating))),
            wins_in_row: if game.is_assisted { 0 } else { after.streak },
            milestone: reached.next().map(|(milestone, _)| *milestone),
        })
    }
}

/// Returns the number of successive days with a finished game of the user against computer players, up to
/// today or yesterday; `day` returns the number of the day of a time.
pub(super) fn day_streak<'a>(
    entries: impl IntoIterator<Item = &'a Entry>,
    now: u64,
    day: impl Fn(u64) -> i64,
) -> u32 {
    let is_finished = |entry: &&Entry| {
        let summary = entry.summary.as_ref();
        summary.and_then(Summary::result).is_some()
    };
    let finished = entries.into_iter().filter(is_finished);
    let mut times: Vec<u64> = finished.map(|entry| entry.changed).collect();
    times.sort_unstable();
    let (mut streak, mut last) = (0, day(now) + 1);
    for time in times.into_iter().rev() {
        let played = day(time);
        // A later day than today's: the clock was changed.
        if played >= last {
            continue;
        }
        let gap = last - played;
        if gap > 1 && !(streak == 0 && gap == 2) {
            break;
        }
        streak += 1;
        last = played;
    }
    streak
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::{LibraryGame, entry::tests::match_of};
    use four_shapes_records::record;

    const WON: &str = "1212121";
    const LOST: &str = "12123242";

    /// An entry of a game against a computer player that moves second.
    fn entry(n: u64, moves: &str, kind: PlayerKind) -> Entry {
        let mut game_match = match_of(moves);
        game_match.set_computer(1, Some(kind));
        LibraryGame::new(&format!("{n}-1"), record::write(&game_match), n).entry
    }

    fn level(n: u64, moves: &str, number: u8) -> Entry {
        entry(n, moves, PlayerKind::Level(Level::new(number).unwrap()))
    }

    #[test]
    fn ratings_follow_the_results_against_levels() {
        let games = [level(1, WON, 3), level(2, WON, 3), level(3, LOST, 3)];
        let results = Results::of(&games);
        let [(1, first), (2, second), (3, third)] = results.ratings[..] else {
            panic!("{:?}", results.ratings)
        };
        assert!(1000 < first && first < second && third < second);
        assert_eq!(results.rating(), Some(third));
        assert_eq!(results.change_since(0), third - 1000);
        assert_eq!(results.change_since(2), third - first);
        // In any order.
        assert_eq!(Results::of(games.iter().rev()), results);
        // A win against a higher level counts more.
        let of = |level: &Level| rate(&initial_rating(), *level, 1).rating;
        assert!(Level::ALL.is_sorted_by(|lower, higher| of(lower) < of(higher)));
        let mut unknown = level(1, WON, 3);
        unknown.summary.as_mut().unwrap().players[1].computer = "level:7".to_owned();
        assert_eq!(Results::of(&[unknown]).ratings, []);
    }

    #[test]
    fn ratings_of_levels_predict_the_measured_results() {
        // Who always plays against level 4 and wins half of the games gets its rating.
        let games: Vec<Entry> = (0..200)
            .map(|n| level(n, if n % 2 == 0 { WON } else { LOST }, 4))
            .collect();
        let rating = Results::of(&games).rating().unwrap();
        assert!((1930..2030).contains(&rating), "{rating}");
    }

    #[test]
    fn the_first_games_change_the_rating_gently() {
        let change = |moves, number| Results::of(&[level(1, moves, number)]).change_since(0);
        assert_eq!([1, 2, 3].map(|number| change(LOST, number)), [-61, -21, -2]);
        assert_eq!([1, 2, 3].map(|number| change(WON, number)), [6, 42, 67]);
    }

    #[test]
    fn some_twenty_games_find_the_rating() {
        // Half of the games against a level are won by someone as strong as the level.
        for (number, expected) in [(1, 600..750), (2, 1080..1160), (3, 1350..1700)] {
            let games: Vec<Entry> = (0..20)
                .map(|n| level(n, if n % 2 == 0 { WON } else { LOST }, number))
                .collect();
            let rating = Results::of(&games).rating().unwrap();
            assert!(expected.contains(&rating), "level {number}: {rating}");
        }
    }

    #[test]
    fn only_own_classic_games_without_assistance_are_rated() {
        let rated = |entry: Entry| Results::of(&[entry]).ratings.len();
        assert_eq!(rated(level(1, WON, 3)), 1);
        assert_eq!(rated(level(1, "44", 3)), 0, "unfinished");
        assert_eq!(rated(entry(1, WON, PlayerKind::Random)), 0);
        let mut assisted = level(1, WON, 3);
        assisted.is_assisted = true;
        assert_eq!(rated(assisted), 0);
        let people = LibraryGame::new("1-1", record::write(&match_of(WON)), 1).entry;
        assert_eq!(rated(people), 0);
        let mut both = match_of(WON);
        for seat in [0, 1] {
            both.set_computer(seat, Some(PlayerKind::Level(Level::Three)));
        }
        let both = LibraryGame::new("1-1", record::write(&both), 1).entry;
        assert_eq!(rated(both), 0);
        let unreadable = LibraryGame::new("1-1", "x".to_owned(), 1).entry;
        assert_eq!(rated(unreadable), 0);
    }

    #[test]
    fn games_are_counted_by_opponent() {
        let games = [
            level(1, WON, 4),
            level(2, LOST, 2),
            level(3, WON, 2),
            entry(4, WON, PlayerKind::Random),
            level(5, "44", 2),
        ];
        let results = Results::of(&games);
        let score = |won, lost| Score {
            won,
            drawn: 0,
            lost,
        };
        assert_eq!(
            results.opponents,
            [
                (PlayerKind::Level(Level::Two), score(1, 1)),
                (PlayerKind::Level(Level::Four), score(1, 0)),
                (PlayerKind::Random, score(1, 0)),
            ]
        );
        assert_eq!(results.score, score(3, 1));
        assert_eq!(results.score.percent_won(), 75);
        assert_eq!((results.streak, results.best_streak), (2, 2));
    }

    #[test]
    fn draws_count_half() {
        let score = Score {
            won: 1,
            drawn: 1,
            lost: 1,
        };
        assert_eq!((score.games(), score.percent()), (3, 50));
        assert_eq!(score.percent_won(), 33);
        assert_eq!(Score::default().percent(), 0);
    }

    #[test]
    fn milestones_are_reached_once() {
        let mut games: Vec<Entry> = (1..=4).map(|n| level(n, WON, 1)).collect();
        let milestones = |games: &[Entry]| -> Vec<Milestone> {
            let results = Results::of(games);
            results.milestones.iter().map(|(known, _)| *known).collect()
        };
        let [first, easy] = [Milestone::FirstWin, Milestone::Level(Level::One)];
        assert_eq!(milestones(&games), [first, easy]);
        let mut assisted = level(5, WON, 2);
        assisted.is_assisted = true;
        games.push(assisted);
        assert_eq!(milestones(&games), [first, easy], "with assistance");
        games.push(level(6, WON, 2));
        let five = Milestone::WinsInRow(5);
        assert_eq!(
            milestones(&games),
            [first, easy, Milestone::Level(Level::Two), five]
        );
        games.extend((7..=10).map(|n| level(n, LOST, 2)));
        assert_eq!(milestones(&games).last(), Some(&Milestone::Games(10)));
    }

    #[test]
    fn result_of_a_game_is_what_it_has_changed() {
        let games = [level(1, WON, 1), level(2, WON, 3)];
        let result = GameResult::of(&games, "2-1").unwrap();
        let (rating, change) = result.rating.unwrap();
        let before = Results::of(&games[..1]).rating().unwrap();
        assert_eq!((rating, change > 0), (before + change, true));
        assert_eq!(result.wins_in_row, 2);
        assert_eq!(result.milestone, Some(Milestone::Level(Level::Three)));
        let again = [games[0].clone(), level(2, LOST, 1)];
        let result = GameResult::of(&again, "2-1").unwrap();
        assert!(result.rating.unwrap().1 < 0);
        assert_eq!((result.wins_in_row, result.milestone), (0, None));
        assert_eq!(GameResult::of(&games, "3-1"), None);
        assert_eq!(GameResult::of(&[level(1, "44", 1)], "1-1"), None);
        let mut assisted = games.clone();
        assisted[1].is_assisted = true;
        let result = GameResult::of(&assisted, "2-1").unwrap();
        assert_eq!((result.rating, result.wins_in_row), (None, 0));
    }

    #[test]
    fn days_in_a_row_end_today_or_yesterday() {
        let streak = |days: &[u64], today: u64| {
            let games: Vec<Entry> = days.iter().map(|day| level(*day, WON, 1)).collect();
            day_streak(&games, today, u64::cast_signed)
        };
        assert_eq!(streak(&[], 10), 0);
        assert_eq!(streak(&[10, 9, 9, 8], 10), 3);
        assert_eq!(streak(&[9, 8], 10), 2);
        assert_eq!(streak(&[8, 7], 10), 0);
        assert_eq!(streak(&[10, 8, 7], 10), 1);
        assert_eq!(streak(&[12, 10, 9], 10), 2, "a day to come");
        let unfinished = [level(10, "44", 1)];
        assert_eq!(day_streak(&unfinished, 10, u64::cast_signed), 0);
        let people = LibraryGame::new("10-1", record::write(&match_of(WON)), 10).entry;
        assert_eq!(day_streak(&[people], 10, u64::cast_signed), 0);
    }
}
