//! The list of games, and searching in it. Of many games only those in view are drawn.

use super::{
    files,
    scroll::{first_in_view, list_element, reveal_row, row_height},
    state::{Dialog, Row},
    trouble::trouble,
};
use crate::components::html::{Element, details, div, input, label, p, span, summary};
use crate::library::text;
use crate::{
    components::{button::button, checkbox::checkbox, select::select},
    device,
    library::{Ended, Filter, Who},
    navigation::Place,
};
use leptos::{
    ev::{self, KeyboardEvent},
    prelude::*,
};

/// How many rows are drawn beyond what is in view, and in what steps of rows.
const STEP: usize = 8;
/// How many rows are drawn: more than a screen has, and a step on either side.
const DRAWN: usize = 32;

/// The list with everything around it.
pub(super) fn list(dialog: Dialog) -> AnyView {
    let navigation = dialog.repository.navigation;
    let count = move || match (dialog.count(), dialog.repository.trouble()) {
        (Some(0), _) => text::no_games().to_owned(),
        (Some(all), _) => text::games_shown(dialog.found.with(|found| found.len()), all),
        (None, None) => text::opening().to_owned(),
        (None, Some(_)) => String::new(),
    };
    let close = button(text::close(), move || navigation.close(Place::Library));
    div()
        .child((
            p().class("buttons").child((
                button(text::scores_heading(), move || {
                    navigation.open(Place::Scores);
                }),
                button(text::back_up(), move || files::save(dialog)),
                files::chooser(dialog),
            )),
            move || trouble(dialog),
            search(dialog),
            p().aria_live("polite").class("found-count").child(count),
            div().aria_live("polite").child(move || undelete(dialog)),
            games(dialog),
            p().class("detail").child(move || dialog.note()),
            p().class("buttons sticky").child(close.class("primary")),
        ))
        .into_any()
}

/// What was deleted last, to be brought back.
fn undelete(dialog: Dialog) -> Option<AnyView> {
    let title = dialog
        .deleted
        .with(|deleted| deleted.last().map(|game| text::game_title(&game.entry)))?;
    let row = p().class("row").child((
        span().child(text::deleted(&title)),
        button(text::undo_delete(), move || dialog.undelete()),
    ));
    Some(row.into_any())
}

/// What can be searched for.
fn search(dialog: Dialog) -> AnyView {
    let text = input()
        .r#type("search")
        .value(dialog.filter.with_untracked(|filter| filter.text.clone()))
        .on(ev::input, move |event| {
            let text = device::in_small_letters(event_target_value(&event).trim());
            change(dialog, |filter| filter.text = text);
        });
    div()
        .class("search")
        .child((
            label().class("wide").child((text::search(), text)),
            details().child((summary().child(text::filters()), filters(dialog))),
        ))
        .into_any()
}

/// Everything but the text that can be searched for.
fn filters(dialog: Dialog) -> AnyView {
    let ended = select(
        || {
            let ended = Ended::ALL.into_iter();
            ended
                .map(|ended| (ended, text::ended_option(ended).to_owned()))
                .collect()
        },
        move || dialog.filter.with(|filter| filter.ended),
        move |ended| change(dialog, |filter| filter.ended = ended),
    );
    let who = select(
        || {
            let who = Who::ALL.into_iter();
            who.map(|who| (who, text::who_option(who).to_owned()))
                .collect()
        },
        move || dialog.filter.with(|filter| filter.who),
        move |who| change(dialog, |filter| filter.who = who),
    );
    let size = select(
        move || {
            let all = (None, text::any().to_owned());
            let sizes = dialog
                .rows
                .with(|rows| rows.as_ref().map(|rows| rows.sizes.clone()));
            let sizes = sizes.unwrap_or_default().into_iter();
            let sizes = sizes.map(|size| (Some(size), text::size(size.0.into(), size.1.into())));
            std::iter::once(all).chain(sizes).collect()
        },
        move || dialog.filter.with(|filter| filter.size),
        move |size| change(dialog, |filter| filter.size = size),
    );
    let day = move |after, set: fn(&mut Filter, Option<u64>)| {
        input().r#type("date").on(ev::input, move |event| {
            let time = device::beginning_of(&event_target_value(&event), after);
            change(dialog, |filter| set(filter, time));
        })
    };
    let starred = checkbox(
        text::starred_only(),
        move || dialog.filter.with(|filter| filter.starred),
        move |starred| change(dialog, |filter| filter.starred = starred),
    );
    div()
        .class("numbers")
        .child((
            label().child((text::result(), ended)),
            label().child((text::played_by_filter(), who)),
            label().child((text::board_field(), size)),
            label().child((text::from_day(), day(0, |filter, time| filter.from = time))),
            label().child((text::to_day(), day(1, |filter, time| filter.until = time))),
            starred,
        ))
        .into_any()
}

/// Searches for something else.
fn change(dialog: Dialog, change: impl FnOnce(&mut Filter)) {
    dialog.filter.update(change);
    dialog.active.set(0);
    reveal_row(untrack(|| dialog.active()));
}

/// The games that were found. The focus stays on the list, which says which of them it
/// is at: so rows can come and go.
fn games(dialog: Dialog) -> AnyView {
    let none = move || {
        let some = dialog.count().is_some_and(|count| count > 0);
        if some && dialog.found.with(|found| found.is_empty()) {
            text::no_match()
        } else {
            ""
        }
    };
    div()
        .class("list")
        .child((p().class("none").child(none), list_box(dialog)))
        .into_any()
}

fn list_box(dialog: Dialog) -> AnyView {
    let top = RwSignal::new(0_usize);
    let first_drawn = move || top.get().saturating_sub(STEP) / STEP * STEP;
    let rows = move || {
        let (rows, found) = (dialog.rows.get()?, dialog.found.get());
        let drawn = found.iter().enumerate().skip(first_drawn()).take(DRAWN);
        let row = |(at, number): (usize, &usize)| row(dialog, &rows[*number], at, found.len());
        Some(drawn.map(row).collect::<Vec<_>>())
    };
    let active = move || {
        let (at, first) = (dialog.active(), first_drawn());
        let drawn = (first..first + DRAWN).contains(&at);
        (drawn && at < dialog.found.with(|found| found.len())).then(|| id_of(at))
    };
    let scrolled = move |_| {
        if let Some(first) = first_in_view() {
            let step = first / STEP * STEP;
            if top.get_untracked() != step {
                top.set(step);
            }
        }
    };
    let count = move || dialog.found.with(|found| found.len());
    // As high as all rows are.
    let all = div()
        .role("presentation")
        .class("all")
        .attr("data-count", move || Some(count()))
        .style_with(("--count", count))
        .child(rows);
    div()
        .id("library-list")
        .role("listbox")
        .aria_label(text::games_heading())
        .tabindex(0)
        .autofocus(true)
        .class("games")
        .aria_activedescendant(active)
        .on(ev::scroll, scrolled)
        .on(ev::keydown, move |event| keys(dialog, &event))
        .child(all)
        .into_any()
}

/// The id of a row's element.
fn id_of(at: usize) -> String {
    format!("library-{at}")
}

/// One game, at a place in the list of so many.
fn row(dialog: Dialog, row: &Row, at: usize, count: usize) -> Element {
    let entry = &row.entry;
    let (id, is_own) = (entry.id.clone(), dialog.is_own(&entry.id));
    let day = device::day(entry.changed).map_or_else(String::new, |day| day.to_string());
    let star = entry.starred.then(|| {
        span().child((
            span().aria_hidden("true").child(" ★"),
            span().class("unseen").child(text::starred()),
        ))
    });
    div()
        .role("option")
        .id(id_of(at))
        .aria_setsize(count)
        .aria_posinset(at + 1)
        .aria_selected(move || Some((dialog.active() == at).to_string()))
        .class(if is_own { "game own" } else { "game" })
        .style(("--at", at))
        .on(ev::click, move |_| {
            dialog.active.set(at);
            dialog.open(id.clone());
        })
        .child((
            span().class("head").child((
                span().class("name").child((text::game_title(entry), star)),
                span().class("detail").child(day),
            )),
            span()
                .class("detail")
                .child(text::game_detail(entry, is_own)),
        ))
}

/// What a key does in the list.
fn keys(dialog: Dialog, press: &KeyboardEvent) {
    if press.ctrl_key() || press.meta_key() || press.alt_key() {
        return;
    }
    let found = dialog.found.get_untracked();
    let Some(last) = found.len().checked_sub(1) else {
        return;
    };
    let page = || {
        let rows =
            list_element().and_then(|list| list.client_height().checked_div(row_height(&list)?));
        let rows = rows.and_then(|rows| usize::try_from(rows - 1).ok());
        rows.unwrap_or(1).max(1)
    };
    let at = untrack(|| dialog.active());
    let to = match &*press.key() {
        "ArrowDown" => at + 1,
        "ArrowUp" => at.saturating_sub(1),
        "PageDown" => at + page(),
        "PageUp" => at.saturating_sub(page()),
        "Home" => 0,
        "End" => last,
        "Enter" | " " => {
            press.prevent_default();
            let rows = dialog.rows.get_untracked();
            let row = found.get(at).and_then(|number| rows.as_ref()?.get(*number));
            if let Some(row) = row {
                dialog.open(row.entry.id.clone());
            }
            return;
        }
        _ => return,
    };
    press.prevent_default();
    dialog.active.set(to.min(last));
    reveal_row(untrack(|| dialog.active()));
}
