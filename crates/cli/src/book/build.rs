//! Builds an opening book: solves its positions in parallel threads.

use crate::{
    args::BookArgs,
    failure::{Failure, shown},
    files, interrupt, match_setup, parallel_games,
    progress_file::{self, Outputs, ProgressFile, Tasks, remaining},
    screen, solve,
};
use four_shapes_solver::{
    Bounds, Goal, PositionSearch, Score, Search, Solver,
    book::{Book, Openings},
};
use four_shapes_tournament::shard::Shard;
use std::{
    io::{self, IsTerminal, Write},
    ops::Range,
    path::Path,
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread,
    time::{Duration, Instant},
};

/// Number of consecutive positions that a thread claims at a time.
pub(super) const CHUNK: usize = 64;
/// Number of nodes searched between checks whether to stop.
const STEP: u64 = 1 << 18;

/// Builds a book from the shards of its progress and writes it.
pub(super) fn merge(args: &BookArgs, out: &Path) -> Result<(), Failure> {
    let (openings, scores) = progress_file::merge::<Openings>(&args.shard.merge, None)?;
    write(out, &openings, scores, "--merge")
}

/// Builds a book and writes it.
pub(super) fn build(args: &BookArgs, out: &Path) -> Result<(), Failure> {
    let openings = openings(args)?;
    let progress = args.progress.clone().unwrap_or_else(|| {
        let mut path = out.as_os_str().to_owned();
        path.push(".progress");
        path.into()
    });
    let scores = solve_all(args, &openings, &progress, None)?;
    write(out, &openings, scores, &shown(&progress))
}

/// Solves the positions of a shard.
pub(super) fn solve_shard(args: &BookArgs, progress: &Path, shard: Shard) -> Result<(), Failure> {
    solve_all(args, &openings(args)?, progress, Some(shard))?;
    Ok(())
}

fn openings(args: &BookArgs) -> Result<Openings, Failure> {
    let rules = match_setup::plain_rules(&args.size)?;
    Openings::new(rules, args.plies).map_err(|error| Failure::Usage(format!("--plies: {error}")))
}

/// Writes a book with the scores of all positions, which come from this source.
fn write(
    out: &Path,
    openings: &Openings,
    scores: Outputs<Openings>,
    source: &str,
) -> Result<(), Failure> {
    let scores: Vec<Score> = scores.into_values().collect();
    let book = Book::write(openings, &scores)
        .map_err(|error| Failure::File(format!("{source}: {error}")))?;
    files::write(out, &book)?;
    screen::print_to_stderr(&format!("{}: {} bytes", shown(out), book.len()));
    Ok(())
}

/// Returns the score of every position, or of those of a shard, from the progress file or
/// solved now.
fn solve_all(
    args: &BookArgs,
    openings: &Openings,
    path: &Path,
    shard: Option<Shard>,
) -> Result<Outputs<Openings>, Failure> {
    let (mut progress, mut scores) = ProgressFile::open(path, openings, shard)?;
    let all = 0..openings.keys().len() as u64;
    let unsolved = remaining(openings, shard, all, &scores);
    let unsolved: Vec<usize> = unsolved.map(|number| number as usize).collect();
    let count = scores.len() + unsolved.len();
    let threads = parallel_games::threads(args.threads.threads);
    let table_bytes = solve::table_bytes(args.table, openings.rules())?;
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    let mut report = ProgressReport::new(count, unsolved.len());
    let outcome = thread::scope(|scope| {
        for _ in 0..threads {
            let mut worker = Worker {
                openings,
                unsolved: &unsolved,
                next: &next,
                stop: &stop,
                solver: Solver::new(openings.rules(), table_bytes)
                    .map_err(|error| Failure::Usage(error.to_string()))?,
                results: sender.clone(),
            };
            scope.spawn(move || worker.run());
        }
        drop(sender);
        let mut outcome = Ok(());
        while outcome.is_ok() {
            match receiver.recv_timeout(interrupt::POLL) {
                Ok((index, score)) => {
                    let number = index as u64;
                    outcome = progress.add(&(openings.line(number, &score) + "\n"));
                    scores.insert(number, score);
                    report.solved += 1;
                }
                Err(RecvTimeoutError::Timeout) => outcome = progress.add(""),
                Err(RecvTimeoutError::Disconnected) => break,
            }
            report.print_if_due();
        }
        stop.store(true, Ordering::Relaxed);
        outcome
    });
    progress.sync()?;
    outcome?;
    report.print(true);
    if scores.len() < count {
        screen::print_to_stderr(&format!(
            "Solved {} of {count} positions. Run the same command again to continue from {}.",
            scores.len(),
            shown(path)
        ));
        return Err(Failure::Interrupted);
    }
    Ok(scores)
}

struct Worker<'a> {
    openings: &'a Openings,
    unsolved: &'a [usize],
    next: &'a AtomicUsize,
    stop: &'a AtomicBool,
    solver: Solver,
    results: Sender<(usize, Score)>,
}

impl Worker<'_> {
    fn run(&mut self) {
        while let Some(chunk) = self.next_chunk() {
            let mut guess = None;
            for &index in &self.unsolved[chunk] {
                if should_stop(self.stop) {
                    return;
                }
                let position = self.openings.position(index);
                let search =
                    PositionSearch::with_guess(&mut self.solver, &position, Goal::Exact, guess);
                let mut search = search.expect("an opening can be solved");
                let score = loop {
                    if let Some(score) = search.run(STEP).done().and_then(Bounds::exact) {
                        break score;
                    }
                    if should_stop(self.stop) {
                        return;
                    }
                };
                guess = Some(score);
                if self.results.send((index, score)).is_err() {
                    return;
                }
            }
        }
    }

    fn next_chunk(&self) -> Option<Range<usize>> {
        let start = self.next.fetch_add(CHUNK, Ordering::Relaxed);
        (start < self.unsolved.len()).then(|| start..self.unsolved.len().min(start + CHUNK))
    }
}

fn should_stop(stop: &AtomicBool) -> bool {
    stop.load(Ordering::Relaxed) || interrupt::requested()
}

/// The progress of a build on standard error.
struct ProgressReport {
    total: usize,
    /// Number of positions solved before the start.
    from_file: usize,
    /// Number of positions solved since the start.
    solved: usize,
    started: Instant,
    printed: Option<Instant>,
    terminal: bool,
}

impl ProgressReport {
    fn new(total: usize, unsolved: usize) -> Self {
        Self {
            total,
            from_file: total - unsolved,
            solved: 0,
            started: Instant::now(),
            printed: None,
            terminal: io::stderr().is_terminal(),
        }
    }

    /// Prints the progress every second, or every 30 seconds if not on a terminal.
    fn print_if_due(&mut self) {
        let interval = Duration::from_secs(if self.terminal { 1 } else { 30 });
        if self.printed.is_none_or(|time| time.elapsed() >= interval) {
            self.print(false);
        }
    }

    fn print(&mut self, last: bool) {
        self.printed = Some(Instant::now());
        let known = self.from_file + self.solved;
        let estimate = match u32::try_from(self.solved) {
            Ok(solved @ 1..) => {
                let each = self.started.elapsed() / solved;
                let left = each.saturating_mul((self.total - known) as u32);
                format!(
                    ", {:.1} s each, {} min left",
                    each.as_secs_f64(),
                    left.as_secs() / 60
                )
            }
            _ => String::new(),
        };
        let (start, end) = match (self.terminal, last) {
            (true, false) => ("\r", "\u{1b}[K"),
            (true, true) => ("\r", "\u{1b}[K\n"),
            (false, _) => ("", "\n"),
        };
        // An error here can't be reported anywhere.
        let _ = write!(
            io::stderr(),
            "{start}{known} of {} positions{estimate}{end}",
            self.total
        );
    }
}
