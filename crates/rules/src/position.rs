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
///
/// ```
/// use four_shapes_rules::{Position, Rules};
///
/// let mut position = Position::new(Rules::CLASSIC);
/// for column in position.rules().all_columns().take(3) {
///     position.drop(position.to_move(), column)?;
/// }
/// assert_eq!(position.piece_count(), 3);
/// assert_eq!(position.to_string(), "7/7/7/7/7/aba4 b 7,6,4 2 g");
/// # Ok::<_, four_shapes_rules::MoveError>(())
/// ```
///
/// # Text
///
/// [`Display`](fmt::Display) writes a position as one line, like the FEN of chess, and
/// [`FromStr`](core::str::FromStr) reads it. Each position has exactly one. It has five fields,
/// separated by spaces:
///
/// 1. the rows from the top, separated by `/`: a letter for each piece and a number for
///    consecutive empty cells. `a` is the first player's piece, `z` the 26th's; the next
///    players have `Aa` to `Az`, `Ba` to `Bz` and so on;
/// 2. the player [to move](Self::to_move), which the number of pieces doesn't determine;
/// 3. to 5. the [rules](Rules#text).
///
/// With `{:#}`, `Display` writes a picture instead.
///
/// ```
/// use four_shapes_rules::{Position, Rules};
///
/// let position = Position::from_column_indices(Rules::CLASSIC, "3345").unwrap();
/// let text = "7/7/7/7/3b3/3aab1 a 7,6,4 2 g";
/// assert_eq!(position.to_string(), text);
/// assert_eq!(text.parse(), Ok(position.clone()));
/// assert_eq!(format!("{position:#}").lines().last(), Some(". . . a a b ."));
/// ```
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
    ///
    /// See the example of [`bitboard`](crate::bitboard).
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
    pub fn piece_count(&self) -> usize {
        on_board!(&self.board, board => board.piece_count())
    }

    /// Returns whether the board is full.
    ///
    /// ```
    /// use four_shapes_rules::Position;
    ///
    /// let position: Position = "aba/bab/bab a 3,3,3 2 -".parse()?;
    /// assert!(position.is_full());
    /// # Ok::<_, four_shapes_rules::PositionError>(())
    /// ```
    pub fn is_full(&self) -> bool {
        self.piece_count() == self.rules().cells()
    }

    /// Returns the player to move. Each piece that is placed or removed, whoever owns it, passes
    /// the turn on or back.
    pub fn to_move(&self) -> Player {
        self.player_after(0)
    }

    /// Returns the player to move after some more turns.
    ///
    /// ```
    /// use four_shapes_rules::{Player, Position, Rules};
    ///
    /// let position = Position::from_column_indices(Rules::CLASSIC, "3")?;
    /// assert_eq!(position.to_move(), Player::SECOND);
    /// assert_eq!(position.player_after(1), Player::FIRST);
    /// # Ok::<_, four_shapes_rules::notation::NotationError>(())
    /// ```
    pub fn player_after(&self, turns: usize) -> Player {
        let first = usize::from(self.first);
        self.rules()
            .player_after(first + self.piece_count() + turns)
    }

    /// Returns the position with another player to move.
    ///
    /// # Errors
    /// Returns [`MoveError::NoSuchPlayer`].
    ///
    /// ```
    /// use four_shapes_rules::{Player, Position, Rules};
    ///
    /// let position = Position::new(Rules::CLASSIC).with_to_move(Player::SECOND)?;
    /// assert_eq!(position.to_move(), Player::SECOND);
    /// # Ok::<_, four_shapes_rules::MoveError>(())
    /// ```
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

    /// Returns whether the piece counts are consistent with regular turns up to the player to
    /// move, with any player first.
    ///
    /// ```
    /// use four_shapes_rules::{Player, Position};
    ///
    /// let position: Position = "7/7/7/7/7/3a3 b 7,6,4 2 g".parse()?;
    /// assert!(position.follows_turns());
    /// assert!(!position.with_to_move(Player::FIRST)?.follows_turns());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn follows_turns(&self) -> bool {
        let (rules, pieces) = (self.rules(), self.piece_count());
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
    ///
    /// ```
    /// use four_shapes_rules::{Player, Position, Rules};
    ///
    /// let position = Position::from_column_indices(Rules::CLASSIC, "33")?;
    /// assert_eq!(position.piece_at("D2".parse()?), Some(Player::SECOND));
    /// assert_eq!(position.piece_at("D3".parse()?), None);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn piece_at(&self, cell: Cell) -> Option<Player> {
        if !self.rules().has(cell) {
            return None;
        }
        on_board!(&self.board, board => board.piece_at(cell))
    }

    /// Returns the number of filled cells of a column below its lowest empty one: with
    /// gravity, its number of pieces. 0 if the column isn't on the board.
    ///
    /// ```
    /// use four_shapes_rules::{Position, Rules};
    ///
    /// let position = Position::from_column_indices(Rules::CLASSIC, "33")?;
    /// assert_eq!(position.height("4".parse()?), 2);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// use four_shapes_rules::{MoveError, Position, Rules};
    ///
    /// let position = Position::from_column_indices(Rules::CLASSIC, "33000000")?;
    /// let [a, d] = ["1".parse()?, "4".parse()?];
    /// assert_eq!(position.landing(d)?.to_string(), "D3");
    /// assert_eq!(position.landing(a), Err(MoveError::ColumnFull(a)));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// use four_shapes_rules::{MoveError, Position, Rules};
    ///
    /// let position = Position::new(Rules::CLASSIC);
    /// let [d1, d2] = ["D1".parse()?, "D2".parse()?];
    /// assert_eq!(position.check_place(d1), Ok(()));
    /// assert_eq!(position.check_place(d2), Err(MoveError::Unsupported(d2)));
    /// # Ok::<_, four_shapes_rules::ParseError>(())
    /// ```
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
    ///
    /// ```
    /// use four_shapes_rules::{Position, Rules};
    ///
    /// let position = Position::from_column_indices(Rules::CLASSIC, "33000000")?;
    /// let names: Vec<_> = position.playable().map(|cell| cell.to_string()).collect();
    /// assert_eq!(names.join(" "), "B1 C1 D3 E1 F1 G1");
    /// # Ok::<_, four_shapes_rules::notation::NotationError>(())
    /// ```
    pub fn playable(&self) -> impl Iterator<Item = Cell> {
        self.rules()
            .all_cells()
            .filter(|&cell| self.check_place(cell).is_ok())
    }

    /// Places a piece of any player in a cell. [`play`](Self::play) makes a move.
    ///
    /// # Errors
    /// See [`check_place`](Self::check_place); also [`MoveError::NoSuchPlayer`]. The position is
    /// unchanged then.
    ///
    /// ```
    /// use four_shapes_rules::{Player, Position, Rules};
    ///
    /// let mut position = Position::new(Rules::TIC_TAC_TOE);
    /// position.place(Player::FIRST, "B2".parse()?)?;
    /// assert_eq!(format!("{position:#}"), ". . .\n. a .\n. . .");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn place(&mut self, player: Player, cell: Cell) -> Result<(), MoveError> {
        if player.index() >= usize::from(self.rules().players()) {
            return Err(MoveError::NoSuchPlayer(player));
        }
        self.check_place(cell)?;
        on_board!(&mut self.board, board => board.place(player, cell));
        Ok(())
    }

    /// Returns the position after a move: a piece of the player [to move](Self::to_move) is placed
    /// in a cell.
    ///
    /// # Errors
    /// See [`check_place`](Self::check_place).
    ///
    /// ```
    /// use four_shapes_rules::{Position, Rules};
    ///
    /// let position = Position::new(Rules::CLASSIC);
    /// let after = position.play("D1".parse()?)?;
    /// assert_eq!(after.to_string(), "7/7/7/7/7/3a3 b 7,6,4 2 g");
    /// // A move by its column.
    /// let after = after.play(after.landing("4".parse()?)?)?;
    /// assert_eq!(after.to_string(), "7/7/7/7/3b3/3a3 a 7,6,4 2 g");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&self, cell: Cell) -> Result<Self, MoveError> {
        let mut after = self.clone();
        after.place(self.to_move(), cell)?;
        Ok(after)
    }

    /// Removes a piece and returns its owner.
    ///
    /// # Errors
    /// Returns [`MoveError::NoSuchCell`], [`MoveError::Empty`], or with gravity
    /// [`MoveError::Covered`]. On error, the position is unchanged.
    ///
    /// ```
    /// use four_shapes_rules::{Player, Position, Rules};
    ///
    /// let mut position = Position::from_column_indices(Rules::CLASSIC, "34")?;
    /// assert_eq!(position.remove("D1".parse()?), Ok(Player::FIRST));
    /// assert_eq!(position.piece_at_name("D1"), None);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove(&mut self, cell: Cell) -> Result<Player, MoveError> {
        let rules = self.rules();
        if !rules.has(cell) {
            return Err(MoveError::NoSuchCell(cell));
        }
        let player = self.piece_at(cell).ok_or(MoveError::Empty(cell))?;
        if rules.gravity() && self.height(cell.column()) > cell.row() + 1 {
            return Err(MoveError::Covered(cell));
        }
        on_board!(&mut self.board, board => board.remove(player, cell));
        Ok(player)
    }

    /// Returns the completed lines through the piece in a cell; `None` if there is no line
    /// or no piece.
    ///
    /// ```
    /// use four_shapes_rules::{Position, Rules};
    ///
    /// let position = Position::from_column_indices(Rules::CLASSIC, "0011223")?;
    /// let trace = position.trace("D1".parse()?).expect("D1 completes a line");
    /// assert_eq!(trace.to_string(), "A1, B1, C1, D1");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn trace(&self, cell: Cell) -> Option<Trace> {
        let player = self.piece_at(cell)?;
        on_board!(&self.board, board => board.trace(player, cell))
    }

    /// Returns the lines that a player's piece in an empty cell would complete, whether or not
    /// it can be placed there now. `None` if the board has no such cell or the rules have no such
    /// player.
    ///
    /// ```
    /// use four_shapes_rules::{Player, Position, Rules};
    ///
    /// let position = Position::from_column_indices(Rules::CLASSIC, "001122")?;
    /// let trace = position.trace_in(Player::SECOND, "D2".parse()?).expect("a threat");
    /// assert_eq!(trace.to_string(), "A2, B2, C2, D2");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn trace_in(&self, player: Player, cell: Cell) -> Option<Trace> {
        let rules = self.rules();
        if !rules.has(cell) || player.index() >= usize::from(rules.players()) {
            return None;
        }
        on_board!(&self.board, board => board.trace(player, cell))
    }

    /// Returns the cells where a player would complete a line now, by column and row.
    ///
    /// ```
    /// use four_shapes_rules::{Player, Position, Rules};
    ///
    /// let position = Position::from_column_indices(Rules::CLASSIC, "001122")?;
    /// assert_eq!(position.completions(Player::FIRST), ["D1".parse()?]);
    /// assert_eq!(position.completions(Player::SECOND), []); // D2 can't be played yet
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn completions(&self, player: Player) -> Vec<Cell> {
        let completes = |cell: &Cell| self.trace_in(player, *cell).is_some();
        self.playable().filter(completes).collect()
    }

    /// Returns whether a piece can be dropped into a column.
    ///
    /// ```
    /// use four_shapes_rules::{Position, Rules};
    ///
    /// let position = Position::from_column_indices(Rules::CLASSIC, "000000")?;
    /// let open = position.rules().all_columns().filter(|&column| position.can_drop(column));
    /// assert_eq!(open.count(), 6);
    /// # Ok::<_, four_shapes_rules::notation::NotationError>(())
    /// ```
    pub fn can_drop(&self, column: Column) -> bool {
        self.landing(column).is_ok()
    }

    /// Drops a piece of any player into a column and returns the cell in which it lands.
    ///
    /// # Errors
    /// See [`landing`](Self::landing) and [`place`](Self::place). The position is
    /// unchanged then.
    ///
    /// ```
    /// use four_shapes_rules::{Player, Position, Rules};
    ///
    /// let mut position = Position::new(Rules::CLASSIC);
    /// let cell = position.drop(Player::FIRST, "4".parse()?)?;
    /// assert_eq!(cell.to_string(), "D1");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn drop(&mut self, player: Player, column: Column) -> Result<Cell, MoveError> {
        let cell = self.landing(column)?;
        self.place(player, cell)?;
        Ok(cell)
    }

    /// Returns the cell of the topmost piece of a column, if there is one.
    ///
    /// ```
    /// use four_shapes_rules::{Position, Rules};
    ///
    /// let position = Position::from_column_indices(Rules::CLASSIC, "33")?;
    /// assert_eq!(position.top("4".parse()?), Some("D2".parse()?));
    /// assert_eq!(position.top("5".parse()?), None);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn top(&self, column: Column) -> Option<Cell> {
        let rows = 0..usize::from(self.rules().rows());
        let cells = rows.filter_map(|row| self.rules().cell(column.index(), row));
        cells.rev().find(|&cell| self.piece_at(cell).is_some())
    }

    /// Removes the topmost piece of a column, if there is one, and returns its owner.
    ///
    /// ```
    /// use four_shapes_rules::{Player, Position, Rules};
    ///
    /// let mut position = Position::from_column_indices(Rules::CLASSIC, "33")?;
    /// assert_eq!(position.remove_top("4".parse()?), Some(Player::SECOND));
    /// assert_eq!(position, Position::from_column_indices(Rules::CLASSIC, "3")?);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_top(&mut self, column: Column) -> Option<Player> {
        let cell = self.top(column)?;
        self.remove(cell).ok()
    }

    /// Returns whether a player has a completed line anywhere on the board.
    ///
    /// ```
    /// use four_shapes_rules::{Player, Position, Rules};
    ///
    /// let position = Position::from_column_indices(Rules::CLASSIC, "0011223")?;
    /// assert!(position.has_won(Player::FIRST));
    /// assert!(!position.has_won(Player::SECOND));
    /// # Ok::<_, four_shapes_rules::notation::NotationError>(())
    /// ```
    pub fn has_won(&self, player: Player) -> bool {
        let mut cells = self.rules().all_cells();
        cells.any(|cell| self.piece_at(cell) == Some(player) && self.trace(cell).is_some())
    }

    /// Returns whether a player has a completed line or the board is full.
    ///
    /// ```
    /// use four_shapes_rules::{Position, Rules};
    ///
    /// assert!(!Position::from_column_indices(Rules::CLASSIC, "001122")?.is_over());
    /// assert!(Position::from_column_indices(Rules::CLASSIC, "0011223")?.is_over());
    /// # Ok::<_, four_shapes_rules::notation::NotationError>(())
    /// ```
    pub fn is_over(&self) -> bool {
        self.is_full()
            || self
                .rules()
                .all_players()
                .any(|player| self.has_won(player))
    }

    /// Infers the player to move from the pieces alone: the one after the winner if a line is
    /// complete, otherwise the first player with whose turn the position [follows
    /// turns](Self::follows_turns). Returns `None` if there is no such player.
    ///
    /// ```
    /// use four_shapes_rules::{Player, Position};
    ///
    /// let drawn: Position = "7/7/7/7/7/3a3 a 7,6,4 2 g".parse()?;
    /// assert_eq!(drawn.expected_to_move(), Some(Player::SECOND));
    /// # Ok::<_, four_shapes_rules::PositionError>(())
    /// ```
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
    ///
    /// ```
    /// use four_shapes_rules::{Direction, Position, Rules};
    ///
    /// let position = Position::from_column_indices(Rules::CLASSIC, "0011223")?;
    /// let line = position.top_line("4".parse()?, Direction::Horizontal);
    /// assert_eq!(line.map(|line| line.length()), Some(4));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn top_line(&self, column: Column, direction: Direction) -> Option<Line> {
        let trace = self.trace(self.top(column)?)?;
        trace.lines().find(|line| line.direction() == direction)
    }
}

/// The reason a piece can't be placed or removed.
// Exhaustive, so that the page translates every reason.
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
