//! Computer players at work: their means, their time and their seeds.

use crate::{failure::Failure, interrupt, screen::Passing, solve};
use four_shapes_engine::{
    Match, Rules,
    players::{Choice, Computer, Kind, Progress, Resources, Situation},
    seed,
};
use std::{
    hash::{BuildHasher, RandomState},
    time::{Duration, Instant},
};

/// How many positions are thought about before somebody looks at the clock, and whether
/// there was a signal: about a thousandth of a second.
const SLICE: u64 = 1_000;
/// The most memory for the computer players of one game together, in bytes.
const MAX_MEMORY: usize = 256 << 20;

/// What each computer player of a game may use.
pub(crate) fn resources(rules: Rules) -> Result<Resources, Failure> {
    let memory = MAX_MEMORY / usize::from(rules.players());
    Ok(Resources {
        memory: memory.min(Resources::default().memory),
        book: solve::book(rules)?,
    })
}

/// Lets a computer player that has begun think, until it has decided, its time is over
/// or a signal [interrupts](interrupt) it. In between it calls `meanwhile`.
pub(crate) fn think(
    kind: Kind,
    computer: &mut dyn Computer,
    mut meanwhile: impl FnMut(),
) -> Choice {
    // Nobody looks at a clock where it does not matter.
    let until = kind.milliseconds().map(|time| {
        let time = Duration::from_millis(time.into());
        Instant::now() + time
    });
    loop {
        match computer.think(SLICE) {
            Progress::Chosen(choice) => return choice,
            Progress::Thinking { best, .. } => {
                let late = until.is_some_and(|until| Instant::now() >= until);
                if late || interrupt::requested() {
                    return best;
                }
                meanwhile();
            }
        }
    }
}

/// A seed that nobody has chosen: the standard library has random keys for its
/// tables, and no other randomness.
pub(crate) fn any_seed() -> u64 {
    RandomState::new().hash_one(())
}

/// The computer players of the games at a table.
pub(crate) struct Computers {
    seed: u64,
    /// How many turns they have had.
    turns: u64,
    /// Those of the present game's rules.
    present: Option<Present>,
}

struct Present {
    rules: Rules,
    resources: Resources,
    /// Those who have had a turn, by seat.
    seated: Vec<Option<(Kind, Box<dyn Computer>)>>,
}

impl Computers {
    /// With the same seed and the same turns they play the same.
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            seed,
            turns: 0,
            present: None,
        }
    }

    /// What the computer player does whose turn it is, which is of this kind.
    pub(crate) fn choose(&mut self, played: &Match, kind: Kind) -> Result<Choice, Failure> {
        let rules = played.rules();
        let situation = Situation::from_match(played).expect("it is somebody's turn");
        let place = played.place_of(played.game().position().to_move());
        let present = match &mut self.present {
            Some(present) if present.rules == rules => present,
            present => present.insert(Present {
                rules,
                resources: resources(rules)?,
                seated: (0..rules.players()).map(|_| None).collect(),
            }),
        };
        let seat = &mut present.seated[place];
        let (_, computer) = match seat {
            Some(seated) if seated.0 == kind => seated,
            seat => seat.insert((kind, kind.computer(rules, &present.resources))),
        };
        computer.begin(&situation, seed::derive(self.seed, self.turns));
        self.turns += 1;
        let mut passing = Passing::new();
        let choice = think(kind, &mut **computer, || passing.show_late("thinking …"));
        interrupt::check()?;
        Ok(choice)
    }
}
