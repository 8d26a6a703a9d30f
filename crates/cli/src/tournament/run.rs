//! Games of a tournament.

use crate::{
    args::TournamentArgs,
    bot::{Bots, Program, Sitting},
    failure::Failure,
    interrupt,
    lanes::{self, Event},
    think,
};
use four_shapes_engine::{
    players::{Computer, Means},
    tournament::{Built, Contestant, Entrant, Fault, MEMORY, Played, Playing, Tournament, play},
};
use std::time::Instant;

/// Everything that games need.
pub(super) struct Run<'a> {
    tournament: &'a Tournament,
    bots: &'a Bots,
    means: Means,
    threads: usize,
}

impl<'a> Run<'a> {
    /// Makes it ready. Bots have to be there, and programs have to start.
    pub(super) fn new(
        tournament: &'a Tournament,
        bots: &'a Bots,
        args: &TournamentArgs,
    ) -> Result<Self, Failure> {
        let mut means = think::means(tournament.rules())?;
        means.memory = MEMORY;
        let run = Self {
            tournament,
            bots,
            means,
            threads: lanes::threads(args.threads),
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
    /// at a time, as [`lanes::play`] does.
    pub(super) fn play(
        &self,
        numbers: impl Iterator<Item = u64> + Send,
        count: u64,
        take: impl FnMut(Event<'_, Played>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let lane = || {
            let mut lane = Lane {
                run: self,
                clock: Instant::now(),
                seats: self.tournament.entrants().iter().map(|_| None).collect(),
            };
            move |number| lane.game(number)
        };
        lanes::play(numbers, count, self.threads, lane, take)
    }

    /// Who plays for an entrant in a lane.
    fn sit(&self, entrant: usize) -> Result<Box<dyn Contestant>, Failure> {
        let limits = self.tournament.draft().limits;
        match &self.tournament.entrants()[entrant] {
            Entrant::Computer(kind) => {
                let kind = *kind;
                let decide = move |computer: &mut dyn Computer| think::think(kind, computer, || {});
                let rules = self.tournament.rules();
                Ok(Box::new(Built::with(kind, rules, &self.means, decide)))
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
    /// Who plays for each entrant, as long as that can stay the same.
    seats: Vec<Option<Box<dyn Contestant>>>,
}

impl Lane<'_> {
    fn game(&mut self, number: u64) -> Result<Played, Failure> {
        let playing = self.run.tournament.begin(number);
        let entrants = playing.fixture().entrants;
        for entrant in entrants {
            let computer = matches!(
                self.run.tournament.entrants()[entrant],
                Entrant::Computer(_)
            );
            // New ones for each game: what they remember of another could change it.
            if computer || self.seats[entrant].is_none() {
                self.seats[entrant] = Some(self.run.sit(entrant)?);
            }
        }
        let seats = self.seats.get_disjoint_mut(entrants);
        let Ok([Some(first), Some(second)]) = seats else {
            unreachable!("two entrants, who have sat down");
        };
        let (mut first, mut second) = (Interruptible(&mut **first), Interruptible(&mut **second));
        let clock = self.clock;
        let micros = || clock.elapsed().as_micros() as u64;
        let played = play(playing, [&mut first, &mut second], micros);
        // It was broken off, or may have been.
        interrupt::check()?;
        Ok(played)
    }
}

/// Ends a game soon after an interruption: by a forfeit, but nobody hears of it.
struct Interruptible<'a>(&'a mut dyn Contestant);

impl Contestant for Interruptible<'_> {
    fn begin(&mut self, playing: &Playing, player: usize) -> Result<(), Fault> {
        self.0.begin(playing, player)
    }

    fn choose(&mut self, playing: &Playing) -> Result<i32, Fault> {
        if interrupt::requested() {
            return Err(Fault::Overtime);
        }
        self.0.choose(playing)
    }
}
