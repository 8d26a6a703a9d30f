//! Advice on the errors of a game: a better move and the reasons.

use super::{Analyzer, Hint, Judgement, best_of_tree};
use crate::explain::{ExplanationSearch, Fact, after_all};
use four_shapes_players::Tree;
use four_shapes_rules::{Cell, Position};
use four_shapes_solver::{BestMoveSearch, Search, Solver};
use std::ops::ControlFlow;

/// Advice on an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The number of moves before the error.
    pub ply: usize,
    /// The judgement of the move.
    pub judgement: Judgement,
    /// The move.
    pub played: Cell,
    /// A better move.
    pub better: Cell,
    /// What is wrong with the move.
    pub drawback: Option<Fact>,
    /// What is good about the better move.
    pub advantage: Option<Fact>,
    /// The better move and what may follow it: the moves that show the advantage, or else good
    /// moves of both sides.
    pub line: Vec<Cell>,
}

type Explanation = ExplanationSearch<Box<Solver>>;
type BestMove = BestMoveSearch<Box<Solver>>;

/// The search for advice on an error.
pub(super) struct AdviceSearch {
    ply: usize,
    judgement: Judgement,
    played: Cell,
    drawback: Option<Fact>,
    /// `None` once the advice is complete.
    stage: Option<Stage>,
}

enum Stage {
    /// Explaining the move.
    Played(Box<Explanation>),
    /// Finding the best move.
    Best(Box<BestMove>),
    /// The same by a Monte Carlo tree, if the solver doesn't support the rules.
    Tree(Box<Tree>),
    /// Explaining the better move.
    Better(Cell, Box<Explanation>),
    /// Finding the moves after it.
    Line(Box<LineSearch>),
}

/// The search for moves that may follow a move.
struct LineSearch {
    advantage: Option<Fact>,
    line: Vec<Cell>,
    /// The position after the line.
    position: Position,
    /// The search for the next move.
    next: Option<BestMove>,
    nodes: u64,
}

impl AdviceSearch {
    /// The maximum number of nodes to find a best move.
    const MAX_NODES: u64 = 4_000_000;
    /// The maximum number of nodes to find the moves after the better one.
    const MAX_LINE_NODES: u64 = 1_000_000;
    /// The number of moves after which a line ends that shows no advantage.
    const MAX_LINE: usize = 5;
    /// The same in playouts, if the solver doesn't support the rules.
    const MAX_PLAYOUTS: u64 = 20_000;

    pub(super) fn new(
        position: &Position,
        ply: usize,
        judgement: Judgement,
        played: Cell,
        analyzer: &mut Analyzer,
    ) -> Self {
        let explanation = explanation(position, played, analyzer);
        Self {
            ply,
            judgement,
            played,
            drawback: None,
            stage: Some(Stage::Played(explanation)),
        }
    }

    /// Returns the analyzer's solver, if the search has it.
    pub(super) fn into_solver(self) -> Option<Box<Solver>> {
        match self.stage? {
            Stage::Played(explanation) | Stage::Better(_, explanation) => explanation.into_solver(),
            Stage::Best(search) => Some(search.into_solver()),
            Stage::Tree(_) => None,
            Stage::Line(search) => search.next.map(BestMoveSearch::into_solver),
        }
    }

    /// Continues for about `budget` nodes, and returns the advice when it is complete.
    pub(super) fn think(
        &mut self,
        position: &Position,
        analyzer: &mut Analyzer,
        budget: u64,
    ) -> Option<Advice> {
        let stage = self.stage.take()?;
        match self.advance(stage, position, analyzer, budget) {
            ControlFlow::Break(advice) => Some(advice),
            ControlFlow::Continue(stage) => {
                self.stage = Some(stage);
                None
            }
        }
    }

    /// Returns the advice or the next stage.
    fn advance(
        &mut self,
        stage: Stage,
        position: &Position,
        analyzer: &mut Analyzer,
        budget: u64,
    ) -> ControlFlow<Advice, Stage> {
        ControlFlow::Continue(match stage {
            Stage::Played(mut explanation) => {
                if !explanation.run(budget).is_done() {
                    return ControlFlow::Continue(Stage::Played(explanation));
                }
                let mut facts = explanation.facts().iter();
                self.drawback = facts.find(|fact| fact.is_drawback(position)).cloned();
                analyzer.return_solver(explanation.into_solver());
                best_move(position, analyzer)
            }
            Stage::Best(mut search) => {
                let is_done = search.run(budget).is_done();
                // One best move is enough.
                let best = search.first_proved_best();
                if !is_done && best.is_none() && search.nodes() < Self::MAX_NODES {
                    return ControlFlow::Continue(Stage::Best(search));
                }
                let best = best.or_else(|| search.best_so_far());
                let column = best.expect("the game is in progress");
                let cell = position.landing(column).expect("the column is not full");
                analyzer.return_solver(search.into_solver());
                better(position, cell, analyzer)
            }
            Stage::Tree(mut tree) => {
                let is_done = tree.grow(budget);
                let moves = tree.moves();
                let playouts: u64 = moves.iter().map(|one| u64::from(one.visits)).sum();
                if !is_done && playouts < Self::MAX_PLAYOUTS {
                    return ControlFlow::Continue(Stage::Tree(tree));
                }
                let best = best_of_tree(moves);
                better(position, *best.first().expect("a move is legal"), analyzer)
            }
            Stage::Better(cell, mut explanation) => {
                if !explanation.run(budget).is_done() {
                    return ControlFlow::Continue(Stage::Better(cell, explanation));
                }
                let mut facts = explanation.facts().iter();
                let advantage = facts.find(|fact| fact.is_advantage(position)).cloned();
                analyzer.return_solver(explanation.into_solver());
                Stage::Line(Box::new(LineSearch::new(position, cell, advantage)))
            }
            Stage::Line(mut search) => {
                if !search.extend(analyzer, budget) {
                    return ControlFlow::Continue(Stage::Line(search));
                }
                let LineSearch {
                    advantage,
                    line,
                    next,
                    ..
                } = *search;
                analyzer.return_solver(next.map(BestMoveSearch::into_solver));
                return ControlFlow::Break(Advice {
                    ply: self.ply,
                    judgement: self.judgement,
                    played: self.played,
                    better: line[0],
                    drawback: self.drawback.take(),
                    advantage,
                    line,
                });
            }
        })
    }
}

impl LineSearch {
    /// Starts with a move and those that show its advantage, if they begin with it.
    fn new(position: &Position, cell: Cell, advantage: Option<Fact>) -> Self {
        let shown = advantage.iter().map(|fact| &fact.line);
        let mut shown = shown.filter(|line| line.first() == Some(&cell));
        let line = shown.next().cloned().unwrap_or_else(|| vec![cell]);
        Self {
            advantage,
            position: after_all(position, &line),
            line,
            next: None,
            nodes: 0,
        }
    }

    /// Continues for about `budget` nodes. Returns whether the line is complete: a line that shows
    /// an advantage is, and so is one that nothing more is known about.
    fn extend(&mut self, analyzer: &mut Analyzer, budget: u64) -> bool {
        let last = *self.line.last().expect("the line has the better move");
        let is_over = self.position.trace(last).is_some() || self.position.is_full();
        let is_shown = self
            .advantage
            .as_ref()
            .is_some_and(|fact| fact.line.len() > 2 && fact.line == self.line);
        if is_over || is_shown || self.line.len() >= AdviceSearch::MAX_LINE {
            return true;
        }
        let next = if let Some(hint) = Hint::immediate(&self.position) {
            hint.cell
        } else {
            if self.next.is_none() {
                let solver = analyzer.take_solver(self.position.rules());
                let search = solver.map(|solver| BestMoveSearch::new(solver, &self.position));
                self.next = search.map(|search| search.expect("the game is in progress"));
            }
            let Some(search) = &mut self.next else {
                return true;
            };
            let before = search.nodes();
            let _ = search.run(budget);
            self.nodes += search.nodes() - before;
            let Some(best) = search.first_proved_best() else {
                return self.nodes >= AdviceSearch::MAX_LINE_NODES;
            };
            analyzer.return_solver(self.next.take().map(BestMoveSearch::into_solver));
            let landing = self.position.landing(best);
            landing.expect("the column is not full")
        };
        self.position = after_all(&self.position, &[next]);
        self.line.push(next);
        false
    }
}

fn explanation(position: &Position, cell: Cell, analyzer: &mut Analyzer) -> Box<Explanation> {
    let solver = analyzer.take_solver(position.rules());
    let explanation = ExplanationSearch::new(position, cell, solver);
    Box::new(explanation.expect("the move is legal in a two-player game"))
}

fn better(position: &Position, cell: Cell, analyzer: &mut Analyzer) -> Stage {
    Stage::Better(cell, explanation(position, cell, analyzer))
}

fn best_move(position: &Position, analyzer: &mut Analyzer) -> Stage {
    if let Some(hint) = Hint::immediate(position) {
        return better(position, hint.cell, analyzer);
    }
    match analyzer.take_solver(position.rules()) {
        Some(solver) => {
            let search = BestMoveSearch::new(solver, position);
            Stage::Best(Box::new(search.expect("the game is in progress")))
        }
        None => Stage::Tree(Box::new(analyzer.tree(position))),
    }
}
