//! The classes of positions of Pascal Pons's benchmark, by the number of pieces and of
//! moves to the end of the game under best play, and one of a larger board.
//!
//! The distance to the end matters more than the number of pieces, because a search that
//! tries short wins first finds them quickly. The positions are random, not Pons's own, so
//! no solver is tuned to them.

use crate::boards::rules;
use four_shapes_rules::Rules;
use std::ops::RangeInclusive;

/// A class of positions.
#[derive(Debug)]
pub struct Class {
    /// The name in Pons's benchmark, or the board.
    pub name: &'static str,
    /// The numbers of columns and rows.
    pub board: [u32; 2],
    /// The number of pieces on the board.
    pub pieces: RangeInclusive<usize>,
    /// The number of moves to the end, by both sides.
    pub to_end: RangeInclusive<usize>,
}

impl Class {
    /// Returns the rules of the positions.
    pub fn rules(&self) -> Rules {
        rules([self.board[0], self.board[1], 4]).expect("the boards of the classes are valid")
    }
}

/// A class of a board of more than 64 bits.
pub const LARGE: Class = Class {
    name: "9x7-middle",
    board: [9, 7],
    pieces: 32..=40,
    to_end: 14..=31,
};

/// The classes of Pons, the easiest first.
///
/// Positions have at least eight pieces: a single one with fewer can take the other solver
/// minutes and would dominate the mean. The fullest boards have one empty cell.
pub const CLASSES: [Class; 6] = [
    class("end-easy", 29..=41, 1..=13),
    class("middle-easy", 15..=28, 1..=13),
    class("middle-medium", 15..=28, 14..=28),
    class("begin-easy", 8..=14, 1..=13),
    class("begin-medium", 8..=14, 14..=28),
    class("begin-hard", 8..=14, 29..=42),
];

const fn class(
    name: &'static str,
    pieces: RangeInclusive<usize>,
    to_end: RangeInclusive<usize>,
) -> Class {
    Class {
        name,
        board: [7, 6],
        pieces,
        to_end,
    }
}

/// Returns the number of moves to the end of the game, given the number of empty cells and
/// the score for the side to move.
///
/// With the score `n` the winner has `n − 1` pieces left at the end. If the winner is the
/// side to move, it makes one move more than the other side.
pub fn moves_to_end(empty: usize, score: i32) -> usize {
    let magnitude = score.unsigned_abs() as usize;
    match score {
        0 => empty,
        1.. => 2 * (empty.div_ceil(2) + 1 - magnitude) - 1,
        _ => 2 * (empty / 2 + 1 - magnitude),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_to_end_follow_from_the_score() {
        for (pieces, score, moves) in [
            (0, 1, 41), // with the first player's last piece
            (6, 18, 1), // an immediate win
            (7, 18, 1),
            (8, 17, 1),
            (8, 16, 3),
            (8, -17, 2), // the other side at once
            (7, -17, 2),
            (41, 1, 1),
            (41, 0, 1),
            (40, -1, 2),
            (10, 0, 32),
        ] {
            assert_eq!(
                moves_to_end(42 - pieces, score),
                moves,
                "{pieces} pieces, {score}"
            );
        }
    }

    #[test]
    fn classes_partition_the_positions() {
        for pieces in 8..42 {
            for to_end in 1..=42 - pieces {
                let matching = CLASSES.iter().filter(|class| {
                    class.pieces.contains(&pieces) && class.to_end.contains(&to_end)
                });
                assert_eq!(matching.count(), 1, "{pieces} pieces, {to_end} to the end");
            }
        }
    }
}
