//! The games that are over, in a file that can be gone on with: the set-up, and then a
//! line for each game.

use crate::{
    failure::Failure,
    files::{self, Log},
};
use four_shapes_engine::{
    record,
    tournament::{FinishedGame, Tournament, file},
};
use std::path::Path;

/// What a set-up ends with, and nothing in it has.
const END: &str = "\n}\n";

/// More bytes than a game's line can have.
const MAX_LINE: u64 = 2048;

/// An open journal.
pub(super) struct Journal {
    log: Log,
    tournament: Tournament,
    /// The games that were in it.
    before: Vec<FinishedGame>,
}

impl Journal {
    /// Opens a journal, or makes one.
    pub(super) fn open(path: &Path, tournament: &Tournament) -> Result<Self, Failure> {
        let setup = file::write(tournament);
        let most = (tournament.total() * MAX_LINE).saturating_add(setup.len() as u64);
        let (log, bytes) = Log::open(path, most)?;
        let mut journal = Self {
            log,
            tournament: tournament.clone(),
            before: Vec::new(),
        };
        if setup.as_bytes().starts_with(&bytes) && bytes.len() < setup.len() {
            // It was stopped before its first game, or is new.
            journal.log.truncate(0)?;
            journal.log.add(&setup)?;
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
            match FinishedGame::parse(tournament, line) {
                Ok(played) => journal.before.push(played),
                Err(error) => return wrong(format!("line {}: {error}", first + at)),
            }
        }
        if whole < text.len() {
            journal.log.truncate(whole)?;
        }
        Ok(journal)
    }

    /// The games that were in it when it was opened; once.
    pub(super) fn take_up(&mut self) -> Vec<FinishedGame> {
        std::mem::take(&mut self.before)
    }

    /// Adds games; or none, so that those before get to the disk in time.
    pub(super) fn add(&mut self, played: &[FinishedGame]) -> Result<(), Failure> {
        let line = |played: &FinishedGame| played.to_line(&self.tournament) + "\n";
        let lines: String = played.iter().map(line).collect();
        self.log.add(&lines)
    }

    /// Waits until the disk has all games.
    pub(super) fn sync(&mut self) -> Result<(), Failure> {
        self.log.sync()
    }
}

/// The set-up and the games of a journal.
fn split(text: &str) -> Option<(&str, &str)> {
    let end = text.find(END)? + END.len();
    Some(text.split_at(end))
}

/// The set-up in a journal; `None` if there is no such file, or nothing in it yet.
pub(super) fn setup_of(path: &Path) -> Result<Option<Tournament>, Failure> {
    let Some(start) = files::read_start(path, record::MAX_BYTES as u64)? else {
        return Ok(None);
    };
    let text = String::from_utf8_lossy(&start);
    let Some((setup, _)) = split(&text) else {
        return Ok(None);
    };
    let setup = file::read(setup);
    setup
        .map(Some)
        .map_err(|error| Failure::file(path, format!("it is no journal of a tournament: {error}")))
}
