//! `four values`: solves the empty boards of many sizes.

mod published;
mod tasks;

use crate::{
    args::{ColourWhen, ValuesArgs},
    failure::{Failure, shown},
    interrupt, parallel_games, parallel_search,
    progress_file::{self, Outputs, ProgressFile, Tasks, remaining},
    screen::{Screen, print_to_stderr},
    solve,
};
use four_shapes_rules::Position;
use four_shapes_solver::{Goal, Solver, Unsolvable};
use std::time::Instant;
use tasks::{Boards, Value};

/// Solves the boards, or merges the results of shards, and compares them with published ones.
pub(crate) fn values(args: &ValuesArgs, colour: ColourWhen) -> Result<(), Failure> {
    let mut report = Report {
        screen: Screen::new(colour),
        times: args.times,
        different: 0,
    };
    if args.shard.merge.is_empty() {
        solve_all(args, &mut report)?;
    } else {
        let (boards, values) = progress_file::merge::<Boards>(&args.shard.merge, None)?;
        report.heading()?;
        for (number, value) in values {
            report.row(boards.board(number), &value)?;
        }
    }
    match report.different {
        0 => Ok(()),
        count => Err(Failure::File(format!(
            "results that differ from the published ones: {count}"
        ))),
    }
}

/// Solves the boards that are not in the progress file. Reports all of them.
fn solve_all(args: &ValuesArgs, report: &mut Report) -> Result<(), Failure> {
    let boards = Boards::new(args.up_to);
    let shard = args.shard.shard;
    if shard.is_some() && args.progress.is_none() {
        return Err(Failure::Usage("--shard requires --progress".to_owned()));
    }
    let (mut progress, known) = match &args.progress {
        Some(path) => {
            let (file, known) = ProgressFile::open(path, &boards, shard)?;
            (Some(file), known)
        }
        None => (None, Outputs::<Boards>::new()),
    };
    report.heading()?;
    let none = Outputs::<Boards>::new();
    let all = 0..boards.count().unwrap_or_default();
    for number in remaining(&boards, shard, all, &none) {
        let value = match known.get(&number) {
            Some(value) => *value,
            None => solve(args, boards.board(number)).inspect_err(|failure| {
                if let (Failure::Interrupted, Some(path)) = (failure, &args.progress) {
                    let path = shown(path);
                    print_to_stderr(&format!(
                        "Run the same command again to continue from {path}."
                    ));
                }
            })?,
        };
        if let Some(progress) = progress.as_mut().filter(|_| !known.contains_key(&number)) {
            progress.add(&(boards.line(number, &value) + "\n"))?;
            progress.sync()?;
        }
        report.row(boards.board(number), &value)?;
    }
    Ok(())
}

/// Solves an empty board.
fn solve(args: &ValuesArgs, board: (u8, u8)) -> Result<Value, Failure> {
    let rules = tasks::rules(board);
    let table = solve::table_bytes(args.table, rules)?;
    let unsolvable = |error: Unsolvable| Failure::Usage(error.to_string());
    let mut solver = Solver::new(rules, table).map_err(unsolvable)?;
    let threads = parallel_games::threads(args.threads.threads);
    let start = Instant::now();
    let empty = Position::new(rules);
    let found = parallel_search::search(&mut solver, &empty, Goal::Exact, threads, u64::MAX)
        .map_err(unsolvable)?;
    let Some(score) = found.bounds.exact() else {
        interrupt::check()?;
        unreachable!("only a signal stops a search without a limit");
    };
    Ok(Value {
        score,
        nodes: found.nodes,
        milliseconds: start.elapsed().as_millis() as u64,
    })
}

/// The table on standard output.
struct Report {
    screen: Screen,
    times: bool,
    different: usize,
}

impl Report {
    fn heading(&mut self) -> Result<(), Failure> {
        let times = if self.times {
            "           nodes     seconds"
        } else {
            ""
        };
        self.screen
            .print(&format!("board    first player  moves{times}  published\n"))
    }

    fn row(&mut self, board: (u8, u8), value: &Value) -> Result<(), Failure> {
        let (columns, rows) = board;
        let outcome = value.outcome();
        let moves = value.moves(board);
        let times = if self.times {
            format!("  {:14}  {:10}", value.nodes, seconds(value.milliseconds))
        } else {
            String::new()
        };
        let published = match published::value(board) {
            None => "-".to_owned(),
            Some(found) if found.agrees(outcome, moves) => "same".to_owned(),
            Some(found) => {
                self.different += 1;
                found.to_string()
            }
        };
        self.screen.print(&format!(
            "{columns:2} × {rows:<2}  {:12}  {moves:5}{times}  {published}\n",
            outcome.to_string()
        ))
    }
}

/// Formats a time in seconds with a digit after the point.
fn seconds(milliseconds: u64) -> String {
    let tenths = milliseconds.saturating_add(50) / 100;
    format!("{}.{}", tenths / 10, tenths % 10)
}
