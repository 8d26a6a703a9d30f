//! A book as bytes: a header, and the scores as the model codes them.

use super::{
    Book, BookError, Openings,
    coder::{Reader, Writer},
    grid::Grid,
    model::{self, Model},
    openings::{grid_of, levels, open},
};
use crate::{Rules, RulesConfig};

const MAGIC: [u8; 4] = *b"4SBK";
const VERSION: u8 = 1;
/// Magic, version, columns, rows, connect, plies; then 32 bits each, the lowest
/// byte first: how many scores, how many bytes of them, and the check sum of
/// everything else.
const HEADER: usize = 21;
const CHECK: usize = HEADER - 4;

impl Book {
    /// A book's bytes: the score of each opening, in their order.
    ///
    /// # Errors
    /// If there are not as many scores, or one of them is impossible.
    pub fn write(openings: &Openings, scores: &[i32]) -> Result<Vec<u8>, BookError> {
        let (rules, plies) = (openings.rules(), openings.plies());
        let grid = grid_of(rules, plies)?;
        if scores.len() != openings.keys().len() {
            return Err(BookError::Count {
                expected: openings.keys().len(),
                found: scores.len(),
            });
        }
        let [loss, win] = model::most(&grid, plies);
        if let Some(at) = scores.iter().position(|s| !(-loss..=win).contains(s)) {
            return Err(BookError::Score {
                at,
                score: scores[at],
            });
        }
        let parents = parents(&grid, plies);
        let mut model = Model::new(&grid, plies, &parents);
        let mut writer = Writer::new();
        for (&key, &score) in openings.keys().iter().zip(scores) {
            model.score(&mut writer, grid.position_of(key), score);
        }
        let coded = writer.finish();
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, rules.columns(), rules.rows(), rules.connect()]);
        bytes.push(plies as u8);
        bytes.extend((scores.len() as u32).to_le_bytes());
        bytes.extend((coded.len() as u32).to_le_bytes());
        bytes.extend(check_sum(&[&bytes, &coded]).to_le_bytes());
        bytes.extend(coded);
        Ok(bytes)
    }

    /// Reads a book, and finds the scores of all earlier positions.
    ///
    /// # Errors
    /// If the bytes are no book, or not a whole one.
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
        let expected = HEADER.saturating_add(number(&header[13..]));
        if bytes.len() != expected {
            return Err(BookError::Length {
                expected,
                found: bytes.len(),
            });
        }
        // Whatever is wrong with a book that fits its sum was written so.
        if check_sum(&[&header[..CHECK], coded]) as usize != number(&header[CHECK..]) {
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
        decode(rules, grid, plies, number(&header[9..]), coded)
    }
}

fn decode(
    rules: Rules,
    grid: Grid,
    plies: u32,
    found: usize,
    coded: &[u8],
) -> Result<Book, BookError> {
    let all: Vec<Vec<u64>> = levels(&grid).take(plies as usize + 1).collect();
    let keys: Vec<Vec<u64>> = all.iter().map(|level| open(&grid, level)).collect();
    let last = &keys[plies as usize];
    if last.len() != found {
        return Err(BookError::Count {
            expected: last.len(),
            found,
        });
    }
    let parents = all.iter().rev().nth(1).map_or(&[][..], Vec::as_slice);
    let mut model = Model::new(&grid, plies, parents);
    let mut reader = Reader::new(coded);
    let positions = last.iter().map(|&key| grid.position_of(key));
    let scores = positions
        .map(|pieces| model.score(&mut reader, pieces, 0) as i8)
        .collect();
    Ok(Book::new(rules, grid, keys, scores))
}

/// The keys of the positions one ply before those of a book.
fn parents(grid: &Grid, plies: u32) -> Vec<u64> {
    match plies.checked_sub(1) {
        None => Vec::new(),
        Some(before) => levels(grid).nth(before as usize).unwrap_or_default(),
    }
}

/// The number in the first four bytes.
fn number(bytes: &[u8]) -> usize {
    let bytes = bytes.iter().take(4).rev();
    bytes.fold(0, |number, &byte| number << 8 | usize::from(byte))
}

/// FNV-1a with 32 bits: no two texts that differ in one byte have the same.
fn check_sum(parts: &[&[u8]]) -> u32 {
    let bytes = parts.iter().copied().flatten();
    bytes.fold(0x811c_9dc5, |sum, &byte| {
        (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}
