//! What a game has changed in the user's results, for the card at its end.

use super::{
    Milestone, Summary, repository::latest_result, results::GameResult, text, use_repository,
};
use crate::{
    browser,
    components::html::{Element, div, p, span},
};
use leptos::prelude::*;

/// The fewest games won in a row that are worth a word.
const WINS: u32 = 2;

/// Returns the rating after the current game, which has ended, the games won in a row, and a
/// milestone that was reached; `None` for games without computer players. The values follow when
/// the library has the game, in a line that is reserved for them.
pub(crate) fn after_game() -> Option<Element> {
    let repository = use_repository();
    let summary = repository
        .game()
        .with_untracked(|session| session.is_own().then(|| Summary::of(session.own().0)))?;
    summary.result()?;
    let result = RwSignal::new(None::<GameResult>);
    let id = repository.current_id();
    browser::spawn(async move {
        let found = latest_result(repository).await;
        if repository.current_id() == id {
            // The card may be closed.
            result.try_set(found);
        }
    });
    let shown = move || result.get().map(view);
    Some(div().class("after-game").child(shown))
}

fn view(result: GameResult) -> Element {
    let rating = result.rating.map(|(rating, change)| {
        let class = match change {
            1.. => "won",
            0 => "",
            _ => "lost",
        };
        span()
            .class("pill")
            .class(class)
            .child(text::rating_after(rating, change))
    });
    let is_told = matches!(result.milestone, Some(Milestone::WinsInRow(_)));
    let wins = (result.wins_in_row >= WINS && !is_told)
        .then(|| span().child(text::milestone_wins(result.wins_in_row.into())));
    let milestone = result.milestone.map(text::milestone);
    let milestone = milestone.map(|milestone| span().class("reached").child(milestone));
    p().child((rating, wins, milestone))
}
