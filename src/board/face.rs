//! The faces of the computer players: a shape, eyes and a mouth.

use super::{badge, drawing::even_odd_path, glyph};
use crate::components::html::{Element, path, span, svg};
use four_shapes_players::{Level, PlayerKind};
use four_shapes_records::{Colour, PieceStyle, Shape};

/// The depths of the smiles, by level: the stronger, the more serious.
const SMILES: [u8; Level::ALL.len()] = [20, 17, 14, 10, 5, 0];

/// The face of the computer player of a level, as an icon. The style sheet colours it by the
/// level.
pub(crate) fn face(level: Level) -> Element {
    let index = level as usize - 1;
    let shape = [Shape::Circle, Shape::Pentagon][index % 2];
    // The colour of a piece is not that of a face.
    let colour = Colour::Blue;
    let outline = glyph::of(PieceStyle { shape, colour }).plain;
    let mouth = format!("M-13 10Q0 {} 13 10", 10 + SMILES[index]);
    let eyes = "M-20 -7a6 6 0 1 0 12 0a6 6 0 1 0 -12 0zM8 -7a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z";
    svg()
        .attr("viewBox", "-42 -42 84 84")
        .aria_hidden("true")
        .class("face")
        .class(format!("level-{level}"))
        .child((
            even_odd_path(outline).class("skin"),
            path().attr("d", eyes).class("eyes"),
            path().attr("d", mouth).class("mouth"),
        ))
}

/// A player's piece as an icon; at the corner of the face of a computer player that has one.
pub(crate) fn portrait(piece_style: PieceStyle, computer: Option<PlayerKind>) -> Element {
    match computer {
        Some(PlayerKind::Level(level)) => span()
            .class("portrait")
            .child((face(level), badge(piece_style))),
        _ => badge(piece_style),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_has_a_face_of_its_own() {
        assert!(SMILES.is_sorted_by(|a, b| a > b));
        let styles = include_str!("../../style/dialogs.css");
        for level in Level::ALL {
            assert!(
                styles.contains(&format!(".face.level-{level} {{")),
                "{level}"
            );
        }
    }
}
