//! The seats of two players, before they choose other pieces.

use four_shapes_records::{Seat, Shape};

/// Returns the shapes of the first two players of a game with or without gravity.
pub(crate) fn default_shapes(gravity: bool) -> [Shape; 2] {
    if gravity {
        [Shape::Circle, Shape::Pentagon]
    } else {
        [Shape::Cross, Shape::Circle]
    }
}

/// Returns the seats of two players of a game with or without gravity.
pub(crate) fn default_pair(gravity: bool) -> [Seat; 2] {
    let shapes = default_shapes(gravity);
    [0, 1].map(|index| {
        let mut seat = Seat::nth(index);
        seat.piece_style.shape = shapes[index];
        seat
    })
}
