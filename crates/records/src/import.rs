//! A lenient parser of matches in any of the supported formats.
//!
//! - a file in the format of [`record`];
//! - a [`link`]: a URL or only its fragment, possibly within other text, quotes or brackets;
//! - moves for given rules, optionally separated by white space or commas: column numbers
//!   (`44455`, the common notation of Connect Four solvers), column letters (`ddd ee`), or
//!   cells (`D1 D2 e1`); `s` or `swap` for a swap.

use crate::{
    Match,
    link::{self, LinkError},
    record::{self, RecordError},
};
use four_shapes_rules::{
    Cell, Column, Game, MoveError, Rules,
    notation::{self, NotationError, Problem},
    text::shorten,
};
use std::{error::Error, fmt};

/// Parses a match. Plain moves are played by the given rules.
///
/// # Errors
/// Returns the first error and its position.
pub fn parse(text: &str, rules: Rules) -> Result<Match, ImportError> {
    if text.len() > record::MAX_BYTES {
        return Err(ImportError::TooLarge(text.len()));
    }
    let text = without_bom(text);
    if is_file(text) {
        return record::parse(text).map_err(ImportError::Record);
    }
    if let Some(link) = find_link(text) {
        return link::parse(link).map_err(ImportError::Link);
    }
    if text.trim().is_empty() {
        return Err(ImportError::Empty);
    }
    parse_moves(rules, text)
        .map(Match::with_default_seats)
        .map_err(ImportError::Moves)
}

fn without_bom(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn is_file(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// Returns the names of the fields that [`parse`] ignores if the text is a link, see
/// [`link::unknown_fields`].
pub fn unknown_fields(text: &str) -> Vec<String> {
    let text = without_bom(text);
    let link = Some(text).filter(|text| !is_file(text)).and_then(find_link);
    link.map(link::unknown_fields).unwrap_or_default()
}

/// Finds a link in a text and returns its fragment, without the brackets, quotes and full
/// stops that often surround a URL.
fn find_link(text: &str) -> Option<&str> {
    let mut words = text.split_whitespace();
    let bare = words
        .clone()
        .next()
        .filter(|word| word.starts_with("v=") || !word.contains('#') && link::is_link(word));
    let link = words.find_map(|word| {
        let marked = word.find("#v=").map(|at| &word[at + 1..]);
        // Other fields may come first.
        let later = || Some(word.split_once('#')?.1).filter(|it| link::is_link(it));
        marked.or_else(later)
    });
    // The fragment of any other URL is intended as a link as well.
    let address = || {
        let at = text.find('#').filter(|_| text.contains("://"))?;
        text[at + 1..].split(char::is_whitespace).next()
    };
    let link = link.or(bare).or_else(address)?;
    Some(link.trim_end_matches(|c| ">)]}\"'`”’»*.,;:!?".contains(c)))
}

/// Parses moves in any of the supported notations.
fn parse_moves(rules: Rules, text: &str) -> Result<Game, NotationError> {
    let mut game = Game::new(rules);
    // The byte offset of the rest of the text.
    let mut offset = 0;
    loop {
        let rest = &text[offset..];
        let word = rest.trim_start_matches(|c: char| c.is_whitespace() || ",;".contains(c));
        offset += rest.len() - word.len();
        if word.is_empty() {
            return Ok(game);
        }
        let word = &word[..word_end(rules, word)];
        play(&mut game, word).map_err(|problem| NotationError {
            at: text[..offset].chars().count() + 1,
            text: shorten(word),
            problem,
        })?;
        offset += word.len();
    }
}

/// A swap, which can be abbreviated to its first letter.
const SWAP: &str = "SWAP";

/// Returns the length of the first move, in bytes.
fn word_end(rules: Rules, text: &str) -> usize {
    for swap in [SWAP, &SWAP[..1]] {
        let start = text.get(..swap.len());
        if start.is_some_and(|start| start.eq_ignore_ascii_case(swap)) {
            return swap.len();
        }
    }
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    match text.chars().next() {
        Some(letter) if letter.is_ascii_alphabetic() => 1 + digits(&text[1..]),
        Some('0'..='9') if rules.gravity() && rules.columns() <= 9 => 1,
        Some('0'..='9') => digits(text),
        Some(other) => other.len_utf8(),
        None => 0,
    }
}

/// Plays a column number, a column letter or a cell, or swaps sides.
fn play(game: &mut Game, word: &str) -> Result<(), Problem> {
    let rules = game.rules();
    let upper = word.to_ascii_uppercase();
    if upper == SWAP || upper == SWAP[..1] {
        let turn = game.turn().ok_or(Problem::GameOver)?;
        return turn.swap().map_err(Problem::Swap);
    }
    let letter = upper.bytes().next().filter(u8::is_ascii_uppercase);
    let (columns, rows) = (rules.columns(), rules.rows());
    let cell = if let Ok(cell) = notation::parse_cell(rules, &upper) {
        check(game, cell)
    } else if rules.gravity() {
        let column = match letter {
            Some(letter) if upper.len() == 1 => rules.column(usize::from(letter - b'A')),
            Some(_) => return Err(Problem::NotACell { columns, rows }),
            None => word
                .parse()
                .ok()
                .and_then(|column: Column| rules.column(column.index())),
        };
        let column = column.ok_or(Problem::NotAColumn {
            first: 1,
            last: columns.into(),
        })?;
        game.position().landing(column)
    } else {
        return Err(Problem::NotACell { columns, rows });
    };
    let turn = game.turn().ok_or(Problem::GameOver)?;
    cell.and_then(|cell| turn.play(cell))
        .map_err(Problem::Illegal)
}

/// Checks that a piece can be placed in a cell.
fn check(game: &Game, cell: Cell) -> Result<Cell, MoveError> {
    game.position().check_place(cell).map(|()| cell)
}

/// The reason a text isn't a valid match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportError {
    /// It is longer than [`record::MAX_BYTES`]; its length in bytes.
    TooLarge(usize),
    /// It is empty.
    Empty,
    /// It looks like a file but is invalid.
    Record(RecordError),
    /// It looks like a link but is invalid.
    Link(LinkError),
    /// It is neither, and isn't a valid sequence of moves.
    Moves(NotationError),
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge(bytes) => {
                let max = record::MAX_BYTES;
                write!(f, "{bytes} bytes; the maximum is {max}")
            }
            Self::Empty => f.write_str("the text is empty"),
            Self::Record(error) => error.fmt(f),
            Self::Link(error) => error.fmt(f),
            Self::Moves(error) => error.fmt(f),
        }
    }
}

impl Error for ImportError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Record(error) => Some(error),
            Self::Link(error) => Some(error),
            Self::Moves(error) => Some(error),
            Self::TooLarge(_) | Self::Empty => None,
        }
    }
}
