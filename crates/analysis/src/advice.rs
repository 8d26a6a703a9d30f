//! Advice on the errors of a game: a better move and the reasons.

use super::{Analyzer, Hint, Judgement, best_of_tree};
use crate::explain::{Explanation, Fact};
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
}

impl AdviceSearch {
    /// The maximum number of nodes to find a best move.
    const MAX_NODES: u64 = 4_000_000;
    /// The same in playouts, if the solver doesn't support the rules.
    const MAX_PLAYOUTS: u64 = 20_000;

    pub(super) fn new(position: &Position, ply: usize, judgement: Judgement, played: Cell) -> Self {
        let explanation = Explanation::new(position, played);
        Self {
            ply,
            judgement,
            played,
            stage: Stage::Played(explanation.expect("the move was made in a game of two")),
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
                Some(Advice {
                    ply: self.ply,
                    judgement: self.judgement,
                    played: self.played,
                    better: *cell,
                    drawback: self.drawback.take(),
                    advantage: facts.find(|fact| fact.is_advantage(position)).cloned(),
                })
            }
        }
    }
}

fn better(position: &Position, cell: Cell) -> Stage {
    let explanation = Explanation::new(position, cell);
    Stage::Better(
        cell,
        explanation.expect("the move is legal in a game of two"),
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
