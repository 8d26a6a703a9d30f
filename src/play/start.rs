//! The start: what the game is, and the ways to play it, above and below the empty board. A move
//! starts a two-player game without it.

use crate::{
    board::badge,
    browser,
    components::{
        button::icon_button,
        html::{Element, div, h2, p, span},
        icon,
    },
    game::{session::Session, state::use_game},
    later_views::use_later_views,
    navigation::{Opponents, Request, Route, RouteData, use_navigation},
    text,
};
use four_shapes_records::PieceStyle;
use leptos::prelude::*;

/// Whether the start is shown: until the board has a move or another game, and not beside a page
/// such as the list of lessons or a panel that was opened.
pub(crate) fn is_shown() -> Memo<bool> {
    let (game, navigation) = (use_game(), use_navigation());
    Memo::new(move |_| {
        let is_covered = navigation.has_page_with_board()
            || navigation
                .panel()
                .is_some_and(|panel| panel != Route::Moves);
        !is_covered && game.with(Session::is_untouched)
    })
}

/// What the game is; in the place of the players.
pub(crate) fn hero() -> Element {
    div()
        .class("hero")
        .child((h2().child(text::hero()), p().child(text::hero_detail())))
}

/// The ways to play. `play_computer` starts a game against the last opponent, `play_two` one of two
/// people on this device.
pub(crate) fn start(play_computer: impl Fn() + 'static, play_two: impl Fn() + 'static) -> Element {
    let (navigation, views) = (use_navigation(), use_later_views());
    let label = move || (text::play_computer(), views.last_opponent.show(()));
    let computer = icon_button(icon::COMPUTER, label, play_computer).class("primary");
    let choose = icon_button(icon::CUSTOM, text::new_game(), move || {
        let data = RouteData::NewGame(Opponents::Computer);
        navigation.request(Request::OpenWith(Route::NewGame, data));
    });
    let two = icon_button(icon::PLAYERS, text::two_players(), play_two);
    let invite = icon_button(icon::SEND, text::invite_friend(), move || {
        navigation.request(Request::Open(Route::Friend));
    });
    div()
        .class("ways")
        .role("group")
        .aria_label(text::start_heading())
        .child((
            computer,
            choose.class("primary choose"),
            two,
            (!browser::is_embedded()).then_some(invite),
            div().class("today-place").child(views.today.show(())),
            div().class("recent-place").child(views.recent.show(())),
        ))
}

/// Pieces that fall once over the empty board of the first visit.
pub(crate) fn falling_pieces() -> Element {
    let piece = |number: usize| span().child(badge(PieceStyle::nth(number % 2)));
    div()
        .class("falling")
        .aria_hidden("true")
        .child((0..5).map(piece).collect::<Vec<_>>())
}
