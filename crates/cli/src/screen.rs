//! Standard output, and remarks on standard error.

use crate::{args::ColourWhen, failure::Failure};
use anstream::{AutoStream, ColorChoice};
use four_shapes_rules::text::escape;
use four_shapes_styles::ColourMode;
use std::{
    io::{self, IsTerminal, Stdout, Write},
    time::{Duration, Instant},
};

/// Standard output, with or without colours.
pub(crate) struct Screen {
    out: AutoStream<Stdout>,
    colours: ColourMode,
}

impl Screen {
    pub(crate) fn new(when: ColourWhen) -> Self {
        let choice = match when {
            ColourWhen::Auto => AutoStream::choice(&io::stdout()),
            ColourWhen::Always => ColorChoice::Always,
            ColourWhen::Never => ColorChoice::Never,
        };
        Self {
            out: AutoStream::new(io::stdout(), choice),
            colours: if choice == ColorChoice::Never {
                ColourMode::Plain
            } else {
                ColourMode::Ansi
            },
        }
    }

    /// Returns the colours of drawings.
    pub(crate) fn colours(&self) -> ColourMode {
        self.colours
    }

    /// Ends an unfinished line, such as a prompt at Ctrl-C, and resets its colour. Does
    /// nothing unless standard output is a terminal.
    pub(crate) fn break_line(&mut self) -> Result<(), Failure> {
        if !io::stdout().is_terminal() {
            return Ok(());
        }
        self.print(match self.colours {
            ColourMode::Ansi => "\u{1b}[0m\n",
            ColourMode::Plain => "\n",
        })
    }

    /// Writes and flushes a text.
    pub(crate) fn print(&mut self, text: &str) -> Result<(), Failure> {
        self.out
            .write_all(text.as_bytes())
            .and_then(|()| self.out.flush())
            .map_err(|error| Failure::output(&error))
    }
}

/// Writes lines to standard error, with other control characters [escaped](escape).
pub(crate) fn print_to_stderr(text: &str) {
    let lines: Vec<String> = text.split('\n').map(escape).collect();
    // An error here can't be reported anywhere.
    let _ = writeln!(io::stderr(), "{}", lines.join("\n"));
}

/// A status text at the end of the current line, removed when dropped. Shown only if
/// standard error is a terminal.
pub(crate) struct TransientStatus {
    terminal: bool,
    shown: String,
    created: Instant,
}

/// Time before the status of an operation is shown.
const STATUS_DELAY: Duration = Duration::from_secs(1);

impl TransientStatus {
    pub(crate) fn new() -> Self {
        Self {
            terminal: io::stderr().is_terminal(),
            shown: String::new(),
            created: Instant::now(),
        }
    }

    /// Shows a text if the operation has taken longer than [`STATUS_DELAY`].
    pub(crate) fn show_late(&mut self, text: &str) {
        if self.created.elapsed() >= STATUS_DELAY {
            self.show(text);
        }
    }

    /// Replaces the text.
    pub(crate) fn show(&mut self, text: &str) {
        if !self.terminal || self.shown == text {
            return;
        }
        self.clear();
        text.clone_into(&mut self.shown);
        let _ = write!(io::stderr(), "{text}");
    }

    /// Removes the text.
    pub(crate) fn clear(&mut self) {
        let width = self.shown.chars().count();
        self.shown.clear();
        if width > 0 {
            // Backspaces, since not every terminal supports escape sequences.
            let (back, blank) = ("\u{8}".repeat(width), " ".repeat(width));
            let _ = write!(io::stderr(), "{back}{blank}{back}");
        }
    }
}

impl Drop for TransientStatus {
    fn drop(&mut self) {
        self.clear();
    }
}
