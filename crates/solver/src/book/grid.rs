//! Boards of one machine word, for enumerating openings.

use crate::geometry::Geometry;
use four_shapes_rules::{
    Player, Position, Rules,
    bitboard::{AnyBoard, Board, Masks},
};

/// The geometry of a board that fits 64 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct BookGeometry(Masks<u64>);

/// The pieces of the side to move and of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pieces {
    pub(super) own: u64,
    pub(super) other: u64,
}

impl BookGeometry {
    /// Returns `None` if the board does not fit a word.
    pub(super) fn new(rules: Rules) -> Option<Self> {
        Board::<u64>::fits(rules).then(|| Self(Masks::new(rules)))
    }

    /// Returns the pieces of a position; `None` unless it [follows
    /// turns](Position::follows_turns).
    pub(super) fn pieces(position: &Position) -> Option<Pieces> {
        let AnyBoard::Bits64(board) = position.board() else {
            return None;
        };
        position.follows_turns().then(|| Pieces {
            own: board.of(position.to_move()),
            other: board.of(position.player_after(1)),
        })
    }

    pub(super) fn columns(&self) -> u32 {
        self.0.columns()
    }

    pub(super) fn cells(&self) -> u32 {
        self.0.cells()
    }

    /// Returns a key that only the mirror image shares: the pieces of the side to move plus all pieces, as
    /// numbers, the smaller of the two mirror images.
    pub(super) fn key(&self, pieces: Pieces) -> u64 {
        let key = pieces.own + (pieces.own | pieces.other);
        key.min(self.0.mirrored(key))
    }

    /// Returns the pieces that a key encodes.
    pub(super) fn decode(&self, key: u64) -> Pieces {
        // Adding 1 to each column makes the bit above its pieces the highest.
        let marked = key + self.0.bottom();
        // Fill each column below its highest bit. Bits shifted out of a column land on the
        // spare bit of the next one, where the mask removes them.
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

    /// Iterates over the playable cells.
    pub(super) fn moves(&self, pieces: Pieces) -> impl Iterator<Item = u64> {
        let mut playable = self.playable(pieces);
        std::iter::from_fn(move || {
            let cell = playable & playable.wrapping_neg();
            playable &= !cell;
            (cell != 0).then_some(cell)
        })
    }

    /// Iterates over the keys of all positions with a move to this one.
    pub(super) fn parents(&self, pieces: Pieces) -> impl Iterator<Item = u64> {
        // The topmost piece of each column, if it is the opponent's.
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

    /// Returns five flags: whether each side has threats in even and in odd rows, counted
    /// from 0, and whether the opponent has a playable one.
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

    /// Returns the heights of all columns as one number.
    pub(super) fn heights(&self, pieces: Pieces) -> u32 {
        let occupied = pieces.own | pieces.other;
        (0..self.columns()).fold(0, |heights, column| {
            let height = (occupied >> (column * self.0.stride())).trailing_ones();
            heights.wrapping_mul(self.0.stride()).wrapping_add(height)
        })
    }

    /// Returns whether the side to move has an immediate win.
    pub(super) fn has_immediate_win(&self, pieces: Pieces) -> bool {
        self.0.completions(pieces.own) & self.playable(pieces) != 0
    }

    fn playable(&self, pieces: Pieces) -> u64 {
        self.0.playable(pieces.own | pieces.other)
    }

    pub(super) fn to_position(self, rules: Rules, pieces: Pieces) -> Position {
        let mut position = Position::new(rules);
        let count = (pieces.own | pieces.other).count_ones() as usize;
        let (own, other) = (rules.player_after(count), rules.player_after(count + 1));
        for cell in rules.all_cells() {
            let bit = self.0.bit(cell);
            let mut place = |player: Player| {
                position
                    .place(player, cell)
                    .expect("the cells below are occupied");
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
    /// Returns the pieces after a move.
    pub(super) fn after(self, cell: u64) -> Self {
        Self {
            own: self.other,
            other: self.own | cell,
        }
    }
}
