//! A game played to its end by players who see no further than one move.

use super::state::{Spot, State};
use rand::Rng;
use rand_pcg::Pcg32;

/// Plays on until somebody wins, or nobody can move: returns the winner and how
/// many pieces were placed.
///
/// A line is completed if possible, else the soonest line of another player is
/// stopped; otherwise any candidate is as likely, except that with gravity a
/// cell under one that completes a line is avoided, whoever's line it is.
pub(super) fn play_out(state: &mut State, random: &mut Pcg32) -> (Option<u8>, u64) {
    let mut placed = 0;
    while state.empty() > 0 {
        placed += 1;
        let spot = match state.urgent() {
            Some((_, 0)) => return (Some(state.next()), placed),
            Some((spot, _)) => spot,
            None => any(state, random),
        };
        let won = state.place(spot);
        debug_assert!(!won, "what wins is urgent");
    }
    (None, placed)
}

fn any(state: &State, random: &mut Pcg32) -> Spot {
    let candidates = state.candidates();
    let first = below(random, candidates.len() as u32) as usize;
    if state.rules().gravity() {
        let (before, after) = candidates.split_at(first);
        let mut in_turn = after.iter().chain(before);
        if let Some(&spot) = in_turn.find(|&&spot| !state.is_below_threat(spot)) {
            return spot;
        }
    }
    candidates[first]
}

/// A number below another, each as likely to within one in a million: those asked
/// for here are small.
fn below(random: &mut Pcg32, end: u32) -> u32 {
    ((u64::from(random.next_u32()) * u64::from(end)) >> 32) as u32
}
