//! The solver as a WebAssembly module of its own, to measure it: `cargo xtask
//! bench solver wasm columns`. The page has another way to it.

use four_shapes_engine::{
    Position, Rules, notation,
    solver::{Columns, Goal, Solver, Unsolvable, book::Book},
};
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// A solver of the classic game, and positions for it. Reading them is apart
/// from solving them, because it takes longer than solving the easiest.
#[wasm_bindgen]
pub struct Probe {
    solver: Solver,
    positions: Vec<Position>,
}

#[wasm_bindgen]
impl Probe {
    /// With the memory that suits most, and no positions.
    ///
    /// # Errors
    /// None that is known.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Result<Self, JsError> {
        Ok(Self {
            solver: Solver::new(Rules::CLASSIC, Solver::DEFAULT_TABLE)?,
            positions: Vec::new(),
        })
    }

    /// Takes an opening book.
    ///
    /// # Errors
    /// If it is none.
    pub fn use_book(&mut self, bytes: &[u8]) -> Result<(), JsError> {
        self.solver.use_book(Arc::new(Book::read(bytes)?));
        Ok(())
    }

    /// Takes positions in place of those before, the moves of each on a line.
    ///
    /// # Errors
    /// The first line that is no game.
    pub fn load(&mut self, lines: &str) -> Result<(), JsError> {
        let read = |(at, moves)| match notation::parse(Rules::CLASSIC, moves) {
            Ok(game) => Ok(game.position().clone()),
            Err(error) => Err(JsError::new(&format!("line {}: {error}", at + 1))),
        };
        self.positions = lines
            .lines()
            .enumerate()
            .map(read)
            .collect::<Result<_, _>>()?;
        Ok(())
    }

    /// Solves all positions, each from scratch; their scores.
    ///
    /// # Errors
    /// If the game is over in one of them.
    pub fn solve(&mut self) -> Result<Vec<i32>, JsError> {
        let mut scores = Vec::with_capacity(self.positions.len());
        for position in &self.positions {
            self.solver.forget();
            scores.push(self.solver.solve(position)?);
        }
        Ok(scores)
    }

    /// The score of each column of one position, from scratch; nothing for a
    /// full one. Positions are counted from 0.
    ///
    /// # Errors
    /// If there is no such position, or the game is over in it.
    pub fn columns(&mut self, index: usize) -> Result<Vec<JsValue>, JsError> {
        let position = self.positions.get(index);
        let position = position.ok_or_else(|| JsError::new(&format!("no position {index}")))?;
        self.solver.forget();
        let scores = columns(&mut self.solver, position)?;
        Ok(scores.into_iter().map(JsValue::from).collect())
    }

    /// How many positions were looked at so far.
    #[allow(clippy::cast_precision_loss)] // exact up to 2⁵³
    pub fn nodes(&self) -> f64 {
        self.solver.nodes() as f64
    }
}

fn columns(solver: &mut Solver, position: &Position) -> Result<Vec<Option<i32>>, Unsolvable> {
    let mut columns = Columns::new(solver, position, Goal::Exact)?;
    while !columns.search(solver, u64::MAX) {}
    let all = position.rules().all_columns();
    let scores = all.map(|column| columns.bounds(column)?.exact());
    Ok(scores.collect())
}
