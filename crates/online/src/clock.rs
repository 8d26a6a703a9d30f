//! The time of a turn, in games with a time control.

/// How long a turn has lasted, not counting the time in which a player was away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnTime {
    /// How long, in milliseconds.
    pub elapsed: u32,
    /// Whether the clock is running.
    pub is_running: bool,
}

/// A clock that counts one turn.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TurnClock {
    /// The time of the latest call, in milliseconds.
    now: u64,
    /// How long the turn had lasted when the clock began to run or was stopped.
    before: u32,
    /// When the clock began to run; `None` while it is stopped.
    began: Option<u64>,
}

impl TurnClock {
    /// Sets the current time, which never goes back. No more than `max` counts since the last call.
    pub(crate) fn tick(&mut self, now: u64, max: u64) {
        let passed = now.saturating_sub(self.now);
        self.began = self.began.map(|began| began + passed.saturating_sub(max));
        self.now = self.now.max(now);
    }

    pub(crate) fn time(&self) -> TurnTime {
        let running = self.began.map_or(0, |began| self.now - began);
        let running = u32::try_from(running).unwrap_or(u32::MAX);
        TurnTime {
            elapsed: self.before.saturating_add(running),
            is_running: self.began.is_some(),
        }
    }

    /// Sets how long the turn has lasted.
    pub(crate) fn set(&mut self, elapsed: u32) {
        self.before = elapsed;
        self.began = self.began.map(|_| self.now);
    }

    /// Lets the clock run, or stops it.
    pub(crate) fn run(&mut self, is_running: bool) {
        self.set(self.time().elapsed);
        self.began = is_running.then_some(self.now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_pause_only_a_part_counts() {
        let mut clock = TurnClock::default();
        clock.tick(1_000, 50);
        clock.run(true);
        clock.tick(1_040, 50);
        clock.tick(9_000, 50);
        assert_eq!(clock.time().elapsed, 90);
        clock.run(false);
        clock.tick(20_000, 50);
        clock.run(true);
        clock.tick(20_001, 50);
        assert_eq!(clock.time().elapsed, 91);
    }

    #[test]
    fn only_the_time_in_which_it_runs_counts() {
        let mut clock = TurnClock::default();
        let tick = |clock: &mut TurnClock, now| clock.tick(now, u64::MAX);
        tick(&mut clock, 1_000);
        assert_eq!(clock.time().elapsed, 0);
        clock.run(true);
        tick(&mut clock, 1_300);
        clock.run(true);
        tick(&mut clock, 1_500);
        clock.run(false);
        tick(&mut clock, 9_000);
        // The time of the system can be set back.
        tick(&mut clock, 8_000);
        clock.run(true);
        tick(&mut clock, 9_001);
        let (elapsed, is_running) = (501, true);
        assert_eq!(
            clock.time(),
            TurnTime {
                elapsed,
                is_running
            }
        );
        clock.set(7);
        tick(&mut clock, 9_003);
        assert_eq!(clock.time().elapsed, 9);
        tick(&mut clock, u64::MAX);
        assert_eq!(clock.time().elapsed, u32::MAX);
    }
}
