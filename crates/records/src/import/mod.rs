//! A reader of games and positions in any of the formats that people paste.
//!
//! - a file in the format of [`record`];
//! - a [`link`]: a URL or only its fragment, possibly within other text, quotes or
//!   brackets; or the URL of a solver with the moves as `pos`;
//! - moves for given rules: column numbers (`44455`), column letters (`ddd ee`) or cells
//!   (`D1 D2 e1`) with any separators, move numbers and comments; `s` or `swap` for a swap;
//! - lines of files of games and of tests, with a result or a score;
//! - positions: the line of [`Position`](four_shapes_rules::Position), also in an SVG image of
//!   [`export`](crate::export), pictures of boards, lists of numbers, bitboards;
//! - several of these, one per line.
//!
//! `docs/notation.md` describes the formats.
//!
//! ```
//! use four_shapes_records::import::{self, Format, Import, Options};
//! use four_shapes_rules::Rules;
//!
//! let picture = "
//!     . . . . . . .
//!     . . . . . . .
//!     . . . . . . .
//!     . . . . . . .
//!     . . . O . . .
//!     . . O X X . .
//!     1 2 3 4 5 6 7";
//! let Import::Game(readings) = import::read(picture, Options::new(Rules::CLASSIC)).unwrap() else {
//!     panic!("it is a single position");
//! };
//! assert_eq!(readings[0].format, Format::Picture);
//! assert_eq!(readings[0].game_match.game().position().piece_count(), 4);
//! ```

mod arrays;
mod bitboards;
mod board;
mod error;
mod many;
mod moves;
mod picture;
mod reading;
mod signs;
mod single;
mod source;

pub use error::ImportError;
pub use reading::{Choice, Edge, Format, Note, Options, Reading};

use crate::{Match, link, record};
use four_shapes_rules::Rules;
use source::Source;

/// What a text contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Import {
    /// The readings of a single game or position: one, or several where the text is ambiguous,
    /// the most likely first.
    Game(Vec<Reading>),
    /// A game or position in each line, or several pictures.
    List(Vec<Line>),
}

/// A line of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The number of the line, from 1; of a picture the number of its first row.
    pub number: usize,
    /// The readings, as in [`Import::Game`]. The position of an error is that in the line.
    pub readings: Result<Vec<Reading>, ImportError>,
}

/// Reads a text in any of the formats.
///
/// # Errors
/// Returns the error of the format that the text looks like.
///
/// ```
/// use four_shapes_records::import::{self, Format, Import, Options};
/// use four_shapes_rules::{Rules, notation};
///
/// let text = "1. d1 d2 2. e1";
/// let Import::Game(readings) = import::read(text, Options::new(Rules::CLASSIC))? else {
///     panic!("it is a single game");
/// };
/// assert_eq!(readings[0].format, Format::Numbered);
/// assert_eq!(notation::write(readings[0].game_match.game()), "445");
/// # Ok::<_, import::ImportError>(())
/// ```
pub fn read(text: &str, options: Options) -> Result<Import, ImportError> {
    if text.len() > record::MAX_BYTES {
        return Err(ImportError::TooLarge(text.len()));
    }
    let text = without_bom(text);
    if text.trim().is_empty() {
        return Err(ImportError::Empty);
    }
    let text = svg_position(text).unwrap_or(text);
    if single::is_file(text) {
        return single::read(&Source::new(text), options).map(Import::Game);
    }
    let lines = text.bytes().filter(|b| *b == b'\n').count() + 1;
    if lines > error::MAX_LINES {
        return Err(ImportError::TooManyLines(lines));
    }
    many::read(text, options)
}

/// Returns whether a line may belong to the same game or position as the text before it, such as
/// the rows of a picture; after no text, whether it may be the first line of several.
///
/// A reader of a stream keeps buffering lines while this is true.
///
/// ```
/// use four_shapes_records::import;
///
/// assert!(import::continues("", ". . X O . . ."));
/// assert!(!import::continues("", "44455"));
/// ```
pub fn continues(text: &str, line: &str) -> bool {
    const OPENING: [char; 3] = ['[', '(', '{'];
    // A list, possibly after its name: `board = np.array([[0, 0, 1],`
    let is_open = |text: &str| {
        let mut before = text.split(OPENING).next().unwrap_or_default().chars();
        let count = |brackets: [char; 3]| text.matches(brackets).count();
        count(OPENING) > count([']', ')', '}'])
            && before.all(|c| c.is_ascii_alphabetic() || " \t._=:".contains(c))
    };
    is_open(text) || is_open(line) || picture::is_part(line)
}

/// Reads a single game or position whose text isn't ambiguous. Plain moves are played by the
/// given rules.
///
/// # Errors
/// As [`read`], and [`ImportError::Ambiguous`] or [`ImportError::Several`].
///
/// ```
/// use four_shapes_records::import;
/// use four_shapes_rules::{Rules, notation};
///
/// for text in ["444", "ddd", "D1 D2 D3", "https://example.org/#v=1&board=7x6&connect=4&moves=444"] {
///     let game_match = import::parse(text, Rules::CLASSIC)?;
///     assert_eq!(notation::write(game_match.game()), "444");
/// }
/// # Ok::<_, import::ImportError>(())
/// ```
pub fn parse(text: &str, rules: Rules) -> Result<Match, ImportError> {
    match read(text, Options::new(rules))? {
        Import::List(lines) => Err(ImportError::Several(lines.len())),
        Import::Game(readings) => match <[Reading; 1]>::try_from(readings) {
            Ok([reading]) => Ok(reading.game_match),
            Err(readings) => {
                let choices = readings.into_iter().filter_map(|reading| reading.choice);
                Err(ImportError::Ambiguous(choices.collect()))
            }
        },
    }
}

/// Returns the position of an image by [`export`](crate::export): its metadata, or the description
/// in those of earlier versions.
fn svg_position(text: &str) -> Option<&str> {
    let image = text.trim_start().strip_prefix("<svg")?;
    let inside = |start, end| Some(image.split_once(start)?.1.split_once(end)?.0);
    inside("<metadata>", "</metadata>").or_else(|| inside("<desc>", "</desc>"))
}

fn without_bom(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Returns the names of the fields that [`read`] ignores if the text is a link, see
/// [`link::unknown_fields`].
///
/// ```
/// use four_shapes_records::import;
///
/// let link = "https://example.org/#v=1&board=7x6&connect=4&speed=9&moves=444";
/// assert_eq!(import::unknown_fields(link), ["speed"]);
/// ```
pub fn unknown_fields(text: &str) -> Vec<String> {
    let text = without_bom(text);
    let link = Some(text).filter(|text| !single::is_file(text));
    let link = link.and_then(|text| single::find_link(text, true));
    link.map(link::unknown_fields).unwrap_or_default()
}
