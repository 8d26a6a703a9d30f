//! The share dialog: a link to the match on the board.

use crate::{
    browser,
    components::{
        button::button,
        dom::{event_input, select_text},
        html::{Element, ElementRef, div, input, label, p},
    },
    game::state::use_game,
    navigation::{Route, use_navigation},
    text,
};
use four_shapes_records::link;
use leptos::{ev, prelude::*};
use std::time::Duration;

/// How long it is shown that the link was copied.
const COPIED_DURATION: Duration = Duration::from_secs(4);

/// Returns the contents of the share dialog.
pub(crate) fn share() -> Element {
    let navigation = use_navigation();
    let address = browser::url_with_fragment(&use_game().with_match_untracked(link::write));
    // The result of copying the link; `None` before.
    let copied = RwSignal::new(None);
    let shown = ElementRef::new();
    let field = input()
        .r#type("text")
        .node_ref(shown)
        .readonly(true)
        .value(address.clone())
        .on(ev::focus, |event| {
            if let Some(input) = event_input(&event) {
                input.select();
            }
        });
    let copied_address = address.clone();
    let copy = button(text::copy(), move || {
        browser::copy_to_clipboard(&copied_address, move |success| {
            if !success {
                select_text(shown);
            }
            // The same result again is read again.
            copied.set(None);
            request_animation_frame(move || {
                let _ = copied.try_set(Some(success));
            });
            // What to do instead stays.
            if success {
                set_timeout(
                    move || {
                        let _ = copied.try_set(None);
                    },
                    COPIED_DURATION,
                );
            }
        });
    });
    let result = move || match copied.get() {
        None => "",
        Some(true) => text::copied(),
        Some(false) => text::not_copied(),
    };
    let send = browser::can_share().then(|| {
        button(text::send(), move || {
            browser::share(text::title(), &address);
        })
    });
    let close = button(text::close(), move || navigation.close(Route::Share));
    div().child((
        p().child(text::share_explained()),
        label().class("stacked-label").child((text::link(), field)),
        p().class("reserved-line").aria_live("polite").child(result),
        p().class("buttons sticky")
            .child((copy.class("primary"), send, close)),
    ))
}
