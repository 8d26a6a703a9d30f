//! The list of games: search, filters and cards.

use super::{
    Chip, Filter, Period, PlayerFilter, ResultFilter, backup_view,
    card::{card, dots_icon},
    error_notice::error_notice,
    results_view::results,
    state::LibraryPage,
    text,
};
use crate::{
    browser,
    components::{
        button::{button, icon_only_button},
        checkbox::radio,
        dom::{element, event_input, focus, set_attribute},
        html::{
            self, Child, Element, ElementRef, details, div, input, label, p, span, summary, ul,
        },
        icon,
        keyed_list::keyed_list,
        segments::segments,
        select::select,
    },
    navigation::Route,
};
use leptos::{ev, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

/// Returns the page with the list.
pub(super) fn list(page: LibraryPage) -> Element {
    let is_filtered = move || page.filter.with(|filter| *filter != Filter::default());
    let count = move || match (page.count(), page.repository.error()) {
        (Some(0), _) => text::no_games().to_owned(),
        (Some(all), _) => text::games_shown(page.matches.with(|matches| matches.len()), all),
        (None, None) => text::opening().to_owned(),
        (None, Some(_)) => String::new(),
    };
    let shows_filters = RwSignal::new(false);
    let conditions = Memo::new(move |_| page.filter.with(Filter::count));
    let toggle = icon_only_button(icon::CUSTOM, text::filters(), move || {
        shows_filters.update(|shows| *shows = !*shows);
    })
    .class("flat")
    .aria_expanded(move || shows_filters.get().to_string())
    .aria_label(move || match conditions.get() {
        0 => text::filters().to_owned(),
        count => text::filters_set(count as u64),
    })
    .child(move || {
        let count = conditions.get();
        let badge = || span().class("badge-count").aria_hidden("true");
        (count > 0).then(|| badge().child(text::grouped(count as u64)))
    });
    let has_games = Memo::new(move |_| page.count().is_some_and(|count| count > 0));
    let is_empty = Memo::new(move |_| page.count() == Some(0));
    let has_matches = Memo::new(move |_| page.matches.with(|matches| !matches.is_empty()));
    let show_all = move || {
        shows_filters.set(false);
        if let Some(input) = search_field() {
            input.set_value("");
            // It fails only for elements that can't be focused.
            let _ = input.focus();
        }
        page.update_filter(|filter| *filter = Filter::default());
    };
    div().class("library-list").child((
        div()
            .class("library-head")
            .child((search(page), toggle, menu(page))),
        // With their numbers, which would move them later.
        move || has_games.get().then(|| chips(page)),
        move || (has_games.get() && shows_filters.get()).then(|| filters(page)),
        div().class("library-notices").child((
            move || error_notice(page),
            div().aria_live("polite").child(move || undelete(page)),
            // Without a filter, the chips tell the number.
            p().aria_live("polite")
                .class("result-count")
                .class(move || {
                    let is_seen = is_filtered() || !has_games.get();
                    if is_seen { "" } else { "visually-hidden" }
                })
                .child(count),
            move || is_empty.get().then(|| first_game(page)),
        )),
        move || has_matches.get().then(|| results(page)),
        games(page, show_all),
    ))
}

const SEARCH_ID: &str = "library-search";

fn search_field() -> Option<HtmlInputElement> {
    document().get_element_by_id(SEARCH_ID)?.dyn_into().ok()
}

fn search(page: LibraryPage) -> Element {
    let clear = move |event: ev::KeyboardEvent| {
        let is_searching = page.filter.with_untracked(|filter| !filter.text.is_empty());
        if event.key() == "Escape" && is_searching {
            event.prevent_default();
            if let Some(input) = event_input(&event) {
                input.set_value("");
            }
            page.update_filter(|filter| filter.text.clear());
        }
    };
    let field = input()
        .r#type("search")
        .id(SEARCH_ID)
        .on(ev::keydown, clear)
        .placeholder(text::search())
        .value(page.filter.with_untracked(|filter| filter.text.clone()))
        .on(ev::input, move |event| {
            let text = browser::to_lowercase(event_target_value(&event).trim());
            page.update_filter(|filter| filter.text = text);
        });
    label()
        .class("library-search")
        .child((span().class("visually-hidden").child(text::search()), field))
}

/// Backups, high scores, and how much storage is used.
fn menu(page: LibraryPage) -> Element {
    let navigation = page.repository.navigation;
    let buttons = (
        button(text::back_up(), move || backup_view::download_backup(page)),
        backup_view::restore_button(page),
        button(text::scores_heading(), move || {
            navigation.open(Route::Scores);
        }),
    );
    let shown = ElementRef::new();
    // Escape closes the menu before the page.
    let close = move |event: ev::KeyboardEvent| {
        let open = element(shown).filter(|menu| menu.has_attribute("open"));
        if event.key() == "Escape"
            && let Some(menu) = open
        {
            event.prevent_default();
            set_attribute(&menu, "open", None);
            focus("#library-menu");
        }
    };
    details()
        .class("dropdown")
        .node_ref(shown)
        .on(ev::keydown, close)
        .child((
            summary()
                .id("library-menu")
                .aria_label(text::library_menu())
                .child(dots_icon()),
            div().class("card menu-items").child((
                div().class("buttons").child(buttons),
                p().class("detail")
                    .aria_live("polite")
                    .child(move || page.status_text()),
            )),
        ))
}

/// The conditions that are chosen first, each with the number of games.
fn chips(page: LibraryPage) -> Element {
    let chip = |chip: Chip| {
        let count = move || {
            let count = page.index.with(|index| {
                let entries = index.iter().flat_map(|index| &index.entries);
                let matching = entries.filter(|indexed| chip.matches(&indexed.entry));
                index.as_ref().map(|_| matching.count())
            });
            count.map(|count| span().class("count").child(text::grouped(count as u64)))
        };
        radio(
            "library-chip",
            (text::chip(chip), " ", count),
            move || page.filter.with(|filter| filter.chip) == chip,
            move || page.update_filter(|filter| filter.chip = chip),
        )
        .class("chip")
    };
    div()
        .class("chips")
        .role("radiogroup")
        .aria_label(text::show())
        .child(Chip::ALL.map(chip))
}

/// The way to a first game.
fn first_game(page: LibraryPage) -> Element {
    let navigation = page.repository.navigation;
    div()
        .class("buttons")
        .child(button(text::new_game(), move || navigation.open(Route::NewGame)).class("primary"))
}

/// The button that restores the last deleted game.
fn undelete(page: LibraryPage) -> Option<Element> {
    let title = page
        .deleted
        .with(|deleted| deleted.last().map(|game| text::game_title(&game.entry)))?;
    let row = p().class("row").child((
        span().child(text::deleted(&title)),
        button(text::undo_delete(), move || page.undelete()).id("library-undelete"),
    ));
    Some(row)
}

/// Further conditions.
fn filters(page: LibraryPage) -> Element {
    let has_more_players = Memo::new(move |_| {
        page.index.with(|index| {
            let entries = index.iter().flat_map(|index| &index.entries);
            let mut summaries = entries.filter_map(|indexed| indexed.entry.summary.as_ref());
            summaries.any(|summary| summary.players.len() > 2)
        })
    });
    let result = move || {
        let results = ResultFilter::ALL.into_iter();
        let results =
            results.filter(|result| *result != ResultFilter::OtherPlayer || has_more_players.get());
        segments(
            text::result(),
            results.map(|result| (result, text::result_option(result).to_owned())),
            move || page.filter.with(|filter| filter.result),
            move |result| page.update_filter(|filter| filter.result = result),
        )
    };
    let players = segments(
        text::played_by_filter(),
        PlayerFilter::ALL.map(|players| (players, text::player_option(players).to_owned())),
        move || page.filter.with(|filter| filter.players),
        move |players| page.update_filter(|filter| filter.players = players),
    );
    let sizes = Memo::new(move |_| {
        let index = page.index.get();
        index.map_or_else(Vec::new, |index| index.sizes.clone())
    });
    let boards = move || {
        let sizes = sizes.get();
        (sizes.len() > 1).then(|| field(text::board_field(), size(page, sizes)))
    };
    let period = segments(
        text::period(),
        Period::ALL.map(|period| (period, text::period_option(period).to_owned())),
        move || page.filter.with(|filter| filter.period),
        move |period| choose_period(page, period),
    );
    let chooses_days = Memo::new(move |_| page.filter.with(|filter| filter.period == Period::Days));
    let period = (period, move || chooses_days.get().then(|| days(page)));
    div().class("card library-filters").child((
        field(text::result(), result),
        field(text::played_by_filter(), players),
        boards,
        field(text::period(), period),
    ))
}

/// A condition. The group of its buttons has the name.
fn field(name: &'static str, choice: impl Child) -> Element {
    let name = span().aria_hidden("true").child(name);
    div().class("setting").child((name, choice))
}

/// The size of the board: buttons for a few sizes.
fn size(page: LibraryPage, sizes: Vec<(u32, u32)>) -> Element {
    const MAX_BUTTONS: usize = 6;
    let any = (None, text::any().to_owned());
    let label = |(columns, rows): (u32, u32)| {
        let label = text::size(columns.into(), rows.into());
        (Some((columns, rows)), label)
    };
    let sizes = sizes.into_iter().map(label);
    let options: Vec<_> = std::iter::once(any).chain(sizes).collect();
    let chosen = move || page.filter.with(|filter| filter.size);
    let choose = move |size| page.update_filter(|filter| filter.size = size);
    if options.len() <= MAX_BUTTONS {
        segments(text::board_field(), options, chosen, choose)
    } else {
        select(move || options.clone(), chosen, choose).aria_label(text::board_field())
    }
}

/// Chooses a period. Its days can then be changed.
fn choose_period(page: LibraryPage, period: Period) {
    let today = browser::local_time(browser::now()).day;
    let first_day = period.first_day(today);
    let from = first_day.and_then(|day| browser::start_of_day(&text::iso_date(day), 0));
    page.update_filter(|filter| {
        filter.period = period;
        if period != Period::Days {
            (filter.from, filter.until) = (from, None);
        }
    });
}

/// The first and the last day.
fn days(page: LibraryPage) -> Element {
    let day = |label, time: Option<u64>, days_after, set: fn(&mut Filter, Option<u64>)| {
        let date = time.map(|time| text::iso_date(browser::local_time(time).day));
        let field =
            input()
                .r#type("date")
                .value(date.unwrap_or_default())
                .on(ev::input, move |event| {
                    let time = browser::start_of_day(&event_target_value(&event), days_after);
                    page.update_filter(|filter| set(filter, time));
                });
        html::label().child((label, field))
    };
    let (from, until) = page
        .filter
        .with_untracked(|filter| (filter.from, filter.until.map(|until| until - 1)));
    div().class("form-row").child((
        day(text::from_day(), from, 0, |filter, time| filter.from = time),
        day(text::to_day(), until, 1, |filter, time| filter.until = time),
    ))
}

/// The cards of the games that match.
fn games(page: LibraryPage, show_all: impl Fn() + Copy + Send + 'static) -> Element {
    let no_match = move || {
        let has_games = page.count().is_some_and(|count| count > 0);
        let is_empty = page.matches.with(|matches| matches.is_empty());
        (has_games && is_empty).then(|| {
            div().class("no-match").child((
                p().child(text::no_match()),
                button(text::show_all(), show_all),
            ))
        })
    };
    let numbers = move || {
        page.cards
            .with(|cards| cards.iter().map(|card| card.number).collect())
    };
    let cards = keyed_list(numbers, move |number| {
        let cards = page.cards.get_untracked();
        let found = cards.iter().find(|card| card.number == number);
        found.map(|found| card(page, found))
    });
    let left = Memo::new(move |_| {
        let shown = page.cards.with(Vec::len);
        let all = page.matches.with(|matches| matches.len());
        // While the first ones are loaded, none.
        if shown == 0 {
            0
        } else {
            all.saturating_sub(shown)
        }
    });
    let has_more = Memo::new(move |_| left.get() > 0);
    let more = move || {
        has_more.get().then(|| {
            let label = move || text::show_more(left.get() as u64);
            p().class("buttons more")
                .child(button(label, move || page.show_more()))
        })
    };
    div().class("games").child((
        no_match,
        ul().id("library-list")
            .class("cards")
            .aria_label(text::games_heading())
            .child(cards),
        more,
    ))
}
