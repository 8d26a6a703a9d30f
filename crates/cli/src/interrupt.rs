//! Ctrl-C and SIGTERM: the first asks for a clean stop, the second ends the program.
//!
//! [`run`] gives a command a thread of its own. Whatever takes long looks at [`requested`]
//! between slices of its work, hands on what it has and ends with
//! [`Failure::Interrupted`]. What has no slices, such as a bot's turn or a read that waits,
//! is abandoned after [`GRACE`].

use crate::{
    failure::{Failure, INTERRUPTED},
    screen::remark,
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

/// How long may pass before a waiting thread looks at [`requested`] again.
pub(crate) const POLL: Duration = Duration::from_millis(20);
/// How long after the first signal a person is told about the second.
const NOTICE: Duration = Duration::from_millis(150);
/// How long after the first signal, and after whatever is done [`to_the_end`], a command is
/// abandoned.
const GRACE: Duration = Duration::from_millis(500);
/// Bytes of the command's stack, as many as the first thread usually has.
const STACK: usize = 8 << 20;

static REQUESTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
static UNABANDONED: AtomicUsize = AtomicUsize::new(0);

/// Whether a signal has asked for a clean stop.
pub(crate) fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}

/// [`Failure::Interrupted`] if a signal has asked for a clean stop.
pub(crate) fn check() -> Result<(), Failure> {
    if requested() {
        return Err(Failure::Interrupted);
    }
    Ok(())
}

/// Does something short, such as writing a file, that is not abandoned halfway.
pub(crate) fn to_the_end<T>(work: impl FnOnce() -> T) -> T {
    UNABANDONED.fetch_add(1, Ordering::SeqCst);
    let done = work();
    UNABANDONED.fetch_sub(1, Ordering::SeqCst);
    done
}

/// Runs a command until it ends or has to be abandoned.
pub(crate) fn run(
    command: impl FnOnce() -> Result<(), Failure> + Send + 'static,
) -> Result<(), Failure> {
    if let Err(error) = watch() {
        remark(&format!("warning: can't handle Ctrl-C: {error}"));
    }
    let (sender, done) = mpsc::channel();
    let thread = thread::Builder::new().stack_size(STACK).spawn(move || {
        // There is always a receiver, unless the command has been abandoned.
        let _ = sender.send(command());
    });
    let thread = thread.map_err(|error| Failure::File(format!("can't start a thread: {error}")))?;
    // When the signal came, and since when the command could have been abandoned.
    let mut signal = None;
    let mut idle = Instant::now();
    let mut told = false;
    loop {
        match done.recv_timeout(POLL) {
            Ok(result) => return result,
            Err(RecvTimeoutError::Timeout) if !requested() => {}
            Err(RecvTimeoutError::Timeout) => {
                let now = Instant::now();
                if signal.is_none() || UNABANDONED.load(Ordering::SeqCst) > 0 {
                    idle = now;
                }
                if now - *signal.get_or_insert(now) >= NOTICE && !told {
                    told = true;
                    tell();
                }
                if now - idle >= GRACE {
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

/// Sets the flag on the first signal, and has the second end the program even where no
/// thread can do anything: the signal's handler does that itself.
fn watch() -> io::Result<()> {
    for signal in [SIGINT, SIGTERM] {
        // In this order, so that the first signal does not see its own mark.
        flag::register_conditional_shutdown(signal, INTERRUPTED.into(), Arc::clone(&REQUESTED))?;
        flag::register(signal, Arc::clone(&REQUESTED))?;
    }
    Ok(())
}

fn tell() {
    // Behind whatever stands in the line, and the terminal's ^C.
    let line_break = if io::stderr().is_terminal() { "\n" } else { "" };
    remark(&format!(
        "{line_break}Stopping … Press Ctrl-C again to end at once."
    ));
}
