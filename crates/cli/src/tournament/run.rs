//! Plays the games of a tournament in threads.

use crate::{
    bot::{BotGamePlayer, Bots, Program},
    failure::Failure,
    interrupt,
    parallel_games::{self, Event},
    screen, think,
};
use four_shapes_players::{ComputerPlayer, Resources};
use four_shapes_tournament::{
    COMPUTER_MEMORY, ComputerGamePlayer, Entrant, FinishedGame, ForfeitReason, GamePlayer,
    Tournament, TournamentGame, play,
};
use std::{num::NonZeroU8, time::Instant};

/// The maximum number of bots in memory. With 64 MB each, and their tables and stacks, it is less
/// than 2 GB.
const MAX_BOTS: usize = 28;

/// Plays games of a tournament.
pub(crate) struct Runner<'a> {
    tournament: &'a Tournament,
    bots: &'a Bots,
    resources: Resources,
    threads: usize,
}

impl<'a> Runner<'a> {
    /// Creates a runner with this number of threads, or one per core.
    ///
    /// # Errors
    /// Returns an error if a bot is missing or a program does not start.
    pub(crate) fn new(
        tournament: &'a Tournament,
        bots: &'a Bots,
        threads: Option<NonZeroU8>,
    ) -> Result<Self, Failure> {
        let mut resources = think::resources(tournament.rules());
        resources.memory = COMPUTER_MEMORY;
        let requested = parallel_games::threads(threads);
        let is_explicit = threads.is_some();
        let threads = requested.min(tournament.max_parallel_games(MAX_BOTS));
        if threads < requested && is_explicit {
            screen::print_to_stderr(&format!(
                "warning: using {threads} threads instead of {requested}, since bots may use 64 MB \
                 each and 2 GB in total"
            ));
        }
        let runner = Self {
            tournament,
            bots,
            resources,
            threads,
        };
        // Fail now rather than after hours.
        for (index, entrant) in tournament.entrants().iter().enumerate() {
            if !matches!(entrant, Entrant::Computer(_)) {
                runner.game_player(index)?;
            }
        }
        Ok(runner)
    }

    /// Plays the games with these numbers, `count` in all, and passes them to `on_event`;
    /// see [`parallel_games::play`].
    pub(crate) fn play(
        &self,
        numbers: impl Iterator<Item = u64> + Send,
        count: u64,
        on_event: impl FnMut(Event<'_, FinishedGame>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let new_worker = || {
            let mut worker = Worker {
                runner: self,
                clock: Instant::now(),
                programs: self.tournament.entrants().iter().map(|_| None).collect(),
            };
            move |number| worker.play_game(number)
        };
        parallel_games::play(numbers, count, self.threads, new_worker, on_event)
    }

    /// Creates a game player for an entrant.
    fn game_player(&self, entrant: usize) -> Result<Box<dyn GamePlayer>, Failure> {
        let limits = self.tournament.config().limits;
        match &self.tournament.entrants()[entrant] {
            Entrant::Computer(kind) => {
                let kind = *kind;
                let decide =
                    move |computer: &mut dyn ComputerPlayer| think::think(kind, computer, || {});
                let rules = self.tournament.rules();
                Ok(Box::new(ComputerGamePlayer::with_decide(
                    kind,
                    rules,
                    &self.resources,
                    decide,
                )))
            }
            Entrant::Bot { hash, name } => {
                let compiled = self.bots.find(*hash).ok_or_else(|| {
                    Failure::Usage(format!(
                        "the file for the bot “{name}” is missing; add it with --bots FILE"
                    ))
                })?;
                Ok(Box::new(BotGamePlayer::new(compiled, limits.instructions)))
            }
            Entrant::Program { command, .. } => {
                let program = Program::start(command, limits.milliseconds);
                let program = program.map_err(|error| {
                    Failure::File(format!("{command}: can't start the program: {error}"))
                })?;
                Ok(Box::new(program))
            }
        }
    }
}

/// The state of a thread that plays games.
struct Worker<'a> {
    runner: &'a Runner<'a>,
    clock: Instant,
    /// The running programs, by entrant.
    programs: Vec<Option<Box<dyn GamePlayer>>>,
}

impl Worker<'_> {
    fn play_game(&mut self, number: u64) -> Result<FinishedGame, Failure> {
        let game = self.runner.tournament.begin(number);
        let entrants = game.scheduled().entrants;
        // Programs keep running. Other players are created for each game: state from another
        // game could change it, and idle bots would use memory.
        let mut game_player = |entrant: usize| match self.programs[entrant].take() {
            Some(program) => Ok(program),
            None => self.runner.game_player(entrant),
        };
        let (mut first, mut second) = (game_player(entrants[0])?, game_player(entrants[1])?);
        let players: [&mut dyn GamePlayer; 2] = [
            &mut Interruptible(&mut *first),
            &mut Interruptible(&mut *second),
        ];
        let clock = self.clock;
        let micros = || clock.elapsed().as_micros() as u64;
        let finished = play(game, players, micros);
        for (entrant, game_player) in entrants.into_iter().zip([first, second]) {
            let entrants = self.runner.tournament.entrants();
            if matches!(entrants[entrant], Entrant::Program { .. }) {
                self.programs[entrant] = Some(game_player);
            }
        }
        // The game may have been cut short.
        interrupt::check()?;
        Ok(finished)
    }
}

/// A game player that ends the game after an interruption, by a forfeit that is discarded.
struct Interruptible<'a>(&'a mut dyn GamePlayer);

impl GamePlayer for Interruptible<'_> {
    fn begin(&mut self, game: &TournamentGame, player: usize) -> Result<(), ForfeitReason> {
        self.0.begin(game, player)
    }

    fn choose(&mut self, game: &TournamentGame) -> Result<i32, ForfeitReason> {
        if interrupt::requested() {
            return Err(ForfeitReason::LimitExceeded);
        }
        self.0.choose(game)
    }
}
