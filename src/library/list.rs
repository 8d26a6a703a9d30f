//! The list of games and its filters. Only the rows in view are rendered.

use super::{
    backup_view,
    error_notice::error_notice,
    scroll::{first_in_view, list_element, row_height, scroll_to_row},
    state::LibraryDialog,
    statistics_view,
};
use crate::{
    browser,
    components::{
        button::button,
        checkbox::checkbox,
        dom::set_attribute,
        html::{Element, details, div, input, label, p, span, summary},
        select::select,
    },
    library::{Entry, Filter, PlayerFilter, ResultFilter, text},
    navigation::Route,
};
use leptos::{
    ev::{self, KeyboardEvent},
    prelude::*,
};

/// The number of rows rendered above the view; the first one is a multiple of it.
const OVERSCAN: usize = 8;
/// The number of rendered rows: a screen of them and the overscan on both sides.
const RENDERED_ROWS: usize = 32;

/// Returns the dialog's page with the list.
pub(super) fn list(dialog: LibraryDialog) -> Element {
    let navigation = dialog.repository.navigation;
    let count = move || match (dialog.count(), dialog.repository.error()) {
        (Some(0), _) => text::no_games().to_owned(),
        (Some(all), _) => text::games_shown(dialog.matches.with(|matches| matches.len()), all),
        (None, None) => text::opening().to_owned(),
        (None, Some(_)) => String::new(),
    };
    let close = button(text::close(), move || navigation.close(Route::Library));
    div().child((
        p().class("buttons").child((
            button(text::scores_heading(), move || {
                navigation.open(Route::Scores);
            }),
            button(text::statistics(), move || statistics_view::open(dialog)),
            button(text::back_up(), move || {
                backup_view::download_backup(dialog);
            }),
            backup_view::restore_button(dialog),
        )),
        move || error_notice(dialog),
        search_form(dialog),
        p().aria_live("polite").class("result-count").child(count),
        div().aria_live("polite").child(move || undelete(dialog)),
        games(dialog),
        p().class("detail").child(move || dialog.status_text()),
        p().class("buttons sticky").child(close.class("primary")),
    ))
}

/// The button that restores the last deleted game.
fn undelete(dialog: LibraryDialog) -> Option<Element> {
    let title = dialog
        .deleted
        .with(|deleted| deleted.last().map(|game| text::game_title(&game.entry)))?;
    let row = p().class("row").child((
        span().child(text::deleted(&title)),
        button(text::undo_delete(), move || dialog.undelete()),
    ));
    Some(row)
}

/// The search field and the filters.
fn search_form(dialog: LibraryDialog) -> Element {
    let text = input()
        .r#type("search")
        .value(dialog.filter.with_untracked(|filter| filter.text.clone()))
        .on(ev::input, move |event| {
            let text = browser::to_lowercase(event_target_value(&event).trim());
            update_filter(dialog, |filter| filter.text = text);
        });
    div().class("search").child((
        label().class("stacked-label").child((text::search(), text)),
        details().child((summary().child(text::filters()), filters(dialog))),
    ))
}

fn filters(dialog: LibraryDialog) -> Element {
    let result = select(
        || {
            let label = |result| (result, text::result_option(result).to_owned());
            ResultFilter::ALL.map(label).into()
        },
        move || dialog.filter.with(|filter| filter.result),
        move |result| update_filter(dialog, |filter| filter.result = result),
    );
    let players = select(
        || {
            let label = |players| (players, text::player_option(players).to_owned());
            PlayerFilter::ALL.map(label).into()
        },
        move || dialog.filter.with(|filter| filter.players),
        move |players| update_filter(dialog, |filter| filter.players = players),
    );
    let size = select(
        move || {
            let any = (None, text::any().to_owned());
            let index = dialog.index.get();
            let sizes = index.iter().flat_map(|index| &index.sizes);
            let label = |&(columns, rows): &(u32, u32)| {
                let label = text::size(columns.into(), rows.into());
                (Some((columns, rows)), label)
            };
            std::iter::once(any).chain(sizes.map(label)).collect()
        },
        move || dialog.filter.with(|filter| filter.size),
        move |size| update_filter(dialog, |filter| filter.size = size),
    );
    let day = move |days_after, set: fn(&mut Filter, Option<u64>)| {
        input().r#type("date").on(ev::input, move |event| {
            let time = browser::start_of_day(&event_target_value(&event), days_after);
            update_filter(dialog, |filter| set(filter, time));
        })
    };
    let starred = checkbox(
        text::starred_only(),
        move || dialog.filter.with(|filter| filter.starred),
        move |starred| update_filter(dialog, |filter| filter.starred = starred),
    );
    div().class("form-row").child((
        label().child((text::result(), result)),
        label().child((text::played_by_filter(), players)),
        label().child((text::board_field(), size)),
        label().child((text::from_day(), day(0, |filter, time| filter.from = time))),
        label().child((text::to_day(), day(1, |filter, time| filter.until = time))),
        starred,
    ))
}

fn update_filter(dialog: LibraryDialog, update: impl FnOnce(&mut Filter)) {
    dialog.filter.update(update);
    dialog.active.set(0);
    scroll_to_row(untrack(|| dialog.active()));
}

/// The matching games. The list keeps the focus and names the active row, so that rows can be
/// added and removed.
fn games(dialog: LibraryDialog) -> Element {
    let no_match = move || {
        let has_games = dialog.count().is_some_and(|count| count > 0);
        if has_games && dialog.matches.with(|matches| matches.is_empty()) {
            text::no_match()
        } else {
            ""
        }
    };
    div()
        .class("list")
        .child((p().class("no-match").child(no_match), list_box(dialog)))
}

fn list_box(dialog: LibraryDialog) -> Element {
    // One effect for the list, as the signal outlives the rows (src/signals.rs).
    Effect::new(move |before: Option<usize>| {
        let active = dialog.active();
        let rows = [(before, "false"), (Some(active), "true")];
        for (row, is_selected) in rows {
            let row = row.and_then(|row| document().get_element_by_id(&row_id(row)));
            if let Some(row) = row {
                set_attribute(&row, "aria-selected", Some(is_selected));
            }
        }
        active
    });
    let top = RwSignal::new(0_usize);
    let first_rendered = move || top.get().saturating_sub(OVERSCAN) / OVERSCAN * OVERSCAN;
    let rows = move || {
        let (index, matches) = (dialog.index.get()?, dialog.matches.get());
        let rendered = matches.iter().enumerate();
        let rendered = rendered.skip(first_rendered()).take(RENDERED_ROWS);
        let row = |(i, entry): (usize, &usize)| {
            row(dialog, &index.entries[*entry].entry, i, matches.len())
        };
        Some(rendered.map(row).collect::<Vec<_>>())
    };
    let count = move || dialog.matches.with(|matches| matches.len());
    let active = move || {
        let (active, first) = (dialog.active(), first_rendered());
        let is_rendered = (first..first + RENDERED_ROWS).contains(&active);
        (is_rendered && active < count()).then(|| row_id(active))
    };
    let scrolled = move |_| {
        if let Some(first) = first_in_view() {
            let first = first / OVERSCAN * OVERSCAN;
            if top.get_untracked() != first {
                top.set(first);
            }
        }
    };
    // As high as all rows together.
    let all = div()
        .role("presentation")
        .class("rows")
        .attr("data-count", count)
        .style(("--count", count))
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
        .on(ev::keydown, move |event| handle_key(dialog, &event))
        .child(all)
}

/// Returns the id of a row's element.
fn row_id(index: usize) -> String {
    format!("library-{index}")
}

/// The row of a game; `count` is the number of rows.
fn row(dialog: LibraryDialog, entry: &Entry, index: usize, count: usize) -> Element {
    let (id, is_current) = (entry.id.clone(), dialog.is_current(&entry.id));
    let day = browser::local_date(entry.changed).map_or_else(String::new, |day| day.to_string());
    let star = entry.starred.then(|| {
        span().child((
            span().aria_hidden("true").child(" ★"),
            span().class("visually-hidden").child(text::starred()),
        ))
    });
    div()
        .role("option")
        .id(row_id(index))
        .aria_setsize(count)
        .aria_posinset(index + 1)
        .aria_selected(untrack(|| dialog.active() == index).to_string())
        .class(if is_current { "game current" } else { "game" })
        .style(("--at", index))
        .on(ev::click, move |_| {
            dialog.active.set(index);
            dialog.show_game(id.clone());
        })
        .child((
            span().class("head").child((
                span().class("name").child((text::game_title(entry), star)),
                span().class("detail").child(day),
            )),
            span()
                .class("detail")
                .child(text::game_detail(entry, is_current)),
        ))
}

/// Handles a key pressed in the list.
fn handle_key(dialog: LibraryDialog, event: &KeyboardEvent) {
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let matches = dialog.matches.get_untracked();
    let Some(last) = matches.len().checked_sub(1) else {
        return;
    };
    let page = || {
        let rows =
            list_element().and_then(|list| list.client_height().checked_div(row_height(&list)?));
        let rows = rows.and_then(|rows| usize::try_from(rows - 1).ok());
        rows.unwrap_or(1).max(1)
    };
    let active = untrack(|| dialog.active());
    let target = match &*event.key() {
        "ArrowDown" => active + 1,
        "ArrowUp" => active.saturating_sub(1),
        "PageDown" => active + page(),
        "PageUp" => active.saturating_sub(page()),
        "Home" => 0,
        "End" => last,
        "Enter" | " " => {
            event.prevent_default();
            let index = dialog.index.get_untracked();
            let selected = matches
                .get(active)
                .and_then(|i| index.as_ref()?.entries.get(*i));
            if let Some(selected) = selected {
                dialog.show_game(selected.entry.id.clone());
            }
            return;
        }
        _ => return,
    };
    event.prevent_default();
    dialog.active.set(target.min(last));
    scroll_to_row(untrack(|| dialog.active()));
}
