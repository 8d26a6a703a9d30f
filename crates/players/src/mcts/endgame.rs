//! Exact endgames of two players, by alpha–beta search.

use super::state::{Square, State};

/// The maximum number of empty cells at the root. Nine, all of tic-tac-toe, take some
/// thousand nodes.
pub(super) const ROOT_MAX_EMPTY: u8 = 9;

/// The maximum number of empty cells at a leaf of the tree.
pub(super) const LEAF_MAX_EMPTY: u8 = 6;

/// Returns the exact score of a move for the player who makes it: 0 for a draw, positive for
/// a win, negative for a loss, larger in magnitude the sooner the game ends. Adds the number
/// of nodes to `nodes`.
pub(super) fn move_score(state: &State, square: Square, nodes: &mut u64) -> i32 {
    let empty = i32::from(state.empty());
    *nodes += 1;
    let mut after = state.clone();
    if after.place(square) {
        empty
    } else {
        -negamax(&after, -empty, empty, nodes)
    }
}

/// Returns the exact score of the best move.
pub(super) fn best_score(state: &State, nodes: &mut u64) -> i32 {
    let empty = i32::from(state.empty());
    negamax(state, -empty, empty, nodes)
}

fn negamax(state: &State, mut alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
    let empty = i32::from(state.empty());
    if empty == 0 {
        return 0;
    }
    let (own, other) = (state.to_move(), state.next_player());
    if state.wins(own).next().is_some() {
        return empty;
    }
    let forced = state.wins(other).next();
    let moves = forced.map_or_else(|| state.moves(), |square| vec![square]);
    let mut best = -empty;
    for square in moves {
        *nodes += 1;
        let mut after = state.clone();
        after.place(square);
        best = best.max(-negamax(&after, -beta, -alpha, nodes));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}
