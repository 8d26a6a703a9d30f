//! Tournaments: many games of every entrant against every other, their standings and
//! ratings.
//!
//! A [`Tournament`] is a description. Its games are numbered from 0 to
//! [`game_count`](Tournament::game_count); a game's number and the tournament's seed
//! determine its entrants, its opening and its randomness ([`ScheduledGame`]). Games can
//! therefore be played in any order and in parallel, and a tournament can be interrupted
//! and resumed, with the same results. No player keeps state from one game to another.
//!
//! - [`TournamentGame`]: a game in progress; the caller has the players and the clock.
//!   [`play`] plays one with blocking players.
//! - [`FinishedGame`]: the moves and the ending of a game, and its text form.
//! - [`Table`]: the totals of the games, added in any order.
//! - [`rating`]: ratings from the totals. [`report`]: standings and results, as values and
//!   as text.
//! - [`file`](mod@file): tournaments as JSON and as links.
//! - [`statistics`]: scores, Elo differences and confidence intervals.
//! - [`cup`]: cups, in which people play too, one game at a time.
//! - [`shard`]: parts of a computation that several processes or machines do.
//! - [`players`], [`records`] and [`rules`]: the crates whose types are part of this interface.
//!
//! ```
//! use four_shapes_tournament::{ComputerGamePlayer, Entrant, Table, Tournament, TournamentConfig, play};
//! use four_shapes_players::{Level, PlayerKind, Resources};
//!
//! let entrants = [PlayerKind::Level(Level::One), PlayerKind::Random].map(Entrant::Computer).into();
//! let config = TournamentConfig { entrants, games_per_pairing: 20, seed: 7, ..TournamentConfig::default() };
//! let tournament = Tournament::new(config).unwrap();
//! let mut table = Table::new(&tournament);
//! for number in 0..tournament.game_count() {
//!     let game = tournament.begin(number);
//!     let [mut first, mut second] = game.scheduled().entrants.map(|entrant| {
//!         let Entrant::Computer(kind) = tournament.entrants()[entrant] else { unreachable!() };
//!         ComputerGamePlayer::new(kind, tournament.rules(), &Resources::default())
//!     });
//!     table.add(&play(game, [&mut first, &mut second], || 0));
//! }
//! assert!(table.pairings()[0].score().score_rate() > 0.5, "level 1 is stronger");
//! ```

#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

pub mod cup;
pub mod file;
mod finished_game;
mod forfeit;
mod game;
mod opening;
pub mod rating;
pub mod report;
pub mod shard;
mod start;
pub mod statistics;
mod table;

use four_shapes_players::{PlayerKind, seed};
use four_shapes_records::Name;
use four_shapes_rules::{
    Cell, Game, Rules, Status,
    text::{is_plain, shorten},
};
use std::{collections::BTreeMap, error::Error, fmt};

pub use finished_game::{Ending, FinishedGame, GameSummary, LineError, MoveTimes};
pub use forfeit::ForfeitReason;
pub use four_shapes_players as players;
pub use four_shapes_records as records;
pub use four_shapes_rules as rules;
pub use game::{ComputerGamePlayer, GamePlayer, TournamentGame, play};
pub use start::{StartMovesError, moves_to};
pub use table::{EntrantTotals, PairingTotals, Table};

/// The SHA-256 of a bot's file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BotHash(pub [u8; 32]);

impl BotHash {
    /// Parses 64 lowercase hexadecimal digits.
    pub fn parse(text: &str) -> Option<Self> {
        let mut bytes = [0; 32];
        if text.len() != 64 {
            return None;
        }
        for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
            let digit = |digit: u8| match digit {
                b'0'..=b'9' => Some(digit - b'0'),
                b'a'..=b'f' => Some(digit - b'a' + 10),
                _ => None,
            };
            *byte = digit(digits[0])? << 4 | digit(digits[1])?;
        }
        Some(Self(bytes))
    }
}

impl fmt::Display for BotHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for BotHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A participant of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Entrant {
    /// A computer player.
    Computer(PlayerKind),
    /// A bot: a WebAssembly module.
    Bot {
        /// The hash of its file.
        hash: BotHash,
        /// The name in tables.
        name: Name,
    },
    /// A program that communicates through its standard input and output. Only the
    /// terminal program can start it.
    Program {
        /// The command line: the program and its arguments, separated by spaces.
        command: String,
        /// The name in tables.
        name: Name,
    },
}

impl Entrant {
    /// The maximum length of a program's command, in characters.
    pub const MAX_COMMAND: usize = 1000;

    fn name(&self) -> String {
        match self {
            Self::Computer(kind) => kind.to_string(),
            Self::Bot { name, .. } | Self::Program { name, .. } => name.to_string(),
        }
    }
}

/// The pairing system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PairingSystem {
    /// Every entrant plays every other.
    #[default]
    RoundRobin,
    /// One entrant, given by its index, plays every other.
    Gauntlet(usize),
}

/// The limits of bots and programs for a move. Computer players have limits of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Instructions that a bot may execute, 10,000 to 100,000 million.
    pub instructions: u64,
    /// Milliseconds that a program may take, 10 to 600,000. Bots are limited by
    /// instructions; the clock stops them only after ten times as long, in case they hang
    /// in something that is not counted.
    pub milliseconds: u32,
}

impl Limits {
    /// The minimum and the maximum of [`instructions`](Self::instructions).
    pub const INSTRUCTIONS: (u64, u64) = (10_000, 100_000_000_000);
    /// The minimum and the maximum of [`milliseconds`](Self::milliseconds).
    pub const MILLISECONDS: (u32, u32) = (10, 600_000);
}

impl Default for Limits {
    /// 100 million instructions, one second.
    fn default() -> Self {
        Self {
            instructions: 100_000_000,
            milliseconds: 1000,
        }
    }
}

/// The memory limit of a computer player's tables and trees, in bytes. It is the same on
/// all machines, since search results can depend on it.
pub const COMPUTER_MEMORY: usize = 16 << 20;

/// The parameters of a tournament, not yet validated; see [`Tournament::new`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentConfig {
    /// The rules of all games, for two players.
    pub rules: Rules,
    /// The entrants, 2 to [`Tournament::MAX_ENTRANTS`].
    pub entrants: Vec<Entrant>,
    /// The pairing system.
    pub format: PairingSystem,
    /// Games per pairing, 1 to [`Tournament::MAX_GAMES`].
    pub games_per_pairing: u32,
    /// The positions in which games start, each as moves from the empty board, at most
    /// [`Tournament::MAX_STARTS`]; empty for the empty board. A pairing takes them in this order,
    /// and again from the first one. Each is played twice, with colours reversed.
    pub starts: Vec<Vec<Cell>>,
    /// The length of the random openings in plies, 0 to [`Tournament::MAX_OPENING`]. Each
    /// opening is played twice, with colours reversed.
    pub opening_plies: u8,
    /// The seed of all randomness.
    pub seed: u64,
    /// The limits of bots and programs.
    pub limits: Limits,
}

impl Default for TournamentConfig {
    /// The classic board, no entrants, 1000 games per pairing from the empty board.
    fn default() -> Self {
        Self {
            rules: Rules::CLASSIC,
            entrants: Vec::new(),
            format: PairingSystem::default(),
            games_per_pairing: 1000,
            starts: Vec::new(),
            opening_plies: 0,
            seed: 0,
            limits: Limits::default(),
        }
    }
}

/// A tournament: valid parameters and the pairings that follow from them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    config: TournamentConfig,
    /// The unique labels of the entrants.
    labels: Vec<String>,
    /// The pairings, as indices of entrants.
    pairings: Vec<[usize; 2]>,
}

/// A game of a tournament's schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledGame {
    /// The number among all games, counted from 0.
    pub number: u64,
    /// The index of the pairing in [`Tournament::pairings`].
    pub pairing: usize,
    /// The number among the pairing's games, counted from 0.
    pub game: u32,
    /// The entrants that move first and second.
    pub entrants: [usize; 2],
    /// Which entrant of the pairing moves first, 0 or 1.
    pub first: usize,
    /// The seed of the game.
    pub seed: u64,
    /// The seed of the opening.
    opening_seed: u64,
}

impl Tournament {
    /// The maximum number of entrants.
    pub const MAX_ENTRANTS: usize = 64;
    /// The maximum number of games per pairing.
    pub const MAX_GAMES: u32 = 1_000_000;
    /// The maximum number of start positions.
    pub const MAX_STARTS: usize = 10_000;
    /// The maximum length of an opening, in plies.
    pub const MAX_OPENING: u8 = 20;

    /// Validates the parameters.
    ///
    /// # Errors
    /// Returns the first parameter that is invalid.
    pub fn new(config: TournamentConfig) -> Result<Self, TournamentError> {
        let count = config.entrants.len();
        if !(2..=Self::MAX_ENTRANTS).contains(&count) {
            return Err(TournamentError::Entrants(count));
        }
        if config.rules.players() != 2 {
            return Err(TournamentError::Players(config.rules.players()));
        }
        if let PairingSystem::Gauntlet(one) = config.format
            && one >= count
        {
            return Err(TournamentError::Gauntlet {
                entrant: one,
                count,
            });
        }
        if config.starts.len() > Self::MAX_STARTS {
            return Err(TournamentError::StartCount(config.starts.len()));
        }
        let is_over = |moves: &Vec<Cell>| game_after(config.rules, moves).is_none();
        if let Some(start) = config.starts.iter().position(is_over) {
            return Err(TournamentError::Start(start));
        }
        // An opening fills at most half of the board.
        let room = config.rules.cells() / 2;
        let max_opening = u64::from(Self::MAX_OPENING).min(room as u64);
        let (min, max) = Limits::MILLISECONDS;
        let milliseconds = (min.into(), max.into());
        for (parameter, number, (min, max)) in [
            (
                Parameter::Games,
                config.games_per_pairing.into(),
                (1, Self::MAX_GAMES.into()),
            ),
            (
                Parameter::Opening,
                config.opening_plies.into(),
                (0, max_opening),
            ),
            (
                Parameter::Instructions,
                config.limits.instructions,
                Limits::INSTRUCTIONS,
            ),
            (
                Parameter::Milliseconds,
                config.limits.milliseconds.into(),
                milliseconds,
            ),
        ] {
            if !(min..=max).contains(&number) {
                return Err(TournamentError::OutOfRange {
                    parameter,
                    min,
                    max,
                });
            }
        }
        for entrant in &config.entrants {
            if let Entrant::Program { command, .. } = entrant {
                let long = command.chars().count() > Entrant::MAX_COMMAND;
                let plain = command.chars().all(is_plain);
                if command.trim().is_empty() || long || !plain {
                    return Err(TournamentError::Command(shorten(command)));
                }
            }
        }
        let pairings = match config.format {
            PairingSystem::RoundRobin => {
                let after = |first| (first + 1..count).map(move |second| [first, second]);
                (0..count).flat_map(after).collect()
            }
            PairingSystem::Gauntlet(one) => {
                let others = (0..count).filter(|other| *other != one);
                others.map(|other| [one, other]).collect()
            }
        };
        Ok(Self {
            labels: labels(&config.entrants),
            pairings,
            config,
        })
    }

    /// Returns the parameters.
    pub fn config(&self) -> &TournamentConfig {
        &self.config
    }

    /// Returns the rules of all games.
    pub fn rules(&self) -> Rules {
        self.config.rules
    }

    /// Returns the entrants.
    pub fn entrants(&self) -> &[Entrant] {
        &self.config.entrants
    }

    /// Returns the label of an entrant: its name, followed by ` (2)` and so on where
    /// another has the same name.
    pub fn label(&self, entrant: usize) -> &str {
        &self.labels[entrant]
    }

    /// Returns the labels of all entrants.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// Returns the pairings as indices of entrants, in the order of play.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// Returns the index of the pairing of two entrants, or `None` if they are not paired.
    pub fn pairing_between(&self, entrant: usize, opponent: usize) -> Option<usize> {
        let (low, high) = (entrant.min(opponent), entrant.max(opponent));
        let count = self.entrants().len();
        if low == high || high >= count {
            return None;
        }
        match self.config.format {
            // The pairings of the entrants before `low` come first.
            PairingSystem::RoundRobin => Some(low * (2 * count - low - 1) / 2 + high - low - 1),
            PairingSystem::Gauntlet(one) if one == low => Some(high - 1),
            PairingSystem::Gauntlet(one) if one == high => Some(low),
            PairingSystem::Gauntlet(_) => None,
        }
    }

    /// Returns how many games can be played in parallel if at most `max_bots` bots fit
    /// into memory: at least one, and `usize::MAX` if there are no bots.
    pub fn max_parallel_games(&self, max_bots: usize) -> usize {
        let is_bot = |entrant: &&usize| matches!(self.entrants()[**entrant], Entrant::Bot { .. });
        let bots = |pairing: &[usize; 2]| pairing.iter().filter(is_bot).count();
        let bots_per_game = self.pairings().iter().map(bots).max().unwrap_or(0);
        max_bots
            .checked_div(bots_per_game)
            .map_or(usize::MAX, |games| games.max(1))
    }

    /// Returns the number of games.
    pub fn game_count(&self) -> u64 {
        u64::from(self.config.games_per_pairing) * self.pairings.len() as u64
    }

    /// Returns the game with a number, counted from 0.
    ///
    /// # Panics
    /// If the number is not below [`game_count`](Self::game_count).
    pub fn scheduled_game(&self, number: u64) -> ScheduledGame {
        let games = u64::from(self.config.games_per_pairing);
        let pairing = (number / games) as usize;
        let game = number % games;
        let pair = self.pairings[pairing];
        // The entrants alternate, so that each opening is played with both colours.
        let first = (game % 2) as usize;
        let seed = seed::derive(self.config.seed, pairing as u64);
        ScheduledGame {
            number,
            pairing,
            game: game as u32,
            entrants: [pair[first], pair[1 - first]],
            first,
            seed: seed::derive(seed, game),
            opening_seed: seed::derive(!seed, game / 2),
        }
    }

    /// Returns the game in which the random opening of a scheduled game begins.
    fn start_of(&self, scheduled: &ScheduledGame) -> Game {
        let starts = &self.config.starts;
        let round = (scheduled.game / 2) as usize;
        let start = round.checked_rem(starts.len()).map(|index| &starts[index]);
        let game = start.and_then(|moves| game_after(self.config.rules, moves));
        game.unwrap_or_else(|| Game::new(self.config.rules))
    }

    /// Begins the game with a number, counted from 0, and plays its opening.
    ///
    /// # Panics
    /// If the number is not below [`game_count`](Self::game_count).
    pub fn begin(&self, number: u64) -> TournamentGame {
        TournamentGame::new(self, self.scheduled_game(number))
    }
}

/// Returns the game after some moves; `None` if one is illegal or ends the game.
fn game_after(rules: Rules, moves: &[Cell]) -> Option<Game> {
    let mut game = Game::new(rules);
    for cell in moves {
        game.turn()?.play(*cell).ok()?;
    }
    matches!(game.status(), Status::ToMove(_)).then_some(game)
}

/// Returns unique labels of entrants.
fn labels(entrants: &[Entrant]) -> Vec<String> {
    let mut seen = BTreeMap::new();
    let mut labels: Vec<String> = Vec::with_capacity(entrants.len());
    for entrant in entrants {
        let name = entrant.name();
        let mut label = name.clone();
        while labels.contains(&label) {
            let number = seen.entry(name.clone()).or_insert(1);
            *number += 1;
            label = format!("{name} ({number})");
        }
        labels.push(label);
    }
    labels
}

/// A numeric parameter of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// Games per pairing.
    Games,
    /// Plies of an opening.
    Opening,
    /// Instructions for a move.
    Instructions,
    /// Milliseconds for a move.
    Milliseconds,
}

/// The error of [`Tournament::new`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TournamentError {
    /// There are too few or too many entrants.
    Entrants(usize),
    /// The rules are for this number of players instead of two.
    Players(u8),
    /// The entrant of [`PairingSystem::Gauntlet`] does not exist.
    Gauntlet {
        /// Its index.
        entrant: usize,
        /// The number of entrants.
        count: usize,
    },
    /// There are too many start positions.
    StartCount(usize),
    /// The moves to the start position with this index, from 0, are illegal or end the game.
    Start(usize),
    /// A number is out of range.
    OutOfRange {
        /// The parameter.
        parameter: Parameter,
        /// The minimum.
        min: u64,
        /// The maximum.
        max: u64,
    },
    /// A program's command is empty, too long or has control characters. The command is
    /// shortened to 12 characters.
    Command(String),
}

impl fmt::Display for TournamentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entrants(count) => write!(
                f,
                "a tournament has 2 to {} players, not {count}",
                Tournament::MAX_ENTRANTS
            ),
            Self::Players(players) => {
                write!(f, "a tournament's games have 2 players, not {players}")
            }
            Self::Gauntlet { entrant, count } => write!(
                f,
                "no player {} to play against; there are only {count}",
                entrant + 1
            ),
            Self::StartCount(count) => write!(
                f,
                "{count} start positions; the maximum is {}",
                Tournament::MAX_STARTS
            ),
            Self::Start(index) => write!(
                f,
                "start position {}: a move is illegal, or the game is over",
                index + 1
            ),
            Self::OutOfRange {
                parameter,
                min,
                max,
            } => {
                let what = match parameter {
                    Parameter::Games => "games per pairing",
                    Parameter::Opening => "plies per opening on this board",
                    Parameter::Instructions => "instructions per move",
                    Parameter::Milliseconds => "milliseconds per move",
                };
                write!(f, "{what} must be from {min} to {max}")
            }
            Self::Command(command) => {
                write!(f, "“{command}” is not a command")
            }
        }
    }
}

impl Error for TournamentError {}

/// The examples of the readme, to test them.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
