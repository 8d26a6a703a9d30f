//! Advice on the errors of a game: a better move and the reasons.

use super::{Analyzer, Hint, Judgement, best_of_tree};
use crate::explain::{Explanation, Fact, after_all};
use four_shapes_players::Tree;
use four_shapes_rules::{Cell, Position};
use four_shapes_solver::BestMoves;

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

/// The search for advice on an error.
pub(super) struct AdviceSearch {
    ply: usize,
    judgement: Judgement,
    played: Cell,
    stage: Stage,
    drawback: Option<Fact>,
}

enum Stage {
    /// Explaining the move.
    Played(Explanation),
    /// Finding the best move.
    Best { moves: BestMoves, spent: u64 },
    /// The same by a Monte Carlo tree, if the solver doesn't support the rules.
    Tree(Box<Tree>),
    /// Explaining the better move.
    Better(Cell, Explanation),
    /// Finding the moves after it.
    Line(Box<LineSearch>),
}

/// The search for moves that may follow a move.
struct LineSearch {
    advantage: Option<Fact>,
    line: Vec<Cell>,
    /// The position after the line.
    position: Position,
    moves: Option<BestMoves>,
    spent: u64,
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

    pub(super) fn new(position: &Position, ply: usize, judgement: Judgement, played: Cell) -> Self {
        let explanation = Explanation::new(position, played);
        Self {
            ply,
            judgement,
            played,
            stage: Stage::Played(explanation.expect("the move was made in a two-player game")),
            drawback: None,
        }
    }

    /// Continues for about `budget` nodes, and returns the advice when it is complete.
    pub(super) fn think(
        &mut self,
        position: &Position,
        analyzer: &mut Analyzer,
        budget: u64,
    ) -> Option<Advice> {
        match &mut self.stage {
            Stage::Played(explanation) => {
                if explanation.think(analyzer.solver(position.rules()), budget) {
                    let mut facts = explanation.facts().iter();
                    self.drawback = facts.find(|fact| fact.is_drawback(position)).cloned();
                    self.stage = best_move(position, analyzer);
                }
                None
            }
            Stage::Best { moves, spent } => {
                let solver = analyzer.solver(position.rules());
                let solver = solver.expect("it supports the rules");
                let before = solver.nodes();
                let done = moves.search(solver, budget);
                let done = done.expect("the solver has the position's rules");
                *spent += solver.nodes() - before;
                // One best move is enough.
                let best = moves.first_proven_best();
                if done || best.is_some() || *spent >= Self::MAX_NODES {
                    let best = best.or_else(|| moves.best_so_far());
                    let column = best.expect("the game is in progress");
                    let cell = position.landing(column).expect("the column is not full");
                    self.stage = better(position, cell);
                }
                None
            }
            Stage::Tree(tree) => {
                let done = tree.grow(budget);
                let moves = tree.moves();
                let playouts: u64 = moves.iter().map(|one| u64::from(one.visits)).sum();
                if done || playouts >= Self::MAX_PLAYOUTS {
                    let best = best_of_tree(moves);
                    self.stage = better(position, *best.first().expect("a move is legal"));
                }
                None
            }
            Stage::Better(cell, explanation) => {
                if !explanation.think(analyzer.solver(position.rules()), budget) {
                    return None;
                }
                let mut facts = explanation.facts().iter();
                let advantage = facts.find(|fact| fact.is_advantage(position)).cloned();
                let shown = advantage.iter().map(|fact| &fact.line);
                let mut shown = shown.filter(|line| line.first() == Some(cell));
                let line = shown.next().cloned().unwrap_or_else(|| vec![*cell]);
                let search = LineSearch {
                    advantage,
                    position: after_all(position, &line),
                    line,
                    moves: None,
                    spent: 0,
                };
                self.stage = Stage::Line(Box::new(search));
                None
            }
            Stage::Line(search) => {
                if !search.extend(analyzer, budget) {
                    return None;
                }
                let line = std::mem::take(&mut search.line);
                Some(Advice {
                    ply: self.ply,
                    judgement: self.judgement,
                    played: self.played,
                    better: line[0],
                    drawback: self.drawback.take(),
                    advantage: search.advantage.take(),
                    line,
                })
            }
        }
    }
}

impl LineSearch {
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
            let Some(solver) = analyzer.solver(self.position.rules()) else {
                return true;
            };
            let new = || {
                let moves = BestMoves::new(solver, &self.position);
                moves.expect("the game is in progress")
            };
            let moves = self.moves.get_or_insert_with(new);
            let before = solver.nodes();
            let done = moves.search(solver, budget);
            done.expect("the solver has the position's rules");
            self.spent += solver.nodes() - before;
            let Some(best) = moves.first_proven_best() else {
                return self.spent >= AdviceSearch::MAX_LINE_NODES;
            };
            self.moves = None;
            let landing = self.position.landing(best);
            landing.expect("the column is not full")
        };
        self.position = after_all(&self.position, &[next]);
        self.line.push(next);
        false
    }
}

fn better(position: &Position, cell: Cell) -> Stage {
    let explanation = Explanation::new(position, cell);
    Stage::Better(
        cell,
        explanation.expect("the move is legal in a two-player game"),
    )
}

fn best_move(position: &Position, analyzer: &mut Analyzer) -> Stage {
    if let Some(hint) = Hint::immediate(position) {
        return better(position, hint.cell);
    }
    match analyzer.solver(position.rules()) {
        Some(solver) => Stage::Best {
            moves: BestMoves::new(solver, position).expect("the game is in progress"),
            spent: 0,
        },
        None => Stage::Tree(Box::new(analyzer.tree(position))),
    }
}
