//! The panel of the analysis: the evaluation of a game in progress, or the review of a finished
//! one.

use super::{
    graph::graph,
    practice::practice,
    review::{is_trial, options, review},
    state::{AnalysisState, Progress, is_finished},
    table::move_table,
};
use crate::{
    components::{
        dom::mark_page,
        html::{Element, div, h2, p, section},
    },
    context::context,
    game::session::Session,
    text,
};
use leptos::prelude::*;

/// The content of the panel.
pub(crate) fn panel() -> Element {
    let analysis: AnalysisState = context();
    let game = analysis.game;
    // A key moment remains visible if help is not allowed in games.
    let is_allowed = Memo::new(move |_| {
        game.with(Session::allows_hints) || analysis.moment.with(Option::is_some)
    });
    let is_review = Memo::new(move |before: Option<&bool>| {
        if is_trial(game) {
            return before == Some(&true);
        }
        is_allowed.get()
            && game.with_match(|game_match| {
                game_match.rules().players() == 2 && is_finished(game_match)
            })
    });
    let status = move || match (is_allowed.get(), analysis.progress.get()) {
        (false, _) if game.with(Session::is_competition) => {
            text::analysis_hidden_in_cup().to_owned()
        }
        (false, _) if game.with(Session::is_remote_game) => {
            text::analysis_hidden_remote().to_owned()
        }
        (false, _) => text::analysis_hidden().to_owned(),
        (true, Progress::Running) => {
            text::analysing(analysis.review.with(|review| review.progress.into()))
        }
        (true, Progress::Complete) => text::analysis_complete().to_owned(),
        (true, Progress::Failed) => text::analysis_failed().to_owned(),
    };
    let class = move || {
        if is_review.get() {
            "visually-hidden"
        } else {
            "detail"
        }
    };
    let content = move || {
        if is_review.get() {
            review(analysis)
        } else {
            div().class("move-evaluations").child(move || {
                is_allowed
                    .get()
                    .then(|| (results(analysis), options(analysis), practice(game)))
            })
        }
    };
    mark_page("data-has-analysis");
    section()
        .class("panel")
        .id("analysis")
        .aria_label(text::analysis())
        .child((p().class(class).child(status), content))
}

fn results(analysis: AnalysisState) -> Element {
    let game = analysis.game;
    let verdict = Memo::new(move |_| {
        let moves = analysis.moves.get();
        game.with_match(|game_match| text::explained_verdict(game_match, &moves))
    });
    let verdict = move || Some(verdict.get()).filter(|verdict| !verdict.is_empty());
    div().class("move-evaluations").child((
        move || verdict().map(|verdict| h2().child(verdict)),
        p().class("detail")
            .child(move || analysis.moves.with(|moves| text::score_explanation(moves))),
        graph(analysis),
        p().class("detail")
            .child(move || game.with_match(text::graph_explanation)),
        move || move_table(analysis.moves.get()),
    ))
}
