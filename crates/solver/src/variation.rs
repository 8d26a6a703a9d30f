//! The principal variation.

use super::{Progress, Search, Solver, Unsolvable, columns::Columns};
use four_shapes_rules::{Column, Position};
use std::borrow::BorrowMut;

/// A search for the principal variation: best play by both sides up to the end of the game. Of
/// several best moves it contains the most central.
///
/// `S` is a [`Solver`], or a box of or a mutable reference to one.
///
/// ```
/// use four_shapes_rules::{Rules, notation};
/// use four_shapes_solver::{Search, Solver, VariationSearch};
///
/// let rules = Rules::connect_four(6, 4)?;
/// let game = notation::parse(rules, "3344")?;
/// let mut solver = Solver::new(rules, Solver::DEFAULT_TABLE)?;
/// let mut search = VariationSearch::new(&mut solver, game.position())?;
/// while !search.run(1_000).is_done() {
///     println!("{:?} after {} nodes", search.moves(), search.nodes());
/// }
/// let line: Vec<String> = search.moves().iter().map(ToString::to_string).collect();
/// assert_eq!(line.join(" "), "2 3 5");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct VariationSearch<S> {
    solver: S,
    /// The position after the moves found so far.
    position: Position,
    columns: Option<Columns>,
    line: Vec<Column>,
    over: bool,
    nodes_before: u64,
}

impl<S: BorrowMut<Solver>> VariationSearch<S> {
    /// Starts a search for the line from a position.
    ///
    /// # Errors
    /// Same as [`Solver::check`].
    pub fn new(mut solver: S, position: &Position) -> Result<Self, Unsolvable> {
        let nodes_before = solver.borrow().nodes();
        let columns = Columns::new(solver.borrow_mut(), position)?;
        Ok(Self {
            solver,
            position: position.clone(),
            columns: Some(columns),
            line: Vec::new(),
            over: false,
            nodes_before,
        })
    }

    /// Returns the moves found so far.
    pub fn moves(&self) -> &[Column] {
        &self.line
    }

    /// Returns the number of nodes searched.
    pub fn nodes(&self) -> u64 {
        self.solver.borrow().nodes() - self.nodes_before
    }

    /// Returns the solver.
    ///
    /// ```
    /// use four_shapes_rules::{Position, Rules};
    /// use four_shapes_solver::{Search, Solver, VariationSearch};
    ///
    /// let rules = Rules::connect_four(5, 4)?;
    /// let solver = Solver::new(rules, Solver::DEFAULT_TABLE)?;
    /// let position = Position::new(rules);
    /// let mut search = VariationSearch::new(solver, &position)?;
    /// search.finish();
    /// let solver = search.into_solver();
    /// assert_eq!(solver.rules(), rules);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn into_solver(self) -> S {
        self.solver
    }
}

impl<S: BorrowMut<Solver>> Search for VariationSearch<S> {
    /// The columns up to the end of the game.
    type Answer = Vec<Column>;

    fn run(&mut self, nodes: u64) -> Progress<Vec<Column>> {
        let solver = self.solver.borrow_mut();
        let limit = solver.nodes().saturating_add(nodes);
        while !self.over {
            let columns = self.columns.get_or_insert_with(|| {
                let columns = Columns::new(solver, &self.position);
                columns.expect("the game goes on, and the solver has its rules")
            });
            if !columns.search(solver, limit) {
                return Progress::Paused;
            }
            let Some(&best) = columns.best().first() else {
                self.over = true;
                break;
            };
            let cell = self
                .position
                .drop(self.position.to_move(), best)
                .expect("the column is not full");
            self.line.push(best);
            self.columns = None;
            self.over = self.position.trace(cell).is_some() || self.position.is_full();
        }
        Progress::Done(self.line.clone())
    }
}
