//! Going on with a copy of a game.

use super::copy_id;
use crate::{
    device,
    game::{session::Request, state::GameState},
};
use four_shapes_engine::Match;

/// Puts a copy of a game on the board, as one's own; the one there goes into the library.
pub(crate) fn open_copy(game: GameState, played: &Match) {
    let id = copy_id(&device::new_id(), played);
    game.send(Request::Open(id, Box::new(played.clone())));
}
