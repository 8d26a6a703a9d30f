//! Strict notation for games and cells.
//!
//! - On a board with gravity and up to 9 columns, a digit for each move, the column
//!   counted from 1: `44455`. This is the common notation of Connect Four solvers.
//! - With more columns, column numbers separated by commas: `8,8,10`.
//! - Without gravity, cell names separated by commas: `B2,A1`.
//! - A swap instead of the second move is `s`: `4s4455`, `8,s,8`, `B2,s,A1`. The move
//!   after it places the second piece.
//!
//! The empty text is a game without moves. Each game has exactly one valid text: spaces,
//! leading zeros and lowercase letters are errors.

use crate::{
    Cell, Column, Game, MoveError, Player, Position, Rules, Step, SwapError, text::shorten,
};
use alloc::{string::String, string::ToString};
use core::{error::Error, fmt};

pub use crate::number::parse_number;

/// Parses the moves of a game. [`Notation`] has options.
///
/// # Errors
/// Returns the first error and its position.
///
/// ```
/// use four_shapes_rules::{Rules, notation};
///
/// let game = notation::parse(Rules::CLASSIC, "44455").unwrap();
/// assert_eq!(notation::write(&game), "44455");
///
/// let error = notation::parse(Rules::CLASSIC, "4x").unwrap_err();
/// assert_eq!(error.to_string(), "character 2: “x” is not a column; columns are 1 to 7");
/// ```
pub fn parse(rules: Rules, text: &str) -> Result<Game, NotationError> {
    Notation::new().parse(rules, text)
}

/// Formats the moves of a game, without undone ones.
///
/// An agreed draw and a time forfeit are not moves and are omitted.
///
/// ```
/// use four_shapes_rules::{Rules, notation};
///
/// let mut game = notation::parse(Rules::CLASSIC, "4s45")?;
/// game.undo();
/// assert_eq!(notation::write(&game), "4s4");
/// # Ok::<_, notation::NotationError>(())
/// ```
pub fn write(game: &Game) -> String {
    Notation::new().write(game)
}

/// The options of notation: by default the columns count from 1, and swaps are allowed.
///
/// ```
/// use four_shapes_rules::{Game, Rules, notation::Notation};
///
/// let indices = Notation::new().first_column(0);
/// let game = indices.parse(Rules::CLASSIC, "333").unwrap();
/// assert_eq!(Notation::new().write(&game), "444");
///
/// let strict = Notation::new().swap(false);
/// assert!(strict.parse(Rules::CLASSIC, "4s").is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notation {
    first_column: u8,
    swap: bool,
}

impl Default for Notation {
    fn default() -> Self {
        Self::new()
    }
}

impl Notation {
    /// Returns the default options.
    pub const fn new() -> Self {
        Self {
            first_column: 1,
            swap: true,
        }
    }

    /// Sets the number of the leftmost column, usually 0 or 1.
    #[must_use]
    pub const fn first_column(mut self, number: u8) -> Self {
        self.first_column = number;
        self
    }

    /// Sets whether a swap is accepted instead of the second move.
    #[must_use]
    pub const fn swap(mut self, allowed: bool) -> Self {
        self.swap = allowed;
        self
    }

    /// Parses the moves of a game.
    ///
    /// # Errors
    /// Returns the first error and its position.
    pub fn parse(self, rules: Rules, text: &str) -> Result<Game, NotationError> {
        self.parse_after(Game::new(rules), text)
    }

    /// Parses the further moves of a game, such as one [from a position](Game::from_position).
    ///
    /// # Errors
    /// Returns the first error and its position.
    ///
    /// ```
    /// use four_shapes_rules::{Game, Rules, notation::{self, Notation}};
    ///
    /// let start = notation::parse(Rules::CLASSIC, "444").unwrap().position().clone();
    /// let game = Notation::new().parse_after(Game::from_position(start).unwrap(), "55").unwrap();
    /// assert_eq!(game.position().piece_count(), 5);
    /// assert_eq!(notation::write(&game), "55");
    /// ```
    pub fn parse_after(self, mut game: Game, text: &str) -> Result<Game, NotationError> {
        let Self { first_column, swap } = self;
        for (at, word) in words(separated(game.rules(), first_column), text) {
            play(&mut game, first_column, swap, word).map_err(|problem| NotationError {
                at,
                text: shorten(word),
                problem,
            })?;
        }
        Ok(game)
    }

    /// Formats the moves of a game, without undone ones.
    ///
    /// An agreed draw and a time forfeit are not moves and are omitted.
    pub fn write(self, game: &Game) -> String {
        self.write_steps(game.rules(), &game.steps()[..game.cursor()])
    }

    /// Formats some steps of a game.
    ///
    /// ```
    /// use four_shapes_rules::{Rules, notation::{self, Notation}};
    ///
    /// let mut game = notation::parse(Rules::CLASSIC, "4455")?;
    /// game.undo();
    /// let with_undone = Notation::new().write_steps(game.rules(), game.steps());
    /// assert_eq!(with_undone, "4455");
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn write_steps(self, rules: Rules, steps: &[Step]) -> String {
        let separated = separated(rules, self.first_column);
        // A single allocation: tournaments format millions of games.
        let mut text = String::with_capacity(steps.len() * if separated { 4 } else { 1 });
        for step in steps {
            let is_move = !matches!(step, Step::AgreeDraw | Step::TimeForfeit);
            if separated && is_move && !text.is_empty() {
                text.push(',');
            }
            match step {
                Step::Place(cell) if rules.gravity() => {
                    let number = cell.column().index() + usize::from(self.first_column);
                    // A digit alone needs no formatting.
                    match u8::try_from(number) {
                        Ok(digit @ ..10) => text.push(char::from(b'0' + digit)),
                        _ => text.push_str(&number.to_string()),
                    }
                }
                Step::Place(cell) => text.push_str(&cell.to_string()),
                Step::Swap => text.push_str(SWAP),
                Step::AgreeDraw | Step::TimeForfeit => {}
            }
        }
        text
    }
}

/// Makes the move of a word.
fn play(game: &mut Game, first: u8, swap: bool, word: &str) -> Result<(), Problem> {
    let rules = game.rules();
    if word == SWAP {
        let turn = game.turn_with(swap).ok_or(Problem::GameOver)?;
        return turn.swap().map_err(Problem::Swap);
    }
    let (columns, rows) = (rules.columns(), rules.rows());
    let cell = if rules.gravity() {
        let column = parse_column_from(rules, first, word).ok_or(Problem::NotAColumn {
            first,
            last: last_number(rules, first),
        })?;
        game.position().landing(column)
    } else {
        Ok(parse_cell_name(rules, word).ok_or(Problem::NotACell { columns, rows })?)
    };
    let turn = game.turn().ok_or(Problem::GameOver)?;
    cell.and_then(|cell| turn.play(cell))
        .map_err(Problem::Illegal)
}

/// The notation of a swap. No column or cell begins with it.
const SWAP: &str = "s";

/// Parses the name of a cell, such as `D3`.
///
/// # Errors
/// Returns an error if it isn't the name of a cell on this board.
///
/// ```
/// use four_shapes_rules::{Rules, notation};
///
/// assert_eq!(notation::parse_cell(Rules::CLASSIC, "D3")?.row(), 2);
/// let error = notation::parse_cell(Rules::CLASSIC, "D9").unwrap_err();
/// assert_eq!(error.to_string(), "character 1: “D9” is not a cell; cells are A1 to G6");
/// # Ok::<_, notation::NotationError>(())
/// ```
pub fn parse_cell(rules: Rules, name: &str) -> Result<Cell, NotationError> {
    parse_cell_name(rules, name).ok_or_else(|| NotationError {
        at: 1,
        text: shorten(name),
        problem: Problem::NotACell {
            columns: rules.columns(),
            rows: rules.rows(),
        },
    })
}

/// Returns the number of the last column, if the first one has the number `first`.
fn last_number(rules: Rules, first: u8) -> u16 {
    u16::from(first) + u16::from(rules.columns()) - 1
}

/// Returns whether moves are separated by commas.
fn separated(rules: Rules, first: u8) -> bool {
    !rules.gravity() || last_number(rules, first) > 9
}

/// Splits a text at commas or into single characters, and returns each word with the
/// position of its first character, counted from 1.
fn words(separated: bool, text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = Some(text).filter(|text| !text.is_empty());
    let mut at = 1;
    core::iter::from_fn(move || {
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

fn parse_column_from(rules: Rules, first: u8, word: &str) -> Option<Column> {
    let number: usize = if word == "0" { 0 } else { parse_number(word)? };
    rules.column(number.checked_sub(first.into())?)
}

fn parse_cell_name(rules: Rules, word: &str) -> Option<Cell> {
    word.parse().ok().filter(|&cell| rules.has(cell))
}

impl Position {
    /// Parses a position as the columns, counted from 0, into which the players drop
    /// pieces in turn: `012345`. On boards of more than ten columns the numbers are
    /// separated by commas. Completed lines don't end the sequence.
    ///
    /// # Errors
    /// Returns the first column that is invalid or full, and its position.
    ///
    /// ```
    /// use four_shapes_rules::{Position, Rules};
    ///
    /// let position = Position::from_column_indices(Rules::CLASSIC, "3345")?;
    /// assert_eq!(position.to_string(), "7/7/7/7/3b3/3aab1 a 7,6,4 2 g");
    /// # Ok::<_, four_shapes_rules::notation::NotationError>(())
    /// ```
    pub fn from_column_indices(rules: Rules, text: &str) -> Result<Self, NotationError> {
        Self::set_columns(rules, text, true)
    }

    /// As [`from_column_indices`](Self::from_column_indices), but skips columns that are full or
    /// not on the board, with their turns, as the `x-and-o` program does.
    ///
    /// # Errors
    /// Returns the first word that isn't a number, and its position.
    ///
    /// ```
    /// use four_shapes_rules::{Player, Position, Rules};
    ///
    /// // The seventh piece doesn't fit, so the eighth is the second player's.
    /// let position = Position::from_column_indices_skipping(Rules::CLASSIC, "00000001")?;
    /// assert_eq!(position.piece_at_name("B1"), Some(Player::SECOND));
    /// # Ok::<_, four_shapes_rules::notation::NotationError>(())
    /// ```
    pub fn from_column_indices_skipping(rules: Rules, text: &str) -> Result<Self, NotationError> {
        Self::set_columns(rules, text, false)
    }

    fn set_columns(rules: Rules, text: &str, strict: bool) -> Result<Self, NotationError> {
        let mut position = Self::new(rules);
        let words = words(rules.columns() > 10, text);
        for (turn, (at, word)) in words.enumerate() {
            let not_a_column = Problem::NotAColumn {
                first: 0,
                last: last_number(rules, 0),
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

    /// Returns the owner of the piece in a cell by its name, such as `A4`; `None` if the
    /// cell is empty or not on the board.
    ///
    /// ```
    /// use four_shapes_rules::{Player, Position, Rules};
    ///
    /// let position = Position::from_column_indices(Rules::CLASSIC, "33")?;
    /// assert_eq!(position.piece_at_name("D2"), Some(Player::SECOND));
    /// assert_eq!(position.piece_at_name("D3"), None);
    /// # Ok::<_, four_shapes_rules::notation::NotationError>(())
    /// ```
    pub fn piece_at_name(&self, name: &str) -> Option<Player> {
        self.piece_at(parse_cell_name(self.rules(), name)?)
    }
}

/// An error in notation and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The position of the first character, counted from 1.
    pub at: usize,
    /// The word, shortened to 12 characters; empty if it is missing.
    pub text: String,
    /// The problem.
    pub problem: Problem,
}

/// A problem of a word of notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// It isn't a column of the board.
    NotAColumn {
        /// The number of the first column.
        first: u8,
        /// The number of the last column.
        last: u16,
    },
    /// It isn't a cell of the board.
    NotACell {
        /// The number of columns.
        columns: u8,
        /// The number of rows.
        rows: u8,
    },
    /// The move is illegal.
    Illegal(MoveError),
    /// A swap is illegal.
    Swap(SwapError),
    /// The game is already over.
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
            // The column number depends on `first`, so the error's own isn't used.
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
