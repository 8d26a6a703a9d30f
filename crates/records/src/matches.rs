//! A game with its players.

use crate::{Name, Seat, Setup, SetupError};
use four_shapes_players::{PlayerKind, TurnContext};
use four_shapes_rules::{Game, Player, Rules, Status, Step, SwapError, Turn};

/// A game and its setup: what is saved, shared and displayed.
///
/// ```
/// use four_shapes_records::{Match, Setup};
/// use four_shapes_rules::Rules;
///
/// let mut game_match = Match::new(Setup::with_default_seats(Rules::CLASSIC));
/// for column in ["4", "3", "4", "3", "4", "3", "4"] {
///     let turn = game_match.turn().expect("the game is not over");
///     turn.drop(column.parse()?)?;
/// }
/// assert_eq!(game_match.winner().map(|seat| seat.name.as_str()), Some("Red"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    setup: Setup,
    game: Game,
    /// How long each step took, in milliseconds; there may be fewer or more than steps.
    times: Vec<u32>,
}

impl Match {
    /// Creates a match without moves.
    ///
    /// ```
    /// use four_shapes_records::{Match, Setup};
    /// use four_shapes_rules::Rules;
    ///
    /// let mut setup = Setup::with_default_seats(Rules::CLASSIC);
    /// setup.set_computer(1, Some("level:3".parse()?));
    /// let game_match = Match::new(setup);
    /// assert_eq!(game_match.game().steps(), []);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// use four_shapes_records::Match;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let first = Match::with_default_seats(notation::parse(Rules::CLASSIC, "1212121")?);
    /// let setup = first.setup().clone().with_next_first_seat();
    /// let second = first.restarted(setup).expect("the rules are the same");
    /// assert_eq!((second.game().cursor(), second.setup().first_seat()), (0, 1));
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn restarted(&self, setup: Setup) -> Option<Self> {
        Self::from_parts(setup, self.game.restarted())
    }

    /// Creates a match of a game with default seats. The swap rule is on if the game
    /// contains a swap.
    ///
    /// ```
    /// use four_shapes_records::Match;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game_match = Match::with_default_seats(notation::parse(Rules::CLASSIC, "4s4")?);
    /// let names = game_match.setup().seats().iter().map(|seat| seat.name.as_str());
    /// assert_eq!(names.collect::<Vec<_>>(), ["Red", "Blue"]);
    /// assert!(game_match.setup().swap());
    /// # Ok::<_, notation::NotationError>(())
    /// ```
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
    ///
    /// ```
    /// use four_shapes_records::{Match, Setup};
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let setup = Setup::with_default_seats(Rules::CLASSIC);
    /// let swapped = notation::parse(Rules::CLASSIC, "4s4")?;
    /// assert_eq!(Match::from_parts(setup.clone(), swapped.clone()), None);
    /// assert!(Match::from_parts(setup.with_swap(true)?, swapped).is_some());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// use four_shapes_records::Match;
    /// use four_shapes_rules::{Game, Rules};
    ///
    /// let game_match = Match::with_default_seats(Game::new(Rules::TIC_TAC_TOE));
    /// assert_eq!(game_match.setup().seats()[0].symbol.as_char(), 'X');
    /// ```
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Assigns a seat, at any time of the game, see [`Setup::set_computer`].
    ///
    /// ```
    /// use four_shapes_players::{Level, PlayerKind};
    /// use four_shapes_records::Match;
    /// use four_shapes_rules::{Game, Rules};
    ///
    /// let mut game_match = Match::with_default_seats(Game::new(Rules::CLASSIC));
    /// game_match.set_computer(0, Some(PlayerKind::Level(Level::Three)));
    /// assert_eq!(game_match.computer_to_move(), Some(PlayerKind::Level(Level::Three)));
    /// ```
    pub fn set_computer(&mut self, seat: usize, computer: Option<PlayerKind>) {
        self.setup.set_computer(seat, computer);
    }

    /// Gives the player of a seat another name, at any time of the game.
    ///
    /// # Errors
    /// See [`Setup::with_name`]. The match is unchanged then.
    ///
    /// ```
    /// use four_shapes_records::{Match, Name};
    /// use four_shapes_rules::{Game, Rules};
    ///
    /// let mut game_match = Match::with_default_seats(Game::new(Rules::CLASSIC));
    /// game_match.set_name(0, Name::new("Ada")?)?;
    /// let error = game_match.set_name(1, Name::new("Ada")?).unwrap_err();
    /// assert_eq!(error.to_string(), "players 1 and 2 have the same name");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_name(&mut self, seat: usize, name: Name) -> Result<(), SetupError> {
        self.setup = self.setup.clone().with_name(seat, name)?;
        Ok(())
    }

    /// Returns the rules.
    ///
    /// ```
    /// use four_shapes_records::link;
    /// use four_shapes_rules::Rules;
    ///
    /// let game_match = link::parse("v=1&board=5x4&connect=4&moves=33")?;
    /// assert_eq!(Ok(game_match.rules()), Rules::connect_four(5, 4));
    /// # Ok::<_, link::LinkError>(())
    /// ```
    pub fn rules(&self) -> Rules {
        self.setup.rules()
    }

    /// Returns the game.
    ///
    /// ```
    /// use four_shapes_records::import;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game_match = import::parse("D1 D2 E1", Rules::CLASSIC)?;
    /// assert_eq!(notation::write(game_match.game()), "445");
    /// # Ok::<_, import::ImportError>(())
    /// ```
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// See [`Game::turn`]; a swap is allowed if the swap rule is on.
    ///
    /// ```
    /// use four_shapes_records::Match;
    /// use four_shapes_rules::{Game, Rules};
    ///
    /// let mut game_match = Match::with_default_seats(Game::new(Rules::CLASSIC));
    /// let turn = game_match.turn().expect("the game is not over");
    /// assert_eq!(turn.drop("4".parse()?)?.to_string(), "D1");
    /// assert_eq!(game_match.game().cursor(), 1);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn turn(&mut self) -> Option<Turn<'_>> {
        self.game.turn_with(self.setup.swap())
    }

    /// Returns the turn for a computer player; `None` if the game is over.
    ///
    /// ```
    /// use four_shapes_players::Resources;
    /// use four_shapes_records::Match;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let mut game_match = Match::with_default_seats(notation::parse(Rules::CLASSIC, "112233")?);
    /// game_match.set_computer(0, Some("level:1".parse()?));
    /// let kind = game_match.computer_to_move().expect("seat 0 is to move");
    /// let turn = game_match.turn_context().expect("the game is not over");
    /// let mut computer = kind.computer(game_match.rules(), &Resources::default());
    /// assert_eq!(computer.choose(&turn, 1).cell(), Some("D1".parse()?));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn turn_context(&self) -> Option<TurnContext> {
        if self.setup.swap() {
            TurnContext::with_swap_rule(&self.game)
        } else {
            TurnContext::from_game(&self.game)
        }
    }

    /// Returns whether the player to move may swap sides instead.
    ///
    /// ```
    /// use four_shapes_records::link;
    ///
    /// let with_swap = link::parse("v=1&board=7x6&connect=4&swap=yes&moves=4")?;
    /// let without = link::parse("v=1&board=7x6&connect=4&moves=4")?;
    /// assert_eq!((with_swap.may_swap(), without.may_swap()), (true, false));
    /// # Ok::<_, link::LinkError>(())
    /// ```
    pub fn may_swap(&self) -> bool {
        self.setup.swap() && self.game.check_swap().is_ok()
    }

    /// Swaps sides, see [`Turn::swap`].
    ///
    /// # Errors
    /// See [`Turn::check_swap`]; [`SwapError::NotNow`] if the game is over. The match is
    /// unchanged then.
    ///
    /// ```
    /// use four_shapes_records::link;
    /// use four_shapes_rules::Player;
    ///
    /// let mut game_match = link::parse("v=1&board=7x6&connect=4&swap=yes&moves=4")?;
    /// game_match.swap()?;
    /// assert_eq!(game_match.seat(Player::FIRST).name.as_str(), "Blue");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn swap(&mut self) -> Result<(), SwapError> {
        let turn = self.turn().ok_or(SwapError::NotNow)?;
        turn.swap()
    }

    /// Returns how long the steps took, in milliseconds, including those that can be redone.
    /// Steps after the last one were not timed.
    ///
    /// ```
    /// use four_shapes_records::link;
    ///
    /// let mut game_match = link::parse("v=1&board=7x6&connect=4&clock=300+2&moves=445")?;
    /// game_match.record_time(10_000);
    /// assert_eq!(game_match.times(), [0, 0, 10_000]);
    /// # Ok::<_, link::LinkError>(())
    /// ```
    pub fn times(&self) -> &[u32] {
        &self.times[..self.times.len().min(self.game.steps().len())]
    }

    /// Records how long the last step took, in milliseconds, if there is a time control.
    ///
    /// ```
    /// use four_shapes_records::link;
    ///
    /// let mut game_match = link::parse("v=1&board=7x6&connect=4&clock=300+2&moves=44")?;
    /// game_match.turn().expect("the game is not over").drop("5".parse()?)?;
    /// game_match.record_time(10_000);
    /// assert_eq!(game_match.remaining_time(0), Some(292_000));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// use four_shapes_records::link;
    ///
    /// let mut game_match = link::parse("v=1&board=7x6&connect=4&clock=300+2&moves=445")?;
    /// game_match.record_time(10_000);
    /// // 300 s − 10 s + 2 s
    /// assert_eq!(game_match.remaining_time(0), Some(292_000));
    /// assert_eq!(game_match.remaining_time(1), Some(300_000));
    /// # Ok::<_, link::LinkError>(())
    /// ```
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
    ///
    /// ```
    /// use four_shapes_records::link;
    ///
    /// let is_timed = |moves| {
    ///     let game_match = link::parse(&format!("v=1&board=7x6&connect=4&clock=300+2&moves={moves}"));
    ///     game_match.map(|it| it.is_turn_timed())
    /// };
    /// assert_eq!((is_timed("4"), is_timed("44")), (Ok(false), Ok(true)));
    /// ```
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
    ///
    /// ```
    /// use four_shapes_records::link;
    /// use four_shapes_rules::{Player, Status};
    ///
    /// let mut game_match = link::parse("v=1&board=7x6&connect=4&clock=300+2&moves=445")?;
    /// assert!(game_match.forfeit_on_time());
    /// assert_eq!(game_match.game().status(), Status::WonOnTime(Player::FIRST));
    /// # Ok::<_, link::LinkError>(())
    /// ```
    pub fn forfeit_on_time(&mut self) -> bool {
        if self.setup.time_control().is_none() {
            return false;
        }
        self.turn().map(Turn::forfeit_on_time).is_some()
    }

    /// See [`Game::undo`].
    ///
    /// ```
    /// use four_shapes_records::Match;
    /// use four_shapes_rules::{Rules, Step, notation};
    ///
    /// let mut game_match = Match::with_default_seats(notation::parse(Rules::CLASSIC, "445")?);
    /// assert_eq!(game_match.undo(), Some(Step::Place("E1".parse()?)));
    /// assert_eq!(notation::write(game_match.game()), "44");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo(&mut self) -> Option<Step> {
        self.game.undo()
    }

    /// See [`Game::redo`].
    ///
    /// ```
    /// use four_shapes_records::Match;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let mut game_match = Match::with_default_seats(notation::parse(Rules::CLASSIC, "445")?);
    /// let undone = game_match.undo();
    /// assert_eq!(game_match.redo(), undone);
    /// assert_eq!(game_match.redo(), None);
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn redo(&mut self) -> Option<Step> {
        self.game.redo()
    }

    /// Undoes or redoes steps to move the cursor to `step`, or to the end if there are
    /// fewer.
    ///
    /// ```
    /// use four_shapes_records::Match;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let mut game_match = Match::with_default_seats(notation::parse(Rules::CLASSIC, "44455")?);
    /// game_match.go_to(2);
    /// assert_eq!(notation::write(game_match.game()), "44");
    /// game_match.go_to(usize::MAX);
    /// assert_eq!(notation::write(game_match.game()), "44455");
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn go_to(&mut self, step: usize) {
        while self.game.cursor() > step && self.game.undo().is_some() {}
        while self.game.cursor() < step && self.game.redo().is_some() {}
    }

    /// Returns the index of the seat that plays for a player now.
    ///
    /// ```
    /// use four_shapes_records::Match;
    /// use four_shapes_rules::{Player, Rules, notation};
    ///
    /// let seat = |moves| {
    ///     let game = notation::parse(Rules::CLASSIC, moves).expect("the moves are legal");
    ///     Match::with_default_seats(game).seat_index(Player::FIRST)
    /// };
    /// assert_eq!((seat("4"), seat("4s")), (0, 1));
    /// ```
    pub fn seat_index(&self, player: Player) -> usize {
        self.setup.initial_seat_index(self.original_player(player))
    }

    /// Returns the seat that made a step, or will make it, counted from 0; `None` if there is no
    /// such step, undone ones included.
    ///
    /// ```
    /// use four_shapes_records::Match;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// // Seat 1 swaps, so seat 0 moves next.
    /// let game_match = Match::with_default_seats(notation::parse(Rules::CLASSIC, "4s4")?);
    /// let seats = (0..4).map(|step| game_match.seat_of_step(step));
    /// assert_eq!(seats.collect::<Vec<_>>(), [Some(0), Some(1), Some(0), None]);
    /// # Ok::<_, notation::NotationError>(())
    /// ```
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
    ///
    /// ```
    /// use four_shapes_records::Match;
    /// use four_shapes_rules::{Player, Rules, notation};
    ///
    /// let game_match = Match::with_default_seats(notation::parse(Rules::CLASSIC, "4s")?);
    /// assert_eq!(game_match.player_at(0), Some(Player::SECOND));
    /// assert_eq!(game_match.player_at(2), None);
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn player_at(&self, seat: usize) -> Option<Player> {
        self.setup
            .initial_player_at(seat)
            .map(|first| self.original_player(first))
    }

    /// Returns the seat that plays for a player now.
    ///
    /// ```
    /// use four_shapes_records::Match;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game_match = Match::with_default_seats(notation::parse(Rules::CLASSIC, "4")?);
    /// let to_move = game_match.seat(game_match.game().position().to_move());
    /// assert_eq!(format!("{} to move", to_move.name), "Blue to move");
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn seat(&self, player: Player) -> &Seat {
        &self.setup.seats()[self.seat_index(player)]
    }

    /// Maps a player to the one for whom the same seat played at the start, and vice
    /// versa. They differ only after a swap.
    ///
    /// ```
    /// use four_shapes_records::Match;
    /// use four_shapes_rules::{Player, Rules, notation};
    ///
    /// let game_match = Match::with_default_seats(notation::parse(Rules::CLASSIC, "4s")?);
    /// assert_eq!(game_match.original_player(Player::FIRST), Player::SECOND);
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn original_player(&self, player: Player) -> Player {
        if self.game.is_swapped() {
            self.rules().player_after(player.index() + 1)
        } else {
            player
        }
    }

    /// Returns the computer player to move; `None` if a human is to move or the game is
    /// over.
    ///
    /// ```
    /// use four_shapes_players::{Level, PlayerKind};
    /// use four_shapes_records::Match;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let mut game_match = Match::with_default_seats(notation::parse(Rules::CLASSIC, "4")?);
    /// game_match.set_computer(1, Some(PlayerKind::Level(Level::Three)));
    /// assert_eq!(game_match.computer_to_move(), Some(PlayerKind::Level(Level::Three)));
    /// game_match.undo();
    /// assert_eq!(game_match.computer_to_move(), None);
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn computer_to_move(&self) -> Option<PlayerKind> {
        match self.game.status() {
            Status::ToMove(player) => self.seat(player).computer,
            Status::Won { .. } | Status::WonOnTime(_) | Status::Drawn(_) => None,
        }
    }

    /// Returns the match at the last turn of a human before this one, undoing the steps
    /// of computer players after it; `None` if there was none.
    ///
    /// ```
    /// use four_shapes_players::{Level, PlayerKind};
    /// use four_shapes_records::Match;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let mut game_match = Match::with_default_seats(notation::parse(Rules::CLASSIC, "4455")?);
    /// game_match.set_computer(1, Some(PlayerKind::Level(Level::Three)));
    /// let before = game_match.undone_to_human_turn().expect("a human has moved");
    /// assert_eq!(notation::write(before.game()), "44");
    /// # Ok::<_, notation::NotationError>(())
    /// ```
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
    ///
    /// ```
    /// use four_shapes_players::{Level, PlayerKind};
    /// use four_shapes_records::Match;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let mut game_match = Match::with_default_seats(notation::parse(Rules::CLASSIC, "4455")?);
    /// game_match.set_computer(1, Some(PlayerKind::Level(Level::Three)));
    /// game_match.go_to(0);
    /// game_match.redo_to_human_turn();
    /// assert_eq!(notation::write(game_match.game()), "44");
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn redo_to_human_turn(&mut self) {
        while self.redo().is_some() && self.computer_to_move().is_some() {}
    }

    /// Returns the seat of the winner, if there is one.
    ///
    /// ```
    /// use four_shapes_records::Match;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game_match = Match::with_default_seats(notation::parse(Rules::CLASSIC, "1212121")?);
    /// let winner = game_match.winner().expect("four in column 1");
    /// assert_eq!(winner.name.as_str(), "Red");
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn winner(&self) -> Option<&Seat> {
        self.game.status().winner().map(|player| self.seat(player))
    }
}
