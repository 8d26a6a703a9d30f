//! The enumeration of all positions after a number of plies.

use super::{BookError, grid::BookGeometry};
use four_shapes_rules::{Position, Rules};
use std::iter;

/// The positions whose scores a book stores: all positions after a number of plies in which
/// neither side has won and the side to move has no immediate win. Mirror images count as
/// one.
///
/// They are in ascending order of their keys. A key is the sum of two words, the pieces of
/// the side to move and all pieces, with cells numbered `column × (rows + 1) + row` from 0;
/// the smaller of the sums of the two mirror images.
///
/// ```
/// use four_shapes_rules::Rules;
/// use four_shapes_solver::book::Openings;
///
/// let openings = Openings::new(Rules::CLASSIC, 1)?;
/// assert_eq!((openings.rules(), openings.plies()), (Rules::CLASSIC, 1));
/// assert_eq!(openings.keys().len(), 4); // the other three are mirror images
/// assert_eq!(openings.position(0).piece_count(), 1);
/// # Ok::<_, four_shapes_solver::book::BookError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Openings {
    rules: Rules,
    plies: u32,
    grid: BookGeometry,
    keys: Vec<u64>,
}

impl Openings {
    /// The maximum number of plies, limited by memory on 7 × 6.
    pub const MAX_PLIES: u32 = 12;

    /// Enumerates the positions after a number of plies.
    ///
    /// # Errors
    /// Returns an error if books do not support these rules or this many plies.
    pub fn new(rules: Rules, plies: u32) -> Result<Self, BookError> {
        let grid = grid_of(rules, plies)?;
        let level = levels(&grid).nth(plies as usize).unwrap_or_default();
        Ok(Self {
            rules,
            plies,
            grid,
            keys: without_immediate_wins(&grid, &level),
        })
    }

    /// Returns the rules of the game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the number of pieces on the board.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// Returns the keys of the positions, in ascending order.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Returns the position at an index of [`keys`](Self::keys).
    ///
    /// # Panics
    /// Panics if the index is out of bounds.
    pub fn position(&self, at: usize) -> Position {
        let pieces = self.grid.decode(self.keys[at]);
        self.grid.to_position(self.rules, pieces)
    }
}

/// Returns the geometry, if books support these rules and this many plies.
pub(super) fn grid_of(rules: Rules, plies: u32) -> Result<BookGeometry, BookError> {
    if plies > Openings::MAX_PLIES || plies as usize >= rules.cells() {
        return Err(BookError::Plies(plies));
    }
    if rules.players() != 2 || !rules.gravity() {
        return Err(BookError::Rules);
    }
    BookGeometry::new(rules).ok_or(BookError::Rules)
}

/// Iterates over the plies from 0: the keys of all positions in which neither side has won,
/// in ascending order.
pub(super) fn levels(grid: &BookGeometry) -> impl Iterator<Item = Vec<u64>> {
    let mut level: Option<Vec<u64>> = None;
    iter::from_fn(move || {
        let next = level
            .as_ref()
            .map_or_else(|| vec![0], |level| next_level(grid, level));
        level = Some(next.clone());
        Some(next)
    })
}

fn next_level(grid: &BookGeometry, level: &[u64]) -> Vec<u64> {
    let mut next = Vec::new();
    let mut dedup_at = 1 << 16;
    for &key in level {
        let pieces = grid.decode(key);
        for cell in grid.moves(pieces) {
            let after = pieces.after(cell);
            if !grid.has_line(after.other) {
                next.push(grid.key(after));
            }
        }
        // Most positions are reached several times: deduplicate early to save memory.
        if next.len() > dedup_at {
            next.sort_unstable();
            next.dedup();
            dedup_at = 2 * next.len() + (1 << 16);
        }
    }
    next.sort_unstable();
    next.dedup();
    next
}

/// Returns the positions without an immediate win of the side to move.
pub(super) fn without_immediate_wins(grid: &BookGeometry, level: &[u64]) -> Vec<u64> {
    let keys = level.iter().copied();
    keys.filter(|&key| !grid.has_immediate_win(grid.decode(key)))
        .collect()
}
