//! The bots that play the game on the board.

use crate::tournament::BotPlayer;

/// The bots of the game on the board.
#[derive(Default)]
pub(super) struct SeatedBots {
    /// The id of the game.
    pub(super) game: String,
    /// Those of the two seats.
    pub(super) players: [Option<BotPlayer>; 2],
    /// The turn for which one was asked.
    pub(super) asked: Option<u32>,
}
