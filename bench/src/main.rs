//! The native commands that `e2e/solver.mjs` runs.

use four_shapes_bench::{CLASSES, Case, Class, Comparison, LARGE, Options, ply_cases};
use four_shapes_rules::Position;
use four_shapes_solver::Solver;
use std::{
    hint::black_box,
    process::ExitCode,
    time::{Duration, Instant},
};

const USAGE: &str = "\
usage: four-shapes-bench classes [OPTIONS]   the name, board and file of each class
       four-shapes-bench plies [OPTIONS]     the moves of random positions
       four-shapes-bench time CLASS [OPTIONS]
                                             microseconds to solve a class
       four-shapes-bench boards --program FOUR [--program FOUR]... [OPTIONS]
                                             builds of `four` on many boards";

/// Short runs are repeated until their total time reaches this.
const MIN_TIME: Duration = Duration::from_millis(100);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.split_first() {
        Some((command, options)) if command == "classes" => classes(options),
        Some((command, options)) if command == "plies" => plies(options),
        Some((command, [class, options @ ..])) if command == "time" => time(class, options),
        Some((command, options)) if command == "boards" => {
            Comparison::parse(options).and_then(|comparison| comparison.run())
        }
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("four-shapes-bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn classes(arguments: &[String]) -> Result<(), String> {
    let options = Options::parse(arguments)?;
    for class in all_classes() {
        options.cases(class)?;
        let ([columns, rows], path) = (class.board, options.path(class));
        println!("{}\t{columns}\t{rows}\t{}", class.name, path.display());
    }
    Ok(())
}

fn plies(arguments: &[String]) -> Result<(), String> {
    let options = Options::parse(arguments)?;
    for moves in ply_cases(options.per_ply, options.seed) {
        if (options.from_ply..=options.to_ply).contains(&moves.len()) {
            println!("{moves}");
        }
    }
    Ok(())
}

fn all_classes() -> impl Iterator<Item = &'static Class> {
    CLASSES.iter().chain([&LARGE])
}

/// Solves all positions of a class with cleared tables, as `TimedSolver::solve` does.
fn time(name: &str, arguments: &[String]) -> Result<(), String> {
    let class = all_classes().find(|class| class.name == name);
    let class = class.ok_or_else(|| format!("unknown class: {name}"))?;
    let cases = Options::parse(arguments)?.cases(class)?;
    let positions = cases.iter().map(|case| case.game().position().clone());
    let positions: Vec<Position> = positions.collect();
    let mut solver =
        Solver::new(class.rules(), Solver::DEFAULT_TABLE).map_err(|error| error.to_string())?;
    let (start, mut passes) = (Instant::now(), 0);
    loop {
        pass(&mut solver, &cases, &positions)?;
        passes += 1;
        let elapsed = start.elapsed();
        if elapsed >= MIN_TIME {
            println!("{}", elapsed.as_secs_f64() * 1e6 / f64::from(passes));
            return Ok(());
        }
    }
}

fn pass(solver: &mut Solver, cases: &[Case], positions: &[Position]) -> Result<(), String> {
    for (case, position) in cases.iter().zip(positions) {
        solver.clear_table();
        let score = solver.solve(black_box(position)).map(i32::from);
        if score != Ok(case.score) {
            let (moves, expected) = (&case.moves, case.score);
            return Err(format!("{moves} is {score:?}, in the file {expected}"));
        }
    }
    Ok(())
}
