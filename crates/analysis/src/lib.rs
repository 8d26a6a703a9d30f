//! Evaluation of moves, hints, and review of games.
//!
//! ```
//! use four_shapes_analysis::{Analysis, Progress, Reason, Search, Value};
//! use four_shapes_players::Resources;
//! use four_shapes_rules::{Rules, notation};
//!
//! let game = notation::parse(Rules::CLASSIC, "32164625").unwrap();
//! let mut analysis = Analysis::new(game.position(), &Resources::default(), 1).expect("the game is in progress");
//! while let Progress::Paused = analysis.run(10_000) {
//!     // A program can show progress here, or stop.
//! }
//! assert_eq!(analysis.value(), Value::Proved(11));
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

pub use advice::Advice;
pub use four_shapes_solver::{Progress, Search};
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

impl Analyzer {
    /// Creates an analyzer. Memory is allocated by the first analysis. The same seed
    /// gives the same results.
    pub fn new(resources: &Resources, seed: u64) -> Self {
        Self {
            resources: resources.clone(),
            seed,
            solver: None,
        }
    }

    /// Takes the solver for the rules, to be [returned](Self::return_solver) later; `None` if they
    /// aren't supported.
    pub fn take_solver(&mut self, rules: Rules) -> Option<Box<Solver>> {
        self.solver(rules)?;
        self.solver.take()
    }

    /// Returns a solver, for another search. Without one nothing changes.
    pub fn return_solver(&mut self, solver: impl Into<Option<Box<Solver>>>) {
        if let Some(solver) = solver.into() {
            self.solver = Some(solver);
        }
    }

    /// Returns a solver for the rules; `None` if they aren't supported.
    pub fn solver(&mut self, rules: Rules) -> Option<&mut Solver> {
        let fits = |solver: &Solver| solver.rules() == rules;
        if !self.solver.as_deref().is_some_and(fits) {
            // Free the memory of the old solver first.
            self.solver = None;
            let mut solver = Solver::new(rules, self.resources.memory).ok()?;
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
    pub fn new(position: &Position, resources: &Resources, seed: u64) -> Option<Self> {
        Self::with_analyzer(Analyzer::new(resources, seed), position).ok()
    }

    /// Starts an analysis with an existing analyzer.
    ///
    /// # Errors
    /// Returns the analyzer if the position is over.
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
    pub fn into_analyzer(mut self) -> Analyzer {
        if let Method::Scores(search) = self.method {
            self.analyzer.return_solver(search.into_solver());
        }
        self.analyzer
    }

    /// Returns the position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns whether values are scores, not [expected scores](Value::ExpectedScore).
    pub fn has_scores(&self) -> bool {
        matches!(self.method, Method::Scores(_))
    }

    /// Returns the columns that are not full, the most central first, with the proved bounds of
    /// their scores; none without [scores](Self::has_scores).
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
    pub fn searched(&self) -> Option<Column> {
        match &self.method {
            Method::Scores(search) => search.searched(),
            Method::Tree(_) => None,
        }
    }

    /// Takes over bounds that another solver has proved for a column, unless they contradict the
    /// known ones.
    pub fn narrow(&mut self, column: Column, bounds: Bounds) {
        if let Method::Scores(search) = &mut self.method {
            search.narrow(column, bounds);
        }
    }

    /// Leaves these columns, and no others, for last: other solvers are searching them.
    pub fn defer(&mut self, columns: &[Column]) {
        if let Method::Scores(search) = &mut self.method {
            search.defer(columns);
        }
    }

    /// Returns the moves and their values for the player to move: with gravity all legal
    /// moves, otherwise those considered by the search, which on a large board are near
    /// other pieces.
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
    let proved = moves.iter().map(|one| one.proved.unwrap_or(2)).max();
    let won = |one: &&TreeMove| one.proved == Some(1);
    let best = if moves.iter().any(|one| won(&one)) {
        Some(1)
    } else {
        proved.filter(|proved| *proved < 2)
    };
    if best.is_some() {
        moves.retain(|one| one.proved == best);
        return moves.into_iter().map(|one| one.cell).collect();
    }
    let rank = |one: &&TreeMove| (one.proved != Some(-1), one.visits);
    let best = moves.iter().rev().max_by_key(rank);
    best.map(|one| one.cell).into_iter().collect()
}

/// The examples of the readme, to test them.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
