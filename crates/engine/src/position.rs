//! The pieces on a board of any allowed size.

use crate::{Cell, Column, Direction, Line, Player, Rules, board::Board, line::Trace};
use ethnum::U256;
use std::{error::Error, fmt};

/// The pieces on a board.
///
/// A position knows cells, players and gravity; it does not know about turns
/// having to alternate or games having ended, which is [`Game`](crate::Game)'s
/// part. Two positions are equal if the same players' pieces are in the same
/// cells of boards with the same rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position(Width);

/// The board in the narrowest word that holds it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Width {
    One(Board<u64>),
    Two(Board<u128>),
    Four(Board<U256>),
}

/// Runs the same code on the board, whatever its width.
macro_rules! on_board {
    ($position:expr, $board:ident => $code:expr) => {
        match $position {
            $crate::position::Width::One($board) => $code,
            $crate::position::Width::Two($board) => $code,
            $crate::position::Width::Four($board) => $code,
        }
    };
}
pub(crate) use on_board;

impl Position {
    /// The empty board.
    pub fn new(rules: Rules) -> Self {
        Self(if Board::<u64>::fits(rules) {
            Width::One(Board::new(rules))
        } else if Board::<u128>::fits(rules) {
            Width::Two(Board::new(rules))
        } else {
            Width::Four(Board::new(rules))
        })
    }

    pub(crate) fn width(&self) -> &Width {
        &self.0
    }

    pub(crate) fn width_mut(&mut self) -> &mut Width {
        &mut self.0
    }

    /// The rules of the board.
    pub fn rules(&self) -> Rules {
        on_board!(&self.0, board => board.rules())
    }

    /// How many pieces are on the board, 0 to 225.
    pub fn pieces(&self) -> usize {
        on_board!(&self.0, board => board.pieces())
    }

    /// Whether no cell is empty.
    ///
    /// The `x-and-o` program's *is full*.
    pub fn is_full(&self) -> bool {
        self.pieces() == self.rules().cells()
    }

    /// The player whose turn it is if turns have been taken in order.
    pub fn to_move(&self) -> Player {
        self.rules().player_after(self.pieces())
    }

    /// Whose piece is in a cell; `None` if it is empty or not on the board.
    ///
    /// The `buttons` program's look at a cell by column and row.
    pub fn get(&self, cell: Cell) -> Option<Player> {
        if !self.rules().has(cell) {
            return None;
        }
        on_board!(&self.0, board => board.get(cell))
    }

    /// How many cells from the bottom of a column up are filled without a gap;
    /// with gravity, how many pieces it has. 0 for a column not on the board.
    pub fn height(&self, column: Column) -> usize {
        if column.index() >= usize::from(self.rules().columns()) {
            return 0;
        }
        on_board!(&self.0, board => board.column(column)).trailing_ones() as usize
    }

    /// The cell where a piece dropped into a column comes to rest.
    ///
    /// # Errors
    /// [`MoveError::NoSuchColumn`], [`MoveError::ColumnFull`], or
    /// [`MoveError::NoGravity`] on a board where pieces do not fall.
    pub fn landing(&self, column: Column) -> Result<Cell, MoveError> {
        let rules = self.rules();
        if !rules.gravity() {
            return Err(MoveError::NoGravity);
        }
        if column.index() >= usize::from(rules.columns()) {
            return Err(MoveError::NoSuchColumn(column));
        }
        rules
            .cell(column.index(), self.height(column))
            .ok_or(MoveError::ColumnFull(column))
    }

    /// Whether a piece may be put into a cell.
    ///
    /// # Errors
    /// [`MoveError::NoSuchCell`], [`MoveError::Occupied`], or with gravity
    /// [`MoveError::Unsupported`].
    pub fn check(&self, cell: Cell) -> Result<(), MoveError> {
        let rules = self.rules();
        if !rules.has(cell) {
            return Err(MoveError::NoSuchCell(cell));
        }
        if on_board!(&self.0, board => board.is_occupied(cell)) {
            return Err(MoveError::Occupied(cell));
        }
        if rules.gravity() && cell.row() > self.height(cell.column()) {
            return Err(MoveError::Unsupported(cell));
        }
        Ok(())
    }

    /// The cells that a piece may be put into, by column and row.
    pub fn playable(&self) -> impl Iterator<Item = Cell> {
        self.rules()
            .all_cells()
            .filter(|&cell| self.check(cell).is_ok())
    }

    /// Puts a piece into a cell.
    ///
    /// In the `board games` program, a piece on any empty square.
    ///
    /// # Errors
    /// As for [`check`](Self::check), and [`MoveError::NoSuchPlayer`]; nothing
    /// has changed then.
    pub fn place(&mut self, player: Player, cell: Cell) -> Result<(), MoveError> {
        if player.index() >= usize::from(self.rules().players()) {
            return Err(MoveError::NoSuchPlayer(player));
        }
        self.check(cell)?;
        on_board!(&mut self.0, board => board.place(player, cell));
        Ok(())
    }

    /// Takes a piece off the board and says whose it was.
    ///
    /// # Errors
    /// [`MoveError::NoSuchCell`], [`MoveError::Empty`], or with gravity
    /// [`MoveError::Covered`]; nothing has changed then.
    pub fn remove(&mut self, cell: Cell) -> Result<Player, MoveError> {
        let rules = self.rules();
        if !rules.has(cell) {
            return Err(MoveError::NoSuchCell(cell));
        }
        let player = self.get(cell).ok_or(MoveError::Empty(cell))?;
        if rules.gravity() && self.height(cell.column()) > cell.row() + 1 {
            return Err(MoveError::Covered(cell));
        }
        on_board!(&mut self.0, board => board.remove(player, cell));
        Ok(player)
    }

    /// Every completed line through the piece in a cell; `None` if there is no
    /// line or no piece. Looks at nothing but the lines through that cell.
    ///
    /// The `shapes` program's search for what a piece has won, and all that it marks.
    pub fn trace(&self, cell: Cell) -> Option<Trace> {
        let player = self.get(cell)?;
        on_board!(&self.0, board => board.trace(player, cell))
    }

    /// Whether a piece can be dropped into the column with this index, counted
    /// from 0: it is on the board and not full. Never an error.
    ///
    /// The `x-and-o` program's *allows this move*; when it is not so, the `buttons`
    /// program disables the column's button.
    pub fn allows(&self, column: usize) -> bool {
        let column = self.rules().column(column);
        column.is_some_and(|column| self.landing(column).is_ok())
    }

    /// Drops a piece into a column, whoever's turn it is, and returns the cell
    /// where it came to rest.
    ///
    /// The `x-and-o` program's *add a move*, the `shapes` program's *add a shape*, and
    /// what a button of the `buttons` program does.
    ///
    /// # Errors
    /// As for [`landing`](Self::landing) and [`place`](Self::place); nothing has
    /// changed then.
    pub fn drop(&mut self, player: Player, column: Column) -> Result<Cell, MoveError> {
        let cell = self.landing(column)?;
        self.place(player, cell)?;
        Ok(cell)
    }

    /// The topmost piece of a column; `None` if there is none.
    pub fn top(&self, column: Column) -> Option<Cell> {
        let rows = 0..usize::from(self.rules().rows());
        let cells = rows.filter_map(|row| self.rules().cell(column.index(), row));
        cells.rev().find(|&cell| self.get(cell).is_some())
    }

    /// Takes the topmost piece off a column and says whose it was; `None`, and
    /// nothing happens, if there is none.
    ///
    /// The `x-and-o` program's *delete a move*.
    pub fn take(&mut self, column: Column) -> Option<Player> {
        let cell = self.top(column)?;
        self.remove(cell).ok()
    }

    /// Whether a player has completed a line, wherever it is. Looks at every
    /// piece of the player.
    ///
    /// The `x-and-o` program's *has X won* and *has O won*.
    pub fn has_won(&self, player: Player) -> bool {
        let mut cells = self.rules().all_cells();
        cells.any(|cell| self.get(cell) == Some(player) && self.trace(cell).is_some())
    }

    /// The completed line that runs in one direction through the topmost piece of
    /// a column; `None` if there is no such line or no piece.
    ///
    /// The `shapes` program's four searches: a column is checked in one direction.
    pub fn top_line(&self, column: Column, direction: Direction) -> Option<Line> {
        let trace = self.trace(self.top(column)?)?;
        trace.lines().find(|line| line.direction() == direction)
    }
}

/// Why a piece can not be put somewhere, or taken from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The column is not on this board.
    NoSuchColumn(Column),
    /// The cell is not on this board.
    NoSuchCell(Cell),
    /// The rules have no such player.
    NoSuchPlayer(Player),
    /// The column has no empty cell.
    ColumnFull(Column),
    /// There is a piece in the cell.
    Occupied(Cell),
    /// The cell is empty.
    Empty(Cell),
    /// With gravity: a cell below it is empty.
    Unsupported(Cell),
    /// With gravity: there is a piece on top of it.
    Covered(Cell),
    /// A piece can't be dropped where there is no gravity; name a cell.
    NoGravity,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchColumn(column) => write!(f, "there is no column {column} on this board"),
            Self::NoSuchCell(cell) => write!(f, "there is no cell {cell} on this board"),
            Self::NoSuchPlayer(player) => write!(f, "there is no player {}", player.index()),
            Self::ColumnFull(column) => write!(f, "column {column} is full"),
            Self::Occupied(cell) => write!(f, "{cell} is occupied"),
            Self::Empty(cell) => write!(f, "{cell} is empty"),
            Self::Unsupported(cell) => write!(f, "nothing is below {cell} to hold a piece"),
            Self::Covered(cell) => write!(f, "a piece is on top of {cell}"),
            Self::NoGravity => f.write_str("pieces do not fall on this board; name a cell"),
        }
    }
}

impl Error for MoveError {}
