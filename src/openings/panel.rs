//! The panel of the openings.

use super::state::OpeningState;
use crate::{
    analysis::practice,
    board::focus_board,
    components::{
        button::{button, icon_button},
        html::{Element, div, h2, p, section, table, tbody, td, th, thead, tr},
        icon,
    },
    context::context,
    game::session::Command,
    panel::exercise_head,
    text,
    workers::MoveEvaluation,
};
use four_shapes_rules::notation;
use leptos::prelude::*;

/// The content of the panel.
pub(crate) fn panel() -> Element {
    let state: OpeningState = context();
    let game = state.game;
    let moves = move || {
        let moves = game.with_match(|game_match| notation::write(game_match.game()));
        if moves.is_empty() {
            text::openings_start().to_owned()
        } else {
            text::openings_moves(&moves)
        }
    };
    // Without the levels: each new one would recreate the buttons.
    let evaluations = Memo::new(move |_| state.explorer.with(|it| it.moves().to_vec()));
    let undo = icon_button(icon::UNDO, text::undo(), move || game.send(Command::Undo));
    let start = icon_button(icon::FIRST, text::openings_start(), move || {
        game.send(Command::GoTo(0));
    });
    section()
        .class("panel")
        .id("openings")
        .aria_label(text::openings())
        .child((
            exercise_head(h2().class("title").child(text::openings())),
            p().class("detail").child(text::openings_hint()),
            p().child(moves),
            move || moves_table(state, evaluations.get()),
            p().class("detail").child(text::openings_levels()),
            div().class("panel-actions").child((undo, start)),
            practice(game),
        ))
}

/// The moves with their results and the levels that choose them.
fn moves_table(state: OpeningState, mut moves: Vec<MoveEvaluation>) -> Element {
    moves.sort_by_key(|m| m.cell);
    let heading = |text: &'static str| th().scope("col").child(text);
    let row = |m: MoveEvaluation| {
        let cell = m.cell;
        let play = button(cell.to_string(), move || {
            state.game.send(Command::Place(cell));
            focus_board();
        });
        let levels = move || {
            let levels = state.explorer.with(|it| it.levels(cell).to_vec());
            let names = levels.iter().map(ToString::to_string);
            names.collect::<Vec<_>>().join(", ")
        };
        tr().class(if m.best { "best" } else { "other" }).child((
            th().scope("row").child(play),
            td().child(text::evaluation(&m.evaluation, m.best)),
            td().child(levels),
        ))
    };
    let headings = [
        text::column_move(),
        text::column_result(),
        text::column_levels(),
    ];
    table().class("evaluations openings").child((
        thead().child(tr().child(headings.map(heading))),
        tbody().child(moves.into_iter().map(row).collect::<Vec<_>>()),
    ))
}
