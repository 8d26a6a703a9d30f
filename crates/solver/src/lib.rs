//! Exact scores of positions, and the best play from them.
//!
//! ```
//! use four_shapes_rules::{Rules, notation};
//! use four_shapes_solver::{Score, Solver};
//!
//! let game = notation::parse(Rules::CLASSIC, "32164625").unwrap();
//! let mut solver = Solver::new(Rules::CLASSIC, Solver::DEFAULT_TABLE).unwrap();
//! assert_eq!(solver.solve(game.position()), Ok(Score::new(11)));
//! ```
//!
//! A [`Solver`] answers each question in one call, which can take minutes, or by a [`Search`],
//! which runs in slices:
//!
//! | question | in one call | in slices |
//! |---|---|---|
//! | the score | [`Solver::solve`] | [`PositionSearch`] with [`Goal::Exact`] |
//! | who wins | [`Solver::outcome`] | [`PositionSearch`] with [`Goal::Outcome`] |
//! | the score of each column | [`Solver::column_scores`] | [`ColumnSearch`] |
//! | the best columns | [`Solver::best_columns`] | [`BestMoveSearch`] |
//! | best play to the end | [`Solver::principal_variation`] | [`VariationSearch`] |
//!
//! A [`Book`] holds the scores of the first plies. Positions that take too long have an
//! [`evaluation`]. Positions are of the crate [`rules`]. `docs/solver.md` in the repository
//! describes the algorithms.

#![forbid(unsafe_code)]
#![warn(unreachable_pub)]
// Measured: without it the compiler leaves calls in the innermost loops.
#![expect(clippy::inline_always)]

mod alpha_beta;
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
mod score;
mod search;
mod shared_word;
mod table;
mod two_columns;
mod variation;

use alpha_beta::{AlphaBeta, table_bits};
use book::Book;
use evaluation::Chances;
use four_shapes_rules::{
    Column, Player, Position, Rules,
    bitboard::{AnyBoard, Board, Masks},
};
use geometry::{Classic, FourInARow};
use score::Interval;
use std::{error::Error, fmt, sync::Arc};
use table::Table;

pub use best::BestMoveSearch;
pub use columns::{ColumnScores, ColumnSearch};
pub use four_shapes_rules as rules;
pub use position_search::PositionSearch;
pub use score::{Bounds, Outcome, Score};
pub use search::{Progress, Search};
pub use variation::VariationSearch;

/// The question that a search answers.
///
/// ```
/// use four_shapes_rules::{Position, Rules};
/// use four_shapes_solver::{Goal, PositionSearch, Score, Search, Solver};
///
/// let rules = Rules::connect_four(5, 4)?;
/// let solver = Solver::new(rules, Solver::DEFAULT_TABLE)?;
/// let position = Position::new(rules);
/// let mut search = PositionSearch::new(solver, &position, Goal::AtLeast(Score::new(1)))?;
/// assert!(search.finish().upper < Score::new(1)); // the first player can't win
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// The score.
    #[default]
    Exact,
    /// The outcome. Faster than the score.
    Outcome,
    /// Whether the score is at least this value, searched with a null window. The answer
    /// is a lower bound if it reaches the value, otherwise an upper bound. Fastest.
    AtLeast(Score),
}

impl Goal {
    /// Returns the answer if the bounds determine it.
    fn answer(self, bounds: Interval) -> Option<i32> {
        match self {
            Self::Exact | Self::Outcome => bounds.exact(),
            Self::AtLeast(beta) => bounds.cutoff(beta.into()).err(),
        }
    }

    /// Reduces score bounds to what the goal distinguishes.
    fn narrow(self, bounds: Interval) -> Interval {
        match self {
            Self::Outcome => bounds.outcome(),
            Self::Exact | Self::AtLeast(_) => bounds,
        }
    }

    /// Returns the same question from the other side's point of view.
    fn flipped(self) -> Self {
        match self {
            Self::AtLeast(beta) => Self::AtLeast(Score::new(1_i8.saturating_sub(beta.value()))),
            same => same,
        }
    }
}

/// Solves positions of one game by alpha–beta search.
///
/// A paused search resumes where it stopped and never allocates. The transposition table
/// is kept between positions, which speeds up related ones, until
/// [`clear_table`](Self::clear_table).
pub struct Solver {
    rules: Rules,
    search: AnySearch,
    book: Option<Arc<Book>>,
    /// The answer, if it is from the book.
    book_score: Option<i32>,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut solver = f.debug_struct("Solver");
        solver.field("rules", &self.rules).finish_non_exhaustive()
    }
}

/// The search, compiled once for each geometry.
enum AnySearch {
    /// 7 × 6, four in a row: all masks are constants.
    Classic(AlphaBeta<Classic>),
    /// Six rows, four in a row, at most 64 bits.
    SixRows64(AlphaBeta<FourInARow<u64, 6>>),
    /// Seven rows, four in a row, at most 64 bits.
    SevenRows64(AlphaBeta<FourInARow<u64, 7>>),
    /// Any other board of at most 64 bits.
    Bits64(AlphaBeta<Masks<u64>>),
    /// Six rows, four in a row, at most 128 bits.
    SixRows128(AlphaBeta<FourInARow<u128, 6>>),
    /// Seven rows, four in a row, at most 128 bits.
    SevenRows128(AlphaBeta<FourInARow<u128, 7>>),
    /// Any other board of at most 128 bits.
    Bits128(AlphaBeta<Masks<u128>>),
}

impl AnySearch {
    /// Returns the fastest search for these rules; `None` if the board is too large.
    fn new(rules: Rules, table_bytes: usize) -> Option<Self> {
        Some(if rules == Rules::CLASSIC {
            Self::Classic(AlphaBeta::new(Classic, table_bytes))
        } else if Board::<u64>::fits(rules) {
            if let Some(geometry) = FourInARow::<u64, 6>::new(rules) {
                Self::SixRows64(AlphaBeta::new(geometry, table_bytes))
            } else if let Some(geometry) = FourInARow::<u64, 7>::new(rules) {
                Self::SevenRows64(AlphaBeta::new(geometry, table_bytes))
            } else {
                Self::Bits64(AlphaBeta::new(Masks::new(rules), table_bytes))
            }
        } else if Board::<u128>::fits(rules) {
            if let Some(geometry) = FourInARow::<u128, 6>::new(rules) {
                Self::SixRows128(AlphaBeta::new(geometry, table_bytes))
            } else if let Some(geometry) = FourInARow::<u128, 7>::new(rules) {
                Self::SevenRows128(AlphaBeta::new(geometry, table_bytes))
            } else {
                Self::Bits128(AlphaBeta::new(Masks::new(rules), table_bytes))
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
    ///
    /// ```
    /// use four_shapes_rules::Rules;
    /// use four_shapes_solver::Solver;
    ///
    /// assert!(Solver::min_table(Rules::CLASSIC) <= 4 << 20);
    /// assert_eq!(Solver::min_table(Rules::connect_four(15, 15)?), 0);
    /// # Ok::<_, four_shapes_rules::RulesError>(())
    /// ```
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
    /// Returns an error if games with these rules cannot be solved, or if `table_bytes` is 0.
    ///
    /// ```
    /// use four_shapes_rules::Rules;
    /// use four_shapes_solver::{Solver, Unsolvable};
    ///
    /// let solver = Solver::new(Rules::CLASSIC, 64 << 20)?;
    /// assert_eq!(solver.rules(), Rules::CLASSIC);
    /// let refused = Solver::new(Rules::TIC_TAC_TOE, Solver::DEFAULT_TABLE).err();
    /// assert_eq!(refused, Some(Unsolvable::NoGravity));
    /// # Ok::<_, four_shapes_solver::Unsolvable>(())
    /// ```
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
        if table_bytes == 0 {
            return Err(Unsolvable::NoTable);
        }
        let search = AnySearch::new(rules, table_bytes).ok_or(Unsolvable::TooLarge {
            columns: rules.columns(),
            rows: rules.rows(),
        })?;
        Ok(Self {
            rules,
            search,
            book: None,
            book_score: None,
        })
    }

    /// Returns a solver for another thread that uses the same transposition table and book.
    ///
    /// Solvers that search the same position at the same time share the work: each defers
    /// the moves that another one is searching, and then finds their scores in the table.
    /// Pass the bounds that one has proved to the others with [`PositionSearch::narrow`].
    ///
    /// ```
    /// use four_shapes_rules::{Position, Rules};
    /// use four_shapes_solver::Solver;
    ///
    /// let rules = Rules::connect_four(5, 4)?;
    /// let mut solver = Solver::new(rules, Solver::DEFAULT_TABLE)?;
    /// let position = Position::new(rules);
    /// let mut second = solver.share();
    /// let scores = std::thread::scope(|scope| {
    ///     let second = scope.spawn(|| second.solve(&position));
    ///     [solver.solve(&position), second.join().expect("no panic")]
    /// });
    /// assert_eq!(scores[0], scores[1]);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn share(&mut self) -> Self {
        Self {
            rules: self.rules,
            search: self.search.share(),
            book: self.book.clone(),
            book_score: None,
        }
    }

    /// Takes over bounds that another solver has proved for the position that was begun.
    fn narrow(&mut self, bounds: Interval) {
        // If the book has the answer, the search still has the position before.
        if self.book_score.is_none() {
            dispatch!(&mut self.search, search => search.narrow(bounds));
        }
    }

    /// Answers positions from a book where possible. A book of another game is ignored.
    ///
    /// ```
    /// # #[cfg(feature = "book")] {
    /// use four_shapes_rules::{Position, Rules};
    /// use four_shapes_solver::{Score, Solver, book::Book};
    /// use std::sync::Arc;
    ///
    /// let mut solver = Solver::new(Rules::CLASSIC, Solver::DEFAULT_TABLE)?;
    /// solver.use_book(Arc::new(Book::classic()));
    /// assert_eq!(solver.solve(&Position::new(Rules::CLASSIC)), Ok(Score::new(1)));
    /// assert_eq!(solver.nodes(), 0);
    /// # }
    /// # Ok::<_, four_shapes_solver::Unsolvable>(())
    /// ```
    pub fn use_book(&mut self, book: Arc<Book>) {
        self.book = Some(book);
    }

    /// Returns the rules of the game.
    ///
    /// See the example of [`new`](Self::new).
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Clears the transposition table.
    ///
    /// ```
    /// use four_shapes_rules::{Position, Rules};
    /// use four_shapes_solver::Solver;
    ///
    /// let rules = Rules::connect_four(5, 4)?;
    /// let mut solver = Solver::new(rules, Solver::DEFAULT_TABLE)?;
    /// let position = Position::new(rules);
    /// solver.solve(&position)?;
    /// let nodes = solver.nodes();
    /// solver.clear_table();
    /// solver.solve(&position)?;
    /// assert_eq!(solver.nodes(), 2 * nodes); // as if for the first time
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn clear_table(&mut self) {
        dispatch!(&mut self.search, search => search.table.clear());
    }

    /// Returns the number of nodes searched since the solver was created.
    ///
    /// ```
    /// use four_shapes_rules::{Position, Rules};
    /// use four_shapes_solver::Solver;
    ///
    /// let rules = Rules::connect_four(5, 4)?;
    /// let mut solver = Solver::new(rules, Solver::DEFAULT_TABLE)?;
    /// solver.solve(&Position::new(rules))?;
    /// assert!(solver.nodes() > 0);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn nodes(&self) -> u64 {
        dispatch!(&self.search, search => search.nodes)
    }

    /// Checks that a position can be solved.
    ///
    /// # Errors
    /// Returns an error if the position has different rules or is already won.
    ///
    /// ```
    /// use four_shapes_rules::{Rules, notation};
    /// use four_shapes_solver::{Solver, Unsolvable};
    ///
    /// let solver = Solver::new(Rules::CLASSIC, Solver::DEFAULT_TABLE)?;
    /// let won = notation::parse(Rules::CLASSIC, "1122334")?;
    /// assert_eq!(solver.check(won.position()), Err(Unsolvable::Over));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self, position: &Position) -> Result<(), Unsolvable> {
        self.sides(position).map(|_| ())
    }

    /// Returns the player to move and the opponent, if the position can be solved.
    fn sides(&self, position: &Position) -> Result<(Player, Player), Unsolvable> {
        if position.rules() != self.rules {
            return Err(Unsolvable::OtherRules);
        }
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
    fn begin(
        &mut self,
        position: &Position,
        goal: Goal,
        guess: Option<i32>,
    ) -> Result<(), Unsolvable> {
        let (own, other) = self.sides(position)?;
        let score = self.book.as_ref().and_then(|book| book.score(position));
        self.book_score = score.map(|score| goal.narrow(Interval::exactly(score.into())).lower);
        if self.book_score.is_some() {
            return Ok(());
        }
        dispatch_board!(&mut; self, position, search, board => {
            search.begin(board.of(own), board.of(other), goal, guess);
        });
        Ok(())
    }

    /// Continues the search that was begun last until the answer is known or about `budget` more
    /// nodes are searched.
    fn advance(&mut self, budget: u64) -> Progress<()> {
        let is_done = self.book_score.is_some()
            || dispatch!(&mut self.search, search => search.advance(budget)).is_some();
        if is_done {
            Progress::Done(())
        } else {
            Progress::Paused
        }
    }

    /// Returns the proved bounds of the current position.
    fn bounds(&self) -> Interval {
        match self.book_score {
            Some(score) => Interval::exactly(score),
            None => dispatch!(&self.search, search => search.bounds),
        }
    }

    /// Returns the chances of the side to move in the current position by an [`evaluation`], as
    /// far as its proved bounds leave them open.
    fn estimate(&self) -> Chances {
        self.bounds()
            .chances(|| dispatch!(&self.search, search => search.estimate()))
    }

    /// Returns the score of a position.
    ///
    /// # Errors
    /// Same as [`check`](Self::check).
    ///
    /// ```
    /// use four_shapes_rules::{Rules, notation};
    /// use four_shapes_solver::{Score, Solver};
    ///
    /// let game = notation::parse(Rules::CLASSIC, "445566")?;
    /// let mut solver = Solver::new(Rules::CLASSIC, Solver::DEFAULT_TABLE)?;
    /// assert_eq!(solver.solve(game.position())?, Score::new(18)); // wins with its 18th-last piece
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&mut self, position: &Position) -> Result<Score, Unsolvable> {
        let bounds = PositionSearch::new(self, position, Goal::Exact)?.finish();
        Ok(bounds.lower)
    }

    /// Returns the outcome of a position.
    /// Faster than [`solve`](Self::solve).
    ///
    /// # Errors
    /// Same as [`check`](Self::check).
    ///
    /// ```
    /// use four_shapes_rules::{Rules, notation};
    /// use four_shapes_solver::{Outcome, Solver};
    ///
    /// let game = notation::parse(Rules::CLASSIC, "445566")?;
    /// let mut solver = Solver::new(Rules::CLASSIC, Solver::DEFAULT_TABLE)?;
    /// assert_eq!(solver.outcome(game.position())?, Outcome::Win);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome(&mut self, position: &Position) -> Result<Outcome, Unsolvable> {
        let bounds = PositionSearch::new(self, position, Goal::Outcome)?.finish();
        Ok(bounds.lower.outcome())
    }

    /// Returns the score of each column.
    ///
    /// # Errors
    /// Same as [`check`](Self::check).
    ///
    /// ```
    /// use four_shapes_rules::{Rules, notation};
    /// use four_shapes_solver::{Score, Solver};
    ///
    /// let game = notation::parse(Rules::CLASSIC, "445566")?;
    /// let mut solver = Solver::new(Rules::CLASSIC, Solver::DEFAULT_TABLE)?;
    /// let scores = solver.column_scores(game.position())?;
    /// assert_eq!(scores.get("3".parse()?), Some(Score::new(18)));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn column_scores(&mut self, position: &Position) -> Result<ColumnScores, Unsolvable> {
        Ok(ColumnSearch::new(self, position)?.finish())
    }

    /// Returns the columns with the best score, the most central first; none on a full board.
    /// Faster than [`column_scores`](Self::column_scores).
    ///
    /// # Errors
    /// Same as [`check`](Self::check).
    ///
    /// ```
    /// use four_shapes_rules::{Rules, notation};
    /// use four_shapes_solver::Solver;
    ///
    /// let game = notation::parse(Rules::CLASSIC, "445566")?;
    /// let mut solver = Solver::new(Rules::CLASSIC, Solver::DEFAULT_TABLE)?;
    /// assert_eq!(solver.best_columns(game.position())?, ["3".parse()?, "7".parse()?]);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn best_columns(&mut self, position: &Position) -> Result<Vec<Column>, Unsolvable> {
        Ok(BestMoveSearch::new(self, position)?.finish())
    }

    /// Returns the columns that both sides play with best play up to the end of the game. Of
    /// several best moves it contains the most central.
    ///
    /// # Errors
    /// Same as [`check`](Self::check).
    ///
    /// ```
    /// use four_shapes_rules::{Rules, notation};
    /// use four_shapes_solver::Solver;
    ///
    /// let rules = Rules::connect_four(6, 4)?;
    /// let game = notation::parse(rules, "3344")?;
    /// let mut solver = Solver::new(rules, Solver::DEFAULT_TABLE)?;
    /// let line = solver.principal_variation(game.position())?;
    /// let line: Vec<String> = line.iter().map(ToString::to_string).collect();
    /// assert_eq!(line.join(" "), "2 3 5");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn principal_variation(&mut self, position: &Position) -> Result<Vec<Column>, Unsolvable> {
        Ok(VariationSearch::new(self, position)?.finish())
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
    /// A transposition table of no bytes was asked for.
    NoTable,
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
            Self::NoTable => f.write_str("a solver needs memory for its table"),
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
