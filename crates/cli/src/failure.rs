//! Errors that end the program, and their exit codes.

use four_shapes_rules::text::escape;
use std::{fmt, io, path::Path, process::ExitCode};

/// The exit code after a signal, as shells report it for SIGINT.
pub(crate) const INTERRUPTED: u8 = 130;

/// An error that ends the program.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Invalid arguments.
    Usage(String),
    /// A file that can't be read or written.
    File(String),
    /// Standard output was closed.
    Pipe,
    /// A clean stop after a signal, already reported.
    Interrupted,
}

impl Failure {
    /// Returns the error of a file.
    pub(crate) fn file(path: &Path, error: impl fmt::Display) -> Self {
        Self::File(format!("{}: {error}", shown(path)))
    }

    /// Returns the error of standard output.
    pub(crate) fn output(error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::Pipe
        } else {
            Self::File(format!("standard output: {error}"))
        }
    }

    /// Returns the exit code.
    pub(crate) fn code(&self) -> ExitCode {
        match self {
            Self::Usage(_) => 2.into(),
            Self::File(_) => 1.into(),
            Self::Pipe => ExitCode::SUCCESS,
            Self::Interrupted => INTERRUPTED.into(),
        }
    }
}

/// Formats the error as one line, [escaped](escape), since it quotes arguments and files.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(text) | Self::File(text) => f.write_str(&escape(text)),
            Self::Pipe => f.write_str("standard output is closed"),
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
}

/// Formats a path, [escaped](escape) for a terminal; `-` is standard input.
pub(crate) fn shown(path: &Path) -> String {
    if path == Path::new("-") {
        return "standard input".to_owned();
    }
    escape(&path.to_string_lossy())
}
