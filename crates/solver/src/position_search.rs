//! A search that survives other uses of its solver.

use super::{Bounds, Goal, Progress, SearchId, Solver, Unsolvable};
use four_shapes_rules::Position;

/// A search of one position that can be resumed whatever its solver did in between.
///
/// Unlike [`Solver::search`], it never continues the search of another position: with another
/// solver, or one that has begun another search since, it begins again from the bounds proven so
/// far.
#[derive(Clone, Debug)]
pub struct PositionSearch {
    position: Position,
    goal: Goal,
    bounds: Bounds,
    /// The solver's search that this one continues.
    id: SearchId,
}

impl PositionSearch {
    /// Starts a search. A correct `guess` of the score speeds it up.
    ///
    /// # Errors
    /// As for [`Solver::begin`].
    pub fn new(
        solver: &mut Solver,
        position: &Position,
        goal: Goal,
        guess: Option<i32>,
    ) -> Result<Self, Unsolvable> {
        solver.begin(position, goal, guess)?;
        Ok(Self {
            position: position.clone(),
            goal,
            bounds: solver.bounds(),
            id: solver.search_id(),
        })
    }

    /// Continues until the answer is known or about `budget` more nodes are searched.
    ///
    /// # Errors
    /// Returns [`Unsolvable::OtherRules`] if the solver has other rules.
    pub fn search(&mut self, solver: &mut Solver, budget: u64) -> Result<Progress, Unsolvable> {
        if solver.search_id() != self.id {
            solver.begin(&self.position, self.goal, None)?;
            solver.narrow(self.bounds);
            self.id = solver.search_id();
        }
        let progress = solver.search(budget);
        self.bounds = solver.bounds();
        Ok(progress)
    }

    /// Returns the proven bounds.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }
}
