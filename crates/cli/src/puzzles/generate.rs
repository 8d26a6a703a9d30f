//! Generates puzzles in parallel threads.

use super::{generator::Generator, progress::PuzzleGames, read};
use crate::{
    args::{MAX_GAMES, PuzzlesArgs},
    failure::{Failure, shown},
    files, match_setup,
    parallel_games::{self, Event},
    progress_file::{self, Outputs, ProgressFile, Tasks, remaining},
    screen, solve,
};
use four_shapes_analysis::puzzles::{Puzzle, PuzzleSet};
use four_shapes_rules::{Column, Position, Rules};
use four_shapes_solver::Solver;
use four_shapes_tournament::shard::Shard;
use std::{collections::HashSet, ops::Range, path::Path};

/// The minimum and maximum number of games between two checks whether there are enough puzzles.
const BATCH: (u64, u64) = (100, 2_000);

/// Generates puzzles on one board and writes them. Those of the file on other boards are kept.
pub(super) fn generate(args: &PuzzlesArgs, out: &Path) -> Result<(), Failure> {
    let mut run = Run::new(args, None)?;
    let others = other_sets(out, run.tasks.rules)?;
    let batch = (2 * args.count as u64).clamp(BATCH.0, BATCH.1);
    let mut games = 0;
    let puzzles = loop {
        run.play(games..games + batch)?;
        games += batch;
        let puzzles = select(run.tasks.rules, &run.outputs, args.count);
        let (found, count) = (puzzles.len(), args.count);
        screen::print_to_stderr(&format!("{found} of {count} puzzles from {games} games"));
        if found >= count {
            break puzzles;
        }
        if games >= MAX_GAMES {
            let error = format!("only {found} of {count} puzzles in {games} games");
            return Err(Failure::Usage(format!("--count: {error}")));
        }
    };
    write(out, others, run.tasks.rules, puzzles)
}

/// Plays a shard of the games.
pub(super) fn play_shard(args: &PuzzlesArgs, shard: Shard, games: u64) -> Result<(), Failure> {
    Run::new(args, Some(shard))?.play(0..games)
}

/// Writes the puzzles of the games of all shards.
pub(super) fn merge(args: &PuzzlesArgs, out: &Path) -> Result<(), Failure> {
    let (tasks, outputs) = progress_file::merge::<PuzzleGames>(&args.shard.merge, None)?;
    let others = other_sets(out, tasks.rules)?;
    let puzzles = select(tasks.rules, &outputs, args.count);
    if puzzles.len() < args.count {
        let games = consecutive(&outputs).count();
        return Err(Failure::File(format!(
            "--merge: {} of {} puzzles in the first {games} games, but game {} is missing; run the \
             shards again, with more --games",
            puzzles.len(),
            args.count,
            games + 1
        )));
    }
    write(out, others, tasks.rules, puzzles)
}

/// Returns the puzzles of a file on other boards.
fn other_sets(out: &Path, rules: Rules) -> Result<Vec<PuzzleSet>, Failure> {
    let mut sets = if out.exists() { read(out)? } else { Vec::new() };
    sets.retain(|set| set.rules != rules);
    Ok(sets)
}

fn write(
    out: &Path,
    mut sets: Vec<PuzzleSet>,
    rules: Rules,
    mut puzzles: Vec<Puzzle>,
) -> Result<(), Failure> {
    puzzles.sort();
    sets.push(PuzzleSet { rules, puzzles });
    let bytes = PuzzleSet::write(&sets);
    files::write(out, &bytes)?;
    screen::print_to_stderr(&format!("{}: {} bytes", shown(out), bytes.len()));
    Ok(())
}

/// Returns the results of the first games, up to one that has not been played.
fn consecutive(outputs: &Outputs<PuzzleGames>) -> impl Iterator<Item = Option<&Puzzle>> {
    let numbered = (0..).zip(outputs);
    let consecutive = numbered.take_while(|(number, (other, _))| number == *other);
    consecutive.map(|(_, (_, puzzle))| puzzle.as_ref())
}

/// Returns the first different puzzles, at most `count`, in the order of their games.
fn select(rules: Rules, outputs: &Outputs<PuzzleGames>, count: usize) -> Vec<Puzzle> {
    let mut known = HashSet::new();
    let puzzles = consecutive(outputs).flatten();
    let new = puzzles.filter(|puzzle| known.insert(canonical(rules, puzzle)));
    new.take(count).cloned().collect()
}

/// The games played, and those still to play.
struct Run<'a> {
    args: &'a PuzzlesArgs,
    tasks: PuzzleGames,
    shard: Option<Shard>,
    outputs: Outputs<PuzzleGames>,
    progress: Option<ProgressFile>,
}

impl<'a> Run<'a> {
    fn new(args: &'a PuzzlesArgs, shard: Option<Shard>) -> Result<Self, Failure> {
        let tasks = PuzzleGames {
            rules: match_setup::plain_rules(&args.size)?,
            seed: args.seed,
            table_mb: args.table.table_mb,
        };
        let table_bytes = solve::table_bytes(args.table, tasks.rules)?;
        Solver::new(tasks.rules, table_bytes).map_err(|error| Failure::Usage(error.to_string()))?;
        let (progress, outputs) = match &args.progress {
            Some(path) => {
                let (progress, outputs) = ProgressFile::open(path, &tasks, shard)?;
                (Some(progress), outputs)
            }
            None => (None, Outputs::<PuzzleGames>::new()),
        };
        Ok(Self {
            args,
            tasks,
            shard,
            outputs,
            progress,
        })
    }

    /// Plays the games with these numbers that belong to the shard and have not been played.
    fn play(&mut self, games: Range<u64>) -> Result<(), Failure> {
        let Self {
            args,
            tasks,
            shard,
            outputs,
            progress,
        } = self;
        let numbers = remaining(tasks, *shard, games, outputs).collect::<Vec<_>>();
        let table_bytes = solve::table_bytes(args.table, tasks.rules)?;
        let new_worker = || {
            let mut generator = Generator::new(tasks.rules, tasks.seed, table_bytes);
            move |number| Ok((number, generator.puzzle(number)))
        };
        let threads = parallel_games::threads(args.threads.threads);
        let count = numbers.len() as u64;
        parallel_games::play(numbers.into_iter(), count, threads, new_worker, |event| {
            match (event, progress.as_mut()) {
                (Event::Finished(results), progress) => {
                    if let Some(progress) = progress {
                        let line = |(number, puzzle): &(u64, Option<Puzzle>)| {
                            tasks.line(*number, puzzle) + "\n"
                        };
                        progress.add(&results.iter().map(line).collect::<String>())?;
                    }
                    outputs.extend(results.iter().cloned());
                }
                (Event::Interrupted, Some(progress)) => {
                    progress.sync()?;
                    screen::print_to_stderr(&format!(
                        "Run the same command again to continue from {}.",
                        progress.shown_path()
                    ));
                }
                (Event::Interrupted, None) => {}
            }
            Ok(())
        })?;
        progress.as_mut().map_or(Ok(()), ProgressFile::sync)
    }
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
        .map_while(|cell| position.piece_at(cell))
        .map(|player| if player.index() == 0 { 'x' } else { 'o' })
        .collect()
}
