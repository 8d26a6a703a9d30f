//! The user's results beside the list: figures, rating over time, games won against each
//! opponent, milestones.

use super::{
    results::{Results, Score},
    state::{GameIndex, LibraryPage},
    statistics_view, text,
};
use crate::{
    browser,
    components::{
        button::{button, icon_only_button},
        html::{Element, div, h3, li, p, path, section, span, svg, ul},
        icon,
    },
};
use four_shapes_players::PlayerKind;
use leptos::prelude::*;

/// The time over which the change of the rating is told, in milliseconds.
const MONTH: u64 = 30 * 24 * 60 * 60 * 1000;

/// Returns the results of all games of the library, whichever are listed.
pub(super) fn results(page: LibraryPage) -> Element {
    let has_results = Memo::new(move |_| {
        page.index.with(|index| {
            let scores = index.iter().map(|index| index.results.score);
            scores.map(Score::games).sum::<u32>() > 0
        })
    });
    section()
        .class("results")
        .aria_label(text::results())
        .child(move || {
            if has_results.get() {
                found(page)
            } else {
                div().class("card no-results").child((
                    h3().child(text::results()),
                    p().class("detail").child(text::no_results()),
                ))
            }
        })
}

fn found(page: LibraryPage) -> Element {
    // On narrow pages, only the figures are shown at first.
    let is_open = RwSignal::new(false);
    let toggle = icon_only_button(icon::NEXT, text::results_show(), move || {
        is_open.update(|is_open| *is_open = !*is_open);
    })
    .class("flat results-toggle")
    .aria_expanded(move || is_open.get().to_string());
    let figures = move || page.index.get().map(|index| figures(&index));
    let more = move || page.index.get().map(|index| more(page, &index.results));
    div().child((
        div().class("card").child((
            div().child((p().class("detail").child(text::results_scope()), figures)),
            toggle,
        )),
        div()
            .class(move || {
                if is_open.get() {
                    "results-more open"
                } else {
                    "results-more"
                }
            })
            .child(more),
    ))
}

fn figures(index: &GameIndex) -> Element {
    let results = &index.results;
    let figure = |value: String, name: String| {
        div().class("figure").child((
            span().class("value").child(value),
            span().class("detail").child(name),
        ))
    };
    let percent = results.score.percent_won().to_string();
    let won = figure(text::percent(&percent), text::figure_won().to_owned());
    let rating = results.rating().map(|rating| {
        figure(
            text::rating_number(rating),
            text::figure_rating().to_owned(),
        )
    });
    let days = (index.days > 1).then(|| {
        let days = text::grouped(index.days.into());
        figure(days, text::figure_days().to_owned())
    });
    let games = results.score.games().into();
    div().class("figures").child((
        figure(text::grouped(games), text::figure_games(games)),
        won,
        rating,
        days,
    ))
}

fn more(page: LibraryPage, results: &Results) -> Element {
    let rating = results.rating().map(|rating| {
        let since = browser::now().saturating_sub(MONTH);
        p().child(text::rating_trend(rating, results.change_since(since)))
    });
    let opponents = results.opponents.iter().copied().map(opponent_bar);
    let opponents = (!results.opponents.is_empty()).then(|| {
        div().class("card").child((
            h3().child(text::won_by_opponent()),
            ul().class("by-opponent")
                .child(opponents.collect::<Vec<_>>()),
            p().child(text::win_streak(
                results.streak.into(),
                results.best_streak.into(),
            )),
            p().class("detail").child(text::help_scope()),
            button(text::statistics(), move || statistics_view::open(page)),
        ))
    });
    div().child((
        div().class("card").child((
            h3().child(text::results_rating()),
            rating_chart(&results.ratings),
            rating,
            p().class("detail").child(text::rating_scope()),
        )),
        opponents,
        milestones(results),
    ))
}

/// The games won against an opponent.
fn opponent_bar((kind, score): (PlayerKind, Score)) -> Element {
    let percent = score.percent_won();
    li().child((
        span().child(text::opponent(kind)),
        span()
            .class("bar")
            .aria_hidden("true")
            .style(("--share", percent as usize)),
        span().child(text::percent(&percent.to_string())),
    ))
}

/// The rating after each game as a line, if there are at least two.
fn rating_chart(ratings: &[(u64, i32)]) -> Option<Element> {
    let values = || ratings.iter().map(|(_, rating)| *rating);
    let (low, high) = (values().min()?, values().max()?);
    if ratings.len() < 2 {
        return None;
    }
    // At least 100 points high, so that small changes look small.
    let margin = (100 - (high - low)).max(0) / 2;
    let (low, high) = (low - margin, high + margin);
    let height = high - low;
    let points = values().enumerate();
    let points: Vec<String> = points
        .map(|(index, rating)| format!("{} {}", 100 * index, high - rating))
        .collect();
    let width = 100 * (ratings.len() - 1);
    let chart = svg()
        .class("rating-chart")
        .attr("viewBox", format!("0 0 {width} {height}"))
        .attr("preserveAspectRatio", "none")
        .aria_hidden("true")
        .child(path().attr("d", ["M", &points.join("L")].concat()));
    Some(chart)
}

/// What was achieved, the latest first.
fn milestones(results: &Results) -> Option<Element> {
    let now = browser::local_time(browser::now());
    let reached = results.milestones.iter().rev();
    let items = reached.map(|(milestone, time)| {
        li().child((
            span().child(text::milestone(*milestone)),
            span()
                .class("detail")
                .child(text::when(browser::local_time(*time), now)),
        ))
    });
    let items: Vec<_> = items.collect();
    (!items.is_empty()).then(|| {
        div().class("card").child((
            h3().child(text::milestones()),
            ul().class("milestones").child(items),
        ))
    })
}
