//! Opening books: the exact scores of all early positions.
//!
//! A file stores only the scores at its last ply, in the order of their positions' keys.
//! The scores of all earlier positions are computed when it is read.

mod coder;
mod file;
mod grid;
mod model;
mod openings;

use crate::Score;
use four_shapes_rules::{Position, Rules};
use grid::{BookGeometry, Pieces};
pub use openings::Openings;
use std::{error::Error, fmt};

/// The scores of all positions up to a number of plies.
///
/// ```
/// use four_shapes_rules::{Position, Rules};
/// use four_shapes_solver::{Solver, book::{Book, Openings}};
///
/// let rules = Rules::connect_four(5, 4)?;
/// let openings = Openings::new(rules, 2)?;
/// let mut solver = Solver::new(rules, Solver::DEFAULT_TABLE)?;
/// let positions = (0..openings.keys().len()).map(|at| openings.position(at));
/// let scores = positions.map(|position| solver.solve(&position));
/// let scores: Vec<_> = scores.collect::<Result<_, _>>()?;
///
/// let book = Book::read(&Book::write(&openings, &scores)?)?;
/// assert_eq!((book.rules(), book.plies()), (rules, 2));
/// let start = Position::new(rules);
/// assert_eq!(book.score(&start), Some(solver.solve(&start)?));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Book {
    rules: Rules,
    grid: BookGeometry,
    /// The positions of each ply.
    levels: Vec<Level>,
}

/// The openings of one ply, in the order of their keys.
#[derive(Clone, Debug)]
struct Level {
    keys: Vec<u64>,
    scores: Vec<i8>,
}

impl Book {
    /// Returns the book of 7 × 6, four in a row: the first 8 plies. Reading it takes some
    /// 40 ms.
    ///
    /// ```
    /// use four_shapes_rules::{Position, Rules};
    /// use four_shapes_solver::{Score, book::Book};
    ///
    /// let position = Position::from_column_indices(Rules::CLASSIC, "3")?;
    /// assert_eq!(Book::classic().score(&position), Some(Score::new(-1)));
    /// # Ok::<_, four_shapes_rules::notation::NotationError>(())
    /// ```
    #[cfg(feature = "book")]
    pub fn classic() -> Self {
        Self::read(include_bytes!("../../data/7x6.book")).expect("the embedded book is valid")
    }

    /// Creates a book from the keys of each ply and the scores of the last.
    fn new(rules: Rules, grid: BookGeometry, keys: Vec<Vec<u64>>, scores: Vec<i8>) -> Self {
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
            let scores = keys.map(|&key| book.minimax(plies, grid.decode(key)));
            book.levels[plies].scores = scores.collect();
        }
        book
    }

    /// Returns the score of an opening, given those of its children.
    fn minimax(&self, plies: usize, pieces: Pieces) -> i8 {
        let moves = self.grid.moves(pieces);
        let after = moves.map(|cell| self.look_up(plies + 1, pieces.after(cell)));
        let scores = after.map(|score| -score.expect("every child is an opening"));
        scores.max().expect("the board is not full") as i8
    }

    /// Returns the score of a position in which neither side has won.
    fn look_up(&self, plies: usize, pieces: Pieces) -> Option<i32> {
        let level = self.levels.get(plies)?;
        match level.keys.binary_search(&self.grid.key(pieces)) {
            Ok(at) => Some(level.scores[at].into()),
            Err(_) => self
                .grid
                .has_immediate_win(pieces)
                .then(|| (self.rules.cells() - plies).div_ceil(2).cast_signed() as i32),
        }
    }

    /// Returns the rules of the game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the maximum number of pieces in a position of the book.
    pub fn plies(&self) -> u32 {
        self.levels.len() as u32 - 1
    }

    /// Returns the score of a position; `None` if it is not in the book.
    pub fn score(&self, position: &Position) -> Option<Score> {
        if position.rules() != self.rules {
            return None;
        }
        let pieces = BookGeometry::pieces(position)?;
        if self.grid.has_line(pieces.own) || self.grid.has_line(pieces.other) {
            return None;
        }
        let score = self.look_up(position.piece_count(), pieces)?;
        Some(Score::found(score))
    }
}

/// The reason why a book cannot be read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BookError {
    /// Books do not support these rules.
    Rules,
    /// This number of plies is too large.
    Plies(u32),
    /// The number of scores differs from the number of positions.
    Count {
        /// The number of positions.
        expected: usize,
        /// The number of scores.
        found: usize,
    },
    /// A score is out of range.
    Score {
        /// The index of the position, from 0.
        at: usize,
        /// The score.
        score: Score,
    },
    /// The bytes do not start like a book.
    NotABook,
    /// The version of the format is unknown.
    Version(u8),
    /// The number of bytes is wrong.
    Length {
        /// The expected number of bytes.
        expected: usize,
        /// The number of bytes found.
        found: usize,
    },
    /// The checksum is wrong.
    Damaged,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules => f.write_str(
                "books are available only for two-player games with gravity on boards where columns × (rows + 1) is at most 64",
            ),
            Self::Plies(plies) => write!(
                f,
                "{plies} plies: must be at most {} and less than the number of cells",
                Openings::MAX_PLIES
            ),
            Self::Count { expected, found } => {
                write!(f, "{found} scores for {expected} positions")
            }
            Self::Score { at, score } => {
                write!(f, "the score {score} of position {at} is impossible")
            }
            Self::NotABook => f.write_str("not an opening book"),
            Self::Version(version) => {
                write!(f, "unsupported opening-book version {version}, expected 1")
            }
            Self::Length { expected, found } => {
                write!(f, "the opening book has {found} bytes, expected {expected}")
            }
            Self::Damaged => f.write_str("damaged opening book: wrong checksum"),
        }
    }
}

impl Error for BookError {}
