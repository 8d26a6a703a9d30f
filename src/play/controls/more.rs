//! The menu of everything that is needed less often.

use crate::{
    components::{
        button::{button, icon_button},
        html::{Element, div, p},
        icon::{self, Icon},
    },
    game::state::use_game,
    navigation::{Route, RouteData, use_navigation},
    share::save_file,
    text,
};

/// The content of the menu.
pub(crate) fn more() -> Element {
    let (game, navigation) = (use_game(), use_navigation());
    let open = |symbol: Icon, label, route| {
        icon_button(symbol, label, move || {
            navigation.close(Route::More);
            navigation.open(route);
        })
    };
    let text = icon_button(icon::TEXT, text::text_panel(), move || {
        navigation.close(Route::More);
        navigation.open_panel(Route::Conversation);
    });
    let save = icon_button(icon::SAVE, text::save(), move || {
        navigation.close(Route::More);
        save_file(game, None);
    });
    let edit = icon_button(icon::CUSTOM, text::edit_position(), move || {
        navigation.close(Route::More);
        let position = game.with_match_untracked(|it| it.game().position().clone());
        let data = RouteData::Position(Box::new(position));
        navigation.open_with(Route::BoardEditor, data);
    });
    let close = button(text::close(), move || navigation.close(Route::More));
    div().child((
        div().class("menu").child((
            open(icon::SHARE, text::share(), Route::Share),
            save,
            open(icon::LOAD, text::load(), Route::Load),
            text,
            edit,
            open(icon::PLAYERS, text::players(), Route::Players),
            open(icon::SCORES, text::scores_heading(), Route::Scores),
            open(icon::SETTINGS, text::settings(), Route::Settings),
            open(icon::HELP, text::help(), Route::Help),
            open(icon::INFO, text::about(), Route::About),
        )),
        p().class("buttons sticky").child(close),
    ))
}
