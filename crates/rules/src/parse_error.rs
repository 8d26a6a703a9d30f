//! The error of types whose text form is one word.

use core::{error::Error, fmt};

/// The text isn't a value of the type that it was parsed as.
///
/// It doesn't repeat the text, which may be a secret.
///
/// ```
/// use four_shapes_rules::Cell;
///
/// let error = "Z9".parse::<Cell>().unwrap_err();
/// assert_eq!(error.to_string(), "expected a cell, A1 to O15");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// What was expected, with a range or an example.
    pub expected: &'static str,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.expected)
    }
}

impl Error for ParseError {}
