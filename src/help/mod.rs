//! The help page: the rules and the keys.

pub(crate) mod about;

use crate::{
    components::{
        button::button,
        html::{Element, dd, div, dl, dt, h3, kbd, p},
    },
    game::state::use_game,
    navigation::{Route, use_navigation},
    text,
};

/// The content of the help page.
pub(crate) fn help() -> Element {
    let navigation = use_navigation();
    let setup = use_game().with_match_untracked(|game_match| game_match.setup().clone());
    let paragraphs = text::help_paragraphs(&setup).map(|paragraph| p().child(paragraph));
    let key = |(keys, meaning): (&'static str, &'static str)| {
        let keys = keys.split(' ').map(|key| kbd().child(key));
        (dt().child(keys.collect::<Vec<_>>()), dd().child(meaning))
    };
    let keys = text::keys(setup.rules()).into_iter().map(key);
    let about = button(text::about(), move || navigation.open(Route::About));
    div().child((
        paragraphs,
        p().child(text::help_tournaments()),
        h3().child(text::keys_heading()),
        dl().class("keys").child(keys.collect::<Vec<_>>()),
        p().class("buttons").child(about),
    ))
}
