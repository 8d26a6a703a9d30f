//! Monte Carlo tree search.
//!
//! Selection is PUCT. A node counts the results of the player who made its move, which works
//! for any number of players (max<sup>n</sup>). Proven outcomes are backed up as in
//! MCTS-Solver.

mod endgame;
mod node;
mod playout;
mod prior;
mod state;
mod threats;
mod threes;
mod tree;
mod tuning;
mod windows;

use super::{Choice, ComputerPlayer, Progress, Search, TurnContext};
use four_shapes_rules::{Position, Rules};

pub use threats::forced_win;
pub use tree::{Tree, TreeMove};
pub use tuning::Tuning;

/// A player by Monte Carlo tree search, which thinks until the decision is proven or a
/// number of playouts is reached.
pub struct Mcts {
    tree: Tree,
    playouts: u64,
}

impl Mcts {
    /// Creates a player that stops after `playouts`. `memory` limits the tree, as in
    /// [`Tree::new`].
    ///
    /// ```
    /// use four_shapes_players::{ComputerPlayer, Mcts, TurnContext};
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::CLASSIC, "112233")?;
    /// let turn = TurnContext::from_game(&game).expect("the game is not over");
    /// let mut player = Mcts::new(game.rules(), 1_000, 1 << 20);
    /// assert_eq!(player.choose(&turn, 1).cell(), Some("D1".parse()?));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(rules: Rules, playouts: u64, memory: usize) -> Self {
        Self::with_tuning(rules, playouts, memory, Tuning::default())
    }

    /// Creates a player with other constants than the default.
    ///
    /// ```
    /// use four_shapes_players::{ComputerPlayer, Mcts, TurnContext, Tuning};
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::CLASSIC, "112233")?;
    /// let turn = TurnContext::from_game(&game).expect("the game is not over");
    /// let tuning = Tuning { exploration: 2.0, ..Tuning::default() };
    /// let mut player = Mcts::with_tuning(game.rules(), 1_000, 1 << 20, tuning);
    /// assert_eq!(player.choose(&turn, 1).cell(), Some("D1".parse()?));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_tuning(rules: Rules, playouts: u64, memory: usize, tuning: Tuning) -> Self {
        Self {
            tree: Tree::with_tuning(&Position::new(rules), 0, memory, tuning),
            playouts,
        }
    }
}

impl ComputerPlayer for Mcts {
    fn begin(&mut self, turn: &TurnContext, seed: u64) {
        self.tree.restart(turn.position(), seed);
    }

    fn best_so_far(&self) -> Choice {
        Choice::Place(self.tree.best().expect("a turn has a move"))
    }

    fn percent(&self) -> u8 {
        let done = u128::from(self.tree.playouts()) * 100 / u128::from(self.playouts.max(1));
        done.min(99) as u8
    }
}

impl Search for Mcts {
    type Answer = Choice;

    fn run(&mut self, nodes: u64) -> Progress<Choice> {
        if self.tree.think(nodes, self.playouts) {
            Progress::Done(self.best_so_far())
        } else {
            Progress::Paused
        }
    }
}
