//! Seeds derived from a seed.

/// Derives a seed from a seed and an index: output number `index`, counted from 0, of
/// `SplitMix64` started in the state `seed`.
///
/// G. L. Steele, D. Lea, C. H. Flood: Fast Splittable Pseudorandom Number Generators,
/// OOPSLA 2014.
pub fn derive(seed: u64, index: u64) -> u64 {
    let step = index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let state = seed.wrapping_add(step);
    let state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}
