//! Games of a tournament.

use crate::{
    args::TournamentArgs,
    bot::{Bots, Program, Sitting},
    failure::Failure,
    interrupt, screen, think,
    thread_pool::{self, Event},
};
use four_shapes_engine::{
    players::{Computer, Resources},
    tournament::{
        ComputerContestant, Contestant, Entrant, FinishedGame, ForfeitReason, MEMORY, Tournament,
        TournamentGame, play,
    },
};
use std::time::Instant;

/// How many bots are in memory at a time: with 64 MB each, their tables and calls, less than
/// 2 GB.
const MAX_BOTS: usize = 28;

/// Everything that games need.
pub(super) struct Run<'a> {
    tournament: &'a Tournament,
    bots: &'a Bots,
    resources: Resources,
    threads: usize,
}

impl<'a> Run<'a> {
    /// Makes it ready. Bots have to be there, and programs have to start.
    pub(super) fn new(
        tournament: &'a Tournament,
        bots: &'a Bots,
        args: &TournamentArgs,
    ) -> Result<Self, Failure> {
        let mut resources = think::resources(tournament.rules())?;
        resources.memory = MEMORY;
        let asked = thread_pool::threads(args.threads);
        let threads = asked.min(tournament.max_parallel_games(MAX_BOTS));
        if threads < asked && args.threads.is_some() {
            screen::remark(&format!(
                "{threads} games at a time, not {asked}: bots may take 64 MB each, and 2 GB \
                 together"
            ));
        }
        let run = Self {
            tournament,
            bots,
            resources,
            threads,
        };
        // Whoever can't play is not to be found out after hours.
        for (place, entrant) in tournament.entrants().iter().enumerate() {
            if !matches!(entrant, Entrant::Computer(_)) {
                run.sit(place)?;
            }
        }
        Ok(run)
    }

    /// Plays the games with these numbers, so many as `count`, and hands them over, some
    /// at a time, as [`thread_pool::play`] does.
    pub(super) fn play(
        &self,
        numbers: impl Iterator<Item = u64> + Send,
        count: u64,
        take: impl FnMut(Event<'_, FinishedGame>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let lane = || {
            let mut lane = Lane {
                run: self,
                clock: Instant::now(),
                programs: self.tournament.entrants().iter().map(|_| None).collect(),
            };
            move |number| lane.game(number)
        };
        thread_pool::play(numbers, count, self.threads, lane, take)
    }

    /// Who plays for an entrant in a lane.
    fn sit(&self, entrant: usize) -> Result<Box<dyn Contestant>, Failure> {
        let limits = self.tournament.config().limits;
        match &self.tournament.entrants()[entrant] {
            Entrant::Computer(kind) => {
                let kind = *kind;
                let decide = move |computer: &mut dyn Computer| think::think(kind, computer, || {});
                let rules = self.tournament.rules();
                Ok(Box::new(ComputerContestant::with_decide(
                    kind,
                    rules,
                    &self.resources,
                    decide,
                )))
            }
            Entrant::Bot { hash, name } => {
                let code = self.bots.find(*hash).ok_or_else(|| {
                    let words = "is a bot whose file is not here; name it with --bots FILE";
                    Failure::Usage(format!("“{name}” {words}"))
                })?;
                Ok(Box::new(Sitting::new(code, limits.instructions)))
            }
            Entrant::Program { command, .. } => {
                let program = Program::start(command, limits.milliseconds);
                let program = program.map_err(|error| {
                    Failure::File(format!("{command}: it can't be started: {error}"))
                })?;
                Ok(Box::new(program))
            }
        }
    }
}

/// A thread that plays games.
struct Lane<'a> {
    run: &'a Run<'a>,
    clock: Instant,
    /// The programs that were started, for each entrant.
    programs: Vec<Option<Box<dyn Contestant>>>,
}

impl Lane<'_> {
    fn game(&mut self, number: u64) -> Result<FinishedGame, Failure> {
        let playing = self.run.tournament.begin(number);
        let entrants = playing.scheduled().entrants;
        // Programs go on running. Others are new in each game: what they remember of another
        // could change it, and bots that don't play would take memory.
        let mut sit = |entrant: usize| match self.programs[entrant].take() {
            Some(program) => Ok(program),
            None => self.run.sit(entrant),
        };
        let (mut first, mut second) = (sit(entrants[0])?, sit(entrants[1])?);
        let (one, other) = (
            &mut Interruptible(&mut *first),
            &mut Interruptible(&mut *second),
        );
        let clock = self.clock;
        let micros = || clock.elapsed().as_micros() as u64;
        let played = play(playing, [one, other], micros);
        for (entrant, contestant) in entrants.into_iter().zip([first, second]) {
            let of = &self.run.tournament.entrants()[entrant];
            if matches!(of, Entrant::Program { .. }) {
                self.programs[entrant] = Some(contestant);
            }
        }
        // It was broken off, or may have been.
        interrupt::check()?;
        Ok(played)
    }
}

/// Ends a game soon after an interruption: by a forfeit, but nobody hears of it.
struct Interruptible<'a>(&'a mut dyn Contestant);

impl Contestant for Interruptible<'_> {
    fn begin(&mut self, playing: &TournamentGame, player: usize) -> Result<(), ForfeitReason> {
        self.0.begin(playing, player)
    }

    fn choose(&mut self, playing: &TournamentGame) -> Result<i32, ForfeitReason> {
        if interrupt::requested() {
            return Err(ForfeitReason::Overtime);
        }
        self.0.choose(playing)
    }
}
