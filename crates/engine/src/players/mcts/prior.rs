//! Prior probabilities of moves.

use super::state::{Square, State};

/// The factor of a line's weight for each piece in it.
const PIECE_FACTOR: u64 = 5;
/// The base weight of a line: one of the side to move, an opponent's, and an empty one.
const OWN: u64 = 10;
const OTHERS: u64 = 7;
const EMPTY: u64 = 5;
/// The sum of the weights divided by this is distributed uniformly.
const UNIFORM_DIVISOR: u64 = 5;

/// Returns the prior of each move in 65,535ths, at least 1.
///
/// The weight of a move is the sum over the open lines through its square, exponential in
/// the number of their pieces. Takes time linear in the moves and the length of a line.
pub(super) fn priors(state: &State, moves: &[Square]) -> Vec<u16> {
    // Sixty lines with fourteen pieces each weigh less than 2⁴², so nothing overflows.
    let weights: Vec<u64> = moves.iter().map(|&square| weight(state, square)).collect();
    let sum: u64 = weights.iter().sum();
    let count = moves.len() as u64;
    let uniform = sum / (UNIFORM_DIVISOR * count) + 1;
    let total = sum + uniform * count;
    let prior = |weight: u64| ((weight + uniform) * u64::from(u16::MAX) / total).max(1);
    let weights = weights.into_iter();
    weights.map(|weight| prior(weight) as u16).collect()
}

fn weight(state: &State, square: Square) -> u64 {
    let own = state.to_move();
    let mut sum = 0;
    state.for_each_open_line(square, |owner, pieces| {
        let base = match owner {
            None => EMPTY,
            Some(owner) if owner == own => OWN,
            Some(_) => OTHERS,
        };
        sum += base * PIECE_FACTOR.pow(pieces.into());
    });
    sum
}

/// Returns whether every line has pieces of two players, so that the game is a draw.
pub(super) fn is_dead(state: &State) -> bool {
    let is_open = |square| {
        let mut open = false;
        state.for_each_open_line(square, |_, _| open = true);
        open
    };
    // The candidates first: they almost always have an open line.
    !state.candidates().iter().copied().any(is_open) && !state.empties().any(is_open)
}
