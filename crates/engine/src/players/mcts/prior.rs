//! How much a move promises at first sight.

use super::state::{Spot, State};

/// How much more a line is worth with each piece in it.
const STEEP: u64 = 5;
/// What a line is worth, without the pieces: one's own, another player's, and one
/// that nobody has begun.
const OWN: u64 = 10;
const OTHERS: u64 = 7;
const FREE: u64 = 5;
/// One part in so many is shared among all moves equally.
const EQUALLY: u64 = 5;

/// For each move its part of all of them, in 65,535ths; none gets nothing.
///
/// Each line that is still open to somebody counts, those with many pieces far
/// more than others: one's own as something to complete, others' to be stopped.
/// Takes time in proportion to the moves and to how many in a row win.
pub(super) fn priors(state: &State, moves: &[Spot]) -> Vec<u16> {
    // Sixty lines with fourteen pieces each are worth less than 2⁴², which leaves
    // room for what it is multiplied with.
    let worth: Vec<u64> = moves.iter().map(|&spot| worth(state, spot)).collect();
    let sum: u64 = worth.iter().sum();
    let count = moves.len() as u64;
    let each = sum / (EQUALLY * count) + 1;
    let whole = sum + each * count;
    let part = |worth: u64| ((worth + each) * u64::from(u16::MAX) / whole).max(1);
    worth.into_iter().map(|worth| part(worth) as u16).collect()
}

fn worth(state: &State, spot: Spot) -> u64 {
    let own = state.next();
    let mut sum = 0;
    state.each_open_line(spot, |owner, pieces| {
        let one = match owner {
            None => FREE,
            Some(owner) if owner == own => OWN,
            Some(_) => OTHERS,
        };
        sum += one * STEEP.pow(pieces.into());
    });
    sum
}

/// Whether every line has pieces of two players, so that nobody can win.
pub(super) fn is_dead(state: &State) -> bool {
    let is_open = |spot| {
        let mut open = false;
        state.each_open_line(spot, |_, _| open = true);
        open
    };
    // Almost always there is an open line right here.
    !state.candidates().iter().copied().any(is_open) && !state.empties().any(is_open)
}
