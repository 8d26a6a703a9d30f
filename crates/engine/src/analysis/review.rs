//! How a game went.

use super::{Analyzer, Value};
use crate::{
    Game, Position, Status, Step,
    players::Tree,
    solver::{Bounds, Goal, Progress},
};

/// The value of each position of a game: at once guesses, in time proofs, from the
/// end backwards, since late positions are easy and what is found out about
/// them helps with those before.
pub struct Review {
    analyzer: Analyzer,
    /// The position after each number of plies.
    positions: Vec<Position>,
    values: Vec<Option<Value>>,
    /// So many positions, from the first on, are left to look into.
    open: usize,
    /// What was spent on the last of them: positions searched or playouts.
    spent: u64,
    /// What was searched altogether.
    total: u64,
    /// Whether the search for the last of them has begun.
    begun: bool,
    tree: Option<Tree>,
}

impl Review {
    /// The most positions that are searched for one score.
    pub const MAX_NODES: u64 = 100_000_000;
    /// The most that are searched for all of them.
    pub const MAX_NODES_OF_ALL: u64 = 300_000_000;
    /// The most playouts for a position where there are no scores.
    pub const MAX_PLAYOUTS: u64 = 20_000;

    /// Of all moves of a game, those that were undone and can be redone included.
    pub fn new(mut analyzer: Analyzer, game: &Game) -> Self {
        let mut replayed = Game::new(game.rules());
        let mut positions = vec![replayed.position().clone()];
        let places = game.steps().iter().filter_map(|step| match step {
            Step::Place(cell) => Some(*cell),
            Step::Swap | Step::AgreeDraw => None,
        });
        for cell in places {
            let turn = replayed.turn().expect("every step was legal before");
            turn.play(cell).expect("every step was legal before");
            positions.push(replayed.position().clone());
        }
        let mut values = vec![None; positions.len()];
        let mut open = positions.len();
        let over = match replayed.status() {
            Status::ToMove(_) => None,
            Status::Won { .. } => Some(-1),
            Status::Drawn(_) => Some(0),
        };
        let has_scores = analyzer.solver(game.rules()).is_some();
        if let Some(outcome) = over {
            open -= 1;
            let last = &positions[open];
            let left = last.rules().cells() - last.pieces();
            let value = if has_scores {
                // The winner had one turn more than are left.
                Value::Proved(i32::from(outcome) * (left.cast_signed() as i32 / 2 + 1))
            } else {
                Value::Outcome(outcome)
            };
            values[open] = Some(seen(last, value));
        }
        if let Some(solver) = analyzer.solver(game.rules()) {
            for (position, value) in positions.iter().zip(&mut values).take(open) {
                let begun = solver.begin(position, Goal::Exact, None);
                begun.expect("the game went on here");
                let found = match solver.search(0) {
                    Progress::Done(score) => Value::Proved(score),
                    Progress::Paused(bounds) => Value::scored(bounds, solver.estimate()),
                };
                *value = Some(seen(position, found));
            }
        }
        Self {
            analyzer,
            positions,
            values,
            open,
            spent: 0,
            total: 0,
            begun: false,
            tree: None,
        }
    }

    /// Gives the analyst free for something else.
    pub fn into_analyst(self) -> Analyzer {
        self.analyzer
    }

    /// The value of the position after each number of plies, from 0 on; `None` is
    /// one that nothing is known of yet.
    ///
    /// In games of two it is that for player 0, who moved first, whoever's turn it
    /// is, so that a line through the values rises where player 0 does well. Among
    /// more players it is that for the player to move.
    pub fn values(&self) -> &[Option<Value>] {
        &self.values
    }

    /// The position after each number of plies.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Thinks on for about so many positions. `true` once nothing is left to find
    /// out, or what is left was too much, see [`MAX_NODES`](Self::MAX_NODES) and
    /// the other limits.
    pub fn think(&mut self, budget: u64) -> bool {
        let mut budget = budget;
        while let Some(at) = self.open.checked_sub(1) {
            let position = &self.positions[at];
            let (value, over, used) = if let Some(solver) = self.analyzer.solver(position.rules()) {
                if !self.begun {
                    let guess = self.values.get(at + 1).copied().flatten();
                    let guess = match guess.map(|next| seen(position, next)) {
                        Some(Value::Proved(score)) => Some(score),
                        _ => None,
                    };
                    let begun = solver.begin(position, Goal::Exact, guess);
                    begun.expect("the game went on here");
                    self.begun = true;
                }
                let before = solver.nodes();
                let most = Self::MAX_NODES.min(self.spent + Self::MAX_NODES_OF_ALL - self.total);
                let progress = solver.search(budget.min(most - self.spent));
                let used = solver.nodes() - before;
                let bounds = match progress {
                    Progress::Done(score) => Bounds {
                        lower: score,
                        upper: score,
                    },
                    Progress::Paused(bounds) => bounds,
                };
                let value = Value::scored(bounds, solver.estimate());
                self.spent = (self.spent + used).min(most);
                self.total = (self.total + used).min(Self::MAX_NODES_OF_ALL);
                let over = bounds.exact().is_some() || self.spent == most;
                (value, over, used)
            } else {
                let new = || self.analyzer.tree(position);
                let tree = self.tree.get_or_insert_with(new);
                let mut over = tree.grow(budget);
                let moves = tree.moves();
                let playouts: u64 = moves.iter().map(|one| u64::from(one.visits)).sum();
                over |= playouts >= Self::MAX_PLAYOUTS;
                // What a tree grows by is not told; it is about the budget.
                (Value::of_best(&moves), over, budget)
            };
            self.values[at] = Some(seen(position, value));
            budget = budget.saturating_sub(used);
            if !over {
                return false;
            }
            (self.open, self.spent, self.begun, self.tree) = (at, 0, false, None);
            if budget == 0 {
                break;
            }
        }
        self.open == 0
    }
}

/// The value of a position for player 0, by that for the player to move, or the other
/// way round.
fn seen(position: &Position, value: Value) -> Value {
    if position.rules().players() == 2 && position.to_move().index() == 1 {
        value.turned()
    } else {
        value
    }
}
