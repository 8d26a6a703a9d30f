//! A position as the search sees it.

use crate::bitboard::Word;

/// A position in which the side to move can't win with its next piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<W> {
    /// Pieces of the side to move.
    pub(super) own: W,
    /// Pieces of the other side.
    pub(super) opp: W,
    /// Empty cells that complete a line of the side to move.
    pub(super) own_wins: W,
    /// Empty cells that complete a line of the other side.
    pub(super) opp_wins: W,
    /// How many cells are empty.
    pub(super) left: i32,
}

impl<W: Word> Node<W> {
    pub(super) const EMPTY: Self = Self {
        own: W::ZERO,
        opp: W::ZERO,
        own_wins: W::ZERO,
        opp_wins: W::ZERO,
        left: 0,
    };

    /// After a piece in this cell, with which the mover's wins become `wins`.
    #[inline(always)]
    pub(super) fn after(&self, cell: W, wins: W) -> Self {
        Self {
            own: self.opp,
            opp: self.own | cell,
            own_wins: self.opp_wins & !cell,
            opp_wins: wins,
            left: self.left - 1,
        }
    }

    /// Different for different positions of one board: in each column, the
    /// pieces of the side to move below the lowest empty cell.
    #[inline(always)]
    pub(super) fn key(&self) -> W {
        self.own + (self.own | self.opp)
    }
}
