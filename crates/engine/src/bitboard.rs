//! Bitboard geometry: layout, masks, lines and the windows in which they fit.
//!
//! Cells are numbered as in [`Board`](crate::board::Board): up the columns, with a
//! spare bit on top of each, so that a line never wraps from one column to the next.
//! All four directions are shifts: by 1 up a column, by `rows + 1` along a row, and by
//! one more or less along the diagonals.

// Measured: without it the compiler leaves calls in the solver's innermost loops.
#![expect(clippy::inline_always)]

use crate::{
    Cell, Rules,
    bits::Bits,
    board::stride,
    shared_word::{Halves, SharedWord},
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

/// Returns the index of a cell's bit.
pub(crate) fn bit_index(rules: Rules, cell: Cell) -> u32 {
    cell.column().index() as u32 * stride(rules) + cell.row() as u32
}

/// Returns the number of lines through a cell of the empty board.
pub(crate) fn lines_through(rules: Rules, cell: Cell) -> usize {
    let reach = usize::from(rules.connect()) - 1;
    let (column, row) = (cell.column().index(), cell.row());
    let left = column.min(reach);
    let right = (usize::from(rules.columns()) - 1 - column).min(reach);
    let below = row.min(reach);
    let above = (usize::from(rules.rows()) - 1 - row).min(reach);
    [
        (left, right),
        (below, above),
        (left.min(below), right.min(above)),
        (left.min(above), right.min(below)),
    ]
    .map(|(behind, ahead)| (behind + ahead + 1).saturating_sub(reach))
    .iter()
    .sum()
}

/// Returns the distance between neighbouring bits of a line: along a row, up a column and
/// along both diagonals.
pub(crate) fn steps(rules: Rules) -> [u32; 4] {
    let stride = stride(rules);
    [stride, 1, stride + 1, stride - 1]
}

/// Returns every cell that completes a line of `own` in one direction, occupied or not.
#[inline(always)]
fn completions_along<B: Bits>(own: B, step: u32, connect: u32) -> B {
    if connect == 4 {
        let (before, after) = (own << step, own >> step);
        let (two_before, two_after) = (before & (own << (2 * step)), after & (own >> (2 * step)));
        return two_before & ((own << (3 * step)) | after)
            | two_after & ((own >> (3 * step)) | before);
    }
    let lacking = connect as usize - 1;
    // `behind[k]`: cells with at least k pieces in a row behind them.
    let mut behind = [!B::ZERO; Rules::MAX_SIDE as usize];
    for k in 0..lacking {
        behind[k + 1] = (behind[k] & own) << step;
    }
    let mut ahead = !B::ZERO;
    let mut all = behind[lacking];
    for k in (0..lacking).rev() {
        ahead = (ahead & own) >> step;
        all = all | behind[k] & ahead;
    }
    all
}

/// Returns the first cell of each line of `own` in one direction.
#[inline(always)]
fn lines_along<B: Bits>(own: B, step: u32, connect: u32) -> B {
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

/// The masks of any board, computed from its rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnyGeometry<B> {
    pub(crate) rules: Rules,
    /// The bottom cell of each column.
    bottom: B,
    /// Every cell.
    board: B,
    /// The first, third, fifth … cell of each column from the top.
    pub(crate) upper: B,
}

impl<W: Word> Geometry for AnyGeometry<W> {
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
/// as fast as with [`AnyGeometry`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct FourInARow<W, const ROWS: u32>(AnyGeometry<W>);

impl<W: Word, const ROWS: u32> FourInARow<W, ROWS> {
    /// Returns the geometry of these rules, if they have this number of rows and four in a
    /// row.
    pub(crate) fn new(rules: Rules) -> Option<Self> {
        let fits = rules.connect() == 4 && u32::from(rules.rows()) == ROWS;
        fits.then(|| Self(AnyGeometry::new(rules)))
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

/// The number of missing pieces up to which [`AnyGeometry::windows`] and [`AnyGeometry::window_cells`]
/// distinguish windows.
pub(crate) const MAX_LACKING: usize = 4;

impl<B: Bits> AnyGeometry<B> {
    pub(crate) fn new(rules: Rules) -> Self {
        let mut masks = Self {
            rules,
            bottom: B::ZERO,
            board: B::ZERO,
            upper: B::ZERO,
        };
        for cell in rules.all_cells() {
            let bit = masks.bit(cell);
            masks.board = masks.board | bit;
            if cell.row() == 0 {
                masks.bottom = masks.bottom | bit;
            }
            if (usize::from(rules.rows()) - cell.row()) % 2 == 1 {
                masks.upper = masks.upper | bit;
            }
        }
        masks
    }

    pub(crate) fn bit(&self, cell: Cell) -> B {
        B::ONE << bit_index(self.rules, cell)
    }

    /// Returns every cell with its bit: the most central first, then from the left and
    /// from the bottom.
    pub(crate) fn central_first(&self) -> Vec<(Cell, B)> {
        let mut cells: Vec<Cell> = self.rules.all_cells().collect();
        cells.sort_by_key(|cell| {
            let off = |at: usize, side: u8| (2 * at + 1).abs_diff(side.into());
            let across = off(cell.column().index(), self.rules.columns());
            // With gravity each column has only one playable cell.
            let up = off(cell.row(), self.rules.rows());
            across + if self.rules.gravity() { 0 } else { up }
        });
        let cells = cells.into_iter();
        cells.map(|cell| (cell, self.bit(cell))).collect()
    }

    /// Returns the empty cells.
    #[inline]
    pub(crate) fn empty(&self, occupied: B) -> B {
        self.board & !occupied
    }

    /// Returns the cells in which a piece can be placed.
    #[inline]
    pub(crate) fn playable_cells(&self, occupied: B) -> B {
        let empty = self.empty(occupied);
        if self.rules.gravity() {
            (occupied << 1 | self.bottom) & empty
        } else {
            empty
        }
    }

    /// Returns every cell that completes a line of `own`, with or without gravity. Some
    /// of them may be occupied.
    #[inline]
    pub(crate) fn completing_cells(&self, own: B) -> B {
        let connect = self.rules.connect().into();
        let wins = steps(self.rules).map(|step| completions_along(own, step, connect));
        wins.into_iter().fold(B::ZERO, |all, wins| all | wins) & self.board
    }

    /// Returns the first cells of the windows in one direction that contain only `own`
    /// and `empty` cells: `[k]` those that lack at most `k` pieces.
    #[inline]
    pub(crate) fn window_starts<const N: usize>(&self, step: u32, own: B, empty: B) -> [B; N] {
        let mut starts = [!B::ZERO; N];
        let (mut own, mut empty) = (own, empty);
        for _ in 0..self.rules.connect() {
            for k in (1..N).rev() {
                starts[k] = (starts[k] & own) | (starts[k - 1] & empty);
            }
            starts[0] = starts[0] & own;
            (own, empty) = (own >> step, empty >> step);
        }
        starts
    }

    /// Returns the number of windows that contain only `own` and `empty` cells: `[k]`
    /// those that lack at most `k` pieces.
    #[inline]
    pub(crate) fn windows<const N: usize>(&self, own: B, empty: B) -> [u32; N] {
        let mut counts = [0; N];
        for step in steps(self.rules) {
            let starts = self.window_starts::<N>(step, own, empty);
            for (count, starts) in counts.iter_mut().zip(starts) {
                *count += starts.count_ones();
            }
        }
        counts
    }

    /// Returns the empty cells of all windows of `own` and `empty` cells that lack at most
    /// `lacking` pieces, itself at most [`MAX_LACKING`].
    pub(crate) fn window_cells(&self, own: B, empty: B, lacking: usize) -> B {
        let mut cells = B::ZERO;
        for step in steps(self.rules) {
            let starts = self.window_starts::<{ MAX_LACKING + 1 }>(step, own, empty);
            let mut window = starts[lacking];
            for _ in 0..self.rules.connect() {
                if window == B::ZERO {
                    break;
                }
                cells = cells | window;
                window = window << step;
            }
        }
        cells & empty
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Direction, RulesConfig};
    use ethnum::U256;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    /// Every line of a board, as lists of cells.
    fn lines(rules: Rules) -> Vec<Vec<Cell>> {
        let mut lines = Vec::new();
        for start in rules.all_cells() {
            for direction in Direction::ALL {
                let (right, up) = direction.step();
                let cell = |i: u8| {
                    let i = isize::from(i);
                    let column = start.column().index();
                    let column = column.checked_add_signed(i * isize::from(right))?;
                    let row = start.row().checked_add_signed(i * isize::from(up))?;
                    rules.cell(column, row)
                };
                let line: Option<Vec<Cell>> = (0..rules.connect()).map(cell).collect();
                lines.extend(line);
            }
        }
        lines
    }

    fn check_against_list<B: Bits>(columns: u32, rows: u32, connect: u32) {
        let config = RulesConfig {
            columns,
            rows,
            connect,
            players: 2,
            gravity: false,
        };
        let rules = Rules::new(config).unwrap();
        let masks = AnyGeometry::<B>::new(rules);
        let lines = lines(rules);
        for cell in rules.all_cells() {
            let through = lines.iter().filter(|line| line.contains(&cell)).count();
            assert_eq!(lines_through(rules, cell), through, "{config:?} {cell}");
        }
        let mut random = Pcg32::seed_from_u64((columns * 1000 + rows * 50 + connect).into());
        for round in 0..40 {
            let (mut own, mut other) = (B::ZERO, B::ZERO);
            for cell in rules.all_cells() {
                // From sparse boards to full ones, with mostly own pieces.
                match random.random_range(0..45) {
                    n if n < round => own = own | masks.bit(cell),
                    n if n < round + round / 8 => other = other | masks.bit(cell),
                    _ => {}
                }
            }
            let empty = masks.empty(own | other);
            let lacks = |line: &[Cell]| {
                let within = |set: B| line.iter().filter(move |&&c| set & masks.bit(c) != B::ZERO);
                (within(other).count() == 0).then(|| within(empty).count())
            };
            let mut counts = [0; 5];
            let mut near = [B::ZERO; 5];
            for line in &lines {
                let Some(lacking) = lacks(line) else { continue };
                for k in lacking..5 {
                    counts[k] += 1;
                    for &cell in line {
                        near[k] = near[k] | masks.bit(cell) & empty;
                    }
                }
            }
            assert_eq!(masks.windows::<5>(own, empty), counts, "{rules:?}");
            for (lacking, &near) in near.iter().enumerate() {
                assert_eq!(masks.window_cells(own, empty, lacking), near, "{rules:?}");
            }
            assert_eq!(masks.completing_cells(own) & empty, near[1], "{rules:?}");
        }
    }

    #[test]
    fn windows_match_a_list_of_lines() {
        check_against_list::<u64>(3, 3, 3);
        check_against_list::<u64>(7, 6, 4);
        check_against_list::<u64>(15, 3, 15);
        check_against_list::<u64>(4, 15, 15);
        check_against_list::<u128>(9, 7, 4);
        check_against_list::<u128>(8, 15, 9);
        check_against_list::<U256>(15, 15, 5);
        check_against_list::<U256>(15, 15, 15);
        check_against_list::<U256>(12, 12, 3);
    }
}
