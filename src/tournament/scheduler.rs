//! Distributes games among workers.

use std::ops::Range;

/// The intended duration of a batch, in milliseconds.
const BATCH_TIME: f64 = 500.0;
/// The maximum number of games of a batch.
const MAX_BATCH: u64 = 5_000;
/// The maximum number of times that a worker is restarted in a row.
const MAX_RESTARTS: u8 = 2;

/// Distributes the games of a tournament among workers, each of which has a slot. A batch
/// is a range of games sized to take [`BATCH_TIME`]. Each game is counted once, even if
/// workers crash.
#[derive(Debug)]
pub(crate) struct Scheduler {
    is_finished: Vec<bool>,
    remaining: u64,
    /// The first game that has never been assigned.
    next: u64,
    /// Unfinished games of batches that were split or lost.
    returned: Vec<Range<u64>>,
    slots: Vec<Slot>,
}

#[derive(Clone, Debug)]
struct Slot {
    /// The number of games of the next batch.
    batch_size: u64,
    batch: Option<Batch>,
    /// Crashes since the last finished batch.
    crashes: u8,
}

#[derive(Clone, Debug)]
struct Batch {
    games: Range<u64>,
    /// In milliseconds.
    started_at: f64,
}

impl Scheduler {
    /// Creates a scheduler for a number of games and slots.
    pub(crate) fn new(total: u64, slots: usize) -> Self {
        let slot = Slot {
            batch_size: 1,
            batch: None,
            crashes: 0,
        };
        Self {
            is_finished: vec![false; total as usize],
            remaining: total,
            next: 0,
            returned: Vec::new(),
            slots: vec![slot; slots],
        }
    }

    /// Marks a game as finished and returns whether it was not before.
    pub(crate) fn mark_finished(&mut self, game: u64) -> bool {
        let Some(is_finished) = self.is_finished.get_mut(game as usize) else {
            return false;
        };
        let is_new = !*is_finished;
        *is_finished = true;
        self.remaining -= u64::from(is_new);
        is_new
    }

    /// Returns the number of unfinished games.
    pub(crate) fn remaining(&self) -> u64 {
        self.remaining
    }

    /// Assigns a batch to a slot at a time in milliseconds; `None` if all games have been
    /// assigned.
    pub(crate) fn assign(&mut self, slot: usize, now: f64) -> Option<Range<u64>> {
        // Batches become smaller towards the end, so that all slots end at about the same
        // time.
        let fair_share = self.remaining / (2 * self.slots.len() as u64);
        let size = self.slots[slot].batch_size.min(fair_share).max(1);
        let (games, rest) = loop {
            let mut games = match self.returned.pop() {
                Some(games) => games,
                None if self.next < self.is_finished.len() as u64 => {
                    let games = self.next..self.is_finished.len() as u64;
                    self.next = games.end;
                    games
                }
                None => return None,
            };
            let is_finished = |game: &u64| self.is_finished[*game as usize];
            games.start += games.clone().take_while(is_finished).count() as u64;
            if games.is_empty() {
                continue;
            }
            let until = games
                .clone()
                .take(size as usize)
                .take_while(|game| !is_finished(game));
            let end = games.start + until.count() as u64;
            break (games.start..end, end..games.end);
        };
        if rest.end == self.is_finished.len() as u64 {
            self.next = self.next.min(rest.start);
        } else if !rest.is_empty() {
            self.returned.push(rest);
        }
        self.slots[slot].batch = Some(Batch {
            games: games.clone(),
            started_at: now,
        });
        Some(games)
    }

    /// Notes that a slot has finished its batch, and adapts the size of the next one.
    pub(crate) fn batch_finished(&mut self, slot: usize, now: f64) {
        let slot = &mut self.slots[slot];
        slot.crashes = 0;
        let Some(Batch { games, started_at }) = slot.batch.take() else {
            return;
        };
        let count = games.end - games.start;
        let elapsed = (now - started_at).max(1.0);
        if elapsed < BATCH_TIME / 2.0 && count == slot.batch_size {
            let factor = if elapsed < BATCH_TIME / 8.0 { 4 } else { 2 };
            slot.batch_size = (slot.batch_size * factor).min(MAX_BATCH);
        } else if elapsed > BATCH_TIME * 2.0 {
            slot.batch_size = (slot.batch_size / 2).max(1);
        }
    }

    /// Takes back the batch of a slot whose worker has crashed, and returns whether to
    /// restart the worker.
    pub(crate) fn worker_crashed(&mut self, slot: usize) -> bool {
        let slot = &mut self.slots[slot];
        if let Some(Batch { games, .. }) = slot.batch.take() {
            self.returned.push(games);
        }
        slot.crashes += 1;
        slot.batch_size = 1;
        slot.crashes <= MAX_RESTARTS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Whatever the workers do, each game is assigned until it is finished, finished
        /// games are never assigned again, and no game is assigned to two slots.
        #[test]
        fn every_game_is_played_once(
            total in 1_u64..60,
            before in prop::collection::vec(0_u64..60, 0..20),
            slots in 1_usize..4,
            happens in prop::collection::vec((0_usize..4, 0_u8..10, 0_u32..2000), 0..400),
        ) {
            let mut scheduler = Scheduler::new(total, slots);
            let mut played: Vec<u32> = vec![0; total as usize];
            for game in before {
                if scheduler.mark_finished(game) {
                    played[game as usize] += 1;
                }
            }
            let mut given: Vec<Vec<u64>> = vec![Vec::new(); slots];
            let mut now = 0.0;
            let end = (0..).map(|n| (n, 1, 10));
            for (slot, what, took) in happens.into_iter().chain(end.take(10_000)) {
                let slot = slot % slots;
                now += f64::from(took);
                if given[slot].is_empty() {
                    if let Some(games) = scheduler.assign(slot, now) {
                        prop_assert!(!games.is_empty());
                        given[slot] = games.collect();
                        for &game in &given[slot] {
                            prop_assert_eq!(played[game as usize], 0, "is finished");
                            let others = given.iter().enumerate().filter(|(other, _)| *other != slot);
                            prop_assert!(others.into_iter().all(|(_, games)| !games.contains(&game)));
                        }
                    }
                } else if what == 0 {
                    given[slot].clear();
                    scheduler.worker_crashed(slot);
                } else {
                    let game = given[slot].remove(0);
                    prop_assert!(scheduler.mark_finished(game));
                    prop_assert!(!scheduler.mark_finished(game), "counted once");
                    played[game as usize] += 1;
                    if given[slot].is_empty() {
                        scheduler.batch_finished(slot, now);
                    }
                }
            }
            prop_assert_eq!(scheduler.remaining(), 0);
            prop_assert!(played.iter().all(|&times| times == 1));
        }
    }

    #[test]
    fn batch_sizes_adapt_and_crashing_workers_are_given_up() {
        let mut scheduler = Scheduler::new(100_000, 2);
        let mut sizes = Vec::new();
        for i in 0..8 {
            let games = scheduler.assign(0, f64::from(i) * 10.0).unwrap();
            sizes.push(games.end - games.start);
            scheduler.batch_finished(0, f64::from(i) * 10.0 + 10.0);
        }
        assert_eq!(sizes, [1, 4, 16, 64, 256, 1024, 4096, 5000]);
        scheduler.assign(0, 0.0);
        scheduler.batch_finished(0, 5_000.0);
        let games = scheduler.assign(0, 0.0).unwrap();
        assert_eq!(games.end - games.start, 2500);
        assert!(scheduler.worker_crashed(0));
        scheduler.assign(0, 0.0);
        assert!(scheduler.worker_crashed(0));
        scheduler.assign(0, 0.0);
        assert!(!scheduler.worker_crashed(0));
    }
}
