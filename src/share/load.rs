//! Loading a match from a file or a text, which may be a link or moves.

use crate::{
    board::focus_board,
    browser::{self, FileError},
    components::{
        button::button,
        file_button::file_button,
        html::{self, Element, form, label, p, textarea},
    },
    game::{
        session::Command,
        state::{GameState, use_game},
    },
    library::{assistance, backup, replacement_warning},
    navigation::{Navigation, Route, use_navigation},
    text,
};
use four_shapes_records::{
    Match,
    import::{self, ImportError},
};
use four_shapes_rules::Rules;
use leptos::{ev, prelude::*};
use web_sys::File;

/// The pasted text, until a game is loaded.
#[derive(Clone, Copy)]
struct PastedText(RwSignal<String>);

/// Provides the pasted text, which outlives the dialog.
pub(crate) fn start() {
    provide_context(PastedText(RwSignal::new(String::new())));
}

/// The id of the error.
const ERROR: &str = "load-error";

/// The types of files that may contain a game.
const FILE_TYPES: &str = ".json,.txt,application/json,text/plain";

/// Returns the contents of the load dialog.
pub(crate) fn load() -> Element {
    let navigation = use_navigation();
    let game = use_game();
    let error = RwSignal::new(None::<String>);
    let PastedText(pasted) = expect_context();
    let on_loaded = move |result: Result<(), String>| match result {
        Ok(()) => {
            pasted.set(String::new());
            navigation.close(Route::Load);
            focus_board();
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
            load_file(game, navigation, file, on_loaded);
        }
    });
    let text_area = textarea()
        .rows(3)
        .spellcheck("false")
        .aria_invalid(move || error.with(Option::is_some).then_some("true"))
        .aria_describedby(ERROR)
        .prop("value", move || pasted.get())
        .on(ev::input, move |event| {
            pasted.set(event_target_value(&event));
        });
    let cancel = button(text::cancel(), move || navigation.close(Route::Load));
    form()
        .on(ev::submit, move |event| {
            event.prevent_default();
            on_loaded(pasted.with_untracked(|text| load_text(game, navigation, text)));
        })
        .child((
            replacement_warning(game),
            p().class("buttons").child(file),
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

/// Loads the match of a text.
///
/// # Errors
/// Returns a message if the text is invalid.
pub(crate) fn load_text(game: GameState, navigation: Navigation, text: &str) -> Result<(), String> {
    let (game_match, notice) = parse_text(text, game.with_match_untracked(Match::rules))?;
    game.send(Command::Load(Box::new(game_match)));
    assistance::mark_loaded(game);
    if let Some(notice) = notice {
        navigation.notify(notice);
    }
    Ok(())
}

/// Parses a match, and returns a notice about ignored parts. `rules` are those of the match on
/// the board, which apply to plain moves.
///
/// # Errors
/// Returns a message if the text is invalid.
pub(super) fn parse_text(text: &str, rules: Rules) -> Result<(Match, Option<String>), String> {
    if backup::is_backup(text) {
        return Err(text::backup_not_here().to_owned());
    }
    // If plain moves are illegal on this board, the classic one is tried. If they are illegal on
    // both, the error further on is reported.
    let position = |error: &ImportError| match error {
        ImportError::Moves(error) => error.at,
        _ => 0,
    };
    let parsed = import::parse(text, rules).or_else(|error| {
        let classic = import::parse(text, Rules::CLASSIC);
        classic.map_err(|other| {
            if position(&other) > position(&error) {
                other
            } else {
                error
            }
        })
    });
    let game_match = parsed.map_err(|error| text::import_error(&error))?;
    let unknown = import::unknown_fields(text);
    let notice = (!unknown.is_empty()).then(|| text::unknown_link_fields(&unknown));
    Ok((game_match, notice))
}

fn load_file(
    game: GameState,
    navigation: Navigation,
    file: &File,
    on_loaded: impl FnOnce(Result<(), String>) + 'static,
) {
    browser::read_game_file(file, move |text| {
        on_loaded(match text {
            Ok(text) => load_text(game, navigation, &text),
            Err(error) => Err(file_error(&error).to_owned()),
        });
    });
}

/// Returns the message of an error reading a file.
pub(crate) fn file_error(error: &FileError) -> &'static str {
    match error {
        FileError::TooLarge => text::too_large(),
        FileError::Unreadable => text::not_read(),
    }
}
