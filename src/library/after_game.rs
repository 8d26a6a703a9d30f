//! What a game has changed in the user's results, for the card at its end.

use super::{Summary, repository::latest_result, results::GameResult, use_repository};
use crate::{
    browser,
    storage::{BrowserStorage, person::Person},
};
use leptos::prelude::*;

/// Returns what the current game, which has ended, has changed in the user's results, when the
/// library has the game; `None` for other games than those of the
/// user against computer players.
pub(crate) fn after_game() -> Option<ReadSignal<Option<GameResult>>> {
    let repository = use_repository();
    let mut summary = repository
        .game()
        .with_untracked(|session| session.is_own().then(|| Summary::of(session.own().0)))?;
    summary.recognize(&Person::load(&BrowserStorage::new()));
    summary.result()?;
    let result = RwSignal::new(None);
    let id = repository.current_id();
    browser::spawn(async move {
        let found = latest_result(repository).await;
        if repository.current_id() == id {
            // The card may be closed.
            result.try_set(found);
        }
    });
    Some(result.read_only())
}
