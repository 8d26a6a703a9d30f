//! The board as the search sees it: constants for the usual boards, and scrambled keys.
//!
//! Cells are numbered as in [`Board`](four_shapes_rules::bitboard::Board): up the columns, with
//! a spare bit on top of each, so that a line never wraps from one column to the next.
//! All four directions are shifts: by 1 up a column, by `rows + 1` along a row, and by
//! one more or less along the diagonals.

// Measured: without it the compiler leaves calls in the solver's innermost loops.
#![expect(clippy::inline_always)]

use crate::shared_word::{Halves, SharedWord};
use four_shapes_rules::{
    Rules,
    bitboard::{Bits, Masks, completions_along},
};
use std::{fmt::Debug, ops::Add, sync::atomic::AtomicU64};

/// A word with the arithmetic that the solver needs.
pub(crate) trait Word: Bits + Ord + Add<Output = Self> {
    /// The word in a table that threads share.
    type Shared: SharedWord<Word = Self>;
    fn from_u64(value: u64) -> Self;
    /// Returns the lowest 64 bits.
    fn to_u64(self) -> u64;
    /// Returns the highest 64 bits.
    fn high_u64(self) -> u64;
    fn trailing_zeros(self) -> u32;
    /// Scrambles the lowest `bits` bits, invertibly, and aligns them to the top of the word.
    /// All others must be 0. In a word of 128 bits, there must be more than 64.
    fn hash(self, bits: u32) -> Self;
    /// Returns a word with the lowest `count` bits set; `count` may be the width.
    fn low_mask(count: u32) -> Self;
}

macro_rules! word {
    ($($word:ty: $shared:ty, $hash:path;)*) => {$(
        impl Word for $word {
            type Shared = $shared;
            #[inline(always)]
            fn from_u64(value: u64) -> Self {
                Self::from(value)
            }
            #[inline(always)]
            fn to_u64(self) -> u64 {
                self as u64
            }
            #[inline(always)]
            fn high_u64(self) -> u64 {
                (self >> (Self::BITS - u64::BITS)) as u64
            }
            #[inline(always)]
            fn trailing_zeros(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn hash(self, bits: u32) -> Self {
                $hash(self, bits)
            }
            #[inline(always)]
            fn low_mask(count: u32) -> Self {
                Self::MAX.checked_shr(Self::BITS - count).unwrap_or(0)
            }
        }
    )*};
}
word! {
    u64: AtomicU64, hash_64;
    u128: Halves, hash_128;
}

/// 2⁶⁴ divided by the golden ratio, an odd number: multiplying by it is invertible.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

#[inline(always)]
fn hash_64(key: u64, bits: u32) -> u64 {
    key.wrapping_mul(GOLDEN) << (u64::BITS - bits)
}

/// Products of 64 bits only, since WebAssembly has no longer ones.
#[inline(always)]
fn hash_128(key: u128, bits: u32) -> u128 {
    let (low, high) = (key as u64, key.high_u64());
    let scrambled = (low ^ high.wrapping_mul(GOLDEN)).wrapping_mul(GOLDEN);
    u128::from(scrambled) << u64::BITS | u128::from(high << (u128::BITS - bits))
}

/// The board as the solver sees it. Generic so that 7 × 6 compiles to constants.
pub(crate) trait Geometry: Copy + Debug {
    type Word: Word;
    fn rules(&self) -> Rules;
    /// The bottom cell of each column.
    fn bottom(&self) -> Self::Word;
    /// Every cell.
    fn board(&self) -> Self::Word;
    /// The first, third, fifth … cell of each column from the top.
    fn upper(&self) -> Self::Word;

    #[inline(always)]
    fn columns(&self) -> u32 {
        self.rules().columns().into()
    }

    #[inline(always)]
    fn rows(&self) -> u32 {
        self.rules().rows().into()
    }

    #[inline(always)]
    fn connect(&self) -> u32 {
        self.rules().connect().into()
    }

    #[inline(always)]
    fn stride(&self) -> u32 {
        self.rows() + 1
    }

    #[inline(always)]
    fn cells(&self) -> u32 {
        self.columns() * self.rows()
    }

    /// Returns every cell that completes a line of `own` on a board with gravity. Some of
    /// them may be occupied or off the board.
    // Unrolled by hand, here and in `has_line`: the compiler does not unroll a loop over
    // the directions, and shifts by constants are faster.
    #[inline(always)]
    fn completions(&self, own: Self::Word) -> Self::Word {
        let (connect, stride) = (self.connect(), self.stride());
        let mut above = own << 1;
        for k in 2..connect {
            above = above & (own << k);
        }
        above
            | completions_along(own, stride - 1, connect)
            | completions_along(own, stride, connect)
            | completions_along(own, stride + 1, connect)
    }

    /// Returns whether `own` contains a line.
    #[inline(always)]
    fn has_line(&self, own: Self::Word) -> bool {
        let (connect, stride) = (self.connect(), self.stride());
        let lines = lines_along(own, 1, connect)
            | lines_along(own, stride - 1, connect)
            | lines_along(own, stride, connect)
            | lines_along(own, stride + 1, connect);
        lines != Self::Word::ZERO
    }

    #[inline(always)]
    fn playable(&self, occupied: Self::Word) -> Self::Word {
        (occupied + self.bottom()) & self.board()
    }

    /// Returns the playable cells after a move.
    #[inline(always)]
    fn playable_after(&self, playable: Self::Word, cell: Self::Word) -> Self::Word {
        (playable & !cell) | ((cell << 1) & self.board())
    }

    /// Returns all cells of the column that contains `cell`.
    #[inline(always)]
    fn column_of(&self, cell: Self::Word) -> Self::Word {
        let column = cell.trailing_zeros() / self.stride();
        Self::Word::low_mask(self.rows()) << (column * self.stride())
    }

    fn mirrored(&self, word: Self::Word) -> Self::Word {
        let stride = self.stride();
        let mask = Self::Word::low_mask(stride);
        let mut rest = word;
        let mut out = Self::Word::ZERO;
        for _ in 0..self.columns() {
            out = (out << stride) | (rest & mask);
            rest = rest >> stride;
        }
        out
    }
}

/// Returns the lowest of some cells, of which there must be one.
#[inline(always)]
pub(crate) fn lowest<W: Word>(cells: W) -> W {
    cells & !(cells - W::ONE)
}

/// Returns the first cell of each line of `own` in one direction.
#[inline(always)]
pub(crate) fn lines_along<B: Bits>(own: B, step: u32, connect: u32) -> B {
    if connect == 4 {
        let pairs = own & (own >> step);
        return pairs & (pairs >> (2 * step));
    }
    let (mut starts, mut shifted) = (own, own);
    for _ in 1..connect {
        shifted = shifted >> step;
        starts = starts & shifted;
    }
    starts
}

/// 7 × 6, four in a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Classic;

impl Classic {
    const BOTTOM: u64 = 0x0000_0408_1020_4081;
}

impl Geometry for Classic {
    type Word = u64;
    #[inline(always)]
    fn rules(&self) -> Rules {
        Rules::CLASSIC
    }
    #[inline(always)]
    fn bottom(&self) -> u64 {
        Self::BOTTOM
    }
    #[inline(always)]
    fn board(&self) -> u64 {
        Self::BOTTOM * 0b11_1111
    }
    #[inline(always)]
    fn upper(&self) -> u64 {
        Self::BOTTOM * 0b10_1010
    }
}

impl<W: Word> Geometry for Masks<W> {
    type Word = W;
    #[inline(always)]
    fn rules(&self) -> Rules {
        self.rules
    }
    #[inline(always)]
    fn bottom(&self) -> W {
        self.bottom
    }
    #[inline(always)]
    fn board(&self) -> W {
        self.board
    }
    #[inline(always)]
    fn upper(&self) -> W {
        self.upper
    }
}

/// Four in a row on boards with this number of rows.
///
/// The distances between the cells of a line are constants: the solver is 1.2 to 1.3 times
/// as fast as with [`Masks`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct FourInARow<W, const ROWS: u32>(Masks<W>);

impl<W: Word, const ROWS: u32> FourInARow<W, ROWS> {
    /// Returns the geometry of these rules, if they have this number of rows and four in a
    /// row.
    pub(crate) fn new(rules: Rules) -> Option<Self> {
        let fits = rules.connect() == 4 && u32::from(rules.rows()) == ROWS;
        fits.then(|| Self(Masks::new(rules)))
    }
}

impl<W: Word, const ROWS: u32> Geometry for FourInARow<W, ROWS> {
    type Word = W;
    #[inline(always)]
    fn rules(&self) -> Rules {
        self.0.rules
    }
    #[inline(always)]
    fn rows(&self) -> u32 {
        ROWS
    }
    #[inline(always)]
    fn connect(&self) -> u32 {
        4
    }
    #[inline(always)]
    fn bottom(&self) -> W {
        self.0.bottom
    }
    #[inline(always)]
    fn board(&self) -> W {
        self.0.board
    }
    #[inline(always)]
    fn upper(&self) -> W {
        self.0.upper
    }
}
