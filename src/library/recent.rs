//! The latest games, for the start of the page.

use super::{
    LibraryGame, Outcome,
    card::{pill, when},
    entry::recognize,
    open, text, use_repository,
};
use crate::{
    board::mini_board,
    browser,
    components::{
        button::button,
        html::{Child, Element, li, section, span, ul},
        icon::{self, icon},
    },
    friend,
    game::session::to_end,
    storage::database::DatabaseError,
};
use four_shapes_records::Match;
use leptos::prelude::*;

const COUNT: usize = 3;

/// Returns the latest games but the one on the board, which open with a tap, below the one that can
/// be continued; empty until they are loaded, and if there are none.
pub(crate) fn recent_games() -> AnyView {
    let repository = use_repository();
    let games = RwSignal::new(Vec::new());
    // They are shown above.
    let by_links = friend::unfinished_ids();
    browser::spawn(async move {
        // The library tells about errors when it is opened.
        if let Ok(latest) = latest(repository, &by_links).await {
            games.try_set(latest);
        }
    });
    let waiting = move || games.with(|games| waiting_card(games.first()?));
    let cards = move || {
        let card = |game: &LibraryGame| Some(li().child(card(game)?));
        let cards: Vec<_> = games.with(|games| games.iter().filter_map(card).collect());
        (!cards.is_empty()).then(|| {
            section()
                .class("recent")
                .aria_label(text::recent_games())
                .child(ul().class("cards").child(cards))
        })
    };
    (waiting, cards).into_any_view()
}

async fn latest(
    repository: super::Repository,
    except: &[String],
) -> Result<Vec<LibraryGame>, DatabaseError> {
    repository.sync().await;
    let database = repository.database().await?;
    let mut entries = database.entries().await?;
    let current = repository.current_id();
    entries.retain(|entry| {
        entry.summary.is_some() && entry.id != current && !except.contains(&entry.id)
    });
    entries.sort_unstable_by_key(|entry| std::cmp::Reverse(entry.changed));
    let ids: Vec<String> = entries
        .into_iter()
        .take(COUNT.saturating_sub(except.len()))
        .map(|entry| entry.id)
        .collect();
    let mut games = database.games(&ids).await?;
    recognize(games.values_mut().map(|game| &mut game.entry));
    Ok(ids.iter().filter_map(|id| games.remove(id)).collect())
}

/// A game with its result.
fn card(game: &LibraryGame) -> Option<Element> {
    let entry = &game.entry;
    let game_match = to_end(&game.parse_record().ok()?);
    let detail = text::game_detail(entry, Some(&game_match), false);
    let lines = [text::game_title(entry), detail, when(entry)];
    Some(opener(game, game_match, lines).child(pill(entry)))
}

/// The latest game, if it is unfinished.
fn waiting_card(game: &LibraryGame) -> Option<Element> {
    let entry = &game.entry;
    let summary = entry.summary.as_ref()?;
    if summary.outcome != Outcome::Unfinished {
        return None;
    }
    let game_match = to_end(&game.parse_record().ok()?);
    let detail = text::details([text::game_title(entry), text::moves(summary.moves as u64)]);
    let lines = [text::continue_game().to_owned(), detail];
    let card = opener(game, game_match, lines).class("waiting");
    Some(card.child((icon(icon::NEXT), icon(icon::PLAY).class("tile"))))
}

/// A button that opens a game, with a title and details.
fn opener<const N: usize>(game: &LibraryGame, game_match: Match, lines: [String; N]) -> Element {
    let repository = use_repository();
    let id = game.entry.id.clone();
    let mut classes = ["title"].into_iter().chain(std::iter::repeat("detail"));
    let lines = lines.map(|line| {
        let class = classes.next().unwrap_or_default();
        span().class(class).child(line)
    });
    let words = span().class("words").child(lines);
    button((mini_board(game_match), words), move || {
        open(repository, id.clone());
    })
    .class("card")
}
