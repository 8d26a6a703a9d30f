//! Hashes and derived numbers that are the same in every version and on every machine: stored
//! files, identifiers and seeds depend on them. They are no protection against those who look for
//! two inputs with the same hash.

/// Returns the 32-bit [FNV-1a](http://www.isthe.com/chongo/tech/comp/fnv/) hash, which detects any
/// change of a single byte.
///
/// ```
/// use four_shapes_rules::hash::fnv1a_32;
///
/// assert_eq!(fnv1a_32(b"a"), 0xe40c_292c);
/// ```
pub const fn fnv1a_32(bytes: &[u8]) -> u32 {
    let mut hash = 0x811c_9dc5;
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    hash
}

/// Returns the 64-bit [FNV-1a](http://www.isthe.com/chongo/tech/comp/fnv/) hash of a text.
///
/// ```
/// use four_shapes_rules::hash::fnv1a_64;
///
/// assert_eq!(fnv1a_64("a"), 0xaf63_dc4c_8601_ec8c);
/// ```
pub const fn fnv1a_64(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let mut hash = 0xcbf2_9ce4_8422_2325;
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        at += 1;
    }
    hash
}

/// What each output of [`splitmix64`] adds to the state.
pub const SPLITMIX64_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns the next output of the random number generator `SplitMix64`, and advances its state,
/// which starts with the seed.
///
/// G. L. Steele, D. Lea, C. H. Flood: Fast Splittable Pseudorandom Number Generators,
/// OOPSLA 2014.
///
/// ```
/// use four_shapes_rules::hash::splitmix64;
///
/// let mut state = 1_234_567;
/// assert_eq!(splitmix64(&mut state), 6_457_827_717_110_365_317);
/// assert_eq!(splitmix64(&mut state), 3_203_168_211_198_807_973);
/// ```
pub const fn splitmix64(state: &mut u64) -> u64 {
    *state = state.wrapping_add(SPLITMIX64_STEP);
    let word = *state;
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fnv1a_gives_the_values_of_its_specification() {
        for (text, hash_32, hash_64) in [
            ("", 0x811c_9dc5, 0xcbf2_9ce4_8422_2325),
            ("a", 0xe40c_292c, 0xaf63_dc4c_8601_ec8c),
            ("foobar", 0xbf9c_f968, 0x8594_4171_f739_67e8),
        ] {
            assert_eq!(fnv1a_32(text.as_bytes()), hash_32, "{text}");
            assert_eq!(fnv1a_64(text), hash_64, "{text}");
        }
    }

    #[test]
    fn splitmix64_gives_the_reference_values() {
        // rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64
        let mut state = 1_234_567;
        let outputs = [(); 5].map(|()| splitmix64(&mut state));
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(outputs, expected);
    }
}
