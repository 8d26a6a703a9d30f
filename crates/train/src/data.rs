//! Positions of known value.

use four_shapes_players::{ComputerPlayer, PlayerKind, Resources, TurnContext};
use four_shapes_rules::{Game, Position, Rules, RulesConfig};
use four_shapes_solver::{
    Goal, PositionSearch, Search as _, Solver,
    evaluation::{Features, quiet_features},
};
use four_shapes_tournament::shard::Shard;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fmt, num::NonZero, ops::Range, thread};

/// The maximum number of nodes to solve a position. Positions that need more are skipped.
const MAX_NODES: u64 = 1_000_000;
/// The size of the solver's table in bytes. It is cleared for each position, so that nodes
/// don't depend on the positions before.
const TABLE: usize = 2 << 20;
/// The maximum number of random moves at the start of a game.
const MAX_RANDOM_MOVES: usize = 6;
/// The players of a game, from which each side's is chosen.
const PLAYERS: [&str; 8] = [
    "random", "level:1", "level:2", "level:2", "level:3", "level:3", "level:3", "level:4",
];
/// The number of positions that are solved for each game, at most.
const POSITIONS: usize = 3;
/// The fewest moves from a solved position to the end of the game.
const MIN_MOVES_LEFT: usize = 4;

/// Games on one board, from each of which positions are taken.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub(crate) columns: u32,
    pub(crate) rows: u32,
    pub(crate) connect: u32,
    /// The numbers of pieces of the positions that are solved.
    pub(crate) plies: Range<usize>,
    /// The number of positions before the solved one that get its value, as far as they are
    /// too early to be solved.
    pub(crate) early: usize,
    pub(crate) games: u64,
}

/// Returns games with four in a row, from which no earlier positions are taken.
const fn games(columns: u32, rows: u32, from: usize, to: usize, games: u64) -> Source {
    Source {
        columns,
        rows,
        connect: 4,
        plies: from..to,
        early: 0,
        games,
    }
}

/// The games to learn from.
pub(crate) const TRAINING: &[Source] = &[
    games(7, 6, 10, 36, 2500),
    games(6, 7, 10, 36, 1500),
    games(8, 6, 14, 42, 1500),
    games(7, 7, 16, 42, 1500),
    games(8, 7, 18, 48, 2500),
    games(9, 6, 18, 48, 2500),
    early(games(8, 8, 32, 54, 1500)),
    early(games(9, 7, 32, 54, 1500)),
    early(games(10, 8, 46, 70, 1000)),
    games(6, 5, 4, 24, 500),
    games(6, 6, 6, 28, 1000),
    games(5, 5, 2, 18, 300),
    games(5, 7, 8, 28, 500),
    early(games(10, 6, 26, 50, 1000)),
    early(games(9, 8, 40, 60, 800)),
    short(4, 4, 0, 12, 250),
    short(5, 4, 0, 14, 250),
    short(5, 5, 0, 18, 250),
    short(6, 5, 0, 18, 250),
    short(7, 6, 0, 20, 250),
    short(3, 8, 0, 16, 150),
    long(5, 5, 5, 4, 20, 250),
    long(5, 6, 5, 8, 26, 250),
    early(long(5, 6, 6, 12, 30, 300)),
    early(long(5, 7, 6, 18, 38, 300)),
    early(long(5, 7, 7, 24, 44, 200)),
    early(long(5, 8, 7, 32, 52, 200)),
    long(5, 4, 8, 8, 26, 200),
    early(long(5, 5, 8, 14, 36, 200)),
    early(long(5, 8, 5, 14, 36, 200)),
    early(long(6, 6, 6, 12, 32, 250)),
    early(long(6, 7, 6, 18, 38, 250)),
    early(long(6, 7, 7, 24, 46, 200)),
    early(long(6, 8, 7, 34, 52, 150)),
    long(6, 5, 6, 6, 26, 200),
    long(6, 6, 5, 6, 26, 200),
    early(long(6, 5, 8, 14, 36, 200)),
    early(long(6, 8, 5, 14, 36, 200)),
];

/// Takes two earlier positions of each game too.
const fn early(source: Source) -> Source {
    Source { early: 2, ..source }
}

/// Returns games with three in a row.
const fn short(columns: u32, rows: u32, from: usize, to: usize, count: u64) -> Source {
    Source {
        connect: 3,
        ..games(columns, rows, from, to, count)
    }
}

/// Returns games with five or six in a row.
const fn long(connect: u32, columns: u32, rows: u32, from: usize, to: usize, count: u64) -> Source {
    Source {
        connect,
        ..games(columns, rows, from, to, count)
    }
}

/// The games to test with.
pub(crate) const TEST: &[Source] = &[
    games(8, 7, 16, 40, 150),
    games(9, 6, 16, 40, 150),
    games(7, 6, 10, 34, 150),
    short(6, 5, 0, 18, 100),
    long(5, 7, 6, 16, 36, 100),
    long(6, 7, 6, 16, 36, 100),
];

/// A position of known value.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sample {
    pub(crate) position: Position,
    /// The value for the side to move: 1, 0 or −1.
    pub(crate) outcome: i32,
    /// Whether the value is proved, not the one of a later position of the game.
    pub(crate) proved: bool,
}

/// The samples of a game.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayedGame {
    pub(crate) samples: Vec<Sample>,
    /// The number of positions that were not solved.
    pub(crate) unsolved: usize,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Range { start, end } = self.plies;
        write!(
            f,
            "{} × {}, {} in a row, {} games, plies {start} to {}",
            self.columns,
            self.rows,
            self.connect,
            self.games,
            end - 1
        )
    }
}

impl Source {
    pub(crate) fn rules(&self) -> Rules {
        let config = RulesConfig {
            columns: self.columns,
            rows: self.rows,
            connect: self.connect,
            players: 2,
            gravity: true,
        };
        Rules::new(config).expect("the sources have valid rules")
    }

    /// Plays the games of a shard and returns them by their numbers.
    pub(crate) fn games(&self, seed: u64, shard: Shard) -> BTreeMap<u64, PlayedGame> {
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let run = |first: usize| {
            let mut worker = Worker::new(self.rules());
            let games = (0..self.games).filter(|&game| shard.contains(game));
            let games = games.skip(first).step_by(threads);
            let played = games.map(|game| (game, worker.game(self, seed ^ game << 20)));
            played.collect::<Vec<_>>()
        };
        thread::scope(|scope| {
            let handles: Vec<_> = (0..threads)
                .map(|first| scope.spawn(move || run(first)))
                .collect();
            let handles = handles.into_iter();
            let results = handles.map(|handle| handle.join().expect("no worker panics"));
            results.flatten().collect()
        })
    }
}

struct Worker {
    rules: Rules,
    solver: Solver,
    players: Vec<Box<dyn ComputerPlayer>>,
}

impl Worker {
    fn new(rules: Rules) -> Self {
        let resources = Resources {
            memory: 4 << 20,
            book: None,
        };
        let player = |name: &str| {
            let kind: PlayerKind = name.parse().expect("a player");
            kind.computer(rules, &resources)
        };
        Self {
            rules,
            solver: Solver::new(rules, TABLE).expect("the sources can be solved"),
            players: PLAYERS.into_iter().map(player).collect(),
        }
    }

    fn game(&mut self, source: &Source, seed: u64) -> PlayedGame {
        let mut random = Pcg32::seed_from_u64(seed);
        let mut game = Game::new(self.rules);
        let mut positions = Vec::new();
        let opening = random.random_range(0..=MAX_RANDOM_MOVES);
        let seats = [0, 1].map(|_| random.random_range(0..PLAYERS.len()));
        let until = random.random_range(source.plies.clone());
        while let Some(turn) = TurnContext::from_game(&game) {
            let pieces = positions.len();
            positions.push(turn.position().clone());
            if pieces == until {
                break;
            }
            let player = if pieces < opening {
                0
            } else {
                seats[pieces % 2]
            };
            let choice = self.players[player].choose(&turn, random.random());
            let cell = choice.cell().expect("there is no swap");
            let turn = game.turn().expect("the game is in progress");
            turn.play(cell).expect("the move is legal");
        }
        if game.turn().is_none() {
            // The last positions are decided at once.
            positions.truncate((positions.len() + 1).saturating_sub(MIN_MOVES_LEFT));
        }
        let late = source.plies.start..positions.len();
        let mut chosen: Vec<usize> = Vec::new();
        for _ in 0..POSITIONS.min(late.len()) {
            let at = random.random_range(late.clone());
            if !chosen.contains(&at) {
                chosen.push(at);
            }
        }
        chosen.sort_unstable();
        let mut samples = Vec::new();
        let mut unsolved = 0;
        for &at in &chosen {
            let Some(outcome) = self.solve(&positions[at]) else {
                unsolved += 1;
                continue;
            };
            if samples.is_empty() {
                for _ in 0..source.early {
                    let early = random.random_range(0..source.plies.start);
                    let same_side = (at - early).is_multiple_of(2);
                    samples.push(Sample {
                        position: positions[early].clone(),
                        outcome: if same_side { outcome } else { -outcome },
                        proved: false,
                    });
                }
            }
            samples.push(Sample {
                position: positions[at].clone(),
                outcome,
                proved: true,
            });
        }
        PlayedGame { samples, unsolved }
    }

    fn solve(&mut self, position: &Position) -> Option<i32> {
        self.solver.clear_table();
        let search = PositionSearch::new(&mut self.solver, position, Goal::Outcome);
        let mut search = search.expect("the position is in progress");
        let outcome = search.run(MAX_NODES).done()?.outcome()?;
        Some(outcome as i32)
    }
}

/// The features of a sample in the quiet position that forced replies lead to, and its value
/// for the follower.
pub(crate) fn example(sample: &Sample) -> Option<(Features, i32)> {
    let (features, swapped) = quiet_features(&sample.position)?;
    let sign = if features.follower_moves == swapped {
        -1
    } else {
        1
    };
    Some((features, sign * sample.outcome))
}
