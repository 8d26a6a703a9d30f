//! The stored form of both sides: JSON, as the page's other stored data.

use crate::LiveError;
use four_shapes_records::{
    Match,
    json::{self, Field, Fields},
    record::{self, RecordError},
};
use std::{error::Error, fmt};

/// The version of the stored forms.
pub(crate) const VERSION: u64 = 1;

/// Parses the field `game`, a match that can be played live.
pub(crate) fn parse_game(field: &Field<'_, '_>) -> Result<Match, StoredError> {
    let game_match = record::parse_field(field)?;
    crate::live::check(&game_match)?;
    Ok(game_match)
}

/// Checks the format and the version.
pub(crate) fn check_format(fields: &mut Fields<'_, '_>, format: &str) -> Result<(), StoredError> {
    fields.version(format, VERSION)?;
    Ok(())
}

/// The reason a stored side can't be restored.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoredError {
    /// It isn't JSON, or its match is invalid.
    Record(RecordError),
    /// Its match can't be played live.
    Live(LiveError),
    /// The number of seats differs from that of the match.
    Seats(usize),
    /// Two guests have the same key.
    DuplicateKey,
}

impl From<RecordError> for StoredError {
    fn from(error: RecordError) -> Self {
        Self::Record(error)
    }
}

impl From<json::Error> for StoredError {
    fn from(error: json::Error) -> Self {
        Self::Record(error.into())
    }
}

impl From<LiveError> for StoredError {
    fn from(error: LiveError) -> Self {
        Self::Live(error)
    }
}

impl fmt::Display for StoredError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Record(error) => error.fmt(f),
            Self::Live(error) => error.fmt(f),
            Self::Seats(count) => write!(f, "{count} seats, which the match doesn't have"),
            Self::DuplicateKey => f.write_str("two seats have the same key"),
        }
    }
}

impl Error for StoredError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Record(error) => Some(error),
            Self::Live(error) => Some(error),
            Self::Seats(_) | Self::DuplicateKey => None,
        }
    }
}
