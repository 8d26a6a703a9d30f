//! Computer players: their resources, time and seeds.

use crate::{failure::Failure, interrupt, screen::TransientStatus, solve};
use four_shapes_players::{Choice, ComputerPlayer, PlayerKind, Progress, Resources, seed};
use four_shapes_records::Match;
use four_shapes_rules::Rules;
use std::{
    hash::{BuildHasher, RandomState},
    time::{Duration, Instant},
};

/// Number of positions searched between checks of the clock and of signals: about a
/// millisecond.
const SLICE: u64 = 1_000;
/// Maximum memory of all computer players of a game, in bytes.
const MAX_MEMORY: usize = 256 << 20;

/// Returns the resources of each computer player of a game.
pub(crate) fn resources(rules: Rules) -> Resources {
    let memory = MAX_MEMORY / usize::from(rules.players());
    Resources {
        memory: memory.min(Resources::default().memory),
        book: solve::book(rules),
    }
}

/// Runs the search of a computer player until it has a move, its time is up or a signal
/// [interrupts](interrupt) it. Calls `meanwhile` between slices.
pub(crate) fn think(
    kind: PlayerKind,
    computer: &mut dyn ComputerPlayer,
    mut meanwhile: impl FnMut(),
) -> Choice {
    let deadline = kind
        .milliseconds()
        .map(|time| Instant::now() + Duration::from_millis(time.into()));
    loop {
        if let Progress::Done(choice) = computer.run(SLICE) {
            return choice;
        }
        let timed_out = deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if timed_out || interrupt::requested() {
            return computer.best_so_far();
        }
        meanwhile();
    }
}

/// Returns a random seed, from the random keys of the standard library's hash tables.
pub(crate) fn random_seed() -> u64 {
    RandomState::new().hash_one(())
}

/// The computer players of a series of games.
pub(crate) struct Computers {
    seed: u64,
    /// Number of moves chosen so far, from which the seed of the next move is derived.
    moves: u64,
    /// The players for the rules of the current game.
    current: Option<RulesPlayers>,
}

struct RulesPlayers {
    rules: Rules,
    resources: Resources,
    /// The players by seat, created on their first move.
    players: Vec<Option<(PlayerKind, Box<dyn ComputerPlayer>)>>,
}

impl Computers {
    /// Creates computer players whose moves depend only on the seed and the games.
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            seed,
            moves: 0,
            current: None,
        }
    }

    /// Returns the choice of the computer player to move.
    pub(crate) fn choose(
        &mut self,
        game_match: &Match,
        kind: PlayerKind,
    ) -> Result<Choice, Failure> {
        let rules = game_match.rules();
        let situation = game_match.turn_context().expect("the game is not over");
        let index = game_match.seat_index(game_match.game().position().to_move());
        let current = match &mut self.current {
            Some(current) if current.rules == rules => current,
            current => current.insert(RulesPlayers {
                rules,
                resources: resources(rules),
                players: (0..rules.players()).map(|_| None).collect(),
            }),
        };
        let seat = &mut current.players[index];
        let (_, computer) = match seat {
            Some(entry) if entry.0 == kind => entry,
            seat => seat.insert((kind, kind.computer(rules, &current.resources))),
        };
        computer.begin(&situation, seed::derive(self.seed, self.moves));
        self.moves += 1;
        let mut status = TransientStatus::new();
        let choice = think(kind, &mut **computer, || status.show_late("thinking …"));
        interrupt::check()?;
        Ok(choice)
    }
}
