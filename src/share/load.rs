//! Reading a match from a file, a link or a text.

use crate::{
    board::focus_board,
    bridge::{self, Request},
    components::dialog::Opener,
    components::ui::{button, html},
    device::{self, NotRead},
    game::session::Command,
    library::{backup, warning},
    sheets::far::{Far, far},
    text,
};
use four_shapes_engine::{
    Match, Rules,
    import::{self, ImportError},
};
use leptos::prelude::*;
use web_sys::File;

/// The text that was pasted, until a game is loaded.
#[derive(Clone, Copy)]
struct Pasted(RwSignal<String>);

/// Makes a place for what is pasted: it stays as long as the page.
pub(crate) fn start() {
    provide_context(Pasted(RwSignal::new(String::new())));
}

/// What is in the load dialog.
pub(crate) fn load(opener: Opener) -> AnyView {
    let far = far();
    let wrong = RwSignal::new(String::new());
    let Pasted(pasted) = expect_context();
    let done = move |loaded: Result<(), String>| match loaded {
        Ok(()) => {
            pasted.set(String::new());
            opener.close();
            focus_board();
        }
        Err(error) => wrong.set(error),
    };
    let file = html("input")
        .attr("type", "file")
        .attr("accept", ".json,.txt,application/json,text/plain")
        .on("change", move |event| {
            if let Some(file) = device::chosen_file(&event) {
                read(far, &file, done);
            }
        });
    let text_area = html("textarea")
        .attr("rows", "3")
        .attr("spellcheck", "false")
        .text_prop("value", move || pasted.get())
        .on("input", move |event| pasted.set(event_target_value(&event)));
    let warning = warning(far);
    let buttons = html("p")
        .class("buttons sticky")
        .child(html("button").class("primary").text(text::LOAD_PASTED))
        .child(button(text::CANCEL, move || opener.close()));
    html("form")
        .on("submit", move |event| {
            event.prevent_default();
            done(pasted.with_untracked(|text| take(far, text)));
        })
        .children(warning)
        .child(html("label").class("wide").text(text::FILE).child(file))
        .child(
            html("label")
                .class("wide")
                .text(text::PASTE)
                .child(text_area),
        )
        .child(
            html("p")
                .class("error line")
                .attr("role", "alert")
                .text_with(move || wrong.get()),
        )
        .child(buttons)
        .view()
}

/// Loads what a text says, or says what is wrong with it and changes nothing.
fn take(far: Far, text: &str) -> Result<(), String> {
    far.ask(requests(text, far.peek(Match::rules))?);
    Ok(())
}

/// What a text asks of the page while a board of these rules is seen: to go on with its
/// game, and to say what was passed over.
///
/// # Errors
/// Words for what is wrong with it.
pub(crate) fn requests(text: &str, rules: Rules) -> Result<Vec<Request>, String> {
    if backup::is_backup(text) {
        return Err(text::BACKUP_NOT_HERE.to_owned());
    }
    // Moves are for the board that is seen, or else for the one that everybody
    // plays on. If both are wrong, the one that got further was meant.
    let at = |error: &ImportError| match error {
        ImportError::Moves(error) => error.at,
        _ => 0,
    };
    let read = import::read(text, rules).or_else(|error| {
        let classic = import::read(text, Rules::CLASSIC);
        classic.map_err(|other| {
            if at(&other) > at(&error) {
                other
            } else {
                error
            }
        })
    });
    let played = read.map_err(|error| text::import_error(&error))?;
    let load = Request::Command(Command::Load(Box::new(played)));
    let unknown = import::unknown_fields(text);
    let notice = (!unknown.is_empty()).then(|| Request::Notice(text::unknown_fields(&unknown)));
    Ok([load].into_iter().chain(notice).collect())
}

fn read(far: Far, file: &File, done: impl FnOnce(Result<(), String>) + 'static) {
    device::read_file(file, move |text| {
        done(match text {
            Ok(text) => take(far, &text),
            Err(NotRead::TooLarge) => Err(text::TOO_LARGE.to_owned()),
            Err(NotRead::Failed) => Err(text::NOT_READ.to_owned()),
        });
    });
}

/// Takes a text that was dropped on the page, or the text of a file.
pub(crate) fn dropped(far: Far, text: &str) {
    far.catch_up();
    if let Err(error) = take(far, text) {
        bridge::sheets::send(&Request::Notice(error));
    }
}
