//! The best moves.

use super::{
    Bounds, Columns, Goal, Solver, Unsolvable,
    moves::{Entry, Moves},
};
use crate::{Column, Position};

/// The columns of a position with the best score, and which score that is.
///
/// Quicker than [`Columns`]: of the others it asks no more than whether they are as
/// good. It searches in steps with a solver that is lent to it, which may do
/// something else in between, and always has a move that is probably good.
///
/// One move that is best for sure is often known long before all are.
#[derive(Clone, Debug)]
pub struct BestMoves {
    moves: Moves,
    /// What is proved about the position, by its moves or otherwise.
    bounds: Bounds,
    /// How many cells are empty.
    left: i32,
    /// What is asked of the moves in turn: is one at least this good?
    asked: Option<i32>,
}

impl BestMoves {
    /// The moves of a position; it is looked up in the book and what the solver
    /// remembers.
    ///
    /// # Errors
    /// As for [`Solver::begin`].
    pub fn new(solver: &mut Solver, position: &Position) -> Result<Self, Unsolvable> {
        let mut moves = Moves::new(solver, position)?;
        solver.begin(position, Goal::Exact, None)?;
        solver.search(1);
        let bounds = solver.proved();
        moves.narrow(|of_move| Bounds {
            upper: of_move.upper.min(bounds.upper),
            ..of_move
        });
        let left = position.rules().cells() - position.pieces();
        let mut best = Self {
            moves,
            bounds,
            left: left.cast_signed() as i32,
            asked: None,
        };
        best.conclude();
        Ok(best)
    }

    /// Searches on until all of the best moves are known or about `budget` more
    /// positions were looked at, and says whether they are.
    pub fn search(&mut self, solver: &mut Solver, budget: u64) -> bool {
        let limit = solver.nodes().saturating_add(budget);
        loop {
            let least = self.question();
            let Some(next) = self.next(least) else {
                // What isn't answered by a move is by all of them together.
                if self.score().is_some() {
                    return true;
                }
                self.conclude();
                continue;
            };
            if !(self.moves).search(solver, next, Goal::AtLeast(least), None, limit) {
                self.conclude();
                return false;
            }
            self.conclude();
        }
    }

    /// What follows for the position from what is known of the moves.
    fn conclude(&mut self) {
        if let Some(overall) = self.moves.overall() {
            self.bounds = self.bounds.and(overall);
        }
    }

    /// What is asked of the moves now.
    fn question(&mut self) -> i32 {
        if let Some(score) = self.score() {
            return score;
        }
        let asked = self.asked.filter(|least| self.bounds.leave_open(*least));
        let least = asked.unwrap_or_else(|| self.bounds.question(self.left));
        self.asked = Some(least);
        least
    }

    /// The next move that may be this good, and is not known to be.
    fn next(&self, least: i32) -> Option<usize> {
        let entries = self.moves.entries();
        let open = |at: &usize| entries[*at].bounds.leave_open(least);
        let begun = self.moves.begun().filter(open);
        let promise = |at: &usize| promise(&entries[*at]);
        begun.or_else(|| (0..entries.len()).filter(open).max_by_key(promise))
    }

    /// The score of the position, once it is known.
    pub fn score(&self) -> Option<i32> {
        self.bounds.exact()
    }

    /// What is proved about the position.
    pub fn overall(&self) -> Bounds {
        self.bounds
    }

    /// What is proved about a column; `None` if it is full.
    pub fn bounds(&self, column: Column) -> Option<Bounds> {
        self.moves.of(column).map(|entry| entry.bounds)
    }

    /// A guess at the score of a column, within what is proved of it, as
    /// [`Solver::estimate`] makes it; `None` if it is full.
    pub fn estimate(&self, column: Column) -> Option<i32> {
        self.moves.of(column).map(Entry::estimate)
    }

    /// The columns that are known to be best, the most central first: all of them
    /// once the search is over.
    pub fn known(&self) -> Vec<Column> {
        let Some(score) = self.score() else {
            return Vec::new();
        };
        let entries = self.moves.entries().iter();
        let mut known: Vec<&Entry> = entries
            .filter(|entry| entry.bounds.lower >= score)
            .collect();
        known.sort_by_key(|entry| entry.off_centre());
        known.into_iter().map(|entry| entry.column).collect()
    }

    /// A column that is known to be best, as soon as there is one.
    pub fn first(&self) -> Option<Column> {
        self.known().first().copied()
    }

    /// A column that is best as far as is known; `None` on a full board.
    pub fn so_far(&self) -> Option<Column> {
        let guess = || {
            let entries = self.moves.entries().iter();
            entries.max_by_key(|entry| promise(entry))
        };
        self.first().or_else(|| guess().map(|entry| entry.column))
    }

    /// Goes on to the scores of all columns.
    pub fn into_columns(self) -> Columns {
        Columns::of(self.moves)
    }
}

/// How good a move probably is: a win that is sure, what it seems to be, what it is
/// at least, how central it is.
fn promise(entry: &Entry) -> impl Ord + use<> {
    let Bounds { lower, .. } = entry.bounds;
    let off_centre = entry.off_centre().cast_signed();
    (lower.max(0), entry.estimate(), lower, -off_centre)
}
