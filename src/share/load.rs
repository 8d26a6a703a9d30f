//! Reading a match from a file, a link or a text.

use crate::components::html::{self, form, input, label, p, textarea};
use crate::{
    board::focus_board,
    components::button::button,
    device::{self, NotRead},
    game::session::Command,
    game::state::{GameState, use_game},
    library::{backup, replacement_warning},
    navigation::{Navigation, Place, use_navigation},
    text,
};
use four_shapes_engine::{
    Match, Rules,
    import::{self, ImportError},
};
use leptos::{ev, prelude::*};
use web_sys::File;

/// The text that was pasted, until a game is loaded.
#[derive(Clone, Copy)]
struct Pasted(RwSignal<String>);

/// Makes a place for what is pasted: it stays as long as the page.
pub(crate) fn start() {
    provide_context(Pasted(RwSignal::new(String::new())));
}

/// What is in the load dialog.
pub(crate) fn load() -> AnyView {
    let navigation = use_navigation();
    let game = use_game();
    let error = RwSignal::new(None::<String>);
    let Pasted(pasted) = expect_context();
    let done = move |loaded: Result<(), String>| match loaded {
        Ok(()) => {
            pasted.set(String::new());
            navigation.close(Place::Load);
            focus_board();
        }
        Err(why) => error.set(Some(why)),
    };
    let file = input()
        .r#type("file")
        .accept(".json,.txt,application/json,text/plain")
        .on(ev::change, move |event| {
            if let Some(file) = device::chosen_file(&event) {
                read(game, navigation, &file, done);
            }
        });
    let text_area = textarea()
        .rows(3)
        .spellcheck("false")
        .prop("value", move || pasted.get())
        .on(ev::input, move |event| {
            pasted.set(event_target_value(&event));
        });
    let cancel = button(text::cancel(), move || navigation.close(Place::Load));
    form()
        .on(ev::submit, move |event| {
            event.prevent_default();
            done(pasted.with_untracked(|text| take(game, navigation, text)));
        })
        .child((
            replacement_warning(game),
            label().class("wide").child((text::file(), file)),
            label().class("wide").child((text::paste(), text_area)),
            p().class("error line")
                .role("alert")
                .child(move || error.get().unwrap_or_default()),
            p().class("buttons sticky").child((
                html::button().class("primary").child(text::load_pasted()),
                cancel,
            )),
        ))
        .into_any()
}

/// Loads what a text says, or says what is wrong with it and changes nothing.
///
/// # Errors
/// Words for what is wrong with the text.
pub(crate) fn take(game: GameState, navigation: Navigation, text: &str) -> Result<(), String> {
    let (played, notice) = read_text(text, game.peek_match(Match::rules))?;
    game.send(Command::Load(Box::new(played)));
    if let Some(notice) = notice {
        navigation.notify(notice);
    }
    Ok(())
}

/// Reads the match that a text is while a board of these rules is seen, with a notice of
/// what was passed over.
///
/// # Errors
/// Words for what is wrong with it.
pub(super) fn read_text(text: &str, rules: Rules) -> Result<(Match, Option<String>), String> {
    if backup::is_backup(text) {
        return Err(text::backup_not_here().to_owned());
    }
    // Moves are for the board that is seen, or else for the one that everybody
    // plays on. If both are wrong, the one that got further was meant.
    let at = |error: &ImportError| match error {
        ImportError::Moves(error) => error.at,
        _ => 0,
    };
    let read = import::parse(text, rules).or_else(|error| {
        let classic = import::parse(text, Rules::CLASSIC);
        classic.map_err(|other| {
            if at(&other) > at(&error) {
                other
            } else {
                error
            }
        })
    });
    let played = read.map_err(|error| text::import_error(&error))?;
    let unknown = import::unknown_fields(text);
    let notice = (!unknown.is_empty()).then(|| text::unknown_link_fields(&unknown));
    Ok((played, notice))
}

fn read(
    game: GameState,
    navigation: Navigation,
    file: &File,
    done: impl FnOnce(Result<(), String>) + 'static,
) {
    device::read_file(file, move |text| {
        done(match text {
            Ok(text) => take(game, navigation, &text),
            Err(error) => Err(not_read(&error).to_owned()),
        });
    });
}

/// Why a file was not read, in words.
pub(crate) fn not_read(error: &NotRead) -> &'static str {
    match error {
        NotRead::TooLarge => text::too_large(),
        NotRead::Failed => text::not_read(),
    }
}
