//! A game with its players.

use crate::{Name, Seat, Setup, SetupError};
use four_shapes_players::{PlayerKind, TurnContext};
use four_shapes_rules::{Game, Player, Rules, Status, Step, SwapError, Turn};

/// A game and its setup: what is saved, shared and displayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    setup: Setup,
    game: Game,
    /// How long each step took, in milliseconds; there may be fewer or more than steps.
    times: Vec<u32>,
}

impl Match {
    /// Creates a match without moves.
    pub fn new(setup: Setup) -> Self {
        let game = Game::new(setup.rules());
        Self {
            setup,
            game,
            times: Vec::new(),
        }
    }

    /// Returns a match with the same start and other seats, without steps; `None` if the rules
    /// differ.
    pub fn restarted(&self, setup: Setup) -> Option<Self> {
        Self::from_parts(setup, self.game.restarted())
    }

    /// Creates a match of a game with default seats. The swap rule is on if the game
    /// contains a swap.
    pub fn with_default_seats(game: Game) -> Self {
        let swap = game.steps().contains(&Step::Swap);
        let setup = Setup::with_default_seats(game.rules()).with_swap(swap);
        let Ok(setup) = setup else {
            unreachable!("a game with a swap has two players");
        };
        Self {
            setup,
            game,
            times: Vec::new(),
        }
    }

    /// Combines a setup and a game; `None` if their rules differ, or if the game contains
    /// a swap or a time forfeit, even an undone one, without the swap rule or a time control.
    pub fn from_parts(setup: Setup, game: Game) -> Option<Self> {
        let allowed = |allowed, step| allowed || !game.steps().contains(&step);
        let is_valid = setup.rules() == game.rules()
            && allowed(setup.swap(), Step::Swap)
            && allowed(setup.time_control().is_some(), Step::TimeForfeit);
        is_valid.then_some(Self {
            setup,
            game,
            times: Vec::new(),
        })
    }

    /// Returns the setup.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Assigns a seat, at any time of the game, see [`Setup::set_computer`].
    pub fn set_computer(&mut self, seat: usize, computer: Option<PlayerKind>) {
        self.setup.set_computer(seat, computer);
    }

    /// Gives the player of a seat another name, at any time of the game.
    ///
    /// # Errors
    /// See [`Setup::with_name`]. The match is unchanged then.
    pub fn set_name(&mut self, seat: usize, name: Name) -> Result<(), SetupError> {
        self.setup = self.setup.clone().with_name(seat, name)?;
        Ok(())
    }

    /// Returns the rules.
    pub fn rules(&self) -> Rules {
        self.setup.rules()
    }

    /// Returns the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// See [`Game::turn`]; a swap is allowed if the swap rule is on.
    pub fn turn(&mut self) -> Option<Turn<'_>> {
        self.game.turn_with(self.setup.swap())
    }

    /// Returns the turn for a computer player; `None` if the game is over.
    pub fn turn_context(&self) -> Option<TurnContext> {
        if self.setup.swap() {
            TurnContext::with_swap_rule(&self.game)
        } else {
            TurnContext::from_game(&self.game)
        }
    }

    /// Returns whether the player to move may swap sides instead.
    pub fn may_swap(&self) -> bool {
        self.setup.swap() && self.game.check_swap().is_ok()
    }

    /// Swaps sides, see [`Turn::swap`].
    ///
    /// # Errors
    /// See [`Turn::check_swap`]; [`SwapError::NotNow`] if the game is over. The match is
    /// unchanged then.
    pub fn swap(&mut self) -> Result<(), SwapError> {
        let turn = self.turn().ok_or(SwapError::NotNow)?;
        turn.swap()
    }

    /// Returns how long the steps took, in milliseconds, including those that can be redone.
    /// Steps after the last one were not timed.
    pub fn times(&self) -> &[u32] {
        &self.times[..self.times.len().min(self.game.steps().len())]
    }

    /// Records how long the last step took, in milliseconds, if there is a time control.
    pub fn record_time(&mut self, time: u32) {
        if let Some(last) = self.game.cursor().checked_sub(1)
            && self.setup.time_control().is_some()
        {
            self.times.resize(last, 0);
            self.times.push(time);
        }
    }

    /// Sets how long the steps took, see [`times`](Self::times).
    pub(crate) fn set_times(&mut self, times: Vec<u32>) {
        self.times = times;
    }

    /// Returns the time that a seat had left at the start of this turn, in milliseconds, if
    /// there is a time control and a human in the seat.
    pub fn remaining_time(&self, seat: usize) -> Option<u32> {
        let time_control = self.setup.time_control()?;
        if self.setup.seats().get(seat)?.computer.is_some() {
            return None;
        }
        if let Status::WonOnTime(winner) = self.game.status()
            && seat != self.seat_index(winner)
        {
            return Some(0);
        }
        // The seats alternate even if they have swapped sides.
        let first = self.game.start().to_move();
        let parity = (seat + self.setup.initial_seat_index(first)) % 2;
        // The first moves are not timed.
        let steps = (2..self.game.cursor()).filter(|step| step % 2 == parity);
        let times = self.times();
        Some(time_control.remaining(steps.map(|step| times.get(step).copied().unwrap_or(0))))
    }

    /// Returns whether the turn is timed: there is a time control and a human to move, who has moved
    /// before.
    pub fn is_turn_timed(&self) -> bool {
        match self.game.status() {
            Status::ToMove(player) => {
                self.setup.time_control().is_some()
                    && self.seat(player).computer.is_none()
                    && self.game.cursor() >= 2
            }
            Status::Won { .. } | Status::WonOnTime(_) | Status::Drawn(_) => false,
        }
    }

    /// Ends the game, as the player to move has run out of time; returns whether there are a
    /// time control and a player to move.
    pub fn forfeit_on_time(&mut self) -> bool {
        if self.setup.time_control().is_none() {
            return false;
        }
        self.turn().map(Turn::forfeit_on_time).is_some()
    }

    /// See [`Game::undo`].
    pub fn undo(&mut self) -> Option<Step> {
        self.game.undo()
    }

    /// See [`Game::redo`].
    pub fn redo(&mut self) -> Option<Step> {
        self.game.redo()
    }

    /// Undoes or redoes steps to move the cursor to `step`, or to the end if there are
    /// fewer.
    pub fn go_to(&mut self, step: usize) {
        while self.game.cursor() > step && self.game.undo().is_some() {}
        while self.game.cursor() < step && self.game.redo().is_some() {}
    }

    /// Returns the index of the seat that plays for a player now.
    pub fn seat_index(&self, player: Player) -> usize {
        self.setup.initial_seat_index(self.original_player(player))
    }

    /// Returns the seat that made a step, or will make it, counted from 0; `None` if there is no
    /// such step, undone ones included.
    pub fn seat_of_step(&self, step: usize) -> Option<usize> {
        if step >= self.game.steps().len() {
            return None;
        }
        let mut before = self.clone();
        before.go_to(step);
        match before.game.status() {
            Status::ToMove(player) => Some(before.seat_index(player)),
            Status::Won { .. } | Status::WonOnTime(_) | Status::Drawn(_) => None,
        }
    }

    /// Returns the player for whom a seat plays now; `None` if the seat doesn't exist.
    pub fn player_at(&self, seat: usize) -> Option<Player> {
        self.setup
            .initial_player_at(seat)
            .map(|first| self.original_player(first))
    }

    /// Returns the seat that plays for a player now.
    pub fn seat(&self, player: Player) -> &Seat {
        &self.setup.seats()[self.seat_index(player)]
    }

    /// Maps a player to the one for whom the same seat played at the start, and vice
    /// versa. They differ only after a swap.
    pub fn original_player(&self, player: Player) -> Player {
        if self.game.is_swapped() {
            self.rules().player_after(player.index() + 1)
        } else {
            player
        }
    }

    /// Returns the computer player to move; `None` if a human is to move or the game is
    /// over.
    pub fn computer_to_move(&self) -> Option<PlayerKind> {
        match self.game.status() {
            Status::ToMove(player) => self.seat(player).computer,
            Status::Won { .. } | Status::WonOnTime(_) | Status::Drawn(_) => None,
        }
    }

    /// Returns the match at the last turn of a human before this one, undoing the steps
    /// of computer players after it; `None` if there was none.
    pub fn undone_to_human_turn(&self) -> Option<Self> {
        let mut before = self.clone();
        while before.undo().is_some() {
            if before.computer_to_move().is_none() {
                return Some(before);
            }
        }
        None
    }

    /// Redoes steps up to the next turn of a human or to the end: the inverse of
    /// [`undone_to_human_turn`](Self::undone_to_human_turn).
    pub fn redo_to_human_turn(&mut self) {
        while self.redo().is_some() && self.computer_to_move().is_some() {}
    }

    /// Returns the seat of the winner, if there is one.
    pub fn winner(&self) -> Option<&Seat> {
        self.game.status().winner().map(|player| self.seat(player))
    }
}
