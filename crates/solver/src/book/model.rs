//! The probability model of a book's scores.
//!
//! A score is coded in a few bits: whether it is 0, whether it is a win, then its
//! magnitude less one, the highest bit first. Each bit is predicted from the preceding
//! ones and from what is known about the position.

use super::{
    coder::{Coder, Mixer},
    grid::{BookGeometry, Pieces},
};

/// Seven would save less than 3% of the file (`bench/results/book-2026-11-21.md`).
const CONTEXTS: usize = 3;
/// The bits of a score's magnitude: a board of 64 bits has at most 60 cells.
const MAGNITUDE_BITS: usize = 5;
/// More known siblings than this are not distinguished.
const MAX_SIBLINGS: i32 = 7;

/// Codes the scores of positions in their order.
pub(super) struct Model<'a> {
    grid: &'a BookGeometry,
    /// The keys of the positions one ply earlier.
    parents: &'a [u64],
    /// The statistics of each parent's children.
    children: Vec<Stats>,
    mixer: Mixer<CONTEXTS>,
    /// The largest magnitudes of a loss and of a win.
    max: [i32; 2],
}

/// Statistics of the scores coded so far.
#[derive(Clone, Copy)]
struct Stats {
    count: i32,
    sum: i32,
    min: i32,
}

impl Stats {
    const NONE: Self = Self {
        count: 0,
        sum: 0,
        min: 63,
    };

    fn merge(self, other: Self) -> Self {
        Self {
            count: self.count + other.count,
            sum: self.sum + other.sum,
            min: self.min.min(other.min),
        }
    }
}

impl<'a> Model<'a> {
    pub(super) fn new(grid: &'a BookGeometry, plies: u32, parents: &'a [u64]) -> Self {
        Self {
            grid,
            parents,
            children: vec![Stats::NONE; parents.len()],
            mixer: Mixer::new((MAGNITUDE_BITS + 2) * (MAX_SIBLINGS as usize + 1)),
            max: max_magnitudes(grid, plies),
        }
    }

    /// Codes the score of the next position.
    pub(super) fn score(&mut self, coder: &mut impl Coder, pieces: Pieces, score: i32) -> i32 {
        let mut parents = [0; 16];
        let mut count = 0;
        let mut siblings = Stats::NONE;
        for parent in self.grid.parents(pieces) {
            if let Ok(at) = self.parents.binary_search(&parent) {
                parents[count] = at;
                count += 1;
                siblings = siblings.merge(self.children[at]);
            }
        }
        let contexts = self.contexts(pieces, siblings);
        let score = self.bits(coder, contexts, siblings.count, score);
        for &parent in &parents[..count] {
            self.children[parent] = self.children[parent].merge(Stats {
                count: 1,
                sum: score,
                min: score,
            });
        }
        score
    }

    /// Returns the contexts of a position: the mean of its siblings' scores, the column
    /// heights, and the threats with the number and minimum of the siblings' scores.
    fn contexts(&self, pieces: Pieces, siblings: Stats) -> [u32; CONTEXTS] {
        let mean = match siblings.count {
            0 => 0xff,
            count => (4 * siblings.sum).div_euclid(count).cast_unsigned() & 0xff,
        };
        let min = siblings.min.cast_unsigned() & 63;
        let count = siblings.count.min(MAX_SIBLINGS).cast_unsigned();
        [
            mean,
            self.grid.heights(pieces),
            (self.grid.threats(pieces) << 3 | count) << 6 | min,
        ]
    }

    fn bits(
        &mut self,
        coder: &mut impl Coder,
        contexts: [u32; CONTEXTS],
        siblings: i32,
        score: i32,
    ) -> i32 {
        if self.max == [0, 0] {
            return 0;
        }
        let siblings = siblings.min(MAX_SIBLINGS).cast_unsigned() as usize;
        // The preceding bits after a leading 1.
        let mut prefix = 1;
        let mut bit = |bit: bool, index: usize| {
            let contexts = contexts.map(|context| context << (MAGNITUDE_BITS + 2) | prefix);
            let weight_set = index * (MAX_SIBLINGS as usize + 1) + siblings;
            let bit = self.mixer.code(coder, bit, contexts, weight_set);
            prefix = prefix << 1 | u32::from(bit);
            bit
        };
        if bit(score == 0, 0) {
            return 0;
        }
        let win = self.max[1] > 0 && bit(score > 0, 1);
        let max = self.max[usize::from(win)];
        let mut magnitude = 0;
        for number in 0..MAGNITUDE_BITS {
            let step = 1 << (MAGNITUDE_BITS - 1 - number);
            // A bit that would exceed the maximum is 0.
            if magnitude + step < max && bit((score.abs() - 1) & step != 0, number + 2) {
                magnitude += step;
            }
        }
        if win { magnitude + 1 } else { -magnitude - 1 }
    }
}

/// Returns the largest magnitudes of a loss and of a win in positions without an immediate
/// win.
pub(super) fn max_magnitudes(grid: &BookGeometry, plies: u32) -> [i32; 2] {
    let left = (grid.cells() - plies).cast_signed();
    [left / 2, (left - 1) / 2]
}
