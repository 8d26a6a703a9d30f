//! Sending the link of a game by links after the user's move, in the place of the actions, and at
//! the end of the game.

use super::state::{Friends, use_friends};
use crate::{
    browser,
    components::{
        button::{button, icon_button},
        dom::select_on_focus,
        html::{Child, Element, div, input, label, p},
        icon,
        qr_code::qr_code,
    },
    game::session::{Command, Session},
    navigation::Route,
    storage::correspondence::{CorrespondenceGame, Turn},
    text,
};
use leptos::{ev, prelude::*};

/// The actions of the game on the board, if it is one by links in which another player is to move.
pub(crate) fn sending() -> AnyView {
    let friends = use_friends();
    let is_shown = Memo::new(move |_| {
        let turn = friends.on_board().map(|game| game.turn());
        matches!(turn, Some(Turn::ToSend | Turn::Other))
    });
    let view = move || is_shown.get().then(|| untrack(|| actions(friends)));
    view.into_any_view()
}

fn actions(friends: Friends) -> Element {
    let Friends {
        game, navigation, ..
    } = friends;
    let undo = icon_button(icon::UNDO, text::undo(), move || game.send(Command::Undo))
        .aria_disabled(move || (!game.with(Session::can_undo)).then_some("true"));
    let new_game = icon_button(icon::NEW, text::new(), move || {
        navigation.open(Route::NewGame);
    })
    .aria_label(text::new_game());
    div()
        .class("actions sending")
        .role("group")
        .aria_label(text::game_by_links())
        .child((ways(friends), undo, new_game))
}

/// The buttons that send the end of a game, unless the others know it.
pub(crate) fn sending_of_end() -> AnyView {
    let friends = use_friends();
    let stored = untrack(|| friends.on_board());
    let stored = stored.filter(|stored| stored.turn() == Turn::ToSend);
    stored
        .map(|stored| {
            div().class("sending-end").child((
                p().child(text::send_end(&others(&stored))),
                div().class("choices").child(ways(friends)),
            ))
        })
        .into_any_view()
}

/// The names of the other players.
pub(super) fn others(game: &CorrespondenceGame) -> String {
    text::list(game.others().map(|seat| seat.name.to_string()))
}

/// Returns the address that continues the game on the board elsewhere.
fn address(game: &CorrespondenceGame) -> String {
    browser::url_with_fragment(&game.link())
}

/// The ways to send the link of the game on the board.
fn ways(friends: Friends) -> impl Child {
    let Friends { navigation, .. } = friends;
    let on_board = move || untrack(|| friends.on_board());
    let share = browser::can_share().then(|| {
        icon_button(icon::SEND, text::send(), move || {
            if let Some(game) = on_board() {
                browser::share(text::title(), None, &address(&game), move |is_shared| {
                    if is_shared {
                        friends.set_sent(game.game);
                    }
                });
            }
        })
        .class("primary")
    });
    let copy = icon_button(icon::LINK, text::copy_link(), move || {
        if let Some(game) = on_board() {
            browser::copy_to_clipboard(&address(&game), move |is_copied| {
                if is_copied {
                    friends.set_sent(game.game);
                    navigation.inform(text::link_copied_for(&others(&game)));
                } else {
                    navigation.open(Route::SendLink);
                }
            });
        }
    });
    let copy = if share.is_some() {
        copy
    } else {
        copy.class("primary")
    };
    let code = icon_button(icon::QR_CODE, text::qr_code(), move || {
        navigation.open(Route::SendLink);
    });
    (share, copy, code)
}

/// Notes that the others get the link of the dialog.
pub(crate) fn enter_send_link() {
    let friends = use_friends();
    if let Some(game) = untrack(|| friends.on_board()) {
        friends.set_sent(game.game);
    }
}

/// Returns the contents of the dialog with the link as a QR code and as text.
pub(crate) fn send_link() -> Element {
    let friends = use_friends();
    let address = untrack(|| friends.on_board()).map(|game| address(&game));
    let address = address.unwrap_or_default();
    let code = match qr_code(&address, text::qr_code_of_link()) {
        Some(code) => code.into_any_view(),
        None => p().child(text::qr_code_too_long()).into_any_view(),
    };
    let field = input()
        .r#type("text")
        .readonly(true)
        .value(address)
        .on(ev::focus, select_on_focus);
    let close = button(text::close(), move || {
        friends.navigation.close(Route::SendLink);
    });
    div().child((
        p().child(text::scan_or_copy()),
        code,
        label().class("stacked-label").child((text::link(), field)),
        p().class("buttons sticky").child(close),
    ))
}
