//! Saving a game as a file.

use crate::{device, game::state::GameState, text};
use four_shapes_engine::record;

/// Hands the match on the board to the person as a file; without a name the page chooses one.
pub(crate) fn save(game: GameState, name: Option<String>) {
    let name = name.unwrap_or_else(|| text::game_file_name(&device::date()));
    device::download(&name, &game.peek_match(record::write));
}
