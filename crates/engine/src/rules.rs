//! The one description of a game, and the check that every description passes.

use crate::{Cell, Column, Player};
use std::{error::Error, fmt};

/// A description of a game that has not been checked yet.
///
/// Plain numbers, as somebody typed them or a file had them. [`Rules::new`]
/// makes [`Rules`] of them or says what is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesConfig {
    /// Columns of the board, 3 to 15.
    pub columns: u32,
    /// Rows of the board, 3 to 15.
    pub rows: u32,
    /// How many in a row win: 3 to 15, and at most the longer side.
    pub connect: u32,
    /// 2 up to `columns × rows / connect`, rounded down.
    pub players: u32,
    /// Whether pieces fall to the lowest empty cell of their column.
    pub gravity: bool,
}

/// The rules of one game. Values exist only for boards that can be played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rules {
    columns: u8,
    rows: u8,
    connect: u8,
    players: u8,
    gravity: bool,
}

impl Rules {
    /// The fewest columns or rows.
    pub const MIN_SIDE: u32 = 3;
    /// The most columns or rows.
    pub const MAX_SIDE: u32 = 15;
    /// The fewest in a row that can win.
    pub const MIN_CONNECT: u32 = 3;
    /// The fewest players.
    pub const MIN_PLAYERS: u32 = 2;

    /// Connect Four as it is sold: 7 columns, 6 rows, two players.
    pub const CLASSIC: Self = Self {
        columns: 7,
        rows: 6,
        connect: 4,
        players: 2,
        gravity: true,
    };

    /// Tic-tac-toe: 3 × 3, three in a row, no gravity.
    pub const TIC_TAC_TOE: Self = Self {
        columns: 3,
        rows: 3,
        connect: 3,
        players: 2,
        gravity: false,
    };

    /// Checks a description.
    ///
    /// # Errors
    /// The first setting out of range, in the order of [`RulesConfig`]'s fields, with
    /// the bound that it broke.
    pub const fn new(config: RulesConfig) -> Result<Self, RulesError> {
        const fn within(
            setting: Setting,
            value: u32,
            least: u32,
            most: u32,
        ) -> Result<u8, RulesError> {
            let bound = if value < least {
                Bound::AtLeast(least)
            } else if value > most {
                Bound::AtMost(most)
            } else {
                // Every `most` below is at most 75.
                return Ok(value as u8);
            };
            Err(RulesError {
                setting,
                value,
                bound,
            })
        }
        // `?` is not yet allowed in const functions.
        macro_rules! check {
            ($setting:ident, $value:expr, $least:expr, $most:expr) => {
                match within(Setting::$setting, $value, $least, $most) {
                    Ok(value) => value,
                    Err(error) => return Err(error),
                }
            };
        }
        let columns = check!(Columns, config.columns, Self::MIN_SIDE, Self::MAX_SIDE);
        let rows = check!(Rows, config.rows, Self::MIN_SIDE, Self::MAX_SIDE);
        let most = Self::most_connect(config.columns, config.rows);
        let connect = check!(Connect, config.connect, Self::MIN_CONNECT, most);
        let most = Self::most_players(config.columns, config.rows, config.connect);
        let players = check!(Players, config.players, Self::MIN_PLAYERS, most);
        Ok(Self {
            columns,
            rows,
            connect,
            players,
            gravity: config.gravity,
        })
    }

    /// The longest line that fits a board: its longer side.
    pub const fn most_connect(columns: u32, rows: u32) -> u32 {
        if columns > rows { columns } else { rows }
    }

    /// The most players on a board, so that each could fill a line of its own.
    /// `connect` is not 0.
    pub const fn most_players(columns: u32, rows: u32, connect: u32) -> u32 {
        match connect {
            0 => 0,
            _ => columns.saturating_mul(rows) / connect,
        }
    }

    /// The description these rules were made from.
    pub const fn config(self) -> RulesConfig {
        RulesConfig {
            columns: self.columns as u32,
            rows: self.rows as u32,
            connect: self.connect as u32,
            players: self.players as u32,
            gravity: self.gravity,
        }
    }

    /// How many columns the board has, 3 to 15.
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// How many rows the board has, 3 to 15.
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// How many in a row win, 3 to 15. A longer line wins as well.
    pub const fn connect(self) -> u8 {
        self.connect
    }

    /// How many players take turns, 2 to 75.
    pub const fn players(self) -> u8 {
        self.players
    }

    /// Whether a piece falls to the lowest empty cell of its column.
    pub const fn gravity(self) -> bool {
        self.gravity
    }

    /// How many cells the board has, 9 to 225.
    pub const fn cells(self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// The column with this index, counted from 0 at the left; `None` outside.
    pub fn column(self, index: usize) -> Option<Column> {
        (index < usize::from(self.columns)).then(|| Column::at(index as u8))
    }

    /// The cell in this column and row, both counted from 0 at the bottom left;
    /// `None` outside.
    pub fn cell(self, column: usize, row: usize) -> Option<Cell> {
        (column < usize::from(self.columns) && row < usize::from(self.rows))
            .then(|| Cell::at(column as u8, row as u8))
    }

    /// Whether a cell is on this board.
    pub fn has(self, cell: Cell) -> bool {
        self.cell(cell.column().index(), cell.row()).is_some()
    }

    /// Every column, from left to right.
    pub fn all_columns(self) -> impl DoubleEndedIterator<Item = Column> + ExactSizeIterator {
        (0..self.columns).map(Column::at)
    }

    /// Every cell, column by column from the left, each from the bottom up.
    pub fn all_cells(self) -> impl DoubleEndedIterator<Item = Cell> {
        (0..self.columns)
            .flat_map(move |column| (0..self.rows).map(move |row| Cell::at(column, row)))
    }

    /// Every player, in the order of their first turns.
    pub fn all_players(self) -> impl DoubleEndedIterator<Item = Player> + ExactSizeIterator {
        (0..self.players).map(Player::at)
    }

    /// The player who makes the move after `moves` moves.
    pub fn player_after(self, moves: usize) -> Player {
        Player::at((moves % usize::from(self.players)) as u8)
    }
}

/// A setting of [`RulesConfig`] that has a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// [`RulesConfig::columns`].
    Columns,
    /// [`RulesConfig::rows`].
    Rows,
    /// [`RulesConfig::connect`].
    Connect,
    /// [`RulesConfig::players`].
    Players,
}

/// One end of a setting's range; the end itself is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value was below this one.
    AtLeast(u32),
    /// The value was above this one.
    AtMost(u32),
}

/// A setting out of its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesError {
    /// Which setting it is.
    pub setting: Setting,
    /// What it was asked to be.
    pub value: u32,
    /// The bound that this breaks.
    pub bound: Bound,
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setting = match self.setting {
            Setting::Columns => "columns",
            Setting::Rows => "rows",
            Setting::Connect => "connect",
            Setting::Players => "players",
        };
        let (bound, limit) = match self.bound {
            Bound::AtLeast(limit) => ("at least", limit),
            Bound::AtMost(limit) => ("at most", limit),
        };
        write!(f, "{setting}: {} is not {bound} {limit}", self.value)
    }
}

impl Error for RulesError {}
