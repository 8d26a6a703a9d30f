//! The journal of a tournament: a file with the set-up and a line for each finished game,
//! from which the tournament can be resumed.

use crate::{
    failure::Failure,
    files::{self, Log},
};
use four_shapes_engine::{
    record,
    tournament::{FinishedGame, Tournament, file},
};
use std::path::Path;

/// The end of the set-up, which does not occur inside it.
const SETUP_END: &str = "\n}\n";

/// An upper bound of the length of a game's line, in bytes.
const MAX_LINE_BYTES: u64 = 2048;

/// An open journal.
pub(super) struct Journal {
    log: Log,
    tournament: Tournament,
    /// The games that the file contained when it was opened.
    games: Vec<FinishedGame>,
}

impl Journal {
    /// Opens or creates a journal.
    ///
    /// # Errors
    /// Returns an error if the file is the journal of another tournament, or none.
    pub(super) fn open(path: &Path, tournament: &Tournament) -> Result<Self, Failure> {
        let setup = file::write(tournament);
        let max_bytes = (tournament.total() * MAX_LINE_BYTES).saturating_add(setup.len() as u64);
        let (log, bytes) = Log::open(path, max_bytes)?;
        let mut journal = Self {
            log,
            tournament: tournament.clone(),
            games: Vec::new(),
        };
        if setup.as_bytes().starts_with(&bytes) && bytes.len() < setup.len() {
            // The file is new, or writing the set-up was interrupted.
            journal.log.truncate(0)?;
            journal.log.add(&setup)?;
            return Ok(journal);
        }
        let text =
            String::from_utf8(bytes).map_err(|_| Failure::file(path, "it is no text in UTF-8"))?;
        // An incomplete last line was interrupted while it was written.
        let complete = text.rfind('\n').map_or(0, |at| at + 1);
        let wrong = |why: String| Err(Failure::file(path, why));
        let Some(games) = text[..complete].strip_prefix(&setup) else {
            return match split(&text).map(|(setup, _)| file::read(setup)) {
                Some(Ok(_)) => wrong("it is the journal of another tournament".to_owned()),
                Some(Err(error)) => wrong(format!("it is no journal of a tournament: {error}")),
                None => wrong("it is no journal of a tournament".to_owned()),
            };
        };
        let first_line = setup.lines().count() + 1;
        for (index, line) in games.lines().enumerate() {
            match FinishedGame::parse(tournament, line) {
                Ok(game) => journal.games.push(game),
                Err(error) => return wrong(format!("line {}: {error}", first_line + index)),
            }
        }
        if complete < text.len() {
            journal.log.truncate(complete)?;
        }
        Ok(journal)
    }

    /// Takes the games that the file contained when it was opened.
    pub(super) fn take_games(&mut self) -> Vec<FinishedGame> {
        std::mem::take(&mut self.games)
    }

    /// Appends games. Without games it flushes earlier ones when they are due.
    pub(super) fn add(&mut self, games: &[FinishedGame]) -> Result<(), Failure> {
        let line = |game: &FinishedGame| game.to_line(&self.tournament) + "\n";
        let lines: String = games.iter().map(line).collect();
        self.log.add(&lines)
    }

    /// Waits until all games are on the disk.
    pub(super) fn sync(&mut self) -> Result<(), Failure> {
        self.log.sync()
    }
}

/// Splits a journal into its set-up and its games.
fn split(text: &str) -> Option<(&str, &str)> {
    let end = text.find(SETUP_END)? + SETUP_END.len();
    Some(text.split_at(end))
}

/// Reads the tournament of a journal; `None` if the file does not exist or is empty.
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
