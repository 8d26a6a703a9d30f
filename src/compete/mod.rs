//! The home of competitions.

use crate::{
    components::{
        button::button,
        html::{Element, div},
    },
    navigation::{Route, use_navigation},
};

/// The content of the page.
pub(crate) fn home() -> Element {
    let navigation = use_navigation();
    let tournament = button(Route::Tournament.title(), move || {
        navigation.open(Route::Tournament);
    });
    div().class("menu").child(tournament)
}
