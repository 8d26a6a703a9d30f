//! Seeds derived from a seed.

use four_shapes_rules::hash::{SPLITMIX64_STEP, splitmix64};

/// Derives a seed from a seed and an index: output number `index`, counted from 0, of
/// [`splitmix64`] started in the state `seed`.
///
/// ```
/// use four_shapes_players::seed;
///
/// // A seed for each game of a series.
/// let seeds: Vec<u64> = (0..3).map(|game| seed::derive(0, game)).collect();
/// assert_eq!(seeds[0], 0xe220_a839_7b1d_cdaf);
/// assert_ne!(seeds[1], seeds[2]);
/// ```
pub fn derive(seed: u64, index: u64) -> u64 {
    let mut state = seed.wrapping_add(index.wrapping_mul(SPLITMIX64_STEP));
    splitmix64(&mut state)
}
