//! Boards of one machine word, for going through all openings.

use crate::{
    Player, Position, Rules,
    bitboard::{Geometry, Masks},
    board::Board,
    position::Width,
};

/// The cells of a board as the bits of a word, numbered as in [`Board`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid(Masks<u64>);

/// The pieces on a board, seen from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pieces {
    pub(super) own: u64,
    pub(super) other: u64,
}

impl Grid {
    /// `None` if the board does not fit a word.
    pub(super) fn new(rules: Rules) -> Option<Self> {
        Board::<u64>::fits(rules).then(|| Self(Masks::new(rules)))
    }

    /// The pieces of a position, if its players have taken turns.
    pub(super) fn pieces(position: &Position) -> Option<Pieces> {
        let Width::One(board) = position.width() else {
            return None;
        };
        let count = position.pieces();
        let rules = position.rules();
        let side = |moves| board.of(rules.player_after(moves));
        let pieces = Pieces {
            own: side(count),
            other: side(count + 1),
        };
        (pieces.own.count_ones() as usize == count / 2).then_some(pieces)
    }

    pub(super) fn columns(&self) -> u32 {
        self.0.columns()
    }

    pub(super) fn cells(&self) -> u32 {
        self.0.cells()
    }

    /// A number that no other position has but the mirror image: in each column
    /// the side to move's pieces as bits, and all pieces as bits, added.
    pub(super) fn key(&self, pieces: Pieces) -> u64 {
        let key = pieces.own + (pieces.own | pieces.other);
        key.min(self.0.mirrored(key))
    }

    /// The position of a key.
    pub(super) fn position_of(&self, key: u64) -> Pieces {
        // One more in each column makes the bit above its pieces the highest.
        let marked = key + self.0.bottom();
        // Of each column, what is below its highest bit. What falls out of a
        // column at the bottom is cut off by the spare cell below it.
        let mut occupied = (marked >> 1) & self.0.board();
        for _ in 1..self.0.rows() {
            occupied |= (occupied >> 1) & self.0.board();
        }
        let own = marked - (occupied + self.0.bottom());
        Pieces {
            own,
            other: occupied & !own,
        }
    }

    pub(super) fn has_line(&self, own: u64) -> bool {
        self.0.has_line(own)
    }

    /// The lowest empty cell of each column, one at a time.
    pub(super) fn moves(&self, pieces: Pieces) -> impl Iterator<Item = u64> {
        let mut playable = self.playable(pieces);
        std::iter::from_fn(move || {
            let cell = playable & playable.wrapping_neg();
            playable &= !cell;
            (cell != 0).then_some(cell)
        })
    }

    /// The keys of the positions that a move leads from to this one.
    pub(super) fn parents(&self, pieces: Pieces) -> impl Iterator<Item = u64> {
        // The highest piece of each column, if the other side has dropped it.
        let occupied = pieces.own | pieces.other;
        let mut last = occupied & ((occupied + self.0.bottom()) >> 1) & pieces.other;
        let grid = *self;
        std::iter::from_fn(move || {
            let cell = last & last.wrapping_neg();
            last &= !cell;
            (cell != 0).then(|| {
                grid.key(Pieces {
                    own: pieces.other & !cell,
                    other: pieces.own,
                })
            })
        })
    }

    /// Who completes a line in an empty cell of a row counted from 0 that is even
    /// or odd, and whether the other side does so with its next piece: five bits.
    pub(super) fn threats(&self, pieces: Pieces) -> u32 {
        let free = self.0.board() & !(pieces.own | pieces.other);
        let even = (0..self.0.rows()).step_by(2);
        let even = even.fold(0, |even, row| even | self.0.bottom() << row);
        let own = self.0.completions(pieces.own) & free;
        let other = self.0.completions(pieces.other) & free;
        let next = other & self.playable(pieces);
        [own & even, own & !even, other & even, other & !even, next]
            .iter()
            .fold(0, |bits, &cells| bits << 1 | u32::from(cells != 0))
    }

    /// How many pieces each column has, in one number.
    pub(super) fn heights(&self, pieces: Pieces) -> u32 {
        let occupied = pieces.own | pieces.other;
        (0..self.columns()).fold(0, |heights, column| {
            let height = (occupied >> (column * self.0.stride())).trailing_ones();
            heights.wrapping_mul(self.0.stride()).wrapping_add(height)
        })
    }

    /// Whether the side to move completes a line with its next piece.
    pub(super) fn wins_at_once(&self, pieces: Pieces) -> bool {
        self.0.completions(pieces.own) & self.playable(pieces) != 0
    }

    /// The lowest empty cell of each column.
    fn playable(&self, pieces: Pieces) -> u64 {
        self.0.playable(pieces.own | pieces.other)
    }

    /// The position as the rest of the engine knows it.
    pub(super) fn show(&self, rules: Rules, pieces: Pieces) -> Position {
        let mut position = Position::new(rules);
        let count = (pieces.own | pieces.other).count_ones() as usize;
        let (own, other) = (rules.player_after(count), rules.player_after(count + 1));
        for cell in rules.all_cells() {
            let bit = self.0.bit(cell);
            let mut place = |player: Player| {
                position
                    .place(player, cell)
                    .expect("the cells below are filled");
            };
            if pieces.own & bit != 0 {
                place(own);
            } else if pieces.other & bit != 0 {
                place(other);
            }
        }
        position
    }
}

impl Pieces {
    /// What it comes to if the side to move takes a cell; the other side is to
    /// move then.
    pub(super) fn after(self, cell: u64) -> Self {
        Self {
            own: self.other,
            other: self.own | cell,
        }
    }
}
