//! What a text contains if it isn't a single game: the readings of an ambiguous one to choose
//! from, or a list to go through.

use super::pasted::{Found, List, Pasted, use_pasted};
use crate::{
    board::{focus_board, mini_board},
    components::{
        button::{button, icon_only_button},
        dom,
        html::{Child, Element, ElementRef, div, h3, li, p, span, ul},
        icon,
    },
    navigation::{Navigation, Route, use_navigation},
    text,
};
use four_shapes_records::Match;
use leptos::prelude::*;

/// How many lines of a list are added at a time.
const BATCH: usize = 48;

/// The boards to choose from, in place of the form.
pub(super) fn found(found: Found) -> Element {
    let (navigation, pasted) = (use_navigation(), use_pasted());
    let (heading, boards) = match found {
        Found::Readings(readings, list) => {
            let boards = readings.iter().map(|reading| {
                let reading = reading.clone();
                let list = list.clone();
                let words = text::choice(&reading);
                let game_match = reading.game_match.clone();
                card(game_match, [words, String::new()], move || {
                    pasted.open(&reading, list.clone());
                    close(navigation, pasted);
                })
            });
            let boards = ul()
                .class("cards")
                .child(boards.map(item).collect::<Vec<_>>());
            (text::several_readings().to_owned(), boards)
        }
        Found::List(list) => {
            let heading = text::list_found(list.lines.len() as u64);
            (heading, lines(&list))
        }
    };
    let other = button(text::edit_text(), move || pasted.show_form());
    let heading_ref = ElementRef::new();
    dom::focus_soon(heading_ref);
    div().class("found").child((
        h3().node_ref(heading_ref).tabindex("-1").child(heading),
        boards,
        p().class("buttons sticky").child(other),
    ))
}

/// Closes the dialog, unless there is still something to choose from.
fn close(navigation: Navigation, pasted: Pasted) {
    if !pasted.has_readings() {
        navigation.close(Route::Load);
        focus_board();
    }
}

fn item(card: Element) -> Element {
    li().child(card)
}

fn lines(list: &List) -> Element {
    let (navigation, pasted) = (use_navigation(), use_pasted());
    let first = list.current.unwrap_or_default();
    let shown = RwSignal::new((first / BATCH + 1) * BATCH);
    let lines = list.lines.clone();
    let current = list.current;
    let list_ref = list.clone();
    let view = move |index: usize| {
        let line = &list_ref.lines[index];
        let words = text::described_line(line);
        let Ok(readings) = &line.readings else {
            let [title, detail] = words;
            let words = (span().child(title), span().class("error").child(detail));
            return li()
                .class("card invalid")
                .child(div().class("words").child(words));
        };
        let first = readings.first().map(|reading| reading.game_match.clone());
        let list = list_ref.clone();
        let card = first.map(|game_match| {
            let card = card(game_match, words, move || {
                pasted.open_line(&list, index);
                close(navigation, pasted);
            });
            card.aria_current((current == Some(index)).then_some("true"))
        });
        li().child(card)
    };
    let count = lines.len();
    ul().class("cards").child((
        move || {
            let lines = 0..shown.get().min(count);
            lines.map(&view).collect::<Vec<_>>()
        },
        move || {
            let left = count.saturating_sub(shown.get());
            let more = || {
                button(text::list_more(left.min(BATCH) as u64), move || {
                    shown.update(|shown| *shown += BATCH);
                })
            };
            (left > 0).then(|| li().child(more()))
        },
    ))
}

/// A button with a board.
fn card(
    game_match: Match,
    [title, detail]: [String; 2],
    on_click: impl FnMut() + 'static,
) -> Element {
    let words = span().class("words").child((
        span().class("title").child(title),
        (!detail.is_empty()).then(|| span().class("detail").child(detail)),
    ));
    button((mini_board(game_match), words), on_click).class("card")
}

/// Where in a list the game on the board is, and the way to the ones before and after it.
pub(crate) fn list_steps() -> AnyView {
    let (navigation, pasted) = (use_navigation(), use_pasted());
    let list = move || pasted.list_on_board();
    let is_shown = Memo::new(move |_| list().is_some());
    // The buttons stay, with the focus, while the games change.
    let step = move |icon, label, is_next| {
        let neighbour = move || list().and_then(|list| Some((list.neighbour(is_next)?, list)));
        icon_only_button(icon, label, move || {
            if let Some((index, list)) = untrack(neighbour) {
                pasted.open_line(&list, index);
                if pasted.has_readings() {
                    navigation.open(Route::Load);
                }
            }
        })
        .aria_disabled(move || neighbour().is_none().then_some("true"))
    };
    let place = move || {
        let list = list()?;
        Some(text::list_step(
            list.current? as u64 + 1,
            list.lines.len() as u64,
        ))
    };
    let steps = move || {
        let all = button(place, move || navigation.open(Route::Load));
        is_shown.get().then(|| {
            p().class("list-steps").child((
                step(icon::PREVIOUS, text::list_previous(), false),
                all,
                step(icon::NEXT, text::list_next(), true),
            ))
        })
    };
    steps.into_any_view()
}
