//! The best moves.

use super::{
    Bounds, ColumnScores, Goal, Solver, Unsolvable,
    moves::{RootMove, RootMoves},
};
use crate::evaluation::Chances;
use four_shapes_rules::{Column, Position};

/// A search for the columns of a position with the best score.
///
/// Faster than [`ColumnScores`], because it only proves that the other moves are worse. It
/// searches in slices with a borrowed solver, which may be used for other positions in
/// between, or be another one with the same rules. It has a plausible move at any time. One best move is often proven long
/// before all are.
#[derive(Clone, Debug)]
pub struct BestMoves {
    moves: RootMoves,
    /// The proven bounds of the position.
    bounds: Bounds,
    /// The number of empty cells.
    empty: i32,
    /// The null window that all moves are searched with.
    beta: Option<i32>,
}

impl BestMoves {
    /// Starts a search, with the bounds that the book and the transposition table have.
    ///
    /// # Errors
    /// As for [`Solver::begin`].
    pub fn new(solver: &mut Solver, position: &Position) -> Result<Self, Unsolvable> {
        let mut moves = RootMoves::new(solver, position)?;
        solver.begin(position, Goal::Exact, None)?;
        solver.search(1);
        let bounds = solver.bounds();
        moves.map_bounds(|of_move| Bounds {
            upper: of_move.upper.min(bounds.upper),
            ..of_move
        });
        let empty = position.rules().cells() - position.pieces();
        let mut best = Self {
            moves,
            bounds,
            empty: empty.cast_signed() as i32,
            beta: None,
        };
        best.conclude();
        Ok(best)
    }

    /// Continues until all best moves are known or about `budget` more nodes are searched.
    /// Returns whether they are known.
    ///
    /// # Errors
    /// Returns [`Unsolvable::OtherRules`] if the solver has other rules.
    pub fn search(&mut self, solver: &mut Solver, budget: u64) -> Result<bool, Unsolvable> {
        self.moves.check_solver(solver)?;
        let limit = solver.nodes().saturating_add(budget);
        loop {
            let beta = self.next_beta();
            let Some(next) = self.next(beta) else {
                // Every move is decided, and so is the position.
                if self.score().is_some() {
                    return Ok(true);
                }
                self.conclude();
                continue;
            };
            if !(self.moves).search(solver, next, Goal::AtLeast(beta), None, limit) {
                self.conclude();
                return Ok(false);
            }
            self.conclude();
        }
    }

    /// Takes over bounds that another solver has proven for a column, unless they contradict the
    /// known ones.
    pub fn narrow(&mut self, column: Column, bounds: Bounds) {
        self.moves.narrow(column, bounds);
        self.conclude();
    }

    /// Leaves these columns, and no others, for last: other solvers are searching them.
    pub fn defer(&mut self, columns: &[Column]) {
        self.moves.defer(columns);
    }

    /// Returns the column that is being searched, if one is.
    pub fn searched(&self) -> Option<Column> {
        self.moves.searched()
    }

    /// Updates the bounds of the position from those of its moves.
    fn conclude(&mut self) {
        if let Some(overall) = self.moves.position_bounds() {
            self.bounds = self.bounds.intersection(overall);
        }
    }

    fn next_beta(&mut self) -> i32 {
        if let Some(score) = self.score() {
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
            all.max_by_key(|&at| self.rank(&entries[at]))
        })
    }

    /// Returns the score of the position, once it is known.
    pub fn score(&self) -> Option<i32> {
        self.bounds.exact()
    }

    /// Returns the proven bounds of the position.
    pub fn position_bounds(&self) -> Bounds {
        self.bounds
    }

    /// Returns the proven bounds of a column; `None` if it is full.
    pub fn bounds(&self, column: Column) -> Option<Bounds> {
        self.moves.get(column).map(|entry| entry.bounds)
    }

    /// Returns the chances of the side to move if it plays in a column, as
    /// [`ColumnScores::estimate`] does; `None` if it is full.
    pub fn estimate(&self, column: Column) -> Option<Chances> {
        let entry = self.moves.get(column)?;
        Some(self.moves.estimate(entry))
    }

    /// Returns the chances of the side to move, as [`ColumnScores::position_estimate`] does;
    /// `None` on a full board.
    pub fn position_estimate(&self) -> Option<Chances> {
        self.moves.position_estimate(self.bounds)
    }

    /// Returns the columns proven to be best, the most central first; all of them once the
    /// search is done.
    pub fn proven_best(&self) -> Vec<Column> {
        let Some(score) = self.score() else {
            return Vec::new();
        };
        let entries = self.moves.entries().iter();
        let mut known: Vec<&RootMove> = entries
            .filter(|entry| entry.bounds.lower >= score)
            .collect();
        known.sort_by_key(|entry| entry.off_centre());
        known.into_iter().map(|entry| entry.column).collect()
    }

    /// Returns a column proven to be best, if one is.
    pub fn first_proven_best(&self) -> Option<Column> {
        self.proven_best().first().copied()
    }

    /// Returns the best column so far; `None` on a full board.
    pub fn best_so_far(&self) -> Option<Column> {
        let guess = || {
            let entries = self.moves.entries().iter();
            entries.max_by_key(|entry| self.rank(entry))
        };
        self.first_proven_best()
            .or_else(|| guess().map(|entry| entry.column))
    }

    /// Converts into a search for the scores of all columns.
    pub fn into_columns(self) -> ColumnScores {
        ColumnScores::with_moves(self.moves)
    }

    /// Ranks a move: by proven win, estimate, lower bound and distance from the centre.
    fn rank(&self, entry: &RootMove) -> impl Ord + use<> {
        let Bounds { lower, .. } = entry.bounds;
        let estimate = self.moves.estimate(entry).expected();
        let off_centre = entry.off_centre().cast_signed();
        (lower.max(0), estimate, lower, -off_centre)
    }
}
