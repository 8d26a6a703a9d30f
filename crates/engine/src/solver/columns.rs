//! The score of every move, and the line of best play.

use super::{
    Bounds, Goal, Solver, Unsolvable,
    moves::{Entry, Moves},
};
use crate::{Column, Position};

/// The score of each column of a position, from the side to move: what it comes
/// to if the piece is dropped there.
///
/// It searches in steps with a solver that is lent to it, which may do something
/// else in between.
#[derive(Clone, Debug)]
pub struct Columns {
    goal: Goal,
    moves: Moves,
}

impl Columns {
    /// The columns of a position that are not full.
    ///
    /// # Errors
    /// As for [`Solver::begin`].
    pub fn new(solver: &mut Solver, position: &Position, goal: Goal) -> Result<Self, Unsolvable> {
        let mut moves = Moves::new(solver, position)?;
        moves.narrow(|bounds| goal.narrowed(bounds));
        Ok(Self { goal, moves })
    }

    /// With what is proved of them already.
    pub(super) fn of(moves: Moves) -> Self {
        let goal = Goal::Exact;
        Self { goal, moves }
    }

    /// Searches on until the goal is reached for every column or about `budget`
    /// more positions were looked at, and says whether it is.
    pub fn search(&mut self, solver: &mut Solver, budget: u64) -> bool {
        let limit = solver.nodes().saturating_add(budget);
        while let Some(next) = self.next() {
            let guess = self.guess();
            if !(self.moves).search(solver, next, self.goal, guess, limit) {
                return false;
            }
        }
        true
    }

    /// The column to go on with: the one begun, else the most central.
    fn next(&self) -> Option<usize> {
        let entries = self.moves.entries();
        let open = |at: &usize| self.goal.answer(entries[*at].bounds).is_none();
        let begun = self.moves.begun().filter(open);
        let middle = |at: &usize| entries[*at].off_centre();
        begun.or_else(|| (0..entries.len()).filter(open).min_by_key(middle))
    }

    /// The score that the next column probably has.
    fn guess(&self) -> Option<i32> {
        let entries = self.moves.entries().iter();
        entries.filter_map(|entry| entry.bounds.exact()).max()
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

    /// The columns with a score as good as the best, the most central first;
    /// empty as long as that is not known, and on a full board.
    pub fn best(&self) -> Vec<Column> {
        let Some(Bounds { lower: score, .. }) = self.overall() else {
            return Vec::new();
        };
        let entries = self.moves.entries().iter();
        let mut best: Vec<&Entry> = entries
            .filter(|entry| entry.bounds.upper >= score)
            .collect();
        if best.iter().any(|entry| entry.bounds.exact() != Some(score)) {
            return Vec::new();
        }
        best.sort_by_key(|entry| entry.off_centre());
        best.into_iter().map(|entry| entry.column).collect()
    }

    /// What is proved about the position itself.
    pub fn overall(&self) -> Option<Bounds> {
        self.moves.overall()
    }
}

/// The moves that follow if both sides play as well as can be, up to the end of
/// the game; of several best moves, the most central.
#[derive(Clone, Debug)]
pub struct BestLine {
    position: Position,
    columns: Option<Columns>,
    line: Vec<Column>,
    over: bool,
}

impl BestLine {
    /// From a position.
    ///
    /// # Errors
    /// As for [`Solver::begin`].
    pub fn new(solver: &mut Solver, position: &Position) -> Result<Self, Unsolvable> {
        let columns = Columns::new(solver, position, Goal::Exact)?;
        Ok(Self {
            position: position.clone(),
            columns: Some(columns),
            line: Vec::new(),
            over: false,
        })
    }

    /// Searches on until the line is complete or about `budget` more positions
    /// were looked at, and says whether it is.
    pub fn search(&mut self, solver: &mut Solver, budget: u64) -> bool {
        let limit = solver.nodes().saturating_add(budget);
        while !self.over {
            let columns = match &mut self.columns {
                Some(columns) => columns,
                none => none.insert(
                    Columns::new(solver, &self.position, Goal::Exact).expect("the game goes on"),
                ),
            };
            if !columns.search(solver, limit.saturating_sub(solver.nodes())) {
                return false;
            }
            let Some(&best) = columns.best().first() else {
                self.over = true;
                break;
            };
            let cell = self
                .position
                .drop(self.position.to_move(), best)
                .expect("it is not full");
            self.line.push(best);
            self.columns = None;
            self.over = self.position.trace(cell).is_some() || self.position.is_full();
        }
        true
    }

    /// As much of the line as is known.
    pub fn moves(&self) -> &[Column] {
        &self.line
    }
}
