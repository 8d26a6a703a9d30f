//! The score of every move, and the principal variation.

use super::{
    Bounds, Goal, Solver, Unsolvable,
    moves::{RootMove, RootMoves},
};
use crate::evaluation::Chances;
use four_shapes_rules::{Column, Position};

/// The score of each column of a position: of dropping a piece there, for the side to
/// move.
///
/// It searches in slices with a borrowed solver, which may be used for other positions in
/// between, or be another one with the same rules.
#[derive(Clone, Debug)]
pub struct ColumnScores {
    goal: Goal,
    pub(super) moves: RootMoves,
}

impl ColumnScores {
    /// Starts a search for the scores of all columns that are not full.
    ///
    /// # Errors
    /// As for [`Solver::begin`].
    pub fn new(solver: &mut Solver, position: &Position, goal: Goal) -> Result<Self, Unsolvable> {
        let mut moves = RootMoves::new(solver, position)?;
        moves.map_bounds(|bounds| goal.narrow(bounds));
        Ok(Self { goal, moves })
    }

    /// Continues with the proven bounds of these moves.
    pub(super) fn with_moves(moves: RootMoves) -> Self {
        let goal = Goal::Exact;
        Self { goal, moves }
    }

    /// Continues until the goal is reached for every column or about `budget` more nodes
    /// are searched. Returns whether the goal is reached.
    ///
    /// # Errors
    /// Returns [`Unsolvable::OtherRules`] if the solver has other rules.
    pub fn search(&mut self, solver: &mut Solver, budget: u64) -> Result<bool, Unsolvable> {
        self.moves.check_solver(solver)?;
        let limit = solver.nodes().saturating_add(budget);
        while let Some(next) = self.next() {
            let guess = self.guess();
            if !(self.moves).search(solver, next, self.goal, guess, limit) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Takes over bounds that another solver has proven for a column, unless they contradict the
    /// known ones.
    pub fn narrow(&mut self, column: Column, bounds: Bounds) {
        self.moves.narrow(column, self.goal.narrow(bounds));
    }

    /// Leaves these columns, and no others, for last: other solvers are searching them.
    pub fn defer(&mut self, columns: &[Column]) {
        self.moves.defer(columns);
    }

    /// Returns the column to search: the active one, otherwise the most central.
    fn next(&self) -> Option<usize> {
        let entries = self.moves.entries();
        let open = |at: &usize| self.goal.answer(entries[*at].bounds).is_none();
        let open = self.moves.undeferred(open);
        let active = self.moves.active().filter(&open);
        let off_centre = |at: &usize| entries[*at].off_centre();
        active.or_else(|| (0..entries.len()).filter(&open).min_by_key(off_centre))
    }

    /// Guesses the score of the next column: the best so far.
    fn guess(&self) -> Option<i32> {
        let entries = self.moves.entries().iter();
        entries.filter_map(|entry| entry.bounds.exact()).max()
    }

    /// Returns the column that is being searched, if one is.
    pub fn searched(&self) -> Option<Column> {
        self.moves.searched()
    }

    /// Returns the proven bounds of a column; `None` if it is full.
    pub fn bounds(&self, column: Column) -> Option<Bounds> {
        self.moves.get(column).map(|entry| entry.bounds)
    }

    /// Returns the chances of the side to move if it plays in a column, by an
    /// [`evaluation`](crate::evaluation), as far as the bounds leave them open; `None` if it is
    /// full.
    pub fn estimate(&self, column: Column) -> Option<Chances> {
        let entry = self.moves.get(column)?;
        Some(self.moves.estimate(entry))
    }

    /// Returns the chances of the side to move: those of the best move, and those of
    /// [`Solver::estimate`] as long as no more is proven. `None` on a full board.
    pub fn position_estimate(&self) -> Option<Chances> {
        self.moves.position_estimate(self.position_bounds()?)
    }

    /// Returns the columns with the best score, the most central first; none before that
    /// score is known, and none on a full board.
    pub fn best(&self) -> Vec<Column> {
        let Some(Bounds { lower: score, .. }) = self.position_bounds() else {
            return Vec::new();
        };
        let entries = self.moves.entries().iter();
        let mut best: Vec<&RootMove> = entries
            .filter(|entry| entry.bounds.upper >= score)
            .collect();
        if best.iter().any(|entry| entry.bounds.exact() != Some(score)) {
            return Vec::new();
        }
        best.sort_by_key(|entry| entry.off_centre());
        best.into_iter().map(|entry| entry.column).collect()
    }

    /// Returns the proven bounds of the position itself.
    pub fn position_bounds(&self) -> Option<Bounds> {
        self.moves.position_bounds()
    }
}

/// The principal variation: best play by both sides up to the end of the game. Of several
/// best moves it contains the most central.
#[derive(Clone, Debug)]
pub struct PrincipalVariation {
    position: Position,
    columns: Option<ColumnScores>,
    line: Vec<Column>,
    over: bool,
}

impl PrincipalVariation {
    /// Starts a search for the line from a position.
    ///
    /// # Errors
    /// As for [`Solver::begin`].
    pub fn new(solver: &mut Solver, position: &Position) -> Result<Self, Unsolvable> {
        let columns = ColumnScores::new(solver, position, Goal::Exact)?;
        Ok(Self {
            position: position.clone(),
            columns: Some(columns),
            line: Vec::new(),
            over: false,
        })
    }

    /// Continues until the line is complete or about `budget` more nodes are searched.
    /// Returns whether the line is complete.
    ///
    /// # Errors
    /// Returns [`Unsolvable::OtherRules`] if the solver has other rules.
    pub fn search(&mut self, solver: &mut Solver, budget: u64) -> Result<bool, Unsolvable> {
        solver.check_rules(self.position.rules())?;
        let limit = solver.nodes().saturating_add(budget);
        while !self.over {
            let columns = match &mut self.columns {
                Some(columns) => columns,
                none => none.insert(ColumnScores::new(solver, &self.position, Goal::Exact)?),
            };
            if !columns.search(solver, limit.saturating_sub(solver.nodes()))? {
                return Ok(false);
            }
            let Some(&best) = columns.best().first() else {
                self.over = true;
                break;
            };
            let cell = self
                .position
                .drop(self.position.to_move(), best)
                .expect("the column is not full");
            self.line.push(best);
            self.columns = None;
            self.over = self.position.trace(cell).is_some() || self.position.is_full();
        }
        Ok(true)
    }

    /// Returns the moves found so far.
    pub fn moves(&self) -> &[Column] {
        &self.line
    }
}
