//! The dialog that loads a match from a file or a text, which may be a link or moves.

use super::{
    found,
    pasted::{self, use_pasted},
};
use crate::{
    board::focus_board,
    browser,
    components::{
        button::button,
        file_button::file_button,
        html::{self, Element, div, form, label, p, textarea},
    },
    game::state::use_game,
    later_views::use_later_views,
    library::replacement_warning,
    navigation::{Route, RouteData, use_navigation},
    text,
};
use four_shapes_records::Match;
use four_shapes_rules::Position;
use leptos::{ev, prelude::*};

/// Provides what outlives the dialog.
pub(crate) fn start() {
    pasted::provide();
    use_later_views().list_steps.set(|()| found::list_steps());
}

/// The id of the error.
const ERROR: &str = "load-error";

/// The types of files that may contain a game.
const FILE_TYPES: &str = ".json,.txt,application/json,text/plain";

/// Returns the contents of the load dialog.
pub(crate) fn load() -> Element {
    let pasted = use_pasted();
    on_cleanup(move || pasted.skip_question());
    div().child(move || match pasted.found() {
        Some(found) => found::found(found),
        None => load_form(),
    })
}

fn load_form() -> Element {
    let (game, navigation, pasted) = (use_game(), use_navigation(), use_pasted());
    let text = pasted.text;
    let error = RwSignal::new(None::<String>);
    let on_read = move |result: Result<(), String>| match result {
        Ok(()) => {
            if !pasted.has_found() {
                navigation.close(Route::Load);
                focus_board();
            }
        }
        Err(message) => {
            // The same error again is read again.
            error.set(None);
            request_animation_frame(move || {
                let _ = error.try_set(Some(message));
            });
        }
    };
    let file = file_button(text::choose_file(), FILE_TYPES, move |files| {
        if let Some(file) = files.first() {
            browser::read_game_file(file, move |text| {
                on_read(match text {
                    Ok(text) => pasted.receive(&text),
                    Err(error) => Err(super::file_error(&error).to_owned()),
                });
            });
        }
    });
    let text_area = textarea()
        .rows(3)
        .spellcheck("false")
        .aria_invalid(move || error.with(Option::is_some).then_some("true"))
        .aria_describedby(ERROR)
        .prop("value", move || text.get())
        .on(ev::input, move |event| {
            text.set(event_target_value(&event));
        });
    let cancel = button(text::cancel(), move || navigation.close(Route::Load));
    let set_up = button(text::set_up_position(), move || {
        let rules = game.with_match_untracked(Match::rules);
        let data = RouteData::Position(Box::new(Position::new(rules)));
        navigation.open_with(Route::BoardEditor, data);
    });
    form()
        .on(ev::submit, move |event| {
            event.prevent_default();
            // Not borrowed: it is cleared when the game is on the board.
            on_read(pasted.receive(&text.get_untracked()));
        })
        .child((
            replacement_warning(game),
            p().class("buttons").child((file, set_up)),
            label()
                .class("stacked-label")
                .child((text::paste(), text_area)),
            p().class("error line")
                .id(ERROR)
                .role("alert")
                .child(move || error.get().unwrap_or_default()),
            p().class("buttons sticky").child((
                html::button().class("primary").child(text::load_pasted()),
                cancel,
            )),
        ))
}

/// Opens a text that was dropped on the page.
pub(crate) fn open_text(text: &str) {
    let (navigation, pasted) = (use_navigation(), use_pasted());
    match pasted.receive(text) {
        Ok(()) if pasted.has_found() => navigation.open(Route::Load),
        Ok(()) => {}
        Err(error) => navigation.notify(error),
    }
}
