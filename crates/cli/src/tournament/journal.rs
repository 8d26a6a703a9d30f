//! The games that are over, in a file that can be gone on with: the set-up, and then a
//! line for each game.

use crate::{failure::Failure, files};
use four_shapes_engine::tournament::{Played, Tournament, file};
use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// What a set-up ends with, and nothing in it has.
const END: &str = "\n}\n";

/// An open journal.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    tournament: Tournament,
    /// The games that were in it.
    before: Vec<Played>,
}

impl Journal {
    /// Opens a journal, or makes one.
    pub(super) fn open(path: &Path, tournament: &Tournament) -> Result<Self, Failure> {
        let fail = |error: io::Error| Failure::file(path, error);
        let (file, bytes) = files::open_to_add(path)?;
        let mut journal = Self {
            path: path.to_owned(),
            file,
            tournament: tournament.clone(),
            before: Vec::new(),
        };
        let setup = file::write(tournament);
        if setup.as_bytes().starts_with(&bytes) && bytes.len() < setup.len() {
            // It was stopped before its first game, or is new.
            journal.file.set_len(0).map_err(fail)?;
            journal.write(&setup)?;
            return Ok(journal);
        }
        let text =
            String::from_utf8(bytes).map_err(|_| Failure::file(path, "it is no text in UTF-8"))?;
        // What is behind the last line was being written when the program was stopped.
        let whole = text.rfind('\n').map_or(0, |at| at + 1);
        let wrong = |why: String| Err(Failure::file(path, why));
        let Some(games) = text[..whole].strip_prefix(&setup) else {
            return match split(&text).map(|(setup, _)| file::read(setup)) {
                Some(Ok(_)) => wrong("it is the journal of another tournament".to_owned()),
                Some(Err(error)) => wrong(format!("it is no journal of a tournament: {error}")),
                None => wrong("it is no journal of a tournament".to_owned()),
            };
        };
        let first = setup.lines().count() + 1;
        for (at, line) in games.lines().enumerate() {
            match Played::read(tournament, line) {
                Ok(played) => journal.before.push(played),
                Err(error) => return wrong(format!("line {}: {error}", first + at)),
            }
        }
        if whole < text.len() {
            journal.file.set_len(whole as u64).map_err(fail)?;
        }
        Ok(journal)
    }

    /// The games that were in it when it was opened; once.
    pub(super) fn take_up(&mut self) -> Vec<Played> {
        std::mem::take(&mut self.before)
    }

    /// Adds games.
    pub(super) fn add(&mut self, played: &[Played]) -> Result<(), Failure> {
        let line = |played: &Played| played.write(&self.tournament) + "\n";
        let lines: String = played.iter().map(line).collect();
        self.write(&lines)
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.file
            .write_all(text.as_bytes())
            .map_err(|error| Failure::file(&self.path, error))
    }
}

/// The set-up and the games of a journal.
fn split(text: &str) -> Option<(&str, &str)> {
    let end = text.find(END)? + END.len();
    Some(text.split_at(end))
}

/// The set-up in a journal; `None` if there is no such file, or nothing in it yet.
pub(super) fn setup_of(path: &Path) -> Result<Option<Tournament>, Failure> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Failure::file(path, error)),
    };
    let Some((setup, _)) = split(&text) else {
        return Ok(None);
    };
    let setup = file::read(setup);
    setup
        .map(Some)
        .map_err(|error| Failure::file(path, format!("it is no journal of a tournament: {error}")))
}
