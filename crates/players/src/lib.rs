//! Computer players.
//!
//! A [`PlayerKind`] names a player, [`PlayerKind::computer`] creates it. Players think in slices of a
//! node budget, so the caller stays responsive, and have a plausible move at any time.
//! [`computer_game`] plays games between them. Types of [`rules`] and [`solver`] are part of this
//! interface.
//!
//! ```
//! use four_shapes_players::{PlayerKind, Resources, TurnContext};
//! use four_shapes_rules::{Rules, notation};
//!
//! let game = notation::parse(Rules::CLASSIC, "445566").unwrap();
//! let turn = TurnContext::from_game(&game).expect("the game is not over");
//! let kind: PlayerKind = "level:2".parse().unwrap();
//! let mut computer = kind.computer(game.rules(), &Resources::default());
//! let choice = computer.choose(&turn, 1);
//! let cell = choice.cell().expect("a swap is not possible");
//! assert!(["C1", "G1"].contains(&cell.to_string().as_str()));
//! ```

#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

pub mod computer_game;
mod level;
mod lookahead;
mod mcts;
mod player_kind;
mod random;
mod search;
pub mod seed;
mod swap;

use four_shapes_rules::{Cell, Game, Position, Rules, Status};
use four_shapes_solver::book::Book;
use std::sync::Arc;

pub use lookahead::Lookahead;
pub use player_kind::{
    FAMILIES, Family, KindError, KindProblem, Level, Milliseconds, PlayerKind, Plies, TieBreak,
};

pub use four_shapes_rules as rules;
pub use four_shapes_solver as solver;
pub use four_shapes_solver::{Outcome, Progress, Search};
pub use mcts::{Mcts, Tree, TreeMove, Tuning, forced_win};
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
    /// Returns the turn in a position without the swap rule; `None` if it [is
    /// over](Position::is_over).
    ///
    /// ```
    /// use four_shapes_players::TurnContext;
    /// use four_shapes_rules::{Position, Rules};
    ///
    /// let position = Position::from_column_indices(Rules::CLASSIC, "010101")?;
    /// let turn = TurnContext::from_position(&position).expect("the position is not over");
    /// assert_eq!(turn.position().to_move().index(), 0);
    ///
    /// let won = Position::from_column_indices(Rules::CLASSIC, "0101010")?;
    /// assert_eq!(TurnContext::from_position(&won), None);
    /// # Ok::<_, four_shapes_rules::notation::NotationError>(())
    /// ```
    pub fn from_position(position: &Position) -> Option<Self> {
        (!position.is_over()).then(|| Self::without_swap(position))
    }

    /// Returns the turn in a game without the swap rule; `None` if the game is over.
    ///
    /// ```
    /// use four_shapes_players::TurnContext;
    /// use four_shapes_rules::{Game, Rules, notation};
    ///
    /// assert!(TurnContext::from_game(&Game::new(Rules::CLASSIC)).is_some());
    /// let won = notation::parse(Rules::CLASSIC, "1212121")?;
    /// assert_eq!(TurnContext::from_game(&won), None);
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn from_game(game: &Game) -> Option<Self> {
        let is_turn = matches!(game.status(), Status::ToMove(_));
        is_turn.then(|| Self::without_swap(game.position()))
    }

    fn without_swap(position: &Position) -> Self {
        Self {
            position: position.clone(),
            may_swap: false,
            offers_swap: false,
        }
    }

    /// Returns the turn in a game with the swap rule, in which a player may swap sides instead
    /// of the second move; `None` if the game is over.
    ///
    /// ```
    /// use four_shapes_players::{Choice, Level, PlayerKind, Resources, TurnContext};
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// // The first move in the centre is too good to leave to the opponent.
    /// let game = notation::parse(Rules::CLASSIC, "4")?;
    /// let turn = TurnContext::with_swap_rule(&game).expect("the game is not over");
    /// let mut computer = PlayerKind::Level(Level::Two).computer(game.rules(), &Resources::default());
    /// assert_eq!(computer.choose(&turn, 1), Choice::Swap);
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn with_swap_rule(game: &Game) -> Option<Self> {
        Self::from_game(game).map(|turn| Self {
            may_swap: game.check_swap().is_ok(),
            offers_swap: game.cursor() == 0,
            ..turn
        })
    }

    /// Returns the position, which is neither won nor full.
    ///
    /// ```
    /// use four_shapes_players::TurnContext;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::CLASSIC, "445")?;
    /// let turn = TurnContext::from_game(&game).expect("the game is not over");
    /// assert_eq!(turn.position().piece_count(), 3);
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns whether [`Choice::Swap`] is legal.
    ///
    /// ```
    /// use four_shapes_players::TurnContext;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let may_swap = |moves: &str| {
    ///     let game = notation::parse(Rules::CLASSIC, moves).expect("the moves are legal");
    ///     TurnContext::with_swap_rule(&game).is_some_and(|turn| turn.may_swap())
    /// };
    /// assert_eq!(["", "4", "44"].map(may_swap), [false, true, false]);
    /// ```
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
    ///
    /// ```
    /// use four_shapes_players::Choice;
    /// use four_shapes_rules::Cell;
    ///
    /// let cell: Cell = "D1".parse()?;
    /// assert_eq!(Choice::Place(cell).cell(), Some(cell));
    /// assert_eq!(Choice::Swap.cell(), None);
    /// # Ok::<_, four_shapes_rules::ParseError>(())
    /// ```
    pub fn cell(self) -> Option<Cell> {
        match self {
            Self::Place(cell) => Some(cell),
            Self::Swap => None,
        }
    }
}

/// A computer player: a search for the choice in one turn at a time.
///
/// 10,000 nodes take roughly 10 ms. A player with a [time limit](PlayerKind::milliseconds) never
/// finishes by itself, unless the result is proved: take [`best_so_far`](Self::best_so_far) when the
/// time is over.
///
/// # Panics
/// All methods but [`begin`](Self::begin) and [`choose`](Self::choose) panic if no turn has begun.
///
/// ```
/// use four_shapes_players::{Level, PlayerKind, Progress, Resources, TurnContext};
/// use four_shapes_rules::{Rules, notation};
///
/// let game = notation::parse(Rules::CLASSIC, "112233")?;
/// let turn = TurnContext::from_game(&game).expect("the game is not over");
/// let mut computer = PlayerKind::Level(Level::Five).computer(game.rules(), &Resources::default());
/// computer.begin(&turn, 1);
/// let choice = loop {
///     // A page draws a frame here, and may take the move before it is perfect.
///     assert!(computer.percent() < 100 && computer.best_so_far().cell().is_some());
///     if let Progress::Done(choice) = computer.run(1_000) {
///         break choice;
///     }
/// };
/// assert_eq!(choice.cell(), Some("D1".parse()?));
/// assert_eq!(computer.choose(&turn, 1), choice); // without pauses
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub trait ComputerPlayer: Search<Answer = Choice> + Send {
    /// Starts a turn, in place of the previous one. The same sequence of turns and seeds
    /// gives the same choices.
    fn begin(&mut self, turn: &TurnContext, seed: u64);

    /// Returns the best choice so far.
    fn best_so_far(&self) -> Choice;

    /// Returns an estimate of the progress, 0 to 99 %.
    fn percent(&self) -> u8 {
        0
    }

    /// Returns the choice in a turn. Not for a player with a [time
    /// limit](PlayerKind::milliseconds), which may never finish.
    fn choose(&mut self, turn: &TurnContext, seed: u64) -> Choice {
        self.begin(turn, seed);
        self.finish()
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
    /// Creates the player for games with these rules. It doesn't watch the time: the caller stops
    /// it at its [time limit](Self::milliseconds).
    ///
    /// ```
    /// use four_shapes_players::{Level, PlayerKind, Resources, TurnContext};
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::CLASSIC, "112233")?;
    /// let turn = TurnContext::from_game(&game).expect("the game is not over");
    /// let mut computer = PlayerKind::Level(Level::One).computer(game.rules(), &Resources::default());
    /// assert_eq!(computer.choose(&turn, 1).cell(), Some("D1".parse()?));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
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

/// The examples of the readme, to test them.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
