//! Masks of a board: cells, lines and the windows in which they fit.

// Measured: without it the compiler leaves calls in the solver's innermost loops.
#![expect(clippy::inline_always)]

use super::{Bits, bit_index, steps};
use crate::{Cell, Rules};
use alloc::vec::Vec;

/// Returns the number of lines through a cell of the empty board.
///
/// ```
/// use four_shapes_rules::{Rules, bitboard::lines_through};
///
/// assert_eq!(lines_through(Rules::CLASSIC, "A1".parse()?), 3);
/// assert_eq!(lines_through(Rules::CLASSIC, "D3".parse()?), 13);
/// # Ok::<_, four_shapes_rules::ParseError>(())
/// ```
pub fn lines_through(rules: Rules, cell: Cell) -> usize {
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

/// Returns every cell that completes a line of `own` in one direction, occupied or not.
///
/// ```
/// use four_shapes_rules::bitboard::completions_along;
///
/// // Two pieces, a gap and a piece in a column: only the gap completes four in a row.
/// assert_eq!(completions_along(0b1011_u64, 1, 4), 0b0100);
/// ```
#[inline(always)]
pub fn completions_along<B: Bits>(own: B, step: u32, connect: u32) -> B {
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

/// The masks of any board, computed from its rules.
///
/// ```
/// use four_shapes_rules::{Rules, bitboard::{Masks, steps}};
///
/// // On 7 × 6, the bits of A1, B1 and C1 are 0, 7 and 14.
/// let masks = Masks::<u64>::new(Rules::CLASSIC);
/// let own = 1 << 0 | 1 << 7 | 1 << 14;
/// assert_eq!(masks.completing_cells(own), masks.bit("D1".parse()?));
/// assert_eq!(masks.playable_cells(own).count_ones(), 7);
/// let empty = masks.empty(own);
/// assert_eq!(empty.count_ones(), 39);
///
/// // A1–D1 is the only window that lacks one piece; it starts at A1.
/// assert_eq!(masks.windows(own, empty), [0, 1]);
/// assert_eq!(masks.window_cells(own, empty, 1), masks.bit("D1".parse()?));
/// let [horizontal, ..] = steps(Rules::CLASSIC);
/// assert_eq!(masks.window_starts(horizontal, own, empty), [0, 1]);
///
/// let (centre, _) = masks.central_first()[0];
/// assert_eq!(centre.to_string(), "D1");
/// # Ok::<_, four_shapes_rules::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Masks<B> {
    /// The rules.
    pub rules: Rules,
    /// The bottom cell of each column.
    pub bottom: B,
    /// Every cell.
    pub board: B,
    /// The first, third, fifth … cell of each column from the top.
    pub upper: B,
}

/// The number of missing pieces up to which [`Masks::windows`] and [`Masks::window_cells`]
/// distinguish windows.
pub const MAX_LACKING: usize = 4;

impl<B: Bits> Masks<B> {
    /// Computes the masks of a board, which must [fit](super::Board::fits) the word.
    pub fn new(rules: Rules) -> Self {
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

    /// Returns the bit of a cell.
    pub fn bit(&self, cell: Cell) -> B {
        B::ONE << bit_index(self.rules, cell)
    }

    /// Returns every cell with its bit: the most central first, then from the left and
    /// from the bottom.
    pub fn central_first(&self) -> Vec<(Cell, B)> {
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
    pub fn empty(&self, occupied: B) -> B {
        self.board & !occupied
    }

    /// Returns the cells in which a piece can be placed.
    #[inline]
    pub fn playable_cells(&self, occupied: B) -> B {
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
    pub fn completing_cells(&self, own: B) -> B {
        let connect = self.rules.connect().into();
        let wins = steps(self.rules).map(|step| completions_along(own, step, connect));
        wins.into_iter().fold(B::ZERO, |all, wins| all | wins) & self.board
    }

    /// Returns the first cells of the windows in one direction that contain only `own`
    /// and `empty` cells: `[k]` those that lack at most `k` pieces.
    #[inline]
    pub fn window_starts<const N: usize>(&self, step: u32, own: B, empty: B) -> [B; N] {
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
    pub fn windows<const N: usize>(&self, own: B, empty: B) -> [u32; N] {
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
    pub fn window_cells(&self, own: B, empty: B, lacking: usize) -> B {
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
        let masks = Masks::<B>::new(rules);
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
