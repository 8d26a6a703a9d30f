//! What all searches have in common.

/// A search that runs in slices, so that its caller stays responsive and can stop it at any time.
///
/// A search has its [`Solver`](crate::Solver) for itself, owned or borrowed, until it is dropped
/// or gives it back: between two slices, nothing else can use it.
///
/// ```
/// use four_shapes_rules::{Position, Rules};
/// use four_shapes_solver::{Goal, PositionSearch, Progress, Search, Solver};
///
/// let mut solver = Solver::new(Rules::CLASSIC, Solver::DEFAULT_TABLE)?;
/// let position = Position::new(Rules::CLASSIC);
/// let mut search = PositionSearch::new(&mut solver, &position, Goal::Exact)?;
/// if let Progress::Paused = search.run(10_000) {
///     println!("a score of {:?} so far", search.bounds());
/// }
/// # Ok::<_, four_shapes_solver::Unsolvable>(())
/// ```
///
/// ```compile_fail,E0499
/// # use four_shapes_rules::{Position, Rules};
/// # use four_shapes_solver::{Goal, PositionSearch, Search, Solver};
/// # let mut solver = Solver::new(Rules::CLASSIC, Solver::DEFAULT_TABLE)?;
/// # let position = Position::new(Rules::CLASSIC);
/// let mut search = PositionSearch::new(&mut solver, &position, Goal::Exact)?;
/// search.run(10_000);
/// solver.solve(&position)?; // the search has it
/// search.run(10_000);
/// # Ok::<_, four_shapes_solver::Unsolvable>(())
/// ```
pub trait Search {
    /// What the search finds.
    type Answer;

    /// Continues until the answer is known or about `nodes` more nodes are searched.
    fn run(&mut self, nodes: u64) -> Progress<Self::Answer>;

    /// Continues until the answer is known.
    fn finish(&mut self) -> Self::Answer {
        loop {
            if let Progress::Done(answer) = self.run(u64::MAX) {
                return answer;
            }
        }
    }
}

/// The state of a search at the end of a slice.
///
/// ```
/// use four_shapes_solver::Progress;
///
/// let progress = Progress::Done(7);
/// assert!(progress.is_done());
/// assert_eq!(progress.done(), Some(7));
/// assert_eq!(Progress::<u8>::Paused.done(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress<A> {
    /// The answer.
    Done(A),
    /// The nodes of the slice are used up.
    Paused,
}

impl<A> Progress<A> {
    /// Returns the answer if the search is done.
    pub fn done(self) -> Option<A> {
        match self {
            Self::Done(answer) => Some(answer),
            Self::Paused => None,
        }
    }

    /// Returns whether the search is done.
    pub fn is_done(&self) -> bool {
        matches!(self, Self::Done(_))
    }
}
