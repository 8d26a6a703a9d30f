//! The buttons of the dialogs and panels.

use crate::{
    components::button::button,
    components::html::div,
    game::state::use_game,
    navigation::{Route, use_navigation},
    share::save_file,
    text,
};
use leptos::prelude::*;

pub(crate) fn route_buttons() -> AnyView {
    let (game, navigation) = (use_game(), use_navigation());
    let dialog = |label, route| button(label, move || navigation.open(route));
    let panel = |label, route| {
        let is_open = move || navigation.panel() == Some(route);
        dialog(label, route).aria_expanded(move || is_open().to_string())
    };
    div()
        .class("tools")
        .role("group")
        .aria_label(text::tools())
        .child((
            dialog(text::players(), Route::Players),
            panel(text::analysis(), Route::Analysis),
            dialog(text::share(), Route::Share),
            button(text::save(), move || save_file(game, None)),
            dialog(text::load(), Route::Load),
            panel(text::text_panel(), Route::Conversation),
            dialog(text::library(), Route::Library),
            dialog(text::tournament(), Route::Tournament),
            dialog(text::settings(), Route::Settings),
        ))
        .into_any()
}
