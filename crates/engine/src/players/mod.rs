//! Computer players.
//!
//! A [`PlayerKind`] names a player, [`PlayerKind::computer`] creates it. Players think in slices of a
//! node budget, so the caller stays responsive, and have a plausible move at any time.
//!
//! ```
//! use four_shapes_engine::{Rules, notation, players::{PlayerKind, Resources, TurnContext}};
//!
//! let game = notation::parse(Rules::CLASSIC, "445566").unwrap();
//! let turn = TurnContext::from_game(&game).expect("the game is not over");
//! let kind: PlayerKind = "level:2".parse().unwrap();
//! let mut computer = kind.computer(game.rules(), &Resources::default());
//! let choice = computer.choose(&turn, 1);
//! let cell = choice.cell().expect("a swap is not possible");
//! assert!(["C1", "G1"].contains(&cell.to_string().as_str()));
//! ```

mod level;
mod lookahead;
mod mcts;
mod random;
mod search;
mod swap;

use crate::{Cell, Game, Match, Position, Rules, Status, solver::book::Book};
use std::sync::Arc;

pub use crate::player_kind::{FAMILIES, Family, KindError, KindProblem, PlayerKind, TieBreak};
pub use lookahead::Lookahead;
pub(crate) use mcts::forced_win;
pub use mcts::{Mcts, Tree, TreeMove, Tuning};
pub use swap::should_swap;

/// A turn: a position with a player to move, and the options of the swap rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnContext {
    position: Position,
    may_swap: bool,
    /// Whether the opponent may swap after this turn.
    offers_swap: bool,
}

impl TurnContext {
    /// Returns the turn in a game without the swap rule; `None` if the game is over.
    pub fn from_game(game: &Game) -> Option<Self> {
        matches!(game.status(), Status::ToMove(_)).then(|| Self {
            position: game.position().clone(),
            may_swap: false,
            offers_swap: false,
        })
    }

    /// Returns the turn in a match; `None` if the game is over.
    pub fn from_match(game_match: &Match) -> Option<Self> {
        Self::from_game(game_match.game()).map(|turn| Self {
            may_swap: game_match.may_swap(),
            offers_swap: game_match.setup().swap() && turn.position.pieces() == 0,
            ..turn
        })
    }

    /// Returns the position, which is neither won nor full.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns whether [`Choice::Swap`] is legal.
    pub fn may_swap(&self) -> bool {
        self.may_swap
    }
}

/// The decision of a computer player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Place a piece in this cell.
    Place(Cell),
    /// Take over the first move, if that is [legal](TurnContext::may_swap).
    Swap,
}

impl Choice {
    /// Returns the cell of the move; `None` for a swap.
    pub fn cell(self) -> Option<Cell> {
        match self {
            Self::Place(cell) => Some(cell),
            Self::Swap => None,
        }
    }
}

/// The state of a computer player at the end of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The final decision.
    Chosen(Choice),
    /// The player needs more slices.
    Thinking {
        /// The best choice so far.
        best: Choice,
        /// An estimate of the progress, 0 to 99 %.
        percent: u8,
    },
}

/// A computer player, which thinks about one turn at a time.
pub trait ComputerPlayer {
    /// Starts a turn, in place of the previous one. The same sequence of turns and seeds
    /// gives the same choices.
    fn begin(&mut self, turn: &TurnContext, seed: u64);

    /// Continues for about `budget` nodes; 10,000 take roughly 10 ms.
    ///
    /// # Panics
    /// Panics if no turn has begun.
    fn think(&mut self, budget: u64) -> Progress;

    /// Thinks about a turn until the decision is final. Players limited only by time never
    /// return.
    fn choose(&mut self, turn: &TurnContext, seed: u64) -> Choice {
        self.begin(turn, seed);
        loop {
            if let Progress::Chosen(choice) = self.think(u64::MAX) {
                return choice;
            }
        }
    }
}

/// The resources of a computer player.
#[derive(Clone)]
pub struct Resources {
    /// The maximum size of tables and trees in bytes.
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

impl PlayerKind {
    /// Creates the player for games with these rules.
    pub fn computer(self, rules: Rules, resources: &Resources) -> Box<dyn ComputerPlayer> {
        let player: Box<dyn ComputerPlayer> = match self {
            Self::Random => Box::new(random::Random::new()),
            Self::Lookahead { plies, ties } => Box::new(Lookahead::new(plies, ties)),
            Self::Level(level) => level::level(level, rules, resources),
            Self::Mcts { .. } => Box::new(Mcts::new(rules, u64::MAX, resources.memory)),
        };
        Box::new(swap::SwapPlayer::new(self, player))
    }
}
