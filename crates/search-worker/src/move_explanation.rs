//! The explanation of a move, and how long the win takes that it leads to.

use crate::message::ExplanationReport;
use four_shapes_analysis::{
    Analyzer, Description, Value,
    explain::{ExplanationSearch, Fact},
};
use four_shapes_rules::{Cell, Position};
use four_shapes_solver::{Bounds, Goal, Outcome, PositionSearch, Progress, Search, Solver};

/// The maximum number of nodes of the search for the number of moves.
const MAX_NODES: u64 = 4_000_000;

pub(crate) struct MoveExplanation {
    position: Position,
    cell: Cell,
    stage: Stage,
    /// The outcome of the move, once it is explained, and the facts.
    outcome: Option<Outcome>,
    facts: Vec<Fact>,
    moves_left: Option<u32>,
    analyzer: Analyzer,
}

enum Stage {
    Explaining(Box<ExplanationSearch<Box<Solver>>>),
    /// Counting the moves to a win.
    Counting(PositionSearch<Box<Solver>>),
    Done,
}

impl MoveExplanation {
    /// Starts the explanation of a move; `None` if it can't be explained.
    pub(crate) fn new(position: &Position, cell: Cell, mut analyzer: Analyzer) -> Option<Self> {
        let solver = analyzer.take_solver(position.rules());
        let explanation = ExplanationSearch::new(position, cell, solver)?;
        Some(Self {
            position: position.clone(),
            cell,
            stage: Stage::Explaining(Box::new(explanation)),
            outcome: None,
            facts: Vec::new(),
            moves_left: None,
            analyzer,
        })
    }

    pub(crate) fn into_analyzer(mut self) -> Analyzer {
        let solver = match self.stage {
            Stage::Explaining(explanation) => explanation.into_solver(),
            Stage::Counting(search) => Some(search.into_solver()),
            Stage::Done => None,
        };
        self.analyzer.return_solver(solver);
        self.analyzer
    }

    /// Continues for about `budget` nodes, and returns the report when it is complete.
    pub(crate) fn work(&mut self, budget: u64) -> Option<ExplanationReport> {
        match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::Explaining(mut explanation) => {
                let Progress::Done(facts) = explanation.run(budget) else {
                    self.stage = Stage::Explaining(explanation);
                    return None;
                };
                self.facts = facts;
                self.outcome = explanation.outcome();
                if let Some(solver) = explanation.into_solver() {
                    self.stage = self.count_moves(solver);
                }
                None
            }
            Stage::Counting(mut search) => {
                let progress = search.run(budget);
                if !progress.is_done() && search.nodes() < MAX_NODES {
                    self.stage = Stage::Counting(search);
                    return None;
                }
                let mut after = self.position.clone();
                let _ = after.place(after.to_move(), self.cell);
                let value = progress.done().and_then(Bounds::exact).map(Value::Proved);
                if let Some(Description::Loses { moves }) = value.map(|it| it.describe(&after)) {
                    self.moves_left = moves;
                }
                self.analyzer.return_solver(search.into_solver());
                Some(self.report())
            }
            Stage::Done => Some(self.report()),
        }
    }

    /// Starts to count the moves to a win, unless the move doesn't win or completes a line.
    fn count_moves(&mut self, solver: Box<Solver>) -> Stage {
        let after = self.position.play(self.cell);
        if let (Some(Outcome::Win), Ok(after)) = (self.outcome, after) {
            if after.trace(self.cell).is_some() {
                self.moves_left = Some(0);
            } else if solver.check(&after).is_ok() {
                let search = PositionSearch::new(solver, &after, Goal::Exact);
                return Stage::Counting(search.expect("it was checked"));
            }
        }
        self.analyzer.return_solver(solver);
        Stage::Done
    }

    fn report(&self) -> ExplanationReport {
        let find = |is_wanted: fn(&Fact, &Position) -> bool| {
            let mut facts = self.facts.iter();
            let fact = facts.find(|fact| is_wanted(fact, &self.position));
            fact.cloned().map(Into::into)
        };
        ExplanationReport {
            outcome: self.outcome,
            moves_left: self.moves_left,
            drawback: find(Fact::is_drawback),
            advantage: find(Fact::is_advantage),
        }
    }
}
