//! Positions on boards of any size.

use crate::{
    Cell, Column, Direction, Line, Player, Rules, bitboard::AnyBoard, line::Trace, on_board,
};
use alloc::vec::Vec;
use core::{error::Error, fmt};

/// The pieces on a board.
///
/// A position enforces gravity but neither the order of turns nor the end of the game, for
/// which see [`Game`](crate::Game). Positions are equal if their rules, their pieces and the
/// player to move are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: AnyBoard,
    /// The index of the player who would be to move on the empty board.
    first: u8,
}

impl Position {
    /// Creates an empty board, with the first player to move.
    pub fn new(rules: Rules) -> Self {
        Self {
            board: AnyBoard::new(rules),
            first: 0,
        }
    }

    /// Returns the bitboards.
    pub fn board(&self) -> &AnyBoard {
        &self.board
    }

    pub(crate) fn board_mut(&mut self) -> &mut AnyBoard {
        &mut self.board
    }

    /// Returns the rules.
    pub fn rules(&self) -> Rules {
        on_board!(&self.board, board => board.rules())
    }

    /// Returns the number of pieces, 0 to 225.
    pub fn pieces(&self) -> usize {
        on_board!(&self.board, board => board.pieces())
    }

    /// Returns whether the board is full.
    pub fn is_full(&self) -> bool {
        self.pieces() == self.rules().cells()
    }

    /// Returns the player to move. Each piece that is placed or removed, whoever owns it, passes
    /// the turn on or back.
    pub fn to_move(&self) -> Player {
        self.player_after(0)
    }

    /// Returns the player to move after some more turns.
    pub fn player_after(&self, turns: usize) -> Player {
        let first = usize::from(self.first);
        self.rules().player_after(first + self.pieces() + turns)
    }

    /// Returns the position with another player to move.
    ///
    /// # Errors
    /// Returns [`MoveError::NoSuchPlayer`].
    pub fn with_to_move(mut self, player: Player) -> Result<Self, MoveError> {
        let players = usize::from(self.rules().players());
        if player.index() >= players {
            return Err(MoveError::NoSuchPlayer(player));
        }
        let turns = player.index() + players - self.to_move().index();
        self.first = self
            .rules()
            .player_after(usize::from(self.first) + turns)
            .index() as u8;
        Ok(self)
    }

    /// Returns whether the numbers of pieces are those of players who have taken turns up to the
    /// player to move. It doesn't matter which of them began.
    pub fn follows_turns(&self) -> bool {
        let (rules, pieces) = (self.rules(), self.pieces());
        let players = usize::from(rules.players());
        let first = rules.player_after(self.first.into());
        let counts = on_board!(&self.board, board => {
            rules.all_players().map(|player| board.of(player).count_ones() as usize).collect::<Vec<_>>()
        });
        (0..players).all(|turn| {
            let player = rules.player_after(first.index() + turn);
            counts[player.index()] == (pieces + players - 1 - turn) / players
        })
    }

    /// Returns the owner of the piece in a cell; `None` if the cell is empty or not on the
    /// board.
    pub fn get(&self, cell: Cell) -> Option<Player> {
        if !self.rules().has(cell) {
            return None;
        }
        on_board!(&self.board, board => board.get(cell))
    }

    /// Returns the number of filled cells of a column below its lowest empty one: with
    /// gravity, its number of pieces. 0 if the column isn't on the board.
    pub fn height(&self, column: Column) -> usize {
        if column.index() >= usize::from(self.rules().columns()) {
            return 0;
        }
        on_board!(&self.board, board => board.column(column)).trailing_ones() as usize
    }

    /// Returns the cell in which a piece dropped into a column lands.
    ///
    /// # Errors
    /// Returns [`MoveError::NoSuchColumn`], [`MoveError::ColumnFull`], or
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

    /// Checks whether a piece can be placed in a cell.
    ///
    /// # Errors
    /// Returns [`MoveError::NoSuchCell`], [`MoveError::Occupied`], or with gravity
    /// [`MoveError::Unsupported`].
    pub fn check_place(&self, cell: Cell) -> Result<(), MoveError> {
        let rules = self.rules();
        if !rules.has(cell) {
            return Err(MoveError::NoSuchCell(cell));
        }
        if on_board!(&self.board, board => board.is_occupied(cell)) {
            return Err(MoveError::Occupied(cell));
        }
        if rules.gravity() && cell.row() > self.height(cell.column()) {
            return Err(MoveError::Unsupported(cell));
        }
        Ok(())
    }

    /// Returns the cells in which a piece can be placed, by column and row.
    pub fn playable(&self) -> impl Iterator<Item = Cell> {
        self.rules()
            .all_cells()
            .filter(|&cell| self.check_place(cell).is_ok())
    }

    /// Places a piece in a cell.
    ///
    /// # Errors
    /// See [`check_place`](Self::check_place); also [`MoveError::NoSuchPlayer`]. The position is
    /// unchanged then.
    pub fn place(&mut self, player: Player, cell: Cell) -> Result<(), MoveError> {
        if player.index() >= usize::from(self.rules().players()) {
            return Err(MoveError::NoSuchPlayer(player));
        }
        self.check_place(cell)?;
        on_board!(&mut self.board, board => board.place(player, cell));
        Ok(())
    }

    /// Removes a piece and returns its owner.
    ///
    /// # Errors
    /// Returns [`MoveError::NoSuchCell`], [`MoveError::Empty`], or with gravity
    /// [`MoveError::Covered`]. The position is unchanged then.
    pub fn remove(&mut self, cell: Cell) -> Result<Player, MoveError> {
        let rules = self.rules();
        if !rules.has(cell) {
            return Err(MoveError::NoSuchCell(cell));
        }
        let player = self.get(cell).ok_or(MoveError::Empty(cell))?;
        if rules.gravity() && self.height(cell.column()) > cell.row() + 1 {
            return Err(MoveError::Covered(cell));
        }
        on_board!(&mut self.board, board => board.remove(player, cell));
        Ok(player)
    }

    /// Returns the completed lines through the piece in a cell; `None` if there is no line
    /// or no piece.
    pub fn trace(&self, cell: Cell) -> Option<Trace> {
        let player = self.get(cell)?;
        on_board!(&self.board, board => board.trace(player, cell))
    }

    /// Returns the lines that a player's piece in an empty cell would complete, whether or not
    /// it can be placed there now. `None` if the board has no such cell or the rules have no such
    /// player.
    pub fn trace_in(&self, player: Player, cell: Cell) -> Option<Trace> {
        let rules = self.rules();
        if !rules.has(cell) || player.index() >= usize::from(rules.players()) {
            return None;
        }
        on_board!(&self.board, board => board.trace(player, cell))
    }

    /// Returns the cells where a player would complete a line now, by column and row.
    pub fn completions(&self, player: Player) -> Vec<Cell> {
        let completes = |cell: &Cell| self.trace_in(player, *cell).is_some();
        self.playable().filter(completes).collect()
    }

    /// Returns whether a piece can be dropped into the column with this index, counted
    /// from 0.
    pub fn can_drop(&self, column: usize) -> bool {
        let column = self.rules().column(column);
        column.is_some_and(|column| self.landing(column).is_ok())
    }

    /// Drops a piece of any player into a column and returns the cell in which it lands.
    ///
    /// # Errors
    /// See [`landing`](Self::landing) and [`place`](Self::place). The position is
    /// unchanged then.
    pub fn drop(&mut self, player: Player, column: Column) -> Result<Cell, MoveError> {
        let cell = self.landing(column)?;
        self.place(player, cell)?;
        Ok(cell)
    }

    /// Returns the cell of the topmost piece of a column, if there is one.
    pub fn top(&self, column: Column) -> Option<Cell> {
        let rows = 0..usize::from(self.rules().rows());
        let cells = rows.filter_map(|row| self.rules().cell(column.index(), row));
        cells.rev().find(|&cell| self.get(cell).is_some())
    }

    /// Removes the topmost piece of a column, if there is one, and returns its owner.
    pub fn remove_top(&mut self, column: Column) -> Option<Player> {
        let cell = self.top(column)?;
        self.remove(cell).ok()
    }

    /// Returns whether a player has a completed line anywhere on the board.
    pub fn has_won(&self, player: Player) -> bool {
        let mut cells = self.rules().all_cells();
        cells.any(|cell| self.get(cell) == Some(player) && self.trace(cell).is_some())
    }

    /// Returns whether a player has a completed line or the board is full.
    pub fn is_over(&self) -> bool {
        self.is_full()
            || self
                .rules()
                .all_players()
                .any(|player| self.has_won(player))
    }

    /// Returns the player to move as far as the pieces tell: after a completed line the player
    /// after its owner, otherwise the one with whom the position [follows
    /// turns](Self::follows_turns), the first if several do. `None` if there is none.
    pub fn expected_to_move(&self) -> Option<Player> {
        let rules = self.rules();
        let winner = rules.all_players().find(|&player| self.has_won(player));
        if let Some(winner) = winner {
            return Some(rules.player_after(winner.index() + 1));
        }
        rules.all_players().find(|&player| {
            let position = self.clone().with_to_move(player);
            position.is_ok_and(|position| position.follows_turns())
        })
    }

    /// Returns the completed line in a direction through the topmost piece of a column, if
    /// there is one.
    pub fn top_line(&self, column: Column, direction: Direction) -> Option<Line> {
        let trace = self.trace(self.top(column)?)?;
        trace.lines().find(|line| line.direction() == direction)
    }
}

/// The reason a piece can't be placed or removed.
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
    /// The cell isn't empty.
    Occupied(Cell),
    /// The cell is empty.
    Empty(Cell),
    /// With gravity: the cell below is empty.
    Unsupported(Cell),
    /// With gravity: the cell above isn't empty.
    Covered(Cell),
    /// A piece can't be dropped on a board without gravity.
    NoGravity,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchColumn(column) => write!(f, "there is no column {column} on this board"),
            Self::NoSuchCell(cell) => write!(f, "there is no cell {cell} on this board"),
            Self::NoSuchPlayer(player) => write!(f, "there is no player {}", player.index() + 1),
            Self::ColumnFull(column) => write!(f, "column {column} is full"),
            Self::Occupied(cell) => write!(f, "{cell} is occupied"),
            Self::Empty(cell) => write!(f, "{cell} is empty"),
            Self::Unsupported(cell) => write!(f, "{cell} has no piece below it"),
            Self::Covered(cell) => write!(f, "a piece is on top of {cell}"),
            Self::NoGravity => f.write_str("pieces do not fall on this board; specify a cell"),
        }
    }
}

impl Error for MoveError {}
