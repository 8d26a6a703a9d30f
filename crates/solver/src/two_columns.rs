//! Bounds proved by following up in all columns but two.
//!
//! As in [`follow_up`](super::follow_up), *X* is the side to move and *Y* the other one. Y follows
//! up in all columns but two, and answers every move in those two in either of them: where, the
//! search of a small game tree decides.
//!
//! - **An even number of empty cells.** Both columns have singles, so together an even number of
//!   empty cells, and Y always has an answer. This contains V. Allis's *lowinverse*, *vertical*
//!   and *baseinverse*.
//! - **An odd number.** One column has a single and the other one has none, so together an odd
//!   number, and X has to begin there once all others are full. Y must complete a line in them
//!   before one cell is left.
//!
//! All cells outside the two columns that X can ever get are counted as X's. A line of X is *dead*
//! if Y must have one before: X's last cell of it is playable only when Y has all the cells below
//! that it follows up with, and the answers to X's other cells (after Allis's *aftereven*).

use super::{follow_up::with_cells_above, node::Node};
use crate::geometry::{Geometry, lines_along, lowest};
use four_shapes_rules::bitboard::Bits;

/// The maximum number of positions of a game tree; the average is about four.
const MAX_POSITIONS: u32 = 2000;

/// Returns an upper bound of the score below `beta`, if the strategy proves one. Neither side may
/// have an immediate win.
#[inline(never)]
pub(super) fn upper_bound<G: Geometry>(
    g: &G,
    node: &Node<G::Word>,
    playable: G::Word,
    beta: i32,
) -> Option<i32> {
    let zero = G::Word::ZERO;
    let is_odd = node.empty % 2 != 0;
    let must_win = is_odd || beta <= 0;
    // The number of empty cells that must be left when Y completes its line. They are if the line
    // has none of the topmost `left` cells of a column.
    let left = (-2 * beta).max(0).cast_unsigned();
    if left >= g.rows() {
        return None;
    }
    let mut deep = g.board();
    for _ in 0..left {
        deep = (deep >> 1) & g.board();
    }
    let singles = playable & g.upper();
    let free = g.board() & !(node.own | node.opp);
    if must_win && !is_odd && !g.has_line(node.opp | free & deep) {
        return None;
    }
    let followed = free & g.upper() & !singles;
    let lowers = free & !g.upper() & !with_cells_above(g, node.opp_wins & followed);
    let mut firsts = singles;
    while firsts != zero {
        let first = lowest(firsts);
        firsts = firsts & !first;
        let mut strategy = Strategy {
            g: *g,
            own: node.own,
            opp: node.opp,
            certain: node.own | lowers & !g.column_of(first),
            followed: followed & !g.column_of(first),
            columns: [g.column_of(first) & free, zero],
            deep,
            left,
            is_odd,
            must_win,
            may_have_line: true,
            positions: 0,
        };
        let mut seconds = if is_odd { playable & !singles } else { firsts };
        seconds = seconds & strategy.columns_of_living_lines(seconds);
        while seconds != zero {
            let second = lowest(seconds);
            seconds = seconds & !second;
            let both = g.column_of(first) | g.column_of(second);
            strategy.certain = node.own | lowers & !both | singles & !both;
            strategy.followed = followed & !both;
            strategy.columns[1] = g.column_of(second) & free;
            strategy.positions = 0;
            if strategy.may_succeed() && strategy.succeeds(zero, zero) {
                return Some(if must_win { beta.min(0) - 1 } else { 0 });
            }
        }
    }
    None
}

/// Y's strategy with a choice of the two columns.
struct Strategy<G: Geometry> {
    g: G,
    own: G::Word,
    opp: G::Word,
    /// X's pieces, and all empty cells outside the two columns that it may get.
    certain: G::Word,
    /// The empty cells outside the two columns that Y follows up with.
    followed: G::Word,
    /// The empty cells of each of the two columns.
    columns: [G::Word; 2],
    /// The cells below the topmost `left` cells of each column. A line of them is early enough.
    deep: G::Word,
    /// The number of empty cells that must be left when Y completes a line.
    left: u32,
    is_odd: bool,
    /// Whether Y has to win; otherwise X must not.
    must_win: bool,
    /// Whether Y may have a line at all, and so before X.
    may_have_line: bool,
    /// The positions of the game tree so far.
    positions: u32,
}

impl<G: Geometry> Strategy<G> {
    /// Returns whether Y can have the line that it needs, and prepares the game tree.
    #[inline(always)]
    fn may_succeed(&mut self) -> bool {
        let g = &self.g;
        let local = self.columns[0] | self.columns[1];
        if self.is_odd && !g.has_line(self.opp | local) {
            return false;
        }
        self.may_have_line = g.has_line(self.opp | self.followed | local);
        !self.must_win || self.may_have_line
    }

    /// Returns whether Y reaches its goal if X is to move, with the cells of the two columns that
    /// X and Y have taken.
    fn succeeds(&mut self, x: G::Word, y: G::Word) -> bool {
        let zero = G::Word::ZERO;
        self.positions += 1;
        if self.positions > MAX_POSITIONS {
            return false;
        }
        let [first, second] = self.columns.map(|column| column & !(x | y));
        let rest = first | second;
        let wins = |column| column != zero && self.x_has_line(x | lowest(column), y);
        if wins(first) || wins(second) {
            return false;
        }
        let g = &self.g;
        if self.is_odd {
            if !g.has_line(self.opp | y | rest) {
                return false;
            }
        } else {
            let y_wins = !self.must_win || g.has_line(self.opp | (self.followed | y) & self.deep);
            if rest == zero {
                return y_wins;
            }
            if y_wins {
                if !self.x_has_line(x | rest, y) {
                    return true;
                }
            } else if !g.has_line(self.opp | self.followed | y | rest) {
                return false;
            }
        }
        [(first, second), (second, first)]
            .into_iter()
            .filter(|&(played, _)| played != zero)
            .all(|(played, other)| {
                let cell = lowest(played);
                self.has_answer(x | cell, y, [played & !cell, other])
            })
    }

    /// Returns whether Y, to move, has an answer in one of the two columns, given their empty
    /// cells.
    #[inline(always)]
    fn has_answer(&mut self, x: G::Word, y: G::Word, columns: [G::Word; 2]) -> bool {
        columns
            .into_iter()
            .filter(|&column| column != G::Word::ZERO)
            .any(|column| {
                let y = y | lowest(column);
                if !self.g.has_line(self.opp | y) {
                    return self.succeeds(x, y);
                }
                let rest = (columns[0] | columns[1]) & !y;
                rest.count_ones() >= self.left || self.g.has_line(self.opp | y & self.deep)
            })
    }

    /// Returns whether X may get a line that isn't dead.
    #[inline(always)]
    fn x_has_line(&self, x: G::Word, y: G::Word) -> bool {
        self.g.has_line(self.certain | x)
            && (!self.may_have_line || !self.all_living_lines(x, y, |_| false))
    }

    /// Returns the columns with missing cells of each living line of X, as far as some cells are
    /// in them. No other column can be the second one.
    #[inline(always)]
    fn columns_of_living_lines(&self, cells: G::Word) -> G::Word {
        let g = &self.g;
        let mut columns = cells;
        if columns != G::Word::ZERO && g.has_line(self.certain) {
            self.all_living_lines(G::Word::ZERO, G::Word::ZERO, |missing| {
                let mut cells = columns;
                while cells != G::Word::ZERO {
                    let cell = lowest(cells);
                    cells = cells & !cell;
                    if g.column_of(cell) & missing == G::Word::ZERO {
                        columns = columns & !cell;
                    }
                }
                columns != G::Word::ZERO
            });
        }
        columns
    }

    /// Returns whether the condition holds for the missing cells of each line that X may get and
    /// that isn't dead.
    #[inline(never)]
    fn all_living_lines(
        &self,
        x: G::Word,
        y: G::Word,
        mut condition: impl FnMut(G::Word) -> bool,
    ) -> bool {
        let g = &self.g;
        let cells = self.certain | x;
        let (x, y) = (self.own | x, self.opp | y);
        let stride = g.stride();
        for step in [1, stride - 1, stride, stride + 1] {
            let mut starts = lines_along(cells, step, g.connect());
            while starts != G::Word::ZERO {
                let start = lowest(starts);
                starts = starts & !start;
                let (mut line, mut last) = (start, start);
                for _ in 1..g.connect() {
                    last = last << step;
                    line = line | last;
                }
                let missing = line & !x;
                if !self.is_dead(missing, y) && !condition(missing) {
                    return false;
                }
            }
        }
        true
    }

    /// Returns whether Y, with these pieces, has a line before X has these cells.
    #[inline(always)]
    fn is_dead(&self, missing: G::Word, y: G::Word) -> bool {
        let g = &self.g;
        let pieces = y | self.followed & with_cells_below(g, missing);
        if g.has_line(pieces) {
            return true;
        }
        let answers = (missing << 1) & self.followed;
        if answers == G::Word::ZERO || !g.has_line(pieces | answers) {
            return false;
        }
        // Any of the cells can be the last one.
        let mut lasts = missing;
        while lasts != G::Word::ZERO {
            let last = lowest(lasts);
            lasts = lasts & !last;
            if !g.has_line(pieces | answers & !(last << 1)) {
                return false;
            }
        }
        true
    }
}

/// Returns these cells and all cells below them.
#[inline(always)]
fn with_cells_below<G: Geometry>(g: &G, cells: G::Word) -> G::Word {
    let mut cells = cells;
    let mut height = 1;
    while height < g.rows() {
        // One row at a time, as not to get from one column into the one before.
        let lowered = (0..height).fold(cells, |cells, _| (cells >> 1) & g.board());
        cells = cells | lowered;
        height *= 2;
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::follow_up;
    use four_shapes_rules::bitboard::Masks;
    use four_shapes_testing::plain::{Plain, random::Random, two_players};

    /// The number of random positions of each game.
    const POSITIONS: usize = 4000;

    /// Compares the bounds of random positions, with at most `empty` empty cells, with the scores
    /// of a plain search. Returns the number of bounds that following up everywhere doesn't prove.
    fn compare(columns: u32, rows: u32, connect: u32, empty: usize) -> usize {
        let rules = two_players(columns, rows, connect);
        let g = Masks::<u64>::new(rules);
        let mut plain = Plain::new(rules);
        let mut random = Random::new(1);
        let mut count = 0;
        for _ in 0..POSITIONS {
            let pieces = plain.cells() - 2 - random.below(empty - 1);
            let Some(moves) = plain.random_moves(&mut random, pieces) else {
                continue;
            };
            let (mut own, mut opp) = (0, 0);
            for &column in &moves {
                let column = g.column_of(1 << (column * rules.rows() as usize + column));
                let cell = g.playable(own | opp) & column;
                (own, opp) = (opp, own | cell);
            }
            let node = Node::new(&g, own, opp);
            let playable = g.playable(own | opp);
            if (node.own_wins | node.opp_wins) & playable != 0 {
                continue;
            }
            for beta in -3..=3 {
                let Some(upper) = upper_bound(&g, &node, playable, beta) else {
                    continue;
                };
                let score = plain.score(plain.play(&moves));
                assert!(upper < beta, "{rules:?}, {moves:?}: {upper} for {beta}");
                assert!(score <= upper, "{rules:?}, {moves:?}: {score} > {upper}");
                if follow_up::upper_bound(&g, &node, playable, beta).is_none() {
                    count += 1;
                }
            }
        }
        count
    }

    #[test]
    fn bounds_hold() {
        for (columns, rows, connect, empty) in [
            (7, 6, 4, 18),
            (6, 5, 4, 16),
            (5, 6, 4, 18),
            (8, 7, 4, 16),
            (6, 6, 4, 18),
            (5, 9, 4, 18),
            (9, 4, 4, 14),
            (5, 5, 3, 16),
            (6, 4, 3, 16),
            (6, 6, 5, 16),
            (7, 5, 5, 14),
            (4, 15, 5, 18),
            (4, 15, 4, 18),
        ] {
            let count = compare(columns, rows, connect, empty);
            println!("{columns} × {rows}, {connect} in a row: {count}");
            assert!(
                count > 10,
                "{columns} × {rows}, {connect} in a row: {count}"
            );
        }
    }
}
