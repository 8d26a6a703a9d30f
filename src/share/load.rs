//! Loading a match from a file or a text, which may be a link or moves.

use super::found::{self, Found, List};
use crate::{
    board::focus_board,
    browser::{self, FileError},
    components::{
        button::button,
        file_button::file_button,
        html::{self, Element, div, form, label, p, textarea},
    },
    game::{
        session::Command,
        state::{GameState, use_game},
    },
    later_views::use_later_views,
    library::{assistance, backup, replacement_warning},
    navigation::{Navigation, Route, use_navigation},
    text,
};
use four_shapes_records::{
    Match,
    import::{self, Import, ImportError, Options, Reading},
};
use four_shapes_rules::Rules;
use leptos::{ev, prelude::*};

/// The pasted text, until a game is loaded, and what is in it.
#[derive(Clone, Copy)]
pub(super) struct Pasted {
    text: RwSignal<String>,
    pub(super) found: RwSignal<Option<Found>>,
    pub(super) game: GameState,
    pub(super) navigation: Navigation,
}

/// Provides the pasted text, which outlives the dialog.
pub(crate) fn start() {
    provide_context(Pasted {
        text: RwSignal::new(String::new()),
        found: RwSignal::new(None),
        game: use_game(),
        navigation: use_navigation(),
    });
    use_later_views().list_steps.set(|()| found::list_steps());
}

/// The id of the error.
const ERROR: &str = "load-error";

/// The types of files that may contain a game.
const FILE_TYPES: &str = ".json,.txt,application/json,text/plain";

/// Returns the contents of the load dialog.
pub(crate) fn load() -> Element {
    let pasted: Pasted = expect_context();
    div().child(move || match pasted.found.get() {
        Some(found) => found::found(pasted, found),
        None => load_form(pasted),
    })
}

fn load_form(pasted: Pasted) -> Element {
    let Pasted {
        text,
        game,
        navigation,
        ..
    } = pasted;
    let error = RwSignal::new(None::<String>);
    let on_read = move |result: Result<(), String>| match result {
        Ok(()) => {
            if pasted.found.with_untracked(Option::is_none) {
                text.set(String::new());
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
                    Err(error) => Err(file_error(&error).to_owned()),
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
    form()
        .on(ev::submit, move |event| {
            event.prevent_default();
            on_read(text.with_untracked(|text| pasted.receive(text)));
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

/// Opens a text that was dropped on the page.
///
/// # Errors
/// Returns a message if the text is invalid.
pub(crate) fn open_text(text: &str) -> Result<(), String> {
    let pasted: Pasted = expect_context();
    pasted.receive(text)?;
    if pasted.found.with_untracked(Option::is_some) {
        pasted.navigation.open(Route::Load);
    }
    Ok(())
}

impl Pasted {
    /// Loads the game of a text, or shows what is in it.
    fn receive(self, text: &str) -> Result<(), String> {
        match read_text(text, self.game.with_match_untracked(Match::rules))? {
            Import::List(lines) => self.show(Found::List(List::new(lines))),
            Import::Game(readings) => match <[Reading; 1]>::try_from(readings) {
                Ok([reading]) => {
                    self.found.set(None);
                    self.open_reading(reading, false);
                }
                Err(readings) => self.show(Found::Readings(readings.into(), None)),
            },
        }
        Ok(())
    }

    pub(super) fn show(self, found: Found) {
        self.found.set(Some(found));
    }

    /// Forgets the text, as its game was opened.
    pub(super) fn clear(self) {
        self.text.set(String::new());
        self.found.set(None);
    }

    /// Returns to the form, with the text in it.
    pub(super) fn show_form(self) {
        self.found.set(None);
    }

    /// Puts the game of a reading on the board, and says what was set aside or assumed.
    pub(super) fn open_reading(self, reading: Reading, is_listed: bool) {
        let game_match = Box::new(reading.game_match);
        if is_listed {
            self.game.send(Command::OpenShared(game_match));
        } else {
            self.game.send(Command::Load(game_match));
            assistance::mark_loaded(self.game);
        }
        if let Some(notice) = text::import_notes(&reading.notes) {
            self.navigation.notify(notice);
        }
    }
}

/// Reads a text. Plain moves that are illegal by the rules of the match on the board are read by
/// the classic ones. If they are illegal by both, the error further on is reported.
///
/// # Errors
/// Returns a message if the text is invalid.
pub(super) fn read_text(text: &str, rules: Rules) -> Result<Import, String> {
    if backup::is_backup(text) {
        return Err(text::backup_not_here().to_owned());
    }
    let position = |error: &ImportError| match error {
        ImportError::Moves(error) => error.at,
        _ => 0,
    };
    let read = import::read(text, Options::new(rules)).or_else(|error| {
        let classic = import::read(text, Options::new(Rules::CLASSIC));
        classic.map_err(|other| {
            if position(&other) > position(&error) {
                other
            } else {
                error
            }
        })
    });
    read.map_err(|error| text::import_error(&error))
}

/// Returns the message of an error reading a file.
pub(crate) fn file_error(error: &FileError) -> &'static str {
    match error {
        FileError::TooLarge => text::too_large(),
        FileError::Unreadable => text::not_read(),
    }
}
