//! The root moves of a position and their proved bounds.

use super::{Goal, Solver, Unsolvable, score::Interval};
use crate::evaluation::{self, Chances};
use four_shapes_rules::{Cell, Column, Position};
use std::sync::OnceLock;

/// The moves of a position, searched one at a time.
#[derive(Clone, Debug)]
pub(super) struct RootMoves {
    position: Position,
    entries: Vec<RootMove>,
    /// The index of the move that the solver is searching, and the goal.
    active: Option<(usize, Goal)>,
}

/// A move, scored for the side that makes it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) column: Column,
    cell: Cell,
    after: Position,
    pub(super) bounds: Interval,
    /// Another solver is searching it.
    is_deferred: bool,
    /// The evaluation, once it is needed: it can take longer than an easy search.
    evaluation: OnceLock<Chances>,
}

impl RootMove {
    /// Returns the distance from the centre in half columns.
    pub(super) fn off_centre(&self) -> usize {
        let columns = usize::from(self.after.rules().columns());
        (2 * self.column.index() + 1).abs_diff(columns)
    }
}

impl RootMoves {
    /// Returns the moves of a position in which neither side has won.
    pub(super) fn new(solver: &mut Solver, position: &Position) -> Result<Self, Unsolvable> {
        let (own, _) = solver.sides(position)?;
        let rules = position.rules();
        let empty = (rules.cells() - position.piece_count()).cast_signed() as i32;
        let mut entries = Vec::new();
        for column in rules.all_columns() {
            let mut after = position.clone();
            let Ok(cell) = after.drop(own, column) else {
                continue;
            };
            let over = if after.trace(cell).is_some() {
                Some((empty + 1) / 2)
            } else {
                (empty == 1).then_some(0)
            };
            let bounds = if let Some(score) = over {
                Interval::exactly(score)
            } else {
                solver
                    .begin(&after, Goal::Exact, None)
                    .expect("neither side has won, and it is the opponent's turn");
                solver.bounds().flipped()
            };
            entries.push(RootMove {
                column,
                cell,
                after,
                bounds,
                is_deferred: false,
                evaluation: OnceLock::new(),
            });
        }
        Ok(Self {
            position: position.clone(),
            entries,
            active: None,
        })
    }

    pub(super) fn entries(&self) -> &[RootMove] {
        &self.entries
    }

    /// Returns the move into a column; `None` if the column is full.
    pub(super) fn get(&self, column: Column) -> Option<&RootMove> {
        let mut entries = self.entries.iter();
        entries.find(|entry| entry.column == column)
    }

    /// Replaces the bounds of each move.
    pub(super) fn map_bounds(&mut self, map: impl Fn(Interval) -> Interval) {
        for entry in &mut self.entries {
            entry.bounds = map(entry.bounds);
        }
    }

    /// Takes over bounds that another solver has proved for a move, unless they contradict the
    /// known ones.
    pub(super) fn narrow(&mut self, column: Column, bounds: Interval) {
        let mut entries = self.entries.iter_mut();
        if let Some(entry) = entries.find(|entry| entry.column == column) {
            entry.bounds = entry.bounds.narrowed(bounds);
        }
    }

    /// Defers the moves into these columns, and no others.
    pub(super) fn defer(&mut self, columns: &[Column]) {
        for entry in &mut self.entries {
            entry.is_deferred = columns.contains(&entry.column);
        }
    }

    /// Excludes deferred moves from a choice by index, unless it has no others.
    pub(super) fn undeferred(&self, is_open: impl Fn(&usize) -> bool) -> impl Fn(&usize) -> bool {
        let is_deferred = |at: &usize| self.entries[*at].is_deferred;
        let has_others = (0..self.entries.len()).any(|at| is_open(&at) && !is_deferred(&at));
        move |at| is_open(at) && !(has_others && is_deferred(at))
    }

    /// Returns the index of the move being searched.
    pub(super) fn active(&self) -> Option<usize> {
        self.active.map(|(entry, _)| entry)
    }

    /// Returns the column of the move being searched.
    pub(super) fn searched(&self) -> Option<Column> {
        self.active().map(|at| self.entries[at].column)
    }

    /// Searches a move until the goal is reached or the node count of the solver, which has
    /// searched nothing else meanwhile, reaches `limit`. Returns whether the goal is reached. A
    /// correct guess of the score speeds it up.
    pub(super) fn search(
        &mut self,
        solver: &mut Solver,
        entry: usize,
        goal: Goal,
        guess: Option<i32>,
        limit: u64,
    ) -> bool {
        let RootMove { after, bounds, .. } = &mut self.entries[entry];
        if self.active != Some((entry, goal)) {
            solver
                .begin(after, goal.flipped(), guess.map(|score| -score))
                .expect("neither side has won, and it is the opponent's turn");
            self.active = Some((entry, goal));
        }
        // It was searched before, or another solver has proved more since.
        solver.narrow(bounds.flipped());
        solver.advance(limit.saturating_sub(solver.nodes()));
        *bounds = bounds.intersection(goal.narrow(solver.bounds().flipped()));
        goal.answer(*bounds).is_some()
    }

    /// Returns the chances of the side that makes a move, as far as its bounds leave them open.
    pub(super) fn estimate(&self, entry: &RootMove) -> Chances {
        entry.bounds.chances(|| {
            let evaluate = || evaluation::chances_of_move(&self.position, entry.cell);
            *entry.evaluation.get_or_init(evaluate)
        })
    }

    /// Returns the chances of the side to move, those of its best move, as far as these bounds
    /// of the position leave them open; `None` on a full board.
    pub(super) fn position_estimate(&self, bounds: Interval) -> Option<Chances> {
        let estimates = || self.entries.iter().map(|entry| self.estimate(entry));
        let best = || estimates().max_by_key(|chances| (chances.expected(), chances.draw));
        (!self.entries.is_empty()).then(|| bounds.chances(|| best().unwrap_or(Chances::DRAW)))
    }

    /// Returns the most promising move; `None` on a full board.
    pub(super) fn most_promising(&self) -> Option<Column> {
        let best = self.entries.iter().max_by_key(|entry| self.rank(entry));
        best.map(|entry| entry.column)
    }

    /// Ranks a move: by proved win, estimate, lower bound and distance from the centre.
    pub(super) fn rank(&self, entry: &RootMove) -> (i32, u16, i32, isize) {
        let Interval { lower, .. } = entry.bounds;
        let estimate = self.estimate(entry).expected();
        let off_centre = entry.off_centre().cast_signed();
        (lower.max(0), estimate, lower, -off_centre)
    }

    /// Returns the bounds of the position itself; `None` on a full board.
    pub(super) fn position_bounds(&self) -> Option<Interval> {
        let lower = self.entries.iter().map(|entry| entry.bounds.lower).max()?;
        let upper = self.entries.iter().map(|entry| entry.bounds.upper).max()?;
        Some(Interval { lower, upper })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::Columns;
    use four_shapes_rules::{Rules, notation};

    fn evaluated(moves: &RootMoves) -> usize {
        let entries = moves.entries().iter();
        entries
            .filter(|entry| entry.evaluation.get().is_some())
            .count()
    }

    #[test]
    fn moves_are_evaluated_only_on_request() {
        let game = notation::parse(Rules::CLASSIC, "5455174361263362").unwrap();
        let position = game.position();
        let mut solver = Solver::new(Rules::CLASSIC, 1).unwrap();
        let mut columns = Columns::new(&mut solver, position).unwrap();
        let before = columns.clone();
        assert!(columns.search(&mut solver, u64::MAX));
        for entry in columns.moves.entries() {
            // What is proved needs no evaluation.
            let _ = columns.moves.estimate(entry);
        }
        assert_eq!(evaluated(&columns.moves), 0);
        assert!(
            before
                .moves
                .position_estimate(before.moves.position_bounds().unwrap())
                .is_some()
        );
        assert!(evaluated(&before.moves) > 2);
    }
}
