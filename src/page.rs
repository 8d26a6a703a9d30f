//! The page in the place of the board.

use crate::{
    components::{
        button::icon_only_button,
        dom::{element, mark_page},
        html::{Child, Element, ElementRef, div, h2, p, section},
        icon,
    },
    navigation::{Navigation, Route},
    route::Area,
    text,
};
use leptos::{ev, prelude::*};

/// The page that is shown instead of the board, if any.
pub(crate) fn page(navigation: Navigation) -> impl Child {
    // A number, since the program has memos of this type already.
    let shown = Memo::new(move |_| {
        let page = navigation.page().filter(|page| !page.has_board());
        page.map(|page| page as usize)
    });

    move || {
        let route = Route::ALL[shown.get()?];
        Some(untrack(|| view(navigation, route)))
    }
}

fn view(navigation: Navigation, route: Route) -> Element {
    mark_page("data-has-place");
    let heading = ElementRef::new();
    // On the window, as the element with the focus may have been removed.
    let on_key = move |event: ev::KeyboardEvent| {
        let is_free = Route::dialogs().all(|dialog| !navigation.is_open_untracked(dialog));
        if event.key() == "Escape" && !event.default_prevented() && is_free {
            event.prevent_default();
            navigation.history().back();
        }
    };
    let listener = window_event_listener(ev::keydown, on_key);
    on_cleanup(move || listener.remove());
    let button = icon_only_button(icon::PREVIOUS, text::back(), move || {
        let history = navigation.history();
        if history.contains(route.id()) && !history.is_at(route.id()) {
            // A part of the page, such as a game of a tournament.
            return history.back();
        }
        match route.parent() {
            Some(parent) => navigation.open(parent),
            None => navigation.close(route),
        }
    });
    // A page of *Play* is above the board.
    let has_back = route.parent().is_some() || route.area() == Some(Area::Play);
    let content = move || match navigation.page_content() {
        // Untracked: signals read by the content must not recreate it.
        Some(content) => untrack(content),
        None => p().child(text::loading()),
    };
    // Announces the page. In the next frame, as it is about to be rendered.
    request_animation_frame(move || {
        if let Some(heading) = element(heading) {
            // It fails only for elements that can't be focused.
            let _ = heading.focus();
        }
    });
    section()
        .id(route.id())
        .class("place")
        .attr("data-place", route.id())
        .aria_label(route.title())
        .child((
            div().class("page-head").child((
                has_back.then_some(button),
                h2().tabindex(-1).node_ref(heading).child(route.title()),
            )),
            content,
        ))
}
