//! The page: what is where, and how the parts reach the game.

use crate::{
    board::board,
    live::Live,
    panels::{self, Opener},
    session::Session,
    store::{Browser, Found, NotStored, Store},
    text,
    ui::{button, html},
};
use four_shapes_engine::{Game, Rules};
use leptos::prelude::*;

pub(crate) fn app() -> Vec<AnyView> {
    let (store, found) = Store::open(Browser::new());
    let new = || Game::new(Rules::CLASSIC);
    let (game, notice) = match found {
        Found::Nothing => (new(), None),
        Found::Game(game) => (*game, None),
        Found::Denied => (new(), Some(text::not_stored(NotStored::Denied).to_owned())),
        Found::Unreadable { why, aside } => {
            let notice = text::unreadable(&why, aside.as_deref());
            (new(), Some(notice))
        }
    };
    let notices = RwSignal::new(Vec::from_iter(notice));
    let session = Live::new(Session::open(game));
    provide_context(session);
    save_each_move(store, session, notices);

    let scene = session.scene();
    let (help, new_game) = (Opener::new("help"), Opener::new("new-game"));
    let top = html("header")
        .class("top")
        .child(html("h1").text(text::TITLE))
        .child(button(text::OPEN_HELP, move || help.open()).class("quiet"));
    let main = html("main")
        .child(panels::seats(scene))
        .child(panels::status_line(scene))
        .child(board(scene))
        .child(panels::actions(scene, new_game))
        .child(panels::notices(notices));
    vec![
        top.view(),
        main.view(),
        panels::dialog(new_game, text::NEW_GAME, panels::new_game),
        panels::dialog(help, text::HELP_HEADING, panels::help),
    ]
}

/// Keeps the game after each command, and says so once if that fails.
fn save_each_move(mut store: Store<Browser>, session: Live, notices: RwSignal<Vec<String>>) {
    // What is known from the start has been said then.
    let known = !store.can_write();
    Effect::new(move |reported: Option<bool>| {
        let reported = reported.unwrap_or(known);
        let saved = session.with(|session| store.save(session.game()));
        if let (Err(why), false) = (saved, reported) {
            notices.update(|notices| notices.push(text::not_stored(why).to_owned()));
        }
        reported || saved.is_err()
    });
}
