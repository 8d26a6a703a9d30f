//! The panel of the analysis.

use super::{
    graph::graph,
    state::{AnalysisState, Progress},
    table::move_table,
};
use crate::components::html::{div, h2, p, section};
use crate::{
    components::{button::button, checkbox::checkbox, dom::scroll_into_view},
    game::session::Session,
    navigation::Route,
    text,
};
use leptos::prelude::*;

/// The content of the panel.
pub(crate) fn panel() -> AnyView {
    let analysis: AnalysisState = expect_context();
    let (game, navigation) = (analysis.game, analysis.navigation);
    analysis.update();
    on_cleanup(move || analysis.update());
    request_animation_frame(|| scroll_into_view("analysis"));
    let is_allowed = Memo::new(move |_| game.with(Session::allows_hints));
    let status = move || match (is_allowed.get(), analysis.progress.get()) {
        (false, _) => text::analysis_hidden(),
        (true, Progress::Running) => text::analysing(),
        (true, Progress::Complete) => text::analysis_complete(),
        (true, Progress::Failed) => text::analysis_failed(),
    };
    let on_board = checkbox(
        text::show_on_board(),
        move || analysis.on_board.get(),
        move |on_board| analysis.set_on_board(on_board),
    );
    section()
        .class("panel")
        .id("analysis")
        .aria_label(text::analysis())
        .child((
            div().class("row").child((
                on_board,
                button(text::close(), move || navigation.close(Route::Analysis)),
            )),
            p().class("detail").aria_live("polite").child(status),
            move || is_allowed.get().then(|| results(analysis)),
        ))
        .into_any()
}

fn results(analysis: AnalysisState) -> AnyView {
    let game = analysis.game;
    div()
        .class("move-evaluations")
        .child((
            move || move_table(analysis.moves.get()),
            p().class("detail")
                .child(move || analysis.moves.with(|moves| text::score_explanation(moves))),
            h2().child(text::advantage()),
            p().class("detail")
                .child(move || game.with_match(text::graph_explanation)),
            graph(analysis),
        ))
        .into_any()
}
