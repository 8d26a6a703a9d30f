//! The high scores of this browser.

use crate::library::text;
use crate::{
    components::ui::{El, button, dynamic, html, nothing},
    device,
    navigation::{Place, use_navigation},
    storage::{self, Browser},
};
use four_shapes_engine::{
    Name,
    scores::{Score, Scores},
};
use leptos::prelude::*;

/// What is in the high-scores dialog.
pub(crate) fn scores() -> AnyView {
    let navigation = use_navigation();
    let (scores, problem) = match storage::scores(&Browser::new()) {
        Ok(scores) => (scores, None),
        Err(problem) => (Scores::default(), Some(text::storage_problem(&problem))),
    };
    let empty = scores.all().is_empty();
    let problem = problem.map(|problem| html("p").class("error").text(problem));
    let intro = if empty {
        text::NO_SCORES
    } else {
        text::SCORES_EXPLAINED
    };
    let sure = RwSignal::new(false);
    let exported = scores.write();
    let export = move || device::download(&text::scores_file_name(&device::date()), &exported);
    let clear = move || {
        if !sure.get() {
            return nothing();
        }
        let yes = move || {
            storage::clear_scores(&Browser::new());
            navigation.close(Place::Scores);
        };
        html("div")
            .attr("role", "alert")
            .child(html("p").class("warning").text(text::CLEAR_SURE))
            .child(
                html("p")
                    .class("buttons")
                    .child(button(text::CLEAR_YES, yes))
                    .child(button(text::CLEAR_NO, move || sure.set(false))),
            )
            .view()
    };
    let some = (!empty).then(|| {
        [
            button(text::EXPORT, export),
            button(text::CLEAR, move || sure.set(true)),
        ]
    });
    html("div")
        .children(problem)
        .child(html("p").text(intro))
        .children(scores.by_game().map(table))
        .child(dynamic(clear))
        .child(
            html("p")
                .class("buttons sticky")
                .child(
                    button(text::CLOSE, move || navigation.close(Place::Scores)).class("primary"),
                )
                .children(some.into_iter().flatten()),
        )
        .view()
}

/// The scores of one game.
fn table(scores: &[Score]) -> El {
    let head = |name: &'static str| html("th").attr("scope", "col").text(name);
    let row = |(i, score): (usize, &Score)| {
        let opponents: Vec<&str> = score.opponents.iter().map(Name::as_str).collect();
        let cells = [
            (i + 1).to_string(),
            score.name.to_string(),
            score.moves.to_string(),
            opponents.join(", "),
            score.date.to_string(),
        ];
        html("tr").children(cells.map(|cell| html("td").text(cell)))
    };
    let rules = scores[0].rules;
    html("div")
        .class("scores")
        .attr("tabindex", "0")
        .attr("role", "region")
        .attr("aria-label", text::kind(rules))
        .child(
            html("table")
                .child(html("caption").text(text::kind(rules)))
                .child(html("thead").child(html("tr").children(text::SCORE_COLUMNS.map(head))))
                .child(html("tbody").children(scores.iter().enumerate().map(row))),
        )
}
