//! The explanation of a move, and how long the win takes that it leads to.

use crate::message::ExplanationReport;
use four_shapes_analysis::{
    Analyzer, Description, Value,
    explain::{Explanation, Fact},
};
use four_shapes_rules::{Cell, Position};
use four_shapes_solver::{Goal, PositionSearch, Progress, Unsolvable};

/// The maximum number of nodes of the search for the number of moves.
const MAX_NODES: u64 = 4_000_000;

pub(crate) struct MoveExplanation {
    position: Position,
    cell: Cell,
    explanation: Explanation,
    is_explained: bool,
    /// The search for the number of moves, after the explanation of a winning one.
    search: Option<PositionSearch>,
    spent: u64,
    moves_left: Option<u32>,
    analyzer: Analyzer,
}

impl MoveExplanation {
    /// Starts the explanation of a move; `None` if it can't be explained.
    pub(crate) fn new(position: &Position, cell: Cell, analyzer: Analyzer) -> Option<Self> {
        Some(Self {
            position: position.clone(),
            cell,
            explanation: Explanation::new(position, cell)?,
            is_explained: false,
            search: None,
            spent: 0,
            moves_left: None,
            analyzer,
        })
    }

    pub(crate) fn into_analyzer(self) -> Analyzer {
        self.analyzer
    }

    /// Continues for about `budget` nodes, and returns the report when it is complete.
    pub(crate) fn work(&mut self, budget: u64) -> Option<ExplanationReport> {
        if !self.is_explained {
            let solver = self.analyzer.solver(self.position.rules());
            self.is_explained = self.explanation.think(solver, budget);
            return None;
        }
        // Without a solver for the rules, the number stays unknown.
        self.count_moves(budget)
            .unwrap_or(true)
            .then(|| self.report())
    }

    /// Searches for the number of moves; returns whether that has ended.
    fn count_moves(&mut self, budget: u64) -> Result<bool, Unsolvable> {
        let Some(solver) = self.analyzer.solver(self.position.rules()) else {
            return Ok(true);
        };
        if self.explanation.outcome() != Some(1) {
            return Ok(true);
        }
        let mut after = self.position.clone();
        if after.place(after.to_move(), self.cell).is_err() {
            return Ok(true);
        }
        if after.trace(self.cell).is_some() {
            self.moves_left = Some(0);
            return Ok(true);
        }
        let search = match &mut self.search {
            Some(search) => search,
            None => self
                .search
                .insert(PositionSearch::new(solver, &after, Goal::Exact, None)?),
        };
        let before = solver.nodes();
        let progress = search.search(solver, budget)?;
        self.spent += solver.nodes() - before;
        let Progress::Done(score) = progress else {
            return Ok(self.spent >= MAX_NODES);
        };
        if let Description::Loses { moves } = Value::Proved(score).describe(&after) {
            self.moves_left = moves;
        }
        Ok(true)
    }

    fn report(&self) -> ExplanationReport {
        let find = |is_wanted: fn(&Fact, &Position) -> bool| {
            let mut facts = self.explanation.facts().iter();
            let fact = facts.find(|fact| is_wanted(fact, &self.position));
            fact.cloned().map(Into::into)
        };
        ExplanationReport {
            outcome: self.explanation.outcome(),
            moves_left: self.moves_left,
            drawback: find(Fact::is_drawback),
            advantage: find(Fact::is_advantage),
        }
    }
}
