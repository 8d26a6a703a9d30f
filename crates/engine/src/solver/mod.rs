//! Exact scores of positions, and the best play from them.
//!
//! ```
//! use four_shapes_engine::{Rules, notation, solver::Solver};
//!
//! let game = notation::parse(Rules::CLASSIC, "32164625").unwrap();
//! let mut solver = Solver::new(Rules::CLASSIC, Solver::DEFAULT_TABLE).unwrap();
//! assert_eq!(solver.solve(game.position()), Ok(11));
//! ```
//!
//! [`Solver`] answers for one position at a time, [`Columns`] for every move of
//! one, [`BestMoves`] finds the best of them, [`BestLine`] plays on to the end; all
//! of them in steps of a budget, so that a program can do something else in
//! between. A [`Book`] knows the answers for the first plies. How it works is told
//! in `docs/solver.md`.

// Measured: without it the compiler leaves calls in the innermost loops.
#![expect(clippy::inline_always)]

mod best;
pub mod book;
mod columns;
mod estimate;
mod follow_up;
mod moves;
mod node;
mod order;
mod search;
mod table;

use crate::{
    Player, Position, Rules,
    bitboard::{Classic, Masks},
    board::Board,
    position::{Width, on_board},
};
use book::Book;
use search::Search;
use std::{error::Error, fmt, sync::Arc};

pub use best::BestMoves;
pub use columns::{BestLine, Columns};

/// What to find out about a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// The score.
    #[default]
    Exact,
    /// Its sign: 1 for a win of the side to move, 0 for a draw, −1 for a loss.
    /// Quicker than the score.
    Outcome,
    /// Whether the score is at least this. The answer is a bound: the score is at
    /// least the answer if that is as much as was asked for, else at most the
    /// answer. Quicker still.
    AtLeast(i32),
}

impl Goal {
    /// The answer, if this much is enough for one.
    fn answer(self, proved: Bounds) -> Option<i32> {
        match self {
            Self::Exact | Self::Outcome => proved.exact(),
            Self::AtLeast(least) => {
                let Bounds { lower, upper } = proved;
                (lower >= least)
                    .then_some(lower)
                    .or_else(|| (upper < least).then_some(upper))
            }
        }
    }

    /// As much of the bounds as it is about.
    fn narrowed(self, bounds: Bounds) -> Bounds {
        match self {
            Self::Outcome => bounds.outcome(),
            Self::Exact | Self::AtLeast(_) => bounds,
        }
    }

    /// The same question, asked after a move from the other side.
    fn turned(self) -> Self {
        match self {
            Self::AtLeast(least) => Self::AtLeast(1_i32.saturating_sub(least)),
            same => same,
        }
    }
}

/// What is proved about a position's score, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// It is at least this.
    pub lower: i32,
    /// It is at most this.
    pub upper: i32,
}

impl Bounds {
    fn only(score: i32) -> Self {
        Self {
            lower: score,
            upper: score,
        }
    }

    /// What they say of the outcome.
    fn outcome(self) -> Self {
        Self {
            lower: self.lower.signum(),
            upper: self.upper.signum(),
        }
    }

    /// The same, seen from the other side.
    fn turned(self) -> Self {
        Self {
            lower: -self.upper,
            upper: -self.lower,
        }
    }

    /// What both say together.
    fn and(self, other: Self) -> Self {
        Self {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
        }
    }

    /// The score, once there is only one left.
    pub fn exact(self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// This is the answer.
    Done(i32),
    /// The budget is used up; this much is proved. Search on to know more.
    Paused(Bounds),
}

/// Solves positions of one game.
///
/// The score of a position is counted from the side to move: 0 is a draw, `n`
/// that it wins with its n-th last piece (1 with its very last), `−n` that it
/// loses to the other side's n-th last, if both play as well as can be.
///
/// A search goes on from where it paused as often as it is asked to; nothing is
/// allocated meanwhile. What was found out is kept from one position to the
/// next, which makes related positions quicker, until [`forget`](Self::forget).
pub struct Solver {
    rules: Rules,
    engine: Engine,
    /// How many positions it has begun with, so that what pauses can tell
    /// whether another position came in between.
    begun: u64,
    book: Option<Arc<Book>>,
    /// The answer, if it is from the book.
    from_book: Option<i32>,
}

/// The search for a board: one source, and one program for each kind of geometry.
enum Engine {
    /// 7 × 6, four in a row, with everything known to the compiler.
    Classic(Search<Classic>),
    /// Any board in 64 bits.
    One(Search<Masks<u64>>),
    /// Any board in 128 bits.
    Two(Search<Masks<u128>>),
}

/// Runs the same code on the search, whatever its geometry.
macro_rules! on_engine {
    ($engine:expr, $search:ident => $code:expr) => {
        match $engine {
            Engine::Classic($search) => $code,
            Engine::One($search) => $code,
            Engine::Two($search) => $code,
        }
    };
}

/// Runs the same code on the search and the board of a position by its rules.
macro_rules! with_boards {
    (&$($mutable:ident)? ; $solver:ident, $position:expr, $search:ident, $board:ident => $code:expr) => {
        match (&$($mutable)? $solver.engine, $position.width()) {
            (Engine::Classic($search), Width::One($board)) => $code,
            (Engine::One($search), Width::One($board)) => $code,
            (Engine::Two($search), Width::Two($board)) => $code,
            _ => unreachable!("the same rules have the same width"),
        }
    };
}

impl Solver {
    /// The bytes of memory that suit most: 16 MB.
    pub const DEFAULT_TABLE: usize = 16 << 20;

    /// A solver of these rules with a table of at most so many bytes, rounded
    /// down to a power of two; boards of many cells take more if it is too
    /// small for them.
    ///
    /// # Errors
    /// If the rules are none that it can solve.
    pub fn new(rules: Rules, table_bytes: usize) -> Result<Self, Unsolvable> {
        if rules.players() != 2 {
            return Err(Unsolvable::Players(rules.players()));
        }
        if !rules.gravity() {
            return Err(Unsolvable::NoGravity);
        }
        if rules.connect() > 6 {
            return Err(Unsolvable::Connect(rules.connect()));
        }
        let engine = if rules == Rules::CLASSIC {
            Engine::Classic(Search::new(Classic, table_bytes))
        } else if Board::<u64>::fits(rules) {
            Engine::One(Search::new(Masks::new(rules), table_bytes))
        } else if Board::<u128>::fits(rules) {
            Engine::Two(Search::new(Masks::new(rules), table_bytes))
        } else {
            return Err(Unsolvable::TooLarge {
                columns: rules.columns(),
                rows: rules.rows(),
            });
        };
        Ok(Self {
            rules,
            engine,
            begun: 0,
            book: None,
            from_book: None,
        })
    }

    /// Answers at once from a book, as far as that goes; it does not matter of
    /// which game it is.
    pub fn use_book(&mut self, book: Arc<Book>) {
        self.book = Some(book);
    }

    /// The rules of the game that it solves.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Forgets everything, so that the next search takes as long as the first.
    pub fn forget(&mut self) {
        on_engine!(&mut self.engine, search => search.table.clear());
    }

    /// How many positions were looked at since this solver was made.
    pub fn nodes(&self) -> u64 {
        on_engine!(&self.engine, search => search.nodes)
    }

    /// Who is to move in a position that can be solved, and who is not.
    fn sides(&self, position: &Position) -> Result<(Player, Player), Unsolvable> {
        if position.rules() != self.rules {
            return Err(Unsolvable::OtherRules);
        }
        let pieces = position.pieces();
        let own = self.rules.player_after(pieces);
        let other = self.rules.player_after(pieces + 1);
        on_board!(position.width(), board => {
            if board.of(own).count_ones() as usize != pieces / 2 {
                return Err(Unsolvable::Turns);
            }
        });
        let over = with_boards!(&; self, position, search, board => {
            search.has_line(board.of(own)) || search.has_line(board.of(other))
        });
        if over {
            Err(Unsolvable::Over)
        } else {
            Ok((own, other))
        }
    }

    /// Begins with a position, in place of the one before. What follows is
    /// quickest if the score is `guess`; `None` makes no guess.
    ///
    /// # Errors
    /// If it is no position of a game under way by this solver's rules.
    pub fn begin(
        &mut self,
        position: &Position,
        goal: Goal,
        guess: Option<i32>,
    ) -> Result<(), Unsolvable> {
        let (own, other) = self.sides(position)?;
        self.begun += 1;
        let score = self.book.as_ref().and_then(|book| book.score(position));
        self.from_book = score.map(|score| goal.narrowed(Bounds::only(score)).lower);
        if self.from_book.is_some() {
            return Ok(());
        }
        with_boards!(&mut; self, position, search, board => {
            search.begin(board.of(own), board.of(other), goal, guess);
        });
        Ok(())
    }

    /// Searches on until the answer is known or about `budget` more positions
    /// were looked at.
    pub fn search(&mut self, budget: u64) -> Progress {
        if let Some(score) = self.from_book {
            return Progress::Done(score);
        }
        on_engine!(&mut self.engine, search => {
            match search.advance(budget) {
                Some(answer) => Progress::Done(answer),
                None => Progress::Paused(search.bounds),
            }
        })
    }

    /// What is proved about the position begun with.
    fn proved(&self) -> Bounds {
        match self.from_book {
            Some(score) => Bounds::only(score),
            None => on_engine!(&self.engine, search => search.bounds),
        }
    }

    /// A guess at the score of the position begun with, within what is proved of
    /// it: for showing something as long as it isn't solved. It looks at threats
    /// and open lines and searches nothing, so it is often wrong.
    pub fn estimate(&self) -> i32 {
        match self.from_book {
            Some(score) => score,
            None => on_engine!(&self.engine, search => search.estimate()),
        }
    }

    /// The score of a position, however long it takes.
    ///
    /// # Errors
    /// As for [`begin`](Self::begin).
    pub fn solve(&mut self, position: &Position) -> Result<i32, Unsolvable> {
        self.begin(position, Goal::Exact, None)?;
        loop {
            if let Progress::Done(score) = self.search(u64::MAX) {
                return Ok(score);
            }
        }
    }
}

/// Why a position can't be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolvable {
    /// Not two players but so many.
    Players(u8),
    /// Pieces don't fall.
    NoGravity,
    /// More than six in a row.
    Connect(u8),
    /// The board takes more than 128 bits, a spare one for each column counted.
    TooLarge {
        /// How many columns it has.
        columns: u8,
        /// How many rows it has.
        rows: u8,
    },
    /// The position is of another game than the solver.
    OtherRules,
    /// The players did not take turns.
    Turns,
    /// Somebody has won already.
    Over,
}

impl fmt::Display for Unsolvable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Players(players) => {
                write!(f, "{players} players; only games of two can be solved")
            }
            Self::NoGravity => f.write_str("only games in which pieces fall can be solved"),
            Self::Connect(connect) => {
                write!(f, "{connect} in a row; only up to 6 can be solved")
            }
            Self::TooLarge { columns, rows } => write!(
                f,
                "the board {columns} × {rows} is too large to solve: columns × (rows + 1) is more than 128"
            ),
            Self::OtherRules => f.write_str("the position is one of another game"),
            Self::Turns => f.write_str("the players did not take turns"),
            Self::Over => f.write_str("the game is over"),
        }
    }
}

impl Error for Unsolvable {}
