//! A game and who plays it.

use crate::{Game, Rules, Seat, Setup, Status, Step, Turn};

/// A game between players who sit at the board: what is saved, shared and shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    setup: Setup,
    game: Game,
}

impl Match {
    /// A match before its first move.
    pub fn new(setup: Setup) -> Self {
        let game = Game::new(setup.rules());
        Self { setup, game }
    }

    /// A game that players who have chosen nothing have played so far.
    pub fn plain(game: Game) -> Self {
        let setup = Setup::plain(game.rules());
        Self { setup, game }
    }

    /// Puts players to a game that was played by the rules of their set-up;
    /// `None` if the rules differ.
    pub fn of(setup: Setup, game: Game) -> Option<Self> {
        (setup.rules() == game.rules()).then_some(Self { setup, game })
    }

    /// What was agreed before the first move.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The rules it is played by.
    pub fn rules(&self) -> Rules {
        self.setup.rules()
    }

    /// The game so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// As [`Game::turn`].
    pub fn turn(&mut self) -> Option<Turn<'_>> {
        self.game.turn()
    }

    /// As [`Game::undo`].
    pub fn undo(&mut self) -> Option<Step> {
        self.game.undo()
    }

    /// As [`Game::redo`].
    pub fn redo(&mut self) -> Option<Step> {
        self.game.redo()
    }

    /// The seat of whoever has won; `None` while nobody has.
    pub fn winner(&self) -> Option<&Seat> {
        match self.game.status() {
            Status::Won { player, .. } => Some(self.setup.seat(player)),
            Status::ToMove(_) | Status::Drawn(_) => None,
        }
    }
}
