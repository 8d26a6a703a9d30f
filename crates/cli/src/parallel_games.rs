//! Plays games in parallel threads.

use crate::{failure::Failure, interrupt, screen::TransientStatus};
use std::{
    num::NonZeroU8,
    sync::{
        Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// The maximum number of games that a thread takes at a time.
const MAX_BATCH: u64 = 64;
/// The interval at which finished games are collected.
const COLLECT_INTERVAL: Duration = Duration::from_millis(50);
/// The interval at which progress is shown.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(500);
/// The time for which threads may finish their games after Ctrl-C.
const GRACE_PERIOD: Duration = Duration::from_millis(250);

/// An event of [`play`].
pub(crate) enum Event<'a, T> {
    /// Results of games that have finished since the last event, possibly none.
    Finished(&'a [T]),
    /// Ctrl-C was pressed; there are no further events.
    Interrupted,
}

/// Returns the number of threads: the requested one, or one per core.
pub(crate) fn threads(requested: Option<NonZeroU8>) -> usize {
    requested.map_or_else(
        || thread::available_parallelism().map_or(1, usize::from),
        |threads| threads.get().into(),
    )
}

/// Plays the games with these numbers, `count` in all, and passes their results to
/// `on_event`, in batches and in any order. Each thread plays with a function created by
/// `new_worker`.
///
/// # Errors
/// Returns the first error of a game or of `on_event`, or [`Failure::Interrupted`] if
/// Ctrl-C was pressed before all games were played.
pub(crate) fn play<T, W>(
    numbers: impl Iterator<Item = u64> + Send,
    count: u64,
    threads: usize,
    new_worker: impl Fn() -> W + Sync,
    mut on_event: impl FnMut(Event<'_, T>) -> Result<(), Failure>,
) -> Result<(), Failure>
where
    T: Send,
    W: FnMut(u64) -> Result<T, Failure>,
{
    let stop = AtomicBool::new(false);
    let threads = count.clamp(1, threads as u64);
    let queue = Mutex::new(Queue {
        numbers,
        remaining: count,
        threads,
    });
    let results = Results::new(threads);
    let mut progress = Progress::new(count);
    thread::scope(|scope| {
        for _ in 0..threads {
            let (queue, stop, new_worker, results) = (&queue, &stop, &new_worker, &results);
            scope.spawn(move || work(queue, stop, new_worker, results));
        }
        let mut interrupted = None;
        let outcome = loop {
            let expired = interrupt::requested()
                && interrupted.get_or_insert_with(Instant::now).elapsed() >= GRACE_PERIOD;
            let collected = results.wait();
            progress.done += collected.finished.len() as u64;
            let outcome = on_event(Event::Finished(&collected.finished));
            let outcome = outcome.and(collected.failure.map_or(Ok(()), Err));
            if outcome.is_err() || collected.working == 0 || expired {
                break outcome;
            }
            progress.show();
        };
        stop.store(true, Ordering::Relaxed);
        outcome?;
        if progress.done < count {
            progress.status.clear();
            interrupt::uninterrupted(|| on_event(Event::Interrupted))?;
            return Err(Failure::Interrupted);
        }
        Ok(())
    })
}

/// The results shared between the threads and the collector.
struct Results<T> {
    state: Mutex<Collected<T>>,
    /// Notified when the last thread has ended.
    ended: Condvar,
}

/// Results that have not been collected yet.
struct Collected<T> {
    /// Results of finished games.
    finished: Vec<T>,
    /// The first error.
    failure: Option<Failure>,
    /// The number of threads that have not ended.
    working: u64,
}

impl<T> Results<T> {
    fn new(threads: u64) -> Self {
        Self {
            state: Mutex::new(Collected {
                finished: Vec::new(),
                failure: None,
                working: threads,
            }),
            ended: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Collected<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Collects the results after [`COLLECT_INTERVAL`], or when the last thread ends.
    fn wait(&self) -> Collected<T> {
        let is_working = |state: &mut Collected<T>| state.working > 0;
        let waited = self
            .ended
            .wait_timeout_while(self.lock(), COLLECT_INTERVAL, is_working);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        Collected {
            finished: std::mem::take(&mut state.finished),
            failure: state.failure.take(),
            working: state.working,
        }
    }
}

/// Counts a thread as working until it is dropped, even by a panic.
struct WorkingGuard<'a, T>(&'a Results<T>);

impl<T> Drop for WorkingGuard<'_, T> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.working -= 1;
        if state.working == 0 {
            self.0.ended.notify_all();
        }
    }
}

/// The games that no thread has taken yet.
struct Queue<I> {
    numbers: I,
    remaining: u64,
    threads: u64,
}

impl<I: Iterator<Item = u64>> Queue<I> {
    /// Takes the next batch, empty if no games remain. Batches become smaller towards the
    /// end, so that all threads end at about the same time.
    fn next_batch(&mut self) -> Vec<u64> {
        let count = (self.remaining / (self.threads * 4)).clamp(1, MAX_BATCH);
        let numbers: Vec<u64> = self.numbers.by_ref().take(count as usize).collect();
        self.remaining = self.remaining.saturating_sub(count);
        numbers
    }
}

/// Plays games until the queue is empty.
fn work<T, W: FnMut(u64) -> Result<T, Failure>>(
    queue: &Mutex<Queue<impl Iterator<Item = u64>>>,
    stop: &AtomicBool,
    new_worker: impl Fn() -> W,
    results: &Results<T>,
) {
    let _working = WorkingGuard(results);
    let mut play = new_worker();
    loop {
        let numbers = queue
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .next_batch();
        if numbers.is_empty() {
            return;
        }
        for number in numbers {
            if stop.load(Ordering::Relaxed) || interrupt::requested() {
                return;
            }
            match play(number) {
                Ok(result) => results.lock().finished.push(result),
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

/// The progress bar.
struct Progress {
    total: u64,
    done: u64,
    started: Instant,
    shown: Instant,
    status: TransientStatus,
}

impl Progress {
    /// The width of the bar in characters.
    const WIDTH: u64 = 24;

    fn new(total: u64) -> Self {
        let now = Instant::now();
        Self {
            total,
            done: 0,
            started: now,
            shown: now,
            status: TransientStatus::new(),
        }
    }

    /// Shows the progress every [`PROGRESS_INTERVAL`].
    fn show(&mut self) {
        if self.shown.elapsed() < PROGRESS_INTERVAL {
            return;
        }
        self.shown = Instant::now();
        let (done, total) = (self.done, self.total);
        let full = (done * Self::WIDTH / total.max(1)) as usize;
        let bar = "#".repeat(full) + &"-".repeat(Self::WIDTH as usize - full);
        let elapsed = self.started.elapsed();
        let speed = u128::from(done) * 1000 / elapsed.as_millis().max(1);
        let left = (elapsed.as_secs() * (total - done)).checked_div(done);
        let left = left.map_or(String::new(), |left| format!(", {} left", time(left)));
        self.status.show(&format!(
            "[{bar}] {done} of {total} games, {speed} per second{left}"
        ));
    }
}

/// Formats a duration: `40 s`, `3 min 20 s`, `2 h 5 min`.
fn time(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}
