//! The solver and the review of games as a WebAssembly module: the npm package
//! `four-shapes-solver` (folder `npm`). With the feature `bench` also what benchmarks need.

// The documentation is for JavaScript, where methods throw errors.
#![allow(clippy::missing_errors_doc)]

#[cfg(feature = "bench")]
mod timed;
#[cfg(feature = "bench")]
mod timed_analysis;

use four_shapes_analysis::{Analyzer, Review, Search as _};
use four_shapes_players::Resources;
use four_shapes_rules::{Column, Game, Position, Rules, RulesConfig, notation};
use four_shapes_solver::{Solver, book::Book};
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// A fixed seed, so that results are repeatable.
const SEED: u64 = 1;

/// Solves two-player games with gravity.
///
/// A position is given by the moves that lead to it, with columns counted from 1: `44455`, or
/// `8,8,10` on boards of more than nine columns; or as a line such as
/// `7/7/7/3a3/3ba2/3ab2 b 7,6,4 2 g`, which need not arise in a game. Scores are for the side to
/// move: 0 is a draw, 1 a win with the side's last piece, 2 with the one before, and so on;
/// negative scores are losses.
///
/// Methods throw an error if the moves or the position are not valid. They block until the result
/// is known, so a page should call them in a worker.
#[wasm_bindgen(js_name = Solver)]
pub struct JsSolver {
    solver: Solver,
    table_bytes: usize,
    book: Option<Arc<Book>>,
}

#[wasm_bindgen(js_class = Solver)]
impl JsSolver {
    /// Creates a solver for a board, 7 × 6 with four in a row by default, with a transposition
    /// table of this many megabytes, 16 by default.
    ///
    /// Throws an error if the board is invalid or too large to solve.
    #[wasm_bindgen(constructor)]
    pub fn new(
        columns: Option<u32>,
        rows: Option<u32>,
        connect: Option<u32>,
        table_megabytes: Option<u32>,
    ) -> Result<Self, JsError> {
        let classic = Rules::CLASSIC.config();
        let rules = Rules::new(RulesConfig {
            columns: columns.unwrap_or(classic.columns),
            rows: rows.unwrap_or(classic.rows),
            connect: connect.unwrap_or(classic.connect),
            ..classic
        })?;
        let table_bytes = match table_megabytes {
            None => Solver::DEFAULT_TABLE.max(Solver::min_table(rules)),
            Some(megabytes @ 1..=2048) => (megabytes as usize) << 20,
            Some(megabytes) => {
                let error = format!("{megabytes} MB is not a table size; 1 to 2048 MB are");
                return Err(JsError::new(&error));
            }
        };
        if table_bytes < Solver::min_table(rules) {
            let min = Solver::min_table(rules) >> 20;
            let error = format!("a table of at least {min} MB is needed on this board");
            return Err(JsError::new(&error));
        }
        Ok(Self {
            solver: Solver::new(rules, table_bytes)?,
            table_bytes,
            book: None,
        })
    }

    /// Uses an opening book, a file for the same board. It answers early positions at once.
    ///
    /// Throws an error if the file is damaged, of another version, or for another board.
    #[wasm_bindgen(js_name = useBook)]
    pub fn use_book(&mut self, bytes: &[u8]) -> Result<(), JsError> {
        let book = Arc::new(Book::read(bytes)?);
        if book.rules() != self.solver.rules() {
            return Err(JsError::new("the opening book is for another board"));
        }
        self.solver.use_book(Arc::clone(&book));
        self.book = Some(book);
        Ok(())
    }

    /// Returns the score of a position.
    pub fn score(&mut self, position: &str) -> Result<i32, JsError> {
        let game = self.game(position)?;
        Ok(self.solver.solve(game.position())?)
    }

    /// Returns the score of a move into each column, for the side that makes it; `undefined` for
    /// full columns.
    #[wasm_bindgen(js_name = columnScores, unchecked_return_type = "(number | undefined)[]")]
    pub fn column_scores(&mut self, position: &str) -> Result<Vec<JsValue>, JsError> {
        let game = self.game(position)?;
        let scores = self.solver.column_scores(game.position())?;
        let all = self.solver.rules().all_columns();
        let scores = all.map(|column| scores.get(column));
        Ok(scores.map(JsValue::from).collect())
    }

    /// Returns the columns of the best moves, counted from 1, the most central first. Faster than
    /// the scores of all columns.
    #[wasm_bindgen(js_name = bestColumns, unchecked_return_type = "number[]")]
    pub fn best_columns(&mut self, position: &str) -> Result<Vec<JsValue>, JsError> {
        let game = self.game(position)?;
        Ok(numbers(&self.solver.best_columns(game.position())?))
    }

    /// Returns the columns, counted from 1, that both sides play with best play up to the end of
    /// the game.
    #[wasm_bindgen(js_name = principalVariation, unchecked_return_type = "number[]")]
    pub fn principal_variation(&mut self, position: &str) -> Result<Vec<JsValue>, JsError> {
        let game = self.game(position)?;
        Ok(numbers(&self.solver.principal_variation(game.position())?))
    }

    /// Returns a judgement of each move of a game, such as `best` or `blunder`; `undefined` if the
    /// position could not be solved with a hundred million nodes.
    #[wasm_bindgen(unchecked_return_type = "(string | undefined)[]")]
    pub fn review(&mut self, moves: &str) -> Result<Vec<JsValue>, JsError> {
        let resources = Resources {
            memory: self.table_bytes,
            book: self.book.clone(),
        };
        let mut review = Review::new(Analyzer::new(&resources, SEED), &self.game(moves)?);
        review.finish();
        let judgements = review.judgements().into_iter();
        let texts = judgements.map(|judgement| judgement.map(|judgement| judgement.to_string()));
        Ok(texts.map(JsValue::from).collect())
    }

    /// Clears the transposition table, which otherwise speeds up related positions.
    #[wasm_bindgen(js_name = clearTable)]
    pub fn clear_table(&mut self) {
        self.solver.clear_table();
    }

    /// The number of positions searched so far.
    #[wasm_bindgen(getter)]
    #[allow(clippy::cast_precision_loss)] // exact up to 2⁵³
    pub fn nodes(&self) -> f64 {
        self.solver.nodes() as f64
    }

    /// Returns the game of moves, or one that starts in a position.
    fn game(&self, text: &str) -> Result<Game, JsError> {
        let rules = self.solver.rules();
        if !text.contains('/') {
            return Ok(notation::parse(rules, text)?);
        }
        let position: Position = text.parse()?;
        if position.rules() != rules {
            return Err(JsError::new("the position is for another board"));
        }
        Ok(Game::from_position(position)?)
    }
}

/// Returns the numbers of columns, counted from 1.
fn numbers(columns: &[Column]) -> Vec<JsValue> {
    // A board has at most 15 columns.
    let number = |column: &Column| JsValue::from(column.index() as u32 + 1);
    columns.iter().map(number).collect()
}
