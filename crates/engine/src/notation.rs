//! Games and cells as text, read strictly and written back the same.
//!
//! - On a board with gravity and up to 9 columns a game is a digit for each
//!   move, the column counted from 1: `44455`. This is the notation that every
//!   Connect Four solver reads.
//! - With more columns, column numbers with commas between: `8,8,10`.
//! - Without gravity, cell names with commas between: `B2,A1`.
//! - Of two players, the second may have swapped instead of moving: `4s4455`,
//!   `8,s,8`, `B2,s,A1`. The move behind the `s` is the second piece.
//!
//! The empty text is the game before its first move. No text that differs from
//! what would be written is read: no spaces, no leading zeros, no small letters.

use crate::{
    Cell, Column, Game, MoveError, Player, Position, Rules, Step, SwapError, escape::shorten,
};
use std::{error::Error, fmt};

/// Reads the moves of a game.
///
/// # Errors
/// The first thing that is wrong, and at which character.
///
/// ```
/// use four_shapes_engine::{Rules, notation};
///
/// let game = notation::parse(Rules::CLASSIC, "44455").unwrap();
/// assert_eq!(notation::write(&game), "44455");
///
/// let error = notation::parse(Rules::CLASSIC, "4x").unwrap_err();
/// assert_eq!(error.to_string(), "character 2: “x” is not a column; columns are 1 to 7");
/// ```
pub fn parse(rules: Rules, text: &str) -> Result<Game, NotationError> {
    parse_from(rules, 1, true, text)
}

/// Reads the moves of a match in which a swap was agreed, or was not.
pub(crate) fn parse_agreed(rules: Rules, swap: bool, text: &str) -> Result<Game, NotationError> {
    parse_from(rules, 1, swap, text)
}

/// Reads the moves of a game whose leftmost column has the number `first`.
pub(crate) fn parse_from(
    rules: Rules,
    first: u8,
    swap: bool,
    text: &str,
) -> Result<Game, NotationError> {
    let mut game = Game::new(rules);
    for (at, word) in words(separated(rules, first), text) {
        play(&mut game, first, swap, word).map_err(|problem| NotationError {
            at,
            text: shorten(word),
            problem,
        })?;
    }
    Ok(game)
}

/// Makes the move that a word says.
fn play(game: &mut Game, first: u8, swap: bool, word: &str) -> Result<(), Problem> {
    let rules = game.rules();
    if word == SWAP {
        let turn = game.turn_with(swap).ok_or(Problem::GameOver)?;
        return turn.swap().map_err(Problem::Swap);
    }
    let (columns, rows) = (rules.columns(), rules.rows());
    let cell = if rules.gravity() {
        let column = read_column_from(rules, first, word).ok_or(Problem::NotAColumn {
            first,
            last: columns - 1 + first,
        })?;
        game.position().landing(column)
    } else {
        Ok(read_cell(rules, word).ok_or(Problem::NotACell { columns, rows })?)
    };
    let turn = game.turn().ok_or(Problem::GameOver)?;
    cell.and_then(|cell| turn.play(cell))
        .map_err(Problem::Illegal)
}

/// What stands for a swap: no column or cell begins with it.
pub(crate) const SWAP: &str = "s";

/// Writes the moves that are on the board, those that were undone left out.
///
/// An agreement on a draw is not a move and is not written.
pub fn write(game: &Game) -> String {
    write_from(game, 1)
}

/// Writes the moves that are on the board, the leftmost column being `first`.
pub(crate) fn write_from(game: &Game, first: u8) -> String {
    write_steps_from(game.rules(), first, &game.steps()[..game.cursor()])
}

/// Writes the moves among some steps of a game.
pub(crate) fn write_steps(rules: Rules, steps: &[Step]) -> String {
    write_steps_from(rules, 1, steps)
}

fn write_steps_from(rules: Rules, first: u8, steps: &[Step]) -> String {
    let separated = separated(rules, first);
    // All in one text: tournaments write millions of games.
    let mut text = String::with_capacity(steps.len() * if separated { 4 } else { 1 });
    for step in steps {
        if separated && !text.is_empty() && *step != Step::AgreeDraw {
            text.push(',');
        }
        match step {
            Step::Place(cell) if rules.gravity() => {
                // A board has at most 15 columns.
                let number = cell.column().index() as u8 + first;
                if number > 9 {
                    text.push(char::from(b'0' + number / 10));
                }
                text.push(char::from(b'0' + number % 10));
            }
            Step::Place(cell) => text.push_str(&cell.to_string()),
            Step::Swap => text.push_str(SWAP),
            Step::AgreeDraw => {}
        }
    }
    text
}

/// Reads a cell's name, such as `D3`.
///
/// # Errors
/// If it is not the name of a cell on this board, written as cells are written.
pub fn parse_cell(rules: Rules, name: &str) -> Result<Cell, NotationError> {
    read_cell(rules, name).ok_or_else(|| NotationError {
        at: 1,
        text: shorten(name),
        problem: Problem::NotACell {
            columns: rules.columns(),
            rows: rules.rows(),
        },
    })
}

/// Whether moves need a comma between them.
fn separated(rules: Rules, first: u8) -> bool {
    !rules.gravity() || rules.columns() - 1 + first > 9
}

/// The words of a text, each with the place of its first character, from 1:
/// what is between commas, or single characters.
pub(crate) fn words(separated: bool, text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = Some(text).filter(|text| !text.is_empty());
    let mut at = 1;
    std::iter::from_fn(move || {
        let text = rest?;
        let (word, next) = if separated {
            text.split_once(',')
                .map_or((text, None), |(word, next)| (word, Some(next)))
        } else {
            let end = text.chars().next()?.len_utf8();
            let (word, next) = text.split_at(end);
            (word, Some(next).filter(|next| !next.is_empty()))
        };
        rest = next;
        let here = at;
        at += word.chars().count() + usize::from(separated);
        Some((here, word))
    })
}

/// A number as it is written: no sign, no leading zero.
pub(crate) fn read_number(word: &str) -> Option<usize> {
    let plain = word.bytes().all(|b| b.is_ascii_digit()) && !word.starts_with('0');
    plain.then(|| word.parse().ok()).flatten()
}

pub(crate) fn read_column(rules: Rules, word: &str) -> Option<Column> {
    read_column_from(rules, 1, word)
}

fn read_column_from(rules: Rules, first: u8, word: &str) -> Option<Column> {
    let number = if word == "0" { 0 } else { read_number(word)? };
    rules.column(number.checked_sub(first.into())?)
}

pub(crate) fn read_cell(rules: Rules, word: &str) -> Option<Cell> {
    let letter = word.chars().next().filter(char::is_ascii_uppercase)?;
    let column = usize::from(letter as u8 - b'A');
    rules.cell(column, read_number(&word[1..])?.checked_sub(1)?)
}

impl Position {
    /// The position after pieces have been dropped into columns that are counted
    /// from 0, the players taking turns: `012345`. On boards of more than ten
    /// columns the numbers have commas between them. It does not matter whether
    /// somebody completes a line on the way.
    ///
    /// The `x-and-o` program's *set the board*.
    ///
    /// # Errors
    /// The first column that is none, or is full, and at which character.
    pub fn from_columns(rules: Rules, text: &str) -> Result<Self, NotationError> {
        Self::set_columns(rules, text, true)
    }

    /// As [`from_columns`](Self::from_columns), but like the `x-and-o` program itself: a
    /// column that is not on the board or is full is skipped. The turn passes with it.
    ///
    /// # Errors
    /// The first word that is not a number, and at which character.
    pub fn from_columns_skipping(rules: Rules, text: &str) -> Result<Self, NotationError> {
        Self::set_columns(rules, text, false)
    }

    fn set_columns(rules: Rules, text: &str, strict: bool) -> Result<Self, NotationError> {
        let mut position = Self::new(rules);
        let words = words(rules.columns() > 10, text);
        for (turn, (at, word)) in words.enumerate() {
            let not_a_column = Problem::NotAColumn {
                first: 0,
                last: rules.columns() - 1,
            };
            let plain = word == "0" || !word.starts_with('0');
            let number = plain && !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
            let column = word.parse().ok().filter(|_| number);
            let dropped = match column.and_then(|index| rules.column(index)) {
                Some(column) => position
                    .drop(rules.player_after(turn), column)
                    .map_err(Problem::Illegal),
                None => Err(not_a_column),
            };
            let skipped = !strict && number && rules.gravity();
            if let Err(problem) = dropped
                && !skipped
            {
                return Err(NotationError {
                    at,
                    text: shorten(word),
                    problem,
                });
            }
        }
        Ok(position)
    }

    /// Whose piece is in the cell of this name, such as `A4`; `None` if it is
    /// empty, or not the name of a cell on this board.
    ///
    /// The `buttons` program's look-up of a cell.
    pub fn named(&self, name: &str) -> Option<Player> {
        self.get(read_cell(self.rules(), name)?)
    }
}

/// What is wrong with a text that should be moves or a cell, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// Where it is: the place of the character, counted from 1.
    pub at: usize,
    /// What stands there, shortened to 12 characters; empty at a missing word.
    pub text: String,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What can be wrong with a word of notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// It is not a column of this board.
    NotAColumn {
        /// The number of the first column, 0 or 1.
        first: u8,
        /// The number of the last.
        last: u8,
    },
    /// It is not the name of a cell of this board.
    NotACell {
        /// How many columns the board has.
        columns: u8,
        /// How many rows the board has.
        rows: u8,
    },
    /// The rules don't allow the move.
    Illegal(MoveError),
    /// The sides can't be swapped here.
    Swap(SwapError),
    /// The game was over before this move.
    GameOver,
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: ", self.at)?;
        let text = &self.text;
        match self.problem {
            Problem::NotAColumn { first, last } => {
                if text.is_empty() {
                    f.write_str("a column is missing")?;
                } else {
                    write!(f, "“{text}” is not a column")?;
                }
                write!(f, "; columns are {first} to {last}")
            }
            Problem::NotACell { columns, rows } => {
                let last = Cell::at(columns - 1, rows - 1);
                if text.is_empty() {
                    write!(f, "a cell is missing; cells are A1 to {last}")
                } else {
                    write!(f, "“{text}” is not a cell; cells are A1 to {last}")
                }
            }
            // What the column is called depends on where counting begins.
            Problem::Illegal(MoveError::ColumnFull(_)) => {
                write!(f, "“{text}” can't be played: the column is full")
            }
            Problem::Illegal(error) => write!(f, "“{text}” can't be played: {error}"),
            Problem::Swap(error) => write!(f, "“{text}” can't be played: {error}"),
            Problem::GameOver => write!(f, "“{text}” comes after the end of the game"),
        }
    }
}

impl Error for NotationError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.problem {
            Problem::Illegal(error) => Some(error),
            Problem::Swap(error) => Some(error),
            _ => None,
        }
    }
}
