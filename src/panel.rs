//! The panel below the board or beside it: of the game, or for learning.

use crate::{
    components::{
        button::{button, icon_only_button},
        dom::focus_soon,
        html::{Element, ElementRef, div, p, section},
        icon,
    },
    navigation::{Navigation, Route},
    route::Tabs,
    text,
};
use leptos::{ev, prelude::*};

/// The open panel, if any, with the tabs of its group.
pub(crate) fn panel(navigation: Navigation) -> Element {
    let loading = move || section().class("panel").child(p().child(text::loading()));
    let content = move || match navigation.panel_content() {
        // Untracked: signals read by the content must not recreate it.
        Some(content) => Some(untrack(content)),
        None => navigation.panel().map(|_| loading()),
    };
    let shown = Memo::new(move |_| navigation.panel().and_then(Route::tabs));
    let tabs = move || shown.get().map(|shown| tabs(navigation, shown));
    div().id("panel").child((tabs, content))
}

/// A single tab stop, in which the arrow keys select a tab.
fn tabs(navigation: Navigation, tabs: Tabs) -> Element {
    let routes: Vec<Route> = tabs.panels().collect();
    let buttons: Vec<ElementRef> = routes.iter().map(|_| ElementRef::new()).collect();
    let tab = |(route, button_ref): (Route, ElementRef)| {
        let is_selected = move || navigation.panel() == Some(route);
        button(route.tab_label(), move || navigation.open_panel(route))
            .role("tab")
            .aria_selected(move || is_selected().to_string())
            .tabindex(move || if is_selected() { "0" } else { "-1" })
            .node_ref(button_ref)
    };
    let tabs: Vec<_> = tabs
        .panels()
        .zip(buttons.iter().copied())
        .map(tab)
        .collect();
    let on_key = move |event: ev::KeyboardEvent| {
        let count = routes.len();
        let step = match &*event.key() {
            "ArrowLeft" => count - 1,
            "ArrowRight" => 1,
            _ => return,
        };
        event.prevent_default();
        let open = navigation.panel_untracked();
        let at = routes.iter().position(|route| Some(*route) == open);
        let next = (at.unwrap_or(0) + step) % count;
        navigation.open_panel(routes[next]);
        focus_soon(buttons[next]);
    };
    let list = div()
        .role("tablist")
        .aria_label(text::panels())
        .on(ev::keydown, on_key)
        .child(tabs);
    let close = icon_only_button(icon::CLOSE, text::close(), move || {
        if let Some(open) = navigation.panel_untracked() {
            navigation.close(open);
        }
    });
    div().class("tabs").child((list, close.class("close")))
}
