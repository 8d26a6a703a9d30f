//! The statistics in the page.

use super::{
    entry::recognize,
    results::Score,
    reviews,
    state::{FOCUS_ID, LibraryPage, View},
    statistics::{PlayedGame, Report, Statistics, is_candidate},
    text,
};
use crate::{
    browser,
    components::{
        button::button,
        dom::focus_match_soon,
        html::{
            Child, Element, caption, details, div, h3, p, path, summary, svg, table, tbody, td, th,
            thead, tr,
        },
    },
    storage::database::DatabaseError,
    workers::AnalysisReport,
};
use std::sync::Arc;

/// The maximum number of games whose accuracy is shown: the latest ones.
const MAX_REVIEWS: usize = 50;
/// The number of games that are read at a time.
const CHUNK: usize = 200;

/// Shows the statistics, once they are computed.
pub(super) fn open(page: LibraryPage) {
    page.spawn(async move {
        let report = report(page).await?;
        page.show_view(View::Statistics(Arc::new(report)));
        focus_match_soon(["#", FOCUS_ID].concat());
        Ok(())
    });
}

async fn report(page: LibraryPage) -> Result<Report, DatabaseError> {
    let database = page.repository.database().await?;
    let mut entries = database.entries().await?;
    recognize(&mut entries);
    let candidates = entries.iter().filter(|entry| is_candidate(entry));
    let ids: Vec<String> = candidates.map(|entry| entry.id.clone()).collect();
    let mut games = Vec::new();
    for ids in ids.chunks(CHUNK) {
        for game in database.games(ids).await?.values() {
            // One that can't be read is shown as such in the list.
            if let Ok(mut game_match) = game.parse_record() {
                game_match.go_to(usize::MAX);
                games.extend(PlayedGame::of(&game.entry, &game_match));
            }
        }
    }
    games.sort_by_key(|game| game.begun);
    let mut accuracies = Vec::new();
    for game in games.iter().rev() {
        if accuracies.len() == MAX_REVIEWS {
            break;
        }
        if let Some(percent) = accuracy(game).await? {
            accuracies.push((game.begun, percent));
        }
    }
    accuracies.reverse();
    Ok(Report {
        statistics: Statistics::of(&games),
        accuracies,
    })
}

/// Returns the human's accuracy in percent, if the game was reviewed.
async fn accuracy(game: &PlayedGame) -> Result<Option<u32>, DatabaseError> {
    let Some(bytes) = reviews::load(&game.content_hash).await? else {
        return Ok(None);
    };
    let report = AnalysisReport::decode(&bytes, game.rules, game.steps).ok();
    Ok(report.and_then(|report| *report.review.accuracy.get(game.player)?))
}

/// Returns the view.
pub(super) fn statistics(page: LibraryPage, report: &Report) -> Element {
    let Report {
        statistics,
        accuracies,
    } = report;
    let back = button(text::back_to_list(), move || page.show_list());
    let content = if statistics.by_opponent.is_empty() {
        p().child(text::no_statistics())
    } else {
        let opponents = statistics.by_opponent.iter();
        let opponents = opponents.map(|(kind, score)| (text::player_kind(Some(*kind)), *score));
        let [first, second] = statistics.by_turn;
        let turns = [
            (text::as_first().to_owned(), first),
            (text::as_second().to_owned(), second),
        ];
        div().class("statistics").child((
            score_table(text::by_opponent(), opponents.collect()),
            score_table(text::by_turn(), turns.into()),
            accuracy_chart(accuracies),
        ))
    };
    div().child((
        h3().id(FOCUS_ID).tabindex(-1).child(text::statistics()),
        p().class("detail").child(text::statistics_scope()),
        content,
        p().class("buttons sticky").child(back.class("primary")),
    ))
}

fn score_table(title: &'static str, rows: Vec<(String, Score)>) -> Element {
    let head = [
        "",
        text::column_games(),
        text::column_won(),
        text::column_drawn(),
        text::column_lost(),
        text::column_score(),
    ];
    let heading = |name: &'static str| {
        if name.is_empty() {
            td()
        } else {
            th().scope("col").child(name)
        }
    };
    let row = |(name, score): (String, Score)| {
        let counts = [score.games(), score.won, score.drawn, score.lost];
        let percent = text::percent(&score.percent().to_string());
        let cells = counts.map(|count| count.to_string()).into_iter();
        let cells = cells.chain([percent]).map(|cell| td().child(cell));
        tr().child((
            th().scope("row").child(name),
            cells.map(Child::into_any_view).collect::<Vec<_>>(),
        ))
    };
    div()
        .class("scores")
        .tabindex(0)
        .role("region")
        .aria_label(title)
        .child(table().child((
            caption().child(title),
            thead().child(tr().child(head.map(heading))),
            tbody().child(rows.into_iter().map(row).collect::<Vec<_>>()),
        )))
}

/// The accuracy of the reviewed games as a line, and the same as a table.
fn accuracy_chart(accuracies: &[(u64, u32)]) -> Element {
    let [_, .., (_, last)] = accuracies else {
        return p().class("detail").child(text::accuracy_missing());
    };
    let width = 100 * (accuracies.len() - 1);
    let points = accuracies.iter().enumerate();
    let line: Vec<String> = points
        .map(|(index, (_, percent))| format!("{} {}", 100 * index, 100 - percent))
        .collect();
    let chart = svg()
        .class("accuracy")
        .attr("viewBox", format!("0 0 {width} 100"))
        .attr("preserveAspectRatio", "none")
        .aria_hidden("true")
        .child(path().attr("d", ["M", &line.join("L")].concat()));
    let row = |(time, percent): &(u64, u32)| {
        let day = browser::local_date(*time).map_or_else(String::new, |day| day.to_string());
        let percent = text::percent(&percent.to_string());
        tr().child((th().scope("row").child(day), td().child(percent)))
    };
    let heading = |name: &'static str| th().scope("col").child(name);
    let table = table().child((
        thead().child(tr().child([text::score_date(), text::column_accuracy()].map(heading))),
        tbody().child(accuracies.iter().map(row).collect::<Vec<_>>()),
    ));
    let last = text::percent(&last.to_string());
    div().child((
        h3().child(text::accuracy_over_time(accuracies.len() as u64, &last)),
        chart,
        details().child((
            summary().child(text::as_table()),
            div().class("scores").child(table),
        )),
    ))
}
