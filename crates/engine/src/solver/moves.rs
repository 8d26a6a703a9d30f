//! The moves of a position and what is proved about each.

use super::{Bounds, Goal, Solver, Unsolvable};
use crate::{Column, Position};

/// The columns of a position that are not full, and what each comes to.
#[derive(Clone, Debug)]
pub(super) struct Moves {
    entries: Vec<Entry>,
    /// What the solver began with, and which of its beginnings it was.
    begun: Option<Begun>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Begun {
    entry: usize,
    goal: Goal,
    count: u64,
}

/// A move, scored from the side that makes it.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) column: Column,
    after: Position,
    pub(super) bounds: Bounds,
    /// What it probably comes to, if nobody has searched.
    estimate: i32,
}

impl Entry {
    /// What it probably comes to, within the bounds.
    pub(super) fn estimate(&self) -> i32 {
        self.estimate.clamp(self.bounds.lower, self.bounds.upper)
    }

    /// How far it is from the middle, in half columns.
    pub(super) fn off_centre(&self) -> usize {
        let columns = usize::from(self.after.rules().columns());
        (2 * self.column.index() + 1).abs_diff(columns)
    }
}

impl Moves {
    /// Of a position in which nobody has won.
    pub(super) fn new(solver: &mut Solver, position: &Position) -> Result<Self, Unsolvable> {
        let (own, _) = solver.sides(position)?;
        let rules = position.rules();
        let left = (rules.cells() - position.pieces()).cast_signed() as i32;
        let mut entries = Vec::new();
        for column in rules.all_columns() {
            let mut after = position.clone();
            let Ok(cell) = after.drop(own, column) else {
                continue;
            };
            let over = if after.trace(cell).is_some() {
                Some((left + 1) / 2)
            } else {
                (left == 1).then_some(0)
            };
            let (bounds, estimate) = if let Some(score) = over {
                (Bounds::only(score), score)
            } else {
                solver
                    .begin(&after, Goal::Exact, None)
                    .expect("nobody has won, and it is the other side's turn");
                (solver.proved().turned(), -solver.estimate())
            };
            entries.push(Entry {
                column,
                after,
                bounds,
                estimate,
            });
        }
        Ok(Self {
            entries,
            begun: None,
        })
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What is proved about a column; `None` if it is full.
    pub(super) fn of(&self, column: Column) -> Option<&Entry> {
        let mut entries = self.entries.iter();
        entries.find(|entry| entry.column == column)
    }

    /// Takes what is known of each move without a search of it.
    pub(super) fn narrow(&mut self, narrowed: impl Fn(Bounds) -> Bounds) {
        for entry in &mut self.entries {
            entry.bounds = narrowed(entry.bounds);
        }
    }

    /// Which of them the solver is busy with.
    pub(super) fn begun(&self) -> Option<usize> {
        self.begun.as_ref().map(|begun| begun.entry)
    }

    /// Searches a move until the goal is reached or the solver has looked at so
    /// many positions, and says whether it is reached. A probable score of the
    /// move makes it quicker.
    pub(super) fn search(
        &mut self,
        solver: &mut Solver,
        entry: usize,
        goal: Goal,
        guess: Option<i32>,
        limit: u64,
    ) -> bool {
        let Entry { after, bounds, .. } = &mut self.entries[entry];
        let is_it = |begun: &Begun| {
            begun.entry == entry && begun.goal == goal && begun.count == solver.begun
        };
        if !self.begun.as_ref().is_some_and(is_it) {
            solver
                .begin(after, goal.turned(), guess.map(|score| -score))
                .expect("nobody has won, and it is the other side's turn");
            self.begun = Some(Begun {
                entry,
                goal,
                count: solver.begun,
            });
        }
        solver.search(limit.saturating_sub(solver.nodes()));
        *bounds = bounds.and(goal.narrowed(solver.proved().turned()));
        goal.answer(*bounds).is_some()
    }

    /// What is proved about the position itself; `None` on a full board.
    pub(super) fn overall(&self) -> Option<Bounds> {
        let lower = self.entries.iter().map(|entry| entry.bounds.lower).max()?;
        let upper = self.entries.iter().map(|entry| entry.bounds.upper).max()?;
        Some(Bounds { lower, upper })
    }
}
