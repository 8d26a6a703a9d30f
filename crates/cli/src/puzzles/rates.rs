//! Measures how many of the puzzles levels solve, by rating.

use super::{generator::Generator, read};
use crate::{
    args::{ColourWhen, PuzzlesArgs},
    failure::Failure,
    parallel_games::{self, Event},
    screen::Screen,
    solve,
};
use four_shapes_analysis::puzzles::Puzzle;
use four_shapes_players::{Level, seed};
use std::{fmt::Write, path::Path};

/// The levels that solve the puzzles.
const LEVELS: [Level; 3] = [Level::Two, Level::Four, Level::Six];
/// The number of groups of puzzles with similar ratings.
const GROUPS: usize = 5;

/// The result of a puzzle: its group, and whether each level solves it.
type Solved = (usize, [bool; LEVELS.len()]);

/// Prints the shares of puzzles that levels solve, in each fifth of the ratings.
pub(super) fn rates(args: &PuzzlesArgs, path: &Path) -> Result<(), Failure> {
    let mut text = String::new();
    for set in read(path)? {
        let table_bytes = solve::table_bytes(args.table, set.rules)?;
        let mut puzzles: Vec<&Puzzle> = set.puzzles.iter().collect();
        puzzles.sort_by_key(|puzzle| puzzle.rating);
        let mut counts = [0_u32; GROUPS];
        let mut solved = [[0_u32; LEVELS.len()]; GROUPS];
        let new_worker = || {
            let mut generator = Generator::new(set.rules, args.seed, table_bytes);
            let puzzles = &puzzles;
            move |number: u64| {
                let group = number as usize * GROUPS / puzzles.len();
                let puzzle = puzzles[number as usize];
                let seed = seed::derive(args.seed, number);
                let outcomes = LEVELS.map(|level| generator.attempt(level, puzzle, seed));
                Ok((group, outcomes))
            }
        };
        let on_event = |event: Event<'_, Solved>| {
            if let Event::Finished(results) = event {
                for (group, outcomes) in results {
                    counts[*group] += 1;
                    for (count, is_solved) in solved[*group].iter_mut().zip(outcomes) {
                        *count += u32::from(*is_solved);
                    }
                }
            }
            Ok(())
        };
        let (count, all) = (puzzles.len() as u64, 0..puzzles.len() as u64);
        let threads = parallel_games::threads(args.threads.threads);
        parallel_games::play(all, count, threads, new_worker, on_event)?;
        let (columns, rows) = (set.rules.columns(), set.rules.rows());
        writeln!(text, "{columns} × {rows}, {count} puzzles").expect("a string grows");
        text.push_str("   ratings  level 2  level 4  level 6\n");
        for (group, solved) in solved.iter().enumerate() {
            let rating = |at: usize| puzzles[at.min(puzzles.len() - 1)].rating;
            let first = rating((group * puzzles.len()).div_ceil(GROUPS));
            let last = rating(((group + 1) * puzzles.len()).div_ceil(GROUPS) - 1);
            write!(text, "{first:>4}–{last:<5}").expect("a string grows");
            for solved in solved {
                let percent = solved * 100 / counts[group].max(1);
                write!(text, "{percent:>7} %").expect("a string grows");
            }
            text.push('\n');
        }
    }
    Screen::new(ColourWhen::Never).print(&text)
}
