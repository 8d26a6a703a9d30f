//! A game: a sequence of moves with undo and redo, and its status.

use crate::{Cell, Column, MoveError, Player, Position, Rules, Trace};
use alloc::vec::Vec;
use core::{error::Error, fmt};

/// A step in the history of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The player to move placed a piece.
    Place(Cell),
    /// The two seats swapped sides instead of making the second move. The position and
    /// the player to move are unchanged.
    Swap,
    /// The players agreed on a draw.
    AgreeDraw,
    /// The player to move has run out of time.
    TimeForfeit,
}

/// The status of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The game is in progress, with this player to move.
    ToMove(Player),
    /// A player has completed a line.
    Won {
        /// The winner.
        player: Player,
        /// The lines that the last piece completed.
        trace: Trace,
    },
    /// The opponent of this player has run out of time.
    WonOnTime(Player),
    /// The game is drawn.
    Drawn(DrawReason),
}

impl Status {
    /// Returns the winner, if there is one.
    ///
    /// ```
    /// use four_shapes_rules::{Player, Rules, notation};
    ///
    /// let game = notation::parse(Rules::CLASSIC, "1122334")?;
    /// assert_eq!(game.status().winner(), Some(Player::FIRST));
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn winner(self) -> Option<Player> {
        match self {
            Self::Won { player, .. } | Self::WonOnTime(player) => Some(player),
            Self::ToMove(_) | Self::Drawn(_) => None,
        }
    }
}

/// The reason a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawReason {
    /// The board is full.
    Full,
    /// The players agreed on a draw in a dead position.
    Agreed,
}

/// A game with its history.
///
/// It starts on the empty board or in any other position. Undone steps can be redone until a
/// new step is made.
///
/// ```
/// use four_shapes_rules::{Game, Rules, Step};
///
/// let mut game = Game::new(Rules::CLASSIC);
/// let cell = game.turn().expect("the game is in progress").drop("4".parse()?)?;
/// assert_eq!(game.steps(), [Step::Place(cell)]);
/// assert_eq!((game.cursor(), game.last_move()), (1, Some(cell)));
/// game.undo();
/// assert_eq!((game.cursor(), game.last_move()), (0, None));
/// assert_eq!(game.redo(), Some(Step::Place(cell)));
/// assert_eq!(game.position().piece_at(cell), Some(game.mover(0)));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    start: Position,
    position: Position,
    steps: Vec<Step>,
    /// The number of steps that have been made and not undone.
    cursor: usize,
    status: Status,
}

impl Game {
    /// Creates a game on the empty board, without moves.
    pub fn new(rules: Rules) -> Self {
        let start = Position::new(rules);
        Self {
            position: start.clone(),
            start,
            steps: Vec::new(),
            cursor: 0,
            status: Status::ToMove(rules.player_after(0)),
        }
    }

    /// Creates a game that starts in a position, without moves. It may be over: a line that the
    /// last piece could have completed wins.
    ///
    /// # Errors
    /// Returns an error if the position can't be the end of any sequence of moves because of its
    /// lines. The numbers of pieces don't matter, see
    /// [`follows_turns`](Position::follows_turns).
    ///
    /// ```
    /// use four_shapes_rules::{Game, Position};
    ///
    /// let start: Position = "7/7/7/7/3b3/1aaab2 b 7,6,4 2 g".parse().unwrap();
    /// let game = Game::from_position(start.clone()).unwrap();
    /// assert_eq!(game.position(), &start);
    /// assert!(game.steps().is_empty());
    /// ```
    pub fn from_position(start: Position) -> Result<Self, StartError> {
        Ok(Self {
            status: start_status(&start)?,
            position: start.clone(),
            start,
            steps: Vec::new(),
            cursor: 0,
        })
    }

    /// Returns the rules.
    ///
    /// ```
    /// use four_shapes_rules::{Game, Rules};
    ///
    /// assert_eq!(Game::new(Rules::CLASSIC).rules(), Rules::CLASSIC);
    /// ```
    pub fn rules(&self) -> Rules {
        self.position.rules()
    }

    /// Returns the position in which the game starts.
    ///
    /// ```
    /// use four_shapes_rules::{Position, Rules, notation};
    ///
    /// let game = notation::parse(Rules::CLASSIC, "44")?;
    /// assert_eq!(game.start(), &Position::new(Rules::CLASSIC));
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns whether the game starts anywhere else than on the empty board with the first player
    /// to move.
    ///
    /// ```
    /// use four_shapes_rules::{Game, Position, Rules};
    ///
    /// let start = Position::from_column_indices(Rules::CLASSIC, "33")?;
    /// assert!(Game::from_position(start)?.is_set_up());
    /// assert!(!Game::new(Rules::CLASSIC).is_set_up());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_set_up(&self) -> bool {
        self.start != Position::new(self.rules())
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the status.
    ///
    /// ```
    /// use four_shapes_rules::{Game, Player, Rules, Status};
    ///
    /// assert_eq!(Game::new(Rules::CLASSIC).status(), Status::ToMove(Player::FIRST));
    /// ```
    pub fn status(&self) -> Status {
        self.status
    }

    /// Returns all steps, including those that can be redone.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the number of [`steps`](Self::steps) that have been made and not undone.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// Returns the player who made the step with this index, counted from 0, or who would make a
    /// step after the last one.
    ///
    /// ```
    /// use four_shapes_rules::{Player, Rules, notation};
    ///
    /// // The swap doesn't pass the turn on.
    /// let game = notation::parse(Rules::CLASSIC, "4s5")?;
    /// let movers: Vec<Player> = (0..=3).map(|index| game.mover(index)).collect();
    /// assert_eq!(movers, [Player::FIRST, Player::SECOND, Player::SECOND, Player::FIRST]);
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn mover(&self, index: usize) -> Player {
        let before = self.steps.iter().take(index);
        let places = before.filter(|step| matches!(step, Step::Place(_))).count();
        self.start.player_after(places)
    }

    /// Returns a game from the same start without steps.
    ///
    /// ```
    /// use four_shapes_rules::{Game, Rules, notation};
    ///
    /// let game = notation::parse(Rules::CLASSIC, "44")?;
    /// assert_eq!(game.restarted(), Game::new(Rules::CLASSIC));
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    #[must_use]
    pub fn restarted(&self) -> Self {
        let mut game = self.clone();
        while game.undo().is_some() {}
        game.steps.clear();
        game
    }

    /// Returns the cell of the last move.
    pub fn last_move(&self) -> Option<Cell> {
        let made = self.steps[..self.cursor].iter();
        made.rev().find_map(|step| match step {
            Step::Place(cell) => Some(*cell),
            Step::Swap | Step::AgreeDraw | Step::TimeForfeit => None,
        })
    }

    /// Returns whether the sides are swapped.
    ///
    /// ```
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let mut game = notation::parse(Rules::CLASSIC, "4s")?;
    /// assert!(game.is_swapped());
    /// game.undo();
    /// assert!(!game.is_swapped());
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn is_swapped(&self) -> bool {
        // A swap can only replace the second move.
        self.steps[..self.cursor].get(1) == Some(&Step::Swap)
    }

    /// Returns the turn of the player to move; `None` if the game is over.
    ///
    /// A game doesn't know whether the swap rule is on, so this turn allows a swap; use
    /// [`turn_with`](Self::turn_with) to respect the rules of a match.
    ///
    /// ```
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let mut game = notation::parse(Rules::CLASSIC, "112233")?;
    /// game.turn().expect("the game is in progress").play("D1".parse()?)?;
    /// assert!(game.turn().is_none());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn turn(&mut self) -> Option<Turn<'_>> {
        self.turn_with(true)
    }

    /// Returns the turn of the player to move, with the swap rule on or off.
    ///
    /// ```
    /// use four_shapes_rules::{Rules, SwapError, notation};
    ///
    /// let mut game = notation::parse(Rules::CLASSIC, "4")?;
    /// let turn = game.turn_with(false).expect("the game is in progress");
    /// assert_eq!(turn.swap(), Err(SwapError::RuleOff));
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn turn_with(&mut self, swap_allowed: bool) -> Option<Turn<'_>> {
        match self.status {
            Status::ToMove(player) => Some(Turn {
                game: self,
                player,
                swap_allowed,
            }),
            Status::Won { .. } | Status::WonOnTime(_) | Status::Drawn(_) => None,
        }
    }

    /// Checks whether the sides can be swapped now, if the swap rule is on.
    ///
    /// # Errors
    /// Returns [`SwapError::Players`] or [`SwapError::NotNow`].
    ///
    /// ```
    /// use four_shapes_rules::{Rules, SwapError, notation};
    ///
    /// assert_eq!(notation::parse(Rules::CLASSIC, "4")?.check_swap(), Ok(()));
    /// assert_eq!(notation::parse(Rules::CLASSIC, "44")?.check_swap(), Err(SwapError::NotNow));
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn check_swap(&self) -> Result<(), SwapError> {
        let players = self.rules().players();
        if players != 2 {
            return Err(SwapError::Players(players));
        }
        match (self.status, &self.steps[..self.cursor]) {
            (Status::ToMove(_), [Step::Place(_)]) => Ok(()),
            _ => Err(SwapError::NotNow),
        }
    }

    /// Undoes the last step and returns it; `None` at the start.
    ///
    /// ```
    /// use four_shapes_rules::{Rules, Step, notation};
    ///
    /// let mut game = notation::parse(Rules::CLASSIC, "45")?;
    /// assert_eq!(game.undo(), Some(Step::Place("E1".parse()?)));
    /// assert_eq!(notation::write(&game), "4");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo(&mut self) -> Option<Step> {
        let at = self.cursor.checked_sub(1)?;
        let step = self.steps[at];
        if let Step::Place(cell) = step {
            let removed = self.position.remove(cell);
            // Not `expect`: in a page, code that formats errors is worth a kilobyte.
            assert!(removed.is_ok(), "the last piece is on top");
        }
        self.cursor = at;
        // Before each step the game was in progress.
        self.status = Status::ToMove(self.position.to_move());
        Some(step)
    }

    /// Redoes the next step and returns it; `None` if there is none.
    ///
    /// ```
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let mut game = notation::parse(Rules::CLASSIC, "45")?;
    /// let undone = game.undo();
    /// assert_eq!(game.redo(), undone);
    /// assert_eq!(game.redo(), None);
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn redo(&mut self) -> Option<Step> {
        let step = *self.steps.get(self.cursor)?;
        let made = self.make(step);
        assert!(made.is_ok(), "the step was legal before");
        Some(step)
    }

    /// Makes a step without truncating the history.
    fn make(&mut self, step: Step) -> Result<(), MoveError> {
        match step {
            Step::Place(cell) => {
                let player = self.position.to_move();
                self.position.place(player, cell)?;
                self.status = if let Some(trace) = self.position.trace(cell) {
                    Status::Won { player, trace }
                } else if self.position.is_full() {
                    Status::Drawn(DrawReason::Full)
                } else {
                    Status::ToMove(self.position.to_move())
                };
            }
            Step::Swap => {}
            Step::AgreeDraw => self.status = Status::Drawn(DrawReason::Agreed),
            Step::TimeForfeit => {
                self.status = Status::WonOnTime(self.position.player_after(1));
            }
        }
        self.cursor += 1;
        Ok(())
    }

    /// Makes a new step and discards those that could be redone.
    fn push(&mut self, step: Step) -> Result<(), MoveError> {
        let at = self.cursor;
        self.make(step)?;
        self.steps.truncate(at);
        self.steps.push(step);
        Ok(())
    }
}

/// Returns the status of a game that starts in a position.
fn start_status(start: &Position) -> Result<Status, StartError> {
    let rules = start.rules();
    let mut winners = rules.all_players().filter(|&player| start.has_won(player));
    let Some(winner) = winners.next() else {
        return Ok(if start.is_full() {
            Status::Drawn(DrawReason::Full)
        } else {
            Status::ToMove(start.to_move())
        });
    };
    if let Some(other) = winners.next() {
        return Err(StartError::TwoWinners([winner, other]));
    }
    let to_move = start.to_move();
    if winner != start.player_after(usize::from(rules.players()) - 1) {
        return Err(StartError::ToMove { winner, to_move });
    }
    let completes_all = |cell: &Cell| {
        let mut before = start.clone();
        start.piece_at(*cell) == Some(winner)
            && before.remove(*cell).is_ok()
            && !before.has_won(winner)
    };
    let last = rules.all_cells().find(completes_all);
    let trace = last.and_then(|cell| start.trace(cell));
    trace
        .map(|trace| Status::Won {
            player: winner,
            trace,
        })
        .ok_or(StartError::EarlierWin(winner))
}

/// The reason a game can't start in a position.
// Exhaustive, so that the page translates every reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartError {
    /// Two players have completed lines.
    TwoWinners([Player; 2]),
    /// A player has completed lines, but no single piece can have completed all of them as the
    /// last one.
    EarlierWin(Player),
    /// A player has completed a line, but the player to move isn't the one after them.
    ToMove {
        /// The player with the line.
        winner: Player,
        /// The player to move.
        to_move: Player,
    },
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |player: Player| player.index() + 1;
        match *self {
            Self::TwoWinners([one, other]) => write!(
                f,
                "players {} and {} both have a line",
                number(one),
                number(other)
            ),
            Self::EarlierWin(winner) => {
                write!(f, "player {} had won before the last piece", number(winner))
            }
            Self::ToMove { winner, to_move } => write!(
                f,
                "player {} has a line, so player {} can't be to move",
                number(winner),
                number(to_move)
            ),
        }
    }
}

impl Error for StartError {}

/// A player's turn, the only way to move. It exists only while the game is in progress.
#[derive(Debug)]
pub struct Turn<'a> {
    game: &'a mut Game,
    player: Player,
    /// Whether the swap rule is on.
    swap_allowed: bool,
}

impl Turn<'_> {
    /// Returns the player to move.
    ///
    /// ```
    /// use four_shapes_rules::{Player, Rules, notation};
    ///
    /// let mut game = notation::parse(Rules::CLASSIC, "4")?;
    /// let turn = game.turn().expect("the game is in progress");
    /// assert_eq!(turn.player(), Player::SECOND);
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn player(&self) -> Player {
        self.player
    }

    /// Places a piece in a cell.
    ///
    /// # Errors
    /// See [`Position::check_place`]; the game is unchanged then.
    ///
    /// ```
    /// use four_shapes_rules::{Game, Rules, notation};
    ///
    /// let mut game = Game::new(Rules::TIC_TAC_TOE);
    /// game.turn().expect("the game is in progress").play("B2".parse()?)?;
    /// assert_eq!(notation::write(&game), "B2");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(self, cell: Cell) -> Result<(), MoveError> {
        self.game.push(Step::Place(cell))
    }

    /// Drops a piece into a column and returns its cell.
    ///
    /// # Errors
    /// See [`Position::landing`]; the game is unchanged then.
    ///
    /// ```
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let mut game = notation::parse(Rules::CLASSIC, "44")?;
    /// let cell = game.turn().expect("the game is in progress").drop("4".parse()?)?;
    /// assert_eq!(cell.to_string(), "D3");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn drop(self, column: Column) -> Result<Cell, MoveError> {
        let cell = self.game.position.landing(column)?;
        self.play(cell)?;
        Ok(cell)
    }

    /// Checks whether the player may swap sides instead of moving.
    ///
    /// # Errors
    /// Returns the reason if not.
    ///
    /// ```
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let mut game = notation::parse(Rules::CLASSIC, "4")?;
    /// let turn = game.turn().expect("the game is in progress");
    /// assert_eq!(turn.check_swap(), Ok(()));
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn check_swap(&self) -> Result<(), SwapError> {
        if !self.swap_allowed {
            return Err(SwapError::RuleOff);
        }
        self.game.check_swap()
    }

    /// Swaps sides instead of moving: from now on the two seats play for each other's
    /// player. The player to move stays the same, so the seat that made the first move
    /// moves next.
    ///
    /// # Errors
    /// See [`check_swap`](Self::check_swap); the game is unchanged then.
    ///
    /// ```
    /// use four_shapes_rules::{Player, Rules, notation};
    ///
    /// let mut game = notation::parse(Rules::CLASSIC, "4")?;
    /// game.turn().expect("the game is in progress").swap()?;
    /// assert!(game.is_swapped());
    /// assert_eq!(game.position().to_move(), Player::SECOND);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn swap(self) -> Result<(), SwapError> {
        self.check_swap()?;
        let swapped = self.game.push(Step::Swap);
        assert!(swapped.is_ok(), "a swap places no piece");
        Ok(())
    }

    /// Ends a two-player game, as the player to move has run out of time.
    ///
    /// # Panics
    /// Panics if the game has more than two players: it would have no winner.
    ///
    /// ```
    /// use four_shapes_rules::{Game, Player, Rules, Status};
    ///
    /// let mut game = Game::new(Rules::CLASSIC);
    /// game.turn().expect("the game is in progress").forfeit_on_time();
    /// assert_eq!(game.status(), Status::WonOnTime(Player::SECOND));
    /// ```
    pub fn forfeit_on_time(self) {
        assert!(self.game.rules().players() == 2);
        let ended = self.game.push(Step::TimeForfeit);
        assert!(ended.is_ok(), "a time forfeit places no piece");
    }

    /// Ends the game as an agreed draw, which is allowed in a
    /// [dead position](Position::is_dead).
    ///
    /// # Errors
    /// Returns [`WinStillPossible`] if a line can still be completed.
    ///
    /// ```
    /// use four_shapes_rules::{DrawReason, Game, Position, Status};
    ///
    /// let start: Position = "aba/bba/a1b a 3,3,3 2 -".parse()?;
    /// let mut game = Game::from_position(start)?;
    /// game.turn().expect("the game is in progress").agree_draw()?;
    /// assert_eq!(game.status(), Status::Drawn(DrawReason::Agreed));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn agree_draw(self) -> Result<(), WinStillPossible> {
        if !self.game.position.is_dead() {
            return Err(WinStillPossible);
        }
        let ended = self.game.push(Step::AgreeDraw);
        assert!(ended.is_ok(), "an agreement places no piece");
        Ok(())
    }
}

/// A draw can't be agreed because a line can still be completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinStillPossible;

impl fmt::Display for WinStillPossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a line can still be completed")
    }
}

impl Error for WinStillPossible {}

/// The reason the sides can't be swapped.
// Exhaustive, so that the page translates every reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwapError {
    /// The swap rule is off.
    RuleOff,
    /// The number of players isn't two.
    Players(u8),
    /// It isn't the second move.
    NotNow,
}

impl fmt::Display for SwapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RuleOff => f.write_str("this game does not use the swap rule"),
            Self::Players(players) => {
                write!(f, "a swap requires 2 players, not {players}")
            }
            Self::NotNow => f.write_str("a swap is possible only right after the first move"),
        }
    }
}

impl Error for SwapError {}
