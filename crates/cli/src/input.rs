//! Lines of standard input, with a maximum length.

use crate::{failure::Failure, interrupt};
use std::{
    io::{self, BufRead, Read},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
};

/// Maximum number of bytes read of a line.
const MAX_LINE: u64 = 1 << 16;
/// Number of lines read ahead.
const READ_AHEAD: usize = 64;

/// The lines of standard input, read by a thread so that Ctrl-C interrupts waiting.
#[derive(Default)]
pub(crate) struct Lines(Option<Receiver<io::Result<Option<String>>>>);

impl Lines {
    /// Returns the next line, truncated to [`MAX_LINE`] bytes, or `None` at the end of the
    /// input.
    ///
    /// # Errors
    /// Returns an error if reading fails or a signal arrives.
    pub(crate) fn next(&mut self) -> Result<Option<String>, Failure> {
        // Starts on first use, since the input may be meant for a child process.
        let lines = self.0.get_or_insert_with(start);
        loop {
            interrupt::check()?;
            match lines.recv_timeout(interrupt::POLL) {
                Ok(line) => {
                    return line.map_err(|error| Failure::File(format!("standard input: {error}")));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }
}

/// Starts reading up to the end of the input or an error.
fn start() -> Receiver<io::Result<Option<String>>> {
    let (sender, lines) = mpsc::sync_channel(READ_AHEAD);
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let line = line(&mut input);
            let more = matches!(line, Ok(Some(_)));
            if sender.send(line).is_err() || !more {
                return;
            }
        }
    });
    lines
}

fn line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)?;
    skip_rest(input, &line)?;
    if line.is_empty() {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

/// Skips the rest of a truncated line.
fn skip_rest(input: &mut impl BufRead, line: &[u8]) -> io::Result<()> {
    if (line.len() as u64) < MAX_LINE || line.ends_with(b"\n") {
        return Ok(());
    }
    loop {
        let part = input.fill_buf()?;
        let end = part.iter().position(|byte| *byte == b'\n');
        let (count, done) = match end {
            Some(end) => (end + 1, true),
            None => (part.len(), part.is_empty()),
        };
        input.consume(count);
        if done {
            return Ok(());
        }
    }
}
