//! Who plays which games next.

use std::ops::Range;

/// How long a worker should be busy with what it is given, in milliseconds.
const BUSY: f64 = 500.0;
/// The most games that are given at once.
const MAX_BATCH: u64 = 5_000;
/// How often games may be lost with their worker before nobody tries them again.
const MAX_ATTEMPTS: u8 = 2;

/// Spreads the games of a tournament over workers, each of which has a slot: it is given
/// some games in a row, as many as it may play in half a second, and each game is counted
/// once, whatever becomes of the workers.
#[derive(Debug)]
pub(crate) struct Scheduler {
    /// Of each game whether it is over.
    over: Vec<bool>,
    left: u64,
    /// No game before this one has to be given yet.
    next: u64,
    /// Games that were given to a slot that is lost.
    back: Vec<Range<u64>>,
    slots: Vec<Slot>,
}

#[derive(Clone, Debug)]
struct Slot {
    /// How many games it is given at once.
    size: u64,
    given: Option<Given>,
    /// How often it was lost since it last had games that are over.
    lost: u8,
}

#[derive(Clone, Debug)]
struct Given {
    games: Range<u64>,
    /// When, in milliseconds.
    at: f64,
}

impl Scheduler {
    /// For so many games and slots.
    pub(crate) fn new(total: u64, slots: usize) -> Self {
        let slot = Slot {
            size: 1,
            given: None,
            lost: 0,
        };
        Self {
            over: vec![false; total as usize],
            left: total,
            next: 0,
            back: Vec::new(),
            slots: vec![slot; slots],
        }
    }

    /// Takes note that a game is over, and tells whether that is new.
    pub(crate) fn end(&mut self, game: u64) -> bool {
        let Some(over) = self.over.get_mut(game as usize) else {
            return false;
        };
        let new = !*over;
        *over = true;
        self.left -= u64::from(new);
        new
    }

    /// How many games are not over yet.
    pub(crate) fn left(&self) -> u64 {
        self.left
    }

    /// Games for a slot, at this time in milliseconds; `None` if there is none left to
    /// give.
    pub(crate) fn give(&mut self, slot: usize, now: f64) -> Option<Range<u64>> {
        // Towards the end smaller parts, so that no slot waits long for the last.
        let fair = self.left / (2 * self.slots.len() as u64);
        let size = self.slots[slot].size.min(fair).max(1);
        let (games, rest) = loop {
            let mut games = match self.back.pop() {
                Some(games) => games,
                None if self.next < self.over.len() as u64 => {
                    let games = self.next..self.over.len() as u64;
                    self.next = games.end;
                    games
                }
                None => return None,
            };
            let over = |game: &u64| self.over[*game as usize];
            games.start += games.clone().take_while(over).count() as u64;
            if games.is_empty() {
                continue;
            }
            let until = games
                .clone()
                .take(size as usize)
                .take_while(|game| !over(game));
            let end = games.start + until.count() as u64;
            break (games.start..end, end..games.end);
        };
        if rest.end == self.over.len() as u64 {
            self.next = self.next.min(rest.start);
        } else if !rest.is_empty() {
            self.back.push(rest);
        }
        self.slots[slot].given = Some(Given {
            games: games.clone(),
            at: now,
        });
        Some(games)
    }

    /// A slot has played all that it was given.
    pub(crate) fn finished(&mut self, slot: usize, now: f64) {
        let slot = &mut self.slots[slot];
        slot.lost = 0;
        let Some(Given { games, at }) = slot.given.take() else {
            return;
        };
        let count = games.end - games.start;
        let took = (now - at).max(1.0);
        if took < BUSY / 2.0 && count == slot.size {
            slot.size = (slot.size * if took < BUSY / 8.0 { 4 } else { 2 }).min(MAX_BATCH);
        } else if took > BUSY * 2.0 {
            slot.size = (slot.size / 2).max(1);
        }
    }

    /// A slot is lost, with what it was playing; tells whether it should be tried again.
    pub(crate) fn lost(&mut self, slot: usize) -> bool {
        let slot = &mut self.slots[slot];
        if let Some(Given { games, .. }) = slot.given.take() {
            self.back.push(games);
        }
        slot.lost += 1;
        slot.size = 1;
        slot.lost <= MAX_ATTEMPTS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Whatever happens to the slots, each game is given until it is over, none that
        /// is over is given again, and no two slots have the same.
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
                if scheduler.end(game) {
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
                    if let Some(games) = scheduler.give(slot, now) {
                        prop_assert!(!games.is_empty());
                        given[slot] = games.collect();
                        for &game in &given[slot] {
                            prop_assert_eq!(played[game as usize], 0, "over already");
                            let others = given.iter().enumerate().filter(|(other, _)| *other != slot);
                            prop_assert!(others.into_iter().all(|(_, games)| !games.contains(&game)));
                        }
                    }
                } else if what == 0 {
                    given[slot].clear();
                    scheduler.lost(slot);
                } else {
                    let game = given[slot].remove(0);
                    prop_assert!(scheduler.end(game));
                    prop_assert!(!scheduler.end(game), "counted once");
                    played[game as usize] += 1;
                    if given[slot].is_empty() {
                        scheduler.finished(slot, now);
                    }
                }
            }
            prop_assert_eq!(scheduler.left(), 0);
            prop_assert!(played.iter().all(|&times| times == 1));
        }
    }

    #[test]
    fn quick_lanes_get_more_and_lost_ones_are_given_up() {
        let mut scheduler = Scheduler::new(100_000, 2);
        let mut sizes = Vec::new();
        for i in 0..8 {
            let games = scheduler.give(0, f64::from(i) * 10.0).unwrap();
            sizes.push(games.end - games.start);
            scheduler.finished(0, f64::from(i) * 10.0 + 10.0);
        }
        assert_eq!(sizes, [1, 4, 16, 64, 256, 1024, 4096, 5000]);
        scheduler.give(0, 0.0);
        scheduler.finished(0, 5_000.0);
        let games = scheduler.give(0, 0.0).unwrap();
        assert_eq!(games.end - games.start, 2500);
        assert!(scheduler.lost(0));
        scheduler.give(0, 0.0);
        assert!(scheduler.lost(0));
        scheduler.give(0, 0.0);
        assert!(!scheduler.lost(0));
    }
}
