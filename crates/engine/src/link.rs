//! A match as the fragment of a web address, to be shared without a server.
//!
//! `v=1&board=7x6&connect=4&moves=44455` with players who have chosen nothing;
//! otherwise each of them follows in the order of the seats as
//! `player=Ada.circle.red.X`. More fields, where they are not what they usually
//! are: `gravity=no`, `players=3`, `starts=2`, `swap=yes`, `draw=agreed`. What was
//! undone is not part of a link.
//!
//! Mail programs and networks append fields of their own to addresses. [`parse`] reads the
//! match beside them; [`unknown_fields`] names those that are no known trackers.

use crate::{
    Drawn, Match, Name, ParseError, PieceStyle, Rules, RulesConfig, Seat, Setup, SetupError,
    Status,
    escape::shorten,
    notation::{self, NotationError},
    record::{self, RecordProblem},
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::{borrow::Cow, collections::BTreeSet, error::Error, fmt};

/// The longest fragment that is read, in bytes: 75 players with long names and
/// the longest game take about half of it.
pub const MAX_BYTES: usize = 1 << 15;

/// Every field of a link. Only `player` may be there more than once.
const FIELDS: [&str; 10] = [
    "v", "board", "connect", "gravity", "players", "starts", "swap", PLAYER, "draw", "moves",
];
const PLAYER: &str = "player";

/// Fields that others append to addresses to follow people, a `*` standing for any end.
///
/// The names that Brave's query filter (`components/query_filter` in brave-core) and
/// Firefox's query stripping (`privacy.query_stripping.strip_list`) remove, with those of
/// Google Analytics (`utm_*`, `_ga`, `_gl`), which count campaigns.
const TRACKERS: [&str; 36] = [
    "utm_*",
    "_ga",
    "_gl",
    "__hsfp",
    "__hssc",
    "__hstc",
    "__s",
    "_bhlid",
    "_branch_match_id",
    "_branch_referrer",
    "_hsenc",
    "_hsmi",
    "_kx",
    "_openstat",
    "dclid",
    "fbclid",
    "gbraid",
    "gclid",
    "gclsrc",
    "hsCtaTracking",
    "igsh",
    "igshid",
    "mc_cid",
    "mc_eid",
    "mkt_tok",
    "ml_subscriber*",
    "msclkid",
    "oly_anon_id",
    "oly_enc_id",
    "rb_clickid",
    "s_cid",
    "ttclid",
    "twclid",
    "vero_*",
    "wbraid",
    "yclid",
];

/// What stays as it is in a name.
const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'~');

/// Writes what is on the board now as a fragment, without the `#`.
pub fn write(played: &Match) -> String {
    let (setup, game) = (played.setup(), played.game());
    let RulesConfig {
        columns,
        rows,
        connect,
        players,
        gravity,
    } = setup.rules().config();
    let moves = notation::write(game);
    let mut link = format!("v=1&board={columns}x{rows}&connect={connect}");
    let mut add = |name: &str, value: &str| {
        for part in ["&", name, "=", value] {
            link.push_str(part);
        }
    };
    if !gravity {
        add("gravity", "no");
    }
    if players != Rules::MIN_PLAYERS {
        add("players", &players.to_string());
    }
    if setup.starts() > 0 {
        add("starts", &(setup.starts() + 1).to_string());
    }
    if setup.swap() {
        add("swap", "yes");
    }
    if *setup.seats() != *Setup::plain(setup.rules()).seats() {
        // A link is what was played; who looks at it plays as they like.
        for Seat {
            name,
            piece_style,
            symbol,
            ..
        } in setup.seats()
        {
            let name = utf8_percent_encode(name.as_str(), KEPT);
            let symbol = symbol.to_string();
            let symbol = utf8_percent_encode(&symbol, KEPT);
            let PieceStyle { shape, colour } = piece_style;
            add("player", &format!("{name}.{shape}.{colour}.{symbol}"));
        }
    }
    if game.status() == Status::Drawn(Drawn::Agreed) {
        add("draw", "agreed");
    }
    add("moves", &moves);
    link
}

/// Whether a fragment, without the `#`, is meant to be a match.
pub fn is_link(fragment: &str) -> bool {
    fields(fragment).any(|(name, value)| name == "v" && value.is_some())
}

/// The fragment without what known trackers have appended to it.
pub fn without_trackers(fragment: &str) -> String {
    let kept = fields(fragment).map(|(name, value)| match value {
        Some(value) => [name, "=", value].concat(),
        None => name.to_owned(),
    });
    kept.collect::<Vec<_>>().join("&")
}

/// The names, each once and shortened, of the fields that [`parse`] passes over although
/// no known tracker has appended them.
pub fn unknown_fields(fragment: &str) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let unknown = fields(fragment).filter(|(name, _)| !FIELDS.contains(name) && seen.insert(*name));
    unknown.map(|(name, _)| shorten(name)).collect()
}

/// The fields of a fragment in their order: names and, behind a `=`, values, still encoded.
/// Trackers and empty fields are left out.
fn fields(fragment: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    let named = |field| match str::split_once(field, '=') {
        Some((name, value)) => (name, Some(value)),
        None => (field, None),
    };
    let fields = fragment.split('&').map(|field| {
        // Whoever does not expect a fragment appends `?utm_source=…` to its last field.
        let appended = field.match_indices('?').find(|(at, _)| {
            let name = field[at + 1..].split(['=', '?']).next();
            name.is_some_and(is_tracker)
        });
        appended.map_or(field, |(at, _)| &field[..at])
    });
    fields
        .map(named)
        .filter(|(name, _)| !name.is_empty() && !is_tracker(name))
}

fn is_tracker(name: &str) -> bool {
    TRACKERS
        .iter()
        .any(|tracker| match tracker.strip_suffix('*') {
            Some(beginning) => name.starts_with(beginning),
            None => name == *tracker,
        })
}

/// Reads a fragment, without the `#`, by playing its moves. Fields that are unknown here
/// are passed over.
///
/// # Errors
/// The first field that is wrong, or there twice with different values.
pub fn parse(fragment: &str) -> Result<Match, LinkError> {
    if fragment.len() > MAX_BYTES {
        return Err(LinkError::TooLong(fragment.len()));
    }
    let mut fields = Fields::of(fragment);
    match fields.take("v")? {
        Some("1") => {}
        Some(version) => return Err(LinkError::Version(shorten(version))),
        None => return Err(LinkError::Missing("v")),
    }
    let (columns, rows) = fields.read("board", None, |board| {
        let (columns, rows) = board.split_once('x')?;
        Some((number(columns)?, number(rows)?))
    })?;
    let config = RulesConfig {
        columns,
        rows,
        connect: fields.read("connect", None, number)?,
        players: fields.read("players", Some(Rules::MIN_PLAYERS), number)?,
        gravity: fields.read("gravity", Some(true), yes_or_no)?,
    };
    let wrong = |name, problem| LinkError::Wrong { name, problem };
    let rules = Rules::new(config).map_err(|error| wrong("board", RecordProblem::Rules(error)))?;
    let starts = fields.read("starts", Some(1), number)?;
    let swap = fields.read("swap", Some(false), yes_or_no)?;
    let mut seats = Vec::new();
    for text in fields.take_all(PLAYER) {
        seats.push(seat(text)?);
    }
    if seats.is_empty() {
        seats = Setup::plain(rules).seats().to_vec();
    }
    let setup = Setup::new(rules, seats, (starts as usize).wrapping_sub(1));
    let setup = setup.and_then(|setup| setup.with_swap(swap));
    let setup = setup.map_err(|error| {
        let name = match error {
            SetupError::Starts { .. } => "starts",
            SetupError::Swap { .. } => "swap",
            SetupError::Count { .. } | SetupError::Same { .. } => "player",
        };
        wrong(name, RecordProblem::Setup(error))
    })?;
    let moves = fields.take("moves")?.ok_or(LinkError::Missing("moves"))?;
    let mut game =
        notation::parse_agreed(rules, swap, &decode("moves", moves)?).map_err(LinkError::Moves)?;
    if fields.read("draw", Some(false), |text| {
        (text == "agreed").then_some(true)
    })? {
        record::agree_draw(&mut game).map_err(|problem| wrong("draw", problem))?;
    }
    Ok(Match::of(setup, game).expect("the game was played by the set-up"))
}

fn yes_or_no(text: &str) -> Option<bool> {
    match text {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

/// A number as it is written: no sign, no leading zero.
fn number(text: &str) -> Option<u32> {
    notation::read_number(text)?.try_into().ok()
}

/// Reads `Ada.circle.red.X`, each part of it encoded.
fn seat(text: &str) -> Result<Seat, LinkError> {
    let wrong = |ParseError| LinkError::Value {
        name: "player",
        value: shorten(text),
    };
    let parts = text.split('.').map(|part| decode("player", part));
    let parts = parts.collect::<Result<Vec<_>, _>>()?;
    let [name, shape, colour, symbol] = &parts[..] else {
        return Err(wrong(ParseError));
    };
    let name = Name::new(name).map_err(|error| LinkError::Wrong {
        name: "player",
        problem: RecordProblem::Name(error),
    })?;
    let piece_style = PieceStyle {
        shape: shape.parse().map_err(wrong)?,
        colour: colour.parse().map_err(wrong)?,
    };
    let symbol = symbol.parse().map_err(wrong)?;
    Ok(Seat {
        name,
        piece_style,
        symbol,
        computer: None,
    })
}

/// Text as it was before it was encoded for an address.
fn decode<'a>(name: &str, value: &'a str) -> Result<Cow<'a, str>, LinkError> {
    let decoded = percent_decode_str(value).decode_utf8();
    decoded.map_err(|_| LinkError::Encoding(shorten(name)))
}

/// The known fields of a fragment that have not been read yet, still encoded.
struct Fields<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Fields<'a> {
    fn of(fragment: &'a str) -> Self {
        let known = fields(fragment).filter(|(name, _)| FIELDS.contains(name));
        Self(
            known
                .map(|(name, value)| (name, value.unwrap_or_default()))
                .collect(),
        )
    }

    fn take_all(&mut self, name: &str) -> Vec<&'a str> {
        let values = self.0.extract_if(.., |(field, _)| *field == name);
        values.map(|(_, value)| value).collect()
    }

    /// A field that stands for one thing. The same twice over is clear enough.
    fn take(&mut self, name: &'static str) -> Result<Option<&'a str>, LinkError> {
        let values = self.take_all(name);
        let first = values.first().copied();
        if values.iter().any(|value| Some(*value) != first) {
            return Err(LinkError::Twice(name));
        }
        Ok(first)
    }

    fn read<T>(
        &mut self,
        name: &'static str,
        usual: Option<T>,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, LinkError> {
        let Some(text) = self.take(name)? else {
            return usual.ok_or(LinkError::Missing(name));
        };
        let text = decode(name, text)?;
        read(&text).ok_or_else(|| LinkError::Value {
            name,
            value: shorten(&text),
        })
    }
}

/// Why a fragment is no match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// It has so many bytes, more than [`MAX_BYTES`].
    TooLong(usize),
    /// It has a form that is not known here.
    Version(String),
    /// A field is missing.
    Missing(&'static str),
    /// A field's value, shortened to 12 characters, is none for it.
    Value {
        /// The field.
        name: &'static str,
        /// Its value.
        value: String,
    },
    /// A field is there twice, with different values.
    Twice(&'static str),
    /// A field is not text once it is decoded.
    Encoding(String),
    /// The moves can't be played.
    Moves(NotationError),
    /// A field says something that can't be.
    Wrong {
        /// The field.
        name: &'static str,
        /// What is wrong with it.
        problem: RecordProblem,
    },
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(bytes) => {
                write!(
                    f,
                    "{bytes} bytes are too many for a link, at most {MAX_BYTES}"
                )
            }
            Self::Version(version) => write!(f, "v: “{version}” is not 1, the one known here"),
            Self::Missing(name) => write!(f, "{name} is missing in the link"),
            Self::Value { name, value } => write!(f, "{name}: “{value}” is no value for it"),
            Self::Twice(name) => write!(f, "{name} is there twice, with different values"),
            Self::Encoding(name) => write!(f, "{name}: this is not text"),
            Self::Moves(error) => write!(f, "moves: {error}"),
            Self::Wrong { name, problem } => write!(f, "{name}: {problem}"),
        }
    }
}

impl Error for LinkError {}
