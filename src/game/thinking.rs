//! What is shown of a computer player that thinks.

use super::{pace::Speed, state::GameState};
use leptos::prelude::*;

/// How far the thinking has come, and how quickly computers play.
#[derive(Clone, Copy)]
pub(crate) struct Thinking {
    /// Of which turn, and how much of a hundred is done.
    pub(crate) shown: RwSignal<Option<(u32, u8)>>,
    pub(crate) speed: RwSignal<Speed>,
}

impl Thinking {
    pub(crate) fn new() -> Self {
        Self {
            shown: RwSignal::new(None),
            speed: RwSignal::new(Speed::default()),
        }
    }

    /// How much of the thinking about this turn is done, of a hundred, if it takes
    /// long enough to be noticed.
    pub(crate) fn percent(self, game: GameState) -> Option<u8> {
        let turn = game.with(|session| session.needs_worker().then(|| session.turn()));
        let (of, percent) = self.shown.get()?;
        (Some(of) == turn).then_some(percent)
    }
}
