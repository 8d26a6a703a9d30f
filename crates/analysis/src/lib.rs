//! Evaluation of moves, hints, and review of games.
//!
//! ```
//! use four_shapes_analysis::{Analysis, Progress, Reason, Search, Value};
//! use four_shapes_players::Resources;
//! use four_shapes_rules::{Rules, notation};
//! use four_shapes_solver::Score;
//!
//! let game = notation::parse(Rules::CLASSIC, "32164625").unwrap();
//! let mut analysis = Analysis::new(game.position(), &Resources::default(), 1).expect("the game is in progress");
//! while let Progress::Paused = analysis.run(10_000) {
//!     // A program can show progress here, or stop.
//! }
//! assert_eq!(analysis.value(), Value::Proved(Score::new(11)));
//! assert_eq!(analysis.value().describe(game.position()).to_string(), "wins in 7 moves");
//! assert_eq!(analysis.hint().reason, Reason::WinsIn(7));
//! ```
//!
//! [`Analysis`] evaluates one position, [`Review`] all positions of a game, and gives
//! [`Advice`] on its errors; [`Hint::immediate`] needs neither. If [`Solver`] supports the rules, values
//! are scores, otherwise they are estimated by a Monte Carlo [`Tree`].
//!
//! - [`explain`]: what a move does, and the threats on the board.
//! - [`puzzles`]: positions with exactly one good move.
//! - [`players`], [`rules`] and [`solver`]: the crates whose types are part of this interface.

#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

mod advice;
pub mod explain;
mod hint;
mod judgement;
pub mod puzzles;
mod review;
mod value;

use four_shapes_players::{Resources, Tree, TreeMove};
use four_shapes_rules::{Cell, Column, Position, Rules};
use four_shapes_solver::{Bounds, ColumnSearch, Solver};
use std::fmt;

pub use advice::Advice;
pub use four_shapes_players as players;
pub use four_shapes_rules as rules;
pub use four_shapes_solver as solver;
pub use four_shapes_solver::{Outcome, Progress, Search};
pub use hint::{Hint, Reason, threats_after};
pub use judgement::Judgement;
pub use review::Review;
pub use value::{Description, Value};

/// The state shared by consecutive analyses: the solver with its transposition table.
pub struct Analyzer {
    resources: Resources,
    seed: u64,
    /// The solver for the rules of the last game, if it supports them.
    solver: Option<Box<Solver>>,
}

impl fmt::Debug for Analyzer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut analyzer = f.debug_struct("Analyzer");
        analyzer
            .field("solver", &self.solver)
            .finish_non_exhaustive()
    }
}

impl Analyzer {
    /// Creates an analyzer. Memory is allocated by the first analysis. The same seed
    /// gives the same results.
    ///
    /// ```
    /// use four_shapes_analysis::{Analysis, Analyzer, Search, Value};
    /// use four_shapes_players::Resources;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// // One analyzer, and with it its table, for the positions of a game one after another.
    /// let mut analyzer = Analyzer::new(&Resources::default(), 1);
    /// for (moves, wins_in) in [("334434", 2), ("33443424", 1)] {
    ///     let game = notation::parse(Rules::connect_four(5, 4)?, moves)?;
    ///     let analysis = Analysis::with_analyzer(analyzer, game.position());
    ///     let Ok(mut analysis) = analysis else { panic!("the game is in progress") };
    ///     let Value::Proved(score) = analysis.finish() else { panic!("the board is small") };
    ///     assert_eq!(score.moves_left(game.position()), Some(wins_in));
    ///     analyzer = analysis.into_analyzer();
    /// }
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(resources: &Resources, seed: u64) -> Self {
        Self {
            resources: resources.clone(),
            seed,
            solver: None,
        }
    }

    /// Takes the solver for the rules, to be [returned](Self::return_solver) later; `None` if they
    /// aren't supported.
    ///
    /// ```
    /// use four_shapes_analysis::Analyzer;
    /// use four_shapes_players::Resources;
    /// use four_shapes_rules::{Rules, notation};
    /// use four_shapes_solver::{Goal, PositionSearch, Search};
    ///
    /// let game = notation::parse(Rules::connect_four(5, 4)?, "334434")?;
    /// let mut analyzer = Analyzer::new(&Resources::default(), 1);
    /// let solver = analyzer.take_solver(game.rules()).expect("the rules are supported");
    /// let mut search = PositionSearch::new(solver, game.position(), Goal::Exact)?;
    /// assert!(search.finish().exact().is_some());
    /// analyzer.return_solver(search.into_solver());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_solver(&mut self, rules: Rules) -> Option<Box<Solver>> {
        self.solver(rules)?;
        self.solver.take()
    }

    /// Returns a solver, for another search. Without one nothing changes.
    ///
    /// ```
    /// use four_shapes_analysis::Analyzer;
    /// use four_shapes_players::Resources;
    /// use four_shapes_rules::Rules;
    ///
    /// let mut analyzer = Analyzer::new(&Resources::default(), 1);
    /// let solver = analyzer.take_solver(Rules::CLASSIC);
    /// // Another search works with it here.
    /// analyzer.return_solver(solver);
    /// assert!(analyzer.solver(Rules::CLASSIC).is_some());
    /// ```
    pub fn return_solver(&mut self, solver: impl Into<Option<Box<Solver>>>) {
        if let Some(solver) = solver.into() {
            self.solver = Some(solver);
        }
    }

    /// Returns a solver for the rules; `None` if they aren't supported.
    ///
    /// ```
    /// use four_shapes_analysis::Analyzer;
    /// use four_shapes_players::Resources;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::connect_four(5, 4)?, "334434")?;
    /// let mut analyzer = Analyzer::new(&Resources::default(), 1);
    /// let solver = analyzer.solver(game.rules()).expect("the rules are supported");
    /// assert_eq!(solver.best_columns(game.position())?, ["2".parse()?]);
    /// assert!(analyzer.solver(Rules::TIC_TAC_TOE).is_none());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn solver(&mut self, rules: Rules) -> Option<&mut Solver> {
        let fits = |solver: &Solver| solver.rules() == rules;
        if !self.solver.as_deref().is_some_and(fits) {
            // Free the memory of the old solver first.
            self.solver = None;
            let mut solver = Solver::new(rules, self.resources.memory.max(1)).ok()?;
            if let Some(book) = &self.resources.book {
                solver.use_book(book.clone());
            }
            self.solver = Some(Box::new(solver));
        }
        self.solver.as_deref_mut()
    }

    fn tree(&self, position: &Position) -> Tree {
        Tree::new(position, self.seed, self.resources.memory)
    }
}

/// An incremental analysis of the moves of a position: estimates at first, then proofs.
pub struct Analysis {
    analyzer: Analyzer,
    position: Position,
    method: Method,
    /// The number of nodes searched, or of playouts.
    spent: u64,
}

/// How moves are evaluated.
enum Method {
    /// The scores of all moves, at first of the best ones.
    Scores(Box<ColumnSearch<Box<Solver>>>),
    /// Monte Carlo tree search, if the solver doesn't support the rules.
    Tree(Box<Tree>),
}

impl Analysis {
    /// The maximum number of nodes; values that aren't proved by then remain estimates.
    /// Takes about a minute on a fast machine. The empty board of 7 × 6 needs a third of
    /// it without a book.
    pub const MAX_NODES: u64 = 300_000_000;
    /// The maximum number of playouts, if the solver doesn't support the rules.
    pub const MAX_PLAYOUTS: u64 = 200_000;

    /// Starts an analysis of a position; `None` if it [is over](Position::is_over).
    ///
    /// ```
    /// use four_shapes_analysis::{Analysis, Search};
    /// use four_shapes_players::Resources;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::connect_four(5, 4)?, "334434")?;
    /// let mut analysis = Analysis::new(game.position(), &Resources::default(), 1).expect("in progress");
    /// let value = analysis.finish();
    /// assert_eq!(value.describe(game.position()).to_string(), "wins in 2 moves");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(position: &Position, resources: &Resources, seed: u64) -> Option<Self> {
        Self::with_analyzer(Analyzer::new(resources, seed), position).ok()
    }

    /// Starts an analysis with an existing analyzer.
    ///
    /// # Errors
    /// Returns the analyzer if the position is over.
    ///
    /// ```
    /// use four_shapes_analysis::{Analysis, Analyzer};
    /// use four_shapes_players::Resources;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::CLASSIC, "1212121")?;
    /// let analyzer = Analyzer::new(&Resources::default(), 1);
    /// match Analysis::with_analyzer(analyzer, game.position()) {
    ///     Ok(_) => panic!("the game is over"),
    ///     // The analyzer is back, for the next game.
    ///     Err(mut analyzer) => assert!(analyzer.solver(Rules::CLASSIC).is_some()),
    /// }
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn with_analyzer(mut analyzer: Analyzer, position: &Position) -> Result<Self, Analyzer> {
        if position.is_over() {
            return Err(analyzer);
        }
        let position = position.clone();
        let method = match analyzer.take_solver(position.rules()) {
            Some(solver) => {
                let search = ColumnSearch::best_first(solver, &position);
                let search =
                    search.expect("the position is not over, and the solver has its rules");
                Method::Scores(Box::new(search))
            }
            None => Method::Tree(Box::new(analyzer.tree(&position))),
        };
        Ok(Self {
            analyzer,
            position,
            method,
            spent: 0,
        })
    }

    /// Returns the analyzer, for another position.
    ///
    /// ```
    /// use four_shapes_analysis::{Analysis, Review, Search};
    /// use four_shapes_players::Resources;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::connect_four(5, 4)?, "334434")?;
    /// let analysis = Analysis::new(game.position(), &Resources::default(), 1).expect("in progress");
    /// let mut review = Review::new(analysis.into_analyzer(), &game);
    /// assert_eq!(review.finish().len(), 7);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn into_analyzer(mut self) -> Analyzer {
        if let Method::Scores(search) = self.method {
            self.analyzer.return_solver(search.into_solver());
        }
        self.analyzer
    }

    /// Returns the position.
    ///
    /// ```
    /// use four_shapes_analysis::Analysis;
    /// use four_shapes_players::Resources;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::CLASSIC, "4455")?;
    /// let analysis = Analysis::new(game.position(), &Resources::default(), 1).expect("in progress");
    /// assert_eq!(analysis.position(), game.position());
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns whether values are scores, not [expected scores](Value::ExpectedScore).
    ///
    /// ```
    /// use four_shapes_analysis::Analysis;
    /// use four_shapes_players::Resources;
    /// use four_shapes_rules::{Position, Rules};
    ///
    /// let has_scores = |rules| {
    ///     let analysis = Analysis::new(&Position::new(rules), &Resources::default(), 1);
    ///     analysis.is_some_and(|it| it.has_scores())
    /// };
    /// assert_eq!([Rules::CLASSIC, Rules::TIC_TAC_TOE].map(has_scores), [true, false]);
    /// ```
    pub fn has_scores(&self) -> bool {
        matches!(self.method, Method::Scores(_))
    }

    /// Returns the columns that are not full, the most central first, with the proved bounds of
    /// their scores; none without [scores](Self::has_scores).
    ///
    /// ```
    /// use four_shapes_analysis::{Analysis, Search};
    /// use four_shapes_players::Resources;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::connect_four(5, 4)?, "334434")?;
    /// let mut analysis = Analysis::new(game.position(), &Resources::default(), 1).expect("in progress");
    /// analysis.finish();
    /// for (column, bounds) in analysis.columns() {
    ///     println!("column {column}: {} to {}", bounds.lower, bounds.upper);
    ///     assert!(bounds.exact().is_some());
    /// }
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn columns(&self) -> Vec<(Column, Bounds)> {
        let Method::Scores(search) = &self.method else {
            return Vec::new();
        };
        let rules = self.position.rules();
        let columns = rules.all_columns();
        let mut columns: Vec<_> = columns
            .filter_map(|column| Some((column, search.bounds(column)?)))
            .collect();
        let off_centre =
            |column: Column| (2 * column.index() + 1).abs_diff(usize::from(rules.columns()));
        columns.sort_by_key(|(column, _)| off_centre(*column));
        columns
    }

    /// Returns the column that is being searched, if one is.
    ///
    /// ```
    /// use four_shapes_analysis::{Analysis, Search};
    /// use four_shapes_players::Resources;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::CLASSIC, "4455")?;
    /// let mut analysis = Analysis::new(game.position(), &Resources::default(), 1).expect("in progress");
    /// assert!(!analysis.run(1_000).is_done());
    /// let column = analysis.searched().expect("the search has begun");
    /// assert!(game.position().can_drop(column));
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn searched(&self) -> Option<Column> {
        match &self.method {
            Method::Scores(search) => search.searched(),
            Method::Tree(_) => None,
        }
    }

    /// Takes over bounds that another solver has proved for a column, unless they contradict the
    /// known ones.
    ///
    /// ```
    /// use four_shapes_analysis::Analysis;
    /// use four_shapes_players::Resources;
    /// use four_shapes_rules::{Position, Rules};
    /// use four_shapes_solver::{Bounds, Score};
    ///
    /// // Another thread has solved the column in the centre.
    /// let position = Position::new(Rules::CLASSIC);
    /// let mut analysis = Analysis::new(&position, &Resources::default(), 1).expect("in progress");
    /// let centre = "4".parse()?;
    /// analysis.narrow(centre, Bounds::exactly(Score::new(1)));
    /// assert!(analysis.columns().contains(&(centre, Bounds::exactly(Score::new(1)))));
    /// # Ok::<_, four_shapes_rules::ParseError>(())
    /// ```
    pub fn narrow(&mut self, column: Column, bounds: Bounds) {
        if let Method::Scores(search) = &mut self.method {
            search.narrow(column, bounds);
        }
    }

    /// Leaves these columns, and no others, for last: other solvers are searching them.
    ///
    /// ```
    /// use four_shapes_analysis::{Analysis, Search};
    /// use four_shapes_players::Resources;
    /// use four_shapes_rules::{Position, Rules};
    ///
    /// let position = Position::new(Rules::CLASSIC);
    /// let mut analysis = Analysis::new(&position, &Resources::default(), 1).expect("in progress");
    /// let elsewhere = ["4".parse()?, "3".parse()?];
    /// analysis.defer(&elsewhere);
    /// assert!(!analysis.run(1_000).is_done());
    /// assert!(!analysis.searched().is_some_and(|column| elsewhere.contains(&column)));
    /// # Ok::<_, four_shapes_rules::ParseError>(())
    /// ```
    pub fn defer(&mut self, columns: &[Column]) {
        if let Method::Scores(search) = &mut self.method {
            search.defer(columns);
        }
    }

    /// Returns the moves and their values for the player to move: with gravity all legal
    /// moves, otherwise those considered by the search, which on a large board are near
    /// other pieces.
    ///
    /// ```
    /// use four_shapes_analysis::{Analysis, Search};
    /// use four_shapes_players::Resources;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::connect_four(5, 4)?, "334434")?;
    /// let mut analysis = Analysis::new(game.position(), &Resources::default(), 1).expect("in progress");
    /// analysis.finish();
    /// let (cell, value) = analysis.moves()[1];
    /// let text = format!("{cell} {}", value.describe(game.position()));
    /// assert_eq!(text, "B1 wins in 2 moves");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves(&self) -> Vec<(Cell, Value)> {
        let search = match &self.method {
            Method::Scores(search) => search,
            Method::Tree(tree) => {
                let moves = tree.moves().into_iter();
                let mut moves: Vec<_> = moves
                    .map(|tree_move| (tree_move.cell, Value::of_tree(&tree_move)))
                    .collect();
                moves.sort_by_key(|(cell, _)| *cell);
                return moves;
            }
        };
        let value = |cell: Cell| {
            let column = cell.column();
            let (bounds, chances) = search.bounds(column).zip(search.estimate(column))?;
            Some((cell, Value::scored(bounds, chances)))
        };
        self.position.playable().filter_map(value).collect()
    }

    /// Returns the value of the position for the player to move.
    ///
    /// ```
    /// use four_shapes_analysis::{Analysis, Outcome, Search};
    /// use four_shapes_players::Resources;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::connect_four(5, 4)?, "334434")?;
    /// let mut analysis = Analysis::new(game.position(), &Resources::default(), 1).expect("in progress");
    /// while analysis.value().outcome().is_none() {
    ///     let _ = analysis.run(1_000);
    /// }
    /// assert_eq!(analysis.value().outcome(), Some(Outcome::Win));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn value(&self) -> Value {
        match &self.method {
            Method::Scores(search) => {
                let scored = search.position_bounds().zip(search.position_estimate());
                let (bounds, estimate) = scored.expect("the board is not full");
                Value::scored(bounds, estimate)
            }
            Method::Tree(tree) => Value::of_best(&tree.moves()),
        }
    }

    /// Returns the best moves known so far: at least one, and once proved, all that are
    /// equally good.
    ///
    /// ```
    /// use four_shapes_analysis::{Analysis, Search};
    /// use four_shapes_players::Resources;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::connect_four(5, 4)?, "334434")?;
    /// let mut analysis = Analysis::new(game.position(), &Resources::default(), 1).expect("in progress");
    /// analysis.finish();
    /// assert_eq!(analysis.best(), ["B1".parse()?]);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn best(&self) -> Vec<Cell> {
        let search = match &self.method {
            Method::Scores(search) => search,
            Method::Tree(tree) => return best_of_tree(tree.moves()),
        };
        let mut columns = search.best();
        if columns.is_empty() {
            columns.extend(search.best_so_far());
        }
        let cells = columns
            .into_iter()
            .map(|column| self.position.landing(column));
        cells
            .map(|cell| cell.expect("the column is not full"))
            .collect()
    }

    /// Returns a hint: an [immediate](Hint::immediate) one, or else the best move known so
    /// far.
    ///
    /// ```
    /// use four_shapes_analysis::{Analysis, Search};
    /// use four_shapes_players::Resources;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::connect_four(5, 4)?, "334434")?;
    /// let mut analysis = Analysis::new(game.position(), &Resources::default(), 1).expect("in progress");
    /// analysis.finish();
    /// let hint = analysis.hint();
    /// assert_eq!(format!("{} {}", hint.cell, hint.reason), "B1 wins in 2 moves");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn hint(&self) -> Hint {
        Hint::immediate(&self.position).unwrap_or_else(|| Hint::of(self))
    }
}

impl Search for Analysis {
    /// The value of the position, proved or not.
    type Answer = Value;

    /// Continues for about this many nodes or playouts; 10,000 nodes take about 10 ms. The
    /// analysis is done when it is complete or has reached [`MAX_NODES`](Self::MAX_NODES) or
    /// [`MAX_PLAYOUTS`](Self::MAX_PLAYOUTS).
    fn run(&mut self, nodes: u64) -> Progress<Value> {
        let is_done = match &mut self.method {
            Method::Scores(search) => {
                let before = search.nodes();
                let is_done = search
                    .run(nodes.min(Self::MAX_NODES - self.spent))
                    .is_done();
                self.spent = (self.spent + search.nodes() - before).min(Self::MAX_NODES);
                is_done || self.spent == Self::MAX_NODES
            }
            Method::Tree(_) if self.spent >= Self::MAX_PLAYOUTS => true,
            Method::Tree(tree) => {
                let is_done = tree.grow(nodes);
                let moves = tree.moves();
                self.spent = moves.iter().map(|one| u64::from(one.visits)).sum();
                is_done || self.spent >= Self::MAX_PLAYOUTS
            }
        };
        if is_done {
            Progress::Done(self.value())
        } else {
            Progress::Paused
        }
    }
}

/// Returns the proved wins, if any; the moves with the best outcome, if all are proved;
/// otherwise the most visited move that isn't a proved loss.
fn best_of_tree(mut moves: Vec<TreeMove>) -> Vec<Cell> {
    moves.sort_by_key(|one| one.cell);
    let is_decided = moves.iter().all(|one| one.proved.is_some());
    let best = moves.iter().filter_map(|one| one.proved).max();
    if is_decided || best == Some(Outcome::Win) {
        moves.retain(|one| one.proved == best);
        return moves.into_iter().map(|one| one.cell).collect();
    }
    let rank = |one: &&TreeMove| (one.proved != Some(Outcome::Loss), one.visits);
    let best = moves.iter().rev().max_by_key(rank);
    best.map(|one| one.cell).into_iter().collect()
}

/// The examples of the readme, to test them.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
