//! Solving many positions at once, for `cargo xtask bench solver wasm columns`.

use four_shapes_rules::{Position, Rules, RulesConfig, notation};
use four_shapes_solver::{Solver, book::Book};
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// A solver of four in a row with positions to solve. They are parsed separately,
/// because parsing takes longer than solving the easiest of them.
#[wasm_bindgen]
pub struct TimedSolver {
    solver: Solver,
    positions: Vec<Position>,
}

#[wasm_bindgen]
impl TimedSolver {
    /// Creates a solver with the default table and without positions.
    ///
    /// # Errors
    /// Returns an error if the board is invalid or too large.
    #[wasm_bindgen(constructor)]
    pub fn new(columns: u32, rows: u32) -> Result<Self, JsError> {
        let rules = Rules::new(RulesConfig {
            columns,
            rows,
            ..Rules::CLASSIC.config()
        })?;
        Ok(Self {
            solver: Solver::new(rules, Solver::DEFAULT_TABLE)?,
            positions: Vec::new(),
        })
    }

    /// Sets the opening book.
    ///
    /// # Errors
    /// Returns an error if the book is invalid.
    pub fn use_book(&mut self, bytes: &[u8]) -> Result<(), JsError> {
        self.solver.use_book(Arc::new(Book::read(bytes)?));
        Ok(())
    }

    /// Replaces the positions, given by the moves of one on each line.
    ///
    /// # Errors
    /// Returns the first line that isn't a valid game.
    pub fn load(&mut self, lines: &str) -> Result<(), JsError> {
        let rules = self.solver.rules();
        let parse = |(index, moves)| match notation::parse(rules, moves) {
            Ok(game) => Ok(game.position().clone()),
            Err(error) => Err(JsError::new(&format!("line {}: {error}", index + 1))),
        };
        self.positions = lines
            .lines()
            .enumerate()
            .map(parse)
            .collect::<Result<_, _>>()?;
        Ok(())
    }

    /// Solves all positions, each with an empty table, and returns their scores.
    ///
    /// # Errors
    /// Returns an error if the game is over in one of them.
    pub fn solve(&mut self) -> Result<Vec<i32>, JsError> {
        let mut scores = Vec::with_capacity(self.positions.len());
        for position in &self.positions {
            self.solver.clear_table();
            scores.push(self.solver.solve(position)?.into());
        }
        Ok(scores)
    }

    /// Returns the score of each column of a position, starting with an empty table;
    /// `undefined` for full columns. Positions are counted from 0.
    ///
    /// # Errors
    /// Returns an error if the position doesn't exist or its game is over.
    pub fn columns(&mut self, index: usize) -> Result<Vec<JsValue>, JsError> {
        let position = self.positions.get(index);
        let position = position.ok_or_else(|| JsError::new(&format!("no position {index}")))?;
        self.solver.clear_table();
        let scores = self.solver.column_scores(position)?;
        let all = position.rules().all_columns();
        let scores = all.map(|column| scores.get(column).map(i32::from));
        Ok(scores.map(JsValue::from).collect())
    }

    /// Returns the number of nodes searched so far.
    #[allow(clippy::cast_precision_loss)] // exact up to 2⁵³
    pub fn nodes(&self) -> f64 {
        self.solver.nodes() as f64
    }
}
