//! The search of a single position.

use super::{Bounds, Goal, Progress, Search, Solver, Unsolvable, evaluation::Chances};
use four_shapes_rules::Position;
use std::borrow::BorrowMut;

/// A search for the score of a position, or for less ([`Goal`]).
///
/// `S` is a [`Solver`], or a box of or a mutable reference to one.
pub struct PositionSearch<S> {
    solver: S,
    position: Position,
    goal: Goal,
    nodes_before: u64,
}

impl<S: BorrowMut<Solver>> PositionSearch<S> {
    /// Starts a search.
    ///
    /// # Errors
    /// As for [`Solver::check`].
    pub fn new(solver: S, position: &Position, goal: Goal) -> Result<Self, Unsolvable> {
        Self::with_guess(solver, position, goal, None)
    }

    /// Starts a search with a guess of the score. A correct one speeds it up.
    ///
    /// # Errors
    /// As for [`Solver::check`].
    pub fn with_guess(
        mut solver: S,
        position: &Position,
        goal: Goal,
        guess: Option<i32>,
    ) -> Result<Self, Unsolvable> {
        solver.borrow_mut().begin(position, goal, guess)?;
        let nodes_before = solver.borrow().nodes();
        Ok(Self {
            solver,
            position: position.clone(),
            goal,
            nodes_before,
        })
    }

    /// Returns the same search for another thread, with a solver that
    /// [shares](Solver::share) the table.
    #[must_use]
    pub fn share(&mut self) -> PositionSearch<Solver> {
        let solver = self.solver.borrow_mut().share();
        let search = PositionSearch::new(solver, &self.position, self.goal);
        let mut search = search.expect("the solver has the same rules");
        search.narrow(self.bounds());
        search
    }

    /// Takes over bounds that another solver has proved for the position, unless they contradict
    /// the known ones.
    pub fn narrow(&mut self, bounds: Bounds) {
        self.solver.borrow_mut().narrow(bounds);
    }

    /// Returns the bounds that are proved so far. With [`Goal::Outcome`] they are bounds of the
    /// outcome.
    pub fn bounds(&self) -> Bounds {
        self.solver.borrow().bounds()
    }

    /// Returns the chances of the side to move by an [`evaluation`](crate::evaluation), as far as
    /// the [bounds](Self::bounds) leave them open.
    pub fn estimate(&self) -> Chances {
        self.solver.borrow().estimate()
    }

    /// Returns the number of nodes searched.
    pub fn nodes(&self) -> u64 {
        self.solver.borrow().nodes() - self.nodes_before
    }

    /// Returns the solver.
    pub fn into_solver(self) -> S {
        self.solver
    }
}

impl<S: BorrowMut<Solver>> Search for PositionSearch<S> {
    /// The score, its sign, or a bound of it, depending on the [`Goal`].
    type Answer = i32;

    fn run(&mut self, nodes: u64) -> Progress<i32> {
        self.solver.borrow_mut().advance(nodes)
    }
}
