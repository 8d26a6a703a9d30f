//! A game and who plays it.

use crate::{Game, Player, Rules, Seat, Setup, Status, Step, SwapError, Turn, player_kind::Kind};

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

    /// A game that players who have chosen nothing have played so far. The second
    /// may swap if that was done.
    pub fn plain(game: Game) -> Self {
        let swap = game.steps().contains(&Step::Swap);
        let setup = Setup::plain(game.rules()).with_swap(swap);
        let setup = setup.expect("only two players have swapped");
        Self { setup, game }
    }

    /// Puts players to a game that was played by the rules of their set-up;
    /// `None` if the rules differ, or if there is a swap, even one that was undone,
    /// and the set-up has none.
    pub fn of(setup: Setup, game: Game) -> Option<Self> {
        let agreed = setup.swap() || !game.steps().contains(&Step::Swap);
        (agreed && setup.rules() == game.rules()).then_some(Self { setup, game })
    }

    /// What was agreed before the first move.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// As [`Setup::sit`]; a seat may be taken over at any time.
    pub fn sit(&mut self, place: usize, computer: Option<Kind>) {
        self.setup.sit(place, computer);
    }

    /// The rules it is played by.
    pub fn rules(&self) -> Rules {
        self.setup.rules()
    }

    /// The game so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// As [`Game::turn`]; it may swap if the set-up has it.
    pub fn turn(&mut self) -> Option<Turn<'_>> {
        self.game.turn_with(self.setup.swap())
    }

    /// Whether whoever is to move may take the first piece's side instead.
    pub fn may_swap(&self) -> bool {
        self.setup.swap() && self.game.check_swap().is_ok()
    }

    /// Swaps the sides, as [`Turn::swap`].
    ///
    /// # Errors
    /// As for [`Turn::may_swap`], [`SwapError::NotNow`] at the end of the game;
    /// nothing has changed then.
    pub fn swap(&mut self) -> Result<(), SwapError> {
        let turn = self.turn().ok_or(SwapError::NotNow)?;
        turn.swap()
    }

    /// As [`Game::undo`].
    pub fn undo(&mut self) -> Option<Step> {
        self.game.undo()
    }

    /// As [`Game::redo`].
    pub fn redo(&mut self) -> Option<Step> {
        self.game.redo()
    }

    /// Goes to the position after so many steps of the game, or to its end if there are
    /// fewer.
    pub fn go_to(&mut self, step: usize) {
        while self.game.cursor() > step && self.game.undo().is_some() {}
        while self.game.cursor() < step && self.game.redo().is_some() {}
    }

    /// Where whoever plays for a player sits now: the place in [`Setup::seats`].
    pub fn place_of(&self, player: Player) -> usize {
        self.setup.place_of(self.at_first(player))
    }

    /// The player for whom a place of [`Setup::seats`] plays now; `None` outside.
    pub fn player_at(&self, place: usize) -> Option<Player> {
        self.setup
            .player_at(place)
            .map(|first| self.at_first(first))
    }

    /// The seat that plays for a player now.
    pub fn seat(&self, player: Player) -> &Seat {
        &self.setup.seats()[self.place_of(player)]
    }

    /// The player for whom the one who plays for this player began: another only
    /// after a swap. It works both ways.
    pub(crate) fn at_first(&self, player: Player) -> Player {
        if self.game.is_swapped() {
            self.rules().player_after(player.index() + 1)
        } else {
            player
        }
    }

    /// The computer player whose turn it is; `None` when it is a person's, or the
    /// game is over.
    pub fn computer_to_move(&self) -> Option<Kind> {
        match self.game.status() {
            Status::ToMove(player) => self.seat(player).computer,
            Status::Won { .. } | Status::Drawn(_) => None,
        }
    }

    /// The match at the latest turn before this one that a person had, to which
    /// steps of computer players are taken back as well; `None` if no person had
    /// one.
    pub fn taken_back(&self) -> Option<Self> {
        let mut before = self.clone();
        while before.undo().is_some() {
            if before.computer_to_move().is_none() {
                return Some(before);
            }
        }
        None
    }

    /// Makes undone steps again, up to the next turn that a person has or to the
    /// last of them. It is the other way round to [`taken_back`](Self::taken_back).
    pub fn make_again(&mut self) {
        while self.redo().is_some() && self.computer_to_move().is_some() {}
    }

    /// The seat of whoever has won; `None` while nobody has.
    pub fn winner(&self) -> Option<&Seat> {
        match self.game.status() {
            Status::Won { player, .. } => Some(self.seat(player)),
            Status::ToMove(_) | Status::Drawn(_) => None,
        }
    }
}
