//! The table of a league.

use super::state::CupState;
use crate::{
    board::badge,
    compete::text,
    components::html::{Element, bdi, div, table, tbody, td, th, thead, tr},
};
use four_shapes_records::PieceStyle;
use four_shapes_tournament::cup::{Cup, Standing};

/// The table, if the cup is a league.
pub(super) fn standings(state: CupState) -> Element {
    let rows = move || state.with(rows).unwrap_or_default();
    let heading = |name: &'static str| th().scope("col").child(name);
    let table = table().class("standings cup-standings").child((
        thead().child(tr().child(text::cup_table_headings().map(heading))),
        tbody().child(rows),
    ));
    div().class("card").child(table)
}

fn rows(cup: &Cup) -> Vec<Element> {
    let row = |standing: &Standing| {
        let name = cup.entrants().get(standing.entrant)?.name.to_string();
        let numbers = [standing.wins, standing.draws, standing.losses];
        let cells = numbers.map(|number| td().child(number.to_string()));
        Some(
            tr().child((
                td().child(standing.place.to_string()),
                th().scope("row")
                    .child((badge(PieceStyle::nth(standing.entrant)), bdi().child(name))),
                cells,
                td().class("points")
                    .child(text::half_points(standing.half_points())),
            )),
        )
    };
    cup.standings().iter().filter_map(row).collect()
}
