//! Wrong moves on the board: they are shaken and go back. The feedback says why, so the status line
//! does not name what was done to the board.

use crate::{
    board,
    game::{session::Command, state::GameState},
    settings::preferences::Preferences,
    sound::{Cue, Sound},
};
use four_shapes_rules::Cell;

/// Shakes the piece of a wrong move, to which the opponent doesn't reply.
pub(crate) fn refuse(cell: Cell, game: GameState, sound: Sound, preferences: Preferences) {
    board::refuse(cell);
    game.send(Command::Pause);
    sound.play(Cue::Wrong, &preferences.get_untracked());
    game.announce("");
}

/// Takes back all steps after this number.
pub(crate) fn take_back(step: usize, game: GameState) {
    board::end_refusal();
    game.send(Command::GoTo(step));
    game.announce("");
}
