//! Solves a position of Connect Four.
//!
//! ```sh
//! cargo run --release -p four-shapes-solver --example solve -- 274552224131661
//! ```

use four_shapes_rules::{Rules, notation};
use four_shapes_solver::{ColumnSearch, Progress, Search as _, Solver};
use std::{env, error::Error, fmt::Write};

fn main() -> Result<(), Box<dyn Error>> {
    let moves = env::args().nth(1);
    print!("{}", report(moves.as_deref().unwrap_or("274552224131661"))?);
    Ok(())
}

/// Describes the score of a position, given by its moves, and of each column.
pub(crate) fn report(moves: &str) -> Result<String, Box<dyn Error>> {
    let game = notation::parse(Rules::CLASSIC, moves)?;
    let position = game.position();
    let mut solver = Solver::new(Rules::CLASSIC, Solver::DEFAULT_TABLE)?;
    let mut search = ColumnSearch::new(&mut solver, position)?;
    // A program with other work to do searches in slices: each call resumes where the last
    // one stopped. Others call `solver.column_scores(position)`.
    let scores = loop {
        if let Progress::Done(scores) = search.run(10_000) {
            break scores;
        }
    };

    let mut report = format!("{position:#}\n");
    for column in Rules::CLASSIC.all_columns() {
        // The side to move wins with a positive score: 1 with its last piece, 2 with the
        // one before, and so on.
        let score = scores.get(column);
        let score = score.map_or("full".to_owned(), |score| score.to_string());
        writeln!(report, "column {column}: {score}")?;
    }
    let best: Vec<String> = scores.best().iter().map(ToString::to_string).collect();
    writeln!(report, "best: {}", best.join(", "))?;
    Ok(report)
}
