//! Benchmarks the solver against `connect-four-ai` on random positions of 7 × 6.
//!
//! ```text
//! cargo xtask bench solver native
//! ```
//!
//! Before each position, our table of 16 MB is cleared and theirs of 67 MB is
//! invalidated; neither solver has an opening book. Clearing is not measured. Both
//! run in one thread, compiled with the same flags, position by position in turns.
//! The best time of each counts, because noise only adds to it.
//!
//! Their table is larger than the processor's cache, so the first accesses for a
//! new position wait for memory; on positions that take microseconds, that is
//! nearly all of the time. Ours starts small and grows. Two ratios are printed:
//!
//! - `again`: each solver has just solved the same position, so its memory is
//!   cached; its table is cleared and it solves the position again. This compares
//!   the two searches, and favours theirs.
//! - `first`: the other solver ran in between. This is the time for one position
//!   after another.
//!
//! Every time includes reading the clock, a few dozen nanoseconds. This matters
//! only in the two easiest classes, whose ratio it brings closer to 1.
//!
//! Both count nodes, but differently, so the counts do not measure speed.

use connect_four_ai as other;
use four_shapes_bench::{CLASSES, Case, Options};
use four_shapes_rules::Rules;
use four_shapes_solver::Solver;
use std::{
    process::ExitCode,
    time::{Duration, Instant},
};

/// Above this time, the initial state of the cache does not matter.
const LONG: Duration = Duration::from_millis(50);

/// The repetitions of shorter searches in each round.
const REPETITIONS: usize = 4;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    // Only `cargo bench` passes `--bench`; `cargo test --benches` is a smoke test.
    let measured = arguments.iter().any(|argument| argument == "--bench");
    arguments.retain(|argument| argument != "--bench");
    let mut options = Options::parse(&arguments)?;
    if !measured {
        options = Options {
            size: 2,
            hard: 0,
            rounds: 1,
            ..options
        };
    }
    let cases = CLASSES.iter().map(|class| options.cases(class));
    let cases = cases.collect::<Result<Vec<_>, _>>()?;

    let (mut ours, mut theirs) = (Ours::new(), Theirs::new());
    println!(
        "7 × 6, one thread, cold tables; means of the best of {} rounds",
        options.rounds
    );
    println!();
    println!(
        "                         microseconds             theirs / ours                 nodes"
    );
    println!(
        "class          count       ours       theirs     again   first      ours       theirs"
    );
    let mut ratios = Vec::new();
    for (class, cases) in CLASSES
        .iter()
        .zip(&cases)
        .filter(|(_, cases)| !cases.is_empty())
    {
        let row = measure(cases, options.rounds, &mut ours, &mut theirs)?;
        let [our_again, our_first, their_again, their_first] = [
            row.ours.again,
            row.ours.first,
            row.theirs.again,
            row.theirs.first,
        ]
        .map(|time| time.as_secs_f64() * 1e6 / count(cases.len()));
        let (again, first) = (their_again / our_again, their_first / our_first);
        println!(
            "{:13} {:6} {our_again:10.1} {their_again:12.1} {again:9.2} {first:7.2} {:9.0} {:12.0}",
            class.name,
            cases.len(),
            row.ours.nodes / count(cases.len()),
            row.theirs.nodes / count(cases.len()),
        );
        ratios.push([again, first]);
    }
    let mean = |which: usize| {
        let logarithms = ratios.iter().map(|pair| pair[which].ln());
        (logarithms.sum::<f64>() / count(ratios.len())).exp()
    };
    println!(
        "geometric mean                             {:9.2} {:7.2}",
        mean(0),
        mean(1)
    );
    println!();
    println!("All scores agree.");
    Ok(())
}

/// The sums over a class, for one solver.
#[derive(Default)]
struct Sums {
    again: Duration,
    first: Duration,
    nodes: f64,
}

struct Row {
    ours: Sums,
    theirs: Sums,
}

/// The best times of a position.
struct Best {
    again: Duration,
    first: Duration,
    nodes: f64,
}

/// Solves every position with both solvers in turns.
fn measure(
    cases: &[Case],
    rounds: usize,
    ours: &mut Ours,
    theirs: &mut Theirs,
) -> Result<Row, String> {
    let mut bests: Vec<[Best; 2]> = cases.iter().map(|_| [Best::NONE, Best::NONE]).collect();
    for round in 0..rounds {
        for (case, [our_best, their_best]) in cases.iter().zip(&mut bests) {
            ours.set(case);
            theirs.set(case)?;
            let (our_score, their_score) = if round % 2 == 0 {
                let our_score = our_best.improve(ours);
                (our_score, their_best.improve(theirs))
            } else {
                let their_score = their_best.improve(theirs);
                (our_best.improve(ours), their_score)
            };
            if our_score != their_score || our_score != case.score {
                return Err(format!(
                    "the scores of {} differ: ours {our_score}, theirs {their_score}, in the file {}",
                    case.moves, case.score
                ));
            }
        }
    }
    let mut row = Row {
        ours: Sums::default(),
        theirs: Sums::default(),
    };
    for [our_best, their_best] in bests {
        row.ours.add(&our_best);
        row.theirs.add(&their_best);
    }
    Ok(row)
}

impl Sums {
    fn add(&mut self, best: &Best) {
        self.again += best.again;
        self.first += best.first;
        self.nodes += best.nodes;
    }
}

impl Best {
    const NONE: Self = Self {
        again: Duration::MAX,
        first: Duration::MAX,
        nodes: 0.0,
    };

    /// Measures again and returns the score.
    fn improve(&mut self, solver: &mut impl Benchmarked) -> i32 {
        let (score, time) = timed(solver);
        self.first = self.first.min(time);
        self.again = self.again.min(time);
        if time < LONG {
            for _ in 0..REPETITIONS {
                let (_, time) = timed(solver);
                self.again = self.again.min(time);
            }
        }
        self.nodes = solver.nodes();
        score
    }
}

fn timed(solver: &mut impl Benchmarked) -> (i32, Duration) {
    solver.clear_table();
    let start = Instant::now();
    let score = solver.solve();
    (score, start.elapsed())
}

/// A solver with a position to solve.
trait Benchmarked {
    fn clear_table(&mut self);
    fn solve(&mut self) -> i32;
    /// Returns the number of nodes of the last search.
    fn nodes(&self) -> f64;
}

struct Ours {
    solver: Solver,
    before: u64,
    position: four_shapes_rules::Position,
}

impl Ours {
    fn new() -> Self {
        let solver = Solver::new(Rules::CLASSIC, Solver::DEFAULT_TABLE);
        Self {
            solver: solver.expect("the rules are supported"),
            before: 0,
            position: four_shapes_rules::Position::new(Rules::CLASSIC),
        }
    }

    fn set(&mut self, case: &Case) {
        self.position = case.game().position().clone();
    }
}

impl Benchmarked for Ours {
    fn clear_table(&mut self) {
        self.solver.clear_table();
        self.before = self.solver.nodes();
    }

    fn solve(&mut self) -> i32 {
        let score = self.solver.solve(&self.position);
        score.expect("the game is not over").into()
    }

    fn nodes(&self) -> f64 {
        count(self.solver.nodes() - self.before)
    }
}

struct Theirs {
    solver: other::Solver,
    position: other::Position,
    resets: u8,
}

impl Theirs {
    fn new() -> Self {
        Self {
            solver: other::Solver::empty(),
            position: other::Position::new(),
            resets: 0,
        }
    }

    fn set(&mut self, case: &Case) -> Result<(), String> {
        let position = other::Position::from_moves(&case.moves);
        self.position = position.map_err(|error| format!("{}: {error:?}", case.moves))?;
        Ok(())
    }
}

impl Benchmarked for Theirs {
    fn clear_table(&mut self) {
        // It counts resets in 8 bits: the next one would make entries from 256 resets
        // ago valid again.
        if self.resets == u8::MAX {
            *self = Self {
                position: self.position,
                ..Self::new()
            };
            return;
        }
        self.resets += 1;
        self.solver.reset();
    }

    fn solve(&mut self) -> i32 {
        self.solver.solve(&self.position).into()
    }

    fn nodes(&self) -> f64 {
        count(self.solver.explored_positions as u64)
    }
}

/// Exact up to 2⁵³.
#[allow(clippy::cast_precision_loss)]
fn count(number: impl TryInto<u64>) -> f64 {
    number.try_into().unwrap_or(u64::MAX) as f64
}
