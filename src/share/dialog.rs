//! Sharing a match: a link, and its position as text.

use super::pictures;
use crate::{
    browser,
    components::{
        button::button,
        dom::{select_on_focus, select_text},
        html::{Element, ElementRef, div, input, label, p, pre, span},
    },
    game::state::use_game,
    navigation::{Route, use_navigation},
    text,
};
use four_shapes_records::{
    Match, Setup,
    export::{self, Format},
    link,
};
use leptos::{ev, prelude::*};
use std::time::Duration;

/// How long it is shown that a text was copied.
const COPIED_DURATION: Duration = Duration::from_secs(4);

/// Returns the contents of the share dialog.
pub(crate) fn share() -> Element {
    let navigation = use_navigation();
    let game_match = StoredValue::new(use_game().with_match_untracked(Match::clone));
    let close = button(text::close(), move || navigation.close(Route::Share));
    div().child((
        p().child(text::share_explained()),
        pictures::preview(game_match.get_value()),
        share_fields(move || Some(game_match.get_value())),
        p().class("buttons sticky").child(close),
    ))
}

/// The link to a match. It says who sends it if a single human with a name of their own has played.
fn link_of(game_match: &Match) -> String {
    let seats = game_match.setup().seats().iter().enumerate();
    let mut humans = seats.filter(|(_, seat)| seat.computer.is_none());
    let defaults = Setup::with_default_seats(game_match.rules());
    match (humans.next(), humans.next()) {
        (Some((index, seat)), None) if seat.name != defaults.seats()[index].name => {
            link::write_from(game_match, index)
        }
        _ => link::write(game_match),
    }
}

/// The link to a match, and buttons that copy it or its position.
pub(crate) fn share_fields(
    game_match: impl Fn() -> Option<Match> + Copy + Send + Sync + 'static,
) -> Element {
    let address = move || {
        let game_match = game_match();
        game_match.map_or_else(String::new, |it| browser::link_to(&link_of(&it)))
    };
    // The result of copying; `None` before.
    let copied = RwSignal::new(None);
    // What couldn't be copied and isn't in the field.
    let blocked = RwSignal::new(None::<String>);
    let (field_ref, blocked_ref) = (ElementRef::new(), ElementRef::new());
    let field = input()
        .r#type("text")
        .node_ref(field_ref)
        .readonly(true)
        .prop("value", address)
        .on(ev::focus, select_on_focus);
    let finish = move |success: bool| {
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
    };
    let copy = button(text::copy(), move || {
        blocked.set(None);
        browser::copy_to_clipboard(&untrack(address), move |success| {
            if !success {
                select_text(field_ref);
            }
            finish(success);
        });
    });
    let copy_as = move |format: Format| {
        button(text::format_name(format), move || {
            let game_match = untrack(game_match);
            let write = |game_match: &Match| match format {
                Format::Svg => Some(pictures::svg(game_match)),
                _ => export::write(game_match, format),
            };
            let Some(written) = game_match.as_ref().and_then(write) else {
                return;
            };
            blocked.set(None);
            let shown = written.clone();
            browser::copy_to_clipboard(&written, move |success| {
                if !success {
                    blocked.set(Some(shown.clone()));
                    request_animation_frame(move || select_text(blocked_ref));
                }
                finish(success);
            });
        })
    };
    let formats = Memo::new(move |_| {
        let game_match = game_match();
        let is_possible = |format: &Format| {
            let game_match = game_match.as_ref();
            game_match.is_some_and(|it| export::write(it, *format).is_some())
        };
        Format::ALL
            .into_iter()
            .filter(is_possible)
            .collect::<Vec<_>>()
    });
    let result = move || match copied.get() {
        None => "",
        Some(true) => text::copied(),
        Some(false) => text::not_copied(),
    };
    let send = browser::can_share().then(|| {
        button(text::send(), move || {
            browser::share(text::title(), None, &untrack(address), |_| ());
        })
    });
    div().class("share-fields").child((
        label().class("stacked-label").child((text::link(), field)),
        p().class("buttons").child((copy.class("primary"), send)),
        div()
            .class("buttons")
            .role("group")
            .aria_label(text::copy_as())
            .child((
                span().aria_hidden("true").child(text::copy_as()),
                move || formats.get().into_iter().map(copy_as).collect::<Vec<_>>(),
            )),
        move || {
            let text = blocked.get()?;
            Some(pre().class("copied-text").node_ref(blocked_ref).child(text))
        },
        p().class("reserved-line").aria_live("polite").child(result),
        pictures::pictures(game_match),
    ))
}
