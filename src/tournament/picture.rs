//! The pictures of entrants.

use crate::{
    board::face,
    components::{
        html::Element,
        icon::{self, icon},
    },
};
use four_shapes_players::PlayerKind;
use four_shapes_tournament::Entrant;

/// The face of a level, or the icon of all other players.
pub(super) fn picture(entrant: &Entrant) -> Element {
    match entrant {
        Entrant::Computer(PlayerKind::Level(level)) => face(*level),
        _ => icon(icon::COMPUTER),
    }
}
