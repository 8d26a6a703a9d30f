//! The scores found so far, in a file that can be gone on with.
//!
//! A line of its own says what the scores are of; then there is one line for
//! each position, its key and its score.

use crate::{failure::Failure, files};
use four_shapes_engine::solver::book::Openings;
use std::{
    fs::File,
    io::{self, Write},
    path::{Path, PathBuf},
};

/// An open progress file.
pub(super) struct Progress {
    path: PathBuf,
    file: File,
}

impl Progress {
    /// Opens a file, or makes one, and gives the scores that are in it, in the
    /// order of the positions.
    pub(super) fn open(
        path: &Path,
        openings: &Openings,
    ) -> Result<(Self, Vec<Option<i32>>), Failure> {
        let fail = |error: io::Error| Failure::file(path, error);
        let (file, bytes) = files::open_to_add(path)?;
        // What is behind the last line was being written when the program was
        // stopped.
        let lines = bytes.iter().rposition(|&byte| byte == b'\n');
        let (whole, rest) = bytes.split_at(lines.map_or(0, |at| at + 1));
        let scores = read(whole, rest, openings).map_err(|error| Failure::file(path, error))?;
        if !rest.is_empty() {
            file.set_len(whole.len() as u64).map_err(fail)?;
        }
        let mut progress = Self {
            path: path.to_owned(),
            file,
        };
        if whole.is_empty() {
            progress.line(&header(openings))?;
        }
        Ok((progress, scores))
    }

    /// Adds a score.
    pub(super) fn add(&mut self, key: u64, score: i32) -> Result<(), Failure> {
        self.line(&format!("{key} {score}"))
    }

    fn line(&mut self, line: &str) -> Result<(), Failure> {
        self.file
            .write_all(format!("{line}\n").as_bytes())
            .map_err(|error| Failure::file(&self.path, error))
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
