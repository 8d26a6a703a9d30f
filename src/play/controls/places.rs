//! The places of the page: a bar below the board, or a rail beside it.

use crate::{
    board::focus_board,
    components::{
        button::icon_button,
        html::{Element, nav},
        icon::{self, Icon},
    },
    navigation::{Route, use_navigation},
    route::Tabs,
    text,
};
use leptos::prelude::*;

pub(crate) fn places() -> Element {
    let navigation = use_navigation();
    let learning = move || {
        let panel = navigation.panel();
        panel.filter(|route| route.tabs() == Some(Tabs::Learn))
    };
    let play = move || {
        if let Some(route) = untrack(learning) {
            navigation.close(route);
        }
        focus_board();
    };
    let place =
        |symbol: Icon, label, route| icon_button(symbol, label, move || navigation.open(route));
    nav().class("places").aria_label(text::places()).child((
        icon_button(icon::PLAY, text::play(), play)
            .aria_current(move || learning().is_none().then_some("page")),
        icon_button(icon::LEARN, text::learn(), move || {
            if untrack(learning).is_none() {
                navigation.open(Route::Puzzles);
            }
        })
        .aria_current(move || learning().map(|_| "page")),
        place(icon::LIBRARY, text::library(), Route::Library),
        place(icon::TOURNAMENT, text::tournament(), Route::Tournament),
        // Only on the rail; the bar has no room for more than five.
        place(icon::SETTINGS, text::settings(), Route::Settings).class("on-rail"),
        place(icon::HELP, text::help(), Route::Help).class("on-rail"),
        place(icon::MORE, text::more(), Route::More),
    ))
}
