//! The scores of all positions of a book, by all cores.

use super::progress::Progress;
use crate::{
    args::BookArgs,
    failure::{Failure, shown},
    files, interrupt, match_setup, screen, solve, thread_pool,
};
use four_shapes_engine::solver::{
    self, Goal, Solver,
    book::{Book, Openings},
};
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

/// How many neighbouring positions a thread takes at a time.
const CHUNK: usize = 64;
/// How many nodes a thread searches before it looks whether it has to stop.
const STEP: u64 = 1 << 18;

/// Builds a book and writes it.
pub(super) fn build(args: &BookArgs, out: &Path) -> Result<(), Failure> {
    let rules = match_setup::plain_rules(&args.board)?;
    let openings = Openings::new(rules, args.plies)
        .map_err(|error| Failure::Usage(format!("--plies: {error}")))?;
    let progress = args.progress.clone().unwrap_or_else(|| {
        let mut path = out.as_os_str().to_owned();
        path.push(".progress");
        path.into()
    });
    let scores = solve_all(args, &openings, &progress)?;
    let book = Book::write(&openings, &scores).map_err(|error| Failure::file(&progress, error))?;
    files::write(out, &book)?;
    screen::remark(&format!("{}: {} bytes", shown(out), book.len()));
    Ok(())
}

/// The score of every position, those in the progress file and the others.
fn solve_all(args: &BookArgs, openings: &Openings, path: &Path) -> Result<Vec<i32>, Failure> {
    let (mut progress, mut scores) = Progress::open(path, openings)?;
    let todo: Vec<usize> = (0..scores.len())
        .filter(|&at| scores[at].is_none())
        .collect();
    let threads = thread_pool::threads(args.threads.threads);
    let table_bytes = solve::table_bytes(args.table)?;
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    let mut report = Report::new(scores.len(), todo.len());
    let done = thread::scope(|scope| {
        for _ in 0..threads {
            let mut worker = Worker {
                openings,
                todo: &todo,
                next: &next,
                stop: &stop,
                solver: Solver::new(openings.rules(), table_bytes)
                    .map_err(|error| Failure::Usage(error.to_string()))?,
                results: sender.clone(),
            };
            scope.spawn(move || worker.run());
        }
        drop(sender);
        let mut done = Ok(());
        while done.is_ok() {
            match receiver.recv_timeout(interrupt::POLL) {
                Ok((at, score)) => {
                    scores[at] = Some(score);
                    report.done += 1;
                    done = progress.add(openings.keys()[at], score);
                }
                Err(RecvTimeoutError::Timeout) => done = progress.tick(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
            report.say(false);
        }
        stop.store(true, Ordering::Relaxed);
        done
    });
    progress.sync()?;
    done?;
    report.say(true);
    let count = scores.len();
    let scores: Vec<i32> = scores.into_iter().flatten().collect();
    if scores.len() < count {
        screen::remark(&format!(
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
    todo: &'a [usize],
    next: &'a AtomicUsize,
    stop: &'a AtomicBool,
    solver: Solver,
    results: Sender<(usize, i32)>,
}

impl Worker<'_> {
    fn run(&mut self) {
        while let Some(chunk) = self.chunk() {
            let mut guess = None;
            for &at in &self.todo[chunk] {
                if self.has_to_stop() {
                    return;
                }
                let position = self.openings.position(at);
                self.solver
                    .begin(&position, Goal::Exact, guess)
                    .expect("an opening can be solved");
                let score = loop {
                    match self.solver.search(STEP) {
                        solver::Progress::Done(score) => break score,
                        solver::Progress::Paused(_) if self.has_to_stop() => return,
                        solver::Progress::Paused(_) => {}
                    }
                };
                guess = Some(score);
                if self.results.send((at, score)).is_err() {
                    return;
                }
            }
        }
    }

    fn has_to_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || interrupt::requested()
    }

    fn chunk(&self) -> Option<Range<usize>> {
        let start = self.next.fetch_add(CHUNK, Ordering::Relaxed);
        (start < self.todo.len()).then(|| start..self.todo.len().min(start + CHUNK))
    }
}

/// What is said about the work on the standard error.
struct Report {
    total: usize,
    before: usize,
    done: usize,
    started: Instant,
    said: Option<Instant>,
    terminal: bool,
}

impl Report {
    fn new(total: usize, todo: usize) -> Self {
        Self {
            total,
            before: total - todo,
            done: 0,
            started: Instant::now(),
            said: None,
            terminal: io::stderr().is_terminal(),
        }
    }

    /// Says how far it has come, if it is time to or it is the last time.
    fn say(&mut self, last: bool) {
        let pause = Duration::from_secs(if self.terminal { 1 } else { 30 });
        if !last && self.said.is_some_and(|said| said.elapsed() < pause) {
            return;
        }
        self.said = Some(Instant::now());
        let elapsed = self.started.elapsed();
        let known = self.before + self.done;
        let left = match u32::try_from(self.done) {
            Ok(done @ 1..) => {
                let each = elapsed / done;
                let left = each.saturating_mul((self.total - known) as u32);
                format!(
                    "{:.1} s each, {} minutes left",
                    each.as_secs_f64(),
                    left.as_secs() / 60
                )
            }
            _ => "none yet".to_owned(),
        };
        let (start, end) = match (self.terminal, last) {
            (true, false) => ("\r", "\u{1b}[K"),
            (true, true) => ("\r", "\u{1b}[K\n"),
            (false, _) => ("", "\n"),
        };
        // Where nobody can be told, nobody is.
        let _ = write!(
            io::stderr(),
            "{start}{known} of {} positions, {left}{end}",
            self.total
        );
    }
}
