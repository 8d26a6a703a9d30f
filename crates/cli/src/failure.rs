//! What can go wrong, and how the program ends then.

use four_shapes_engine::escape;
use std::{fmt, io, path::Path, process::ExitCode};

/// What the program ends with after a signal, as shells say of one that was ended by Ctrl-C.
pub(crate) const INTERRUPTED: u8 = 130;

/// Why the program ends early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// It was called in a way that has no meaning.
    Usage(String),
    /// A file can't be read or written.
    File(String),
    /// Nobody reads the output any more.
    Pipe,
    /// A signal has asked for a clean stop, and whoever sent it was told what that means.
    Interrupted,
}

impl Failure {
    /// A file, and what is wrong with it.
    pub(crate) fn file(path: &Path, error: impl fmt::Display) -> Self {
        Self::File(format!("{}: {error}", shown(path)))
    }

    /// The output, and what is wrong with it.
    pub(crate) fn output(error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::Pipe
        } else {
            Self::File(format!("standard output: {error}"))
        }
    }

    /// What the program ends with.
    pub(crate) fn code(&self) -> ExitCode {
        match self {
            Self::Usage(_) => 2.into(),
            Self::File(_) => 1.into(),
            Self::Pipe => ExitCode::SUCCESS,
            Self::Interrupted => INTERRUPTED.into(),
        }
    }
}

/// In one line, and [escaped](escape): it quotes arguments and files.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(text) | Self::File(text) => f.write_str(&escape(text)),
            Self::Pipe => f.write_str("standard output is closed"),
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
}

/// A path as it can be shown anywhere.
pub(crate) fn shown(path: &Path) -> String {
    escape(&path.to_string_lossy())
}
