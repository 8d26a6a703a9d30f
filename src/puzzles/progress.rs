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

/// The version of the stored line.
const VERSION: &str = "1";
/// The deviation of the ratings of puzzles, which are known well.
const PUZZLE_DEVIATION: f64 = 80.0;

/// The initial rating and its deviation. Most people are weaker than the average puzzle.
const INITIAL_RATING: f64 = 1000.0;
const INITIAL_DEVIATION: f64 = 250.0;

/// The progress.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Progress {
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
    pub(super) streak: u32,
    pub(super) best_streak: u32,
    /// The most puzzles solved in a rush.
    pub(super) best_rush: u32,
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
        }
    }
}

impl Progress {
    /// Counts the result of a puzzle with this rating. That of a day is counted once.
    pub(super) fn count(&mut self, puzzle_rating: u16, day: Option<i64>, solved: bool) {
        if day.is_some() && day <= self.counted_day {
            return;
        }
        self.counted_day = day.or(self.counted_day);
        let puzzle = Glicko2Rating {
            rating: f64::from(puzzle_rating),
            deviation: PUZZLE_DEVIATION,
            ..Glicko2Rating::new()
        };
        let outcome = if solved {
            Outcomes::WIN
        } else {
            Outcomes::LOSS
        };
        (self.rating, _) = glicko2(&self.rating, &puzzle, &outcome, &Glicko2Config::new());
        self.attempts = self.attempts.saturating_add(1);
        self.solved = self.solved.saturating_add(solved.into());
    }

    /// Counts the puzzle of a day as finished. An earlier day than the last one, as after a
    /// change of the clock, changes nothing.
    pub(super) fn finish_day(&mut self, day: i64) {
        if self.last_day.is_some_and(|last| day <= last) {
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
    pub(super) fn rating(&self) -> i32 {
        self.rating.rating.round() as i32
    }

    /// Returns the number of successive days up to today or yesterday.
    pub(super) fn current_streak(&self, today: i64) -> u32 {
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
            "{VERSION} {rating} {deviation} {volatility} {} {} {counted_day} {last_day} {} {} {}",
            self.attempts, self.solved, self.streak, self.best_streak, self.best_rush
        )
    }

    fn parse(line: &str) -> Option<Self> {
        let mut fields = line.split(' ');
        let mut next = || fields.next();
        let is_known = next()? == VERSION;
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
        };
        (is_known && fields.next().is_none()).then_some(progress)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::tests::MemoryStorage;

    #[test]
    fn ratings_follow_results() {
        let mut progress = Progress::default();
        progress.count(1000, None, true);
        let Glicko2Rating {
            rating, deviation, ..
        } = progress.rating;
        assert!(rating > INITIAL_RATING && deviation < INITIAL_DEVIATION);
        let before = progress.rating.rating;
        progress.count(1500, None, false);
        assert!(progress.rating.rating < before);
        assert_eq!((progress.attempts, progress.solved), (2, 1));
        progress.count(1500, Some(7), false);
        progress.count(1500, Some(7), true);
        assert_eq!(progress.attempts, 3, "a day counts once");
    }

    #[test]
    fn streaks_count_successive_days() {
        let mut progress = Progress::default();
        for (day, streak) in [(100, 1), (101, 2), (101, 2), (50, 2), (102, 3), (105, 1)] {
            progress.finish_day(day);
            assert_eq!(progress.streak, streak, "{day}");
        }
        assert_eq!(progress.best_streak, 3);
        assert_eq!(progress.current_streak(106), 1);
        assert_eq!(progress.current_streak(107), 0);
        // Years ahead and back again.
        progress.finish_day(40_000);
        progress.finish_day(106);
        assert_eq!(progress.last_day, Some(40_000));
    }

    #[test]
    fn progress_is_stored_and_unreadable_one_set_aside() {
        let storage = MemoryStorage::with(&[]);
        assert_eq!(Progress::load(&storage), (Progress::default(), None));
        let mut progress = Progress::default();
        progress.count(900, Some(20_000), true);
        progress.finish_day(20_000);
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
