//! Generates puzzles in parallel threads.

use super::{generator::Generator, read};
use crate::{
    args::PuzzlesArgs,
    failure::{Failure, shown},
    files, match_setup,
    parallel_games::{self, Event},
    screen, solve,
};
use four_shapes_engine::{
    Column, Position, Rules,
    puzzles::{Puzzle, PuzzleSet},
    solver::Solver,
};
use std::{collections::HashSet, path::Path};

/// The number of games between two checks whether there are enough puzzles.
const BATCH: u64 = 2_000;

/// Generates puzzles on one board and writes them. Those of the file on other boards are kept.
pub(super) fn generate(args: &PuzzlesArgs, out: &Path) -> Result<(), Failure> {
    let rules = match_setup::plain_rules(&args.size)?;
    let table_bytes = solve::table_bytes(args.table)?;
    Solver::new(rules, table_bytes).map_err(|error| Failure::Usage(error.to_string()))?;
    let mut sets = if out.exists() { read(out)? } else { Vec::new() };
    sets.retain(|set| set.rules != rules);
    let mut puzzles = Vec::new();
    let mut known = HashSet::new();
    let mut games = 0;
    while puzzles.len() < args.count {
        let batch = batch(args, rules, table_bytes, games..games + BATCH)?;
        games += BATCH;
        for puzzle in batch {
            let is_new = known.insert(canonical(rules, &puzzle));
            if is_new && puzzles.len() < args.count {
                puzzles.push(puzzle);
            }
        }
        let (found, count) = (puzzles.len(), args.count);
        screen::print_to_stderr(&format!("{found} of {count} puzzles from {games} games"));
    }
    puzzles.sort();
    sets.push(PuzzleSet { rules, puzzles });
    let bytes = PuzzleSet::write(&sets);
    files::write(out, &bytes)?;
    screen::print_to_stderr(&format!("{}: {} bytes", shown(out), bytes.len()));
    Ok(())
}

/// Returns the puzzles of the games with these numbers, in their order.
fn batch(
    args: &PuzzlesArgs,
    rules: Rules,
    table_bytes: usize,
    games: std::ops::Range<u64>,
) -> Result<Vec<Puzzle>, Failure> {
    let mut found: Vec<(u64, Puzzle)> = Vec::new();
    let new_worker = || {
        let mut generator = Generator::new(rules, args.seed, table_bytes);
        move |number| Ok((number, generator.puzzle(number)))
    };
    let on_event = |event: Event<'_, (u64, Option<Puzzle>)>| {
        if let Event::Finished(results) = event {
            let puzzles = results.iter().cloned();
            found.extend(puzzles.filter_map(|(number, puzzle)| Some((number, puzzle?))));
        }
        Ok(())
    };
    let threads = parallel_games::threads(args.threads.threads);
    parallel_games::play(games, BATCH, threads, new_worker, on_event)?;
    found.sort();
    Ok(found.into_iter().map(|(_, puzzle)| puzzle).collect())
}

/// Returns the pieces of a puzzle or its mirror image, whichever is less, as text.
fn canonical(rules: Rules, puzzle: &Puzzle) -> String {
    let game = puzzle.game(rules).expect("the generator has played it");
    let last = rules.all_columns().len() - 1;
    let text = |is_mirrored: bool| {
        let columns = rules.all_columns();
        let mirrored = |column: Column| rules.column(last - column.index()).expect("a column");
        let columns = columns.map(|column| {
            if is_mirrored {
                mirrored(column)
            } else {
                column
            }
        });
        columns
            .map(|column| column_text(game.position(), column))
            .collect::<Vec<_>>()
            .join("/")
    };
    text(false).min(text(true))
}

fn column_text(position: &Position, column: Column) -> String {
    let rules = position.rules();
    let cells = rules.all_cells().filter(|cell| cell.column() == column);
    cells
        .map_while(|cell| position.get(cell))
        .map(|player| if player.index() == 0 { 'x' } else { 'o' })
        .collect()
}
