//! Proves the puzzles of a file.

use super::read;
use crate::{
    args::{ColourWhen, PuzzlesArgs},
    failure::Failure,
    parallel_games::{self, Event},
    screen::Screen,
    solve,
};
use four_shapes_players::seed;
use four_shapes_rules::notation;
use four_shapes_solver::Solver;
use std::path::Path;

/// Proves all puzzles, or a random sample.
pub(super) fn check(args: &PuzzlesArgs, path: &Path) -> Result<(), Failure> {
    let mut screen = Screen::new(ColourWhen::Never);
    let mut wrong = 0;
    let mut count = 0;
    for set in read(path)? {
        let table_bytes = solve::table_bytes(args.table, set.rules)?;
        let all = set.puzzles.len() as u64;
        let wanted = args.sample.unwrap_or(all).min(all);
        let mut numbers: Vec<u64> = (0..all).collect();
        numbers.sort_by_key(|number| seed::derive(args.seed, *number));
        numbers.truncate(wanted as usize);
        count += wanted;
        let new_worker = || {
            let mut solver = Solver::new(set.rules, table_bytes).expect("puzzles are solvable");
            let puzzles = &set.puzzles;
            move |number: u64| {
                let puzzle = &puzzles[number as usize];
                let result = puzzle.verify(&mut solver);
                Ok(result.err().map(|error| match puzzle.game(set.rules) {
                    Ok(game) => format!("{}: {error}", notation::write(&game)),
                    Err(_) => format!("puzzle {number}: {error}"),
                }))
            }
        };
        let threads = parallel_games::threads(args.threads.threads);
        let on_event = |event: Event<'_, Option<String>>| {
            if let Event::Finished(results) = event {
                for error in results.iter().flatten() {
                    wrong += 1;
                    screen.print(&format!("{error}\n"))?;
                }
            }
            Ok(())
        };
        parallel_games::play(numbers.into_iter(), wanted, threads, new_worker, on_event)?;
    }
    screen.print(&format!("puzzles: {count}, wrong: {wrong}\n"))?;
    if wrong > 0 {
        let error = format!("{wrong} of {count} puzzles are wrong");
        return Err(Failure::file(path, error));
    }
    Ok(())
}
