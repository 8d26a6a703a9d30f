//! How fast moves are made and checked for a win: the engine against the naive
//! reference of the tests.
//!
//! ```text
//! cargo bench -p four-shapes-rules
//! ```
//!
//! Both walk through every sequence of moves of some length from the empty
//! board. What is counted is each move made on the way and looked at for a win,
//! at whatever depth, and nothing else: the engine's [`perft`] counts the moves
//! of its last ply without making them, so it is sent one ply deeper than the
//! moves that are counted, and the time that this takes is its own.
//!
//! The two take turns over several rounds, so that a busy machine slows both,
//! and the median round stands in the table.

use four_shapes_rules::{Rules, RulesConfig, perft};
use four_shapes_testing::reference::Reference;
use std::{hint::black_box, time::Instant};

/// A board and the depths to which it is walked: a round takes long enough to be measured, and the
/// whole program less than a minute.
struct Walk {
    columns: u32,
    rows: u32,
    engine: usize,
    naive: usize,
}

const WALKS: [Walk; 4] = [
    walk(7, 6, 9, 5),
    walk(6, 4, 9, 6),
    walk(9, 7, 7, 4),
    walk(15, 15, 6, 3),
];

const fn walk(columns: u32, rows: u32, engine: usize, naive: usize) -> Walk {
    Walk {
        columns,
        rows,
        engine,
        naive,
    }
}

fn main() {
    // Only `cargo bench` passes `--bench`. Anything else, such as `cargo test
    // --benches`, just asks whether it runs.
    let trial = !std::env::args().any(|argument| argument == "--bench");
    let rounds = if trial { 1 } else { 7 };

    println!("Connect four, two players; moves made and checked for a win, in");
    println!("millions a second, the median of {rounds} rounds");
    println!();
    println!("  board   plies  engine     plies  naive      ratio");
    for walk in WALKS {
        let rules = Rules::new(RulesConfig {
            columns: walk.columns,
            rows: walk.rows,
            connect: 4,
            players: 2,
            gravity: true,
        })
        .expect("these boards are allowed");
        let naive = Reference::new(walk.columns as usize, walk.rows as usize, 4, 2, true);
        let (engine_plies, naive_plies) = if trial {
            (2, 2)
        } else {
            (walk.engine, walk.naive)
        };
        let (engine_moves, naive_moves) = (moves(rules, engine_plies), moves(rules, naive_plies));
        let (mut engine_speeds, mut naive_speeds) = (Vec::new(), Vec::new());
        for _ in 0..rounds {
            engine_speeds.push(speed(engine_moves, || perft(rules, engine_plies + 1)));
            naive_speeds.push(speed(naive_moves, || naive.perft(naive_plies)));
        }
        let (engine, naive) = (median(engine_speeds), median(naive_speeds));
        let board = format!("{} × {}", walk.columns, walk.rows);
        println!(
            "{board:>7}   {engine_plies:5}  {engine:<9.2}  {naive_plies:5}  {naive:<9.4}  {:.0}",
            engine / naive,
        );
    }
}

/// How many moves a walk of so many plies makes: one for each sequence of 1, of
/// 2, … moves.
fn moves(rules: Rules, plies: usize) -> u64 {
    (1..=plies).map(|ply| perft(rules, ply)).sum()
}

/// Millions of moves a second.
fn speed(moves: u64, walk: impl Fn() -> u64) -> f64 {
    let start = Instant::now();
    black_box(walk());
    // Exact up to 2⁵³ moves.
    #[allow(clippy::cast_precision_loss)]
    let moves = moves as f64;
    moves / start.elapsed().as_secs_f64() / 1e6
}

fn median(mut speeds: Vec<f64>) -> f64 {
    speeds.sort_by(f64::total_cmp);
    speeds[speeds.len() / 2]
}
