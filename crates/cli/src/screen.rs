//! The output: the conversation and nothing else.

use crate::{args::When, failure::Failure};
use anstream::{AutoStream, ColorChoice};
use four_shapes_engine::{escape, style::ColourMode};
use std::{
    io::{self, IsTerminal, Stdout, Write},
    time::{Duration, Instant},
};

/// The standard output, with or without colours.
pub(crate) struct Screen {
    out: AutoStream<Stdout>,
    colours: ColourMode,
}

impl Screen {
    pub(crate) fn new(when: When) -> Self {
        let choice = match when {
            When::Auto => AutoStream::choice(&io::stdout()),
            When::Always => ColorChoice::Always,
            When::Never => ColorChoice::Never,
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

    /// How to draw for this screen.
    pub(crate) fn colours(&self) -> ColourMode {
        self.colours
    }

    /// Ends a line that was broken off, as by Ctrl-C at a prompt, and whatever colour it has.
    /// Nobody else has to read that.
    pub(crate) fn break_line(&mut self) -> Result<(), Failure> {
        if !io::stdout().is_terminal() {
            return Ok(());
        }
        self.say(match self.colours {
            ColourMode::Ansi => "\u{1b}[0m\n",
            ColourMode::Plain => "\n",
        })
    }

    /// Writes a text so that it is seen at once.
    pub(crate) fn say(&mut self, text: &str) -> Result<(), Failure> {
        self.out
            .write_all(text.as_bytes())
            .and_then(|()| self.out.flush())
            .map_err(|error| Failure::output(&error))
    }
}

/// Says something beside the conversation: lines, with all else [escaped](escape) that a
/// terminal would act on.
pub(crate) fn remark(text: &str) {
    let lines: Vec<String> = text.split('\n').map(escape).collect();
    // Where nobody can be told, nobody is.
    let _ = writeln!(io::stderr(), "{}", lines.join("\n"));
}

/// A remark that vanishes again. Only somebody at a terminal sees it, behind
/// whatever stands in the line.
pub(crate) struct Passing {
    terminal: bool,
    shown: String,
    made: Instant,
}

/// When a person is told that it takes a while.
const A_WHILE: Duration = Duration::from_secs(1);

impl Passing {
    pub(crate) fn new() -> Self {
        Self {
            terminal: io::stderr().is_terminal(),
            shown: String::new(),
            made: Instant::now(),
        }
    }

    /// Shows a text if it has taken a while since this was made.
    pub(crate) fn show_late(&mut self, text: &str) {
        if self.made.elapsed() >= A_WHILE {
            self.show(text);
        }
    }

    /// Shows a text in place of the one before.
    pub(crate) fn show(&mut self, text: &str) {
        if !self.terminal || self.shown == text {
            return;
        }
        self.clear();
        text.clone_into(&mut self.shown);
        let _ = write!(io::stderr(), "{text}");
    }

    /// Makes it vanish.
    pub(crate) fn clear(&mut self) {
        let width = self.shown.chars().count();
        self.shown.clear();
        if width > 0 {
            // No escape sequence, which not every terminal knows.
            let (back, blank) = ("\u{8}".repeat(width), " ".repeat(width));
            let _ = write!(io::stderr(), "{back}{blank}{back}");
        }
    }
}

impl Drop for Passing {
    fn drop(&mut self) {
        self.clear();
    }
}
