//! The board as a table, for reading it cell by cell without seeing it.

use super::Parts;
use crate::{
    components::ui::{El, html},
    text,
};
use leptos::prelude::*;

pub(super) fn table(parts: &Parts) -> El {
    let (rules, cells) = (parts.rules, &parts.cells);
    let rows = usize::from(rules.rows());
    let scene = parts.scene;
    let head = |scope, text| html("th").attr("scope", scope).text(text);
    let column = |column| {
        let label = move || scene.with(|scene| scene.labels.of(column));
        html("th").attr("scope", "col").text_with(label)
    };
    let row = |row: usize| {
        let cell = |column: four_shapes_engine::Column| {
            let view = cells[column.index() * rows + row].clone();
            html("td").text_with(move || text::cell(view.get().piece))
        };
        html("tr")
            .child(head("row", (row + 1).to_string()))
            .children(rules.all_columns().map(cell))
    };
    let heads = html("tr")
        .child(head("col", text::ROW.to_owned()))
        .children(rules.all_columns().map(column));
    let table = html("table")
        .child(html("caption").text(text::BOARD_TABLE))
        .child(html("thead").child(heads))
        .child(html("tbody").children((0..rows).rev().map(row)));
    // A table takes the size of its contents, whatever it is told.
    html("div").class("unseen").child(table)
}
