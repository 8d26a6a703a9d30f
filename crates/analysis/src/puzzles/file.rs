//! The file of puzzles.
//!
//! A header (magic, version, number of boards), and for each board its columns, rows and
//! connect, the number of puzzles with 16 bits, and the puzzles as bits, padded to bytes; then
//! the checksum (FNV-1a, 32 bits) of everything before. All numbers are little-endian.
//!
//! The puzzles are ordered by their moves, so that each shares the first moves with the one
//! before. A puzzle is: the number of shared moves (6 bits) and of others (6), each other
//! column (3, or 4 on more than 8 columns), the goal (1), the length (3), the theme (4), and
//! the rating (7).

use super::{Goal, Puzzle, PuzzleSet};
use crate::explain::Theme;
use four_shapes_rules::{Column, Rules, RulesConfig, hash::fnv1a_32};
use std::{error::Error, fmt};

const MAGIC: [u8; 4] = *b"4SPZ";
const VERSION: u8 = 1;
const CHECKSUM: usize = 4;

/// The maximum number of own moves of a puzzle.
pub const MAX_LENGTH: u8 = 8;
/// The lowest rating.
pub const MIN_RATING: u16 = 400;
/// The highest rating.
pub const MAX_RATING: u16 = MIN_RATING + 127 * RATING_STEP;
/// The difference between two ratings.
pub const RATING_STEP: u16 = 16;

/// The themes of puzzles.
pub const THEMES: [Theme; 11] = [
    Theme::ForcedWin,
    Theme::Zugzwang,
    Theme::BestLine,
    Theme::PreventsDoubleThreat,
    Theme::PreventsForcedWin,
    Theme::Claimeven,
    Theme::Vertical,
    Theme::Baseinverse,
    Theme::FollowUp,
    Theme::FollowUpWin,
    Theme::OnlyDraw,
];

/// The error of [`PuzzleSet::parse`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PuzzleFileError {
    /// It isn't a file of puzzles.
    NotPuzzles,
    /// It has this version.
    Version(u8),
    /// The checksum is wrong.
    Damaged,
    /// The puzzle with this number, counted from 0, is invalid or incomplete.
    Puzzle(usize),
}

impl PuzzleSet {
    /// Parses a file. Whether its puzzles are right isn't checked, only that each has moves
    /// within the board.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a valid file.
    ///
    /// ```
    /// use four_shapes_analysis::puzzles::{PuzzleFileError, PuzzleSet};
    /// use four_shapes_rules::Rules;
    ///
    /// let sets = [PuzzleSet { rules: Rules::CLASSIC, puzzles: Vec::new() }];
    /// assert_eq!(PuzzleSet::parse(&PuzzleSet::write(&sets))?, sets);
    /// assert_eq!(PuzzleSet::parse(b"{}"), Err(PuzzleFileError::NotPuzzles));
    /// # Ok::<_, PuzzleFileError>(())
    /// ```
    pub fn parse(bytes: &[u8]) -> Result<Vec<Self>, PuzzleFileError> {
        let Some(rest) = bytes.strip_prefix(&MAGIC) else {
            return Err(PuzzleFileError::NotPuzzles);
        };
        match rest.first() {
            Some(&VERSION) => {}
            Some(&version) => return Err(PuzzleFileError::Version(version)),
            None => return Err(PuzzleFileError::Damaged),
        }
        let Some((content, sum)) = bytes.split_last_chunk::<CHECKSUM>() else {
            return Err(PuzzleFileError::Damaged);
        };
        if fnv1a_32(content) != u32::from_le_bytes(*sum) {
            return Err(PuzzleFileError::Damaged);
        }
        let mut reader = Reader {
            bytes: &content[MAGIC.len() + 1..],
            at: 0,
        };
        let mut sets = Vec::new();
        let mut number = 0;
        let boards = reader.read(8).ok_or(PuzzleFileError::Puzzle(0))?;
        for _ in 0..boards {
            let set = reader.set(&mut number);
            sets.push(set.ok_or(PuzzleFileError::Puzzle(number))?);
        }
        Ok(sets)
    }

    /// Writes a file. The puzzles must be ordered.
    ///
    /// # Panics
    /// Panics if a puzzle is out of range, see [`Puzzle`].
    ///
    /// ```
    /// use four_shapes_analysis::puzzles::PuzzleSet;
    /// use four_shapes_rules::Rules;
    ///
    /// let sets = [PuzzleSet { rules: Rules::CLASSIC, puzzles: Vec::new() }];
    /// let bytes = PuzzleSet::write(&sets);
    /// assert!(bytes.starts_with(b"4SPZ"));
    /// ```
    pub fn write(sets: &[Self]) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.write(sets.len(), 8);
        for Self { rules, puzzles } in sets {
            for number in [rules.columns(), rules.rows(), rules.connect()] {
                writer.write(number.into(), 8);
            }
            writer.write(puzzles.len(), 16);
            let mut before: &[Column] = &[];
            for puzzle in puzzles {
                writer.puzzle(*rules, before, puzzle);
                before = &puzzle.moves;
            }
            writer.pad();
        }
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        bytes.extend(writer.bytes);
        bytes.extend(fnv1a_32(&bytes).to_le_bytes());
        bytes
    }
}

/// Returns the number of bits of a column.
fn column_bits(rules: Rules) -> usize {
    if rules.columns() > 8 { 4 } else { 3 }
}

#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    /// The number of bits.
    at: usize,
}

impl Writer {
    /// Writes the lowest bits of a number.
    fn write(&mut self, number: usize, bits: usize) {
        assert!(number < 1 << bits, "{number} has more than {bits} bits");
        for bit in 0..bits {
            if self.at.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let last = self.bytes.len() - 1;
            self.bytes[last] |= u8::from(number & 1 << bit != 0) << (self.at % 8);
            self.at += 1;
        }
    }

    fn pad(&mut self) {
        self.at = self.bytes.len() * 8;
    }

    fn puzzle(&mut self, rules: Rules, before: &[Column], puzzle: &Puzzle) {
        let pairs = before.iter().zip(&puzzle.moves);
        let shared = pairs.take_while(|(a, b)| a == b).count();
        let others = &puzzle.moves[shared..];
        self.write(shared, 6);
        self.write(others.len(), 6);
        for column in others {
            self.write(column.index(), column_bits(rules));
        }
        let theme = THEMES.iter().position(|theme| *theme == puzzle.theme);
        self.write((puzzle.goal == Goal::Draw).into(), 1);
        self.write(usize::from(puzzle.length) - 1, 3);
        self.write(theme.expect("puzzles have other themes"), 4);
        self.write(((puzzle.rating - MIN_RATING) / RATING_STEP).into(), 7);
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    /// The next bit.
    at: usize,
}

impl Reader<'_> {
    fn read(&mut self, bits: usize) -> Option<usize> {
        let mut number = 0;
        for bit in 0..bits {
            let byte = self.bytes.get(self.at / 8)?;
            number |= usize::from(byte >> (self.at % 8) & 1) << bit;
            self.at += 1;
        }
        Some(number)
    }

    /// Reads the puzzles on a board. `number` is the number of puzzles read before.
    fn set(&mut self, number: &mut usize) -> Option<PuzzleSet> {
        let mut side = || self.read(8).and_then(|side| u32::try_from(side).ok());
        let rules = Rules::new(RulesConfig {
            columns: side()?,
            rows: side()?,
            connect: side()?,
            players: 2,
            gravity: true,
        });
        let rules = rules.ok()?;
        let count = self.read(16)?;
        let mut puzzles: Vec<Puzzle> = Vec::new();
        for _ in 0..count {
            let before = puzzles.last().map_or(&[][..], |puzzle| &puzzle.moves);
            puzzles.push(self.puzzle(rules, before)?);
            *number += 1;
        }
        self.at = self.at.next_multiple_of(8);
        Some(PuzzleSet { rules, puzzles })
    }

    fn puzzle(&mut self, rules: Rules, before: &[Column]) -> Option<Puzzle> {
        let (shared, others) = (self.read(6)?, self.read(6)?);
        let mut moves = before.get(..shared)?.to_vec();
        for _ in 0..others {
            moves.push(rules.column(self.read(column_bits(rules))?)?);
        }
        let goal = if self.read(1)? == 1 {
            Goal::Draw
        } else {
            Goal::Win
        };
        Some(Puzzle {
            moves,
            goal,
            length: self.read(3)? as u8 + 1,
            theme: *THEMES.get(self.read(4)?)?,
            rating: MIN_RATING + self.read(7)? as u16 * RATING_STEP,
        })
    }
}

impl fmt::Display for PuzzleFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotPuzzles => f.write_str("this isn't a file of puzzles"),
            Self::Version(version) => {
                write!(f, "the file has version {version}, expected {VERSION}")
            }
            Self::Damaged => f.write_str("the file is damaged: its checksum is wrong"),
            Self::Puzzle(number) => write!(f, "puzzle {number} is invalid"),
        }
    }
}

impl Error for PuzzleFileError {}
