//! The clocks of the players.

use crate::{
    components::html::{Child, span},
    context::context,
    game::{
        session::{Command, Session},
        state::{GameState, use_game},
    },
    text,
};
use leptos::{leptos_dom::helpers::TimeoutHandle, prelude::*};
use std::time::Duration;

/// The time left, in milliseconds, from which tenths of a second are shown.
const LOW: u32 = 10_000;

#[derive(Clone, Copy)]
struct Clock {
    game: GameState,
    /// Changes when the time shown may have changed.
    tick: RwSignal<u32>,
    timer: StoredValue<Option<TimeoutHandle>>,
}

/// Starts the clocks, which follow the game.
pub(crate) fn start(game: GameState) {
    let clock = Clock {
        game,
        tick: RwSignal::new(0),
        timer: StoredValue::new(None),
    };
    provide_context(clock);
    // Not only after events: the clock of a live game is set without one.
    Effect::new(move |_| {
        game.with(|_| ());
        clock.schedule();
    });
}

impl Clock {
    /// Sets a timer for the next change of the time shown.
    fn schedule(self) {
        let timer = self.timer.try_update_value(Option::take);
        if let Some(timer) = timer.flatten() {
            timer.clear();
        }
        let Some(left) = self.game.with_untracked(Session::running_time) else {
            return;
        };
        let wait = if left > LOW {
            left % 1000 + 1
        } else {
            left.min(100)
        };
        let wait = Duration::from_millis(wait.into());
        let timer = set_timeout_with_handle(move || self.on_timer(), wait);
        self.timer.set_value(timer.ok());
    }

    fn on_timer(self) {
        let is_up = self.game.with_untracked(Session::running_time) == Some(0);
        if is_up && !self.game.with_untracked(Session::is_live) {
            // Schedules again, as the session has changed.
            return self.game.send(Command::ForfeitOnTime);
        }
        self.tick.update(|tick| *tick = tick.wrapping_add(1));
        // The host ends a live game.
        if !is_up {
            self.schedule();
        }
    }
}

/// The clock of a seat, or nothing if it has none.
pub(crate) fn clock(seat: usize) -> impl Child {
    let Clock { tick, .. } = context();
    let game = use_game();
    let left = Memo::new(move |_| {
        tick.track();
        game.with(|session| session.remaining_time(seat)).map(shown)
    });
    let is_shown = Memo::new(move |_| left.with(Option::is_some));
    let is_low = move || left.with(|left| left.as_ref().is_some_and(|left| left.contains('.')));

    move || {
        is_shown.get().then(|| {
            span()
                .class("clock")
                .class(("low", is_low))
                .role("timer")
                .aria_label(text::time_left())
                .child(move || left.get().unwrap_or_default())
        })
    }
}

/// Formats milliseconds: `4:32`, or `9.4` seconds when the time is low.
fn shown(left: u32) -> String {
    if left > LOW {
        // Rounded up, so that 0:00 is never shown while there is time.
        let seconds = left.div_ceil(1000);
        format!("{}:{:02}", seconds / 60, seconds % 60)
    } else {
        let tenths = left.div_ceil(100);
        format!("{}.{}", tenths / 10, tenths % 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn low_times_have_tenths() {
        for (left, text) in [
            (600_000, "10:00"),
            (59_001, "1:00"),
            (59_000, "0:59"),
            (10_001, "0:11"),
            (10_000, "10.0"),
            (9_901, "10.0"),
            (1, "0.1"),
            (0, "0.0"),
        ] {
            assert_eq!(shown(left), text);
        }
    }
}
