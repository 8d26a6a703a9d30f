//! The errors of the reader.

use super::reading::{Choice, Format};
use crate::{
    link::LinkError,
    record::{self, RecordError},
};
use four_shapes_rules::{
    Cell, PositionError, Rules, RulesError, StartError, notation::NotationError,
};
use std::{error::Error, fmt};

/// The maximum number of lines of a text that isn't a file.
pub(super) const MAX_LINES: usize = 100_000;

/// The reason a text isn't a valid match.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ImportError {
    /// It is longer than [`record::MAX_BYTES`]; its length in bytes.
    TooLarge(usize),
    /// It has more than 100,000 lines; their number.
    TooManyLines(usize),
    /// It is empty.
    Empty,
    /// It contains neither moves nor a board.
    Unknown,
    /// It looks like a file but is invalid.
    Record(RecordError),
    /// It looks like a link but is invalid.
    Link(LinkError),
    /// It is nothing else, and isn't a valid sequence of moves. The position is that in the
    /// text, in characters.
    Moves(NotationError),
    /// A move has another notation than the moves before it.
    Mixed {
        /// The position of the move, in characters from 1.
        at: usize,
        /// The move, shortened to 12 characters.
        text: String,
        /// The notation of the moves before.
        before: Format,
    },
    /// It is a list of pairs of numbers.
    Pairs,
    /// It looks like a position in one line but is invalid. The position of the error is that
    /// in the text, in characters.
    Position(PositionError),
    /// A row of a board has another number of cells than the others.
    Row {
        /// What the text looks like.
        format: Format,
        /// The line, from 1.
        line: usize,
        /// The number of cells.
        cells: usize,
        /// The number of cells of the other rows.
        expected: usize,
    },
    /// A list has another number of cells than the board.
    Count {
        /// What the text looks like.
        format: Format,
        /// The number of cells.
        cells: usize,
        /// The rules, whose board was expected.
        rules: Rules,
    },
    /// A board is too small or too large.
    Size {
        /// What the text looks like.
        format: Format,
        /// The number of columns.
        columns: usize,
        /// The number of rows.
        rows: usize,
    },
    /// There are no rules for the board, as it has too many players.
    Rules(RulesError),
    /// With gravity: there is a piece in this cell, but none below.
    Hanging(Cell),
    /// The first bitboard has pieces that the second doesn't have.
    Mask,
    /// The bitboards have pieces that are not on the board.
    OffBoard(Rules),
    /// No game can be in this position.
    Start {
        /// The reason.
        error: StartError,
        /// The length of a winning line.
        connect: u8,
    },
    /// [`parse`](super::parse): there are several readings, which differ in this.
    Ambiguous(Vec<Choice>),
    /// [`parse`](super::parse): it is a list of games or positions; their number.
    Several(usize),
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge(bytes) => {
                let max = record::MAX_BYTES;
                write!(f, "{bytes} bytes; the maximum is {max}")
            }
            Self::TooManyLines(lines) => write!(f, "{lines} lines; the maximum is {MAX_LINES}"),
            Self::Empty => f.write_str("the text is empty"),
            Self::Unknown => f.write_str("the text has neither moves nor a board"),
            Self::Record(error) => error.fmt(f),
            Self::Link(error) => error.fmt(f),
            Self::Moves(error) => error.fmt(f),
            Self::Mixed { at, text, before } => write!(
                f,
                "character {at}: “{text}” after {before}; use one notation for all moves"
            ),
            Self::Pairs => f.write_str("pairs of numbers; write cells as D1 D2 E1"),
            Self::Position(error) => write!(f, "{}: {error}", Format::Position),
            Self::Row {
                format,
                line,
                cells,
                expected,
            } => write!(
                f,
                "{format}: line {line} has {cells} cells instead of {expected}"
            ),
            Self::Count {
                format,
                cells,
                rules,
            } => write!(
                f,
                "{format}: {cells} cells instead of {} ({} × {})",
                rules.cells(),
                rules.columns(),
                rules.rows()
            ),
            Self::Size {
                format,
                columns,
                rows,
            } => write!(
                f,
                "{format}: {columns} × {rows} cells; a side has {} to {}",
                Rules::MIN_SIDE,
                Rules::MAX_SIDE
            ),
            Self::Rules(error) => error.fmt(f),
            Self::Hanging(cell) => {
                write!(f, "{cell} hangs in the air")?;
                match Cell::new(cell.column().index(), cell.row().wrapping_sub(1)) {
                    Some(below) => write!(f, ": {below} is empty"),
                    None => Ok(()),
                }
            }
            Self::Mask => f.write_str(
                "bitboards: the first has pieces that are not in the second, which has all pieces",
            ),
            Self::OffBoard(rules) => write!(
                f,
                "bitboards: there are pieces outside a board of {} × {}",
                rules.columns(),
                rules.rows()
            ),
            Self::Start { error, connect } => fmt_start(*error, *connect, f),
            Self::Ambiguous(choices) => {
                f.write_str("several readings: ")?;
                for (i, choice) in choices.iter().take(3).enumerate() {
                    let separator = if i == 0 { "" } else { ", or " };
                    write!(f, "{separator}{choice}")?;
                }
                Ok(())
            }
            Self::Several(count) => write!(f, "{count} games or positions instead of one"),
        }
    }
}

/// Says why no game can be in a position.
fn fmt_start(error: StartError, connect: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    const NUMBERS: [&str; 3] = ["three", "four", "five"];
    let number = usize::from(connect).checked_sub(3);
    let number = number.and_then(|number| NUMBERS.get(number));
    let number = number.map_or_else(|| connect.to_string(), |number| (*number).to_owned());
    match error {
        StartError::TwoWinners(_) => write!(f, "both sides have {number} in a row"),
        _ => write!(f, "{error}"),
    }
}

impl Error for ImportError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Record(error) => Some(error),
            Self::Link(error) => Some(error),
            Self::Moves(error) => Some(error),
            Self::Position(error) => Some(error),
            Self::Rules(error) => Some(error),
            Self::Start { error, .. } => Some(error),
            _ => None,
        }
    }
}
