//! The score of one column, for an analysis by another worker.

use crate::message::ColumnState;
use four_shapes_analysis::Analyzer;
use four_shapes_rules::{Column, Position};
use four_shapes_solver::{Goal, PositionSearch, Score, Search as _, Solver};
use std::ops::Neg as _;

pub(crate) struct ColumnSearch {
    analyzer: Analyzer,
    column: Column,
    /// The search of the position after the move.
    search: PositionSearch<Box<Solver>>,
}

impl ColumnSearch {
    /// Starts the search for the score of a column, of which something is known; `None` if there
    /// is nothing to search.
    pub(crate) fn new(
        position: &Position,
        known: ColumnState,
        guess: Option<Score>,
        mut analyzer: Analyzer,
    ) -> Option<Self> {
        let rules = position.rules();
        let column = rules.column(known.column.into())?;
        let mut after = position.clone();
        let cell = after.drop(position.to_move(), column).ok()?;
        if after.trace(cell).is_some() || after.is_full() {
            return None;
        }
        // From the point of view of the side that moves after the column.
        let (bounds, guess) = (known.bounds.for_opponent(), guess.map(Score::neg));
        let solver = analyzer.take_solver(rules)?;
        let search = PositionSearch::with_guess(solver, &after, Goal::Exact, guess);
        let mut search = search.ok()?;
        search.narrow(search.bounds().narrowed(bounds));
        Some(Self {
            analyzer,
            column,
            search,
        })
    }

    pub(crate) fn into_analyzer(mut self) -> Analyzer {
        self.analyzer.return_solver(self.search.into_solver());
        self.analyzer
    }

    /// Continues for about `budget` nodes. Returns what is known then.
    pub(crate) fn work(&mut self, budget: u64) -> ColumnState {
        let _ = self.search.run(budget);
        let bounds = self.search.bounds();
        ColumnState {
            column: self.column.index() as u8,
            bounds: bounds.for_opponent(),
            is_searched: bounds.exact().is_none(),
        }
    }
}
