//! Published results of empty boards, four in a row.

use four_shapes_solver::Outcome::{self, Draw, Loss, Win};
use std::fmt;

/// The results by rows from 4 to 9, each by columns from 4 on: results for the first player
/// and, as far as they are known, lengths of the game in moves by both players.
///
/// Boards with at most 15 columns plus rows, and 8 × 8, are from John Tromp's table
/// (<https://tromp.github.io/c4/c4.html>), the rest and the lengths from the readme of
/// Steininger's solver c4.
const PUBLISHED: [(&[Outcome], &[u32]); 6] = [
    (
        &[Draw, Draw, Loss, Draw, Loss, Loss, Loss, Loss, Loss],
        &[16, 20, 24, 28, 32, 36, 40, 44, 48],
    ),
    (
        &[Draw, Draw, Draw, Draw, Win, Win, Win, Win],
        &[20, 25, 30, 35, 39, 41, 47, 51],
    ),
    (
        &[Draw, Draw, Loss, Win, Loss, Loss, Win],
        &[24, 30, 36, 41, 48, 52, 59],
    ),
    (
        &[Draw, Draw, Win, Draw, Win, Win],
        &[28, 35, 41, 49, 53, 55],
    ),
    (&[Draw, Draw, Loss, Win, Loss], &[32, 40, 48, 55, 62]),
    (&[Draw, Draw, Win, Draw, Win], &[36, 45, 53, 63]),
];

/// A published result.
pub(super) struct Published {
    outcome: Outcome,
    moves: Option<u32>,
}

/// Returns the published result of a board of columns and rows, if there is one.
pub(super) fn value((columns, rows): (u8, u8)) -> Option<Published> {
    let at = |side: u8| side.checked_sub(4).map(usize::from);
    let (outcomes, moves) = PUBLISHED.get(at(rows)?)?;
    let column = at(columns)?;
    Some(Published {
        outcome: *outcomes.get(column)?,
        moves: moves.get(column).copied(),
    })
}

impl Published {
    /// Returns whether a result agrees, as far as it was published.
    pub(super) fn agrees(&self, outcome: Outcome, moves: u32) -> bool {
        self.outcome == outcome && self.moves.is_none_or(|published| published == moves)
    }
}

impl fmt::Display for Published {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.outcome.fmt(f)?;
        if let Some(moves) = self.moves {
            write!(f, ", {moves} moves")?;
        }
        Ok(())
    }
}
