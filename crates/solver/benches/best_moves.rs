//! Benchmarks the search for best moves against the scores of all columns, on random positions
//! of 7 × 6 with the opening book.
//!
//! ```sh
//! cargo bench -p four-shapes-solver --bench best_moves -- 100 0 20
//! ```
//!
//! The arguments are the number of positions per ply, and the first and the last ply. Each task
//! has its own solver, which keeps its table between positions. Node counts are deterministic.

use four_shapes_rules::{Game, Rules, Status};
use four_shapes_solver::{BestMoveSearch, Search as _, Solver, book::Book};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use std::{sync::Arc, time::Instant};

const BOOK: &[u8] = include_bytes!("../data/7x6.book");

/// The results to find.
#[derive(Clone, Copy)]
enum Task {
    /// One best move.
    First,
    /// All best moves.
    Best,
    /// The score of every column.
    Columns,
}

fn main() {
    // Only `cargo bench` passes `--bench`; `cargo test --benches` is a smoke test.
    let trial = !std::env::args().any(|argument| argument == "--bench");
    let mut numbers = std::env::args().filter_map(|word| word.parse().ok());
    let mut number = |usual, trial_too| {
        numbers
            .next()
            .unwrap_or(if trial { trial_too } else { usual })
    };
    let (count, first, last) = (number(20, 1), number(0, 20), number(20, 20));
    let book = Arc::new(Book::read(BOOK).expect("the book is valid"));
    let tasks = [
        ("one best", Task::First),
        ("all best", Task::Best),
        ("columns", Task::Columns),
    ];
    let mut solvers = tasks.map(|_| {
        let solver = Solver::new(Rules::CLASSIC, Solver::DEFAULT_TABLE);
        let mut solver = solver.expect("the rules are supported");
        solver.use_book(Arc::clone(&book));
        solver
    });
    let mut random = Pcg32::seed_from_u64(1);
    println!("               milliseconds               thousand nodes");
    println!("ply            median      95 %   worst   median      95 %   worst");
    for ply in first..=last {
        let games: Vec<Game> = (0..count).map(|_| game(&mut random, ply)).collect();
        for ((name, task), solver) in tasks.into_iter().zip(&mut solvers) {
            let mut measured: Vec<(u64, u64)> = games
                .iter()
                .map(|game| {
                    let (start, before) = (Instant::now(), solver.nodes());
                    task.run(solver, game);
                    let time = start.elapsed().as_millis() as u64;
                    (time, (solver.nodes() - before) / 1000)
                })
                .collect();
            print!("{ply:3}  {name:8}");
            measured.sort_unstable();
            let times: Vec<u64> = measured.iter().map(|(time, _)| *time).collect();
            print(&times);
            measured.sort_unstable_by_key(|(_, nodes)| *nodes);
            let nodes: Vec<u64> = measured.iter().map(|(_, nodes)| *nodes).collect();
            print(&nodes);
            println!();
        }
    }
}

/// Prints the median, the 95th percentile and the maximum.
fn print(sorted: &[u64]) {
    let last = sorted.len() - 1;
    for share in [50, 95, 100] {
        print!(" {:8}", sorted[last * share / 100]);
    }
}

/// Returns an unfinished random game of this many plies.
fn game(random: &mut Pcg32, plies: usize) -> Game {
    loop {
        let mut game = Game::new(Rules::CLASSIC);
        while game.position().piece_count() < plies {
            let column = Rules::CLASSIC.column(random.random_range(0..7));
            let column = column.expect("the column is on the board");
            let Some(turn) = game.turn() else { break };
            // If the column is full, another one is drawn.
            let _ = turn.drop(column);
        }
        if game.position().piece_count() == plies && matches!(game.status(), Status::ToMove(_)) {
            return game;
        }
    }
}

impl Task {
    fn run(self, solver: &mut Solver, game: &Game) {
        let position = game.position();
        let over = "the game is not over";
        match self {
            Self::First => {
                let mut best = BestMoveSearch::new(solver, position).expect(over);
                while best.first_proved_best().is_none() {
                    best.run(1000);
                }
            }
            Self::Best => {
                solver.best_columns(position).expect(over);
            }
            Self::Columns => {
                solver.column_scores(position).expect(over);
            }
        }
    }
}
