//! The file format: a header, and the scores as the model codes them.

use super::{
    Book, BookError, Openings,
    coder::{Decoder, Encoder},
    grid::BookGeometry,
    model::{self, Model},
    openings::{grid_of, levels, without_immediate_wins},
};
use crate::Score;
use four_shapes_rules::{Rules, RulesConfig, hash::fnv1a_32};

const MAGIC: [u8; 4] = *b"4SBK";
const VERSION: u8 = 1;
/// Magic, version, columns, rows, connect, plies; then 32 bits each, little-endian: the
/// number of scores, the number of bytes they take, and the checksum of everything else.
const HEADER: usize = 21;
const CHECKSUM_AT: usize = HEADER - 4;

impl Book {
    /// Encodes a book, given the score of each opening in order.
    ///
    /// # Errors
    /// Returns an error if the number of scores is wrong or a score is out of range.
    ///
    /// See the example of [`Book`].
    pub fn write(openings: &Openings, scores: &[Score]) -> Result<Vec<u8>, BookError> {
        let (rules, plies) = (openings.rules(), openings.plies());
        let grid = grid_of(rules, plies)?;
        if scores.len() != openings.keys().len() {
            return Err(BookError::Count {
                expected: openings.keys().len(),
                found: scores.len(),
            });
        }
        let [loss, win] = model::max_magnitudes(&grid, plies);
        if let Some(at) = scores
            .iter()
            .position(|&score| !(-loss..=win).contains(&score.into()))
        {
            return Err(BookError::Score {
                at,
                score: scores[at],
            });
        }
        let parents = parents(&grid, plies);
        let mut model = Model::new(&grid, plies, &parents);
        let mut encoder = Encoder::new();
        for (&key, &score) in openings.keys().iter().zip(scores) {
            model.score(&mut encoder, grid.decode(key), score.into());
        }
        let coded = encoder.finish();
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, rules.columns(), rules.rows(), rules.connect()]);
        bytes.push(plies as u8);
        bytes.extend((scores.len() as u32).to_le_bytes());
        bytes.extend((coded.len() as u32).to_le_bytes());
        bytes.extend(fnv1a_32(&[&bytes[..], &coded].concat()).to_le_bytes());
        bytes.extend(coded);
        Ok(bytes)
    }

    /// Decodes a book and computes the scores of all earlier positions.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a valid book.
    ///
    /// ```
    /// use four_shapes_solver::book::{Book, BookError};
    ///
    /// assert_eq!(Book::read(b"4 shapes").err(), Some(BookError::NotABook));
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Self, BookError> {
        let Some((header, coded)) = bytes.split_at_checked(HEADER) else {
            return Err(if bytes.starts_with(&MAGIC) {
                BookError::Length {
                    expected: HEADER,
                    found: bytes.len(),
                }
            } else {
                BookError::NotABook
            });
        };
        if !header.starts_with(&MAGIC) {
            return Err(BookError::NotABook);
        }
        if header[4] != VERSION {
            return Err(BookError::Version(header[4]));
        }
        let expected = HEADER.saturating_add(read_u32(&header[13..]));
        if bytes.len() != expected {
            return Err(BookError::Length {
                expected,
                found: bytes.len(),
            });
        }
        // Checked first: other errors in a book with the right checksum were written so.
        if fnv1a_32(&[&header[..CHECKSUM_AT], coded].concat()) as usize
            != read_u32(&header[CHECKSUM_AT..])
        {
            return Err(BookError::Damaged);
        }
        let rules = Rules::new(RulesConfig {
            columns: header[5].into(),
            rows: header[6].into(),
            connect: header[7].into(),
            players: 2,
            gravity: true,
        });
        let rules = rules.map_err(|_| BookError::Rules)?;
        let plies = header[8].into();
        let grid = grid_of(rules, plies)?;
        decode(rules, grid, plies, read_u32(&header[9..]), coded)
    }
}

fn decode(
    rules: Rules,
    grid: BookGeometry,
    plies: u32,
    found: usize,
    coded: &[u8],
) -> Result<Book, BookError> {
    let all: Vec<Vec<u64>> = levels(&grid).take(plies as usize + 1).collect();
    let keys: Vec<Vec<u64>> = all
        .iter()
        .map(|level| without_immediate_wins(&grid, level))
        .collect();
    let last = &keys[plies as usize];
    if last.len() != found {
        return Err(BookError::Count {
            expected: last.len(),
            found,
        });
    }
    let parents = all.iter().rev().nth(1).map_or(&[][..], Vec::as_slice);
    let mut model = Model::new(&grid, plies, parents);
    let mut decoder = Decoder::new(coded);
    let positions = last.iter().map(|&key| grid.decode(key));
    let scores = positions
        .map(|pieces| model.score(&mut decoder, pieces, 0) as i8)
        .collect();
    Ok(Book::new(rules, grid, keys, scores))
}

/// Returns the keys of all positions one ply earlier.
fn parents(grid: &BookGeometry, plies: u32) -> Vec<u64> {
    match plies.checked_sub(1) {
        None => Vec::new(),
        Some(before) => levels(grid).nth(before as usize).unwrap_or_default(),
    }
}

/// Reads a number from the first four bytes, little-endian.
fn read_u32(bytes: &[u8]) -> usize {
    let bytes = bytes.iter().take(4).rev();
    bytes.fold(0, |value, &byte| value << 8 | usize::from(byte))
}
