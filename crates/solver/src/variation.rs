//! The principal variation.

use super::{Goal, Progress, Search, Solver, Unsolvable, columns::Columns};
use four_shapes_rules::{Column, Position};
use std::borrow::BorrowMut;

/// A search for the principal variation: best play by both sides up to the end of the game. Of
/// several best moves it contains the most central.
///
/// `S` is a [`Solver`], or a box of or a mutable reference to one.
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
    /// As for [`Solver::check`].
    pub fn new(mut solver: S, position: &Position) -> Result<Self, Unsolvable> {
        let nodes_before = solver.borrow().nodes();
        let columns = Columns::new(solver.borrow_mut(), position, Goal::Exact)?;
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
                let columns = Columns::new(solver, &self.position, Goal::Exact);
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
