//! Cups as JSON.
//!
//! ```json
//! {
//!   "format": "four-shapes-cup",
//!   "version": 1,
//!   "kind": "knock-out",
//!   "rules": { "columns": 7, "rows": 6, "connect": 4, "players": 2, "gravity": true },
//!   "entrants": [
//!     { "name": "Ana" },
//!     { "name": "Mira", "computer": "level:3" },
//!     { "name": "Ada", "bot": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" }
//!   ],
//!   "seed": "2026",
//!   "games": [
//!     { "pairing": 0, "winner": 1, "game": "1795300000000-1234567" }
//!   ],
//!   "playing": { "pairing": 0, "game": "1795300000001-7654321" }
//! }
//! ```
//!
//! A bot is identified by the SHA-256 of its file. `winner` is the number of an entrant, counted from 0, and missing after a draw; `game` is the
//! id of the game, missing if it wasn't played on the board. `playing` is the game that was begun
//! last, if it isn't finished. Reading a cup plays its games again.

use super::{Config, Cup, CupError, Entrant, Format, Player};
use crate::BotHash;
use four_shapes_records::{
    Name,
    json::{self, Field},
    record::{RecordError, RecordProblem, format_rules},
};

const FORMAT: &str = "four-shapes-cup";
const VERSION: u64 = 1;

impl Cup {
    /// Formats the cup as JSON.
    pub fn write(&self) -> String {
        let entrant = |entrant: &Entrant| {
            let name = ("name", json::quoted(entrant.name.as_str()));
            let player = match entrant.player {
                Player::Human => None,
                Player::Computer(kind) => Some(("computer", json::quoted(&kind.to_string()))),
                Player::Bot(hash) => Some(("bot", json::quoted(&hash.to_string()))),
            };
            json::in_line([name].into_iter().chain(player))
        };
        let entrants: Vec<String> = self.entrants().iter().map(entrant).collect();
        let games = self.played.iter().map(|game| {
            let pairing = ("pairing", game.pairing.to_string());
            let winner = game.winner.map(|winner| ("winner", winner.to_string()));
            let id = game.id.as_deref().map(|id| ("game", json::quoted(id)));
            json::in_line([pairing].into_iter().chain(winner).chain(id))
        });
        let current = self.current.as_ref().map(|game| {
            let pairing = ("pairing", game.pairing.to_string());
            let members = [pairing, ("game", json::quoted(&game.id))];
            ("playing", json::in_line(members))
        });
        let members = [
            ("format", json::quoted(FORMAT)),
            ("version", VERSION.to_string()),
            ("kind", json::quoted(self.config.format.id())),
            ("rules", format_rules(self.config.rules)),
            ("entrants", json::array(&entrants)),
            ("seed", json::quoted(&self.config.seed.to_string())),
            ("games", json::array(&games.collect::<Vec<_>>())),
        ];
        json::write(members.into_iter().chain(current))
    }

    /// Parses a cup from JSON.
    ///
    /// # Errors
    /// Returns the first error and its position.
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        json::parse(text, |fields| {
            fields.version(FORMAT, VERSION)?;
            let kind = fields.take_required("kind")?;
            let format = kind.string_as(|id| Format::ALL.into_iter().find(|it| it.id() == id))?;
            let rules_field = fields.take_required("rules")?;
            let rules = rules_field.rules()?;
            let field = fields.take_required("entrants")?;
            let entrants: Result<_, _> = field.elements()?.iter().map(entrant).collect();
            let seed = fields.take_required("seed")?.string_as(|seed| {
                let is_number = seed.bytes().all(|byte| byte.is_ascii_digit());
                seed.parse().ok().filter(|_| is_number)
            })?;
            let config = Config {
                format,
                entrants: entrants?,
                rules,
                seed,
            };
            let mut cup = Self::new(config).map_err(|error| match error {
                CupError::Players(_) => rules_field.invalid(),
                _ => field.invalid(),
            })?;
            for game in fields.take_required("games")?.elements()? {
                let mut members = game.object()?;
                let pairing = members.take_required("pairing")?.number()?;
                let winner = members.take_optional("winner");
                let winner = winner.map(|field| field.number()).transpose()?;
                let id = members.take_optional("game");
                let id = id.map(|field| field.string()).transpose()?;
                members.expect_no_more()?;
                let recorded = cup.record(pairing, winner, id.as_deref());
                recorded.map_err(|_| game.invalid())?;
            }
            if let Some(field) = fields.take_optional("playing") {
                let mut members = field.object()?;
                let pairing = members.take_required("pairing")?.number()?;
                let id = members.take_required("game")?.string()?;
                members.expect_no_more()?;
                cup.begin(pairing, &id).map_err(|_| field.invalid())?;
            }
            Ok(cup)
        })
    }
}

fn entrant(field: &Field<'_, '_>) -> Result<Entrant, RecordError> {
    let mut fields = field.object()?;
    let name = fields.take_required("name")?;
    let name =
        Name::new(&name.string()?).map_err(|error| name.error(RecordProblem::Name(error)))?;
    let player = if let Some(kind) = fields.take_optional("computer") {
        let parsed = kind.string()?.parse();
        Player::Computer(parsed.map_err(|error| kind.error(RecordProblem::Computer(error)))?)
    } else if let Some(hash) = fields.take_optional("bot") {
        Player::Bot(hash.string_as(BotHash::parse)?)
    } else {
        Player::Human
    };
    fields.expect_no_more()?;
    Ok(Entrant { name, player })
}
