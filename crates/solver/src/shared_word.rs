//! Words that threads share without locks.

// Measured: without it the compiler leaves calls in the solver's innermost loops.
#![expect(clippy::inline_always)]

use std::{
    fmt::Debug,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

/// A word that threads can read and write at the same time without a lock.
pub(crate) trait SharedWord: Debug + Default + Send + Sync {
    type Word;
    fn load(&self) -> Self::Word;
    fn store(&self, word: Self::Word);
}

impl SharedWord for AtomicU64 {
    type Word = u64;
    #[inline(always)]
    fn load(&self) -> u64 {
        self.load(Relaxed)
    }
    #[inline(always)]
    fn store(&self, word: u64) {
        self.store(word, Relaxed);
    }
}

/// A word in two halves. The second is combined with the product of the first by exclusive
/// or, so that halves of two different words give a word with other upper bits, except by
/// coincidence (after R. Hyatt and T. Mann, A Lock-less Transposition Table Implementation
/// for Parallel Search, 2002).
#[derive(Debug, Default)]
pub(crate) struct Halves([AtomicU64; 2]);

impl Halves {
    /// Spreads the bits of the lower half over the upper one.
    #[inline(always)]
    fn mask(low: u64) -> u64 {
        low.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

impl SharedWord for Halves {
    type Word = u128;
    #[inline(always)]
    fn load(&self) -> u128 {
        let [low, masked] = [self.0[0].load(Relaxed), self.0[1].load(Relaxed)];
        u128::from(masked ^ Self::mask(low)) << 64 | u128::from(low)
    }
    #[inline(always)]
    fn store(&self, word: u128) {
        let (low, high) = (word as u64, (word >> 64) as u64);
        self.0[0].store(low, Relaxed);
        self.0[1].store(high ^ Self::mask(low), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_pcg::Pcg32;

    #[test]
    fn halves_of_different_words_have_other_upper_bits() {
        let mut random = Pcg32::seed_from_u64(1);
        for _ in 0..100_000 {
            // The layout of the table: a tag, unused bits, and the lowest bits.
            let tags = [random.next_u64() >> 12, random.next_u64() >> 12];
            let data = [random.next_u32() >> 13, random.next_u32() >> 13];
            let words = [0, 1].map(|i| u128::from(tags[i]) << 76 | u128::from(data[i]));
            let halves = words.map(|word| {
                let halves = Halves::default();
                halves.store(word);
                assert_eq!(halves.load(), word);
                halves.0.map(AtomicU64::into_inner)
            });
            if data[0] == data[1] {
                continue;
            }
            for [first, second] in [[0, 1], [1, 0]] {
                let torn = [halves[first][0], halves[second][1]].map(AtomicU64::new);
                let tag = (Halves(torn).load() >> 76) as u64;
                assert!(!tags.contains(&tag), "{words:x?}");
            }
        }
    }
}
