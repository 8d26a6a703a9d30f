//! The positions that threads are searching at the moment.

use crate::geometry::Word;
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::Relaxed},
};

/// log2 of the number of buckets.
const INDEX_BITS: u32 = 12;
/// The entries of a bucket.
const WAYS: usize = 4;

/// The positions that threads with a common transposition table are searching, so that
/// each can search others first and find their results in the table later.
///
/// It only affects the order of moves: a lost or wrong entry costs time, nothing else. This
/// is the simplified form of ABDADA by T. Kerrigan
/// (<http://www.tckerrigan.com/Chess/Parallel_Chess_Search/Simplified_ABDADA/>) after
/// J.-C. Weill, The ABDADA Distributed Minimax-Search Algorithm, 1996. Unlike there, the first
/// move of a position is deferred too: otherwise two threads search 8% more nodes.
#[derive(Clone)]
pub(super) struct InProgress(Arc<[[AtomicU64; WAYS]]>);

impl InProgress {
    pub(super) fn new() -> Self {
        Self((0..1 << INDEX_BITS).map(|_| Default::default()).collect())
    }

    /// Returns a number for a position that is not 0.
    pub(super) fn id<W: Word>(key: W) -> u64 {
        key.hash(W::WIDTH).high_u64() | 1
    }

    fn bucket(&self, id: u64) -> &[AtomicU64; WAYS] {
        &self.0[(id >> (64 - INDEX_BITS)) as usize]
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        let mut entries = self.0.as_flattened().iter();
        entries.all(|entry| entry.load(Relaxed) == 0)
    }

    pub(super) fn contains(&self, id: u64) -> bool {
        let mut entries = self.bucket(id).iter();
        entries.any(|entry| entry.load(Relaxed) == id)
    }

    pub(super) fn insert(&self, id: u64) {
        let bucket = self.bucket(id);
        let free = bucket.iter().find(|entry| entry.load(Relaxed) == 0);
        free.unwrap_or(&bucket[0]).store(id, Relaxed);
    }

    pub(super) fn remove(&self, id: u64) {
        let mut entries = self.bucket(id).iter();
        if let Some(entry) = entries.find(|entry| entry.load(Relaxed) == id) {
            entry.store(0, Relaxed);
        }
    }
}
