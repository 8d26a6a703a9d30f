//! Places on a board and the players who take them.

use std::fmt;

/// A column of a board, made by [`Rules::column`](crate::Rules::column).
///
/// Written with [`Display`](fmt::Display) as people count, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(u8);

impl Column {
    pub(crate) const fn at(index: u8) -> Self {
        Self(index)
    }

    /// The column counted from 0 at the left, 0 to 14.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// A cell of a board, made by [`Rules::cell`](crate::Rules::cell).
///
/// Written with [`Display`](fmt::Display) as its name, a letter for the column
/// and a number for the row: `A1` is bottom left. Ordered by column, then row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    column: u8,
    row: u8,
}

impl Cell {
    pub(crate) const fn at(column: u8, row: u8) -> Self {
        Self { column, row }
    }

    /// The column it is in.
    pub const fn column(self) -> Column {
        Column(self.column)
    }

    /// Its row, counted from 0 at the bottom, 0 to 14.
    pub const fn row(self) -> usize {
        self.row as usize
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.column), self.row + 1)
    }
}

/// A player, numbered from 0 in the order of the first turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(u8);

impl Player {
    pub(crate) const fn at(index: u8) -> Self {
        Self(index)
    }

    /// The player's number, 0 to 74; player 0 moves first.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
