//! Columns, cells and players.

use crate::{ParseError, number::parse_number};
use core::{fmt, str::FromStr};

/// The maximum number of columns and of rows.
pub(crate) const MAX_SIDE: u8 = 15;

/// A column of a board, see [`Rules::column`](crate::Rules::column).
///
/// [`Display`](fmt::Display) counts from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(u8);

impl Column {
    pub(crate) const fn at(index: u8) -> Self {
        Self(index)
    }

    /// Returns the index, counted from 0 at the left, at most 14.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// Parses the number of a column, `1` to `15`. A board may have fewer.
impl FromStr for Column {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse_index(text).map(Self)
    }
}

/// A cell of a board, see [`Rules::cell`](crate::Rules::cell).
///
/// [`Display`](fmt::Display) writes its name, a letter for the column and a number for the
/// row: `A1` is bottom left. Ordered by column, then row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    column: u8,
    row: u8,
}

impl Cell {
    pub(crate) const fn at(column: u8, row: u8) -> Self {
        Self { column, row }
    }

    /// Returns the cell with these indices, counted from 0 at the bottom left; `None` if either
    /// is greater than 14. A board may have fewer.
    pub const fn new(column: usize, row: usize) -> Option<Self> {
        const SIDE: usize = MAX_SIDE as usize;
        if column < SIDE && row < SIDE {
            Some(Self::at(column as u8, row as u8))
        } else {
            None
        }
    }

    /// Returns the column.
    pub const fn column(self) -> Column {
        Column(self.column)
    }

    /// Returns the row, counted from 0 at the bottom, at most 14.
    pub const fn row(self) -> usize {
        self.row as usize
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.column), self.row + 1)
    }
}

/// Parses the name of a cell, `A1` to `O15`. A board may have fewer.
impl FromStr for Cell {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (column, row) = text.split_at_checked(1).ok_or(ParseError)?;
        let column = match column.as_bytes() {
            [letter @ b'A'..=b'O'] => letter - b'A',
            _ => return Err(ParseError),
        };
        let row = parse_index(row)?;
        Ok(Self { column, row })
    }
}

/// Parses a number from 1 to [`MAX_SIDE`] without leading zeros, and returns it less 1.
fn parse_index(text: &str) -> Result<u8, ParseError> {
    match parse_number(text) {
        Some(number @ 1..=MAX_SIDE) => Ok(number - 1),
        _ => Err(ParseError),
    }
}

/// A player, numbered from 0 in the order of the first turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(u8);

impl Player {
    pub(crate) const fn at(index: u8) -> Self {
        Self(index)
    }

    /// Returns the index, 0 to 74; player 0 moves first.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
