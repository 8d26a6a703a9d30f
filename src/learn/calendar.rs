//! The days whose puzzles were solved: of the last weeks, and of each month.

use super::icons;
use crate::{
    browser,
    components::{
        button::{button, icon_only_button},
        dom::focus_match_soon,
        html::{Element, div, h3, p, span},
        icon,
    },
    puzzles::{PuzzleState, Start},
    text::{self, Month},
};
use leptos::{ev, prelude::*};

/// The weeks of the overview.
const WEEKS: i64 = 4;
/// How many days back the puzzles can be played.
const PLAYABLE: i64 = 365;

/// The streak, with the last weeks; it opens and closes the months.
pub(super) fn streak(state: PuzzleState) -> Element {
    let today = browser::day_number();
    // Beside the lessons there is room for it.
    let is_open = RwSignal::new(browser::has_side_column());
    let title = move || {
        let days = state.progress.with(|it| it.current_streak(today));
        text::learn_streak(days.into())
    };
    let best = move || {
        let best = state.progress.with(|it| it.best_streak);
        (best > 0).then(|| text::learn_best_streak(best.into()))
    };
    let words = span().class("words").child((
        span().class("title").child(title),
        span().class("detail").child(best),
        span().class("detail link").child((
            icons::icon(icons::CALENDAR),
            span().child(text::learn_calendar()),
        )),
    ));
    let toggle = button((words, last_weeks(state, today)), move || {
        is_open.update(|is_open| *is_open = !*is_open);
    });
    let toggle = toggle
        .class("card streak")
        .aria_expanded(move || is_open.get().to_string());
    let months = move || is_open.get().then(|| untrack(|| months(state, today)));
    div().class("streaks").child((toggle, months))
}

/// A mark for each day, from a Monday to the next Sunday. The title says what it shows.
fn last_weeks(state: PuzzleState, today: i64) -> Element {
    let sunday = today + 7 - text::weekday(today).cast_signed();
    let mark = |day: i64| {
        let class = move || {
            let is_solved = state.progress.with(|it| it.is_solved(day));
            match (is_solved, day == today, day > today) {
                (true, true, _) => "solved today",
                (true, false, _) => "solved",
                (false, true, _) => "today",
                (false, _, true) => "later",
                (false, _, false) => "",
            }
        };
        span().class(class)
    };
    let days = sunday - 7 * WEEKS + 1..=sunday;
    span()
        .class("weeks")
        .aria_hidden("true")
        .child(days.map(mark).collect::<Vec<_>>())
}

/// A calendar in which the puzzles of earlier days can be chosen.
fn months(state: PuzzleState, today: i64) -> Element {
    let month = RwSignal::new(Month::of(today));
    let (first, last) = (Month::of(today - PLAYABLE), Month::of(today));
    let turn = move |symbol, name, months, end: Month| {
        let is_end = move || month.get() == end;
        icon_only_button(symbol, name, move || {
            if !untrack(is_end) {
                month.update(|month| *month = month.after(months));
            }
        })
        .class("flat")
        .aria_disabled(move || is_end().then_some("true"))
    };
    let name = h3().aria_live("polite").child(move || month.get().name());
    let weekdays = (1..=7).map(|day| span().child(text::weekday_short(day)));
    div()
        .class("card calendar")
        .role("group")
        .aria_label(text::learn_calendar())
        .child((
            div().class("calendar-head").child((
                turn(icon::PREVIOUS, text::learn_previous_month(), -1, first),
                name,
                turn(icon::NEXT, text::learn_next_month(), 1, last),
            )),
            p().class("weekdays")
                .aria_hidden("true")
                .child(weekdays.collect::<Vec<_>>()),
            move || days(state, month.get(), today),
        ))
}

/// The days of a month: a single tab stop, in which the arrow keys select a day.
fn days(state: PuzzleState, month: Month, today: i64) -> Element {
    let (first, last) = (month.first_day(), month.after(1).first_day() - 1);
    let (from, to) = (first.max(today - PLAYABLE), last.min(today));
    let selected = RwSignal::new(to);
    let on_key = move |event: ev::KeyboardEvent| {
        let step = match &*event.key() {
            "ArrowLeft" => -1,
            "ArrowRight" => 1,
            "ArrowUp" => -7,
            "ArrowDown" => 7,
            _ => return,
        };
        event.prevent_default();
        let day = selected.get_untracked() + step;
        if (from..=to).contains(&day) {
            selected.set(day);
            focus_match_soon(format!("[data-day=\"{day}\"]"));
        }
    };
    let day = |day: i64| {
        let number = (day - first + 1).to_string();
        if !(from..=to).contains(&day) {
            return span().class("later").child(number);
        }
        let is_solved = move || state.progress.with(|it| it.is_solved(day));
        let name = move || {
            let date = text::date_with_weekday(day);
            if is_solved() {
                text::learn_day_solved(&date)
            } else {
                date
            }
        };
        let open = move || {
            state.open(if day == today {
                Start::Today
            } else {
                Start::Day(day)
            });
        };
        button(number, open)
            .class(("solved", is_solved))
            .aria_label(name)
            .aria_current((day == today).then_some("date"))
            .tabindex(move || if selected.get() == day { "0" } else { "-1" })
            .attr("data-day", day.to_string())
    };
    div()
        .class("days")
        .style(("--first", text::weekday(first) as usize))
        .on(ev::keydown, on_key)
        .child((first..=last).map(day).collect::<Vec<_>>())
}
