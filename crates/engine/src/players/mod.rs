//! Computer players.
//!
//! A [`Kind`] says which one sits at the board; [`Kind::computer`] makes it. It
//! thinks in slices of a budget, so that a program can listen in between, and has
//! a sensible move at any time.
//!
//! ```
//! use four_shapes_engine::{Rules, notation, players::{Kind, Resources, Situation}};
//!
//! let game = notation::parse(Rules::CLASSIC, "445566").unwrap();
//! let turn = Situation::of(&game).expect("the game goes on");
//! let kind: Kind = "level:2".parse().unwrap();
//! let mut computer = kind.computer(game.rules(), &Resources::default());
//! let choice = computer.choose(&turn, 1);
//! let cell = choice.cell().expect("nobody can swap");
//! assert!(["C1", "G1"].contains(&cell.to_string().as_str()));
//! ```

mod level;
mod lookahead;
mod mcts;
mod random;
mod search;
mod swap;
mod swapping;

use crate::{Cell, Game, Match, Position, Rules, Status, solver::book::Book};
use std::sync::Arc;

pub use crate::player_kind::{FAMILIES, Family, Kind, KindError, KindProblem, Ties};
pub use lookahead::Lookahead;
pub use mcts::{Mcts, Tree, TreeMove};
pub use swap::takes_side;

/// A position in which somebody has to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    position: Position,
    may_swap: bool,
    /// The next player may swap.
    offers_swap: bool,
}

impl Situation {
    /// The turn in a game of which nobody has agreed that there may be a swap; `None`
    /// when it is over.
    pub fn of(game: &Game) -> Option<Self> {
        matches!(game.status(), Status::ToMove(_)).then(|| Self {
            position: game.position().clone(),
            may_swap: false,
            offers_swap: false,
        })
    }

    /// The turn in a match; `None` when it is over.
    pub fn of_match(played: &Match) -> Option<Self> {
        Self::of(played.game()).map(|turn| Self {
            may_swap: played.may_swap(),
            offers_swap: played.setup().swap() && turn.position.pieces() == 0,
            ..turn
        })
    }

    /// The pieces on the board: there is room for another, and nobody has won.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whether [`Choice::Swap`] is possible.
    pub fn may_swap(&self) -> bool {
        self.may_swap
    }
}

/// What a computer player does with its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// It puts a piece here.
    Place(Cell),
    /// It takes the first piece's side, where it [may](Situation::may_swap).
    Swap,
}

impl Choice {
    /// The cell it puts a piece into; `None` if it swaps.
    pub fn cell(self) -> Option<Cell> {
        match self {
            Self::Place(cell) => Some(cell),
            Self::Swap => None,
        }
    }
}

/// How far a computer player has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It has decided.
    Chosen(Choice),
    /// It would go on thinking.
    Thinking {
        /// What it would do now.
        best: Choice,
        /// How much of its thinking is done, 0 to 99 of a hundred; a guess.
        percent: u8,
    },
}

/// A computer player: it thinks about one turn at a time.
pub trait Computer {
    /// Takes up a turn of the game that it was made for, in place of the one before.
    /// With the same turns and seeds from the beginning on, it does the same
    /// again.
    fn begin(&mut self, turn: &Situation, seed: u64);

    /// Thinks on for about so many positions: some 10,000 are a hundredth of a
    /// second. It has to have begun with a turn.
    fn think(&mut self, budget: u64) -> Progress;

    /// Thinks about a turn for as long as it takes. What is limited by time alone
    /// is not to be asked this.
    fn choose(&mut self, turn: &Situation, seed: u64) -> Choice {
        self.begin(turn, seed);
        loop {
            if let Progress::Chosen(choice) = self.think(u64::MAX) {
                return choice;
            }
        }
    }
}

/// What a computer player may use.
#[derive(Clone)]
pub struct Resources {
    /// The most bytes for tables and trees.
    pub memory: usize,
    /// An opening book.
    pub book: Option<Arc<Book>>,
}

impl Default for Resources {
    /// 16 MB and no book.
    fn default() -> Self {
        Self {
            memory: 16 << 20,
            book: None,
        }
    }
}

impl Kind {
    /// The player itself, for games with these rules.
    pub fn computer(self, rules: Rules, resources: &Resources) -> Box<dyn Computer> {
        let player: Box<dyn Computer> = match self {
            Self::Random => Box::new(random::Random::new()),
            Self::Lookahead { plies, ties } => Box::new(Lookahead::new(plies, ties)),
            Self::Level(level) => level::level(level, rules, resources),
            Self::Mcts { .. } => Box::new(Mcts::new(rules, u64::MAX, resources.memory)),
        };
        Box::new(swapping::Swapping::new(self, player))
    }
}
