//! The podium at the end of a cup.

use super::state::CupState;
use crate::{
    board::portrait,
    compete::text,
    components::html::{Element, bdi, div, h3, li, ol, span},
};
use four_shapes_records::PieceStyle;
use four_shapes_tournament::cup::Cup;

/// The winner in words, and the first places as steps.
pub(super) fn podium(state: CupState) -> Element {
    let (title, steps) = state
        .with(|cup| (text::winner_of_cup(cup), steps(cup)))
        .unwrap_or_default();
    div()
        .class("podium")
        .child((h3().tabindex("-1").child(title), ol().child(steps)))
}

/// Those on the first three places: four, if the third is shared by the losers of the semi-finals,
/// and more if it is shared in a league.
fn steps(cup: &Cup) -> Vec<Element> {
    let places = cup.places().into_iter().filter(|(_, place)| *place <= 3);
    let step = |(entrant, place): (usize, usize)| {
        let found = cup.entrants().get(entrant)?;
        let portrait = portrait(PieceStyle::nth(entrant), found.player.computer());
        Some(
            li().class(["step-", &place.to_string()].concat()).child((
                portrait,
                bdi().class("name").child(found.name.to_string()),
                span().class("position").child((
                    span()
                        .class("visually-hidden")
                        .child(text::place_number(place as u64)),
                    span().aria_hidden("true").child(place.to_string()),
                )),
            )),
        )
    };
    places.filter_map(step).collect()
}
