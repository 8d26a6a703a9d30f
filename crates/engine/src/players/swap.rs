//! Whether to swap, for players that have no solver to ask.

use crate::{Cell, Position, Rules, bitboard::lines_through};
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
    let own = lines_through(rules, first);
    let (mut fewer, mut more) = (0, 0);
    for other in Position::new(rules).playable() {
        match lines_through(rules, other).cmp(&own) {
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
    let fewest = cells.iter().map(|&cell| lines_through(rules, cell)).min();
    cells.retain(|&cell| Some(lines_through(rules, cell)) == fewest);
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;

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
