//! Many games at a time, on all cores.

use crate::{failure::Failure, screen::Passing};
use std::{
    num::NonZeroU8,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread,
    time::{Duration, Instant},
};

/// How many games a thread takes at a time, at most.
const MOST_AT_ONCE: u64 = 64;
/// How long a thread keeps games that are over to itself, at most.
const KEPT: Duration = Duration::from_millis(100);
/// How long is waited for games before the progress is shown all the same.
const PAUSE: Duration = Duration::from_millis(500);

/// How many games are played at a time: as many as are asked for, or one for each core.
pub(crate) fn threads(asked: Option<NonZeroU8>) -> usize {
    asked.map_or_else(
        || thread::available_parallelism().map_or(1, usize::from),
        |threads| threads.get().into(),
    )
}

/// Plays the games with these numbers, so many as `count`, and hands them over, some at
/// a time and in any order. Every thread has a player of games of its own, from `lane`.
/// Tells whether all were played, or somebody has pressed Ctrl-C.
///
/// # Errors
/// The first one of a game or of whoever takes the games.
pub(crate) fn play<T, L>(
    numbers: impl Iterator<Item = u64> + Send,
    count: u64,
    threads: usize,
    lane: impl Fn() -> L + Sync,
    mut take: impl FnMut(&[T]) -> Result<(), Failure>,
) -> Result<bool, Failure>
where
    T: Send,
    L: FnMut(u64) -> Result<T, Failure>,
{
    let stop = Arc::new(AtomicBool::new(false));
    let pressed = stop.clone();
    // It fails if there is a handler already, and then that one ends the program.
    let _ = ctrlc::set_handler(move || pressed.store(true, Ordering::Relaxed));
    let threads = count.clamp(1, threads as u64);
    let todo = Mutex::new(Todo {
        numbers,
        left: count,
        threads,
    });
    let (sender, receiver) = mpsc::channel();
    let mut progress = Progress::new(count);
    thread::scope(|scope| {
        for _ in 0..threads {
            let (todo, stop, lane, results) = (&todo, &*stop, &lane, sender.clone());
            scope.spawn(move || work(todo, stop, lane(), &results));
        }
        drop(sender);
        loop {
            let games: Result<Vec<T>, Failure> = match receiver.recv_timeout(PAUSE) {
                Ok(games) => games,
                Err(RecvTimeoutError::Timeout) => Ok(Vec::new()),
                Err(RecvTimeoutError::Disconnected) => break,
            };
            let taken = games.and_then(|games| {
                progress.done += games.len() as u64;
                take(&games)
            });
            if let Err(failure) = taken {
                stop.store(true, Ordering::Relaxed);
                return Err(failure);
            }
            progress.show();
        }
        Ok(progress.done == count)
    })
}

/// The games that nobody has taken yet.
struct Todo<I> {
    numbers: I,
    left: u64,
    threads: u64,
}

impl<I: Iterator<Item = u64>> Todo<I> {
    /// Some of them; none if there are none left. The fewer are left the fewer at once,
    /// so that no thread waits long for another.
    fn some(&mut self) -> Vec<u64> {
        let count = (self.left / (self.threads * 4)).clamp(1, MOST_AT_ONCE);
        let numbers: Vec<u64> = self.numbers.by_ref().take(count as usize).collect();
        self.left = self.left.saturating_sub(count);
        numbers
    }
}

/// Plays games as long as there are any.
fn work<T>(
    todo: &Mutex<Todo<impl Iterator<Item = u64>>>,
    stop: &AtomicBool,
    mut game: impl FnMut(u64) -> Result<T, Failure>,
    results: &Sender<Result<Vec<T>, Failure>>,
) {
    let mut over = Vec::new();
    let mut sent = Instant::now();
    'all: loop {
        let numbers = todo.lock().unwrap_or_else(PoisonError::into_inner).some();
        if numbers.is_empty() {
            break;
        }
        for number in numbers {
            if stop.load(Ordering::Relaxed) {
                break 'all;
            }
            match game(number) {
                Ok(played) => over.push(played),
                Err(failure) => {
                    // Whoever would hear it has failed already.
                    let _ = results.send(Err(failure));
                    return;
                }
            }
            if sent.elapsed() >= KEPT {
                sent = Instant::now();
                if results.send(Ok(std::mem::take(&mut over))).is_err() {
                    return;
                }
            }
        }
    }
    let _ = results.send(Ok(over));
}

/// How far the games have come, for whoever sits at a terminal.
struct Progress {
    total: u64,
    done: u64,
    began: Instant,
    shown: Instant,
    passing: Passing,
}

impl Progress {
    /// How many signs the bar has.
    const WIDTH: u64 = 24;

    fn new(total: u64) -> Self {
        let now = Instant::now();
        Self {
            total,
            done: 0,
            began: now,
            shown: now,
            passing: Passing::new(),
        }
    }

    /// Shows it if it is time to.
    fn show(&mut self) {
        if self.shown.elapsed() < PAUSE {
            return;
        }
        self.shown = Instant::now();
        let (done, total) = (self.done, self.total);
        let full = (done * Self::WIDTH / total.max(1)) as usize;
        let bar = "#".repeat(full) + &"-".repeat(Self::WIDTH as usize - full);
        let passed = self.began.elapsed();
        let speed = u128::from(done) * 1000 / passed.as_millis().max(1);
        let left = (passed.as_secs() * (total - done)).checked_div(done);
        let left = left.map_or(String::new(), |left| format!(", {} left", time(left)));
        self.passing.show(&format!(
            "[{bar}] {done} of {total} games, {speed} a second{left}"
        ));
    }
}

/// `40 s`, `3 min 20 s`, `2 h 5 min`.
fn time(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}
