//! The panel of the analysis.

use super::{
    graph::graph,
    study::{Progress, Study},
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
    let study: Study = expect_context();
    let (game, navigation) = (study.game, study.navigation);
    study.update();
    on_cleanup(move || study.update());
    request_animation_frame(|| scroll_into_view("analysis"));
    let is_allowed = Memo::new(move |_| game.with(Session::allows_hints));
    let status = move || match (is_allowed.get(), study.progress.get()) {
        (false, _) => text::analysis_hidden(),
        (true, Progress::Running) => text::analysing(),
        (true, Progress::Complete) => text::analysis_complete(),
        (true, Progress::Failed) => text::analysis_failed(),
    };
    let on_board = checkbox(
        text::show_on_board(),
        move || study.on_board.get(),
        move |on_board| study.set_on_board(on_board),
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
            move || is_allowed.get().then(|| results(study)),
        ))
        .into_any()
}

fn results(study: Study) -> AnyView {
    let game = study.game;
    div()
        .class("move-evaluations")
        .child((
            move || move_table(study.moves.get()),
            p().class("detail")
                .child(move || study.moves.with(|moves| text::score_explanation(moves))),
            h2().child(text::advantage()),
            p().class("detail")
                .child(move || game.with_match(text::graph_explanation)),
            graph(study),
        ))
        .into_any()
}
