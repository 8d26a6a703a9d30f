//! The journal of a tournament: a file with the setup and a line for each finished game,
//! from which the tournament can be resumed.

use crate::{
    failure::Failure,
    files::{self, AppendFile},
};
use four_shapes_engine::{
    record,
    tournament::{FinishedGame, Tournament, file},
};
use std::path::Path;

/// The end of the setup, which does not occur inside it.
const SETUP_END: &str = "\n}\n";

/// An upper bound of the length of a game's line, in bytes.
const MAX_LINE_BYTES: u64 = 2048;

const NOT_A_JOURNAL: &str = "not a saved tournament";

/// An open journal.
pub(super) struct Journal {
    log: AppendFile,
    tournament: Tournament,
    /// The games that the file contained when it was opened.
    games: Vec<FinishedGame>,
}

impl Journal {
    /// Opens or creates a journal.
    ///
    /// # Errors
    /// Returns an error if the file is not a journal of this tournament.
    pub(super) fn open(path: &Path, tournament: &Tournament) -> Result<Self, Failure> {
        let setup = file::write(tournament);
        let max_bytes =
            (tournament.game_count() * MAX_LINE_BYTES).saturating_add(setup.len() as u64);
        let (log, bytes) = AppendFile::open(path, max_bytes)?;
        let mut journal = Self {
            log,
            tournament: tournament.clone(),
            games: Vec::new(),
        };
        if setup.as_bytes().starts_with(&bytes) && bytes.len() < setup.len() {
            // The file is new, or writing the setup was interrupted.
            journal.log.truncate(0)?;
            journal.log.add(&setup)?;
            return Ok(journal);
        }
        let text = String::from_utf8(bytes).map_err(|_| Failure::file(path, "not UTF-8 text"))?;
        // Writing an incomplete last line was interrupted.
        let complete = text.rfind('\n').map_or(0, |end| end + 1);
        let invalid = |message: String| Err(Failure::file(path, message));
        let Some(games) = text[..complete].strip_prefix(&setup) else {
            return match split(&text).map(|(setup, _)| file::read(setup)) {
                Some(Ok(_)) => invalid("contains a different tournament".to_owned()),
                Some(Err(error)) => invalid(format!("{NOT_A_JOURNAL}: {error}")),
                None => invalid(NOT_A_JOURNAL.to_owned()),
            };
        };
        let first_line = setup.lines().count() + 1;
        for (index, line) in games.lines().enumerate() {
            match FinishedGame::parse(tournament, line) {
                Ok(game) => journal.games.push(game),
                Err(error) => return invalid(format!("line {}: {error}", first_line + index)),
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

/// Splits a journal into its setup and its games.
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
        .map_err(|error| Failure::file(path, format!("{NOT_A_JOURNAL}: {error}")))
}
