//! A position in the search.

use crate::geometry::{Geometry, Word};

/// A position in which the side to move has no immediate win.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<W> {
    /// The pieces of the side to move.
    pub(super) own: W,
    /// The pieces of the opponent.
    pub(super) opp: W,
    /// The empty cells that complete a line of the side to move.
    pub(super) own_wins: W,
    /// The empty cells that complete a line of the opponent.
    pub(super) opp_wins: W,
    /// The number of empty cells.
    pub(super) empty: i32,
}

impl<W: Word> Node<W> {
    pub(super) const EMPTY: Self = Self {
        own: W::ZERO,
        opp: W::ZERO,
        own_wins: W::ZERO,
        opp_wins: W::ZERO,
        empty: 0,
    };

    /// Returns a position with these pieces.
    pub(super) fn new<G: Geometry<Word = W>>(g: &G, own: W, opp: W) -> Self {
        let free = g.board() & !(own | opp);
        Self {
            own,
            opp,
            own_wins: g.completions(own) & free,
            opp_wins: g.completions(opp) & free,
            empty: free.count_ones().cast_signed(),
        }
    }

    /// Returns the position after a move, given the mover's winning cells after it.
    #[inline(always)]
    pub(super) fn after(&self, cell: W, wins: W) -> Self {
        Self {
            own: self.opp,
            opp: self.own | cell,
            own_wins: self.opp_wins & !cell,
            opp_wins: wins,
            empty: self.empty - 1,
        }
    }

    /// Returns a key that is unique on one board: adding the occupied cells to the
    /// pieces of the side to move marks the height of each column.
    #[inline(always)]
    pub(super) fn key(&self) -> W {
        self.own + (self.own | self.opp)
    }
}
