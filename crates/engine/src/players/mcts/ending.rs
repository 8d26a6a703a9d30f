//! Endings of two players, played out in every way.

use super::state::{Spot, State};

/// Up to how many empty cells that is done. Nine take some thousand positions, and
/// are all of tic-tac-toe.
pub(super) const EMPTY: u8 = 9;

/// Up to how many of them it is done for a leaf of the tree.
pub(super) const FEW: u8 = 6;

/// What a move comes to for the player who makes it, as an exact score: 0 a draw,
/// more the sooner it wins, less the sooner it loses. Adds the positions that it
/// looks at to `seen`.
pub(super) fn score(state: &State, spot: Spot, seen: &mut u64) -> i32 {
    let left = i32::from(state.empty());
    *seen += 1;
    let mut after = state.clone();
    if after.place(spot) {
        left
    } else {
        -best(&after, -left, left, seen)
    }
}

/// The same for the best move of the player to move.
pub(super) fn best_score(state: &State, seen: &mut u64) -> i32 {
    let left = i32::from(state.empty());
    best(state, -left, left, seen)
}

/// The best score of the player to move, if it is between the bounds.
fn best(state: &State, mut alpha: i32, beta: i32, seen: &mut u64) -> i32 {
    let left = i32::from(state.empty());
    if left == 0 {
        return 0;
    }
    let (own, other) = (state.next(), state.second());
    if state.wins(own).next().is_some() {
        return left;
    }
    let forced = state.wins(other).next();
    let moves = forced.map_or_else(|| state.moves(), |spot| vec![spot]);
    let mut most = -left;
    for spot in moves {
        *seen += 1;
        let mut after = state.clone();
        after.place(spot);
        most = most.max(-best(&after, -beta, -alpha, seen));
        alpha = alpha.max(most);
        if alpha >= beta {
            break;
        }
    }
    most
}
