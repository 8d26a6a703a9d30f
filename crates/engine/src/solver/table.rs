//! What has been found out about positions: the transposition table.

use super::Bounds;
use crate::bitboard::Word;

/// Entries of a bucket; as `u64` they fill half a cache line.
const WAYS: usize = 4;

/// Bits of an entry that say how much work its bounds cost.
const WORK_BITS: u32 = 5;

/// The table begins with so many buckets, 2 to the power of this.
const FIRST_BITS: u32 = 8;

/// How many entries are written for each place before the table grows.
const PATIENCE: usize = 8;

/// How often the table doubles when it grows.
const STEP: u32 = 2;

#[derive(Clone, Copy)]
#[repr(align(32))]
struct Bucket<W>([W; WAYS]);

impl<W: Word> Bucket<W> {
    const EMPTY: Self = Self([W::ZERO; WAYS]);
}

/// Proven bounds by key, exactly: no two keys are ever taken for one another.
///
/// A key is multiplied by an odd number, which loses nothing; the upper bits of
/// the product say which bucket it belongs to and the lower bits, the tag, are
/// kept in the entry. An entry is one word:
///
/// ```text
/// | tag | work | upper | lower |
/// ```
///
/// A full bucket gives up the entry that cost the least work.
///
/// The memory is taken at once, but only a small part, which stays in the
/// fastest caches, is used at first. The used part grows as more is written.
/// So an easy position pays neither for clearing 16 MB nor for waiting for them.
pub(crate) struct Table<W> {
    buckets: Box<[Bucket<W>]>,
    key_bits: u32,
    score_bits: u32,
    /// log2 of the buckets in use.
    index_bits: u32,
    /// Entries to write before the table grows.
    patience: usize,
}

impl<W: Word> Table<W> {
    /// A table for keys of so many bits and scores of so many, the sign counted,
    /// of at most so many bytes, or the least that entries with a whole key need.
    pub(crate) fn new(key_bits: u32, score_bits: u32, bytes: usize) -> Self {
        let fitting = (bytes / size_of::<Bucket<W>>()).max(1).ilog2();
        let bits = fitting.max(least_bits::<W>(key_bits, score_bits));
        let mut table = Self {
            buckets: vec![Bucket::EMPTY; 1 << bits].into(),
            key_bits,
            score_bits,
            index_bits: 0,
            patience: 0,
        };
        table.begin();
        table
    }

    fn begin(&mut self) {
        let least = least_bits::<W>(self.key_bits, self.score_bits);
        self.index_bits = FIRST_BITS.max(least).min(self.most_bits());
        self.patience = self.patience_now();
    }

    fn most_bits(&self) -> u32 {
        self.buckets.len().ilog2()
    }

    fn patience_now(&self) -> usize {
        if self.index_bits == self.most_bits() {
            usize::MAX
        } else {
            (WAYS * PATIENCE) << self.index_bits
        }
    }

    /// Forgets everything. Takes time in proportion to what was in use.
    pub(crate) fn clear(&mut self) {
        self.buckets[..1 << self.index_bits].fill(Bucket::EMPTY);
        self.begin();
    }

    fn tag_bits(&self) -> u32 {
        self.key_bits - self.index_bits
    }

    /// The bucket and the tag of a key.
    #[inline(always)]
    fn place(&self, key: W) -> (usize, W) {
        let hash =
            key.wrapping_mul(W::from_u64(0x9E37_79B9_7F4A_7C15)) & W::low_mask(self.key_bits);
        let bucket = (hash >> self.tag_bits()).to_u64() as usize;
        // Always smaller already, which the compiler can't know.
        (
            bucket & (self.buckets.len() - 1),
            hash & W::low_mask(self.tag_bits()),
        )
    }

    /// What is known of a key.
    #[inline(always)]
    pub(crate) fn get(&self, key: W) -> Option<Bounds> {
        let (bucket, tag) = self.place(key);
        let data_bits = W::WIDTH - self.tag_bits();
        let entries = &self.buckets[bucket].0;
        let found = entries
            .iter()
            .find(|&&entry| entry >> data_bits == tag && entry != W::ZERO)?;
        let data = found.to_u64();
        let mask = (1 << self.score_bits) - 1;
        Some(Bounds {
            lower: (data & mask) as i32 - self.bias(),
            upper: (data >> self.score_bits & mask) as i32 - self.bias(),
        })
    }

    /// Makes scores positive.
    fn bias(&self) -> i32 {
        1 << (self.score_bits - 1)
    }

    /// Notes what is known of a key, and log2 of the work that it cost.
    #[inline(always)]
    pub(crate) fn put(&mut self, key: W, bounds: Bounds, work: u32) {
        let (bucket, tag) = self.place(key);
        let data_bits = W::WIDTH - self.tag_bits();
        let work_at = 2 * self.score_bits;
        let work_mask = (1 << WORK_BITS) - 1;
        let positive = |score: i32| u64::from((score + self.bias()).cast_unsigned());
        let data = positive(bounds.lower)
            | positive(bounds.upper) << self.score_bits
            | u64::from(work).min(work_mask) << work_at;
        let entries = &mut self.buckets[bucket].0;
        let mut place = 0;
        let mut least = u64::MAX;
        for (at, &entry) in entries.iter().enumerate() {
            if entry == W::ZERO || entry >> data_bits == tag {
                place = at;
                break;
            }
            let its = entry.to_u64() >> work_at & work_mask;
            if its < least {
                least = its;
                place = at;
            }
        }
        entries[place] = (tag << data_bits) | W::from_u64(data);
        self.patience -= 1;
        if self.patience == 0 {
            self.grow();
        }
    }

    /// Spreads the entries over more buckets. The bits of a tag that become part
    /// of the index are its upper ones, so bucket 5 is spread over 20 to 23.
    #[cold]
    fn grow(&mut self) {
        let step = STEP.min(self.most_bits() - self.index_bits);
        let (used, old_data_bits) = (1 << self.index_bits, W::WIDTH - self.tag_bits());
        self.index_bits += step;
        self.patience = self.patience_now();
        let tag_bits = self.tag_bits();
        let data_bits = W::WIDTH - tag_bits;
        let kept = W::low_mask(2 * self.score_bits + WORK_BITS);
        // From the last one, so that none is written to before it is read.
        for bucket in (0..used).rev() {
            let old = std::mem::replace(&mut self.buckets[bucket], Bucket::EMPTY);
            let mut filled = [0; 1 << STEP];
            for entry in old.0.into_iter().take_while(|&entry| entry != W::ZERO) {
                let tag = entry >> old_data_bits;
                let part = (tag >> tag_bits).to_u64() as usize;
                let entries = &mut self.buckets[bucket << step | part].0;
                entries[filled[part]] = (tag & W::low_mask(tag_bits)) << data_bits | (entry & kept);
                filled[part] += 1;
            }
        }
    }
}

/// The fewest bits of an index with which a tag fits its entry.
fn least_bits<W: Word>(key_bits: u32, score_bits: u32) -> u32 {
    key_bits.saturating_sub(W::WIDTH - 2 * score_bits - WORK_BITS)
}
