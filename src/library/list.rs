//! The list of games, and searching in it. Of many games only those in view are drawn.

use super::{
    dialog::{Dialog, Row},
    files,
};
use crate::library::text;
use crate::{
    components::ui::{El, button, choice, dynamic, html, keyed, nothing, several},
    device,
    library::{Ended, Filter, Who},
    navigation::Place,
};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

/// How many rows are drawn beyond what is in view, and in what steps of rows.
const STEP: usize = 8;
/// How many rows are drawn: more than a screen has, and a step on either side.
const DRAWN: usize = 32;

/// The list with everything around it.
pub(super) fn list(dialog: Dialog) -> AnyView {
    let count = move || {
        let all = dialog
            .rows
            .with(|rows| rows.as_ref().map(|rows| rows.len()));
        match (all, dialog.repository.trouble()) {
            (Some(0), _) => text::NO_GAMES.to_owned(),
            (Some(all), _) => text::games_found(dialog.found.with(|found| found.rows.len()), all),
            (None, None) => text::OPENING.to_owned(),
            (None, Some(_)) => String::new(),
        }
    };
    let undo = move || {
        if dialog.deleted.with(Vec::is_empty) {
            return nothing();
        }
        html("p")
            .class("row")
            .child(html("span").text_with(move || dialog.said.get()))
            .child(button(text::UNDO_DELETE, move || dialog.undelete()))
            .view()
    };
    html("div")
        .child(
            html("p")
                .class("buttons")
                .child(button(text::SCORES_HEADING, move || {
                    dialog.repository.navigation.open(Place::Scores);
                }))
                .child(button(text::BACKUP_OUT, move || files::save(dialog)))
                .child(files::chooser(dialog)),
        )
        .child(dynamic(move || dialog.trouble()))
        .child(search(dialog))
        .child(
            html("p")
                .attr("aria-live", "polite")
                .class("found-count")
                .text_with(count),
        )
        .child(html("div").attr("aria-live", "polite").child(dynamic(undo)))
        .child(games(dialog))
        .child(
            html("p")
                .class("detail")
                .text_with(move || dialog.room.get()),
        )
        .child(
            html("p").class("buttons sticky").child(
                button(text::CLOSE, move || {
                    dialog.repository.navigation.close(Place::Library);
                })
                .class("primary"),
            ),
        )
        .view()
}

/// What can be searched for.
fn search(dialog: Dialog) -> El {
    let change = move |how: &dyn Fn(&mut Filter)| change(dialog, how);
    let now = move || dialog.filter.get_untracked();
    let text = html("input")
        .attr("type", "search")
        .attr("value", now().text)
        .on("input", move |event| {
            let text = device::in_small_letters(event_target_value(&event).trim());
            change(&|filter| filter.text.clone_from(&text));
        });
    let ended = choice(
        (0, || {
            Ended::ALL
                .iter()
                .map(|ended| text::ended(*ended).to_owned())
                .collect()
        }),
        move || dialog.filter.with(|filter| filter.ended as usize),
        move |chosen| change(&|filter| filter.ended = Ended::ALL[chosen.min(5)]),
    );
    let who = choice(
        (0, || {
            Who::ALL
                .iter()
                .map(|who| text::who(*who).to_owned())
                .collect()
        }),
        move || dialog.filter.with(|filter| filter.who as usize),
        move |chosen| change(&|filter| filter.who = Who::ALL[chosen.min(2)]),
    );
    let day = move |behind, set: fn(&mut Filter, Option<u64>)| {
        html("input")
            .attr("type", "date")
            .on("input", move |event| {
                let time = device::beginning_of(&event_target_value(&event), behind);
                change(&|filter| set(filter, time));
            })
    };
    let starred = html("input")
        .attr("type", "checkbox")
        .prop_with("checked", move || {
            dialog.filter.with(|filter| filter.starred)
        })
        .on("change", move |event| {
            let starred = event_target_checked(&event);
            change(&|filter| filter.starred = starred);
        });
    let label = |name: &'static str, field: El| html("label").text(name).child(field);
    let more = html("div")
        .class("numbers")
        .child(label(text::RESULT, ended))
        .child(label(text::WHO_PLAYED, who))
        .child(label(text::BOARD_SIZE, size_choice(dialog)))
        .child(label(
            text::FROM_DAY,
            day(0, |filter, time| filter.from = time),
        ))
        .child(label(
            text::UNTIL_DAY,
            day(1, |filter, time| filter.until = time),
        ))
        .child(
            html("label")
                .class("choice")
                .child(starred)
                .text(text::ONLY_STARRED),
        );
    html("div")
        .class("search")
        .child(html("label").class("wide").text(text::SEARCH).child(text))
        .child(
            html("details")
                .child(html("summary").text(text::SEARCH_MORE))
                .child(more),
        )
}

/// Searches for something else.
fn change(dialog: Dialog, how: &dyn Fn(&mut Filter)) {
    dialog.filter.update(|filter| how(filter));
    dialog.active.set(0);
    dialog.search();
    reveal_active(dialog);
}

/// The choice of a board's size, of those that there are.
fn size_choice(dialog: Dialog) -> El {
    let sizes = move || {
        let sizes = dialog
            .rows
            .with(|rows| rows.as_ref().map(|rows| rows.sizes.clone()));
        sizes.unwrap_or_default()
    };
    choice(
        (0, move || {
            let sizes = sizes();
            let sizes = sizes.iter().copied().map(text::size);
            std::iter::once(text::ALL_SIZES.to_owned())
                .chain(sizes)
                .collect()
        }),
        move || {
            let size = dialog.filter.with(|filter| filter.size);
            let at = sizes().iter().position(|other| Some(*other) == size);
            at.map_or(0, |at| at + 1)
        },
        move |chosen| {
            let size = chosen
                .checked_sub(1)
                .and_then(|at| sizes().get(at).copied());
            change(dialog, &|filter| filter.size = size);
        },
    )
}

/// The games that were found. The focus stays on the list, which says which of them it
/// is at: so rows can come and go.
fn games(dialog: Dialog) -> El {
    let top = RwSignal::new(0_usize);
    let first_drawn = move || top.get().saturating_sub(STEP) / STEP * STEP;
    let rows = move || {
        let (rows, found) = (
            dialog.rows.get(),
            dialog.found.with(|found| found.rows.clone()),
        );
        let Some(rows) = rows else { return nothing() };
        let first = first_drawn();
        let drawn = found.iter().enumerate().skip(first).take(DRAWN);
        let all = found.len();
        several(drawn.map(|(at, number)| row(dialog, &rows, at, *number, all)))
    };
    let key = move || {
        format!(
            "{} {}",
            dialog.found.with(|found| found.search),
            first_drawn()
        )
    };
    let active = move || {
        let (at, first) = (dialog.active.get(), first_drawn());
        let drawn = (first..first + DRAWN).contains(&at);
        (drawn && at < dialog.found.with(|found| found.rows.len())).then(|| id_of(at))
    };
    // As high as all rows are, for each search anew.
    let all = move || {
        let count = dialog.found.with_untracked(|found| found.rows.len());
        html("div")
            .attr("role", "presentation")
            .class("all")
            .attr("data-count", count.to_string())
            .style("--count", count)
            .child(keyed(key, rows))
            .view()
    };
    let all = keyed(
        move || dialog.found.with(|found| found.search).to_string(),
        all,
    );
    let is_empty = move || {
        let none = dialog.found.with(|found| found.rows.is_empty());
        let some = dialog
            .rows
            .with(|rows| rows.as_ref().is_some_and(|rows| !rows.is_empty()));
        if none && some {
            text::NONE_FOUND.to_owned()
        } else {
            String::new()
        }
    };
    html("div")
        .class("list")
        .child(html("p").class("none").text_with(is_empty))
        .child(
            html("div")
                .attr("id", "library-list")
                .attr("role", "listbox")
                .attr("aria-label", text::GAMES)
                .attr("tabindex", "0")
                .attr("autofocus", "")
                .class("games")
                .attr_with("aria-activedescendant", active)
                .on("scroll", move |_| {
                    if let Some(first) = first_in_view() {
                        let step = first / STEP * STEP;
                        if top.get_untracked() != step {
                            top.set(step);
                        }
                    }
                })
                .on("keydown", move |event| keys(dialog, &event))
                .child(all),
        )
}

/// The id of a row's element.
fn id_of(at: usize) -> String {
    format!("library-{at}")
}

fn row(dialog: Dialog, rows: &[Row], at: usize, number: usize, all: usize) -> El {
    let entry = &rows[number].entry;
    let (id, is_own) = (entry.id.clone(), dialog.is_own(&entry.id));
    let day = device::day(entry.changed).map_or_else(String::new, |day| day.to_string());
    let star = entry.starred.then(|| {
        html("span")
            .child(html("span").attr("aria-hidden", "true").text(" ★"))
            .child(html("span").class("unseen").text(text::STARRED))
    });
    html("div")
        .attr("role", "option")
        .attr("id", id_of(at))
        .attr("aria-setsize", all.to_string())
        .attr("aria-posinset", (at + 1).to_string())
        .attr_with("aria-selected", move || {
            Some((dialog.active.get() == at).to_string())
        })
        .class(if is_own { "game own" } else { "game" })
        .style("--at", at)
        .on("click", move |_| {
            dialog.active.set(at);
            dialog.open(id.clone());
        })
        .child(
            html("span")
                .class("head")
                .child(
                    html("span")
                        .class("name")
                        .text(text::game_title(entry))
                        .children(star),
                )
                .child(html("span").class("detail").text(day)),
        )
        .child(
            html("span")
                .class("detail")
                .text(text::game_detail(entry, is_own)),
        )
}

fn list_element() -> Option<Element> {
    document().get_element_by_id("library-list")
}

/// How high a row is, in pixels.
fn row_height(list: &Element) -> Option<i32> {
    let all = list.first_element_child()?;
    let count = all.get_attribute("data-count")?.parse::<i32>().ok()?;
    let height = all.client_height().checked_div(count)?;
    (height > 0).then_some(height)
}

/// The first row in view.
fn first_in_view() -> Option<usize> {
    let list = list_element()?;
    usize::try_from(list.scroll_top() / row_height(&list)?).ok()
}

/// Scrolls the list to the row that the keys have come to.
pub(super) fn reveal_active(dialog: Dialog) {
    let active = dialog.active.get_untracked();
    let list = list_element();
    let place = list.and_then(|list| Some((row_height(&list)?, list)));
    let (Some((height, list)), Ok(active)) = (place, i32::try_from(active)) else {
        return;
    };
    let (top, view) = (active * height, list.client_height());
    if top < list.scroll_top() {
        list.set_scroll_top(top);
    } else if top + height > list.scroll_top() + view {
        list.set_scroll_top(top + height - view);
    }
}

/// What a key does in the list.
fn keys(dialog: Dialog, event: &web_sys::Event) {
    let Some(press) = event.dyn_ref::<KeyboardEvent>() else {
        return;
    };
    if press.ctrl_key() || press.meta_key() || press.alt_key() {
        return;
    }
    let count = dialog.found.with_untracked(|found| found.rows.len());
    let Some(last) = count.checked_sub(1) else {
        return;
    };
    let page = || {
        let rows =
            list_element().and_then(|list| list.client_height().checked_div(row_height(&list)?));
        let rows = rows.and_then(|rows| usize::try_from(rows - 1).ok());
        rows.unwrap_or(1).max(1)
    };
    let at = dialog.active.get_untracked();
    let to = match &*press.key() {
        "ArrowDown" => at + 1,
        "ArrowUp" => at.saturating_sub(1),
        "PageDown" => at + page(),
        "PageUp" => at.saturating_sub(page()),
        "Home" => 0,
        "End" => last,
        "Enter" | " " => {
            event.prevent_default();
            let id = dialog.found.with_untracked(|found| {
                let number = *found.rows.get(at)?;
                dialog
                    .rows
                    .with_untracked(|rows| Some(rows.as_ref()?.get(number)?.entry.id.clone()))
            });
            if let Some(id) = id {
                dialog.open(id);
            }
            return;
        }
        _ => return,
    };
    event.prevent_default();
    dialog.active.set(to.min(last));
    reveal_active(dialog);
}
