//! Winning by threats alone, for two players.
//!
//! Each move leaves the other side one cell that it has to take, until one leaves
//! two. Such sequences are too narrow and too deep for playouts to come upon.
//! The idea is Allis's (L. V. Allis, H. J. van den Herik, M. P. H. Huntjens:
//! Go-Moku and Threat-Space Search, 1993), here with threats of a single move only.

use super::state::{Spot, State};

/// How many own moves a sequence has at most.
const LONGEST: usize = 16;

/// A move with which the player to move wins, if one was found.
///
/// Takes from `nodes` what it tries, and gives up when nothing is left. What it
/// finds is right; that it finds nothing says nothing.
pub(super) fn attack(state: &State, nodes: &mut u32) -> Option<Spot> {
    debug_assert_eq!(state.rules().players(), 2);
    attack_within(state, nodes, LONGEST)
}

fn attack_within(state: &State, nodes: &mut u32, moves: usize) -> Option<Spot> {
    let (own, other) = (state.next(), state.second());
    if let Some(win) = state.wins(own).next() {
        return Some(win);
    }
    let moves = moves.checked_sub(1)?;
    let mut forced = state.wins(other);
    match (forced.next(), forced.next()) {
        (Some(_), Some(_)) => None,
        (Some(spot), None) => try_move(state, spot, nodes, moves).then_some(spot),
        (None, _) => {
            let mut candidates = state.candidates().iter().copied();
            candidates.find(|&spot| try_move(state, spot, nodes, moves))
        }
    }
}

/// Whether a move threatens to win and cannot be answered.
fn try_move(state: &State, spot: Spot, nodes: &mut u32, moves: usize) -> bool {
    let (own, other) = (state.next(), state.second());
    let uncovers = state.rules().gravity() && state.is_below_threat(spot);
    if *nodes == 0 || !(uncovers || state.would_threaten(spot, own)) {
        return false;
    }
    *nodes -= 1;
    let mut after = state.clone();
    after.place(spot);
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
    attack_within(&after, nodes, moves).is_some()
}
