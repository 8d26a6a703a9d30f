//! One game of the library: to look at, to go on with, to name, to hand on, to delete.

use super::state::{Dialog, FIRST, View};
use crate::components::html::{self, details, div, form, h3, input, label, p, summary};
use crate::library::text;
use crate::{
    board::focus_board,
    board::viewer::viewer,
    components::{button::button, dom::focus},
    device,
    game::session::{Request, Session},
    game::state::use_game,
    game::visit::VisitCommand,
    library::{Game, Outcome, Title, open_copy},
    navigation::Place,
};
use four_shapes_engine::NameError;
use leptos::{ev, prelude::*};
use std::sync::Arc;

/// The id of a game, and the name for it that was typed and not kept yet.
#[derive(Clone, Copy)]
struct Unfinished(StoredValue<Option<(String, String)>>);

/// Makes a place for a name that is typed: it stays as long as the page.
pub(super) fn start() {
    provide_context(Unfinished(StoredValue::new(None)));
}

/// A game, with what can be done with it.
pub(super) fn game(dialog: Dialog, game: &Arc<Game>) -> AnyView {
    let entry = &game.entry;
    let is_own = dialog.is_own(&entry.id);
    let day = device::day(entry.changed).map_or_else(String::new, |day| day.to_string());
    let looked_at = match game.played() {
        Ok(played) => viewer(&played, FIRST),
        Err(why) => p()
            .class("error")
            .id(FIRST)
            .tabindex(-1)
            .child(text::game_unreadable(&why.to_string()))
            .into_any(),
    };
    let change = {
        let game = game.clone();
        move |change: &dyn Fn(&mut Game)| {
            let mut changed = Game::clone(&game);
            change(&mut changed);
            dialog.view.set(View::Game(Arc::new(changed.clone())));
            dialog.keep(changed);
        }
    };
    let starred = entry.starred;
    let star = {
        let change = change.clone();
        button(text::star(), move || {
            change(&|game| game.entry.starred = !starred);
            refocus("#library-star");
        })
        .id("library-star")
        .aria_pressed(starred.to_string())
    };
    let save = {
        let game = game.clone();
        button(text::save_file(), move || {
            device::download(&text::game_file_name(&device::date()), &game.record);
        })
    };
    let delete = (!is_own).then(|| {
        let game = game.clone();
        button(text::delete(), move || dialog.delete(game.clone()))
    });
    let back = button(text::back_to_list(), move || dialog.back());
    div()
        .child((
            h3().child(text::game_title(entry)),
            p().class("detail")
                .child(text::game_detail(entry, is_own) + " · " + &day),
            looked_at,
            rename(game, change),
            p().class("buttons sticky")
                .child((open(dialog, game), star, save, delete, back)),
        ))
        .into_any()
}

/// The button that puts a game on the board, if it can be read.
fn open(dialog: Dialog, game: &Game) -> Option<AnyView> {
    let on_board = use_game();
    let played = game.played().ok()?;
    let entry = &game.entry;
    let is_own = dialog.is_own(&entry.id);
    let goes_on = entry
        .summary
        .as_ref()
        .is_some_and(|it| it.outcome == Outcome::Unfinished);
    let name = match (is_own, goes_on) {
        (true, _) => text::to_board(),
        (false, true) => text::resume(),
        (false, false) => text::open(),
    };
    let id = entry.id.clone();
    let open = button(name, move || {
        dialog.repository.navigation.close(Place::Library);
        match (is_own, goes_on) {
            (true, _) if on_board.peek(Session::is_visiting) => {
                on_board.send(VisitCommand::Return);
            }
            (true, _) => {}
            (false, true) => {
                on_board.send(Request::Open(id.clone(), Box::new(played.clone())));
            }
            // What is over stays as it is; what is on the board is a copy.
            (false, false) => open_copy(on_board, &played),
        }
        focus_board();
    })
    .class("primary");
    Some(open.into_any())
}

/// Gives the focus back to what has been drawn anew.
fn refocus(selector: &'static str) {
    request_animation_frame(move || focus(selector));
}

/// A name for the game, typed.
fn rename(game: &Arc<Game>, change: impl Fn(&dyn Fn(&mut Game)) + 'static) -> AnyView {
    let id = game.entry.id.clone();
    let Unfinished(unfinished) = expect_context();
    let before = unfinished.get_value().filter(|(of, _)| *of == id);
    let is_open = before.is_some();
    let title = before.map_or_else(|| game.entry.name.clone(), |(_, title)| title);
    let typed = RwSignal::new(title);
    let error = RwSignal::new(None::<NameError>);
    let field = input()
        .r#type("text")
        .value(typed.get_untracked())
        .maxlength(Title::MAX_CHARS)
        .on(ev::input, move |event| {
            typed.set(event_target_value(&event));
            unfinished.set_value(Some((id.clone(), typed.get_untracked())));
        });
    let rename = move |event: ev::SubmitEvent| {
        event.prevent_default();
        match typed.with_untracked(|typed| Title::read(typed)) {
            Ok(name) => {
                unfinished.set_value(None);
                change(&|game| game.entry.name.clone_from(&name));
                refocus("#library-rename");
            }
            Err(why) => error.set(Some(why)),
        }
    };
    let error = move || error.get().map_or_else(String::new, text::name_error);
    let form = form().on(ev::submit, rename).child((
        label().class("wide").child((text::game_name(), field)),
        html::button().child(text::save()),
        p().class("error").role("alert").child(error),
    ));
    details()
        .open(is_open)
        .child((summary().id("library-rename").child(text::rename()), form))
        .into_any()
}
