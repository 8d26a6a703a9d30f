//! The high scores: they are completed in the background, and have a dialog.

use crate::{
    browser,
    components::{
        button::button,
        confirm::{Question, confirm},
        html::{Element, caption, div, p, table, tbody, td, th, thead, tr},
    },
    navigation::{Navigation, Route, use_navigation},
    storage::{BrowserStorage, scores},
    text,
};
use four_shapes_records::{
    Name,
    high_scores::{HighScore, HighScores},
};
use leptos::prelude::*;

/// Adds the games that were won to the high scores.
pub(crate) fn settle(navigation: Navigation) {
    if let Err(problem) = scores::settle(&BrowserStorage::new()) {
        navigation.notify(text::storage_problem(&problem));
    }
}

/// Returns the contents of the high-scores dialog.
pub(crate) fn high_scores() -> Element {
    let navigation = use_navigation();
    let (scores, problem) = match scores::load(&BrowserStorage::new()) {
        Ok(scores) => (scores, None),
        Err(problem) => (HighScores::default(), Some(text::storage_problem(&problem))),
    };
    let is_empty = scores.all().is_empty();
    let intro = if is_empty {
        text::no_scores()
    } else {
        text::scores_explained()
    };
    let confirming = RwSignal::new(false);
    let question = Question {
        text: text::clear_question(),
        yes: text::clear_confirm(),
        no: text::cancel(),
    };
    let clear = move || {
        scores::clear(&BrowserStorage::new());
        navigation.close(Route::Scores);
    };
    let tables: Vec<_> = scores.by_rules().map(scores_table).collect();
    let exported = scores.write();
    let export =
        move || browser::download(&text::scores_file_name(&browser::today_string()), &exported);
    let manage = (!is_empty).then(|| {
        (
            button(text::export(), export),
            button(text::clear(), move || confirming.set(true)),
        )
    });
    div().child((
        problem.map(|problem| p().class("error").child(problem)),
        p().child(intro),
        tables,
        confirm(confirming, question, clear),
        p().class("buttons").child(manage),
    ))
}

/// The table of the scores with the same rules.
fn scores_table(scores: &[HighScore]) -> Element {
    let rules = text::rules_of(scores[0].rules);
    let head = [
        text::score_place(),
        text::score_winner(),
        text::score_moves(),
        text::score_against(),
        text::score_date(),
    ]
    .map(|name| th().scope("col").child(name));
    let row = |(i, score): (usize, &HighScore)| {
        let opponents: Vec<&str> = score.opponents.iter().map(Name::as_str).collect();
        let cells = [
            (i + 1).to_string(),
            score.name.to_string(),
            score.moves.to_string(),
            opponents.join(", "),
            score.date.to_string(),
        ];
        tr().child(cells.map(|cell| td().child(cell)))
    };
    let rows: Vec<_> = scores.iter().enumerate().map(row).collect();
    div()
        .class("scores")
        .tabindex(0)
        .role("region")
        .aria_label(rules.clone())
        .child(table().child((
            caption().child(rules),
            thead().child(tr().child(head)),
            tbody().child(rows),
        )))
}
