//! All positions after so many plies, in an order of their own.

use super::{BookError, grid::Grid};
use crate::{Position, Rules};
use std::iter;

/// The positions that a book has scores of: those after some number of plies,
/// reached by taking turns from the empty board, in which nobody has won and
/// the side to move does not win with its next piece. Of two mirror images
/// there is one.
///
/// They are in the order of their keys. A key is the sum of two words, the
/// pieces of the side to move and all pieces, in which a cell's bit is
/// `column × (rows + 1) + row`, both counted from 0; the smaller of the sums of
/// the two mirror images.
#[derive(Clone, Debug)]
pub struct Openings {
    rules: Rules,
    plies: u32,
    grid: Grid,
    keys: Vec<u64>,
}

impl Openings {
    /// The most plies: as many as suit a computer's memory on 7 × 6.
    pub const MAX_PLIES: u32 = 12;

    /// The positions after so many plies.
    ///
    /// # Errors
    /// If there can be no book of these rules or so many plies.
    pub fn new(rules: Rules, plies: u32) -> Result<Self, BookError> {
        let grid = grid_of(rules, plies)?;
        let level = levels(&grid).nth(plies as usize).unwrap_or_default();
        Ok(Self {
            rules,
            plies,
            grid,
            keys: open(&grid, &level),
        })
    }

    /// The rules of the game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// How many pieces are on the board.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// The keys of the positions, in ascending order.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The position at a place in the order.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn position(&self, at: usize) -> Position {
        let pieces = self.grid.position_of(self.keys[at]);
        self.grid.show(self.rules, pieces)
    }
}

/// The board, if there can be a book for it.
pub(super) fn grid_of(rules: Rules, plies: u32) -> Result<Grid, BookError> {
    if plies > Openings::MAX_PLIES || plies as usize >= rules.cells() {
        return Err(BookError::Plies(plies));
    }
    if rules.players() != 2 || !rules.gravity() {
        return Err(BookError::Rules);
    }
    Grid::new(rules).ok_or(BookError::Rules)
}

/// For each number of plies from 0 on, the keys of all positions in which nobody
/// has won, in ascending order.
pub(super) fn levels(grid: &Grid) -> impl Iterator<Item = Vec<u64>> {
    let mut level: Option<Vec<u64>> = None;
    iter::from_fn(move || {
        let next = level
            .as_ref()
            .map_or_else(|| vec![0], |level| next_level(grid, level));
        level = Some(next.clone());
        Some(next)
    })
}

fn next_level(grid: &Grid, level: &[u64]) -> Vec<u64> {
    let mut next = Vec::new();
    let mut tidy_at = 1 << 16;
    for &key in level {
        let pieces = grid.position_of(key);
        for cell in grid.moves(pieces) {
            let after = pieces.after(cell);
            if !grid.has_line(after.other) {
                next.push(grid.key(after));
            }
        }
        // Most are there several times; they must not pile up.
        if next.len() > tidy_at {
            next.sort_unstable();
            next.dedup();
            tidy_at = 2 * next.len() + (1 << 16);
        }
    }
    next.sort_unstable();
    next.dedup();
    next
}

/// Those in which the side to move does not win with its next piece.
pub(super) fn open(grid: &Grid, level: &[u64]) -> Vec<u64> {
    let keys = level.iter().copied();
    keys.filter(|&key| !grid.wins_at_once(grid.position_of(key)))
        .collect()
}
