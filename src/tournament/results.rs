//! The results of a tournament: standings, chart, crosstable and facts.

use super::{
    chart::chart, crosstable::crosstable, export, picture::picture, progress,
    state::TournamentDialog,
};
use crate::{
    components::{
        explanation::explanation,
        html::{
            Element, bdi, details, div, h3, li, p, section, span, summary, table, tbody, td, th,
            thead, tr, ul,
        },
    },
    tournament::text,
};
use four_shapes_tournament::report::{Report, Standing};

/// Renders the progress and the results.
pub(super) fn results(dialog: TournamentDialog) -> Element {
    let runner = dialog.runner;
    let facts = move || {
        let facts = runner.report(text::facts).unwrap_or_default();
        let facts = facts.into_iter().map(|fact| li().child(fact));
        facts.collect::<Vec<_>>()
    };
    let title = runner.table(|table| text::tournament_title(table.tournament()));
    let (crosstable, interval) = crosstable(dialog);
    div().class("two-column").child((
        section().class("card lab-now").child((
            div().child(move || runner.report(outcome)),
            progress::progress(dialog),
        )),
        section().class("card ratings").child((
            h3().child(text::ranking()),
            div()
                .class("scores")
                .role("region")
                .aria_label(text::ranking())
                .tabindex("0")
                .child(div().child(move || runner.report(short_standings))),
        )),
        section().class("card").child((
            heading(
                text::head_to_head(),
                text::head_to_head_about(),
                text::head_to_head_explained(),
            ),
            crosstable,
        )),
        details().class("rating-details").child((
            summary().child(text::ratings_details()),
            section().class("rating-chart").child((
                heading(
                    text::ratings_chart(),
                    text::ratings_about(),
                    text::ratings_explained(),
                ),
                move || runner.report(chart),
            )),
            div()
                .class("scores")
                .role("region")
                .aria_label(text::ratings_chart())
                .tabindex("0")
                .child(div().child(move || runner.report(standings))),
            section().child((
                h3().child(text::all_games()),
                p().class("detail").child(title.unwrap_or_default()),
                p().child(interval),
                ul().class("facts").child(facts),
            )),
        )),
        export::downloads(dialog),
    ))
}

/// Who has won or leads.
fn outcome(report: &Report) -> Element {
    let entrants = report.tournament.entrants();
    let leader = report.leader().map(|leader| picture(&entrants[leader]));
    div()
        .class("outcome")
        .child((leader, p().child(text::outcome(report))))
}

/// A heading with an explanation.
fn heading(heading: &'static str, about: &'static str, text: &'static str) -> Element {
    div()
        .class("explained")
        .child((h3().child(heading), explanation(about, text)))
}

/// Who has won how many games.
fn short_standings(report: &Report) -> Element {
    standings_with(report, text::short_headings().into(), text::short_cells)
}

/// With ratings, intervals, forfeits and times.
fn standings(report: &Report) -> Element {
    standings_with(
        report,
        text::standing_headings().into(),
        text::standing_cells,
    )
}

/// A table of the entrants, the best first; a row begins with the rank and the entrant's name.
fn standings_with(
    report: &Report,
    headings: Vec<&'static str>,
    cells: fn(&Standing) -> Vec<String>,
) -> Element {
    let heading = |name: &'static str| th().scope("col").child(name);
    let row = |standing: &Standing| {
        let mut cells = cells(standing).into_iter().map(|cell| td().child(cell));
        let label = text::entrant_name(&report.tournament, standing.entrant);
        let entrant = &report.tournament.entrants()[standing.entrant];
        let level = text::level_of(entrant);
        let level = level.map(|level| (" ", span().class("detail").child(level)));
        tr().child((
            cells.next(),
            th().scope("row").child(
                div()
                    .class("entrant")
                    .child((picture(entrant), span().child((bdi().child(label), level)))),
            ),
            cells.collect::<Vec<_>>(),
        ))
    };
    table().class("standings").child((
        thead().child(tr().child(headings.into_iter().map(heading).collect::<Vec<_>>())),
        tbody().child(report.standings.iter().map(row).collect::<Vec<_>>()),
    ))
}
