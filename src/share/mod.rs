//! Sharing and loading games: links, files and texts.

mod canvas;
pub(crate) mod dialog;
mod found;
pub(crate) mod link;
pub(crate) mod load;
mod pasted;
mod pictures;
#[cfg(test)]
mod proptests;
pub(crate) mod replay;

use crate::{
    browser::{self, FileError},
    game::state::GameState,
    text,
};
use four_shapes_records::record;

/// Downloads the match on the board as a file. Without a name, a default name is used.
pub(crate) fn save_file(game: GameState, name: Option<String>) {
    let name = name.unwrap_or_else(|| text::game_file_name(&browser::today_string()));
    browser::download(&name, &game.with_match_untracked(record::write));
    game.announce(text::saved_as(&name));
}

/// Returns the message of an error reading a file.
pub(crate) fn file_error(error: &FileError) -> &'static str {
    match error {
        FileError::TooLarge => text::too_large(),
        FileError::Unreadable => text::not_read(),
    }
}
