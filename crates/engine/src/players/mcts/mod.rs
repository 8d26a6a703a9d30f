//! Monte Carlo tree search.
//!
//! A tree grows from the position, a leaf for each playout, where it promises
//! most; the playouts' results are counted along the way, for each move what it
//! brought the player who made it, so that it is the same for any number of
//! players (max<sup>n</sup>). What is certain spreads through the tree as proofs.

mod ending;
mod node;
mod playout;
mod prior;
mod state;
mod threats;
mod tree;

use super::{Choice, Computer, Progress, Situation};
use crate::{Position, Rules};

pub use tree::{Tree, TreeMove};

/// Thinks until it is stopped, has proved a move, or has played so many playouts.
pub struct Mcts {
    tree: Tree,
    playouts: u64,
}

impl Mcts {
    /// A player. Its tree takes up to so many bytes, as [`Tree::new`] has it.
    pub fn new(rules: Rules, playouts: u64, memory: usize) -> Self {
        Self {
            tree: Tree::new(&Position::new(rules), 0, memory),
            playouts,
        }
    }
}

impl Computer for Mcts {
    fn begin(&mut self, turn: &Situation, seed: u64) {
        self.tree.restart(turn.position(), seed);
    }

    fn think(&mut self, budget: u64) -> Progress {
        let decided = self.tree.think(budget, self.playouts);
        let best = Choice::Place(self.tree.best().expect("a turn has a move"));
        if decided {
            return Progress::Chosen(best);
        }
        let done = u128::from(self.tree.playouts()) * 100 / u128::from(self.playouts.max(1));
        Progress::Thinking {
            best,
            percent: done.min(99) as u8,
        }
    }
}
