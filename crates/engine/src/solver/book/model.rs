//! How likely each score is: what the bits of a book's scores mean.
//!
//! A score is at most a handful of bits: whether it is 0, then whether it is a
//! win, then its size less one, the highest bit first. Each is predicted from
//! what is known when the position's turn comes, with the bits before it.

use super::{
    coder::{Coder, Mixer},
    grid::{Grid, Pieces},
};

/// The sides that a position is seen from.
const SIDES: usize = 3;
/// The bits of the size of a score: a board of 64 bits has at most 60 cells.
const SIZE_BITS: usize = 5;
/// With so many known neighbours it does not matter whether there are more.
const MANY: i32 = 7;

/// Codes the scores of positions in their order.
pub(super) struct Model<'a> {
    grid: &'a Grid,
    /// The keys of the positions one ply earlier.
    parents: &'a [u64],
    /// What is known of the positions that come after each of them.
    families: Vec<Family>,
    mixer: Mixer<SIDES>,
    /// The most that can be lost and won.
    most: [i32; 2],
}

/// The scores so far after the moves of a position.
#[derive(Clone, Copy)]
struct Family {
    count: i32,
    sum: i32,
    least: i32,
}

impl Family {
    const UNKNOWN: Self = Self {
        count: 0,
        sum: 0,
        least: 63,
    };

    fn and(self, other: Self) -> Self {
        Self {
            count: self.count + other.count,
            sum: self.sum + other.sum,
            least: self.least.min(other.least),
        }
    }
}

impl<'a> Model<'a> {
    pub(super) fn new(grid: &'a Grid, plies: u32, parents: &'a [u64]) -> Self {
        Self {
            grid,
            parents,
            families: vec![Family::UNKNOWN; parents.len()],
            mixer: Mixer::new((SIZE_BITS + 2) * (MANY as usize + 1)),
            most: most(grid, plies),
        }
    }

    /// Codes the score of the next position.
    pub(super) fn score(&mut self, coder: &mut impl Coder, pieces: Pieces, score: i32) -> i32 {
        let mut parents = [0; 16];
        let mut count = 0;
        let mut siblings = Family::UNKNOWN;
        for parent in self.grid.parents(pieces) {
            if let Ok(at) = self.parents.binary_search(&parent) {
                parents[count] = at;
                count += 1;
                siblings = siblings.and(self.families[at]);
            }
        }
        let score = self.bits(coder, self.sides(pieces, siblings), siblings.count, score);
        for &parent in &parents[..count] {
            self.families[parent] = self.families[parent].and(Family {
                count: 1,
                sum: score,
                least: score,
            });
        }
        score
    }

    /// What is known of a position, in three numbers.
    fn sides(&self, pieces: Pieces, siblings: Family) -> [u32; SIDES] {
        let mean = match siblings.count {
            0 => 0xff,
            count => (4 * siblings.sum).div_euclid(count).cast_unsigned() & 0xff,
        };
        let least = siblings.least.cast_unsigned() & 63;
        let many = siblings.count.min(MANY).cast_unsigned();
        [
            mean,
            self.grid.heights(pieces),
            (self.grid.threats(pieces) << 3 | many) << 6 | least,
        ]
    }

    fn bits(
        &mut self,
        coder: &mut impl Coder,
        sides: [u32; SIDES],
        siblings: i32,
        score: i32,
    ) -> i32 {
        if self.most == [0, 0] {
            return 0;
        }
        let many = siblings.min(MANY).cast_unsigned() as usize;
        // The bits so far, behind a 1.
        let mut before = 1;
        let mut bit = |bit: bool, number: usize| {
            let sides = sides.map(|side| side << (SIZE_BITS + 2) | before);
            let manner = number * (MANY as usize + 1) + many;
            let bit = self.mixer.code(coder, bit, sides, manner);
            before = before << 1 | u32::from(bit);
            bit
        };
        if bit(score == 0, 0) {
            return 0;
        }
        let win = self.most[1] > 0 && bit(score > 0, 1);
        let most = self.most[usize::from(win)];
        let mut size = 0;
        for number in 0..SIZE_BITS {
            let step = 1 << (SIZE_BITS - 1 - number);
            // What would be more than the most needs no bit.
            if size + step < most && bit((score.abs() - 1) & step != 0, number + 2) {
                size += step;
            }
        }
        if win { size + 1 } else { -size - 1 }
    }
}

/// The most that can be lost, and won, where nobody wins with the next piece.
pub(super) fn most(grid: &Grid, plies: u32) -> [i32; 2] {
    let left = (grid.cells() - plies).cast_signed();
    [left / 2, (left - 1) / 2]
}
