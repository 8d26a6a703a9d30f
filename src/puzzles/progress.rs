//! The user's progress: rating, streak and records.

use crate::storage::{
    Storage, StorageError,
    progress::{self, PUZZLES},
};
use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2},
};
use std::ops::RangeInclusive;

/// The version of the stored line, which [`Progress::to_line`] writes. Version 1 had neither solved days
/// nor puzzles in a row.
const VERSION: &str = "2";
/// The deviation of the ratings of puzzles, which are known well.
const PUZZLE_DEVIATION: f64 = 80.0;

/// The initial rating and its deviation. Most people are weaker than the average puzzle.
const INITIAL_RATING: f64 = 800.0;
const INITIAL_DEVIATION: f64 = 100.0;

/// Training begins with wins in 2 for this number of attempts, and with easy wins for that one.
const NEW_ATTEMPTS: u32 = 3;
const BEGINNER_ATTEMPTS: u32 = 10;

/// The numbers of puzzles solved in a row that are milestones.
const MILESTONES: [u32; 4] = [10, 25, 50, 100];

/// The progress.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Progress {
    /// The rating by Glicko-2, with a rating period for each puzzle.
    pub(super) rating: Glicko2Rating,
    /// The number of puzzles that were solved or failed.
    pub(super) attempts: u32,
    /// The number of puzzles solved at the first attempt, without help.
    pub(super) solved: u32,
    /// The number of the last day whose puzzle was counted.
    pub(super) counted_day: Option<i64>,
    /// The number of the last day whose puzzle was finished.
    pub(super) last_day: Option<i64>,
    /// The number of successive days up to the last one.
    pub(crate) streak: u32,
    pub(crate) best_streak: u32,
    /// The most puzzles solved in a rush.
    pub(crate) best_rush: u32,
    /// The number of puzzles solved at the first attempt since the last failure.
    pub(super) in_row: u32,
    pub(crate) best_in_row: u32,
    /// The days whose puzzles were solved, also later.
    solved_days: Days,
}

/// A set of days: successive ones as their first and last day, in order and with gaps between.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Days(Vec<RangeInclusive<i64>>);

impl Days {
    fn contains(&self, day: i64) -> bool {
        self.0.iter().any(|days| days.contains(&day))
    }

    fn insert(&mut self, day: i64) {
        if self.contains(day) {
            return;
        }
        let at = self.0.partition_point(|days| *days.end() < day);
        self.0.insert(at, day..=day);
        self.join(at);
        if let Some(before) = at.checked_sub(1) {
            self.join(before);
        }
    }

    /// Joins the days at an index with the next ones if there is no gap between them.
    fn join(&mut self, at: usize) {
        let (Some(days), Some(next)) = (self.0.get(at), self.0.get(at + 1)) else {
            return;
        };
        if days.end().checked_add(1) == Some(*next.start()) {
            self.0[at] = *days.start()..=*next.end();
            self.0.remove(at + 1);
        }
    }

    /// `20000..20004,20006`; `-` without any.
    fn write(&self) -> String {
        let days = |days: &RangeInclusive<i64>| match (days.start(), days.end()) {
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first}..{last}"),
        };
        let all: Vec<String> = self.0.iter().map(days).collect();
        if all.is_empty() {
            "-".to_owned()
        } else {
            all.join(",")
        }
    }

    fn parse(text: &str) -> Option<Self> {
        if text == "-" {
            return Some(Self::default());
        }
        let mut all: Vec<RangeInclusive<i64>> = Vec::new();
        for days in text.split(',') {
            let (first, last) = days.split_once("..").unwrap_or((days, days));
            let (first, last) = (first.parse().ok()?, last.parse().ok()?);
            let has_gap = all
                .last()
                .is_none_or(|before| before.end().saturating_add(1) < first);
            if !has_gap || first > last {
                return None;
            }
            all.push(first..=last);
        }
        Some(Self(all))
    }
}

impl Default for Progress {
    fn default() -> Self {
        Self {
            rating: Glicko2Rating {
                rating: INITIAL_RATING,
                deviation: INITIAL_DEVIATION,
                ..Glicko2Rating::new()
            },
            attempts: 0,
            solved: 0,
            counted_day: None,
            last_day: None,
            streak: 0,
            best_streak: 0,
            best_rush: 0,
            in_row: 0,
            best_in_row: 0,
            solved_days: Days::default(),
        }
    }
}

impl Progress {
    /// Counts the result of a puzzle, for the rating if the puzzle has one. That of a day is counted
    /// once.
    pub(super) fn count(&mut self, puzzle_rating: Option<u16>, day: Option<i64>, solved: bool) {
        if day.is_some() && day <= self.counted_day {
            return;
        }
        self.counted_day = day.or(self.counted_day);
        if let Some(rating) = puzzle_rating {
            let puzzle = Glicko2Rating {
                rating: f64::from(rating),
                deviation: PUZZLE_DEVIATION,
                ..Glicko2Rating::new()
            };
            let outcome = if solved {
                Outcomes::WIN
            } else {
                Outcomes::LOSS
            };
            (self.rating, _) = glicko2(&self.rating, &puzzle, &outcome, &Glicko2Config::new());
        }
        self.attempts = self.attempts.saturating_add(1);
        self.solved = self.solved.saturating_add(solved.into());
        self.in_row = if solved {
            self.in_row.saturating_add(1)
        } else {
            0
        };
        self.best_in_row = self.best_in_row.max(self.in_row);
    }

    /// Counts the puzzle of a day as solved. Only that of the day itself counts for the streak, and
    /// an earlier one than the last, as after a change of the clock, does not.
    pub(super) fn finish_day(&mut self, day: i64, is_today: bool) {
        self.solved_days.insert(day);
        if !is_today || self.last_day.is_some_and(|last| day <= last) {
            return;
        }
        let follows = self.last_day == Some(day - 1);
        self.streak = if follows {
            self.streak.saturating_add(1)
        } else {
            1
        };
        self.best_streak = self.best_streak.max(self.streak);
        self.last_day = Some(day);
    }

    /// Returns the rating as a whole number.
    pub(crate) fn rating(&self) -> i32 {
        self.rating.rating.round() as i32
    }

    /// Whether the puzzle of a day is solved.
    pub(crate) fn is_solved(&self, day: i64) -> bool {
        self.solved_days.contains(day)
    }

    /// Returns the number of puzzles solved in a row if it is a milestone.
    pub(super) fn milestone(&self) -> Option<u32> {
        MILESTONES.contains(&self.in_row).then_some(self.in_row)
    }

    /// Whether training still consists of wins in 2.
    pub(super) fn is_new(&self) -> bool {
        self.attempts < NEW_ATTEMPTS
    }

    /// Whether training still consists of easy wins.
    pub(super) fn is_beginner(&self) -> bool {
        self.attempts < BEGINNER_ATTEMPTS
    }

    /// Returns the number of successive days up to today or yesterday.
    pub(crate) fn current_streak(&self, today: i64) -> u32 {
        let is_current = self.last_day.is_some_and(|last| last >= today - 1);
        if is_current { self.streak } else { 0 }
    }

    /// Loads the progress. One that can't be read is set aside; the second value is its key.
    pub(super) fn load(storage: &impl Storage) -> (Self, Option<String>) {
        progress::load(storage, PUZZLES, Self::parse)
    }

    pub(super) fn save(&self, storage: &impl Storage) -> Result<(), StorageError> {
        storage.set(PUZZLES, &self.to_line())
    }

    /// Writes the version and the fields, separated by spaces: the rating and its deviation in
    /// hundredths, its volatility in millionths, and the others in the order of [`Progress`]. A day is
    /// its number from 1970, or `-`.
    fn to_line(&self) -> String {
        let Glicko2Rating {
            rating,
            deviation,
            volatility,
        } = self.rating;
        // As integers: the code for numbers with fractions would add 20 KB to the page.
        let [rating, deviation] = [rating, deviation].map(|number| (number * 100.0).round() as i32);
        let volatility = (volatility * 1e6).round() as i32;
        let day = |day: Option<i64>| day.map_or_else(|| "-".to_owned(), |day| day.to_string());
        let (counted_day, last_day) = (day(self.counted_day), day(self.last_day));
        format!(
            "{VERSION} {rating} {deviation} {volatility} {} {} {counted_day} {last_day} {} {} {} {} {} {}",
            self.attempts,
            self.solved,
            self.streak,
            self.best_streak,
            self.best_rush,
            self.in_row,
            self.best_in_row,
            self.solved_days.write()
        )
    }

    fn parse(line: &str) -> Option<Self> {
        let mut fields = line.split(' ');
        let mut next = || fields.next();
        let version = next()?;
        let mut number = |range: RangeInclusive<i32>| {
            let number = next()?.parse().ok().filter(|number| range.contains(number));
            number.map(f64::from)
        };
        let rating = Glicko2Rating {
            rating: number(0..=400_000)? / 100.0,
            deviation: number(100..=35_000)? / 100.0,
            volatility: number(1_000..=200_000)? / 1e6,
        };
        let (attempts, solved) = (next()?.parse().ok()?, next()?.parse().ok()?);
        let mut day = || match next()? {
            "-" => Some(None),
            day => Some(Some(day.parse().ok()?)),
        };
        let (counted_day, last_day) = (day()?, day()?);
        let mut count = || next()?.parse().ok();
        let progress = Self {
            rating,
            attempts,
            solved,
            counted_day,
            last_day,
            streak: count()?,
            best_streak: count()?,
            best_rush: count()?,
            ..Self::default()
        };
        let progress = match version {
            VERSION => Self {
                in_row: count()?,
                best_in_row: count()?,
                solved_days: Days::parse(fields.next()?)?,
                ..progress
            },
            "1" => Self {
                solved_days: progress.days_of_streak(),
                ..progress
            },
            _ => return None,
        };
        fields.next().is_none().then_some(progress)
    }

    /// The solved days that are known without being stored.
    fn days_of_streak(&self) -> Days {
        let days = self.last_day.map(|last| {
            let before = i64::from(self.streak.saturating_sub(1));
            last.saturating_sub(before)..=last
        });
        Days(days.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::tests::MemoryStorage;

    #[test]
    fn puzzles_without_a_rating_leave_that_of_the_user() {
        let mut progress = Progress::default();
        for solved in [false, true, true] {
            assert!(progress.is_new());
            progress.count(None, None, solved);
        }
        assert_eq!(progress.rating, Progress::default().rating);
        assert_eq!(
            (progress.attempts, progress.solved, progress.in_row),
            (3, 2, 2)
        );
        assert!(!progress.is_new());
    }

    #[test]
    fn the_first_puzzles_change_the_rating_by_about_25() {
        for (solved, expected) in [(true, 24..=28), (false, -28..=-24)] {
            let mut progress = Progress::default();
            progress.count(Some(800), None, solved);
            let change = progress.rating() - Progress::default().rating();
            assert!(expected.contains(&change), "{change}");
        }
    }

    #[test]
    fn ratings_follow_results() {
        let mut progress = Progress::default();
        progress.count(Some(1000), None, true);
        let Glicko2Rating {
            rating, deviation, ..
        } = progress.rating;
        assert!(rating > INITIAL_RATING && deviation < INITIAL_DEVIATION);
        let before = progress.rating.rating;
        progress.count(Some(1500), None, false);
        assert!(progress.rating.rating < before);
        assert_eq!((progress.attempts, progress.solved), (2, 1));
        progress.count(Some(1500), Some(7), false);
        progress.count(Some(1500), Some(7), true);
        assert_eq!(progress.attempts, 3, "a day counts once");
    }

    #[test]
    fn puzzles_in_a_row_end_with_a_failure() {
        let mut progress = Progress::default();
        for number in 1..=10 {
            assert_eq!(progress.milestone(), None);
            progress.count(Some(900), None, true);
            assert_eq!(progress.in_row, number);
        }
        assert_eq!(progress.milestone(), Some(10));
        let read = Progress::parse(&progress.to_line()).unwrap();
        assert_eq!((read.in_row, read.best_in_row), (10, 10));
        progress.count(Some(900), None, false);
        assert_eq!((progress.in_row, progress.best_in_row), (0, 10));
        assert_eq!(progress.milestone(), None);
    }

    #[test]
    fn streaks_count_successive_days() {
        let mut progress = Progress::default();
        for (day, streak) in [(100, 1), (101, 2), (101, 2), (50, 2), (102, 3), (105, 1)] {
            progress.finish_day(day, true);
            assert_eq!(progress.streak, streak, "{day}");
        }
        assert_eq!(progress.best_streak, 3);
        assert_eq!(progress.current_streak(106), 1);
        assert_eq!(progress.current_streak(107), 0);
        // Years ahead and back again.
        progress.finish_day(40_000, true);
        progress.finish_day(106, true);
        assert_eq!(progress.last_day, Some(40_000));
    }

    #[test]
    fn days_can_be_solved_later_without_a_streak() {
        let mut progress = Progress::default();
        progress.finish_day(100, true);
        for (day, text) in [
            (98, "98,100"),
            (96, "96,98,100"),
            (97, "96..98,100"),
            (99, "96..100"),
            (99, "96..100"),
            (101, "96..101"),
            (-5, "-5,96..101"),
        ] {
            progress.finish_day(day, false);
            assert_eq!(progress.solved_days.write(), text);
            assert_eq!(Days::parse(text).as_ref(), Some(&progress.solved_days));
            assert!(progress.is_solved(day));
        }
        assert_eq!((progress.streak, progress.last_day), (1, Some(100)));
        assert!(!progress.is_solved(95) && !progress.is_solved(102));
        progress.finish_day(101, true);
        assert_eq!(progress.streak, 2);
        // The ends of the range of numbers.
        for day in [i64::MIN, i64::MAX, i64::MAX - 1, i64::MIN + 1] {
            progress.finish_day(day, false);
            assert_eq!(
                Days::parse(&progress.solved_days.write()).as_ref(),
                Some(&progress.solved_days)
            );
        }
    }

    /// As it was stored before solved days were.
    #[test]
    fn version_1_is_read_with_the_days_of_its_streak() {
        let line = "1 110250 9500 60000 40 31 20001 20001 3 9 14";
        let progress = Progress::parse(line).unwrap();
        assert_eq!(
            (progress.rating(), progress.attempts, progress.best_rush),
            (1103, 40, 14)
        );
        assert_eq!(progress.solved_days.write(), "19999..20001");
        let line = "1 100000 25000 60000 0 0 - - 0 0 0";
        assert_eq!(Progress::parse(line).unwrap().solved_days, Days::default());
        for last_day in [i64::MIN, i64::MAX] {
            let line = format!("1 100000 25000 60000 0 0 - {last_day} 4294967295 0 0");
            assert!(Progress::parse(&line).unwrap().is_solved(last_day));
        }
    }

    #[test]
    fn beginners_have_made_few_attempts() {
        let mut progress = Progress::default();
        for _ in 0..BEGINNER_ATTEMPTS {
            assert!(progress.is_beginner());
            progress.count(Some(800), None, true);
        }
        assert!(!progress.is_beginner());
    }

    #[test]
    fn progress_is_stored_and_unreadable_one_set_aside() {
        let storage = MemoryStorage::with(&[]);
        assert_eq!(Progress::load(&storage), (Progress::default(), None));
        let mut progress = Progress::default();
        progress.count(Some(900), Some(20_000), true);
        progress.finish_day(20_000, true);
        progress.finish_day(19_998, false);
        progress.best_rush = 12;
        progress.save(&storage).unwrap();
        let (loaded, problem) = Progress::load(&storage);
        assert_eq!(problem, None);
        assert!((loaded.rating.rating - progress.rating.rating).abs() < 0.01);
        assert_eq!(loaded.to_line(), progress.to_line());
        let line = progress.to_line();
        for end in 0..line.len() {
            // A shorter last number is valid.
            let _ = Progress::parse(&line[..end]);
        }
        for wrong in [
            "",
            "2 150000 35000 60000 0 0 - - 0 0 0",
            "3 150000 35000 60000 0 0 - - 0 0 0 0 0 -",
            "2 150000 35000 60000 0 0 - - 0 0 0 0 0 5,4",
            "2 150000 35000 60000 0 0 - - 0 0 0 0 0 4,5",
            "2 150000 35000 60000 0 0 - - 0 0 0 0 0 5..4",
            "2 150000 35000 60000 0 0 - - 0 0 0 0 0 ",
            "1 1e9 35000 60000 0 0 - - 0 0 0",
            "1 150000 35001 60000 0 0 - - 0 0 0",
            "{}",
        ] {
            storage.set(PUZZLES, wrong).unwrap();
            let (found, set_aside) = Progress::load(&storage);
            assert_eq!(found, Progress::default(), "{wrong}");
            assert!(set_aside.is_some(), "{wrong}");
        }
        let extra = line + " 7";
        assert_eq!(Progress::parse(&extra), None);
    }
}
