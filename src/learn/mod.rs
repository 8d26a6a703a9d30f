//! The home of what can be learned.

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
    let routes = [Route::Puzzles, Route::Lessons, Route::Openings];
    let links = routes.map(|route| button(route.title(), move || navigation.open(route)));
    div().class("menu").child(links)
}
