//! The search of a single position.

use super::{Bounds, Goal, Progress, Score, Search, Solver, Unsolvable, evaluation::Chances};
use four_shapes_rules::Position;
use std::borrow::BorrowMut;

/// A search for the score of a position, or for less ([`Goal`]).
///
/// `S` is a [`Solver`], or a box of or a mutable reference to one.
///
/// ```
/// use four_shapes_rules::{Position, Rules};
/// use four_shapes_solver::{Goal, PositionSearch, Progress, Search, Solver};
///
/// let rules = Rules::connect_four(5, 4)?;
/// let mut solver = Solver::new(rules, Solver::DEFAULT_TABLE)?;
/// let position = Position::new(rules);
/// let mut search = PositionSearch::new(&mut solver, &position, Goal::Exact)?;
/// let bounds = loop {
///     match search.run(1_000) {
///         Progress::Done(bounds) => break bounds,
///         Progress::Paused => println!("{:?}, {} nodes", search.bounds(), search.nodes()),
///     }
/// };
/// assert!(bounds.exact().is_some());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
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
    /// Same as [`Solver::check`].
    pub fn new(solver: S, position: &Position, goal: Goal) -> Result<Self, Unsolvable> {
        Self::with_guess(solver, position, goal, None)
    }

    /// Starts a search with a guess of the score. A correct one speeds it up.
    ///
    /// # Errors
    /// Same as [`Solver::check`].
    ///
    /// ```
    /// use four_shapes_rules::{Position, Rules};
    /// use four_shapes_solver::{Goal, PositionSearch, Score, Search, Solver};
    ///
    /// let rules = Rules::connect_four(5, 4)?;
    /// let mut solver = Solver::new(rules, Solver::DEFAULT_TABLE)?;
    /// let position = Position::new(rules);
    /// let guess = Some(Score::DRAW);
    /// let mut search = PositionSearch::with_guess(&mut solver, &position, Goal::Exact, guess)?;
    /// assert_eq!(search.finish().exact(), Some(Score::DRAW));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_guess(
        mut solver: S,
        position: &Position,
        goal: Goal,
        guess: Option<Score>,
    ) -> Result<Self, Unsolvable> {
        let guess = guess.map(i32::from);
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
    ///
    /// ```
    /// use four_shapes_rules::{Position, Rules};
    /// use four_shapes_solver::{Goal, PositionSearch, Search, Solver};
    ///
    /// let rules = Rules::connect_four(5, 4)?;
    /// let mut solver = Solver::new(rules, Solver::DEFAULT_TABLE)?;
    /// let position = Position::new(rules);
    /// let mut search = PositionSearch::new(&mut solver, &position, Goal::Exact)?;
    /// let mut second = search.share();
    /// let answers = std::thread::scope(|scope| {
    ///     let second = scope.spawn(|| second.finish());
    ///     [search.finish(), second.join().expect("no panic")]
    /// });
    /// assert_eq!(answers[0], answers[1]);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// use four_shapes_rules::{Position, Rules};
    /// use four_shapes_solver::{Goal, PositionSearch, Search, Solver};
    ///
    /// let rules = Rules::connect_four(5, 4)?;
    /// let mut solver = Solver::new(rules, Solver::DEFAULT_TABLE)?;
    /// let position = Position::new(rules);
    /// let mut search = PositionSearch::new(&mut solver, &position, Goal::Exact)?;
    /// let proved = search.share().finish();
    /// search.narrow(proved);
    /// assert_eq!(search.bounds(), proved);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn narrow(&mut self, bounds: Bounds) {
        self.solver.borrow_mut().narrow(bounds.into());
    }

    /// Returns the bounds that are proved so far.
    pub fn bounds(&self) -> Bounds {
        let bounds = self.solver.borrow().bounds();
        match self.goal {
            Goal::Exact | Goal::AtLeast(_) => bounds.into(),
            Goal::Outcome => {
                let empty = self.position.rules().cells() - self.position.piece_count();
                bounds.of_outcome(empty.cast_signed() as i32).into()
            }
        }
    }

    /// Returns the chances of the side to move by an [`evaluation`](crate::evaluation), as far as
    /// the [bounds](Self::bounds) leave them open.
    ///
    /// ```
    /// use four_shapes_rules::{Position, Rules};
    /// use four_shapes_solver::{Goal, PositionSearch, Solver};
    ///
    /// let solver = Solver::new(Rules::CLASSIC, Solver::DEFAULT_TABLE)?;
    /// let position = Position::new(Rules::CLASSIC);
    /// let search = PositionSearch::new(solver, &position, Goal::Exact)?;
    /// assert!(search.estimate().percent() > 50); // to move first is an advantage
    /// # Ok::<_, four_shapes_solver::Unsolvable>(())
    /// ```
    pub fn estimate(&self) -> Chances {
        self.solver.borrow().estimate()
    }

    /// Returns the number of nodes searched.
    pub fn nodes(&self) -> u64 {
        self.solver.borrow().nodes() - self.nodes_before
    }

    /// Returns the solver.
    ///
    /// ```
    /// use four_shapes_rules::{Position, Rules};
    /// use four_shapes_solver::{Goal, PositionSearch, Search, Solver};
    ///
    /// let rules = Rules::connect_four(5, 4)?;
    /// let solver = Solver::new(rules, Solver::DEFAULT_TABLE)?;
    /// let position = Position::new(rules);
    /// let mut search = PositionSearch::new(solver, &position, Goal::Exact)?;
    /// search.finish();
    /// let solver = search.into_solver();
    /// assert_eq!(solver.rules(), rules);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn into_solver(self) -> S {
        self.solver
    }
}

impl<S: BorrowMut<Solver>> Search for PositionSearch<S> {
    /// Bounds that reach the [`Goal`]: those of [`Goal::Exact`] meet, those of [`Goal::Outcome`]
    /// have the same outcome, and those of [`Goal::AtLeast`] are on the same side of the value.
    type Answer = Bounds;

    fn run(&mut self, nodes: u64) -> Progress<Bounds> {
        match self.solver.borrow_mut().advance(nodes) {
            Progress::Done(()) => Progress::Done(self.bounds()),
            Progress::Paused => Progress::Paused,
        }
    }
}
