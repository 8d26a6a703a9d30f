//! Perft: counting move sequences to test and benchmark move generation.

use crate::{
    Cell, Column, Position, Rules,
    bitboard::{Bits, Board},
    on_board,
};

/// Counts the sequences of exactly `depth` moves from the empty board. Games that end
/// earlier aren't counted.
///
/// The last move is counted without being made, so the time is proportional to the number
/// of sequences of `depth − 1` moves.
///
/// ```
/// use four_shapes_rules::{Rules, perft};
///
/// assert_eq!(perft(Rules::CLASSIC, 5), 16_807); // no game is over before, so 7⁵
/// assert_eq!(perft(Rules::TIC_TAC_TOE, 9), 127_872);
/// ```
pub fn perft(rules: Rules, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut position = Position::new(rules);
    on_board!(position.board_mut(), board => count(board, 0, depth))
}

fn count<B: Bits>(board: &mut Board<B>, made: usize, depth: usize) -> u64 {
    let rules = board.rules();
    if made + 1 == depth {
        let rows = (0..rules.columns()).map(|column| open_rows(board, column).count());
        return rows.sum::<usize>() as u64;
    }
    let player = rules.player_after(made);
    let mut sum = 0;
    for column in 0..rules.columns() {
        for row in open_rows(board, column) {
            let cell = Cell::at(column, row);
            board.place(player, cell);
            if !board.completes(player, cell) {
                sum += count(board, made + 1, depth);
            }
            board.remove(player, cell);
        }
    }
    sum
}

/// Returns the rows of a column in which a piece can be placed.
fn open_rows<B: Bits>(board: &Board<B>, column: u8) -> impl Iterator<Item = u8> + use<B> {
    let rules = board.rules();
    let filled = board.column(Column::at(column));
    let rows = if rules.gravity() {
        let height = filled.trailing_ones() as u8;
        height..rules.rows().min(height + 1)
    } else {
        0..rules.rows()
    };
    rows.filter(move |row| filled >> row & 1 == 0)
}
