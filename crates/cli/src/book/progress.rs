//! The [progress file](crate::progress_file) of a build.
//!
//! The header describes the book. Each further line has the key and the score of a position.

use super::build::CHUNK;
use crate::progress_file::{Tasks, parse_rules};
use four_shapes_solver::{Score, book::Openings};
use four_shapes_tournament::shard::Shard;

/// The first words of the header.
const FORMAT: &str = "four-shapes-book-progress 2";

impl Tasks for Openings {
    /// The score.
    type Output = Score;
    const KIND: &'static str = "the progress file of a book";
    const UNITS: &'static str = "positions";
    const HEADER_END: &'static str = "\n";
    const MAX_LINE: u64 = 64;

    fn from_header(header: &str) -> Result<Self, String> {
        let words: Vec<&str> = header.split_ascii_whitespace().collect();
        let [_, _, "rules", board, players, gravity, "plies", plies] = words[..] else {
            return Err("unknown header".to_owned());
        };
        if !header.starts_with(FORMAT) {
            return Err("unknown header".to_owned());
        }
        let rules = parse_rules([board, players, gravity])?;
        let plies = plies.parse().map_err(|_| "invalid plies".to_owned())?;
        Self::new(rules, plies).map_err(|error| error.to_string())
    }

    fn header(&self) -> String {
        format!("{FORMAT} rules {} plies {}\n", self.rules(), self.plies())
    }

    fn count(&self) -> Option<u64> {
        Some(self.keys().len() as u64)
    }

    /// Deals chunks of positions, since similar ones are solved faster together.
    fn is_in(&self, number: u64, shard: Shard) -> bool {
        shard.contains(number / CHUNK as u64)
    }

    fn parse(&self, line: &str) -> Result<(u64, Score), String> {
        let entry = || {
            let (key, score) = line.split_once(' ')?;
            let index = self.keys().binary_search(&key.parse().ok()?).ok()?;
            Some((index as u64, Score::new(score.parse().ok()?)))
        };
        entry().ok_or_else(|| {
            let line: String = line.chars().take(80).collect();
            format!("expected a key and a score of this book, found {line:?}")
        })
    }

    fn line(&self, number: u64, score: &Score) -> String {
        format!("{} {score}", self.keys()[number as usize])
    }

    fn agree(one: &Score, other: &Score) -> bool {
        one == other
    }
}
