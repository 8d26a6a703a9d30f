//! The panel of the analysis.

use super::{
    graph::{self, graph},
    practice::practice,
    review::review,
    state::{AnalysisState, Progress},
    table::move_table,
    threats::threats,
};
use crate::{
    components::{
        checkbox::checkbox,
        html::{Element, div, h2, p, section},
    },
    game::session::Session,
    text,
};
use leptos::prelude::*;

/// The content of the panel.
pub(crate) fn panel() -> Element {
    let analysis: AnalysisState = expect_context();
    let game = analysis.game;
    let is_allowed = Memo::new(move |_| game.with(Session::allows_hints));
    let status = move || match (is_allowed.get(), analysis.progress.get()) {
        (false, _) => text::analysis_hidden().to_owned(),
        (true, Progress::Running) => {
            text::analysing(analysis.review.with(|review| review.progress.into()))
        }
        (true, Progress::Complete) => text::analysis_complete().to_owned(),
        (true, Progress::Failed) => text::analysis_failed().to_owned(),
    };
    let on_board = checkbox(
        text::show_on_board(),
        move || analysis.on_board.get(),
        move |on_board| analysis.set_on_board(on_board),
    );
    let with_threats = checkbox(
        text::show_threats(),
        move || analysis.with_threats.get(),
        move |with_threats| analysis.set_with_threats(with_threats),
    );
    section()
        .class("panel")
        .id("analysis")
        .aria_label(text::analysis())
        .child((
            p().class("detail").aria_live("polite").child(status),
            move || is_allowed.get().then(|| results(analysis)),
            on_board,
            with_threats,
            move || (is_allowed.get() && analysis.with_threats.get()).then(|| threats(game)),
            practice(game),
        ))
}

fn results(analysis: AnalysisState) -> Element {
    let game = analysis.game;
    let verdict = Memo::new(move |_| {
        let moves = analysis.moves.get();
        game.with_match(|game_match| text::explained_verdict(game_match, &moves))
    });
    let verdict = move || Some(verdict.get()).filter(|verdict| !verdict.is_empty());
    // Also while the user goes through the game.
    let is_finished = Memo::new(move |before: Option<&bool>| {
        game.with(Session::is_over)
            || before == Some(&true) && graph::cursor(game) < graph::last_step(game)
    });
    let review_if =
        move |finished| move || (is_finished.get() == finished).then(|| review(analysis));
    div().class("move-evaluations").child((
        move || verdict().map(|verdict| h2().child(verdict)),
        review_if(true),
        graph(analysis),
        p().class("detail")
            .child(move || game.with_match(text::graph_explanation)),
        review_if(false),
        move || move_table(analysis.moves.get()),
        p().class("detail")
            .child(move || analysis.moves.with(|moves| text::score_explanation(moves))),
    ))
}
