//! The progress file of a build, from which it can be resumed.
//!
//! The first line describes the book. Each further line has the key and the score of a
//! position.

use crate::{failure::Failure, files::AppendFile};
use four_shapes_engine::solver::book::Openings;
use std::path::Path;

/// Upper bound of the length of a line in bytes.
const MAX_LINE: u64 = 64;

/// An open progress file.
pub(super) struct Progress(AppendFile);

impl Progress {
    /// Opens or creates a file, and returns its scores, in the order of the positions.
    pub(super) fn open(
        path: &Path,
        openings: &Openings,
    ) -> Result<(Self, Vec<Option<i32>>), Failure> {
        let header = header(openings);
        // Twice the number of positions, since the file may have duplicates.
        let lines = 2 * openings.keys().len() as u64;
        let (mut log, bytes) = AppendFile::open(path, header.len() as u64 + lines * MAX_LINE)?;
        // Writing an incomplete last line was interrupted.
        let end = bytes.iter().rposition(|&byte| byte == b'\n');
        let (complete, rest) = bytes.split_at(end.map_or(0, |end| end + 1));
        let scores = parse(complete, rest, openings).map_err(|error| Failure::file(path, error))?;
        if !rest.is_empty() {
            log.truncate(complete.len())?;
        }
        if complete.is_empty() {
            log.add(&(header + "\n"))?;
        }
        Ok((Self(log), scores))
    }

    /// Adds a score.
    pub(super) fn add(&mut self, key: u64, score: i32) -> Result<(), Failure> {
        self.0.add(&format!("{key} {score}\n"))
    }

    /// Flushes earlier scores when they are due.
    pub(super) fn sync_if_due(&mut self) -> Result<(), Failure> {
        self.0.add("")
    }

    /// Waits until all scores are on the disk.
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

/// Parses the complete lines of a file and the incomplete one after them.
fn parse(complete: &[u8], rest: &[u8], openings: &Openings) -> Result<Vec<Option<i32>>, String> {
    let mut scores = vec![None; openings.keys().len()];
    let complete = String::from_utf8_lossy(complete);
    let mut lines = complete.lines();
    let header = header(openings);
    // Other files must not be changed.
    let is_progress = match lines.next() {
        Some(line) => line == header,
        None => header.as_bytes().starts_with(rest),
    };
    if !is_progress {
        return Err(format!("expected the first line {header:?}"));
    }
    for (number, line) in (2..).zip(lines) {
        let (index, score) = entry(line, openings).ok_or_else(|| {
            let line: String = line.chars().take(80).collect();
            format!("line {number}: expected a key and a score of this book, found {line:?}")
        })?;
        if scores[index].replace(score).is_some_and(|old| old != score) {
            return Err(format!(
                "line {number}: the score differs from an earlier line"
            ));
        }
    }
    Ok(scores)
}

fn entry(line: &str, openings: &Openings) -> Option<(usize, i32)> {
    let (key, score) = line.split_once(' ')?;
    let index = openings.keys().binary_search(&key.parse().ok()?).ok()?;
    Some((index, score.parse().ok()?))
}
