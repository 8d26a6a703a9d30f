//! Which move to search first.

use super::node::Node;
use crate::{
    Rules,
    bitboard::{Word, bit_index, lines_through},
};

/// What moves are worth to look at first.
///
/// A good first move decides how much there is to search. What counts most is
/// the threats that a move makes; the numbers were found by trying.
pub(super) struct Order {
    /// For each cell the lines through it.
    lines: [i32; 128],
}

/// A cell that has become a threat.
const THREAT: i32 = 32;
/// It is right above a cell of the other side's, so it will hardly be reached.
const ABOVE_THEIRS: i32 = -30;
/// It keeps the other side out of the cell below, which it could take now.
const GUARDED: i32 = 16;
/// The other side must answer at once.
const FORCING: i32 = 20;
/// The other side can take the own threat right above.
const BELOW_OWN: i32 = -72;
/// A line through the cell.
const LINE: i32 = 2;

impl Order {
    pub(super) fn new(rules: Rules) -> Self {
        let mut lines = [0; 128];
        for cell in rules.all_cells() {
            lines[bit_index(rules, cell) as usize] =
                lines_through(rules, cell).cast_signed() as i32;
        }
        Self { lines }
    }

    /// What a move promises: the index of its cell and the cell, the mover's
    /// wins after it, and where the other side can play then.
    #[inline(always)]
    pub(super) fn of<W: Word>(&self, node: &Node<W>, index: u32, cell: W, wins: W, next: W) -> i32 {
        let mut order = LINE * self.lines[index as usize];
        let fresh = wins & !node.own_wins;
        if fresh != W::ZERO {
            order += THREAT * few(fresh);
            order += ABOVE_THEIRS * few(fresh & (node.opp_wins << 1));
            order += GUARDED * few(fresh & (next << 1));
            if wins & next != W::ZERO {
                order += FORCING;
            }
        }
        if (cell << 1) & node.own_wins != W::ZERO {
            order += BELOW_OWN;
        }
        order
    }
}

/// How many bits are set, up to three.
#[inline(always)]
fn few<W: Word>(bits: W) -> i32 {
    if bits == W::ZERO {
        return 0;
    }
    let second = bits & (bits - W::ONE);
    if second == W::ZERO {
        return 1;
    }
    2 + i32::from(second & (second - W::ONE) != W::ZERO)
}
