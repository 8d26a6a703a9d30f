//! A game: moves by turns, undo and redo, and how it stands.

use crate::{Cell, Column, MoveError, Player, Position, Rules, Trace};
use std::{error::Error, fmt};

/// One step of a game's history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The player to move put a piece here.
    Place(Cell),
    /// Whoever was to move took the first piece's side, and whoever had put it
    /// there the other. The position and the player to move stay the same.
    Swap,
    /// The players agreed on a draw.
    AgreeDraw,
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// It goes on, and this player moves next.
    ToMove(Player),
    /// This player has won with these lines.
    Won {
        /// Who has won.
        player: Player,
        /// Every line that the last piece completed.
        trace: Trace,
    },
    /// Nobody has won and nobody will.
    Drawn(Drawn),
}

/// Why a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Drawn {
    /// Every cell is filled.
    Full,
    /// The players agreed, since nobody could complete a line any more.
    Agreed,
}

/// A game from its first move to wherever it was taken back to.
///
/// What was undone is kept until another move is made instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    position: Position,
    steps: Vec<Step>,
    /// How many of the steps are on the board.
    cursor: usize,
    status: Status,
}

impl Game {
    /// A game before its first move.
    pub fn new(rules: Rules) -> Self {
        Self {
            position: Position::new(rules),
            steps: Vec::new(),
            cursor: 0,
            status: Status::ToMove(rules.player_after(0)),
        }
    }

    /// The rules it is played by.
    pub fn rules(&self) -> Rules {
        self.position.rules()
    }

    /// The pieces on the board now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How it stands now.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Every step, those that were undone and can be redone included.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// How many of [`steps`](Self::steps) have been made and not undone.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// Where the latest piece on the board was put.
    pub fn last_move(&self) -> Option<Cell> {
        let made = self.steps[..self.cursor].iter();
        made.rev().find_map(|step| match step {
            Step::Place(cell) => Some(*cell),
            Step::Swap | Step::AgreeDraw => None,
        })
    }

    /// Whether the sides have been swapped, and the swap has not been undone.
    pub fn is_swapped(&self) -> bool {
        // There is no other place for it.
        self.steps[..self.cursor].get(1) == Some(&Step::Swap)
    }

    /// The turn of the player to move; `None` when the game is over.
    ///
    /// A game does not know what was agreed before it, so this turn may swap
    /// wherever the rules have room for it; that of a [`Match`](crate::Match) may
    /// not where its set-up has no swap.
    pub fn turn(&mut self) -> Option<Turn<'_>> {
        self.turn_with(true)
    }

    /// As [`turn`](Self::turn); whether a swap was agreed is said by who knows.
    pub(crate) fn turn_with(&mut self, swap: bool) -> Option<Turn<'_>> {
        match self.status {
            Status::ToMove(player) => Some(Turn {
                game: self,
                player,
                swap,
            }),
            Status::Won { .. } | Status::Drawn(_) => None,
        }
    }

    /// Whether the sides could be swapped now, if that was agreed.
    ///
    /// # Errors
    /// [`SwapError::Players`] or [`SwapError::NotNow`].
    pub(crate) fn check_swap(&self) -> Result<(), SwapError> {
        let players = self.rules().players();
        if players != 2 {
            return Err(SwapError::Players(players));
        }
        // A line takes at least three pieces, so the game goes on after one.
        match self.steps[..self.cursor] {
            [Step::Place(_)] => Ok(()),
            _ => Err(SwapError::NotNow),
        }
    }

    /// Takes the latest step back and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Step> {
        let at = self.cursor.checked_sub(1)?;
        let step = self.steps[at];
        if let Step::Place(cell) = step {
            self.position
                .remove(cell)
                .expect("the latest piece is on top");
        }
        self.cursor = at;
        // The game went on before every step, so it goes on again.
        self.status = Status::ToMove(self.position.to_move());
        Some(step)
    }

    /// Makes the latest undone step again and returns it; `None` if there is
    /// none.
    pub fn redo(&mut self) -> Option<Step> {
        let step = *self.steps.get(self.cursor)?;
        self.make(step).expect("the step was legal before");
        Some(step)
    }

    /// Makes a step without touching the history behind it.
    fn make(&mut self, step: Step) -> Result<(), MoveError> {
        match step {
            Step::Place(cell) => {
                let player = self.position.to_move();
                self.position.place(player, cell)?;
                self.status = if let Some(trace) = self.position.trace(cell) {
                    Status::Won { player, trace }
                } else if self.position.is_full() {
                    Status::Drawn(Drawn::Full)
                } else {
                    Status::ToMove(self.position.to_move())
                };
            }
            Step::Swap => {}
            Step::AgreeDraw => self.status = Status::Drawn(Drawn::Agreed),
        }
        self.cursor += 1;
        Ok(())
    }

    /// Makes a new step, which ends what could be redone.
    fn push(&mut self, step: Step) -> Result<(), MoveError> {
        let at = self.cursor;
        self.make(step)?;
        self.steps.truncate(at);
        self.steps.push(step);
        Ok(())
    }
}

/// A player's turn: the only way to move, there only while the game goes on.
#[derive(Debug)]
pub struct Turn<'a> {
    game: &'a mut Game,
    player: Player,
    /// Whether a swap was agreed before the game.
    swap: bool,
}

impl Turn<'_> {
    /// Whose turn it is.
    pub fn player(&self) -> Player {
        self.player
    }

    /// Puts the player's piece into a cell.
    ///
    /// # Errors
    /// As for [`Position::check`]; the game has not changed then.
    pub fn play(self, cell: Cell) -> Result<(), MoveError> {
        self.game.push(Step::Place(cell))
    }

    /// Drops the player's piece into a column and returns where it came to rest.
    ///
    /// # Errors
    /// As for [`Position::landing`]; the game has not changed then.
    pub fn drop(self, column: Column) -> Result<Cell, MoveError> {
        let cell = self.game.position.landing(column)?;
        self.play(cell)?;
        Ok(cell)
    }

    /// Whether the player may swap instead of moving.
    ///
    /// # Errors
    /// Why not.
    pub fn may_swap(&self) -> Result<(), SwapError> {
        if !self.swap {
            return Err(SwapError::NotAgreed);
        }
        self.game.check_swap()
    }

    /// Takes the first piece's side instead of moving: from now on the two play for
    /// each other's player. The turn goes to whoever had put that piece there, for
    /// the player whose turn it is.
    ///
    /// # Errors
    /// As for [`may_swap`](Self::may_swap); the game has not changed then.
    pub fn swap(self) -> Result<(), SwapError> {
        self.may_swap()?;
        self.game
            .push(Step::Swap)
            .expect("a swap puts no piece on the board");
        Ok(())
    }

    /// Ends the game as a draw, which is open once nobody can win.
    ///
    /// # Errors
    /// [`StillOpen`] if somebody can still complete a line.
    pub fn agree_draw(self) -> Result<(), StillOpen> {
        if !self.game.position.is_dead() {
            return Err(StillOpen);
        }
        self.game
            .push(Step::AgreeDraw)
            .expect("an agreement puts no piece on the board");
        Ok(())
    }
}

/// A draw can't be agreed yet: somebody can still complete a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StillOpen;

impl fmt::Display for StillOpen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("somebody can still complete a line")
    }
}

impl Error for StillOpen {}

/// Why the sides can't be swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwapError {
    /// It was not agreed before the game.
    NotAgreed,
    /// There are so many players, and it takes two.
    Players(u8),
    /// It is possible only instead of the second move, and once.
    NotNow,
}

impl fmt::Display for SwapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAgreed => f.write_str("a swap was not agreed before the game"),
            Self::Players(players) => {
                write!(f, "a swap is for two players, and there are {players}")
            }
            Self::NotNow => f.write_str("a swap is possible only right after the first piece"),
        }
    }
}

impl Error for SwapError {}
