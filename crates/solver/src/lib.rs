//! Exact scores of positions, and the best play from them.
//!
//! ```
//! use four_shapes_rules::{Rules, notation};
//! use four_shapes_solver::Solver;
//!
//! let game = notation::parse(Rules::CLASSIC, "32164625").unwrap();
//! let mut solver = Solver::new(Rules::CLASSIC, Solver::DEFAULT_TABLE).unwrap();
//! assert_eq!(solver.solve(game.position()), Ok(11));
//! ```
//!
//! [`Solver`] solves single positions, [`ColumnScores`] scores every move, [`BestMoves`] finds
//! the best moves and [`PrincipalVariation`] the principal variation. All of them search in slices
//! of a node budget, so the caller stays responsive; between two slices of them, and of a
//! [`PositionSearch`], the solver may be used for other positions. A [`Book`] holds the scores of
//! the first plies. Positions that take too long have an [`evaluation`]. `docs/solver.md` in the
//! repository describes the algorithms.

#![forbid(unsafe_code)]
#![warn(unreachable_pub)]
// Measured: without it the compiler leaves calls in the innermost loops.
#![expect(clippy::inline_always)]

mod best;
pub mod book;
mod columns;
pub mod evaluation;
mod follow_up;
mod geometry;
mod in_progress;
mod moves;
mod node;
mod order;
mod position_search;
mod search;
mod shared_word;
mod table;
mod two_columns;

use book::Book;
use evaluation::Chances;
use four_shapes_rules::{
    Player, Position, Rules,
    bitboard::{AnyBoard, Board, Masks},
};
use geometry::{Classic, FourInARow};
use search::{Search, table_bits};
use std::{
    error::Error,
    fmt,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};
use table::Table;

pub use best::BestMoves;
pub use columns::{ColumnScores, PrincipalVariation};
pub use position_search::PositionSearch;

/// The question that a search answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// The score.
    #[default]
    Exact,
    /// The sign of the score: 1 if the side to move wins, 0 for a draw, −1 if it loses.
    /// Faster than the score.
    Outcome,
    /// Whether the score is at least this value, searched with a null window. The answer
    /// is a lower bound if it reaches the value, otherwise an upper bound. Fastest.
    AtLeast(i32),
}

impl Goal {
    /// Returns the answer if the bounds determine it.
    fn answer(self, bounds: Bounds) -> Option<i32> {
        match self {
            Self::Exact | Self::Outcome => bounds.exact(),
            Self::AtLeast(beta) => bounds.cutoff(beta).err(),
        }
    }

    /// Reduces score bounds to what the goal distinguishes.
    fn narrow(self, bounds: Bounds) -> Bounds {
        match self {
            Self::Outcome => bounds.outcome(),
            Self::Exact | Self::AtLeast(_) => bounds,
        }
    }

    /// Returns the same question from the other side's point of view.
    fn flipped(self) -> Self {
        match self {
            Self::AtLeast(beta) => Self::AtLeast(1_i32.saturating_sub(beta)),
            same => same,
        }
    }
}

/// Proven bounds of a position's score, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The score is at least this.
    pub lower: i32,
    /// The score is at most this.
    pub upper: i32,
}

impl Bounds {
    fn exactly(score: i32) -> Self {
        Self {
            lower: score,
            upper: score,
        }
    }

    fn outcome(self) -> Self {
        Self {
            lower: self.lower.signum(),
            upper: self.upper.signum(),
        }
    }

    /// Returns the bounds from the other side's point of view.
    fn flipped(self) -> Self {
        Self {
            lower: -self.upper,
            upper: -self.lower,
        }
    }

    fn intersection(self, other: Self) -> Self {
        Self {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
        }
    }

    /// Narrows the bounds by others of the same score, unless the two contradict each other.
    #[must_use]
    pub fn narrowed(self, by: Self) -> Self {
        let both = self.intersection(by);
        if both.lower <= both.upper { both } else { self }
    }

    /// Returns the chances as far as the bounds leave them open. A position of known outcome
    /// isn't evaluated.
    fn chances(self, evaluate: impl FnOnce() -> Chances) -> Chances {
        let Self { lower, upper } = self;
        let chances = if lower.signum() == upper.signum() {
            Chances::DRAW
        } else {
            evaluate()
        };
        chances.within(lower, upper)
    }

    /// Returns the score once the bounds meet.
    pub fn exact(self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// The state of a search at the end of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The answer to the [`Goal`].
    Done(i32),
    /// The budget is used up; these bounds are proven so far.
    Paused(Bounds),
}

/// Solves positions of one game by alpha–beta search.
///
/// Scores are from the point of view of the side to move under best play: 0 is a draw,
/// `n` a win with its n-th last piece (1 is its very last), `−n` a loss to the other
/// side's n-th last piece.
///
/// A paused search resumes where it stopped and never allocates. The transposition table
/// is kept between positions, which speeds up related ones, until
/// [`clear_table`](Self::clear_table).
pub struct Solver {
    rules: Rules,
    search: AnySearch,
    /// The search that was begun last.
    id: SearchId,
    book: Option<Arc<Book>>,
    /// The answer, if it is from the book.
    book_score: Option<i32>,
}

/// One of the searches of one of the solvers: tells a paused caller whether its search is still
/// the one that the solver continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SearchId {
    solver: u64,
    /// The number of searches that the solver has begun.
    generation: u64,
}

impl SearchId {
    /// Returns the id of a new solver.
    fn new() -> Self {
        static SOLVERS: AtomicU64 = AtomicU64::new(0);
        Self {
            solver: SOLVERS.fetch_add(1, Relaxed),
            generation: 0,
        }
    }
}

/// The search, compiled once for each geometry.
enum AnySearch {
    /// 7 × 6, four in a row: all masks are constants.
    Classic(Search<Classic>),
    /// Six rows, four in a row, at most 64 bits.
    SixRows64(Search<FourInARow<u64, 6>>),
    /// Seven rows, four in a row, at most 64 bits.
    SevenRows64(Search<FourInARow<u64, 7>>),
    /// Any other board of at most 64 bits.
    Bits64(Search<Masks<u64>>),
    /// Six rows, four in a row, at most 128 bits.
    SixRows128(Search<FourInARow<u128, 6>>),
    /// Seven rows, four in a row, at most 128 bits.
    SevenRows128(Search<FourInARow<u128, 7>>),
    /// Any other board of at most 128 bits.
    Bits128(Search<Masks<u128>>),
}

impl AnySearch {
    /// Returns the fastest search for these rules; `None` if the board is too large.
    fn new(rules: Rules, table_bytes: usize) -> Option<Self> {
        Some(if rules == Rules::CLASSIC {
            Self::Classic(Search::new(Classic, table_bytes))
        } else if Board::<u64>::fits(rules) {
            if let Some(geometry) = FourInARow::<u64, 6>::new(rules) {
                Self::SixRows64(Search::new(geometry, table_bytes))
            } else if let Some(geometry) = FourInARow::<u64, 7>::new(rules) {
                Self::SevenRows64(Search::new(geometry, table_bytes))
            } else {
                Self::Bits64(Search::new(Masks::new(rules), table_bytes))
            }
        } else if Board::<u128>::fits(rules) {
            if let Some(geometry) = FourInARow::<u128, 6>::new(rules) {
                Self::SixRows128(Search::new(geometry, table_bytes))
            } else if let Some(geometry) = FourInARow::<u128, 7>::new(rules) {
                Self::SevenRows128(Search::new(geometry, table_bytes))
            } else {
                Self::Bits128(Search::new(Masks::new(rules), table_bytes))
            }
        } else {
            return None;
        })
    }

    fn share(&mut self) -> Self {
        match self {
            Self::Classic(search) => Self::Classic(search.share()),
            Self::SixRows64(search) => Self::SixRows64(search.share()),
            Self::SevenRows64(search) => Self::SevenRows64(search.share()),
            Self::Bits64(search) => Self::Bits64(search.share()),
            Self::SixRows128(search) => Self::SixRows128(search.share()),
            Self::SevenRows128(search) => Self::SevenRows128(search.share()),
            Self::Bits128(search) => Self::Bits128(search.share()),
        }
    }
}

/// Evaluates an expression on the search, whatever its geometry.
macro_rules! dispatch {
    ($any:expr, $search:ident => $code:expr) => {
        match $any {
            AnySearch::Classic($search) => $code,
            AnySearch::SixRows64($search) => $code,
            AnySearch::SevenRows64($search) => $code,
            AnySearch::Bits64($search) => $code,
            AnySearch::SixRows128($search) => $code,
            AnySearch::SevenRows128($search) => $code,
            AnySearch::Bits128($search) => $code,
        }
    };
}

/// Evaluates an expression on the search and the board of a position with its rules.
macro_rules! dispatch_board {
    (&$($mutable:ident)? ; $solver:ident, $position:expr, $search:ident, $board:ident => $code:expr) => {
        match (&$($mutable)? $solver.search, $position.board()) {
            (AnySearch::Classic($search), AnyBoard::Bits64($board)) => $code,
            (AnySearch::SixRows64($search), AnyBoard::Bits64($board)) => $code,
            (AnySearch::SevenRows64($search), AnyBoard::Bits64($board)) => $code,
            (AnySearch::Bits64($search), AnyBoard::Bits64($board)) => $code,
            (AnySearch::SixRows128($search), AnyBoard::Bits128($board)) => $code,
            (AnySearch::SevenRows128($search), AnyBoard::Bits128($board)) => $code,
            (AnySearch::Bits128($search), AnyBoard::Bits128($board)) => $code,
            _ => unreachable!("equal rules have boards of equal width"),
        }
    };
}

impl Solver {
    /// The default size of the transposition table in bytes: 16 MB.
    pub const DEFAULT_TABLE: usize = 16 << 20;

    /// Returns the size in bytes of the smallest transposition table with which entries tell all
    /// positions apart: at most 4 MB on boards of up to 64 bits, and 32 MB on larger ones; 0 if
    /// the board is too large to solve.
    pub fn min_table(rules: Rules) -> usize {
        let (key_bits, score_bits) = table_bits(rules);
        if Board::<u64>::fits(rules) {
            Table::<u64>::min_bytes(key_bits, score_bits)
        } else if Board::<u128>::fits(rules) {
            Table::<u128>::min_bytes(key_bits, score_bits)
        } else {
            0
        }
    }

    /// Returns a solver for these rules with a transposition table of at most
    /// `table_bytes`, rounded down to a power of two, but at least
    /// [`min_table`](Self::min_table).
    ///
    /// # Errors
    /// Returns an error if games with these rules cannot be solved.
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
        let search = AnySearch::new(rules, table_bytes).ok_or(Unsolvable::TooLarge {
            columns: rules.columns(),
            rows: rules.rows(),
        })?;
        Ok(Self {
            rules,
            search,
            id: SearchId::new(),
            book: None,
            book_score: None,
        })
    }

    /// Returns a solver for another thread that uses the same transposition table and book.
    ///
    /// Solvers that search the same position at the same time share the work: each defers
    /// the moves that another one is searching, and then finds their scores in the table.
    /// Pass the [bounds](Progress::Paused) that one has proven to the others with
    /// [`narrow`](Self::narrow).
    #[must_use]
    pub fn share(&mut self) -> Self {
        Self {
            rules: self.rules,
            search: self.search.share(),
            id: SearchId::new(),
            book: self.book.clone(),
            book_score: None,
        }
    }

    /// Takes over bounds that another solver has proven for the position that was begun.
    pub fn narrow(&mut self, bounds: Bounds) {
        dispatch!(&mut self.search, search => search.narrow(bounds));
    }

    /// Answers positions from a book where possible. A book of another game is ignored.
    pub fn use_book(&mut self, book: Arc<Book>) {
        self.book = Some(book);
    }

    /// Returns the rules of the game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Clears the transposition table.
    pub fn clear_table(&mut self) {
        dispatch!(&mut self.search, search => search.table.clear());
    }

    /// Returns the number of nodes searched since the solver was created.
    pub fn nodes(&self) -> u64 {
        dispatch!(&self.search, search => search.nodes)
    }

    /// Returns the player to move and the opponent, if the position can be solved.
    fn sides(&self, position: &Position) -> Result<(Player, Player), Unsolvable> {
        self.check_rules(position.rules())?;
        let (own, other) = (position.to_move(), position.player_after(1));
        let over = dispatch_board!(&; self, position, search, board => {
            search.has_line(board.of(own)) || search.has_line(board.of(other))
        });
        if over {
            Err(Unsolvable::Over)
        } else {
            Ok((own, other))
        }
    }

    /// Starts a search, in place of the previous one. A correct `guess` of the score
    /// speeds it up.
    ///
    /// # Errors
    /// Returns an error if the position uses different rules or is already won. The previous
    /// search goes on then.
    pub fn begin(
        &mut self,
        position: &Position,
        goal: Goal,
        guess: Option<i32>,
    ) -> Result<(), Unsolvable> {
        let (own, other) = self.sides(position)?;
        self.id.generation += 1;
        let score = self.book.as_ref().and_then(|book| book.score(position));
        self.book_score = score.map(|score| goal.narrow(Bounds::exactly(score)).lower);
        if self.book_score.is_some() {
            return Ok(());
        }
        dispatch_board!(&mut; self, position, search, board => {
            search.begin(board.of(own), board.of(other), goal, guess);
        });
        Ok(())
    }

    /// Continues the search that was begun last, at first of the empty board, until the answer is
    /// known or about `budget` more nodes are searched. A [`PositionSearch`] is not mistaken for
    /// another one if something else uses the solver between two slices.
    pub fn search(&mut self, budget: u64) -> Progress {
        if let Some(score) = self.book_score {
            return Progress::Done(score);
        }
        dispatch!(&mut self.search, search => {
            match search.advance(budget) {
                Some(answer) => Progress::Done(answer),
                None => Progress::Paused(search.bounds),
            }
        })
    }

    /// Returns the id of the search that was begun last.
    fn search_id(&self) -> SearchId {
        self.id
    }

    /// Returns an error if the solver has other rules.
    fn check_rules(&self, rules: Rules) -> Result<(), Unsolvable> {
        if rules == self.rules {
            Ok(())
        } else {
            Err(Unsolvable::OtherRules)
        }
    }

    /// Returns the proven bounds of the current position.
    fn bounds(&self) -> Bounds {
        match self.book_score {
            Some(score) => Bounds::exactly(score),
            None => dispatch!(&self.search, search => search.bounds),
        }
    }

    /// Returns the chances of the side to move in the current position by an [`evaluation`], as
    /// far as its proven bounds leave them open.
    pub fn estimate(&self) -> Chances {
        self.bounds()
            .chances(|| dispatch!(&self.search, search => search.estimate()))
    }

    /// Returns the exact score of a position, without a limit on the search.
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

/// The reason why a position or game cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unsolvable {
    /// This number of players instead of two.
    Players(u8),
    /// The game is played without gravity.
    NoGravity,
    /// This many in a row instead of at most six.
    Connect(u8),
    /// The board needs more than 128 bits, including a spare one for each column.
    TooLarge {
        /// The number of columns.
        columns: u8,
        /// The number of rows.
        rows: u8,
    },
    /// The position has other rules than the solver.
    OtherRules,
    /// A player has already won.
    Over,
}

impl fmt::Display for Unsolvable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Players(players) => {
                write!(f, "{players} players; only two-player games can be solved")
            }
            Self::NoGravity => f.write_str("only games with gravity can be solved"),
            Self::Connect(connect) => {
                write!(f, "{connect} in a row; only up to 6 can be solved")
            }
            Self::TooLarge { columns, rows } => write!(
                f,
                "the {columns} × {rows} board is too large to solve: columns × (rows + 1) is more than 128"
            ),
            Self::OtherRules => f.write_str("the position uses different rules"),
            Self::Over => f.write_str("the game is over"),
        }
    }
}

impl Error for Unsolvable {}

/// The examples of the readme, to test them.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
