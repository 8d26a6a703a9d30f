//! Whether to swap, for players that have no solver to ask.

use crate::{Cell, Position, Rules};
use std::cmp::Ordering;

/// Whether the first piece is worth having: of the other cells that it could have
/// been put into, more are in fewer lines than in more. Lines are as long as has to
/// be connected. `false` unless there is just one piece.
///
/// On 7 × 6 these are the three columns in the middle, just those in which the first
/// piece does not lose: the [solver](crate::solver) gives the columns of the empty
/// board −2, −1, 0, 1, 0, −1 and −2.
///
/// It looks at the board alone and takes columns × rows steps at most.
pub fn takes_side(position: &Position) -> bool {
    let rules = position.rules();
    let mut cells = rules.all_cells();
    let first = cells.find(|&cell| position.get(cell).is_some());
    let Some(first) = first.filter(|_| position.pieces() == 1) else {
        return false;
    };
    let own = lines(rules, first);
    let (mut fewer, mut more) = (0, 0);
    for other in Position::new(rules).playable() {
        match lines(rules, other).cmp(&own) {
            Ordering::Less => fewer += 1,
            Ordering::Equal => {}
            Ordering::Greater => more += 1,
        }
    }
    fewer > more
}

/// The first moves to choose from where the other player may swap: of the cells whose
/// piece is worth having, those in the fewest lines, so that it matters least who
/// has it; on 7 × 6 C1 and E1, with which the game is a draw. Empty if none is worth
/// having.
pub(super) fn fair_beginnings(rules: Rules) -> Vec<Cell> {
    let worth_having = |cell: &Cell| {
        let mut after = Position::new(rules);
        let placed = after.place(after.to_move(), *cell);
        placed.is_ok() && takes_side(&after)
    };
    let empty = Position::new(rules);
    let mut cells: Vec<Cell> = empty.playable().filter(worth_having).collect();
    let fewest = cells.iter().map(|&cell| lines(rules, cell)).min();
    cells.retain(|&cell| Some(lines(rules, cell)) == fewest);
    cells
}

/// How many lines of the length that wins go through a cell of the empty board.
fn lines(rules: Rules, cell: Cell) -> usize {
    let ahead = usize::from(rules.connect()) - 1;
    let (column, row) = (cell.column().index(), cell.row());
    let left = column.min(ahead);
    let right = (usize::from(rules.columns()) - 1 - column).min(ahead);
    let below = row.min(ahead);
    let above = (usize::from(rules.rows()) - 1 - row).min(ahead);
    // A line through the cell is given by how far it goes to one side.
    [
        (left, right),
        (below, above),
        (left.min(below), right.min(above)),
        (left.min(above), right.min(below)),
    ]
    .map(|(back, on)| (back + on + 1).saturating_sub(ahead))
    .iter()
    .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RulesConfig, notation};

    /// Counted one by one: every cell as a beginning, every direction.
    fn counted(rules: Rules, cell: Cell) -> usize {
        let on = |begin: Cell, [right, up]: [isize; 2], step: isize| {
            let column = begin.column().index().checked_add_signed(right * step)?;
            rules.cell(column, begin.row().checked_add_signed(up * step)?)
        };
        let mut count = 0;
        for begin in rules.all_cells() {
            for direction in [[1, 0], [0, 1], [1, 1], [1, -1]] {
                let line: Option<Vec<Cell>> = (0..rules.connect().into())
                    .map(|step| on(begin, direction, step))
                    .collect();
                count += usize::from(line.is_some_and(|line| line.contains(&cell)));
            }
        }
        count
    }

    #[test]
    fn lines_are_counted_right() {
        for (columns, rows, connect) in [(7, 6, 4), (3, 3, 3), (15, 3, 5), (4, 9, 9), (8, 8, 5)] {
            let config = RulesConfig {
                columns,
                rows,
                connect,
                ..Rules::CLASSIC.config()
            };
            let rules = Rules::new(config).unwrap();
            for cell in rules.all_cells() {
                assert_eq!(
                    lines(rules, cell),
                    counted(rules, cell),
                    "{config:?} {cell}"
                );
            }
        }
    }

    #[test]
    fn what_does_not_lose_is_taken() {
        let takes =
            |rules, moves: &str| takes_side(notation::parse(rules, moves).unwrap().position());
        for (column, score) in (1..=7).zip([-2, -1, 0, 1, 0, -1, -2]) {
            assert_eq!(takes(Rules::CLASSIC, &column.to_string()), score >= 0);
        }
        assert!(takes(Rules::TIC_TAC_TOE, "B2"));
        assert!(takes(Rules::TIC_TAC_TOE, "A1"));
        assert!(!takes(Rules::TIC_TAC_TOE, "B1"));
        assert!(!takes(Rules::CLASSIC, ""));
        assert!(!takes(Rules::CLASSIC, "44"));
    }

    #[test]
    fn beginnings_are_fair_where_the_other_may_swap() {
        let names = |rules| {
            let cells = fair_beginnings(rules).into_iter();
            cells.map(|cell| cell.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(names(Rules::CLASSIC), ["C1", "E1"]);
    }
}
