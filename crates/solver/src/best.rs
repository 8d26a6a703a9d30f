//! The best moves.

use super::{
    Bounds, Goal, Progress, Score, Search, Solver, Unsolvable,
    moves::{RootMove, RootMoves},
    score::Interval,
};
use four_shapes_rules::{Column, Position};
use std::borrow::BorrowMut;

/// A search for the columns with the best score.
///
/// Faster than a [`ColumnSearch`](crate::ColumnSearch), because it only proves that the other moves
/// are worse. It has a plausible move at any time. One best move is often proved long before all
/// are.
///
/// `S` is a [`Solver`], or a box of or a mutable reference to one.
///
/// ```
/// use four_shapes_rules::{Rules, notation};
/// use four_shapes_solver::{BestMoveSearch, Search, Solver};
///
/// let game = notation::parse(Rules::CLASSIC, "445566")?;
/// let mut solver = Solver::new(Rules::CLASSIC, Solver::DEFAULT_TABLE)?;
/// let mut search = BestMoveSearch::new(&mut solver, game.position())?;
/// let proved = loop {
///     if let Some(column) = search.first_proved_best() {
///         break column; // without waiting for the others
///     }
///     search.run(1_000);
///     println!("{:?}, {:?}", search.best_so_far(), search.position_bounds());
/// };
/// assert_eq!(search.bounds(proved).and_then(|bounds| bounds.exact()), search.score());
/// println!("{} nodes", search.nodes());
///
/// let best = search.finish();
/// assert_eq!(search.proved_best(), best);
/// assert_eq!(best, ["3".parse()?, "7".parse()?]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct BestMoveSearch<S> {
    solver: S,
    best: BestMoves,
    nodes_before: u64,
}

impl<S: BorrowMut<Solver>> BestMoveSearch<S> {
    /// Starts a search, with the bounds that the book and the transposition table have.
    ///
    /// # Errors
    /// Same as [`Solver::check`].
    pub fn new(mut solver: S, position: &Position) -> Result<Self, Unsolvable> {
        let nodes_before = solver.borrow().nodes();
        let best = BestMoves::new(solver.borrow_mut(), position)?;
        Ok(Self {
            solver,
            best,
            nodes_before,
        })
    }

    /// Returns the score of the position, once it is known.
    pub fn score(&self) -> Option<Score> {
        self.position_bounds().exact()
    }

    /// Returns the proved bounds of the position.
    pub fn position_bounds(&self) -> Bounds {
        self.best.bounds.into()
    }

    /// Returns the proved bounds of a column; `None` if it is full.
    pub fn bounds(&self, column: Column) -> Option<Bounds> {
        let entry = self.best.moves.get(column)?;
        Some(entry.bounds.into())
    }

    /// Returns the columns proved to be best, the most central first; all of them once the
    /// search is done.
    pub fn proved_best(&self) -> Vec<Column> {
        self.best.proved()
    }

    /// Returns a column proved to be best, if one is.
    pub fn first_proved_best(&self) -> Option<Column> {
        self.proved_best().first().copied()
    }

    /// Returns the best column so far; `None` on a full board.
    pub fn best_so_far(&self) -> Option<Column> {
        let proved = self.first_proved_best();
        proved.or_else(|| self.best.moves.most_promising())
    }

    /// Returns the number of nodes searched.
    pub fn nodes(&self) -> u64 {
        self.solver.borrow().nodes() - self.nodes_before
    }

    /// Returns the solver.
    ///
    /// ```
    /// use four_shapes_rules::{Position, Rules};
    /// use four_shapes_solver::{BestMoveSearch, Search, Solver};
    ///
    /// let rules = Rules::connect_four(5, 4)?;
    /// let solver = Solver::new(rules, Solver::DEFAULT_TABLE)?;
    /// let position = Position::new(rules);
    /// let mut search = BestMoveSearch::new(solver, &position)?;
    /// search.finish();
    /// let solver = search.into_solver();
    /// assert_eq!(solver.rules(), rules);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn into_solver(self) -> S {
        self.solver
    }
}

impl<S: BorrowMut<Solver>> Search for BestMoveSearch<S> {
    /// The best columns, the most central first; none on a full board.
    type Answer = Vec<Column>;

    fn run(&mut self, nodes: u64) -> Progress<Vec<Column>> {
        let solver = self.solver.borrow_mut();
        let limit = solver.nodes().saturating_add(nodes);
        if self.best.search(solver, limit) {
            Progress::Done(self.best.proved())
        } else {
            Progress::Paused
        }
    }
}

/// The moves of a position, and which may be the best.
#[derive(Clone, Debug)]
pub(super) struct BestMoves {
    pub(super) moves: RootMoves,
    /// The proved bounds of the position.
    pub(super) bounds: Interval,
    /// The number of empty cells.
    empty: i32,
    /// The null window that all moves are searched with.
    beta: Option<i32>,
}

impl BestMoves {
    pub(super) fn new(solver: &mut Solver, position: &Position) -> Result<Self, Unsolvable> {
        let mut moves = RootMoves::new(solver, position)?;
        solver.begin(position, Goal::Exact, None)?;
        solver.advance(1);
        let bounds = solver.bounds();
        moves.map_bounds(|of_move| Interval {
            upper: of_move.upper.min(bounds.upper),
            ..of_move
        });
        let empty = position.rules().cells() - position.piece_count();
        let mut best = Self {
            moves,
            bounds,
            empty: empty.cast_signed() as i32,
            beta: None,
        };
        best.conclude();
        Ok(best)
    }

    /// Continues until all best moves are known or the node count of the solver reaches `limit`.
    /// Returns whether they are known.
    pub(super) fn search(&mut self, solver: &mut Solver, limit: u64) -> bool {
        loop {
            let beta = self.next_beta();
            let Some(next) = self.next(beta) else {
                // Every move is decided, and so is the position.
                if self.bounds.exact().is_some() {
                    return true;
                }
                self.conclude();
                continue;
            };
            let goal = Goal::AtLeast(Score::found(beta));
            let is_decided = self.moves.search(solver, next, goal, None, limit);
            self.conclude();
            if !is_decided {
                return false;
            }
        }
    }

    /// Takes over bounds that another solver has proved for a column, unless they contradict the
    /// known ones.
    pub(super) fn narrow(&mut self, column: Column, bounds: Interval) {
        self.moves.narrow(column, bounds);
        self.conclude();
    }

    /// Updates the bounds of the position from those of its moves.
    fn conclude(&mut self) {
        if let Some(overall) = self.moves.position_bounds() {
            self.bounds = self.bounds.intersection(overall);
        }
    }

    fn next_beta(&mut self) -> i32 {
        if let Some(score) = self.bounds.exact() {
            return score;
        }
        let beta = self.beta.filter(|beta| self.bounds.is_open(*beta));
        let beta = beta.unwrap_or_else(|| self.bounds.next_beta(self.empty));
        self.beta = Some(beta);
        beta
    }

    /// Returns the next move to search with this null window.
    fn next(&self, beta: i32) -> Option<usize> {
        let entries = self.moves.entries();
        let open = |at: &usize| entries[*at].bounds.is_open(beta);
        let open = self.moves.undeferred(open);
        let active = self.moves.active().filter(&open);
        active.or_else(|| {
            let mut others = (0..entries.len()).filter(&open);
            let (first, second) = (others.next()?, others.next());
            // A single move needs no estimate.
            let Some(second) = second else {
                return Some(first);
            };
            let all = [first, second].into_iter().chain(others);
            all.max_by_key(|&at| self.moves.rank(&entries[at]))
        })
    }

    /// Returns the columns proved to be best, the most central first.
    pub(super) fn proved(&self) -> Vec<Column> {
        let Some(score) = self.bounds.exact() else {
            return Vec::new();
        };
        let entries = self.moves.entries().iter();
        let mut known: Vec<&RootMove> = entries
            .filter(|entry| entry.bounds.lower >= score)
            .collect();
        known.sort_by_key(|entry| entry.off_centre());
        known.into_iter().map(|entry| entry.column).collect()
    }
}
