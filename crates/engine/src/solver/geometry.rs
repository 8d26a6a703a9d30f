//! The board as the search sees it: a few masks and the lines.

use crate::bits::Bits;
use std::{
    fmt::Debug,
    ops::{Add, Sub},
};

/// A word that the search can calculate with.
pub(crate) trait Word: Bits + Ord + Add<Output = Self> + Sub<Output = Self> {
    fn from_u64(value: u64) -> Self;
    /// The lowest 64 bits.
    fn to_u64(self) -> u64;
    fn trailing_zeros(self) -> u32;
    /// The product of two words, what doesn't fit cut off.
    fn times(self, other: Self) -> Self;
    /// The lowest so many bits set, all of them included.
    fn ones(count: u32) -> Self;
}

macro_rules! word {
    ($($word:ty),*) => {$(
        impl Word for $word {
            #[inline(always)]
            fn from_u64(value: u64) -> Self {
                Self::from(value)
            }
            #[inline(always)]
            fn to_u64(self) -> u64 {
                self as u64
            }
            #[inline(always)]
            fn trailing_zeros(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
            #[inline(always)]
            fn ones(count: u32) -> Self {
                Self::MAX.checked_shr(Self::BITS - count).unwrap_or(0)
            }
        }
    )*};
}
word!(u64, u128);

pub(crate) trait Geometry: Copy + Debug {
    type Word: Word;
    fn columns(&self) -> u32;
    fn rows(&self) -> u32;
    fn connect(&self) -> u32;
    /// The lowest cell of each column.
    fn bottom(&self) -> Self::Word;
    /// Every cell.
    fn board(&self) -> Self::Word;
    /// First, third, fifth … cell of each column from the top.
    fn upper(&self) -> Self::Word;

    #[inline(always)]
    fn stride(&self) -> u32 {
        self.rows() + 1
    }

    #[inline(always)]
    fn cells(&self) -> u32 {
        self.columns() * self.rows()
    }

    /// Every cell that completes a line together with these; some of them may
    /// be among these, or off the board.
    // Calls instead of a loop over the directions, here and below: the compiler
    // does not unroll that loop, and shifts by known numbers are quicker.
    #[inline(always)]
    fn completions(&self, own: Self::Word) -> Self::Word {
        let stride = self.stride();
        let mut below = own << 1;
        for k in 2..self.connect() {
            below = below & (own << k);
        }
        below
            | self.completions_along(own, stride - 1)
            | self.completions_along(own, stride)
            | self.completions_along(own, stride + 1)
    }

    /// Those of lines whose cells are so many bits apart.
    #[inline(always)]
    fn completions_along(&self, own: Self::Word, step: u32) -> Self::Word {
        let connect = self.connect();
        if connect == 4 {
            let (before, after) = (own << step, own >> step);
            let (two_before, two_after) =
                (before & (own << (2 * step)), after & (own >> (2 * step)));
            return two_before & ((own << (3 * step)) | after)
                | two_after & ((own >> (3 * step)) | before);
        }
        let mut all = Self::Word::ZERO;
        if !self.fits(step) {
            return all;
        }
        // The gap is after `gap` cells of the line.
        for gap in 0..connect {
            let mut line = !Self::Word::ZERO;
            for k in 1..=gap {
                line = line & (own << (k * step));
            }
            for k in 1..connect - gap {
                line = line & (own >> (k * step));
            }
            all = all | line;
        }
        all
    }

    /// Whether a line is short enough for the board, whose word it may else
    /// leave. Four in a row always are, on the boards there are.
    #[inline(always)]
    fn fits(&self, step: u32) -> bool {
        (self.connect() - 1) * step < Self::Word::WIDTH
    }

    /// Whether these contain a whole line.
    #[inline(always)]
    fn has_line(&self, own: Self::Word) -> bool {
        let stride = self.stride();
        let any = self.lines_along(own, 1)
            | self.lines_along(own, stride - 1)
            | self.lines_along(own, stride)
            | self.lines_along(own, stride + 1);
        any != Self::Word::ZERO
    }

    /// The first cells of lines whose cells are so many bits apart.
    #[inline(always)]
    fn lines_along(&self, own: Self::Word, step: u32) -> Self::Word {
        let connect = self.connect();
        if connect == 4 {
            let pairs = own & (own >> step);
            return pairs & (pairs >> (2 * step));
        }
        if !self.fits(step) {
            return Self::Word::ZERO;
        }
        let mut starts = own;
        for k in 1..connect {
            starts = starts & (own >> (k * step));
        }
        starts
    }

    #[inline(always)]
    fn playable(&self, occupied: Self::Word) -> Self::Word {
        (occupied + self.bottom()) & self.board()
    }

    /// All cells of the column that has this cell.
    #[inline(always)]
    fn column_of(&self, cell: Self::Word) -> Self::Word {
        let column = cell.trailing_zeros() / self.stride();
        Self::Word::ones(self.rows()) << (column * self.stride())
    }

    fn mirrored(&self, word: Self::Word) -> Self::Word {
        let stride = self.stride();
        let mask = (Self::Word::ONE << stride) - Self::Word::ONE;
        let mut rest = word;
        let mut out = Self::Word::ZERO;
        for _ in 0..self.columns() {
            out = (out << stride) | (rest & mask);
            rest = rest >> stride;
        }
        out
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Classic;

const fn bottom64(columns: u32, rows: u32) -> u64 {
    let mut bits = 0;
    let mut c = 0;
    while c < columns {
        bits |= 1 << (c * (rows + 1));
        c += 1;
    }
    bits
}
const BOTTOM: u64 = bottom64(7, 6);

impl Geometry for Classic {
    type Word = u64;
    #[inline(always)]
    fn columns(&self) -> u32 {
        7
    }
    #[inline(always)]
    fn rows(&self) -> u32 {
        6
    }
    #[inline(always)]
    fn connect(&self) -> u32 {
        4
    }
    #[inline(always)]
    fn bottom(&self) -> u64 {
        BOTTOM
    }
    #[inline(always)]
    fn board(&self) -> u64 {
        BOTTOM * 63
    }
    #[inline(always)]
    fn upper(&self) -> u64 {
        BOTTOM * 0b10_1010
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Measured<W> {
    pub columns: u32,
    pub rows: u32,
    pub connect: u32,
    pub bottom: W,
    pub board: W,
    pub upper: W,
}

impl<W: Word> Measured<W> {
    pub(crate) fn new(columns: u32, rows: u32, connect: u32) -> Self {
        let mut bottom = W::ZERO;
        let mut board = W::ZERO;
        let mut upper = W::ZERO;
        for c in 0..columns {
            for r in 0..rows {
                let bit = W::ONE << (c * (rows + 1) + r);
                board = board | bit;
                if r == 0 {
                    bottom = bottom | bit;
                }
                if (rows - r) % 2 == 1 {
                    upper = upper | bit;
                }
            }
        }
        Self {
            columns,
            rows,
            connect,
            bottom,
            board,
            upper,
        }
    }
}

impl<W: Word> Geometry for Measured<W> {
    type Word = W;
    #[inline(always)]
    fn columns(&self) -> u32 {
        self.columns
    }
    #[inline(always)]
    fn rows(&self) -> u32 {
        self.rows
    }
    #[inline(always)]
    fn connect(&self) -> u32 {
        self.connect
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
