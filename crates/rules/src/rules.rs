//! The parameters of a game, and their validation.

use crate::{Cell, Column, Player, cell::MAX_SIDE};
use core::{error::Error, fmt};

/// Unchecked rules, as typed or as read from a file. [`Rules::new`] checks them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RulesConfig {
    /// The number of columns, 3 to 15.
    pub columns: u32,
    /// The number of rows, 3 to 15.
    pub rows: u32,
    /// The length of a winning line, 3 up to the longer side.
    pub connect: u32,
    /// The number of players, 2 up to `columns × rows / connect`, rounded down.
    pub players: u32,
    /// Whether pieces fall to the lowest empty cell of their column.
    pub gravity: bool,
}

/// The rules of a game. Values are always valid.
///
/// ```
/// use four_shapes_rules::Rules;
///
/// let rules = Rules::CLASSIC;
/// assert_eq!((rules.columns(), rules.rows(), rules.cells()), (7, 6, 42));
/// assert_eq!((rules.connect(), rules.players()), (4, 2));
/// assert!(rules.gravity());
/// ```
///
/// # Text
///
/// [`Display`](fmt::Display) writes rules as three fields, separated by spaces, and
/// [`FromStr`](core::str::FromStr) reads them. The same rules have exactly one text.
///
/// 1. the number of columns, of rows, and of pieces in a row, separated by commas;
/// 2. the number of players;
/// 3. `g` with gravity, otherwise `-`.
///
/// ```
/// use four_shapes_rules::Rules;
///
/// assert_eq!(Rules::CLASSIC.to_string(), "7,6,4 2 g");
/// assert_eq!("3,3,3 2 -".parse(), Ok(Rules::TIC_TAC_TOE));
/// let error = "7,6,8 2 g".parse::<Rules>().unwrap_err();
/// assert_eq!(error.to_string(), "character 1: “7,6,8”: connect: 8 is not at most 7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "RulesConfig", into = "RulesConfig")
)]
pub struct Rules {
    columns: u8,
    rows: u8,
    connect: u8,
    players: u8,
    gravity: bool,
}

impl Rules {
    /// The minimum number of columns and of rows.
    pub const MIN_SIDE: u32 = 3;
    /// The maximum number of columns and of rows.
    pub const MAX_SIDE: u32 = MAX_SIDE as u32;
    /// The minimum length of a winning line.
    pub const MIN_CONNECT: u32 = 3;
    /// The minimum number of players.
    pub const MIN_PLAYERS: u32 = 2;

    /// Connect Four: 7 columns, 6 rows, two players.
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

    /// Returns the rules of Connect Four on a board of another size: four in a row, two players,
    /// with gravity.
    ///
    /// # Errors
    /// Returns an error if a side is not 3 to 15, or both are 3.
    ///
    /// ```
    /// use four_shapes_rules::Rules;
    ///
    /// assert_eq!(Rules::connect_four(7, 6), Ok(Rules::CLASSIC));
    /// assert!(Rules::connect_four(16, 6).is_err());
    /// ```
    pub const fn connect_four(columns: u8, rows: u8) -> Result<Self, RulesError> {
        Self::new(RulesConfig {
            columns: columns as u32,
            rows: rows as u32,
            connect: 4,
            players: 2,
            gravity: true,
        })
    }

    /// Checks rules.
    ///
    /// # Errors
    /// Returns the first setting out of range, in the order of the fields of
    /// [`RulesConfig`].
    ///
    /// ```
    /// use four_shapes_rules::{Rules, RulesConfig};
    ///
    /// let config = RulesConfig { columns: 9, rows: 7, connect: 5, players: 3, gravity: true };
    /// assert_eq!(Rules::new(config)?.to_string(), "9,7,5 3 g");
    ///
    /// let error = Rules::new(RulesConfig { connect: 10, ..config }).unwrap_err();
    /// assert_eq!(error.to_string(), "connect: 10 is not at most 9");
    /// # Ok::<_, four_shapes_rules::RulesError>(())
    /// ```
    pub const fn new(config: RulesConfig) -> Result<Self, RulesError> {
        const fn within(
            setting: Setting,
            value: u32,
            min: u32,
            max: u32,
        ) -> Result<u8, RulesError> {
            let bound = if value < min {
                Bound::AtLeast(min)
            } else if value > max {
                Bound::AtMost(max)
            } else {
                // Every `max` below is at most 75.
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
            ($setting:ident, $value:expr, $min:expr, $max:expr) => {
                match within(Setting::$setting, $value, $min, $max) {
                    Ok(value) => value,
                    Err(error) => return Err(error),
                }
            };
        }
        let columns = check!(Columns, config.columns, Self::MIN_SIDE, Self::MAX_SIDE);
        let rows = check!(Rows, config.rows, Self::MIN_SIDE, Self::MAX_SIDE);
        let max = Self::max_connect(config.columns, config.rows);
        let connect = check!(Connect, config.connect, Self::MIN_CONNECT, max);
        let max = Self::max_players(config.columns, config.rows, config.connect);
        let players = check!(Players, config.players, Self::MIN_PLAYERS, max);
        Ok(Self {
            columns,
            rows,
            connect,
            players,
            gravity: config.gravity,
        })
    }

    /// Returns the maximum length of a winning line: the longer side.
    ///
    /// ```
    /// use four_shapes_rules::Rules;
    ///
    /// assert_eq!(Rules::max_connect(7, 6), 7);
    /// ```
    pub const fn max_connect(columns: u32, rows: u32) -> u32 {
        if columns > rows { columns } else { rows }
    }

    /// Returns the maximum number of players, such that each has enough cells for a line;
    /// 0 if `connect` is 0.
    ///
    /// ```
    /// use four_shapes_rules::Rules;
    ///
    /// assert_eq!(Rules::max_players(7, 6, 4), 10);
    /// ```
    pub const fn max_players(columns: u32, rows: u32, connect: u32) -> u32 {
        match connect {
            0 => 0,
            _ => columns.saturating_mul(rows) / connect,
        }
    }

    /// Returns the rules as plain numbers.
    ///
    /// ```
    /// use four_shapes_rules::{Rules, RulesConfig};
    ///
    /// let rules = Rules::new(RulesConfig { gravity: false, ..Rules::CLASSIC.config() })?;
    /// assert_eq!(rules.to_string(), "7,6,4 2 -");
    /// # Ok::<_, four_shapes_rules::RulesError>(())
    /// ```
    pub const fn config(self) -> RulesConfig {
        RulesConfig {
            columns: self.columns as u32,
            rows: self.rows as u32,
            connect: self.connect as u32,
            players: self.players as u32,
            gravity: self.gravity,
        }
    }

    /// Returns the number of columns, 3 to 15.
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// Returns the number of rows, 3 to 15.
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// Returns the length of a winning line, 3 to 15. A longer line also wins.
    pub const fn connect(self) -> u8 {
        self.connect
    }

    /// Returns the number of players, 2 to 75.
    pub const fn players(self) -> u8 {
        self.players
    }

    /// Returns whether pieces fall to the lowest empty cell of their column.
    pub const fn gravity(self) -> bool {
        self.gravity
    }

    /// Returns the number of cells, 9 to 225.
    pub const fn cells(self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// Returns a column by its index, counted from 0 at the left; `None` if it is not on
    /// the board.
    ///
    /// ```
    /// use four_shapes_rules::Rules;
    ///
    /// let last = Rules::CLASSIC.column(6).unwrap();
    /// assert_eq!(last.to_string(), "7");
    /// assert_eq!(Rules::CLASSIC.column(7), None);
    /// ```
    pub fn column(self, index: usize) -> Option<Column> {
        (index < usize::from(self.columns)).then(|| Column::at(index as u8))
    }

    /// Returns a player by its index, counted from 0 in the order of the first turns; `None` if the
    /// game has fewer.
    ///
    /// ```
    /// use four_shapes_rules::{Player, Rules};
    ///
    /// assert_eq!(Rules::CLASSIC.player(0), Some(Player::FIRST));
    /// assert_eq!(Rules::CLASSIC.player(2), None);
    /// ```
    pub fn player(self, index: usize) -> Option<Player> {
        (index < usize::from(self.players)).then(|| Player::at(index as u8))
    }

    /// Returns a cell by its column and row, counted from 0 at the bottom left; `None` if
    /// it is not on the board.
    ///
    /// ```
    /// use four_shapes_rules::Rules;
    ///
    /// let corner = Rules::CLASSIC.cell(6, 5).unwrap();
    /// assert_eq!(corner.to_string(), "G6");
    /// assert_eq!(Rules::CLASSIC.cell(6, 6), None);
    /// ```
    pub fn cell(self, column: usize, row: usize) -> Option<Cell> {
        (column < usize::from(self.columns) && row < usize::from(self.rows))
            .then(|| Cell::at(column as u8, row as u8))
    }

    /// Returns whether a cell is on the board.
    ///
    /// ```
    /// use four_shapes_rules::Rules;
    ///
    /// assert!(Rules::CLASSIC.has("G6".parse()?));
    /// assert!(!Rules::CLASSIC.has("G7".parse()?));
    /// # Ok::<_, four_shapes_rules::ParseError>(())
    /// ```
    pub fn has(self, cell: Cell) -> bool {
        self.cell(cell.column().index(), cell.row()).is_some()
    }

    /// Returns all columns, from left to right.
    ///
    /// ```
    /// use four_shapes_rules::Rules;
    ///
    /// let columns = Rules::CLASSIC.all_columns();
    /// let numbers: Vec<_> = columns.map(|column| column.to_string()).collect();
    /// assert_eq!(numbers.join(" "), "1 2 3 4 5 6 7");
    /// ```
    pub fn all_columns(self) -> impl DoubleEndedIterator<Item = Column> + ExactSizeIterator {
        (0..self.columns).map(Column::at)
    }

    /// Returns all cells, by column from the left and by row from the bottom.
    ///
    /// ```
    /// use four_shapes_rules::Rules;
    ///
    /// let names: Vec<_> = Rules::TIC_TAC_TOE.all_cells().map(|cell| cell.to_string()).collect();
    /// assert_eq!(names.join(" "), "A1 A2 A3 B1 B2 B3 C1 C2 C3");
    /// ```
    pub fn all_cells(self) -> impl DoubleEndedIterator<Item = Cell> {
        (0..self.columns)
            .flat_map(move |column| (0..self.rows).map(move |row| Cell::at(column, row)))
    }

    /// Returns all players, in the order of their first turns.
    ///
    /// ```
    /// use four_shapes_rules::{Player, Rules};
    ///
    /// assert!(Rules::CLASSIC.all_players().eq([Player::FIRST, Player::SECOND]));
    /// ```
    pub fn all_players(self) -> impl DoubleEndedIterator<Item = Player> + ExactSizeIterator {
        (0..self.players).map(Player::at)
    }

    /// Returns the player to move after `moves` moves.
    ///
    /// ```
    /// use four_shapes_rules::{Player, Rules};
    ///
    /// assert_eq!(Rules::CLASSIC.player_after(5), Player::SECOND);
    /// ```
    pub fn player_after(self, moves: usize) -> Player {
        Player::at((moves % usize::from(self.players)) as u8)
    }
}

impl TryFrom<RulesConfig> for Rules {
    type Error = RulesError;
    fn try_from(config: RulesConfig) -> Result<Self, RulesError> {
        Self::new(config)
    }
}

impl From<Rules> for RulesConfig {
    fn from(rules: Rules) -> Self {
        rules.config()
    }
}

/// A numeric field of [`RulesConfig`].
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

/// An inclusive bound of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// A minimum.
    AtLeast(u32),
    /// A maximum.
    AtMost(u32),
}

/// A setting is out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesError {
    /// The setting.
    pub setting: Setting,
    /// Its value.
    pub value: u32,
    /// The bound that it violates.
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
