//! Tournament games in progress, and their players.

use super::{
    Ending, FinishedGame, MoveTimes, ScheduledGame, Tournament, forfeit::ForfeitReason,
    opening::opening,
};
use four_shapes_players::{Choice, ComputerPlayer, PlayerKind, Resources, TurnContext, seed};
use four_shapes_rules::{Cell, Column, Game, Rules, Status, Step};

/// A game of a tournament in progress. Players are 0 and 1.
#[derive(Clone, Debug)]
pub struct TournamentGame {
    scheduled: ScheduledGame,
    game: Game,
    move_times: [MoveTimes; 2],
    forfeit: Option<(usize, ForfeitReason)>,
}

impl TournamentGame {
    pub(super) fn new(tournament: &Tournament, scheduled: ScheduledGame) -> Self {
        let config = tournament.config();
        let mut game = tournament.start_of(&scheduled);
        let opening = opening(
            game.position(),
            config.opening_plies,
            scheduled.opening_seed,
        );
        for cell in opening {
            // Openings complete no line.
            if let Some(turn) = game.turn() {
                turn.play(cell).expect("openings are legal");
            }
        }
        Self {
            scheduled,
            game,
            move_times: [MoveTimes::default(); 2],
            forfeit: None,
        }
    }

    /// Returns the game's place in the schedule.
    pub fn scheduled(&self) -> &ScheduledGame {
        &self.scheduled
    }

    /// Returns the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the player to move, or `None` if the game is over.
    pub fn to_move(&self) -> Option<usize> {
        if self.forfeit.is_some() {
            return None;
        }
        match self.game.status() {
            Status::ToMove(player) => Some(player.index()),
            Status::Won { .. } | Status::WonOnTime(_) | Status::Drawn(_) => None,
        }
    }

    /// Returns the seed with which a computer player breaks ties in the current turn.
    pub fn turn_seed(&self) -> u64 {
        seed::derive(self.scheduled.seed, self.game.cursor() as u64)
    }

    /// Returns the seed that a bot is given for the whole game.
    pub fn bot_seed(&self, player: usize) -> u64 {
        seed::derive(!self.scheduled.seed, player as u64)
    }

    /// Returns the parameters with which a bot begins a game as this player: columns,
    /// rows, connect, 1 with gravity or 0 without, and 1 for the first player or 2.
    pub fn bot_parameters(&self, player: usize) -> [i32; 5] {
        let rules = self.game.rules();
        [
            rules.columns().into(),
            rules.rows().into(),
            rules.connect().into(),
            rules.gravity().into(),
            if player == 0 { 1 } else { 2 },
        ]
    }

    /// Returns the [numbers](Self::move_number) of the moves played.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = i32> + ExactSizeIterator {
        let rules = self.game.rules();
        let steps = &self.game.steps()[..self.game.cursor()];
        steps.iter().map(move |step| match step {
            Step::Place(cell) => Self::move_number(rules, *cell),
            Step::Swap | Step::AgreeDraw | Step::TimeForfeit => {
                unreachable!("tournament games have only moves")
            }
        })
    }

    /// Returns the number of a move in the bot interface: with gravity the column, counted
    /// from 1; without, (row − 1) × columns + column.
    pub fn move_number(rules: Rules, cell: Cell) -> i32 {
        // A board has at most 225 cells.
        let number = if rules.gravity() {
            cell.column().index()
        } else {
            cell.row() * usize::from(rules.columns()) + cell.column().index()
        };
        i32::from(number as u8) + 1
    }

    /// Returns the cell of a [move number](Self::move_number), or `None` if the move is illegal.
    pub fn cell_of_move(game: &Game, number: i32) -> Option<Cell> {
        let rules = game.rules();
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        let position = game.position();
        let cell = if rules.gravity() {
            let column: Column = rules.column(index)?;
            position.landing(column).ok()?
        } else {
            let columns = usize::from(rules.columns());
            rules.cell(index % columns, index / columns)?
        };
        position.check_place(cell).ok()?;
        Some(cell)
    }

    /// Plays a move, given by its number, for the player to move, who took this time for
    /// it. An illegal move is a forfeit.
    ///
    /// # Panics
    /// If the game is over.
    pub fn play(&mut self, number: i32, microseconds: u64) {
        let Some(cell) = Self::cell_of_move(&self.game, number) else {
            return self.forfeit(ForfeitReason::Illegal(number), microseconds);
        };
        self.record_time(microseconds);
        let turn = self.game.turn().expect("the game is not over");
        turn.play(cell).expect("the move was checked");
    }

    /// Ends the game with a forfeit of the player to move.
    ///
    /// # Panics
    /// If the game is over.
    pub fn forfeit(&mut self, reason: ForfeitReason, microseconds: u64) {
        let player = self.record_time(microseconds);
        self.forfeit = Some((player, reason));
    }

    /// Ends the game with a forfeit of a player who failed to begin it.
    pub fn forfeit_by(&mut self, player: usize, reason: ForfeitReason) {
        self.forfeit = Some((player, reason));
    }

    /// Adds to the move times of the player to move, and returns the player.
    fn record_time(&mut self, microseconds: u64) -> usize {
        let player = self.to_move().expect("the game is not over");
        self.move_times[player].record(microseconds);
        player
    }

    /// Returns the finished game, or `None` while it is in progress.
    pub fn finished(&self) -> Option<FinishedGame> {
        let ending = match (self.forfeit, self.game.status()) {
            (Some((player, reason)), _) => Ending::Forfeit { player, reason },
            (None, Status::Won { player, .. }) => Ending::Won(player.index()),
            (None, Status::Drawn(_)) => Ending::Drawn,
            (None, Status::ToMove(_) | Status::WonOnTime(_)) => return None,
        };
        let steps = &self.game.steps()[..self.game.cursor()];
        let cells = steps.iter().filter_map(|step| match step {
            Step::Place(cell) => Some(*cell),
            Step::Swap | Step::AgreeDraw | Step::TimeForfeit => None,
        });
        Some(FinishedGame {
            number: self.scheduled.number,
            moves: cells.collect(),
            ending,
            move_times: self.move_times,
        })
    }
}

/// A player of tournament games that chooses its moves in blocking calls.
pub trait GamePlayer {
    /// Begins a game as this player, 0 or 1.
    ///
    /// # Errors
    /// Returns the reason of the forfeit if it cannot begin.
    fn begin(&mut self, game: &TournamentGame, player: usize) -> Result<(), ForfeitReason>;

    /// Chooses a move in its turn and returns the move's
    /// [number](TournamentGame::move_number).
    ///
    /// # Errors
    /// Returns the reason of the forfeit if it has no answer.
    fn choose(&mut self, game: &TournamentGame) -> Result<i32, ForfeitReason>;
}

/// Plays a game to its end. The clock returns microseconds from any starting point.
pub fn play(
    mut game: TournamentGame,
    players: [&mut dyn GamePlayer; 2],
    mut clock: impl FnMut() -> u64,
) -> FinishedGame {
    let [first, second] = players;
    let mut players = [first, second];
    for (player, game_player) in players.iter_mut().enumerate() {
        if let Err(reason) = game_player.begin(&game, player) {
            game.forfeit_by(player, reason);
            break;
        }
    }
    // The clock is read once a move: the end of one is the start of the next.
    let mut before = clock();
    loop {
        if let Some(finished) = game.finished() {
            return finished;
        }
        let player = game.to_move().expect("the game is not over");
        let choice = players[player].choose(&game);
        let now = clock();
        let elapsed = now.saturating_sub(before);
        before = now;
        match choice {
            Ok(number) => game.play(number, elapsed),
            Err(reason) => game.forfeit(reason, elapsed),
        }
    }
}

/// A computer player as a [`GamePlayer`].
pub struct ComputerGamePlayer<D = fn(&mut dyn ComputerPlayer) -> Choice> {
    computer: Box<dyn ComputerPlayer>,
    decide: D,
}

impl ComputerGamePlayer {
    /// Creates a game player that thinks without a time limit. Players that are limited by
    /// time alone need [`with_decide`](ComputerGamePlayer::with_decide).
    pub fn new(kind: PlayerKind, rules: Rules, resources: &Resources) -> Self {
        Self::with_decide(kind, rules, resources, |computer| computer.finish())
    }
}

impl<D: FnMut(&mut dyn ComputerPlayer) -> Choice> ComputerGamePlayer<D> {
    /// Creates a game player whose thinking is driven by `decide`, which is called in each
    /// turn with a computer that has begun to think.
    pub fn with_decide(kind: PlayerKind, rules: Rules, resources: &Resources, decide: D) -> Self {
        Self {
            computer: kind.computer(rules, resources),
            decide,
        }
    }
}

impl<D: FnMut(&mut dyn ComputerPlayer) -> Choice> GamePlayer for ComputerGamePlayer<D> {
    fn begin(&mut self, _: &TournamentGame, _: usize) -> Result<(), ForfeitReason> {
        Ok(())
    }

    fn choose(&mut self, game: &TournamentGame) -> Result<i32, ForfeitReason> {
        let situation =
            TurnContext::from_game(game.game()).ok_or(ForfeitReason::ProtocolViolation)?;
        self.computer.begin(&situation, game.turn_seed());
        match (self.decide)(&mut *self.computer) {
            Choice::Place(cell) => Ok(TournamentGame::move_number(game.game().rules(), cell)),
            // The situation does not allow a swap.
            Choice::Swap => Err(ForfeitReason::ProtocolViolation),
        }
    }
}
