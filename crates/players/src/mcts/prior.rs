//! Prior probabilities of moves.

use super::{
    state::{Square, State},
    tuning::Tuning,
};

/// Returns the prior of each move in 65,535ths, at least 1.
///
/// The weight of a move is the sum over the open lines through its square, exponential in
/// the number of their pieces. Takes time linear in the moves and the length of a line.
pub(super) fn priors(state: &State, moves: &[Square], tuning: &Tuning) -> Vec<u16> {
    // Sixty lines with fourteen pieces each weigh less than 2⁴⁶, so nothing overflows.
    let weight = |&square: &Square| weight(state, square, tuning);
    let weights: Vec<u64> = moves.iter().map(weight).collect();
    let sum: u64 = weights.iter().sum();
    let count = moves.len() as u64;
    let uniform = sum / (tuning.uniform_divisor * count) + 1;
    let total = sum + uniform * count;
    let prior = |weight: u64| ((weight + uniform) * u64::from(u16::MAX) / total).max(1);
    let weights = weights.into_iter();
    weights.map(|weight| prior(weight) as u16).collect()
}

fn weight(state: &State, square: Square, tuning: &Tuning) -> u64 {
    let own = state.to_move();
    let mut sum = 0;
    state.for_each_open_line(square, |owner, pieces| {
        let base = match owner {
            None => tuning.empty_line,
            Some(owner) if owner == own => tuning.own_line,
            Some(_) => tuning.other_line,
        };
        sum += base * tuning.piece_factor.pow(pieces.into());
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
