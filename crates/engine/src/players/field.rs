//! The lines of a board, all at once: whole boards are shifted and compared.

use crate::{Cell, Rules, bits::Bits};

/// How many pieces a line may lack to be told apart from other lines, at most.
pub(super) const MAX_LACKING: usize = 4;

/// A board as sets of cells, numbered as in [`Board`](crate::board::Board): up the
/// columns, with one bit to spare on top of each, so that a line that leaves the
/// board comes to a bit where no piece can be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field<B> {
    rules: Rules,
    /// Every cell.
    all: B,
    /// The lowest cell of each column.
    bottom: B,
    /// How far apart neighbours in a line are, for each direction.
    steps: [u32; 4],
}

impl<B: Bits> Field<B> {
    pub(super) fn new(rules: Rules) -> Self {
        let stride = u32::from(rules.rows()) + 1;
        let mut field = Self {
            rules,
            all: B::ZERO,
            bottom: B::ZERO,
            steps: [stride, 1, stride + 1, stride - 1],
        };
        for cell in rules.all_cells() {
            let bit = field.bit(cell);
            field.all = field.all | bit;
            if cell.row() == 0 {
                field.bottom = field.bottom | bit;
            }
        }
        field
    }

    pub(super) fn rules(&self) -> Rules {
        self.rules
    }

    pub(super) fn bit(&self, cell: Cell) -> B {
        let stride = u32::from(self.rules.rows()) + 1;
        B::ONE << (cell.column().index() as u32 * stride + cell.row() as u32)
    }

    /// Every cell with its bit, the most central first, then from the left and
    /// from the bottom.
    pub(super) fn central_first(&self) -> Vec<(Cell, B)> {
        let mut cells: Vec<Cell> = self.rules.all_cells().collect();
        let gravity = self.rules.gravity();
        cells.sort_by_key(|cell| {
            let off = |at: usize, side: u8| (2 * at + 1).abs_diff(side.into());
            let across = off(cell.column().index(), self.rules.columns());
            // Where pieces fall there is one cell in each column to choose.
            let up = off(cell.row(), self.rules.rows());
            across + if gravity { 0 } else { up }
        });
        cells
            .into_iter()
            .map(|cell| (cell, self.bit(cell)))
            .collect()
    }

    /// The empty cells.
    #[inline]
    pub(super) fn free(&self, occupied: B) -> B {
        self.all & !occupied
    }

    /// The cells that a piece may be put into.
    #[inline]
    pub(super) fn open(&self, occupied: B) -> B {
        let free = self.free(occupied);
        if self.rules.gravity() {
            (occupied << 1 | self.bottom) & free
        } else {
            free
        }
    }

    /// Every cell that completes a line of these pieces; they may be among them.
    #[inline]
    pub(super) fn wins(&self, own: B) -> B {
        let lacking = usize::from(self.rules.connect()) - 1;
        let mut wins = B::ZERO;
        for step in self.steps {
            // Cells with at least so many pieces in a row behind them.
            let mut behind = [!B::ZERO; 15];
            for k in 0..lacking {
                behind[k + 1] = (behind[k] & own) << step;
            }
            let mut before = !B::ZERO;
            for k in 0..=lacking {
                wins = wins | (behind[lacking - k] & before);
                before = (before & own) >> step;
            }
        }
        wins & self.all
    }

    /// The first cells of those lines in one direction that are of own pieces but
    /// for free cells: `[k]` those that lack at most `k` pieces.
    #[inline]
    fn starts<const N: usize>(&self, step: u32, own: B, free: B) -> [B; N] {
        let mut starts = [!B::ZERO; N];
        let (mut own, mut free) = (own, free);
        for _ in 0..self.rules.connect() {
            for k in (1..N).rev() {
                starts[k] = (starts[k] & own) | (starts[k - 1] & free);
            }
            starts[0] = starts[0] & own;
            (own, free) = (own >> step, free >> step);
        }
        starts
    }

    /// How many lines are of own pieces but for free cells: `[k]` those that lack
    /// at most `k` pieces.
    #[inline]
    pub(super) fn count<const N: usize>(&self, own: B, free: B) -> [u32; N] {
        let mut counts = [0; N];
        for step in self.steps {
            let starts = self.starts::<N>(step, own, free);
            for (count, starts) in counts.iter_mut().zip(starts) {
                *count += starts.count_ones();
            }
        }
        counts
    }

    /// The free cells of all lines that are of own pieces but for at most
    /// `lacking` free cells, itself at most [`MAX_LACKING`].
    pub(super) fn near(&self, own: B, free: B, lacking: usize) -> B {
        let mut cells = B::ZERO;
        for step in self.steps {
            let mut line = self.starts::<{ MAX_LACKING + 1 }>(step, own, free)[lacking];
            for _ in 0..self.rules.connect() {
                if line == B::ZERO {
                    break;
                }
                cells = cells | line;
                line = line << step;
            }
        }
        cells & free
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

    fn against_lists<B: Bits>(columns: u32, rows: u32, connect: u32) {
        let config = RulesConfig {
            columns,
            rows,
            connect,
            players: 2,
            gravity: false,
        };
        let rules = Rules::new(config).unwrap();
        let field = Field::<B>::new(rules);
        let lines = lines(rules);
        let mut random = Pcg32::seed_from_u64((columns * 1000 + rows * 50 + connect).into());
        for round in 0..40 {
            let (mut own, mut other) = (B::ZERO, B::ZERO);
            for cell in rules.all_cells() {
                // From sparse boards to full ones, mostly of own pieces.
                match random.random_range(0..45) {
                    n if n < round => own = own | field.bit(cell),
                    n if n < round + round / 8 => other = other | field.bit(cell),
                    _ => {}
                }
            }
            let free = field.free(own | other);
            let lacks = |line: &[Cell]| {
                let within = |set: B| line.iter().filter(move |&&c| set & field.bit(c) != B::ZERO);
                (within(other).count() == 0).then(|| within(free).count())
            };
            let mut counts = [0; 5];
            let mut near = [B::ZERO; 5];
            for line in &lines {
                let Some(lacking) = lacks(line) else { continue };
                for k in lacking..5 {
                    counts[k] += 1;
                    for &cell in line {
                        near[k] = near[k] | field.bit(cell) & free;
                    }
                }
            }
            assert_eq!(field.count::<5>(own, free), counts, "{rules:?}");
            for (lacking, &near) in near.iter().enumerate() {
                assert_eq!(field.near(own, free, lacking), near, "{rules:?}");
            }
            assert_eq!(field.wins(own) & free, near[1], "{rules:?}");
        }
    }

    #[test]
    fn lines_are_those_of_a_list() {
        against_lists::<u64>(3, 3, 3);
        against_lists::<u64>(7, 6, 4);
        against_lists::<u64>(15, 3, 15);
        against_lists::<u64>(4, 15, 15);
        against_lists::<u128>(9, 7, 4);
        against_lists::<u128>(8, 15, 9);
        against_lists::<U256>(15, 15, 5);
        against_lists::<U256>(15, 15, 15);
        against_lists::<U256>(12, 12, 3);
    }
}
