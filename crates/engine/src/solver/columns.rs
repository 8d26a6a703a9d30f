//! The score of every move, and the line of best play.

use super::{Bounds, Goal, Progress, Solver, Unsolvable};
use crate::{Column, Position};

/// The score of each column of a position, from the side to move: what it comes
/// to if the piece is dropped there.
///
/// It searches in steps with a solver that is lent to it, which may do something
/// else in between.
#[derive(Clone, Debug)]
pub struct Columns {
    goal: Goal,
    entries: Vec<Entry>,
    /// The entry that the solver began with, and which of its beginnings it was.
    begun: Option<(usize, u64)>,
}

#[derive(Clone, Debug)]
struct Entry {
    column: Column,
    after: Position,
    bounds: Bounds,
}

impl Columns {
    /// The columns of a position that are not full.
    ///
    /// # Errors
    /// As for [`Solver::begin`].
    pub fn new(solver: &mut Solver, position: &Position, goal: Goal) -> Result<Self, Unsolvable> {
        let (own, _) = solver.sides(position)?;
        let rules = position.rules();
        let left = (rules.cells() - position.pieces()).cast_signed() as i32;
        let mut entries = Vec::new();
        for column in rules.all_columns() {
            let mut after = position.clone();
            let Ok(cell) = after.drop(own, column) else {
                continue;
            };
            let bounds = if after.trace(cell).is_some() {
                Bounds::only((left + 1) / 2)
            } else if left == 1 {
                Bounds::only(0)
            } else {
                Bounds {
                    lower: -(left / 2),
                    upper: (left - 1) / 2,
                }
            };
            entries.push(Entry {
                column,
                after,
                bounds: match goal {
                    Goal::Exact => bounds,
                    Goal::Outcome => bounds.outcome(),
                },
            });
        }
        Ok(Self {
            goal,
            entries,
            begun: None,
        })
    }

    /// Searches on until every score is known or about `budget` more positions
    /// were looked at, and says whether they are.
    pub fn search(&mut self, solver: &mut Solver, budget: u64) -> bool {
        let limit = solver.nodes().saturating_add(budget);
        loop {
            let Some(next) = self.next() else { return true };
            if self.begun != Some((next, solver.begun)) {
                let guess = self.guess();
                solver
                    .begin(&self.entries[next].after, self.goal, guess)
                    .expect("nobody has won, and it is the other side's turn");
                self.begun = Some((next, solver.begun));
            }
            let budget = limit.saturating_sub(solver.nodes());
            let bounds = match solver.search(budget) {
                Progress::Done(score) => Bounds::only(score),
                Progress::Paused(bounds) => bounds,
            };
            let entry = &mut self.entries[next].bounds;
            *entry = Bounds {
                lower: -bounds.upper,
                upper: -bounds.lower,
            };
            if entry.exact().is_none() {
                return false;
            }
        }
    }

    /// The entry to go on with: the one begun, else the most central.
    fn next(&self) -> Option<usize> {
        let open = |at: &usize| self.entries[*at].bounds.exact().is_none();
        let begun = self.begun.map(|(at, _)| at);
        begun.filter(open).or_else(|| {
            let middle = |at: &usize| {
                let entry = &self.entries[*at];
                let columns = usize::from(entry.after.rules().columns());
                (2 * entry.column.index() + 1).abs_diff(columns)
            };
            (0..self.entries.len()).filter(open).min_by_key(middle)
        })
    }

    /// The score that the next column probably has.
    fn guess(&self) -> Option<i32> {
        let scores = self.entries.iter().filter_map(|entry| entry.bounds.exact());
        scores.max().map(|best| -best)
    }

    /// What is proved about a column; `None` if it is full.
    pub fn bounds(&self, column: Column) -> Option<Bounds> {
        let mut entries = self.entries.iter();
        entries
            .find(|entry| entry.column == column)
            .map(|entry| entry.bounds)
    }

    /// The columns with a score as good as the best, the most central first;
    /// empty as long as that is not known, and on a full board.
    pub fn best(&self) -> Vec<Column> {
        let entries = self.entries.iter();
        let Some(score) = entries.map(|entry| entry.bounds.lower).max() else {
            return Vec::new();
        };
        let entries = self.entries.iter();
        let mut best: Vec<&Entry> = entries
            .filter(|entry| entry.bounds.upper >= score)
            .collect();
        if best.iter().any(|entry| entry.bounds.exact() != Some(score)) {
            return Vec::new();
        }
        best.sort_by_key(|entry| {
            (2 * entry.column.index() + 1).abs_diff(entry.after.rules().columns().into())
        });
        best.into_iter().map(|entry| entry.column).collect()
    }

    /// What is proved about the position itself.
    pub fn overall(&self) -> Option<Bounds> {
        let lower = self.entries.iter().map(|entry| entry.bounds.lower).max()?;
        let upper = self.entries.iter().map(|entry| entry.bounds.upper).max()?;
        Some(Bounds { lower, upper })
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
