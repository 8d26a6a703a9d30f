//! The view of one game of the library, with its actions.

use super::state::{FOCUS_ID, LibraryDialog, View};
use crate::{
    board::{focus_board, viewer::viewer},
    browser,
    components::{
        button::button,
        dom::focus_match_soon,
        html::{self, Element, details, div, form, h3, input, label, p, summary},
    },
    game::{
        session::{Command, Session, to_end},
        state::use_game,
    },
    library::{LibraryGame, MAX_NAME_CHARS, Outcome, open_copy, parse_game_name, text},
    navigation::Route,
};
use four_shapes_records::NameError;
use leptos::{ev, prelude::*};
use std::sync::Arc;

/// An unsaved name: the id of the game, and the text.
#[derive(Clone, Copy)]
struct RenameDraft(StoredValue<Option<(String, String)>>);

/// Provides the draft, which outlives the dialog.
pub(super) fn start() {
    provide_context(RenameDraft(StoredValue::new(None)));
}

/// Returns the view of a game.
pub(super) fn game(dialog: LibraryDialog, game: &Arc<LibraryGame>) -> Element {
    let entry = &game.entry;
    let is_current = dialog.is_current(&entry.id);
    let day = browser::local_date(entry.changed).map_or_else(String::new, |day| day.to_string());
    let board = match game.parse_record() {
        Ok(game_match) => viewer(&game_match, FOCUS_ID),
        Err(error) => p()
            .class("error")
            .id(FOCUS_ID)
            .tabindex(-1)
            .child(text::game_unreadable(&error.to_string())),
    };
    let update = {
        let game = game.clone();
        move |update: &dyn Fn(&mut LibraryGame)| {
            let mut updated = LibraryGame::clone(&game);
            update(&mut updated);
            dialog.view.set(View::Game(Arc::new(updated.clone())));
            dialog.save(updated);
        }
    };
    let starred = entry.starred;
    let star = {
        let update = update.clone();
        button(text::star(), move || {
            update(&|game| game.entry.starred = !starred);
            focus_match_soon("#library-star");
        })
        .id("library-star")
        .aria_pressed(starred.to_string())
    };
    let save = {
        let game = game.clone();
        button(text::save_file(), move || {
            browser::download(
                &text::game_file_name(&browser::today_string()),
                &game.record,
            );
        })
    };
    let delete = (!is_current).then(|| {
        let game = game.clone();
        button(text::delete(), move || dialog.delete(game.clone()))
    });
    let back = button(text::back_to_list(), move || dialog.show_list());
    div().child((
        h3().child(text::game_title(entry)),
        p().class("detail")
            .child(text::game_detail(entry, is_current) + " · " + &day),
        board,
        rename_form(game, update),
        p().class("buttons sticky")
            .child((open_button(dialog, game), star, save, delete, back)),
    ))
}

/// The button that opens a game, if it can be read.
fn open_button(dialog: LibraryDialog, game: &LibraryGame) -> Option<Element> {
    let board = use_game();
    let game_match = game.parse_record().ok()?;
    let entry = &game.entry;
    let is_current = dialog.is_current(&entry.id);
    let summary = entry.summary.as_ref();
    let is_unfinished = summary.is_some_and(|summary| summary.outcome == Outcome::Unfinished);
    let label = match (is_current, is_unfinished) {
        (true, _) => text::to_board(),
        (false, true) => text::resume(),
        (false, false) => text::open(),
    };
    let id = entry.id.clone();
    let open = button(label, move || {
        dialog.repository.navigation.close(Route::Library);
        match (is_current, is_unfinished) {
            (true, _) if board.with_untracked(Session::is_own) => {}
            (true, _) => board.send(Command::ReturnToOwn),
            (false, true) => {
                board.send(Command::Open(id.clone(), Box::new(game_match.clone())));
            }
            // A finished game is not changed.
            (false, false) => open_copy(board, &to_end(&game_match)),
        }
        focus_board();
    })
    .class("primary");
    Some(open)
}

/// The form that renames a game.
fn rename_form(
    game: &Arc<LibraryGame>,
    update: impl Fn(&dyn Fn(&mut LibraryGame)) + 'static,
) -> Element {
    let id = game.entry.id.clone();
    let RenameDraft(draft) = expect_context();
    let typed = draft.get_value().filter(|(draft_id, _)| *draft_id == id);
    let is_open = typed.is_some();
    let name = typed.map_or_else(|| game.entry.name.clone(), |(_, name)| name);
    let name = RwSignal::new(name);
    let error = RwSignal::new(None::<NameError>);
    let field = input()
        .r#type("text")
        .value(name.get_untracked())
        .maxlength(MAX_NAME_CHARS)
        .on(ev::input, move |event| {
            name.set(event_target_value(&event));
            draft.set_value(Some((id.clone(), name.get_untracked())));
        });
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        match name.with_untracked(|name| parse_game_name(name)) {
            Ok(name) => {
                draft.set_value(None);
                update(&|game| game.entry.name.clone_from(&name));
                focus_match_soon("#library-rename");
            }
            Err(invalid) => error.set(Some(invalid)),
        }
    };
    let error = move || error.get().map_or_else(String::new, text::name_error);
    let form = form().on(ev::submit, submit).child((
        label()
            .class("stacked-label")
            .child((text::game_name(), field)),
        html::button().child(text::save()),
        p().class("error").role("alert").child(error),
    ));
    details()
        .open(is_open)
        .child((summary().id("library-rename").child(text::rename()), form))
}
