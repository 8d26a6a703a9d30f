//! The scores found so far, in a file that can be gone on with.
//!
//! A line of its own says what the scores are of; then there is one line for
//! each position, its key and its score.

use crate::{failure::Failure, files::Log};
use four_shapes_engine::solver::book::Openings;
use std::path::Path;

/// More bytes than a line can have.
const MAX_LINE: u64 = 64;

/// An open progress file.
pub(super) struct Progress(Log);

impl Progress {
    /// Opens a file, or makes one, and gives the scores that are in it, in the
    /// order of the positions.
    pub(super) fn open(
        path: &Path,
        openings: &Openings,
    ) -> Result<(Self, Vec<Option<i32>>), Failure> {
        let header = header(openings);
        // A line for each, and as many again for those that are there twice.
        let lines = 2 * openings.keys().len() as u64;
        let (mut log, bytes) = Log::open(path, header.len() as u64 + lines * MAX_LINE)?;
        // What is behind the last line was being written when the program was
        // stopped.
        let end = bytes.iter().rposition(|&byte| byte == b'\n');
        let (whole, rest) = bytes.split_at(end.map_or(0, |at| at + 1));
        let scores = read(whole, rest, openings).map_err(|error| Failure::file(path, error))?;
        if !rest.is_empty() {
            log.truncate(whole.len())?;
        }
        if whole.is_empty() {
            log.add(&(header + "\n"))?;
        }
        Ok((Self(log), scores))
    }

    /// Adds a score.
    pub(super) fn add(&mut self, key: u64, score: i32) -> Result<(), Failure> {
        self.0.add(&format!("{key} {score}\n"))
    }

    /// Sees to it that what was added before gets to the disk in time.
    pub(super) fn tick(&mut self) -> Result<(), Failure> {
        self.0.add("")
    }

    /// Waits until the disk has all scores.
    pub(super) fn sync(&mut self) -> Result<(), Failure> {
        self.0.sync()
    }
}

fn header(openings: &Openings) -> String {
    let rules = openings.rules();
    format!(
        "four-shapes-book-progress 1 board {}x{} connect {} plies {}",
        rules.columns(),
        rules.rows(),
        rules.connect(),
        openings.plies()
    )
}

fn read(whole: &[u8], rest: &[u8], openings: &Openings) -> Result<Vec<Option<i32>>, String> {
    let mut scores = vec![None; openings.keys().len()];
    let whole = String::from_utf8_lossy(whole);
    let mut lines = whole.lines();
    let header = header(openings);
    // Somebody else's file must stay as it is.
    let fits = match lines.next() {
        Some(line) => line == header,
        None => header.as_bytes().starts_with(rest),
    };
    if !fits {
        return Err(format!("the first line is not {header:?}"));
    }
    for (number, line) in (2..).zip(lines) {
        let (at, score) = entry(line, openings).ok_or_else(|| {
            let line: String = line.chars().take(80).collect();
            format!("line {number} is no key and score of this book: {line:?}")
        })?;
        if scores[at].replace(score).is_some_and(|old| old != score) {
            return Err(format!("line {number} has another score than one before"));
        }
    }
    Ok(scores)
}

fn entry(line: &str, openings: &Openings) -> Option<(usize, i32)> {
    let (key, score) = line.split_once(' ')?;
    let at = openings.keys().binary_search(&key.parse().ok()?).ok()?;
    Some((at, score.parse().ok()?))
}
