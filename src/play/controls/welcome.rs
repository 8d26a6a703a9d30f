//! The choice of opponents on the first visit. The board can be played without it.

use crate::{
    components::{
        button::icon_button,
        html::{Child, div},
        icon::{self, Icon},
    },
    game::{session::Session, state::use_game},
    navigation::{Opponents, Route, RouteData, use_navigation},
    text,
};
use leptos::prelude::*;

/// The choice, until the first command.
pub(crate) fn welcome() -> impl Child {
    let (game, navigation) = (use_game(), use_navigation());
    let choice = move |symbol: Icon, label, opponents| {
        icon_button(symbol, label, move || {
            navigation.open_with(Route::NewGame, RouteData::NewGame(opponents));
        })
    };
    let is_shown = Memo::new(move |_| game.with(Session::command_count) == 0);

    move || {
        is_shown.get().then(|| {
            div()
                .class("welcome")
                .role("group")
                .aria_label(text::opponents())
                .child((
                    choice(icon::COMPUTER, text::computer(), Opponents::Computer),
                    choice(icon::PLAYERS, text::two_players(), Opponents::TwoPlayers),
                    choice(icon::CUSTOM, text::custom_game(), Opponents::Custom),
                ))
        })
    }
}
