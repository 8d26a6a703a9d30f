//! A game of the library as a card, with its star and a menu.

use super::{
    Entry, MAX_NAME_CHARS, MAX_NOTE_CHARS, open, parse_game_name, parse_note,
    shown_game::ShownGame,
    state::{Draft, LibraryPage},
    text,
};
use crate::friend::turn_pill;
use crate::{
    board::mini_board,
    browser,
    components::{
        button::button,
        dom::{focus, scroll_match_soon},
        html::{self, Element, div, form, input, label, li, p, path, span, svg, textarea},
    },
};
use four_shapes_records::{NameError, link};
use leptos::{ev, prelude::*};
use std::sync::Arc;

/// Returns the card of a game in the list.
pub(super) fn card(page: LibraryPage, card: &Arc<ShownGame>) -> Element {
    let id = card.id();
    let is_current = page.is_current(&id);
    let has_draft = page
        .draft
        .with_value(|draft| draft.as_ref().is_some_and(|draft| draft.id == id));
    let is_open = RwSignal::new(has_draft);
    let menu_id = format!("library-menu-{}", card.number);
    let this_card = ["li:has(#", &menu_id, ")"].concat();
    let title = title_of(card);
    let star = {
        let card = card.clone();
        html::button()
            .r#type("button")
            .class("flat star")
            .aria_label({
                let title = title.clone();
                move || text::star(&title())
            })
            .aria_pressed({
                let game = card.game.clone();
                move || game.with(|game| game.entry.starred).to_string()
            })
            .on(ev::click, move |_| {
                card.game
                    .update(|game| game.entry.starred = !game.entry.starred);
                page.save(card.game());
            })
            .child(star_icon())
    };
    let menu = html::button()
        .r#type("button")
        .id(menu_id.clone())
        .class("flat")
        .aria_label(move || text::game_menu(&title()))
        .aria_expanded(move || is_open.get().to_string())
        .on(ev::click, move |_| {
            is_open.update(|is_open| *is_open = !*is_open);
            scroll_match_soon(&this_card);
        })
        .child(dots_icon());
    let close = move || {
        is_open.set(false);
        focus(&["#", &menu_id].concat());
    };
    let on_escape = {
        let close = close.clone();
        move |event: ev::KeyboardEvent| {
            if event.key() == "Escape" && is_open.get_untracked() {
                event.prevent_default();
                close();
            }
        }
    };
    let actions = {
        let card = card.clone();
        move || {
            let close = close.clone();
            is_open
                .get()
                .then(|| untrack(|| actions(page, &card, is_current, close)))
        }
    };
    li().class("card game")
        .on(ev::keydown, on_escape)
        .class(if is_current { "current" } else { "" })
        .child((
            shown(page, card, is_current),
            div().class("tools").child((star, menu)),
            actions,
        ))
}

fn title_of(card: &Arc<ShownGame>) -> impl Fn() -> String + Clone + Send + 'static {
    let game = card.game.clone();
    move || game.with(|game| text::game_title(&game.entry))
}

/// The board and the words, which open the game.
fn shown(page: LibraryPage, card: &Arc<ShownGame>, is_current: bool) -> Element {
    let game_match = card.game_match.as_ref();
    let board = game_match
        .ok()
        .map(|game_match| mini_board(game_match.clone()));
    let entry = card.game().entry;
    let (id, accuracy) = (entry.id.clone(), card.accuracy.clone());
    let detail = {
        let card = card.clone();
        move || {
            let game_match = card.game_match.as_ref().ok();
            card.game
                .with(|game| text::game_detail(&game.entry, game_match, is_current))
        }
    };
    let note = {
        let game = card.game.clone();
        move || {
            let note = game.with(|game| game.entry.note.clone());
            (!note.is_empty()).then(|| span().class("detail note").child(note))
        }
    };
    let accuracy = move || {
        let percent = accuracy.get();
        percent.map(|percent| {
            let percent = text::percent(&percent.to_string());
            span().class("detail").child(text::accuracy_is(&percent))
        })
    };
    let words = (
        board,
        span().class("words").child((
            span().class("title").child(title_of(card)),
            span().class("detail").child(detail),
            span().class("detail").child(when(&entry)),
            note,
        )),
        span().class("outcome").child((pill(&entry), accuracy)),
    );
    match &card.game_match {
        Ok(_) => button(words, move || open(page.repository, id.clone())).class("flat open"),
        Err(error) => div().class("open").child((
            words.1,
            p().class("error").child(text::game_unreadable(error)),
        )),
    }
}

/// When a game was last changed.
pub(super) fn when(entry: &Entry) -> String {
    let now = browser::local_time(browser::now());
    text::when(browser::local_time(entry.changed), now)
}

/// The result of a game, or whose turn it is in one by links.
pub(super) fn pill(entry: &Entry) -> Option<Element> {
    if let Some(turn) = turn_pill(&entry.id) {
        return Some(turn);
    }
    let (class, result) = text::result_pill(entry.summary.as_ref()?);
    Some(span().class("pill").class(class).child(result))
}

fn star_icon() -> Element {
    let star = "M12 3l2.7 5.7 6.3.8-4.6 4.3 1.2 6.2-5.6-3.1L6.4 20l1.2-6.2L3 9.5l6.3-.8z";
    symbol(star)
}

/// Three dots.
pub(super) fn dots_icon() -> Element {
    let dot = |x| format!("M{x} 10.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 1 0 0-3.6z");
    symbol(&[5, 12, 19].map(dot).concat()).class("dots")
}

/// A drawing that the first screen doesn't need, unlike `components/icon.rs`.
fn symbol(d: &str) -> Element {
    svg()
        .class("icon")
        .attr("viewBox", "0 0 24 24")
        .aria_hidden("true")
        .child(path().attr("d", d.to_owned()))
}

/// Shows an error as long as it is there.
fn error_line(error: RwSignal<Option<NameError>>) -> Element {
    let text = move || error.get().map_or_else(String::new, text::name_error);
    p().class("error").role("alert").child(text)
}

/// What can be done with a game, but opening it.
fn actions(
    page: LibraryPage,
    card: &Arc<ShownGame>,
    is_current: bool,
    close: impl Fn() + Clone + 'static,
) -> Element {
    let file = {
        let card = card.clone();
        button(text::save_file(), move || {
            browser::download(
                &text::game_file_name(&browser::today_string()),
                &card.game().record,
            );
        })
    };
    let status = RwSignal::new("");
    let share = card.game_match.as_ref().ok().map(|game_match| {
        let address = browser::url_with_fragment(&link::write(game_match));
        button(text::copy_link(), move || {
            browser::copy_to_clipboard(&address, move |success| {
                status.set(if success {
                    text::copied()
                } else {
                    text::not_copied()
                });
            });
        })
    });
    let delete = (!is_current).then(|| {
        let card = card.clone();
        let delete = button(text::delete(), move || page.delete(&card));
        p().class("buttons apart").child(delete.class("warning"))
    });
    div().class("game-actions").child((
        words_form(page, card, close),
        p().class("buttons").child((share, file)),
        p().class("detail")
            .aria_live("polite")
            .child(move || status.get()),
        delete,
    ))
}

/// The form for the name and the note.
fn words_form(page: LibraryPage, card: &Arc<ShownGame>, close: impl Fn() + 'static) -> Element {
    let Entry { id, name, note, .. } = card.game().entry;
    let draft = page
        .draft
        .get_value()
        .filter(|draft| draft.id == id)
        .unwrap_or(Draft { id, name, note });
    let (name, note) = (draft.name.clone(), draft.note.clone());
    let typed = StoredValue::new(draft);
    let update = move |update: &dyn Fn(&mut Draft)| {
        typed.update_value(update);
        page.draft.set_value(Some(typed.get_value()));
    };
    let name = input()
        .r#type("text")
        .value(name)
        .maxlength(MAX_NAME_CHARS)
        .on(ev::input, move |event| {
            let name = event_target_value(&event);
            update(&|draft| draft.name.clone_from(&name));
        });
    let note = textarea()
        .rows(2)
        .maxlength(MAX_NOTE_CHARS)
        .prop("value", move || note.clone())
        .on(ev::input, move |event| {
            let note = event_target_value(&event);
            update(&|draft| draft.note.clone_from(&note));
        });
    let error = RwSignal::new(None::<NameError>);
    let card = card.clone();
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        let Draft { name, note, .. } = typed.get_value();
        match (parse_game_name(&name), parse_note(&note)) {
            (Ok(name), Ok(note)) => {
                page.draft.set_value(None);
                card.game.update(|game| {
                    game.entry.name = name;
                    game.entry.note = note;
                });
                page.save(card.game());
                close();
            }
            (Err(invalid), _) | (_, Err(invalid)) => error.set(Some(invalid)),
        }
    };
    let field =
        |name: &'static str, field: Element| label().class("stacked-label").child((name, field));
    form().on(ev::submit, submit).child((
        field(text::game_name(), name),
        field(text::game_note(), note),
        error_line(error),
        p().class("buttons")
            .child(html::button().child(text::save())),
    ))
}
