//! Cups: a few entrants, people among them, play for one winner, one game at a time.
//!
//! A [`Cup`] is its [`Config`] and the games played so far. Everything else follows from them:
//! the pairings, the games that are due, the standings and the winner. Games can be recorded in
//! any order, as long as they are due.
//!
//! In a knock-out a drawn game is replayed with sides swapped. After a second draw a third game
//! decides, in which a draw counts as a win for the player who moves second. A league counts one
//! point for a win and half a point for a draw; if the first place is shared, a play-off, which
//! is a knock-out, decides.
//!
//! ```
//! use four_shapes_records::Name;
//! use four_shapes_rules::Rules;
//! use four_shapes_tournament::cup::{Config, Cup, Entrant, Format, Player};
//!
//! let person = |name| Entrant { name: Name::new(name).unwrap(), player: Player::Human };
//! let entrants = ["Ana", "Ben", "Cleo"].map(person).to_vec();
//! let config = Config { format: Format::KnockOut, entrants, rules: Rules::CLASSIC, seed: 7 };
//! let mut cup = Cup::new(config).unwrap();
//! while let Some(game) = cup.next_game() {
//!     cup.record(game.pairing, Some(game.entrants[0]), None).unwrap();
//! }
//! assert!(cup.winner().is_some());
//! ```

mod bracket;
mod file;
mod league;

use crate::{BotHash, Limits, PairingSystem, TournamentConfig};
use bracket::Bracket;
use four_shapes_players::{PlayerKind, seed};
use four_shapes_records::Name;
use four_shapes_rules::Rules;
use std::{error::Error, fmt};

/// Who plays whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// The loser of a pairing is out.
    #[default]
    KnockOut,
    /// Everybody meets everybody once.
    League,
    /// Everybody meets everybody twice, with sides swapped.
    DoubleLeague,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::KnockOut, Self::League, Self::DoubleLeague];

    /// Returns the id in files.
    pub fn id(self) -> &'static str {
        match self {
            Self::KnockOut => "knock-out",
            Self::League => "league",
            Self::DoubleLeague => "double-league",
        }
    }
}

/// A participant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The name, which no other entrant has.
    pub name: Name,
    /// Who makes the moves.
    pub player: Player,
}

/// Who makes the moves of an entrant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// A human.
    Human,
    /// A computer player.
    Computer(PlayerKind),
    /// A bot, by its file.
    Bot(BotHash),
}

impl Player {
    /// Returns the computer player.
    pub fn computer(self) -> Option<PlayerKind> {
        match self {
            Self::Computer(kind) => Some(kind),
            Self::Human | Self::Bot(_) => None,
        }
    }
}

/// The parameters of a cup, not yet validated; see [`Cup::new`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Who plays whom.
    pub format: Format,
    /// The entrants, [`Cup::MIN_ENTRANTS`] to [`Cup::MAX_ENTRANTS`].
    pub entrants: Vec<Entrant>,
    /// The rules of all games, for two players.
    pub rules: Rules,
    /// The seed of the random order of the entrants.
    pub seed: u64,
}

/// The stage of a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A round of a league, counted from 0.
    League {
        /// The round.
        round: usize,
    },
    /// A round of a knock-out or a play-off.
    Bracket {
        /// The number of pairings in the round: 1 for the final, 2 for the semi-finals.
        pairings: usize,
    },
}

/// A pairing of a cup, with its games so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The number, counted from 0. It stays the same while the cup is played.
    pub number: usize,
    /// The stage.
    pub stage: Stage,
    /// The entrants, the one who moves first in the first game first. In a bracket they may not be
    /// known yet, and in a bye there is only the first.
    pub entrants: [Option<usize>; 2],
    /// The winner of each game, or `None` for a draw.
    pub games: Vec<Option<usize>>,
    /// Nobody is paired with the only entrant, who advances without a game.
    pub is_bye: bool,
    /// All games are played.
    pub is_complete: bool,
    /// The winner, if the pairing is complete and a league game wasn't drawn.
    pub winner: Option<usize>,
}

impl Pairing {
    /// Returns the game that is to be played, if both entrants are known and one is.
    fn next_game(&self) -> Option<NextGame> {
        let [Some(first), Some(second)] = self.entrants else {
            return None;
        };
        let game = self.games.len();
        let entrants = if game.is_multiple_of(2) {
            [first, second]
        } else {
            [second, first]
        };
        (!self.is_complete).then_some(NextGame {
            pairing: self.number,
            game,
            entrants,
            is_decider: matches!(self.stage, Stage::Bracket { .. }) && game == MAX_DRAWS,
        })
    }
}

/// The number of drawn games of a pairing in a bracket after which the next one decides.
const MAX_DRAWS: usize = 2;

/// A game that can be played now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextGame {
    /// The number of the pairing.
    pub pairing: usize,
    /// The number of the game in the pairing, counted from 0.
    pub game: usize,
    /// The entrants that move first and second.
    pub entrants: [usize; 2],
    /// A draw counts as a win for the player who moves second.
    pub is_decider: bool,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PlayedGame {
    pairing: usize,
    winner: Option<usize>,
    id: Option<String>,
}

/// A game that was begun.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CurrentGame {
    pairing: usize,
    id: String,
}

/// An entrant's line in the table of a league.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The entrant.
    pub entrant: usize,
    /// The place, counted from 1. Entrants that can't be separated share it.
    pub place: usize,
    /// Games won.
    pub wins: usize,
    /// Games drawn.
    pub draws: usize,
    /// Games lost.
    pub losses: usize,
}

impl Standing {
    /// Returns the points in halves: two for a win, one for a draw.
    pub fn half_points(&self) -> usize {
        2 * self.wins + self.draws
    }

    /// Returns the number of games.
    pub fn played(&self) -> usize {
        self.wins + self.draws + self.losses
    }
}

/// A cup: valid parameters and the games so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cup {
    config: Config,
    played: Vec<PlayedGame>,
    current: Option<CurrentGame>,
}

impl Cup {
    /// The minimum number of entrants.
    pub const MIN_ENTRANTS: usize = 2;
    /// The maximum number of entrants.
    pub const MAX_ENTRANTS: usize = 16;

    /// Validates the parameters.
    ///
    /// # Errors
    /// Returns the first parameter that is invalid.
    pub fn new(config: Config) -> Result<Self, CupError> {
        let count = config.entrants.len();
        if !(Self::MIN_ENTRANTS..=Self::MAX_ENTRANTS).contains(&count) {
            return Err(CupError::Entrants(count));
        }
        if config.rules.players() != 2 {
            return Err(CupError::Players(config.rules.players()));
        }
        for (index, entrant) in config.entrants.iter().enumerate() {
            let before = &config.entrants[..index];
            if before.iter().any(|other| other.name == entrant.name) {
                return Err(CupError::SameName(entrant.name.clone()));
            }
        }
        Ok(Self {
            config,
            played: Vec::new(),
            current: None,
        })
    }

    /// Returns the parameters.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Returns the entrants.
    pub fn entrants(&self) -> &[Entrant] {
        &self.config.entrants
    }

    /// Returns the only human, if all others are computer players and bots.
    pub fn lone_human(&self) -> Option<usize> {
        let entrants = self.config.entrants.iter().enumerate();
        let mut humans = entrants.filter(|(_, entrant)| entrant.player == Player::Human);
        let (human, _) = humans.next()?;
        humans.next().is_none().then_some(human)
    }

    /// Whether the entrants play in a league, before a possible play-off.
    pub fn is_league(&self) -> bool {
        self.config.format != Format::KnockOut
    }

    /// Returns the number of games played.
    pub fn played(&self) -> usize {
        self.played.len()
    }

    /// Returns the pairings that are known to take place, in the order of play.
    pub fn pairings(&self) -> Vec<Pairing> {
        let count = self.entrants().len();
        let all: Vec<usize> = (0..count).collect();
        if !self.is_league() {
            return self.bracket(0, &all, 0).pairings();
        }
        let mut pairings = self.league();
        if let Some((base, tied)) = self.play_off(&pairings) {
            pairings.extend(self.bracket(base, &tied, 1).pairings());
        }
        pairings
    }

    fn league(&self) -> Vec<Pairing> {
        let order = random_order(
            self.config.seed,
            0,
            &(0..self.entrants().len()).collect::<Vec<_>>(),
        );
        let is_double = self.config.format == Format::DoubleLeague;
        league::pairings(&order, is_double, &self.played)
    }

    /// Returns the number of the first pairing of a play-off and its entrants, if the league is
    /// complete and the first place shared.
    fn play_off(&self, league: &[Pairing]) -> Option<(usize, Vec<usize>)> {
        let is_complete = league.iter().all(|pairing| pairing.is_complete);
        let standings = league::standings(self.entrants().len(), league);
        let first = standings.iter().filter(|standing| standing.place == 1);
        let tied: Vec<usize> = first.map(|standing| standing.entrant).collect();
        (is_complete && tied.len() > 1).then_some((league.len(), tied))
    }

    /// Returns the bracket whose pairings are numbered from `base`, in random order.
    fn bracket(&self, base: usize, entrants: &[usize], number: u64) -> Bracket<'_> {
        let order = random_order(self.config.seed, number, entrants);
        Bracket::new(
            base,
            &order,
            seed::derive(!self.config.seed, number),
            &self.played,
        )
    }

    /// Returns the games that can be played now, in the order of play.
    pub fn due_games(&self) -> Vec<NextGame> {
        let pairings = self.pairings();
        pairings.iter().filter_map(Pairing::next_game).collect()
    }

    /// Whether this game can be played now: it wasn't played meanwhile.
    pub fn is_due(&self, game: NextGame) -> bool {
        self.due_games().contains(&game)
    }

    /// Returns the game to play next: the one that was begun, or the first that is due, where those
    /// of humans come first in each stage; `None` when the cup is over.
    pub fn next_game(&self) -> Option<NextGame> {
        let pairings = self.pairings();
        let due = pairings
            .iter()
            .filter_map(|pairing| Some((pairing.stage, pairing.next_game()?)));
        let due: Vec<(Stage, NextGame)> = due.collect();
        let (first_stage, first) = due.first()?;
        let current = self.current.as_ref().map(|current| current.pairing);
        let current = due.iter().find(|(_, game)| Some(game.pairing) == current);
        let is_human = |entrant: &usize| self.entrants()[*entrant].player == Player::Human;
        let of_human = due
            .iter()
            .find(|(stage, game)| stage == first_stage && game.entrants.iter().any(is_human));
        Some(current.or(of_human).map_or(*first, |(_, game)| *game))
    }

    /// Whether an entrant has games left to play.
    pub fn has_games_left(&self, entrant: usize) -> bool {
        let pairings = self.pairings();
        let mut left = pairings.iter().filter(|pairing| !pairing.is_complete);
        left.any(|pairing| pairing.entrants.contains(&Some(entrant)))
    }

    /// Records a game that is due, and its winner or a draw. `id` is that of the game where it is
    /// stored.
    ///
    /// # Errors
    /// Returns an error if no game of the pairing is due, or the winner doesn't play in it.
    pub fn record(
        &mut self,
        pairing: usize,
        winner: Option<usize>,
        id: Option<&str>,
    ) -> Result<(), CupError> {
        let due = self.due_games();
        let game = due.iter().find(|game| game.pairing == pairing);
        let game = game.ok_or(CupError::NotDue { pairing })?;
        if let Some(winner) = winner.filter(|winner| !game.entrants.contains(winner)) {
            return Err(CupError::NotPlaying { winner });
        }
        if id.is_some_and(|id| !is_id(id)) {
            return Err(CupError::Id);
        }
        self.current = self.current.take().filter(|it| it.pairing != pairing);
        self.played.push(PlayedGame {
            pairing,
            winner,
            id: id.map(str::to_owned),
        });
        Ok(())
    }

    /// Begins a game that is due, under an id. An unfinished one that was begun before is
    /// abandoned, and is due again.
    ///
    /// # Errors
    /// Returns an error if no game of the pairing is due.
    pub fn begin(&mut self, pairing: usize, id: &str) -> Result<(), CupError> {
        let due = self.due_games();
        if due.iter().all(|game| game.pairing != pairing) {
            return Err(CupError::NotDue { pairing });
        }
        if !is_id(id) {
            return Err(CupError::Id);
        }
        self.current = Some(CurrentGame {
            pairing,
            id: id.to_owned(),
        });
        Ok(())
    }

    /// Returns the id of the game that was begun and isn't finished.
    pub fn current_id(&self) -> Option<&str> {
        self.current.as_ref().map(|game| game.id.as_str())
    }

    /// Records the end of the game that was begun under an id. `winner` is 0 if the player who
    /// moved first has won, 1 for the other one. Returns whether the game counts: it is the
    /// current one, which counts once.
    pub fn finish(&mut self, id: &str, winner: Option<usize>) -> bool {
        if self.current_id() != Some(id) {
            return false;
        }
        let Some(game) = self.next_game() else {
            return false;
        };
        let winner = winner.and_then(|winner| game.entrants.get(winner).copied());
        self.record(game.pairing, winner, Some(id)).is_ok()
    }

    /// Returns the number of the pairing of a played game, by its id.
    pub fn pairing_of(&self, id: &str) -> Option<usize> {
        let mut played = self.played.iter();
        let game = played.find(|game| game.id.as_deref() == Some(id))?;
        Some(game.pairing)
    }

    /// Returns a game without humans as a tournament of one game; `None` if a human plays in it.
    pub fn simulation(&self, game: NextGame) -> Option<TournamentConfig> {
        let player = |entrant: usize| {
            let Entrant { name, player } = self.entrants().get(entrant)?;
            match *player {
                Player::Human => None,
                Player::Computer(kind) => Some(crate::Entrant::Computer(kind)),
                Player::Bot(hash) => Some(crate::Entrant::Bot {
                    hash,
                    name: name.clone(),
                }),
            }
        };
        let [first, second] = game.entrants.map(player);
        Some(TournamentConfig {
            rules: self.config.rules,
            entrants: vec![first?, second?],
            format: PairingSystem::RoundRobin,
            games_per_pairing: 1,
            starts: Vec::new(),
            opening_plies: 0,
            seed: seed::derive(
                seed::derive(self.config.seed, game.pairing as u64),
                game.game as u64,
            ),
            limits: Limits::default(),
        })
    }

    /// Returns the table of the league, best first; empty in a knock-out.
    pub fn standings(&self) -> Vec<Standing> {
        if !self.is_league() {
            return Vec::new();
        }
        league::standings(self.entrants().len(), &self.league())
    }

    /// Returns the winner, if the cup is over.
    pub fn winner(&self) -> Option<usize> {
        match self.places()[..] {
            [(winner, 1), ..] => Some(winner),
            _ => None,
        }
    }

    /// Returns the entrants with their places, best first; empty unless the cup is over. Only the
    /// first place is never shared.
    pub fn places(&self) -> Vec<(usize, usize)> {
        let all: Vec<usize> = (0..self.entrants().len()).collect();
        if !self.is_league() {
            return self.bracket(0, &all, 0).places();
        }
        let league = self.league();
        if league.iter().any(|pairing| !pairing.is_complete) {
            return Vec::new();
        }
        let standings = league::standings(all.len(), &league);
        let mut places: Vec<(usize, usize)> = standings
            .iter()
            .map(|standing| (standing.entrant, standing.place))
            .collect();
        if let Some((base, tied)) = self.play_off(&league) {
            let first = self.bracket(base, &tied, 1).places();
            if first.is_empty() {
                return Vec::new();
            }
            places.splice(..tied.len(), first);
        }
        places
    }
}

/// Returns the entrants in the random order with this number.
fn random_order(cup_seed: u64, number: u64, entrants: &[usize]) -> Vec<usize> {
    let mut order = entrants.to_vec();
    let seed = seed::derive(cup_seed, number);
    for last in (1..order.len()).rev() {
        let other = seed::derive(seed, last as u64) % (last as u64 + 1);
        order.swap(last, other as usize);
    }
    order
}

/// Whether a text can be the id of a game.
fn is_id(text: &str) -> bool {
    let is_valid = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=64).contains(&text.len()) && text.bytes().all(is_valid)
}

/// Why a cup is invalid, or can't take a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CupError {
    /// The number of entrants is out of range.
    Entrants(usize),
    /// The rules are not for two players.
    Players(u8),
    /// Two entrants have this name.
    SameName(Name),
    /// No game of this pairing is due.
    NotDue {
        /// The number of the pairing.
        pairing: usize,
    },
    /// The winner doesn't play in the game.
    NotPlaying {
        /// The entrant.
        winner: usize,
    },
    /// The id of a game is invalid.
    Id,
}

impl fmt::Display for CupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entrants(count) => write!(
                f,
                "a cup has {} to {} players, not {count}",
                Cup::MIN_ENTRANTS,
                Cup::MAX_ENTRANTS
            ),
            Self::Players(players) => {
                write!(f, "a cup's games have 2 players, not {players}")
            }
            Self::SameName(name) => write!(f, "two players are called “{name}”"),
            Self::NotDue { pairing } => write!(f, "no game of pairing {pairing} is due"),
            Self::NotPlaying { winner } => write!(f, "player {winner} is not in this game"),
            Self::Id => f.write_str("this is not the id of a game"),
        }
    }
}

impl Error for CupError {}
