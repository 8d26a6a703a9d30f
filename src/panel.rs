//! The panel below the board or beside it: of the game, or an exercise.

use crate::{
    components::{
        button::{button, icon_only_button},
        dom::{focus_soon, mark_page},
        html::{Child, Element, ElementRef, div, p, section},
        icon,
    },
    navigation::{Navigation, Route, use_navigation},
    text,
};
use leptos::{ev, prelude::*};

/// The page that is beside the board, or the open panel with its tabs.
pub(crate) fn panel(navigation: Navigation) -> Element {
    let loading = move || section().class("panel").child(p().child(text::loading()));
    let exercise = move || navigation.page().filter(|page| page.has_board());
    let is_exercise = Memo::new(move |_| exercise().is_some());
    let content = move || {
        let shown = if is_exercise.get() {
            navigation.page_content()
        } else {
            navigation.panel_content()
        };
        let view = match shown {
            // Untracked: signals read by the content must not recreate it.
            Some(content) => Some(untrack(content)),
            None => exercise().or(navigation.panel()).map(|_| loading()),
        };
        view.inspect(|_| mark_page("data-has-panel"))
    };
    let has_tabs = Memo::new(move |_| navigation.panel().is_some());
    let tabs = move || (!is_exercise.get() && has_tabs.get()).then(|| tabs(navigation));
    div().id("panel").child((tabs, content))
}

/// The head of an exercise: the way back to where the exercises are listed, and what it is.
pub(crate) fn exercise_head(content: impl Child) -> Element {
    let navigation = use_navigation();
    let back = icon_only_button(icon::PREVIOUS, Route::Learn.title(), move || {
        navigation.open(Route::Learn);
    });
    div()
        .class("panel-head")
        .child((back.class("flat"), content))
}

/// An exercise without a title, for instance while it is loaded.
pub(crate) fn untitled_exercise(content: impl Child) -> Element {
    div().class("puzzle").child((exercise_head(""), content))
}

/// A single tab stop, in which the arrow keys select a tab.
fn tabs(navigation: Navigation) -> Element {
    let routes: Vec<Route> = Route::panels().collect();
    let buttons: Vec<ElementRef> = routes.iter().map(|_| ElementRef::new()).collect();
    let tab = |(route, button_ref): (Route, ElementRef)| {
        let is_selected = move || navigation.panel() == Some(route);
        button(route.tab_label(), move || navigation.open_panel(route))
            .role("tab")
            .aria_selected(move || is_selected().to_string())
            .tabindex(move || if is_selected() { "0" } else { "-1" })
            .node_ref(button_ref)
    };
    let tabs: Vec<_> = Route::panels()
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
