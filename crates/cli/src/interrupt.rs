//! Ctrl-C and SIGTERM: the first signal requests a clean stop, the second exits at once.
//!
//! [`run`] runs a command on a thread. Long operations check [`requested`] between slices of
//! work, save their results and return [`Failure::Interrupted`]. Blocking operations, such
//! as a bot's move or a read, are abandoned after [`GRACE`].

use crate::{
    failure::{Failure, INTERRUPTED},
    screen::print_to_stderr,
};
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag,
};
use std::{
    io::{self, IsTerminal},
    panic,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

/// Interval at which waiting threads check [`requested`].
pub(crate) const POLL: Duration = Duration::from_millis(20);
/// Time from the first signal to the notice about the second.
const NOTICE: Duration = Duration::from_millis(150);
/// Time from the first signal, or the last [`uninterrupted`], until a command is abandoned.
const GRACE: Duration = Duration::from_millis(500);
/// Stack size of the command's thread, in bytes; the usual size of a main thread.
const STACK: usize = 8 << 20;

static REQUESTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// Number of running operations that must not be abandoned.
static UNINTERRUPTED: AtomicUsize = AtomicUsize::new(0);

/// Returns whether a signal has requested a clean stop.
pub(crate) fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}

/// Returns [`Failure::Interrupted`] if a signal has requested a clean stop.
pub(crate) fn check() -> Result<(), Failure> {
    if requested() {
        return Err(Failure::Interrupted);
    }
    Ok(())
}

/// Runs a short operation that must not be abandoned, such as writing a file.
pub(crate) fn uninterrupted<T>(work: impl FnOnce() -> T) -> T {
    UNINTERRUPTED.fetch_add(1, Ordering::SeqCst);
    let result = work();
    UNINTERRUPTED.fetch_sub(1, Ordering::SeqCst);
    result
}

/// Runs a command until it ends or is abandoned.
pub(crate) fn run(
    command: impl FnOnce() -> Result<(), Failure> + Send + 'static,
) -> Result<(), Failure> {
    if let Err(error) = register_handlers() {
        print_to_stderr(&format!("warning: can't handle Ctrl-C: {error}"));
    }
    let (sender, done) = mpsc::channel();
    let thread = thread::Builder::new().stack_size(STACK).spawn(move || {
        // There is always a receiver, unless the command has been abandoned.
        let _ = sender.send(command());
    });
    let thread = thread.map_err(|error| Failure::File(format!("can't start a thread: {error}")))?;
    // The times of the signal and of the last work that must not be abandoned.
    let mut signal = None;
    let mut last_busy = Instant::now();
    let mut notified = false;
    loop {
        match done.recv_timeout(POLL) {
            Ok(result) => return result,
            Err(RecvTimeoutError::Timeout) if !requested() => {}
            Err(RecvTimeoutError::Timeout) => {
                let now = Instant::now();
                if signal.is_none() || UNINTERRUPTED.load(Ordering::SeqCst) > 0 {
                    last_busy = now;
                }
                if now - *signal.get_or_insert(now) >= NOTICE && !notified {
                    notified = true;
                    notify();
                }
                if now - last_busy >= GRACE {
                    return Err(Failure::Interrupted);
                }
            }
            Err(RecvTimeoutError::Disconnected) => match thread.join() {
                Err(cause) => panic::resume_unwind(cause),
                Ok(()) => unreachable!("a command that ends sends its result"),
            },
        }
    }
}

/// Registers handlers that set the flag on the first signal and exit on the second, even if
/// all threads are stuck.
fn register_handlers() -> io::Result<()> {
    let repeated = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // First, so that no signal is lost while the others are registered.
        flag::register(signal, Arc::clone(&REQUESTED))?;
        // In this order, so that the first signal doesn't exit because of its own flag.
        flag::register_conditional_shutdown(signal, INTERRUPTED.into(), Arc::clone(&repeated))?;
        flag::register(signal, Arc::clone(&repeated))?;
    }
    Ok(())
}

fn notify() {
    // Ends the line with the terminal's ^C.
    let line_break = if io::stderr().is_terminal() { "\n" } else { "" };
    print_to_stderr(&format!(
        "{line_break}Stopping … Press Ctrl-C again to exit immediately."
    ));
}
