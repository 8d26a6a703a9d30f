//! Tournaments as JSON files and as links.
//!
//! ```json
//! {
//!   "format": "four-shapes-tournament",
//!   "version": 1,
//!   "rules": { "columns": 7, "rows": 6, "connect": 4, "players": 2, "gravity": true },
//!   "entrants": [
//!     { "computer": "level:3" },
//!     { "bot": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "name": "Ada" },
//!     { "program": "python3 ben.py", "name": "Ben" }
//!   ],
//!   "against": 1,
//!   "games": 1000,
//!   "opening": 4,
//!   "seed": "2026",
//!   "instructions": "100000000",
//!   "milliseconds": 1000
//! }
//! ```
//!
//! `"starts": ["44", "3"]` are the moves to the positions in which games start, in version 2; a
//! file without them has version 1. A bot is identified by the SHA-256 of its file, which is not
//! included. Without `against` the tournament is a round robin. The seed and the instructions are
//! strings, since many JSON parsers round large numbers. Only `against` and `starts` are optional,
//! and other members are rejected.

use super::{
    BotHash, Entrant, Limits, PairingSystem, Tournament, TournamentConfig, TournamentError,
};
use four_shapes_records::{
    Name,
    json::{self, Field, Fields},
    record::{RecordError, RecordProblem, format_rules},
};
use four_shapes_rules::{
    Cell, Rules, Step,
    notation::{self, Notation},
    text::shorten,
};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::{error::Error, fmt};

/// The version of the format.
pub const VERSION: u64 = 2;

/// The value of the member `format`.
const FORMAT: &str = "four-shapes-tournament";

/// The prefix of a link's fragment.
const LINK: &str = "tournament=";

/// Formats a tournament as JSON.
pub fn write(tournament: &Tournament) -> String {
    json::write(members(tournament))
}

/// Returns the members of the JSON object.
pub(super) fn members(tournament: &Tournament) -> impl Iterator<Item = (&'static str, String)> {
    let config = tournament.config();
    let entrant = |entrant: &Entrant| {
        let named = |kind, text: &str, name: &Name| {
            json::in_line([
                (kind, json::quoted(text)),
                ("name", json::quoted(name.as_str())),
            ])
        };
        match entrant {
            Entrant::Computer(kind) => {
                json::in_line([("computer", json::quoted(&kind.to_string()))])
            }
            Entrant::Bot { hash, name } => named("bot", &hash.to_string(), name),
            Entrant::Program { command, name } => named("program", command, name),
        }
    };
    let entrants: Vec<String> = config.entrants.iter().map(entrant).collect();
    let against = match config.format {
        PairingSystem::RoundRobin => None,
        PairingSystem::Gauntlet(one) => Some(("against", (one + 1).to_string())),
    };
    let Limits {
        instructions,
        milliseconds,
    } = config.limits;
    let start = |moves: &Vec<Cell>| {
        let steps: Vec<Step> = moves.iter().copied().map(Step::Place).collect();
        json::quoted(&Notation::new().write_steps(config.rules, &steps))
    };
    let starts: Vec<String> = config.starts.iter().map(start).collect();
    // Programs that don't know start positions can still read tournaments without them.
    let version = if starts.is_empty() { 1 } else { VERSION };
    let starts = (!starts.is_empty()).then(|| ("starts", json::array(&starts)));
    let begin = [
        ("format", json::quoted(FORMAT)),
        ("version", version.to_string()),
        ("rules", format_rules(config.rules)),
        ("entrants", json::array(&entrants)),
    ];
    let end = [
        ("opening", config.opening_plies.to_string()),
        ("seed", json::quoted(&config.seed.to_string())),
        ("instructions", json::quoted(&instructions.to_string())),
        ("milliseconds", milliseconds.to_string()),
    ];
    let games = [("games", config.games_per_pairing.to_string())];
    let begin = begin.into_iter().chain(against).chain(games);
    begin.chain(starts).chain(end)
}

/// Parses a tournament from JSON.
///
/// # Errors
/// Returns the first error and its position.
pub fn read(text: &str) -> Result<Tournament, FileError> {
    let config = json::parse(text, |fields| {
        let version = fields.version(FORMAT, VERSION)?;
        let rules = fields.rules()?;
        let entrants = fields.take_required("entrants")?.elements()?;
        let entrants: Result<_, _> = entrants.iter().map(entrant).collect();
        let format = match fields.take_optional("against") {
            None => PairingSystem::RoundRobin,
            Some(field) => match field.number::<usize>()? {
                0 => return Err(field.invalid().into()),
                one => PairingSystem::Gauntlet(one - 1),
            },
        };
        let starts = match version {
            1 => None,
            _ => fields.take_optional("starts"),
        };
        let starts = match starts {
            None => Vec::new(),
            Some(field) => {
                let starts = field.elements()?;
                let starts: Result<_, _> = starts.iter().map(|field| start(field, rules)).collect();
                starts?
            }
        };
        Ok(TournamentConfig {
            rules,
            entrants: entrants?,
            format,
            games_per_pairing: fields.take_required("games")?.number()?,
            starts,
            opening_plies: fields.take_required("opening")?.number()?,
            seed: whole(&fields.take_required("seed")?)?,
            limits: Limits {
                instructions: whole(&fields.take_required("instructions")?)?,
                milliseconds: fields.take_required("milliseconds")?.number()?,
            },
        })
    });
    let config = config.map_err(FileError::Text)?;
    Tournament::new(config).map_err(FileError::Tournament)
}

/// Parses the moves to a start position.
fn start(field: &Field<'_, '_>, rules: Rules) -> Result<Vec<Cell>, RecordError> {
    let game = notation::parse(rules, &field.string()?)
        .map_err(|error| field.error(RecordProblem::Moves(error)))?;
    let cell = |step: &Step| match step {
        Step::Place(cell) => Some(*cell),
        Step::Swap | Step::AgreeDraw | Step::TimeForfeit => None,
    };
    let moves: Option<Vec<Cell>> = game.steps().iter().map(cell).collect();
    Ok(moves.ok_or_else(|| field.invalid())?)
}

/// Parses a whole number from a string.
fn whole(field: &Field<'_, '_>) -> Result<u64, json::Error> {
    field.string_as(|text| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| digits)
    })
}

fn entrant(field: &Field<'_, '_>) -> Result<Entrant, RecordError> {
    let mut fields = field.object()?;
    let entrant = if let Some(kind) = fields.take_optional("computer") {
        let read = kind.string()?.parse();
        Entrant::Computer(read.map_err(|error| kind.error(RecordProblem::Computer(error)))?)
    } else if let Some(hash) = fields.take_optional("bot") {
        Entrant::Bot {
            hash: hash.string_as(BotHash::parse)?,
            name: name(&mut fields)?,
        }
    } else {
        Entrant::Program {
            command: fields.take_required("program")?.string()?.into_owned(),
            name: name(&mut fields)?,
        }
    };
    fields.expect_no_more()?;
    Ok(entrant)
}

fn name(fields: &mut Fields<'_, '_>) -> Result<Name, RecordError> {
    let field = fields.take_required("name")?;
    Name::new(&field.string()?).map_err(|error| field.error(RecordProblem::Name(error)))
}

/// Returns whether a link's fragment, without the `#`, is that of a tournament.
pub fn is_link(fragment: &str) -> bool {
    fragment.starts_with(LINK)
}

/// Formats a tournament as a link's fragment, without the `#`.
pub fn write_link(tournament: &Tournament) -> String {
    let text = json::in_line(members(tournament));
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let text = lines.concat();
    [
        LINK,
        &utf8_percent_encode(&text, NON_ALPHANUMERIC).to_string(),
    ]
    .concat()
}

/// Parses a link's fragment, without the `#`. A link must not start programs, so that they
/// are rejected.
///
/// # Errors
/// Returns the first error.
pub fn read_link(fragment: &str) -> Result<Tournament, FileError> {
    let text = fragment.strip_prefix(LINK).unwrap_or(fragment);
    let text = percent_decode_str(text).decode_utf8();
    let text = text.map_err(|_| FileError::NotUtf8)?;
    let tournament = read(&text)?;
    let program = |entrant: &&Entrant| matches!(entrant, Entrant::Program { .. });
    match tournament.entrants().iter().find(program) {
        Some(Entrant::Program { command, .. }) => Err(FileError::Program(shorten(command))),
        _ => Ok(tournament),
    }
}

/// The error of [`read`] and [`read_link`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileError {
    /// The text is not a tournament.
    Text(RecordError),
    /// The tournament is invalid.
    Tournament(TournamentError),
    /// The link is not UTF-8.
    NotUtf8,
    /// The link contains this program, shortened to 12 characters.
    Program(String),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(error) => write!(f, "{error}"),
            Self::Tournament(error) => write!(f, "{error}"),
            Self::NotUtf8 => f.write_str("the link is not valid UTF-8"),
            Self::Program(command) => {
                write!(
                    f,
                    "“{command}” is a program; links have only bots and computer players"
                )
            }
        }
    }
}

impl Error for FileError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Text(error) => Some(error),
            Self::Tournament(error) => Some(error),
            Self::NotUtf8 | Self::Program(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starts(moves: &[&str]) -> Vec<Vec<Cell>> {
        let game = |moves: &&str| notation::parse(Rules::CLASSIC, moves).unwrap();
        let games = moves.iter().map(game);
        games.map(|game| crate::moves_to(&game).unwrap()).collect()
    }

    fn tournament() -> Tournament {
        let bot = |name, byte| Entrant::Bot {
            hash: BotHash([byte; 32]),
            name: Name::new(name).unwrap(),
        };
        Tournament::new(TournamentConfig {
            entrants: vec![
                Entrant::Computer("lookahead:3:left".parse().unwrap()),
                bot("Zoë \"&<b>\\", 7),
                bot("two  spaces", 255),
            ],
            format: PairingSystem::Gauntlet(2),
            games_per_pairing: 17,
            starts: starts(&["4", "4455"]),
            opening_plies: 3,
            seed: u64::MAX,
            ..TournamentConfig::default()
        })
        .unwrap()
    }

    #[test]
    fn tournaments_round_trip() {
        let tournament = tournament();
        assert_eq!(read(&write(&tournament)), Ok(tournament.clone()));
        let link = write_link(&tournament);
        assert!(is_link(&link));
        assert!(
            link[LINK.len()..]
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'%')
        );
        assert_eq!(read_link(&link), Ok(tournament));
    }

    #[test]
    fn start_positions_need_a_new_version() {
        let mut config = tournament().config().clone();
        let with_starts = write(&tournament());
        assert!(with_starts.contains("\"version\": 2"), "{with_starts}");
        let old = with_starts.replace("\"version\": 2", "\"version\": 1");
        let error = read(&old).unwrap_err().to_string();
        assert_eq!(
            error,
            "line 12, character 3: \"starts\" is unknown or duplicated"
        );
        config.starts.clear();
        let without = write(&Tournament::new(config).unwrap());
        assert!(without.contains("\"version\": 1"), "{without}");
    }

    #[test]
    fn links_with_programs_are_rejected() {
        let mut config = tournament().config().clone();
        config.entrants[0] = Entrant::Program {
            command: "rm -rf x".to_owned(),
            name: Name::new("x").unwrap(),
        };
        let tournament = Tournament::new(config).unwrap();
        assert_eq!(read(&write(&tournament)), Ok(tournament.clone()));
        let error = read_link(&write_link(&tournament)).unwrap_err();
        assert_eq!(error, FileError::Program("rm -rf x".to_owned()));
    }

    #[test]
    fn errors_have_positions() {
        let good = write(&tournament());
        for (from, to, error) in [
            (
                "\"lookahead:3:left\"",
                "\"level:9\"",
                "line 6, character 19: computer: “level:9”: the number must be from 1 to 6",
            ),
            (
                "\"games\": 17",
                "\"games\": 0",
                "games per pairing must be from 1 to 1000000",
            ),
            (
                "\"opening\": 3",
                "\"opening\": 21",
                "plies per opening on this board must be from 0 to 20",
            ),
            (
                "\"against\": 3",
                "\"against\": 4",
                "no player 4 to play against; there are only 3",
            ),
            (
                "\"4455\"",
                "\"4459\"",
                "line 14, character 5: moves: character 4: “9” is not a column; columns are 1 to 7",
            ),
            (
                "\"4455\"",
                "\"1212121\"",
                "start position 2: a move is illegal, or the game is over",
            ),
            (
                "\"players\": 2",
                "\"players\": 3",
                "a tournament's games have 2 players, not 3",
            ),
            (
                "ffff",
                "FFFF",
                "line 8, character 14: \"FFFFfffffff… is not a valid bot",
            ),
        ] {
            assert!(good.contains(from), "{from}");
            let text = good.replacen(from, to, 1);
            let found = read(&text).unwrap_err().to_string();
            assert_eq!(found, error);
        }
        assert!(read("{").is_err());
        assert!(read_link("tournament=%ff").is_err());
    }
}
