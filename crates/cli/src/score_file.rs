//! The file of the high scores.

use crate::{failure::Failure, files};
use four_shapes_records::{
    Match, Name,
    high_scores::{Date, HighScore, HighScores},
};
use four_shapes_rules::Rules;
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// A file of high scores.
#[derive(Debug)]
pub(crate) struct ScoreFile {
    path: PathBuf,
}

impl ScoreFile {
    /// Selects a file, by default the one in the user's data directory.
    pub(crate) fn new(chosen: Option<&Path>) -> Result<Self, Failure> {
        let path = chosen.map(Path::to_owned).or_else(files::default_scores);
        let path = path.ok_or_else(|| {
            Failure::File("no data directory found; name a file with --scores".to_owned())
        })?;
        Ok(Self { path })
    }

    /// Reads the scores; a missing file has none.
    pub(crate) fn read(&self) -> Result<HighScores, Failure> {
        if !self.path.exists() {
            return Ok(HighScores::default());
        }
        let text = files::read(&self.path)?;
        HighScores::parse(&text).map_err(|error| Failure::file(&self.path, error))
    }

    /// Adds the score of a won match and returns it. An unreadable file is left unchanged.
    pub(crate) fn add(&self, game_match: &Match) -> Result<Option<HighScore>, Failure> {
        let Some(score) = today().and_then(|date| HighScore::of(game_match, date)) else {
            return Ok(None);
        };
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder).map_err(|error| Failure::file(folder, error))?;
        }
        files::locked(&self.path, || {
            let mut scores = self.read()?;
            if scores.add(score.clone()).is_none() {
                return Ok(None);
            }
            files::write_text(&self.path, &scores.write())?;
            Ok(Some(score))
        })
    }

    /// Removes a score whose win was undone.
    pub(crate) fn remove(&self, score: &HighScore) -> Result<(), Failure> {
        files::locked(&self.path, || {
            let mut scores = self.read()?;
            if scores.remove(score) {
                files::write_text(&self.path, &scores.write())?;
            }
            Ok(())
        })
    }

    /// Deletes every score.
    pub(crate) fn clear(&self) -> Result<(), Failure> {
        if !self.path.exists() {
            return Ok(());
        }
        files::locked(&self.path, || match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Failure::file(&self.path, error))
            }
            _ => Ok(()),
        })
    }
}

/// Formats the scores as text.
pub(crate) fn listing(scores: &HighScores) -> String {
    let mut text = String::new();
    for game in scores.by_rules() {
        text += &heading(game[0].rules);
        for (index, score) in game.iter().enumerate() {
            text += &line(index + 1, score);
        }
    }
    if text.is_empty() {
        text += "No high scores yet.\n";
    }
    text
}

fn heading(rules: Rules) -> String {
    let (columns, rows) = (rules.columns(), rules.rows());
    let (connect, players) = (rules.connect(), rules.players());
    let cells = if rules.gravity() { "" } else { ", no gravity" };
    format!("{columns} × {rows}, {connect} in a row, {players} players{cells}\n")
}

fn line(rank: usize, score: &HighScore) -> String {
    let (name, moves, date) = (&score.name, score.moves, score.date);
    let opponents: Vec<&str> = score.opponents.iter().map(Name::as_str).collect();
    let opponents = opponents.join(", ");
    format!("{rank:3}. {name} in {moves} own moves against {opponents}, {date}\n")
}

fn today() -> Option<Date> {
    let today = jiff::Zoned::now().date();
    let year = today.year().try_into().ok()?;
    Date::new(
        year,
        today.month().try_into().ok()?,
        today.day().try_into().ok()?,
    )
}
