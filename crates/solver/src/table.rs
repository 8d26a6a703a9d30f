//! The transposition table.

use super::score::Interval;
use crate::{geometry::Word, shared_word::SharedWord};
use std::{
    sync::{
        Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
};

/// The entries of a bucket. Four `u64` fill half a cache line.
const WAYS: usize = 4;

/// The bits of an entry that hold the logarithm of the work spent on it.
const WORK_BITS: u32 = 5;

/// log2 of the initial number of buckets.
const INITIAL_INDEX_BITS: u32 = 8;

/// The number of writes per entry after which the table grows.
const WRITES_PER_ENTRY: usize = 8;

/// The number of doublings when the table grows.
const GROWTH_BITS: u32 = 2;

#[derive(Debug)]
#[repr(align(32))]
struct Bucket<W: Word>([W::Shared; WAYS]);

impl<W: Word> Default for Bucket<W> {
    fn default() -> Self {
        Self(Default::default())
    }
}

impl<W: Word> Bucket<W> {
    fn clear(&self) {
        for entry in &self.0 {
            entry.store(W::ZERO);
        }
    }
}

/// A hash table of proved bounds, exact: keys never collide.
///
/// A key is hashed by an invertible function. The upper bits of the hash select the bucket;
/// the lower bits, the tag, are stored in the entry, a single word:
///
/// ```text
/// | tag | unused | work | upper | lower |
/// ```
///
/// A full bucket replaces the entry with the least work.
///
/// All memory is allocated at once, but at first only a part that fits the L1 cache is
/// used. The used part grows with the number of writes, so that easy positions pay neither
/// for clearing 16 MB nor for cache misses.
///
/// Threads can [share](Self::share) the memory. With entries of 64 bits it remains exact.
/// With 128 bits, an entry that is read while it is written is taken for another position
/// with a probability of about 2⁻⁵⁰.
pub(crate) struct Table<W: Word> {
    buckets: Arc<[Bucket<W>]>,
    usage: Arc<Usage>,
    key_bits: u32,
    score_bits: u32,
    /// The bits of an entry below the tag that may be set.
    data_mask: W,
    /// log2 of the buckets in use. With shared memory, valid while it is [locked](Self::lock).
    index_bits: u32,
    /// With shared memory, [`usize::MAX`] less the writes that are not in [`Usage::writes`].
    writes_until_growth: usize,
    is_shared: bool,
}

/// How much of the memory is in use.
#[derive(Default)]
pub(crate) struct Usage {
    /// log2 of the buckets. While the memory is shared, it is locked for reading to use the table,
    /// and for writing to let it grow.
    index_bits: RwLock<u32>,
    /// The writes since the last growth, while the memory is shared.
    writes: AtomicUsize,
    /// The number of threads that wait to lock it for writing.
    waiting: AtomicUsize,
}

impl Usage {
    fn lock(&self) -> RwLockReadGuard<'_, u32> {
        // Otherwise a thread that locks again at once starves one that has yet to wake up.
        while self.waiting.load(Relaxed) > 0 {
            thread::yield_now();
        }
        // Only the program's own errors panic, and an entry is valid at any time.
        let lock = self.index_bits.read();
        lock.unwrap_or_else(PoisonError::into_inner)
    }

    fn lock_exclusively(&self) -> RwLockWriteGuard<'_, u32> {
        self.waiting.fetch_add(1, Relaxed);
        let lock = self.index_bits.write();
        self.waiting.fetch_sub(1, Relaxed);
        lock.unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W: Word> Table<W> {
    /// Returns the size in bytes of the smallest table with which whole keys fit their
    /// entries.
    pub(crate) fn min_bytes(key_bits: u32, score_bits: u32) -> usize {
        size_of::<Bucket<W>>() << min_index_bits::<W>(key_bits, score_bits)
    }

    /// Returns a table of at most `bytes`, or of the minimum size with which whole keys fit
    /// their entries. `score_bits` includes the sign.
    pub(crate) fn new(key_bits: u32, score_bits: u32, bytes: usize) -> Self {
        let fitting = (bytes / size_of::<Bucket<W>>()).max(1).ilog2();
        let bits = fitting.max(min_index_bits::<W>(key_bits, score_bits));
        let mut table = Self {
            buckets: (0..1_usize << bits).map(|_| Bucket::default()).collect(),
            usage: Arc::default(),
            key_bits,
            score_bits,
            data_mask: W::low_mask(2 * score_bits + WORK_BITS),
            index_bits: 0,
            writes_until_growth: 0,
            is_shared: false,
        };
        table.clear();
        table
    }

    fn max_index_bits(&self) -> u32 {
        self.buckets.len().ilog2()
    }

    /// Returns the number of writes after which the table grows.
    fn growth_threshold(&self) -> usize {
        if self.index_bits == self.max_index_bits() {
            usize::MAX
        } else {
            (WAYS * WRITES_PER_ENTRY) << self.index_bits
        }
    }

    /// Clears the table, in time linear in the used part.
    pub(crate) fn clear(&mut self) {
        let usage = Arc::clone(&self.usage);
        let mut index_bits = usage.lock_exclusively();
        for bucket in &self.buckets[..1 << *index_bits] {
            bucket.clear();
        }
        let least = min_index_bits::<W>(self.key_bits, self.score_bits);
        self.index_bits = INITIAL_INDEX_BITS.max(least).min(self.max_index_bits());
        self.writes_until_growth = if self.is_shared {
            usize::MAX
        } else {
            self.growth_threshold()
        };
        *index_bits = self.index_bits;
        usage.writes.store(0, Relaxed);
    }

    /// Returns a table with the same entries, now and later.
    pub(crate) fn share(&mut self) -> Self {
        if self.shared().is_none() {
            let writes = self.growth_threshold() - self.writes_until_growth;
            self.usage.writes.store(writes, Relaxed);
            self.writes_until_growth = usize::MAX;
            self.is_shared = true;
        }
        Self {
            buckets: Arc::clone(&self.buckets),
            usage: Arc::clone(&self.usage),
            writes_until_growth: usize::MAX,
            ..*self
        }
    }

    /// Returns the use of the memory if other tables share it.
    ///
    /// Then the table can be used only while it is [locked](Self::lock).
    pub(crate) fn shared(&mut self) -> Option<Arc<Usage>> {
        if self.is_shared && Arc::strong_count(&self.buckets) == 1 {
            self.is_shared = false;
            self.index_bits = *self.usage.lock();
            let writes = self.usage.writes.load(Relaxed);
            let left = self.growth_threshold().saturating_sub(writes);
            self.writes_until_growth = left.max(1);
        }
        self.is_shared.then(|| Arc::clone(&self.usage))
    }

    /// Prepares the table for being used until the guard is dropped: the memory grows now, if all
    /// tables together have written enough, and not before the end.
    pub(crate) fn lock<'u>(&mut self, usage: &'u Usage) -> RwLockReadGuard<'u, u32> {
        let written = usize::MAX - self.writes_until_growth;
        let writes = usage.writes.fetch_add(written, Relaxed) + written;
        self.index_bits = *usage.lock();
        if writes >= self.growth_threshold() {
            let mut index_bits = usage.lock_exclusively();
            // Another thread may have been faster.
            if *index_bits == self.index_bits {
                self.grow();
                *index_bits = self.index_bits;
                usage.writes.store(0, Relaxed);
            }
        }
        self.writes_until_growth = usize::MAX;
        let lock = usage.lock();
        self.index_bits = *lock;
        lock
    }

    /// Returns the bucket and the tag of a key, in its place in the entry.
    #[inline(always)]
    fn locate(&self, key: W) -> (usize, W) {
        let hash = key.hash(self.key_bits);
        let bucket = (hash.high_u64() >> (u64::BITS - self.index_bits)) as usize;
        // The mask only proves to the compiler that the index is in bounds.
        (bucket & (self.buckets.len() - 1), hash << self.index_bits)
    }

    /// Returns the bounds stored for a key.
    #[inline(always)]
    pub(crate) fn get(&self, key: W) -> Option<Interval> {
        let (bucket, tag) = self.locate(key);
        let mut entries = self.buckets[bucket].0.iter().map(SharedWord::load);
        let found = entries.find(|&entry| entry & !self.data_mask == tag && entry != W::ZERO)?;
        let data = found.to_u64();
        let mask = (1 << self.score_bits) - 1;
        Some(Interval {
            lower: (data & mask) as i32 - self.bias(),
            upper: (data >> self.score_bits & mask) as i32 - self.bias(),
        })
    }

    /// The offset that makes stored scores non-negative.
    fn bias(&self) -> i32 {
        1 << (self.score_bits - 1)
    }

    /// Stores the bounds of a key. `work` is log2 of the nodes spent on them.
    #[inline(always)]
    pub(crate) fn put(&mut self, key: W, bounds: Interval, work: u32) {
        let (bucket, tag) = self.locate(key);
        let work_at = 2 * self.score_bits;
        let work_mask = (1 << WORK_BITS) - 1;
        let biased = |score: i32| u64::from((score + self.bias()).cast_unsigned());
        let data = biased(bounds.lower)
            | biased(bounds.upper) << self.score_bits
            | u64::from(work).min(work_mask) << work_at;
        let entries = &self.buckets[bucket].0;
        let mut slot = 0;
        let mut min_work = u64::MAX;
        for (at, entry) in entries.iter().map(SharedWord::load).enumerate() {
            if entry == W::ZERO || entry & !self.data_mask == tag {
                slot = at;
                break;
            }
            let spent = entry.to_u64() >> work_at & work_mask;
            if spent < min_work {
                min_work = spent;
                slot = at;
            }
        }
        entries[slot].store(tag | W::from_u64(data));
        self.writes_until_growth -= 1;
        if self.writes_until_growth == 0 {
            self.grow();
            *self.usage.lock_exclusively() = self.index_bits;
        }
    }

    /// Distributes the entries over more buckets, in place. The upper bits of the tag become
    /// the lower bits of the index: bucket 5 is split into buckets 20 to 23.
    #[cold]
    fn grow(&mut self) {
        let step = GROWTH_BITS.min(self.max_index_bits() - self.index_bits);
        let used = 1 << self.index_bits;
        self.index_bits += step;
        self.writes_until_growth = self.growth_threshold();
        let data = self.data_mask;
        // Backwards, so that no bucket is overwritten before it is read.
        for bucket in (0..used).rev() {
            let old = self.buckets[bucket].0.each_ref().map(SharedWord::load);
            self.buckets[bucket].clear();
            let mut filled = [0; 1 << GROWTH_BITS];
            for entry in old.into_iter().take_while(|&entry| entry != W::ZERO) {
                let part = (entry >> (W::WIDTH - step)).to_u64() as usize;
                let entries = &self.buckets[bucket << step | part].0;
                let word = (entry & !data) << step | (entry & data);
                entries[filled[part]].store(word);
                filled[part] += 1;
            }
        }
    }
}

/// Returns the minimum number of index bits with which a tag fits its entry, at least 1.
fn min_index_bits<W: Word>(key_bits: u32, score_bits: u32) -> u32 {
    let tag_bits = W::WIDTH - 2 * score_bits - WORK_BITS;
    key_bits.saturating_sub(tag_bits).max(1)
}
