//! The results of a tournament: standings, chart, crosstable and facts.

use super::{chart::chart, crosstable::crosstable, export, progress, state::TournamentDialog};
use crate::{
    components::{
        explanation::explanation,
        html::{Element, bdi, div, h3, li, section, table, tbody, td, th, thead, tr, ul},
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
    div().class("two-column").child((
        progress::progress(dialog),
        section().class("ratings").child((
            h3().child(text::ranking()),
            div()
                .class("scores")
                .role("region")
                .aria_label(text::ranking())
                .tabindex("0")
                .child(div().child(move || runner.report(standings))),
        )),
        section().class("rating-chart").child((
            heading(
                text::ratings_chart(),
                text::ratings_about(),
                text::ratings_explained(),
            ),
            move || runner.report(chart),
        )),
        section().child((
            heading(
                text::head_to_head(),
                text::head_to_head_about(),
                text::head_to_head_explained(),
            ),
            crosstable(dialog),
        )),
        section().child((
            h3().child(text::all_games()),
            ul().class("facts").child(facts),
        )),
        export::downloads(dialog),
    ))
}

/// A heading with an explanation.
fn heading(heading: &'static str, about: &'static str, text: &'static str) -> Element {
    div()
        .class("explained")
        .child((h3().child(heading), explanation(about, text)))
}

fn standings(report: &Report) -> Element {
    let heading = |name: &'static str| th().scope("col").child(name);
    let row = |standing: &Standing| {
        let mut cells = text::standing_cells(standing)
            .into_iter()
            .map(|cell| td().child(cell));
        let label = text::entrant_name(&report.tournament, standing.entrant);
        tr().child((
            cells.next(),
            th().scope("row").child(bdi().child(label)),
            cells.collect::<Vec<_>>(),
        ))
    };
    table().class("standings").child((
        thead().child(tr().child(text::standing_headings().map(heading))),
        tbody().child(report.standings.iter().map(row).collect::<Vec<_>>()),
    ))
}
