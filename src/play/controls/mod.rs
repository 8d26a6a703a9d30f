//! The controls around the board.

mod actions;
pub(crate) mod clock;
pub(crate) mod more;
mod notices;
mod places;
pub(crate) mod playback;
mod seats;
mod status;

pub(crate) use {
    actions::actions,
    notices::notices,
    places::places,
    seats::{seat_face, seats},
    status::turn,
};
