//! The latest games, for the start of the page.

use super::{
    LibraryGame,
    card::{pill, when},
    open, text, use_repository,
};
use crate::{
    board::mini_board,
    browser,
    components::{
        button::button,
        html::{Child, Element, li, section, span, ul},
    },
    game::session::to_end,
    storage::database::DatabaseError,
};
use leptos::prelude::*;

const COUNT: usize = 3;

/// Returns the latest games but the one on the board, which open with a tap; empty until they are
/// loaded, and if there are none.
pub(crate) fn recent_games() -> AnyView {
    let repository = use_repository();
    let games = RwSignal::new(Vec::new());
    browser::spawn(async move {
        // The library tells about errors when it is opened.
        if let Ok(latest) = latest(repository).await {
            games.try_set(latest);
        }
    });
    let cards = move || {
        let cards: Vec<_> = games.with(|games| games.iter().filter_map(card).collect());
        (!cards.is_empty()).then(|| {
            section()
                .class("recent")
                .aria_label(text::recent_games())
                .child(ul().class("cards").child(cards))
        })
    };
    cards.into_any_view()
}

async fn latest(repository: super::Repository) -> Result<Vec<LibraryGame>, DatabaseError> {
    repository.sync().await;
    let database = repository.database().await?;
    let mut entries = database.entries().await?;
    let current = repository.current_id();
    entries.retain(|entry| entry.summary.is_some() && entry.id != current);
    entries.sort_unstable_by_key(|entry| std::cmp::Reverse(entry.changed));
    let ids: Vec<String> = entries
        .into_iter()
        .take(COUNT)
        .map(|entry| entry.id)
        .collect();
    let mut games = database.games(&ids).await?;
    Ok(ids.iter().filter_map(|id| games.remove(id)).collect())
}

fn card(game: &LibraryGame) -> Option<Element> {
    let repository = use_repository();
    let game_match = to_end(&game.parse_record().ok()?);
    let entry = &game.entry;
    let id = entry.id.clone();
    let words = span().class("words").child((
        span().class("title").child(text::game_title(entry)),
        span()
            .class("detail")
            .child(text::game_detail(entry, Some(&game_match), false)),
        span().class("detail").child(when(entry)),
    ));
    let content = (mini_board(game_match), words, pill(entry));
    let card = button(content, move || open(repository, id.clone())).class("card");
    Some(li().child(card))
}
