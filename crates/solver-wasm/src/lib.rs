//! The solver and the review of games as a WebAssembly module, behind the npm package
//! `four-shapes-solver` (folder `npm`), which checks the arguments. With the feature `bench` also
//! what benchmarks need.

// The documentation is for JavaScript, where methods throw errors.
#![allow(clippy::missing_errors_doc)]
// In what `wasm_bindgen` generates for enums.
#![allow(clippy::float_cmp)]

#[cfg(feature = "bench")]
mod timed;
#[cfg(feature = "bench")]
mod timed_analysis;

use four_shapes_analysis::{Analyzer, Review, Search as _};
use four_shapes_players::Resources;
use four_shapes_rules::{Column, Game, Position, Rules, RulesConfig, notation};
use four_shapes_solver::{
    BestMoveSearch, Bounds, ColumnSearch, Goal, PositionSearch, Solver, VariationSearch, book::Book,
};
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// A fixed seed, so that results are repeatable.
const SEED: u64 = 1;

/// What a search finds.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub enum Question {
    /// The score of the position.
    Score,
    /// The score of each column.
    Columns,
    /// The same, with the best columns first.
    BestFirst,
    /// The best columns.
    Best,
    /// Best play up to the end.
    Variation,
    /// A judgement of each move.
    Review,
}

/// A solver of one board with at most one search, which runs in slices.
#[wasm_bindgen]
pub struct Engine {
    rules: Rules,
    table_bytes: usize,
    book: Option<Arc<Book>>,
    state: State,
}

/// The searches own the solver.
enum State {
    /// Between two searches.
    Idle(Box<Solver>),
    Score(PositionSearch<Box<Solver>>),
    Columns(ColumnSearch<Box<Solver>>),
    Best(BestMoveSearch<Box<Solver>>),
    Variation(VariationSearch<Box<Solver>>),
    Review(Box<Review>),
    /// The solver was [taken](Engine::take_solver), to begin a search at once.
    Moved,
}

#[wasm_bindgen]
impl Engine {
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
            // Sizes are powers of two, and Rust allocates less than 2 GB at once.
            Some(megabytes @ 1..=1024) => (megabytes as usize) << 20,
            Some(megabytes) => {
                let error = format!("{megabytes} MB is not a table size; 1 to 1024 MB are");
                return Err(JsError::new(&error));
            }
        };
        if table_bytes < Solver::min_table(rules) {
            let min = Solver::min_table(rules) >> 20;
            let error = format!("a table of at least {min} MB is needed on this board");
            return Err(JsError::new(&error));
        }
        Ok(Self {
            rules,
            table_bytes,
            book: None,
            state: State::Idle(Box::new(Solver::new(rules, table_bytes)?)),
        })
    }

    /// Uses an opening book, a file for the same board.
    ///
    /// Throws an error if the file is damaged, of another version, or for another board.
    #[wasm_bindgen(js_name = useBook)]
    pub fn use_book(&mut self, bytes: &[u8]) -> Result<(), JsError> {
        let book = Arc::new(Book::read(bytes)?);
        if book.rules() != self.rules {
            return Err(JsError::new("the opening book is for another board"));
        }
        self.idle_solver().use_book(Arc::clone(&book));
        self.book = Some(book);
        Ok(())
    }

    /// Begins a search, in place of an unfinished one.
    ///
    /// Throws an error if the moves or the position are not valid.
    pub fn begin(&mut self, question: Question, moves: &str) -> Result<(), JsError> {
        let game = self.game(moves)?;
        let position = game.position();
        if !matches!(question, Question::Review) {
            // Searches fail only for this reason, and the solver would be lost with them.
            self.idle_solver().check(position)?;
        }
        let solver = self.take_solver();
        self.state = match question {
            Question::Score => State::Score(PositionSearch::new(solver, position, Goal::Exact)?),
            Question::Columns => State::Columns(ColumnSearch::new(solver, position)?),
            Question::BestFirst => State::Columns(ColumnSearch::best_first(solver, position)?),
            Question::Best => State::Best(BestMoveSearch::new(solver, position)?),
            Question::Variation => State::Variation(VariationSearch::new(solver, position)?),
            Question::Review => {
                let resources = Resources {
                    memory: self.table_bytes,
                    book: self.book.clone(),
                };
                let mut analyzer = Analyzer::new(&resources, SEED);
                analyzer.return_solver(solver);
                State::Review(Box::new(Review::new(analyzer, &game)))
            }
        };
        Ok(())
    }

    /// Continues the search for about this many nodes. Returns whether it is done.
    pub fn run(&mut self, nodes: u32) -> bool {
        let nodes = u64::from(nodes);
        match &mut self.state {
            State::Score(search) => search.run(nodes).is_done(),
            State::Columns(search) => search.run(nodes).is_done(),
            State::Best(search) => search.run(nodes).is_done(),
            State::Variation(search) => search.run(nodes).is_done(),
            State::Review(review) => {
                // The advice that would follow is not asked for.
                review.progress() == 100 || {
                    let _ = review.run(nodes);
                    review.progress() == 100
                }
            }
            State::Idle(_) | State::Moved => true,
        }
    }

    /// Returns the proved lower and upper bound of the position's score.
    pub fn bounds(&self) -> Vec<i32> {
        let bounds = match &self.state {
            State::Score(search) => Some(search.bounds()),
            State::Columns(search) => search.position_bounds(),
            State::Best(search) => Some(search.position_bounds()),
            _ => None,
        };
        // A full board is a draw.
        bounds.map_or(vec![0, 0], pair)
    }

    /// Returns the proved lower and upper bound of each column; for a full one, a lower bound above
    /// the upper one.
    #[wasm_bindgen(js_name = columnBounds)]
    pub fn column_bounds(&self) -> Vec<i32> {
        let State::Columns(search) = &self.state else {
            return Vec::new();
        };
        let bounds = |column| search.bounds(column).map_or(vec![1, 0], pair);
        self.rules.all_columns().flat_map(bounds).collect()
    }

    /// Returns the columns, counted from 1, that are proved to be best, the most central first, or
    /// those of the variation.
    pub fn columns(&self) -> Vec<u8> {
        let columns = match &self.state {
            State::Columns(search) => search.best(),
            State::Best(search) => search.proved_best(),
            State::Variation(search) => search.moves().to_vec(),
            _ => Vec::new(),
        };
        // A board has at most 15 columns.
        let number = |column: Column| column.index() as u8 + 1;
        columns.into_iter().map(number).collect()
    }

    /// Returns the judgement of each move, such as `best`; `undefined` if it is unknown.
    pub fn judgements(&self) -> Vec<JsValue> {
        let State::Review(review) = &self.state else {
            return Vec::new();
        };
        let judgements = review.judgements().into_iter();
        let texts = judgements.map(|judgement| judgement.map(|judgement| judgement.to_string()));
        texts.map(JsValue::from).collect()
    }

    /// Ends the search. Returns the number of nodes searched since the solver was created.
    #[allow(clippy::cast_precision_loss)] // exact up to 2⁵³
    pub fn end(&mut self) -> f64 {
        self.idle_solver().nodes() as f64
    }

    /// Clears the transposition table.
    #[wasm_bindgen(js_name = clearTable)]
    pub fn clear_table(&mut self) {
        self.idle_solver().clear_table();
    }

    /// Ends the search and returns its solver.
    fn idle_solver(&mut self) -> &mut Solver {
        if !matches!(self.state, State::Idle(_)) {
            self.state = State::Idle(self.take_solver());
        }
        match &mut self.state {
            State::Idle(solver) => solver,
            _ => unreachable!("the search has ended"),
        }
    }

    /// Takes the solver. The caller replaces the state.
    fn take_solver(&mut self) -> Box<Solver> {
        match std::mem::replace(&mut self.state, State::Moved) {
            State::Idle(solver) => solver,
            State::Score(search) => search.into_solver(),
            State::Columns(search) => search.into_solver(),
            State::Best(search) => search.into_solver(),
            State::Variation(search) => search.into_solver(),
            State::Review(review) => {
                let solver = review.into_analyzer().take_solver(self.rules);
                solver.expect("the board can be solved")
            }
            State::Moved => unreachable!("the solver is put back at once"),
        }
    }

    /// Returns the game of moves, or one that starts in a position.
    fn game(&self, text: &str) -> Result<Game, JsError> {
        if !text.contains('/') {
            return Ok(notation::parse(self.rules, text)?);
        }
        let position: Position = text.parse()?;
        if position.rules() != self.rules {
            return Err(JsError::new("the position is for another board"));
        }
        Ok(Game::from_position(position)?)
    }
}

fn pair(bounds: Bounds) -> Vec<i32> {
    vec![bounds.lower.into(), bounds.upper.into()]
}
