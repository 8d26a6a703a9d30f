//! Lines of standard input, with a maximum length.

use crate::{failure::Failure, interrupt};
use four_shapes_records::import;
use std::{
    fs::File,
    io::{self, BufRead, BufReader, Cursor, Read},
    path::{Path, PathBuf},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

/// Maximum number of bytes read of a line.
const MAX_LINE: u64 = 1 << 16;
/// Maximum number of lines of a text: a list of the cells of the largest board.
const MAX_LINES: usize = 300;
/// How long the first row of a picture waits for the next one.
const PAUSE: Duration = Duration::from_millis(200);
/// Number of lines read ahead.
const READ_AHEAD: usize = 64;

/// The lines of an input, by default of standard input, read by a thread so that Ctrl-C interrupts waiting.
#[derive(Default)]
pub(crate) struct Lines {
    /// The lines that were read; `None` before standard input is.
    read: Option<Receiver<io::Result<Option<String>>>>,
    /// The file, if it is not standard input.
    path: Option<PathBuf>,
}

impl Lines {
    /// Returns the next line, truncated to [`MAX_LINE`] bytes, or `None` at the end of the
    /// input.
    ///
    /// # Errors
    /// Returns an error if reading fails or a signal arrives.
    pub(crate) fn next(&mut self) -> Result<Option<String>, Failure> {
        self.next_within(Duration::MAX)
    }

    /// As [`Self::next`], and returns `None` if there is no line within this time.
    fn next_within(&mut self, time: Duration) -> Result<Option<String>, Failure> {
        let asked = Instant::now();
        // Starts on first use, since the input may be meant for a child process.
        let lines = self
            .read
            .get_or_insert_with(|| start(|| io::stdin().lock()));
        loop {
            interrupt::check()?;
            match lines.recv_timeout(interrupt::POLL) {
                Ok(line) => {
                    let path = self.path.as_deref().unwrap_or(Path::new("-"));
                    return line.map_err(|error| Failure::file(path, error));
                }
                Err(RecvTimeoutError::Timeout) if asked.elapsed() < time => {}
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    return Ok(None);
                }
            }
        }
    }
}

/// The texts of an input, by default of standard input: lines, or several lines that belong together, such as the rows of
/// a picture.
#[derive(Default)]
pub(crate) struct Texts {
    lines: Lines,
    /// A line that was read but belongs to the next text.
    next: Option<String>,
}

impl Texts {
    /// Returns the texts in a text.
    pub(crate) fn of(text: String) -> Self {
        Self::from(Lines {
            read: Some(start(|| Cursor::new(text))),
            path: None,
        })
    }

    /// Opens a file.
    ///
    /// # Errors
    /// Returns an error if it can't be opened.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let file = File::open(path).map_err(|error| Failure::file(path, error))?;
        Ok(Self::from(Lines {
            read: Some(start(|| BufReader::new(file))),
            path: Some(path.to_owned()),
        }))
    }

    /// Returns the next text and its number of lines, or `None` at the end of the input.
    ///
    /// A line that may belong to the next one waits for it, but not longer than [`PAUSE`]:
    /// programs may expect the answer to each line.
    ///
    /// # Errors
    /// As [`Lines::next`].
    pub(crate) fn next(&mut self) -> Result<Option<(String, usize)>, Failure> {
        let first = match self.next.take() {
            Some(line) => Some(line),
            None => self.lines.next()?,
        };
        let Some(mut text) = first else {
            return Ok(None);
        };
        let mut count = 1;
        if !import::continues("", &text) {
            return Ok(Some((text, count)));
        }
        while let Some(line) = self.lines.next_within(PAUSE)? {
            // A single line has its answer, and a blank one another.
            if line.trim().is_empty() && count > 1 {
                count += 1;
                break;
            }
            let is_full = count >= MAX_LINES || text.len() as u64 > MAX_LINE;
            if is_full || !import::continues(&text, &line) {
                self.next = Some(line);
                break;
            }
            text.push_str(&line);
            count += 1;
        }
        Ok(Some((text, count)))
    }
}

impl From<Lines> for Texts {
    fn from(lines: Lines) -> Self {
        Self { lines, next: None }
    }
}

/// Starts reading up to the end of the input or an error.
fn start<R: BufRead>(
    open: impl FnOnce() -> R + Send + 'static,
) -> Receiver<io::Result<Option<String>>> {
    let (sender, lines) = mpsc::sync_channel(READ_AHEAD);
    thread::spawn(move || {
        let mut input = open();
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
