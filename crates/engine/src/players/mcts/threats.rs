//! Threat-space search: wins by continuous threats, for two players.
//!
//! Every move forces a single reply, until one makes two threats. Such sequences are too
//! narrow and too deep for playouts to find (L. V. Allis, H. J. van den Herik,
//! M. P. H. Huntjens: Go-Moku and Threat-Space Search, 1993).

use super::state::{Square, State};

/// The maximum number of the attacker's moves in a sequence.
const MAX_MOVES: usize = 16;

/// Returns a winning move, if one is found within the node budget, which is reduced by the
/// nodes searched. A win found is proven; finding none proves nothing.
pub(super) fn winning_move(state: &State, nodes: &mut u32) -> Option<Square> {
    debug_assert_eq!(state.rules().players(), 2);
    search(state, nodes, MAX_MOVES)
}

fn search(state: &State, nodes: &mut u32, moves: usize) -> Option<Square> {
    let (own, other) = (state.to_move(), state.next_player());
    if let Some(win) = state.wins(own).next() {
        return Some(win);
    }
    let moves = moves.checked_sub(1)?;
    let mut forced = state.wins(other);
    match (forced.next(), forced.next()) {
        (Some(_), Some(_)) => None,
        (Some(square), None) => try_move(state, square, nodes, moves).then_some(square),
        (None, _) => {
            let mut candidates = state.candidates().iter().copied();
            candidates.find(|&square| try_move(state, square, nodes, moves))
        }
    }
}

/// Returns whether a move wins by continuous threats.
fn try_move(state: &State, square: Square, nodes: &mut u32, moves: usize) -> bool {
    let (own, other) = (state.to_move(), state.next_player());
    let uncovers = state.rules().gravity() && state.is_below_threat(square);
    if *nodes == 0 || !(uncovers || state.would_threaten(square, own)) {
        return false;
    }
    *nodes -= 1;
    let mut after = state.clone();
    after.place(square);
    if after.wins(other).next().is_some() {
        return false;
    }
    let mut wins = after.wins(own);
    let Some(first) = wins.next() else {
        return false;
    };
    if wins.next().is_some() {
        return true;
    }
    drop(wins);
    after.place(first);
    search(&after, nodes, moves).is_some()
}
