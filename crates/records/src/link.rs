//! A match as the fragment of a URL, for sharing without a server.
//!
//! What reads a link takes the whole address, as in `https://example.org/#v=1&…`, or only its
//! fragment, with or without the `#`.
//!
//! `v=1&board=7x6&connect=4&moves=44455` with default seats; otherwise with a field
//! `player=Ada.circle.red.X` for each seat. Optional fields: `gravity=no`, `players=3`,
//! `starts=2`, `swap=yes`, `clock=300+2`, `draw=agreed`, `forfeit=time`. Computer players, undone steps
//! and the times of the moves are not part of a link.
//!
//! A game that doesn't start on the empty board has the version 2, so that older programs reject
//! it, and the rows and the player to move of its start position: `v=2&…&start=7/7/7/7/7/2aab2_b`.
//!
//! The player who sends a link may say which seat is theirs: `seat=2`. Links of a game by
//! correspondence always do, and have an id that stays the same throughout the game:
//! `&game=6b86b273ff34fce1`, see [`Correspondence`]. Invitations to live games have both too, and
//! what is needed to connect: `&live=AQD…`, see [`live_invitation`].
//!
//! Mail programs and social networks append tracking parameters. [`parse`] ignores unknown
//! fields; [`unknown_fields`] lists those that aren't known trackers.

use crate::{
    Match, Name, PieceStyle, Seat, Setup, SetupError,
    record::{self, RecordProblem},
};
use four_shapes_rules::{
    DrawReason, Game, Position, Rules, RulesConfig, Status,
    notation::{self, Notation, NotationError, parse_number},
    text::shorten,
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::{borrow::Cow, collections::BTreeSet, error::Error, fmt};

/// The maximum length of a link, in bytes: about twice that of the longest game of 75
/// players with long names.
pub const MAX_BYTES: usize = 1 << 15;

/// The fields of a link. Only `player` is repeated.
const FIELDS: [&str; 16] = [
    "v", "board", "connect", "gravity", "players", "starts", "swap", "clock", PLAYER, "draw",
    "forfeit", "start", "moves", GAME, SEAT, LIVE,
];
const PLAYER: &str = "player";
const GAME: &str = "game";
const SEAT: &str = "seat";
const LIVE: &str = "live";

/// Between the rows of a start position and its player to move, instead of a space.
const START_SEPARATOR: &str = "_";

/// Tracking parameters; a trailing `*` matches any suffix.
///
/// Those that Brave's query filter (`components/query_filter` in brave-core) and
/// Firefox's query stripping (`privacy.query_stripping.strip_list`) remove, with those of
/// Google Analytics (`utm_*`, `_ga`, `_gl`).
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

/// The characters that aren't encoded.
const UNENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'~');

/// Formats the current position of a match as a fragment, without the `#`.
///
/// ```
/// use four_shapes_records::{Match, link};
/// use four_shapes_rules::{Rules, notation};
///
/// let game_match = Match::with_default_seats(notation::parse(Rules::CLASSIC, "44455")?);
/// let address = format!("https://example.org/#{}", link::write(&game_match));
/// assert_eq!(address, "https://example.org/#v=1&board=7x6&connect=4&moves=44455");
/// # Ok::<_, notation::NotationError>(())
/// ```
pub fn write(game_match: &Match) -> String {
    let (setup, game) = (game_match.setup(), game_match.game());
    let RulesConfig {
        columns,
        rows,
        connect,
        players,
        gravity,
    } = setup.rules().config();
    let moves = notation::write(game);
    let start = game.is_set_up().then(|| game.start().to_string());
    let version = if start.is_some() { 2 } else { 1 };
    let mut link = format!("v={version}&board={columns}x{rows}&connect={connect}");
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
    if setup.first_seat() > 0 {
        add("starts", &(setup.first_seat() + 1).to_string());
    }
    if setup.swap() {
        add("swap", "yes");
    }
    if let Some(time_control) = setup.time_control() {
        let clock = time_control.to_string();
        add("clock", &utf8_percent_encode(&clock, UNENCODED).to_string());
    }
    if *setup.seats() != *Setup::with_default_seats(setup.rules()).seats() {
        for Seat {
            name,
            piece_style,
            symbol,
            ..
        } in setup.seats()
        {
            let name = utf8_percent_encode(name.as_str(), UNENCODED);
            let symbol = symbol.to_string();
            let symbol = utf8_percent_encode(&symbol, UNENCODED);
            let PieceStyle { shape, colour } = piece_style;
            add("player", &format!("{name}.{shape}.{colour}.{symbol}"));
        }
    }
    if let Some(start) = start {
        let fields: Vec<&str> = start.split(' ').take(2).collect();
        add("start", &fields.join(START_SEPARATOR));
    }
    match game.status() {
        Status::Drawn(DrawReason::Agreed) => add("draw", "agreed"),
        Status::WonOnTime(_) => add("forfeit", "time"),
        _ => {}
    }
    add("moves", &moves);
    link
}

/// The same as [`write()`], with the seat of the player who sends the link, counted from 0.
///
/// ```
/// use four_shapes_records::{Match, link};
/// use four_shapes_rules::{Rules, notation};
///
/// let game_match = Match::with_default_seats(notation::parse(Rules::CLASSIC, "44")?);
/// let text = link::write_from(&game_match, 1);
/// assert_eq!(text, "v=1&board=7x6&connect=4&moves=44&seat=2");
/// # Ok::<_, notation::NotationError>(())
/// ```
pub fn write_from(game_match: &Match, sender: usize) -> String {
    let seat = sender.saturating_add(1);
    format!("{}&{SEAT}={seat}", write(game_match))
}

/// Returns the seat of the player who has sent a link, if it says that.
///
/// ```
/// use four_shapes_records::link;
///
/// assert_eq!(link::sender("v=1&board=7x6&connect=4&moves=44&seat=2"), Some(1));
/// assert_eq!(link::sender("v=1&board=7x6&connect=4&moves=44"), None);
/// ```
pub fn sender(link: &str) -> Option<usize> {
    let mut seats = fields(link).filter(|(name, _)| *name == SEAT);
    let seat: u32 = parse_number(seats.next()?.1?)?;
    (seat as usize).checked_sub(1)
}

/// Returns whether a text is intended as the link of a match.
///
/// ```
/// use four_shapes_records::link;
///
/// assert!(link::is_link("v=1&board=7x6&connect=4&moves=44"));
/// assert!(!link::is_link("https://example.org/#help"));
/// ```
pub fn is_link(link: &str) -> bool {
    fields(link).any(|(name, value)| name == "v" && value.is_some())
}

/// What the link of a game that is played by links says beside the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Correspondence {
    /// The id of the game, the same in all its links.
    pub game: u64,
    /// The seat of the player who sent the link, counted from 0.
    pub seat: usize,
}

impl Correspondence {
    /// Formats the current position of a match as a fragment, without the `#`.
    ///
    /// ```
    /// use four_shapes_records::{Match, link::Correspondence};
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game_match = Match::with_default_seats(notation::parse(Rules::CLASSIC, "44")?);
    /// let text = Correspondence { game: 0x2a, seat: 1 }.write(&game_match);
    /// assert!(text.ends_with("&moves=44&seat=2&game=000000000000002a"));
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn write(self, game_match: &Match) -> String {
        let link = write_from(game_match, self.seat);
        format!("{link}&{GAME}={:016x}", self.game)
    }

    /// Parses a link; `None` if it is that of a match that isn't played by links.
    ///
    /// # Errors
    /// See [`parse`].
    ///
    /// ```
    /// use four_shapes_records::link::Correspondence;
    ///
    /// let text = "v=1&board=7x6&connect=4&moves=44&seat=2&game=000000000000002a";
    /// let (sender, game_match) = Correspondence::parse(text)?.expect("the game has an id");
    /// assert_eq!(sender, Correspondence { game: 0x2a, seat: 1 });
    /// assert_eq!(game_match.game().cursor(), 2);
    /// # Ok::<_, four_shapes_records::link::LinkError>(())
    /// ```
    pub fn parse(link: &str) -> Result<Option<(Self, Match)>, LinkError> {
        let game_match = parse(link)?;
        let mut fields = Fields::of(link);
        let parse_id = |text: &str| {
            let is_id = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
            u64::from_str_radix(text, 16)
                .ok()
                .filter(|_| is_id)
                .map(Some)
        };
        let Some(game) = fields.parse(GAME, Some(None), parse_id)? else {
            return Ok(None);
        };
        let seats = game_match.setup().seats().len();
        let seat = fields.parse(SEAT, None, |text| {
            let number: u32 = parse_number(text)?;
            (number as usize)
                .checked_sub(1)
                .filter(|seat| *seat < seats)
        })?;
        Ok(Some((Self { game, seat }, game_match)))
    }
}

/// Returns whether a text is intended as the link of a match that is played by links.
///
/// ```
/// use four_shapes_records::link;
///
/// let shared = "v=1&board=7x6&connect=4&moves=44";
/// assert!(!link::is_correspondence(shared));
/// assert!(link::is_correspondence(&format!("{shared}&seat=2&game=000000000000002a")));
/// ```
pub fn is_correspondence(link: &str) -> bool {
    is_link(link) && fields(link).any(|(name, value)| name == GAME && value.is_some())
}

/// The same as [`Correspondence::write`], for a live game, with what is needed to connect to it: a text of
/// characters that URLs can have.
///
/// ```
/// use four_shapes_records::{Match, link::{self, Correspondence}};
/// use four_shapes_rules::{Game, Rules};
///
/// let game_match = Match::with_default_seats(Game::new(Rules::CLASSIC));
/// let sender = Correspondence { game: 0x2a, seat: 0 };
/// let text = link::write_live(&game_match, sender, "AQD7");
/// assert!(text.ends_with("&seat=1&game=000000000000002a&live=AQD7"));
/// ```
pub fn write_live(game_match: &Match, sender: Correspondence, invitation: &str) -> String {
    format!("{}&{LIVE}={invitation}", sender.write(game_match))
}

/// Returns what is needed to connect to the live game of a link, if it is the link of one. It is not
/// checked.
///
/// ```
/// use four_shapes_records::link;
///
/// let text = "v=1&board=7x6&connect=4&moves=&seat=1&game=000000000000002a&live=AQD7";
/// assert_eq!(link::live_invitation(text), Some("AQD7"));
/// ```
pub fn live_invitation(link: &str) -> Option<&str> {
    fields(link).find(|(name, _)| *name == LIVE)?.1
}

/// Removes known tracking parameters from a fragment, and the address before it.
///
/// ```
/// use four_shapes_records::link;
///
/// let text = "v=1&board=7x6&connect=4&moves=44&utm_source=mail";
/// assert_eq!(link::without_trackers(text), "v=1&board=7x6&connect=4&moves=44");
/// ```
pub fn without_trackers(link: &str) -> String {
    let kept = fields(link).map(|(name, value)| match value {
        Some(value) => [name, "=", value].concat(),
        None => name.to_owned(),
    });
    kept.collect::<Vec<_>>().join("&")
}

/// Returns the distinct shortened names of the fields that [`parse`] ignores and that are
/// not known trackers.
///
/// ```
/// use four_shapes_records::link;
///
/// let text = "v=1&board=7x6&connect=4&speed=9&moves=44&utm_source=mail";
/// assert_eq!(link::unknown_fields(text), ["speed"]);
/// ```
pub fn unknown_fields(link: &str) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let unknown = fields(link).filter(|(name, _)| !FIELDS.contains(name) && seen.insert(*name));
    unknown.map(|(name, _)| shorten(name)).collect()
}

/// Returns the fragment of an address, or the text itself.
fn fragment_of(mut link: &str) -> &str {
    // Anywhere, and again: what is left when trackers are removed must not be another address.
    while let Some((_, rest)) = link.split_once("://")
        && let Some((_, fragment)) = rest.split_once('#')
    {
        link = fragment;
    }
    link
}

/// Returns the fields of a link, with their values, still encoded, after a `=`. Omits
/// trackers and empty fields.
fn fields(link: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    fn named(field: &str) -> (&str, Option<&str>) {
        // As in the `location.hash` of a page.
        let field = field.trim_start_matches(['#', '?']);
        match field.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (field, None),
        }
    }
    let fields = fragment_of(link).split('&').map(|field| {
        // Some programs append `?utm_source=…` after the fragment.
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

/// Parses a link, an address or only its fragment, and plays its moves. Ignores unknown fields.
///
/// # Errors
/// Returns the first field that is missing or invalid, or that is repeated with different
/// values.
///
/// ```
/// use four_shapes_records::link;
///
/// let address = "https://example.org/four/?utm_source=mail#v=1&board=7x6&connect=4&moves=44455";
/// let game_match = link::parse(address)?;
/// assert_eq!(game_match.game().cursor(), 5);
/// assert_eq!(link::parse("v=1&board=7x6&connect=4&moves=44455")?, game_match);
///
/// let error = link::parse("https://example.org/#v=1&board=7x6&connect=4&moves=4x").unwrap_err();
/// assert!(error.to_string().starts_with("moves: character 2: “x” is not a column"));
/// # Ok::<_, link::LinkError>(())
/// ```
pub fn parse(link: &str) -> Result<Match, LinkError> {
    if link.len() > MAX_BYTES {
        return Err(LinkError::TooLong(link.len()));
    }
    let mut fields = Fields::of(link);
    let version = match fields.take("v")? {
        Some("1") => 1,
        Some("2") => 2,
        Some(version) => return Err(LinkError::Version(shorten(version))),
        None => return Err(LinkError::Missing("v")),
    };
    let (columns, rows) = fields.parse("board", None, |board| {
        let (columns, rows) = board.split_once('x')?;
        Some((parse_number(columns)?, parse_number(rows)?))
    })?;
    let config = RulesConfig {
        columns,
        rows,
        connect: fields.parse("connect", None, parse_number)?,
        players: fields.parse("players", Some(Rules::MIN_PLAYERS), parse_number)?,
        gravity: fields.parse("gravity", Some(true), yes_or_no)?,
    };
    let invalid = |name, problem| LinkError::Invalid { name, problem };
    let rules =
        Rules::new(config).map_err(|error| invalid("board", RecordProblem::Rules(error)))?;
    let first: u32 = fields.parse("starts", Some(1), parse_number)?;
    let swap = fields.parse("swap", Some(false), yes_or_no)?;
    let time_control = fields.parse("clock", Some(None), |text| text.parse().ok().map(Some))?;
    let mut seats = Vec::new();
    for text in fields.take_all(PLAYER) {
        seats.push(parse_seat(text)?);
    }
    if seats.is_empty() {
        seats = Setup::with_default_seats(rules).seats().to_vec();
    }
    let setup = Setup::new(rules, seats, (first as usize).wrapping_sub(1));
    let setup = setup.and_then(|setup| setup.with_swap(swap)?.with_time_control(time_control));
    let setup = setup.map_err(|error| {
        let name = match error {
            SetupError::FirstSeat { .. } => "starts",
            SetupError::Swap { .. } => "swap",
            SetupError::TimeControl { .. } => "clock",
            SetupError::Count { .. } | SetupError::Duplicate { .. } => "player",
        };
        invalid(name, RecordProblem::Setup(error))
    })?;
    let game = match fields.take("start")? {
        // Older programs ignore it and play another game.
        Some(start) if version < 2 => {
            return Err(LinkError::InvalidValue {
                name: "start",
                value: shorten(start),
            });
        }
        Some(start) => parse_start(rules, &decode("start", start)?)?,
        None => Game::new(rules),
    };
    let moves = fields.take("moves")?.ok_or(LinkError::Missing("moves"))?;
    let mut game = Notation::new()
        .swap(swap)
        .parse_after(game, &decode("moves", moves)?)
        .map_err(LinkError::Moves)?;
    if fields.parse("draw", Some(false), |text| {
        (text == "agreed").then_some(true)
    })? {
        record::agree_draw(&mut game).map_err(|problem| invalid("draw", problem))?;
    }
    if fields.parse("forfeit", Some(false), |text| {
        (text == "time").then_some(true)
    })? {
        let forfeit = record::forfeit_on_time(&setup, &mut game);
        forfeit.map_err(|problem| invalid("forfeit", problem))?;
    }
    Ok(Match::from_parts(setup, game).expect("the game was played by the rules of the setup"))
}

/// Parses the rows and the player to move of a start position.
fn parse_start(rules: Rules, text: &str) -> Result<Game, LinkError> {
    let RulesConfig {
        columns,
        rows,
        connect,
        players,
        gravity,
    } = rules.config();
    let gravity = if gravity { "g" } else { "-" };
    let (cells, to_move) =
        text.split_once(START_SEPARATOR)
            .ok_or_else(|| LinkError::InvalidValue {
                name: "start",
                value: shorten(text),
            })?;
    let position = format!("{cells} {to_move} {columns},{rows},{connect} {players} {gravity}");
    let position: Result<Position, _> = position.parse();
    let position = position.map_err(|error| LinkError::Start(RecordProblem::Start(error)))?;
    Game::from_position(position)
        .map_err(|error| LinkError::Start(RecordProblem::StartLines(error)))
}

fn yes_or_no(text: &str) -> Option<bool> {
    match text {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

/// Parses `Ada.circle.red.X`, each part of it encoded.
fn parse_seat(text: &str) -> Result<Seat, LinkError> {
    let invalid = || LinkError::InvalidValue {
        name: "player",
        value: shorten(text),
    };
    let parts = text.split('.').map(|part| decode("player", part));
    let parts = parts.collect::<Result<Vec<_>, _>>()?;
    let [name, shape, colour, symbol] = &parts[..] else {
        return Err(invalid());
    };
    let name = Name::new(name).map_err(|error| LinkError::Invalid {
        name: "player",
        problem: RecordProblem::Name(error),
    })?;
    let piece_style = PieceStyle {
        shape: shape.parse().map_err(|_| invalid())?,
        colour: colour.parse().map_err(|_| invalid())?,
    };
    let symbol = symbol.parse().map_err(|_| invalid())?;
    Ok(Seat {
        name,
        piece_style,
        symbol,
        computer: None,
    })
}

/// Decodes percent-encoded text.
fn decode<'a>(name: &str, value: &'a str) -> Result<Cow<'a, str>, LinkError> {
    let decoded = percent_decode_str(value).decode_utf8();
    decoded.map_err(|_| LinkError::Encoding(shorten(name)))
}

/// The known fields of a fragment that have not been taken yet, still encoded.
struct Fields<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Fields<'a> {
    fn of(link: &'a str) -> Self {
        let known = fields(link).filter(|(name, _)| FIELDS.contains(name));
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

    /// Takes a field that isn't repeated. Repeating the same value is allowed.
    fn take(&mut self, name: &'static str) -> Result<Option<&'a str>, LinkError> {
        let values = self.take_all(name);
        let first = values.first().copied();
        if values.iter().any(|value| Some(*value) != first) {
            return Err(LinkError::Conflict(name));
        }
        Ok(first)
    }

    fn parse<T>(
        &mut self,
        name: &'static str,
        default: Option<T>,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, LinkError> {
        let Some(text) = self.take(name)? else {
            return default.ok_or(LinkError::Missing(name));
        };
        let text = decode(name, text)?;
        parse(&text).ok_or_else(|| LinkError::InvalidValue {
            name,
            value: shorten(&text),
        })
    }
}

/// The reason a text isn't the link of a valid match.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LinkError {
    /// It is longer than [`MAX_BYTES`]; its length in bytes.
    TooLong(usize),
    /// Its version is unknown.
    Version(String),
    /// A field is missing.
    Missing(&'static str),
    /// A value can't be parsed.
    InvalidValue {
        /// The field.
        name: &'static str,
        /// The value, shortened to 12 characters.
        value: String,
    },
    /// A field is repeated with different values.
    Conflict(&'static str),
    /// A field isn't UTF-8 when decoded.
    Encoding(String),
    /// The start position is invalid.
    Start(RecordProblem),
    /// The moves are invalid.
    Moves(NotationError),
    /// A value is inconsistent with the others.
    Invalid {
        /// The field.
        name: &'static str,
        /// The problem.
        problem: RecordProblem,
    },
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(bytes) => {
                write!(f, "the link has {bytes} bytes; the maximum is {MAX_BYTES}")
            }
            Self::Version(version) => {
                write!(f, "v: unsupported version “{version}”, expected 1 or 2")
            }
            Self::Missing(name) => write!(f, "{name} is missing from the link"),
            Self::InvalidValue { name, value } => {
                let expected = expected(name);
                write!(f, "{name}: invalid value “{value}”, expected {expected}")
            }
            Self::Conflict(name) => write!(f, "{name} occurs twice with different values"),
            Self::Encoding(name) => write!(f, "{name}: not valid UTF-8"),
            Self::Start(problem) => problem.fmt(f),
            Self::Moves(error) => write!(f, "moves: {error}"),
            Self::Invalid { name, problem } => write!(f, "{name}: {problem}"),
        }
    }
}

/// Returns which values of a field are valid.
fn expected(name: &str) -> &'static str {
    match name {
        "board" => "columns and rows, such as 7x6",
        "gravity" | "swap" => "yes or no",
        "clock" => "seconds, such as 300+2 or 30/move",
        "player" => "name.shape.colour.symbol, such as Ada.star.pink.A",
        "start" => "rows_player in a link of version 2, such as 7/7/7/7/7/3a3_b",
        "draw" => "agreed",
        "forfeit" => "time",
        _ => "a number",
    }
}

impl Error for LinkError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Moves(error) => Some(error),
            _ => None,
        }
    }
}
