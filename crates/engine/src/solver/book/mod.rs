//! An opening book: the exact scores of all early positions.
//!
//! It holds the scores after one number of plies, in an order that needs no
//! keys, and finds out those of all earlier positions when it is read.

mod coder;
mod file;
mod grid;
mod model;
mod openings;

use crate::{Position, Rules};
use grid::{Grid, Pieces};
pub use openings::Openings;
use std::{error::Error, fmt};

/// The scores of all positions of at most so many plies.
#[derive(Clone, Debug)]
pub struct Book {
    rules: Rules,
    grid: Grid,
    /// The positions of each number of plies.
    levels: Vec<Level>,
}

/// The openings of one number of plies, in the order of their keys.
#[derive(Clone, Debug)]
struct Level {
    keys: Vec<u64>,
    scores: Vec<i8>,
}

impl Book {
    /// Of the keys for each number of plies, and the scores of the last.
    fn new(rules: Rules, grid: Grid, keys: Vec<Vec<u64>>, scores: Vec<i8>) -> Self {
        let mut levels: Vec<Level> = keys
            .into_iter()
            .map(|keys| Level {
                keys,
                scores: Vec::new(),
            })
            .collect();
        let last = levels.len() - 1;
        levels[last].scores = scores;
        let mut book = Self {
            rules,
            grid,
            levels,
        };
        for plies in (0..last).rev() {
            let keys = book.levels[plies].keys.iter();
            let scores = keys.map(|&key| book.best(plies, grid.position_of(key)));
            book.levels[plies].scores = scores.collect();
        }
        book
    }

    /// The score of an opening by those of the positions that it leads to.
    fn best(&self, plies: usize, pieces: Pieces) -> i8 {
        let moves = self.grid.moves(pieces);
        let after = moves.map(|cell| self.look_up(plies + 1, pieces.after(cell)));
        let scores = after.map(|score| -score.expect("it is one of all positions"));
        scores.max().expect("the board is not full") as i8
    }

    /// The score of a position in which nobody has won.
    fn look_up(&self, plies: usize, pieces: Pieces) -> Option<i32> {
        let level = self.levels.get(plies)?;
        match level.keys.binary_search(&self.grid.key(pieces)) {
            Ok(at) => Some(level.scores[at].into()),
            Err(_) => self
                .grid
                .wins_at_once(pieces)
                .then(|| (self.rules.cells() - plies).div_ceil(2).cast_signed() as i32),
        }
    }

    /// The rules of the game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The most pieces on the board of the positions in it.
    pub fn plies(&self) -> u32 {
        self.levels.len() as u32 - 1
    }

    /// The score of a position; `None` if it is not in the book.
    pub fn score(&self, position: &Position) -> Option<i32> {
        if position.rules() != self.rules {
            return None;
        }
        let pieces = Grid::pieces(position)?;
        if self.grid.has_line(pieces.own) || self.grid.has_line(pieces.other) {
            return None;
        }
        self.look_up(position.pieces(), pieces)
    }
}

/// Why there is no book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookError {
    /// There can't be a book of this game.
    Rules,
    /// So many plies are too many.
    Plies(u32),
    /// Another number of scores than there are positions.
    Count {
        /// How many positions there are.
        expected: usize,
        /// How many scores there are.
        found: usize,
    },
    /// A score that is impossible.
    Score {
        /// Its place, counted from 0.
        at: usize,
        /// What it is.
        score: i32,
    },
    /// The bytes are something else.
    NotABook,
    /// The bytes are of another version of the format.
    Version(u8),
    /// Bytes are missing, or there are more.
    Length {
        /// How many there have to be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// The bytes are not those that were written.
    Damaged,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules => f.write_str(
                "there are books only for two players, with gravity, on boards of at most 64 bits",
            ),
            Self::Plies(plies) => write!(
                f,
                "{plies} plies; a book has at most {}, and fewer than the board has cells",
                Openings::MAX_PLIES
            ),
            Self::Count { expected, found } => {
                write!(f, "{found} scores for {expected} positions")
            }
            Self::Score { at, score } => {
                write!(f, "the score {score} of position {at} is impossible")
            }
            Self::NotABook => f.write_str("no opening book"),
            Self::Version(version) => {
                write!(f, "an opening book of version {version}, not 1")
            }
            Self::Length { expected, found } => {
                write!(f, "an opening book of {found} bytes instead of {expected}")
            }
            Self::Damaged => f.write_str("a damaged opening book: its check sum is wrong"),
        }
    }
}

impl Error for BookError {}
