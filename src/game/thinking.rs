//! The progress and speed of the computer players.

use super::state::GameState;
use leptos::prelude::*;

/// The signals of the computer players.
#[derive(Clone, Copy)]
pub(crate) struct Thinking {
    /// The turn id and the progress of the search in percent.
    pub(crate) progress: RwSignal<Option<(u32, u8)>>,
    pub(crate) speed: RwSignal<Speed>,
}

impl Thinking {
    pub(crate) fn new() -> Self {
        Self {
            progress: RwSignal::new(None),
            speed: RwSignal::new(Speed::default()),
        }
    }

    /// Returns the progress of the current search, or `None` if no search takes long enough
    /// to show it.
    pub(crate) fn percent(self, game: GameState) -> Option<u8> {
        let turn_id = game.with(|session| session.needs_search().then(|| session.turn_id()));
        let (id, percent) = self.progress.get()?;
        (Some(id) == turn_id).then_some(percent)
    }
}

/// The speed of games between computer players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Speed {
    Slow,
    #[default]
    Normal,
    Fast,
}

impl Speed {
    pub(crate) const ALL: [Self; 3] = [Self::Slow, Self::Normal, Self::Fast];

    /// The time from move to move in milliseconds.
    pub(crate) fn milliseconds(self) -> u32 {
        match self {
            Self::Slow => 2000,
            Self::Normal => 800,
            Self::Fast => 150,
        }
    }
}
