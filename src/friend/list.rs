//! The games by links: on the start of the page the unfinished ones, on their page all.

use super::{
    sending::others,
    state::{Friends, use_friends},
};
use crate::{
    board::mini_board,
    components::{
        button::{button, icon_only_button},
        html::{Child, Element, h3, li, section, span, ul},
        icon::{self, icon},
    },
    game::session::move_count,
    storage::correspondence::{CorrespondenceGame, Turn},
    text,
};
use leptos::prelude::*;

/// How many games the start shows.
const COUNT: usize = 2;

/// Returns the unfinished games for the start, those in which the user is to move first; empty if
/// there are none.
pub(crate) fn waiting_games() -> AnyView {
    let friends = use_friends();
    friends.reload();
    let games = move || {
        let mut games: Vec<_> = friends.with(|games| games.iter().cloned().collect());
        games.retain(|game: &CorrespondenceGame| game.turn() != Turn::Over);
        games.sort_by_key(CorrespondenceGame::turn);
        games.truncate(COUNT);
        let mut cards = games.into_iter().map(|game| start_card(friends, game));
        // On phones only the first one has room.
        let first = cards.next()?.class("waiting");
        let more: Vec<_> = cards.map(|card| li().child(card)).collect();
        let more = (!more.is_empty()).then(|| {
            section()
                .class("recent")
                .aria_label(text::games_by_links())
                .child(ul().class("cards").child(more))
        });
        Some((first, more))
    };
    games.into_any_view()
}

/// A button that opens a game, on the start.
fn start_card(friends: Friends, game: CorrespondenceGame) -> Element {
    let id = game.game;
    let (_, turn) = turn_words(game.turn());
    let moves = text::moves_made(move_count(game.game_match.game()) as u64);
    let words = span().class("words").child((
        span().class("title").child(turn),
        span()
            .class("detail")
            .child(text::details([others(&game), moves])),
    ));
    let content = (
        mini_board(game.game_match),
        words,
        icon(icon::NEXT),
        icon(icon::SEND).class("tile"),
    );
    button(content, move || friends.show(id)).class("card")
}

/// All games, which can be opened or removed.
pub(super) fn all_games(friends: Friends) -> impl Child {
    move || {
        let mut games: Vec<_> = friends.with(|games| games.iter().cloned().collect());
        games.sort_by_key(CorrespondenceGame::turn);
        let cards: Vec<_> = games
            .into_iter()
            .map(|game| {
                let id = game.game;
                let remove = icon_only_button(
                    icon::CLOSE,
                    &text::remove_by_links(&others(&game)),
                    move || friends.remove(id),
                )
                .class("flat");
                li().class("removable").child((card(friends, game), remove))
            })
            .collect();
        (!cards.is_empty()).then(|| {
            section().child((
                h3().child(text::games_by_links()),
                ul().class("cards").child(cards),
            ))
        })
    }
}

/// A button that opens a game.
fn card(friends: Friends, game: CorrespondenceGame) -> Element {
    let id = game.game;
    let moves = text::moves_made(move_count(game.game_match.game()) as u64);
    let words = span().class("words").child((
        span().class("title").child(others(&game)),
        span().class("detail").child(moves),
    ));
    let pill = pill(game.turn());
    button((mini_board(game.game_match), words, pill), move || {
        friends.show(id);
    })
    .class("card")
}

fn pill(turn: Turn) -> Element {
    let (class, words) = turn_words(turn);
    span().class(class).child(words)
}

/// A turn in words, and the class of its pill.
fn turn_words(turn: Turn) -> (&'static str, &'static str) {
    match turn {
        Turn::Own => ("pill won", text::your_turn()),
        Turn::ToSend => ("pill won", text::to_send()),
        Turn::Other => ("pill", text::their_turn()),
        Turn::Over => ("pill", text::game_ended()),
    }
}

/// Returns the ids in the library of the unfinished games by links.
pub(crate) fn unfinished_ids() -> Vec<String> {
    let friends = use_friends();
    let is_unfinished = |game: &&CorrespondenceGame| game.turn() != Turn::Over;
    let id = |game: &CorrespondenceGame| game.id.clone();
    untrack(|| friends.with(|games| games.iter().filter(is_unfinished).map(id).collect()))
}

/// Whose turn it is in the unfinished game with an id in the library, if it is one by links.
pub(crate) fn turn_pill(id: &str) -> Option<Element> {
    let friends = use_friends();
    let turn =
        untrack(|| friends.with(|games| games.with_library_id(id).map(CorrespondenceGame::turn)))?;
    (turn != Turn::Over).then(|| pill(turn))
}
