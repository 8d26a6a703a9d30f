//! Many games at a time, on all cores.

use crate::{failure::Failure, interrupt, screen::Passing};
use std::{
    num::NonZeroU8,
    sync::{
        Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// How many games a thread takes at a time, at most.
const MAX_AT_ONCE: u64 = 64;
/// How long games that are over wait until they are handed over.
const COLLECT: Duration = Duration::from_millis(50);
/// How often the progress is shown.
const PAUSE: Duration = Duration::from_millis(500);
/// How long is waited for the threads after Ctrl-C.
const GRACE: Duration = Duration::from_millis(250);

/// What [`play`] hands over.
pub(crate) enum Event<'a, T> {
    /// Games that have ended since the last time; there may be none.
    Played(&'a [T]),
    /// Ctrl-C: this was all.
    Interrupted,
}

/// How many games are played at a time: as many as are asked for, or one for each core.
pub(crate) fn threads(asked: Option<NonZeroU8>) -> usize {
    asked.map_or_else(
        || thread::available_parallelism().map_or(1, usize::from),
        |threads| threads.get().into(),
    )
}

/// Plays the games with these numbers, so many as `count`, and hands them over, some at
/// a time and in any order. Every thread has a player of games of its own, from `lane`.
///
/// # Errors
/// The first one of a game or of whoever takes the games; [`Failure::Interrupted`] if
/// somebody has pressed Ctrl-C before all were played.
pub(crate) fn play<T, L>(
    numbers: impl Iterator<Item = u64> + Send,
    count: u64,
    threads: usize,
    lane: impl Fn() -> L + Sync,
    mut take: impl FnMut(Event<'_, T>) -> Result<(), Failure>,
) -> Result<(), Failure>
where
    T: Send,
    L: FnMut(u64) -> Result<T, Failure>,
{
    let stop = AtomicBool::new(false);
    let threads = count.clamp(1, threads as u64);
    let todo = Mutex::new(Todo {
        numbers,
        left: count,
        threads,
    });
    let results = Results::new(threads);
    let mut progress = Progress::new(count);
    thread::scope(|scope| {
        for _ in 0..threads {
            let (todo, stop, lane, results) = (&todo, &stop, &lane, &results);
            scope.spawn(move || work(todo, stop, lane, results));
        }
        let mut interrupted = None;
        let taken = loop {
            let expired = interrupt::requested()
                && interrupted.get_or_insert_with(Instant::now).elapsed() >= GRACE;
            let collected = results.wait();
            progress.done += collected.over.len() as u64;
            let taken = take(Event::Played(&collected.over));
            let taken = taken.and(collected.failure.map_or(Ok(()), Err));
            if taken.is_err() || collected.working == 0 || expired {
                break taken;
            }
            progress.show();
        };
        stop.store(true, Ordering::Relaxed);
        taken?;
        if progress.done < count {
            progress.passing.clear();
            interrupt::to_the_end(|| take(Event::Interrupted))?;
            return Err(Failure::Interrupted);
        }
        Ok(())
    })
}

/// Where the threads leave what is to be handed over.
struct Results<T> {
    state: Mutex<Collected<T>>,
    /// The last thread has ended.
    ended: Condvar,
}

/// What the threads have left.
struct Collected<T> {
    /// Games that are over.
    over: Vec<T>,
    /// Why there are no more.
    failure: Option<Failure>,
    /// How many threads have not ended.
    working: u64,
}

impl<T> Results<T> {
    fn new(threads: u64) -> Self {
        Self {
            state: Mutex::new(Collected {
                over: Vec::new(),
                failure: None,
                working: threads,
            }),
            ended: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Collected<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What there is when some time has passed, or the last thread has ended.
    fn wait(&self) -> Collected<T> {
        let working = |state: &mut Collected<T>| state.working > 0;
        let waited = self.ended.wait_timeout_while(self.lock(), COLLECT, working);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        Collected {
            over: std::mem::take(&mut state.over),
            failure: state.failure.take(),
            working: state.working,
        }
    }
}

/// A thread that has not ended, also by a panic.
struct Working<'a, T>(&'a Results<T>);

impl<T> Drop for Working<'_, T> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.working -= 1;
        if state.working == 0 {
            self.0.ended.notify_all();
        }
    }
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
        let count = (self.left / (self.threads * 4)).clamp(1, MAX_AT_ONCE);
        let numbers: Vec<u64> = self.numbers.by_ref().take(count as usize).collect();
        self.left = self.left.saturating_sub(count);
        numbers
    }
}

/// Plays games as long as there are any.
fn work<T, L: FnMut(u64) -> Result<T, Failure>>(
    todo: &Mutex<Todo<impl Iterator<Item = u64>>>,
    stop: &AtomicBool,
    lane: impl Fn() -> L,
    results: &Results<T>,
) {
    let _working = Working(results);
    let mut game = lane();
    loop {
        let numbers = todo.lock().unwrap_or_else(PoisonError::into_inner).some();
        if numbers.is_empty() {
            return;
        }
        for number in numbers {
            if stop.load(Ordering::Relaxed) || interrupt::requested() {
                return;
            }
            match game(number) {
                Ok(played) => results.lock().over.push(played),
                Err(Failure::Interrupted) => return,
                Err(failure) => {
                    results.lock().failure = Some(failure);
                    stop.store(true, Ordering::Relaxed);
                    return;
                }
            }
        }
    }
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
