//! One game of the library: to look at, to go on with, to name, to hand on, to delete.

use super::dialog::{Dialog, View};
use crate::library::text;
use crate::{
    board::focus_board,
    board::viewer::viewer,
    components::ui::{button, html},
    device,
    game::session::{Request, Session},
    game::state::use_game,
    game::visit::VisitCommand,
    library::{Game, Outcome, Title, open_copy},
    navigation::Place,
};
use leptos::prelude::*;
use std::sync::Arc;

/// What gets the focus when a game is shown.
pub(super) const FIRST: &str = "library-first";
/// The id of a game, and the name for it that was typed and not kept yet.
#[derive(Clone, Copy)]
struct Unfinished(StoredValue<Option<(String, String)>>);

/// Makes a place for a name that is typed: it stays as long as the page.
pub(super) fn start() {
    provide_context(Unfinished(StoredValue::new(None)));
}

/// A game, with what can be done with it.
pub(super) fn game(dialog: Dialog, game: &Arc<Game>) -> AnyView {
    let (entry, on_board) = (&game.entry, use_game());
    let is_own = dialog.is_own(&entry.id);
    let day = device::day(entry.changed).map_or_else(String::new, |day| day.to_string());
    let looked_at = match game.played() {
        Ok(played) => viewer(&played, FIRST),
        Err(why) => html("p")
            .class("error")
            .attr("id", FIRST)
            .attr("tabindex", "-1")
            .text(text::game_unreadable(&why))
            .view(),
    };
    let open = game.played().ok().map(|played| {
        let goes_on = entry
            .summary
            .as_ref()
            .is_some_and(|it| it.outcome == Outcome::Unfinished);
        let name = match (is_own, goes_on) {
            (true, _) => text::TO_THE_BOARD,
            (false, true) => text::GO_ON,
            (false, false) => text::OPEN,
        };
        let id = entry.id.clone();
        button(name, move || {
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
        .class("primary")
    });
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
        button(text::GIVE_STAR, move || {
            change(&|game| game.entry.starred = !starred);
            refocus("#library-star");
        })
        .attr("id", "library-star")
        .attr("aria-pressed", starred.to_string())
    };
    let save = {
        let game = game.clone();
        button(text::SAVE_FILE, move || {
            device::download(&text::file_name(&device::date()), &game.record);
        })
    };
    let delete = (!is_own).then(|| {
        let game = game.clone();
        button(text::DELETE, move || dialog.delete(game.clone()))
    });
    html("div")
        .child(html("h3").text(text::game_title(entry)))
        .child(
            html("p")
                .class("detail")
                .text(text::game_detail(entry, is_own) + " · " + &day),
        )
        .child(looked_at)
        .child(rename(game, change))
        .child(
            html("p")
                .class("buttons sticky")
                .children(open)
                .child(star)
                .child(save)
                .children(delete)
                .child(button(text::BACK, move || dialog.back())),
        )
        .view()
}

/// Gives the focus back to what has been drawn anew.
fn refocus(selector: &'static str) {
    request_animation_frame(move || crate::components::ui::focus(selector));
}

/// A name for the game, typed.
fn rename(game: &Arc<Game>, change: impl Fn(&dyn Fn(&mut Game)) + 'static) -> AnyView {
    let id = game.entry.id.clone();
    let Unfinished(unfinished) = expect_context();
    let before = unfinished.get_value().filter(|(of, _)| *of == id);
    let is_open = before.as_ref().map(|_| String::new());
    let title = before.map_or_else(|| game.entry.name.clone(), |(_, title)| title);
    let typed = RwSignal::new(title);
    let wrong = RwSignal::new(String::new());
    let field = html("input")
        .attr("type", "text")
        .attr("value", typed.get_untracked())
        .attr("maxlength", Title::MAX_CHARS.to_string())
        .on("input", move |event| {
            typed.set(event_target_value(&event));
            unfinished.set_value(Some((id.clone(), typed.get_untracked())));
        });
    let rename = move |event: web_sys::Event| {
        event.prevent_default();
        match typed.with_untracked(|typed| Title::read(typed)) {
            Ok(name) => {
                unfinished.set_value(None);
                change(&|game| game.entry.name.clone_from(&name));
                refocus("#library-rename");
            }
            Err(error) => wrong.set(text::name_error(error)),
        }
    };
    let form = html("form")
        .on("submit", rename)
        .child(
            html("label")
                .class("wide")
                .text(text::GAME_NAME)
                .child(field),
        )
        .child(html("button").text(text::KEEP_NAME))
        .child(
            html("p")
                .class("error")
                .attr("role", "alert")
                .text_with(move || wrong.get()),
        );
    html("details")
        .attr_if("open", is_open)
        .child(
            html("summary")
                .attr("id", "library-rename")
                .text(text::RENAME),
        )
        .child(form)
        .view()
}
