//! The error of types whose text form is one word.

use core::{error::Error, fmt};

/// The text isn't a value of the type that it was parsed as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError;

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("invalid value")
    }
}

impl Error for ParseError {}
