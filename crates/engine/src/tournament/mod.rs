//! Tournaments: many games of every entrant against every other, and the table that
//! comes of them.
//!
//! A [`Tournament`] is a description. All that happens in it has a number: the games
//! are counted from 0 to [`total`](Tournament::total), and from its number and the
//! tournament's seed follow who plays in a game ([`Fixture`]), from which opening and
//! with which randomness. So the games can be played in any order, on as many cores
//! as there are, be broken off and gone on with, and are the same games. Each begins
//! with players who remember nothing of another.
//!
//! - [`Playing`]: a game while it is played; who plays it has the players and the
//!   clock. [`play`] does it all for players that answer at once.
//! - [`Played`]: how it ended, and as a line of text.
//! - [`Table`]: what the games come to, in whatever order they arrive.
//! - [`rating`]: strengths from tables. [`report`]: what there is to say, as text.
//! - [`file`](mod@file): set-ups as text.
//!
//! ```
//! use four_shapes_engine::tournament::{Built, TournamentConfig, Entrant, Table, Tournament, play};
//! use four_shapes_engine::{players::{Kind, Resources}};
//!
//! let entrants = vec![Entrant::Computer(Kind::Level(1)), Entrant::Computer(Kind::Random)];
//! let config = TournamentConfig { entrants, games: 20, seed: 7, ..TournamentConfig::default() };
//! let tournament = Tournament::new(config).unwrap();
//! let mut table = Table::new(&tournament);
//! for number in 0..tournament.total() {
//!     let playing = tournament.begin(number);
//!     let [mut first, mut second] = playing.fixture().entrants.map(|entrant| {
//!         let Entrant::Computer(kind) = tournament.entrants()[entrant] else { unreachable!() };
//!         Built::new(kind, tournament.rules(), &Resources::default())
//!     });
//!     table.add(&play(playing, [&mut first, &mut second], || 0));
//! }
//! assert!(table.pairings()[0].score().share() > 0.5, "level 1 is stronger");
//! ```

pub mod file;
mod forfeit;
mod opening;
mod played;
mod playing;
pub mod rating;
pub mod report;
mod table;

use crate::{
    Name, Rules,
    escape::{is_plain, shorten},
    players::Kind,
    seed,
};
use std::{collections::BTreeMap, error::Error, fmt};

pub use forfeit::ForfeitReason;
pub use played::{Ending, LineError, Played, Summary, Thinking};
pub use playing::{Built, Contestant, Playing, play};
pub use table::{PairingTable, Standing, Table};

/// The SHA-256 of a bot's file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// Reads 64 hexadecimal digits, small letters.
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

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Who plays in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Entrant {
    /// One of the computer players.
    Computer(Kind),
    /// A bot: a WebAssembly file.
    Bot {
        /// Tells its file from all others.
        hash: Hash,
        /// What it is called in tables.
        name: Name,
    },
    /// A program that is spoken to by lines; only where programs can be started.
    Program {
        /// How it is started: the program and its arguments, with spaces between.
        command: String,
        /// What it is called in tables.
        name: Name,
    },
}

impl Entrant {
    /// The most characters of a program's command.
    pub const MAX_COMMAND: usize = 1000;

    fn name(&self) -> String {
        match self {
            Self::Computer(kind) => kind.to_string(),
            Self::Bot { name, .. } | Self::Program { name, .. } => name.to_string(),
        }
    }
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Everyone against everyone.
    #[default]
    RoundRobin,
    /// Everyone against one: the entrant at this place, counted from 0.
    Against(usize),
}

/// How much bots and programs may use. Computer players have their own measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Instructions that a bot may execute for a move, 10,000 to 100,000 million.
    pub instructions: u64,
    /// Milliseconds that a program may take for a move, 10 to 600,000. For bots this
    /// is counted in instructions; by the clock a bot's move is ended after ten times
    /// as long, should it be stuck in something that is not counted.
    pub milliseconds: u32,
}

impl Limits {
    const INSTRUCTIONS: (u64, u64) = (10_000, 100_000_000_000);
    const MILLISECONDS: (u64, u64) = (10, 600_000);
}

impl Default for Limits {
    /// 100 million instructions, a second.
    fn default() -> Self {
        Self {
            instructions: 100_000_000,
            milliseconds: 1000,
        }
    }
}

/// The most bytes that the tables and trees of each computer player take. The same
/// everywhere, since what a search finds in time can depend on it.
pub const MEMORY: usize = 16 << 20;

/// A description of a tournament that has not been checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentConfig {
    /// The rules of all games, of two players.
    pub rules: Rules,
    /// Who plays, 2 to [`Tournament::MAX_ENTRANTS`].
    pub entrants: Vec<Entrant>,
    /// Who plays whom.
    pub format: Format,
    /// Games of each pairing, 1 to [`Tournament::MAX_GAMES`].
    pub games: u32,
    /// How many random plies begin a game, 0 to [`Tournament::MAX_OPENING`]. Each
    /// such opening is played twice, with colours swapped.
    pub opening: u8,
    /// What all the randomness follows from.
    pub seed: u64,
    /// How much bots and programs may use.
    pub limits: Limits,
}

impl Default for TournamentConfig {
    /// The classic board, nobody yet, 1000 games a pairing from the empty board.
    fn default() -> Self {
        Self {
            rules: Rules::CLASSIC,
            entrants: Vec::new(),
            format: Format::default(),
            games: 1000,
            opening: 0,
            seed: 0,
            limits: Limits::default(),
        }
    }
}

/// A tournament that can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    config: TournamentConfig,
    /// The names of the entrants, no two alike.
    labels: Vec<String>,
    /// Who plays whom, as places of entrants.
    pairings: Vec<[usize; 2]>,
}

/// One game of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number among all games, counted from 0.
    pub number: u64,
    /// Its pairing, as a place in [`Tournament::pairings`].
    pub pairing: usize,
    /// Its number among the pairing's games, counted from 0.
    pub game: u32,
    /// Who moves first and who second, as places of entrants.
    pub entrants: [usize; 2],
    /// Which of the pairing moves first, 0 or 1.
    pub first: usize,
    /// What the game's randomness follows from.
    pub seed: u64,
    /// What its opening follows from.
    opening: u64,
}

impl Tournament {
    /// The most entrants.
    pub const MAX_ENTRANTS: usize = 64;
    /// The most games of a pairing.
    pub const MAX_GAMES: u32 = 1_000_000;
    /// The most plies of an opening.
    pub const MAX_OPENING: u8 = 20;

    /// Checks a description.
    ///
    /// # Errors
    /// The first thing about it that can't be played.
    pub fn new(config: TournamentConfig) -> Result<Self, TournamentError> {
        let count = config.entrants.len();
        if !(2..=Self::MAX_ENTRANTS).contains(&count) {
            return Err(TournamentError::Entrants(count));
        }
        if config.rules.players() != 2 {
            return Err(TournamentError::Players(config.rules.players()));
        }
        if let Format::Against(one) = config.format
            && one >= count
        {
            return Err(TournamentError::Against { one, count });
        }
        // An opening leaves room for a game.
        let room = config.rules.cells() / 2;
        let most = u64::from(Self::MAX_OPENING).min(room as u64);
        for (what, number, (least, most)) in [
            (
                Quantity::Games,
                config.games.into(),
                (1, Self::MAX_GAMES.into()),
            ),
            (Quantity::Opening, config.opening.into(), (0, most)),
            (
                Quantity::Instructions,
                config.limits.instructions,
                Limits::INSTRUCTIONS,
            ),
            (
                Quantity::Milliseconds,
                config.limits.milliseconds.into(),
                Limits::MILLISECONDS,
            ),
        ] {
            if !(least..=most).contains(&number) {
                return Err(TournamentError::Quantity { what, least, most });
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
            Format::RoundRobin => {
                let after = |first| (first + 1..count).map(move |second| [first, second]);
                (0..count).flat_map(after).collect()
            }
            Format::Against(one) => {
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

    /// Its description.
    pub fn config(&self) -> &TournamentConfig {
        &self.config
    }

    /// The rules of all its games.
    pub fn rules(&self) -> Rules {
        self.config.rules
    }

    /// Who plays in it.
    pub fn entrants(&self) -> &[Entrant] {
        &self.config.entrants
    }

    /// What an entrant is called, as a place in [`entrants`](Self::entrants). No two
    /// have the same label: one that would has ` (2)` behind it, and so on.
    pub fn label(&self, entrant: usize) -> &str {
        &self.labels[entrant]
    }

    /// What the entrants are called, in their order.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// Who plays whom, as places of entrants, in the order in which they are played.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// How many of its games can be played at a time if at most so many bots may be in
    /// memory, where only those that play are: at least one, and any number if no bot plays.
    pub fn games_at_once(&self, bots: usize) -> usize {
        let bot = |entrant: &&usize| matches!(self.entrants()[**entrant], Entrant::Bot { .. });
        let of_pairing = |pairing: &[usize; 2]| pairing.iter().filter(bot).count();
        let most = self.pairings().iter().map(of_pairing).max().unwrap_or(0);
        bots.checked_div(most)
            .map_or(usize::MAX, |games| games.max(1))
    }

    /// How many games there are in all.
    pub fn total(&self) -> u64 {
        u64::from(self.config.games) * self.pairings.len() as u64
    }

    /// The game with a number, counted from 0.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn fixture(&self, number: u64) -> Fixture {
        let games = u64::from(self.config.games);
        let pairing = (number / games) as usize;
        let game = number % games;
        let pair = self.pairings[pairing];
        // They take turns to begin, so two games in a row have an opening each.
        let first = (game % 2) as usize;
        let seed = seed::derive(self.config.seed, pairing as u64);
        Fixture {
            number,
            pairing,
            game: game as u32,
            entrants: [pair[first], pair[1 - first]],
            first,
            seed: seed::derive(seed, game),
            opening: seed::derive(!seed, game / 2),
        }
    }

    /// Begins the game with a number, counted from 0: its opening is on the board.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn begin(&self, number: u64) -> Playing {
        Playing::new(self, self.fixture(number))
    }
}

/// Names of which no two are alike.
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

/// A number in a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Games of a pairing.
    Games,
    /// Plies of an opening.
    Opening,
    /// Instructions for a move.
    Instructions,
    /// Milliseconds for a move.
    Milliseconds,
}

/// Why a tournament can't be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TournamentError {
    /// So many entrants are too few or too many.
    Entrants(usize),
    /// Games have so many players instead of two.
    Players(u8),
    /// Everyone is to play against an entrant that there is not.
    Against {
        /// Its place, counted from 0.
        one: usize,
        /// How many entrants there are.
        count: usize,
    },
    /// A number is out of its bounds.
    Quantity {
        /// Which one.
        what: Quantity,
        /// The least it may be.
        least: u64,
        /// The most it may be.
        most: u64,
    },
    /// A program can't be started by this, shortened to 12 characters: it is empty,
    /// too long, or has characters that are no part of writing.
    Command(String),
}

impl fmt::Display for TournamentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entrants(count) => write!(
                f,
                "a tournament has 2 to {} entrants, not {count}",
                Tournament::MAX_ENTRANTS
            ),
            Self::Players(players) => {
                write!(f, "a tournament's games have 2 players, not {players}")
            }
            Self::Against { one, count } => write!(
                f,
                "entrant {} can't be the one everyone plays against; there are {count}",
                one + 1
            ),
            Self::Quantity { what, least, most } => {
                let what = match what {
                    Quantity::Games => "games of a pairing",
                    Quantity::Opening => "plies of an opening on this board",
                    Quantity::Instructions => "instructions for a move",
                    Quantity::Milliseconds => "milliseconds for a move",
                };
                write!(f, "the {what} are {least} to {most}")
            }
            Self::Command(command) => {
                write!(f, "“{command}” is no command to start a program")
            }
        }
    }
}

impl Error for TournamentError {}
