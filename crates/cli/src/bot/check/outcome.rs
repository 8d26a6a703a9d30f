//! Who is checked, and what came of its games.

use crate::bot::{Program, Sitting};
use four_shapes_engine::{
    Game,
    players::Kind,
    tournament::{Contestant, Ending, FinishedGame, ForfeitReason},
};

/// Who is checked: what plays for it.
pub(super) enum Player {
    Bot(Box<Sitting>),
    Program(Box<Program>),
}

impl Player {
    pub(super) fn contestant(&mut self) -> &mut dyn Contestant {
        match self {
            Self::Bot(sitting) => &mut **sitting,
            Self::Program(program) => &mut **program,
        }
    }
}

/// What the turns have taken.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spent {
    pub(super) turns: u64,
    /// Instructions of a bot, microseconds of a program: in all, and for the longest.
    pub(super) total: u64,
    pub(super) worst: u64,
    /// Instructions of a bot in one call before its first turn.
    pub(super) prepared: u64,
    /// Bytes of a bot's memory, if it can be seen.
    pub(super) memory: Option<usize>,
}

/// A game that was played.
pub(super) struct Outcome {
    pub(super) played: FinishedGame,
    pub(super) game: Game,
    /// Its moves in notation.
    pub(super) moves: String,
    pub(super) opponent: Kind,
    /// Whether who is checked was the first player (0) or the second.
    pub(super) place: usize,
    /// It was ready to play.
    pub(super) began: bool,
    /// What a program has done wrong, then or before.
    pub(super) wrong: Option<ProgramsFault>,
}

/// What a program has done wrong, in words, and the last lines of its standard error.
pub(super) type ProgramsFault = (String, Vec<String>);

impl Outcome {
    /// Why who is checked has lost, if not by the game.
    pub(super) fn reason(&self) -> Option<ForfeitReason> {
        match self.played.ending {
            Ending::Forfeit { player, reason } if player == self.place => Some(reason),
            _ => None,
        }
    }

    /// Whether who is checked has won; `None` for a draw.
    pub(super) fn won(&self) -> Option<bool> {
        let winner = self.played.ending.winner();
        winner.map(|winner| winner == self.place)
    }
}
