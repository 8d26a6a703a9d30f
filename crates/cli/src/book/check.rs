//! Compares an opening book with known scores.

use crate::{args::ColourWhen, failure::Failure, files, input::Lines, screen::Screen};
use four_shapes_rules::{Game, notation};
use four_shapes_solver::{Score, book::Book};
use std::{fs::File, path::Path};

/// Upper bound of the size of a book in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// Compares a book with the input's lines of moves and score.
pub(super) fn check(path: &Path) -> Result<(), Failure> {
    let bytes = File::open(path)
        .and_then(|file| files::read_all(file, MAX_BYTES))
        .map_err(|error| Failure::file(path, error))?;
    let book = Book::read(&bytes).map_err(|error| Failure::file(path, error))?;
    let mut screen = Screen::new(ColourWhen::Never);
    let (mut count, mut different) = (0, 0);
    let mut lines = Lines::default();
    while let Some(line) = lines.next()? {
        count += 1;
        let line = line.trim_end_matches(['\r', '\n']);
        let (game, score) = entry(&book, line)
            .map_err(|error| Failure::File(format!("standard input: line {count}: {error}")))?;
        let found = book.score(game.position());
        if found != Some(score) {
            different += 1;
            let found = found.map_or_else(|| "none".to_owned(), |found| found.to_string());
            screen.print(&format!("line {count}: {line}: the book has {found}\n"))?;
        }
    }
    screen.print(&format!(
        "positions: {count}, different scores: {different}\n"
    ))?;
    if different > 0 {
        return Err(Failure::file(
            path,
            format!("{different} of {count} scores are different"),
        ));
    }
    Ok(())
}

fn entry(book: &Book, line: &str) -> Result<(Game, Score), String> {
    // The line of the empty board starts with the space.
    let (moves, score) = line.split_once(' ').ok_or("expected moves and a score")?;
    let game = notation::parse(book.rules(), moves).map_err(|error| error.to_string())?;
    let score = score
        .trim_ascii_end()
        .parse()
        .map_err(|_| format!("invalid score {score:?}"))?;
    Ok((game, Score::new(score)))
}
