//! Move ordering.

use super::node::Node;
use crate::geometry::Word;
use four_shapes_rules::{
    Rules,
    bitboard::{bit_index, lines_through},
};

/// Scores moves for ordering, mainly by the threats that they make. The weights were
/// tuned by node counts.
pub(super) struct MoveOrder {
    /// The number of lines through each cell, by bit index.
    lines: [i32; 128],
}

/// A new threat.
const THREAT: i32 = 32;
/// A new threat directly above one of the opponent's, which is rarely reached.
const ABOVE_OPPONENT_THREAT: i32 = -30;
/// A move that forces a reply.
const FORCING: i32 = 38;
/// A move directly below a threat of the side to move, which the opponent then takes.
const BELOW_OWN_THREAT: i32 = -72;
/// Each line through the cell.
const LINE: i32 = 2;

impl MoveOrder {
    pub(super) fn new(rules: Rules) -> Self {
        let mut lines = [0; 128];
        for cell in rules.all_cells() {
            lines[bit_index(rules, cell) as usize] =
                lines_through(rules, cell).cast_signed() as i32;
        }
        Self { lines }
    }

    /// Returns the score of a move, given the mover's winning cells and the playable cells
    /// after it.
    #[inline(always)]
    pub(super) fn score<W: Word>(
        &self,
        node: &Node<W>,
        index: u32,
        cell: W,
        wins: W,
        next: W,
    ) -> i32 {
        let mut score = LINE * self.lines[index as usize];
        let new_threats = wins & !node.own_wins;
        if new_threats != W::ZERO {
            score += THREAT * count_up_to_three(new_threats);
            score += ABOVE_OPPONENT_THREAT * count_up_to_three(new_threats & (node.opp_wins << 1));
            if wins & next != W::ZERO {
                score += FORCING;
            }
        }
        if (cell << 1) & node.own_wins != W::ZERO {
            score += BELOW_OWN_THREAT;
        }
        score
    }
}

/// Counts the bits, up to three.
#[inline(always)]
fn count_up_to_three<W: Word>(bits: W) -> i32 {
    if bits == W::ZERO {
        return 0;
    }
    let second = bits & (bits - W::ONE);
    if second == W::ZERO {
        return 1;
    }
    2 + i32::from(second & (second - W::ONE) != W::ZERO)
}
