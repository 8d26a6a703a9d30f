//! The player under test and the results of its games.

use crate::bot::{BotGamePlayer, Program};
use four_shapes_players::PlayerKind;
use four_shapes_rules::Game;
use four_shapes_tournament::{Ending, FinishedGame, ForfeitReason, GamePlayer};

/// The player under test.
pub(super) enum TestedPlayer {
    Bot(Box<BotGamePlayer>),
    Program(Box<Program>),
}

impl TestedPlayer {
    pub(super) fn game_player(&mut self) -> &mut dyn GamePlayer {
        match self {
            Self::Bot(game_player) => &mut **game_player,
            Self::Program(program) => &mut **program,
        }
    }
}

/// The resources used by the player under test.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    pub(super) moves: u64,
    /// Instructions of a bot, or microseconds of a program: in total and maximum per move.
    pub(super) total: u64,
    pub(super) max: u64,
    /// Maximum instructions of a bot in a call before its first turn.
    pub(super) max_setup: u64,
    /// Size of a bot's memory in bytes, if it is exported.
    pub(super) memory: Option<usize>,
}

/// The result of a game.
pub(super) struct Outcome {
    pub(super) finished: FinishedGame,
    pub(super) game: Game,
    /// The moves in notation.
    pub(super) moves: String,
    pub(super) opponent: PlayerKind,
    /// The index of the player under test: 0 if it moved first.
    pub(super) player: usize,
    /// Whether the player under test was ready to play.
    pub(super) began: bool,
    /// The last error of a program.
    pub(super) error: Option<ProgramError>,
}

/// The error message of a program and the last lines of its standard error.
pub(super) type ProgramError = (String, Vec<String>);

impl Outcome {
    /// Returns why the player under test has forfeited.
    pub(super) fn reason(&self) -> Option<ForfeitReason> {
        match self.finished.ending {
            Ending::Forfeit { player, reason } if player == self.player => Some(reason),
            _ => None,
        }
    }

    /// Returns whether the player under test has won; `None` for a draw.
    pub(super) fn won(&self) -> Option<bool> {
        let winner = self.finished.ending.winner();
        winner.map(|winner| winner == self.player)
    }
}
