//! Reading a match from whatever somebody has: forgiving where it is clear what
//! is meant.
//!
//! - a file, as [`record`] writes it;
//! - a link: a whole address or only what [`link`] writes, with other text, quotes
//!   or brackets around it;
//! - moves for a known board, with spaces, line breaks or commas between them or
//!   nothing: column numbers (`44455`, the notation of every Connect Four
//!   solver), column letters (`ddd ee`), or cells (`D1 D2 e1`); `s` or `swap`,
//!   where the second of two players has taken the first piece.

use crate::{
    Cell, Game, Match, MoveError, Rules,
    escape::shorten,
    link::{self, LinkError},
    notation::{self, NotationError, Problem},
    record::{self, RecordError},
};
use std::{error::Error, fmt};

/// Reads a match. Plain moves, which don't say what board they are for, are
/// played by the given rules.
///
/// # Errors
/// The first thing about the text that is wrong, and where.
pub fn parse(text: &str, rules: Rules) -> Result<Match, ImportError> {
    if text.len() > record::MAX_BYTES {
        return Err(ImportError::TooLarge(text.len()));
    }
    let text = without_mark(text);
    if is_file(text) {
        return record::parse(text).map_err(ImportError::Record);
    }
    if let Some(link) = link_in(text) {
        return link::parse(link).map_err(ImportError::Link);
    }
    if text.trim().is_empty() {
        return Err(ImportError::Empty);
    }
    moves(rules, text)
        .map(Match::with_default_seats)
        .map_err(ImportError::Moves)
}

fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn is_file(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// The names of the fields that [`parse`] passes over in a text that is a link, as
/// [`link::unknown_fields`] has them.
pub fn unknown_fields(text: &str) -> Vec<String> {
    let text = without_mark(text);
    let link = Some(text).filter(|text| !is_file(text)).and_then(link_in);
    link.map(link::unknown_fields).unwrap_or_default()
}

/// The link in a text that is no file, if there is one: the fragment up to a space, without
/// the brackets, quotes and full stops that people put around and behind addresses.
fn link_in(text: &str) -> Option<&str> {
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
    // An address with another fragment is meant to be a link as well.
    let address = || {
        let at = text.find('#').filter(|_| text.contains("://"))?;
        text[at + 1..].split(char::is_whitespace).next()
    };
    let link = link.or(bare).or_else(address)?;
    Some(link.trim_end_matches(|c| ">)]}\"'`”’»*.,;:!?".contains(c)))
}

/// Plays moves in any of the ways in which people write them.
fn moves(rules: Rules, text: &str) -> Result<Game, NotationError> {
    let mut game = Game::new(rules);
    // How far the text has been read, in bytes.
    let mut from = 0;
    loop {
        let rest = &text[from..];
        let word = rest.trim_start_matches(|c: char| c.is_whitespace() || ",;".contains(c));
        from += rest.len() - word.len();
        if word.is_empty() {
            return Ok(game);
        }
        let word = &word[..word_end(rules, word)];
        play(&mut game, word).map_err(|problem| NotationError {
            at: text[..from].chars().count() + 1,
            text: shorten(word),
            problem,
        })?;
        from += word.len();
    }
}

/// The word for a swap, which may be shortened to its first letter.
const SWAP: &str = "SWAP";

/// How many bytes the first move takes.
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

/// Plays a column's number, a column's letter, or a cell, or swaps.
fn play(game: &mut Game, word: &str) -> Result<(), Problem> {
    let rules = game.rules();
    let upper = word.to_ascii_uppercase();
    if upper == SWAP || upper == SWAP[..1] {
        let turn = game.turn().ok_or(Problem::GameOver)?;
        return turn.swap().map_err(Problem::Swap);
    }
    let letter = upper.bytes().next().filter(u8::is_ascii_uppercase);
    let (columns, rows) = (rules.columns(), rules.rows());
    let cell = if let Some(cell) = notation::read_cell(rules, &upper) {
        landing(game, cell)
    } else if rules.gravity() {
        let column = match letter {
            Some(letter) if upper.len() == 1 => rules.column(usize::from(letter - b'A')),
            Some(_) => return Err(Problem::NotACell { columns, rows }),
            None => notation::read_column(rules, word),
        };
        let column = column.ok_or(Problem::NotAColumn {
            first: 1,
            last: columns,
        })?;
        game.position().landing(column)
    } else {
        return Err(Problem::NotACell { columns, rows });
    };
    let turn = game.turn().ok_or(Problem::GameOver)?;
    cell.and_then(|cell| turn.play(cell))
        .map_err(Problem::Illegal)
}

/// The cell, if a piece can be put there.
fn landing(game: &Game, cell: Cell) -> Result<Cell, MoveError> {
    game.position().check(cell).map(|()| cell)
}

/// Why a text is no match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportError {
    /// It has so many bytes, more than [`record::MAX_BYTES`].
    TooLarge(usize),
    /// There is nothing in it.
    Empty,
    /// It looks like a file and is none.
    Record(RecordError),
    /// It looks like a link and is none.
    Link(LinkError),
    /// It is neither, and its moves can't be played.
    Moves(NotationError),
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge(bytes) => {
                let most = record::MAX_BYTES;
                write!(f, "{bytes} bytes are too many, at most {most}")
            }
            Self::Empty => f.write_str("there is nothing in it"),
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
