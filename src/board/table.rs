//! The board as a visually hidden table, for screen readers.

use super::Board;
use crate::{
    components::html::{Element, caption, div, table, tbody, td, th, thead, tr},
    text,
};
use leptos::prelude::*;

pub(super) fn board_table(board: Board) -> Element {
    let Board { rules, view, .. } = board;
    let heading = |column| {
        th().scope("col")
            .child(move || view.with(|view| view.labels.of(column)))
    };
    let row = |row: usize| {
        let cells = rules.all_cells().filter(|cell| cell.row() == row);
        let cells = cells.map(|cell| {
            let view = board.cell(cell);
            td().child(move || text::cell_content(view.get().piece))
        });
        let heading = th().scope("row").child((row + 1).to_string());
        tr().child((heading, cells.collect::<Vec<_>>()))
    };
    let headings = rules.all_columns().map(heading).collect::<Vec<_>>();
    let rows = (0..usize::from(rules.rows())).rev().map(row);
    let table = table().child((
        caption().child(text::board_table()),
        thead().child(tr().child((th().scope("col").child(text::row()), headings))),
        tbody().child(rows.collect::<Vec<_>>()),
    ));
    // In a `<div>`: a table can't be smaller than its contents.
    div().class("visually-hidden").child(table)
}
