//! Playouts: random games in which players see only immediate wins.

use super::state::{Square, State};
use rand::Rng;
use rand_pcg::Pcg32;

/// Plays the game to its end. Returns the winner and the number of moves.
///
/// Players complete a line if possible, otherwise block the opponent's line that comes first
/// in turn order, otherwise choose uniformly among the candidates, with gravity avoiding
/// squares below a threat of any player.
pub(super) fn play_out(state: &mut State, random: &mut Pcg32) -> (Option<u8>, u64) {
    let mut moves = 0;
    while state.empty() > 0 {
        moves += 1;
        let square = match state.update_urgent() {
            Some((_, 0)) => return (Some(state.to_move()), moves),
            Some((square, _)) => square,
            None => random_candidate(state, random),
        };
        let won = state.place(square);
        debug_assert!(!won, "winning moves are urgent");
    }
    (None, moves)
}

fn random_candidate(state: &State, random: &mut Pcg32) -> Square {
    let candidates = state.candidates();
    let first = below(random, candidates.len() as u32) as usize;
    if state.rules().gravity() {
        let (before, after) = candidates.split_at(first);
        let mut in_turn = after.iter().chain(before);
        if let Some(&square) = in_turn.find(|&&square| !state.is_below_threat(square)) {
            return square;
        }
    }
    candidates[first]
}

/// Returns a random number below `end`, with a negligible bias for small `end`.
fn below(random: &mut Pcg32, end: u32) -> u32 {
    ((u64::from(random.next_u32()) * u64::from(end)) >> 32) as u32
}
