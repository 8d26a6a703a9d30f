//! The classes of positions, which are those of Pascal Pons's well-known
//! benchmark: by the pieces on the board and by the moves to the end of the game
//! if both sides play as well as can be.
//!
//! How far the end is matters more than how full the board is: a search that
//! tries short wins first is done soon where there is one. His positions are
//! not used; these are drawn at random, so nobody can have tuned for them.

use four_shapes_engine::Rules;
use std::ops::RangeInclusive;

/// One class.
#[derive(Debug)]
pub struct Class {
    /// What Pons calls it.
    pub name: &'static str,
    /// How many pieces are on the board.
    pub pieces: RangeInclusive<usize>,
    /// How many moves are to come, both sides counted.
    pub to_end: RangeInclusive<usize>,
}

/// All of them, the easiest first.
///
/// Beginnings have eight pieces at least: one position of fewer can take the
/// other solver minutes, and would be all that a mean shows. The fullest boards
/// have one free cell.
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
        pieces,
        to_end,
    }
}

/// How many moves follow until the game is over, from the pieces on the 7 × 6
/// board and the score of the side to move.
///
/// The winner places its last piece but `n − 1` at the end. If that is the side
/// to move, it makes one move more than the other.
pub fn moves_to_end(pieces: usize, score: i32) -> usize {
    let free = Rules::CLASSIC.cells() - pieces;
    let spared = score.unsigned_abs() as usize;
    match score {
        0 => free,
        1.. => 2 * (free.div_ceil(2) + 1 - spared) - 1,
        _ => 2 * (free / 2 + 1 - spared),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_counted_from_the_score() {
        for (pieces, score, moves) in [
            (0, 1, 41), // first player's very last piece
            (6, 18, 1), // at once
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
                moves_to_end(pieces, score),
                moves,
                "{pieces} pieces, {score}"
            );
        }
    }

    #[test]
    fn no_position_is_in_two_classes() {
        for pieces in 8..42 {
            for to_end in 1..=42 - pieces {
                let fitting = CLASSES.iter().filter(|class| {
                    class.pieces.contains(&pieces) && class.to_end.contains(&to_end)
                });
                assert_eq!(fitting.count(), 1, "{pieces} pieces, {to_end} to the end");
            }
        }
    }
}
