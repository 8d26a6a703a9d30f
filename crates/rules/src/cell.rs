//! Columns, cells and players.

use crate::{ParseError, number::parse_number};
use core::{
    fmt::{self, Write},
    str::FromStr,
};

/// The maximum number of columns and of rows.
pub(crate) const MAX_SIDE: u8 = 15;

/// A column of a board, see [`Rules::column`](crate::Rules::column).
///
/// [`Display`](fmt::Display) counts from 1.
///
/// ```
/// use four_shapes_rules::{Column, Rules};
///
/// let column = Rules::CLASSIC.column(3).unwrap();
/// assert_eq!((column.index(), column.to_string()), (3, "4".to_owned()));
/// assert_eq!("4".parse(), Ok(column));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

impl fmt::Debug for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Column({self})")
    }
}

/// Parses the number of a column, `1` to `15`. A board may have fewer.
impl FromStr for Column {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let expected = "a column, 1 to 15";
        parse_index(text).map(Self).ok_or(ParseError { expected })
    }
}

/// A cell of a board, see [`Rules::cell`](crate::Rules::cell).
///
/// [`Display`](fmt::Display) writes its name, a letter for the column and a number for the
/// row: `A1` is bottom left. Ordered by column, then row.
///
/// ```
/// use four_shapes_rules::{Cell, Rules};
///
/// let cell: Cell = "D1".parse()?;
/// assert_eq!((cell.column().index(), cell.row()), (3, 0));
/// assert_eq!(Rules::CLASSIC.cell(3, 0), Some(cell));
/// # Ok::<_, four_shapes_rules::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    ///
    /// ```
    /// use four_shapes_rules::Cell;
    ///
    /// let cell = Cell::new(3, 0).unwrap();
    /// assert_eq!(cell.to_string(), "D1");
    /// assert_eq!(Cell::new(15, 0), None);
    /// ```
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

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cell({self})")
    }
}

/// Parses the name of a cell, `A1` to `O15`. A board may have fewer.
impl FromStr for Cell {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let cell = || {
            let (column, row) = text.split_at_checked(1)?;
            let column = match column.as_bytes() {
                [letter @ b'A'..=b'O'] => letter - b'A',
                _ => return None,
            };
            let row = parse_index(row)?;
            Some(Self { column, row })
        };
        let expected = "a cell, A1 to O15";
        cell().ok_or(ParseError { expected })
    }
}

/// Parses a number from 1 to [`MAX_SIDE`] without leading zeros, and returns it less 1.
fn parse_index(text: &str) -> Option<u8> {
    match parse_number(text) {
        Some(number @ 1..=MAX_SIDE) => Some(number - 1),
        _ => None,
    }
}

/// A player, numbered from 0 in the order of the first turns.
///
/// [`Display`](fmt::Display) writes the letter of the player's pieces in the [text of a
/// position](crate::Position#text): `a` to `z`, then `Aa` and so on.
///
/// ```
/// use four_shapes_rules::{Player, Position, Rules};
///
/// let position = Position::new(Rules::CLASSIC);
/// assert_eq!(position.to_move(), Player::FIRST);
/// assert_eq!(position.player_after(1), Player::SECOND);
/// assert_eq!(Player::FIRST.opponent(), Player::SECOND);
/// assert_eq!(Player::SECOND.to_string(), "b");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(u8);

/// The number of letters.
const LETTERS: u8 = 26;

impl Player {
    /// The player with the first turn.
    pub const FIRST: Self = Self(0);
    /// The player with the second turn.
    pub const SECOND: Self = Self(1);

    /// Returns the other player of a two-player game.
    ///
    /// With more players, who comes next is what [`Position::player_after`] says.
    ///
    /// [`Position::player_after`]: crate::Position::player_after
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::FIRST => Self::SECOND,
            _ => Self::FIRST,
        }
    }

    /// Parses a player at the start of a text; returns the rest too.
    pub(crate) fn parse_prefix(text: &str) -> Option<(Self, &str)> {
        let letter = |text: &str, first: u8| {
            let index = text.as_bytes().first()?.checked_sub(first)?;
            (index < LETTERS).then_some(index)
        };
        if let Some(index) = letter(text, b'a') {
            return Some((Self(index), &text[1..]));
        }
        let prefix = letter(text, b'A')?;
        let index = letter(&text[1..], b'a')?;
        let index = (prefix + 1).checked_mul(LETTERS)?.checked_add(index)?;
        Some((Self(index), &text[2..]))
    }

    pub(crate) const fn at(index: u8) -> Self {
        Self(index)
    }

    /// Returns the index, 0 to 74; player 0 moves first.
    ///
    /// ```
    /// use four_shapes_rules::{Player, Rules};
    ///
    /// let mut wins = vec![0; Rules::CLASSIC.players().into()];
    /// wins[Player::SECOND.index()] += 1;
    /// assert_eq!(wins, [0, 1]);
    /// ```
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(prefix) = (self.0 / LETTERS).checked_sub(1) {
            f.write_char((b'A' + prefix).into())?;
        }
        f.write_char((b'a' + self.0 % LETTERS).into())
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Player({self})")
    }
}

/// Parses the letter of a player. A game may have fewer players.
impl FromStr for Player {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match Self::parse_prefix(text) {
            Some((player, "")) => Ok(player),
            _ => Err(ParseError {
                expected: "a player, a to z or Aa and so on",
            }),
        }
    }
}
