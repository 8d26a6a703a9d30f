//! The table of moves.

use crate::{
    components::html::{Element, p, table, tbody, td, th, thead, tr},
    text,
    workers::MoveEvaluation,
};
use std::cmp::Reverse;

/// The maximum number of moves shown: the best ones.
const MAX_MOVES: usize = 15;

/// The table of moves: ordered by cell, or the best ones first if not all are shown.
pub(super) fn move_table(mut moves: Vec<MoveEvaluation>) -> Element {
    if moves.is_empty() {
        return p();
    }
    moves.sort_by_key(|m| (Reverse(m.best), Reverse(m.evaluation.score)));
    moves.truncate(MAX_MOVES);
    if moves.len() < MAX_MOVES {
        moves.sort_by_key(|m| m.cell);
    }
    let heading = |text: &'static str| th().scope("col").child(text);
    let row = |m: MoveEvaluation| {
        let result = text::evaluation(&m.evaluation, m.best);
        tr().class(if m.best { "best" } else { "other" }).child((
            th().scope("row").child(m.cell.to_string()),
            td().child(result),
        ))
    };
    table().class("evaluations").child((
        thead().child(tr().child([text::column_move(), text::column_result()].map(heading))),
        tbody().child(moves.into_iter().map(row).collect::<Vec<_>>()),
    ))
}
