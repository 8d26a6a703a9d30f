//! The controls around the board.

mod actions;
pub(crate) mod clock;
pub(crate) mod computers;
pub(crate) mod more;
pub(crate) mod new_game;
mod notices;
mod places;
pub(crate) mod playback;
mod player_select;
pub(crate) mod players;
mod seats;
#[cfg(test)]
mod simulation_tests;
mod status;
mod welcome;

use leptos::prelude::*;

pub(crate) use actions::actions;
pub(crate) use notices::notices;
pub(crate) use places::places;
pub(crate) use seats::seats;
pub(crate) use status::turn;
pub(crate) use welcome::welcome;

/// Views among the controls whose code is loaded later.
#[derive(Clone, Copy)]
pub(crate) struct LaterViews(pub(crate) RwSignal<Option<(ClockView, PlaybackView)>>);

/// The clock of the seat with an index.
type ClockView = fn(usize) -> AnyView;
/// The controls of a game between computer players.
type PlaybackView = fn() -> AnyView;
