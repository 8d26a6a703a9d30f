//! The places of the page: a bar below the board, or a rail beside it.

use crate::{
    board::focus_board,
    components::{
        button::icon_button,
        html::{Element, nav},
        icon::{self, Icon},
    },
    navigation::{Request, Route, use_navigation},
    route::Area,
    text,
};
use leptos::prelude::*;

pub(crate) fn places() -> Element {
    let navigation = use_navigation();
    let shown = move || navigation.page().or_else(|| navigation.origin());
    let area = move || shown().and_then(Route::area);
    let play = move || {
        if untrack(shown).is_some() {
            navigation.request(Request::ClosePages);
        }
        focus_board();
    };
    let place = |symbol: Icon, label, route: Route| {
        let is_current = move || area() == route.area();
        icon_button(symbol, label, move || {
            navigation.request(Request::Open(route));
        })
        .aria_current(move || is_current().then_some("page"))
    };
    let is_playing = move || matches!(area(), None | Some(Area::Play));
    // On the bar, the menu leads to these.
    let is_in_menu = move || matches!(area(), Some(Area::Settings | Area::Help));
    nav().class("places").aria_label(text::places()).child((
        icon_button(icon::PLAY, text::play(), play)
            .aria_current(move || is_playing().then_some("page")),
        place(icon::LEARN, text::learn(), Route::Learn),
        place(icon::LIBRARY, text::library(), Route::Library),
        place(icon::TOURNAMENT, text::compete(), Route::Compete),
        // Only on the rail; the bar has no room for more than five.
        place(icon::SETTINGS, text::settings(), Route::Settings).class("on-rail"),
        place(icon::HELP, text::help(), Route::Help).class("on-rail"),
        icon_button(icon::MORE, text::more(), move || {
            navigation.request(Request::Open(Route::More));
        })
        .aria_current(move || is_in_menu().then_some("true")),
    ))
}
