//! Seeds derived from a seed.

use four_shapes_rules::hash::{SPLITMIX64_STEP, splitmix64};

/// Derives a seed from a seed and an index: output number `index`, counted from 0, of
/// [`splitmix64`] started in the state `seed`.
pub fn derive(seed: u64, index: u64) -> u64 {
    let mut state = seed.wrapping_add(index.wrapping_mul(SPLITMIX64_STEP));
    splitmix64(&mut state)
}
