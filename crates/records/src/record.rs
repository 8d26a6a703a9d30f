//! A match as JSON: the format of files and of storage.
//!
//! ```json
//! {
//!   "format": "four-shapes-game",
//!   "version": 5,
//!   "rules": { "columns": 7, "rows": 6, "connect": 4, "players": 2, "gravity": true },
//!   "players": [
//!     { "name": "Ada", "shape": "circle", "colour": "red", "symbol": "X" },
//!     { "name": "Ben", "shape": "pentagon", "colour": "blue", "symbol": "O", "computer": "level:3" }
//!   ],
//!   "starts": 1,
//!   "swap": true,
//!   "time_control": "300+2",
//!   "start": "7/7/7/7/7/3a3 b 7,6,4 2 g",
//!   "moves": "4s455",
//!   "cursor": 5,
//!   "draw_agreed": false,
//!   "times": [0, 0, 4210, 2800, 1950],
//!   "result": "unfinished"
//! }
//! ```
//!
//! `docs/notation.md` describes the fields. Parsing a record replays its moves.

use crate::{
    Match, Name, NameError, PieceStyle, Seat, Setup, SetupError,
    json::{self, Field, Fields},
};
use four_shapes_players::KindError;
use four_shapes_rules::{
    DrawReason, Game, Position, PositionError, Rules, RulesConfig, RulesError, StartError, Status,
    Step, WinStillPossible,
    notation::{Notation, NotationError},
    text::shorten,
};
use std::{error::Error, fmt};

/// The current version. Version 1 had no players, version 2 no computer players and no
/// swap rule, version 3 no time control, version 4 no start position. A match is written as the
/// oldest version from 2 on that has what it needs, for older programs.
pub const VERSION: u64 = 5;

/// The maximum length of a text: 1 MB.
pub const MAX_BYTES: usize = json::MAX_BYTES;

/// The format id.
const FORMAT: &str = "four-shapes-game";

/// Formats a match, including the steps that can be redone.
///
/// ```
/// use four_shapes_records::{Match, record};
/// use four_shapes_rules::{Rules, notation};
///
/// let game_match = Match::with_default_seats(notation::parse(Rules::CLASSIC, "4455")?);
/// let text = record::write(&game_match);
/// assert!(text.contains(r#""moves": "4455""#));
/// assert_eq!(record::parse(&text)?, game_match);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn write(game_match: &Match) -> String {
    let (setup, game) = (game_match.setup(), game_match.game());
    let moves = Notation::new().write_steps(game.rules(), game.steps());
    let agreed = game.steps().last() == Some(&Step::AgreeDraw);
    let seat = |seat: &Seat| {
        let computer = seat.computer.map(|kind| json::quoted(&kind.to_string()));
        let members = [
            ("name", json::quoted(seat.name.as_str())),
            ("shape", json::quoted(seat.piece_style.shape.id())),
            ("colour", json::quoted(seat.piece_style.colour.id())),
            ("symbol", json::quoted(&seat.symbol.to_string())),
        ];
        let computer = computer.map(|computer| ("computer", computer));
        json::in_line(members.into_iter().chain(computer))
    };
    let computers = setup.seats().iter().any(|seat| seat.computer.is_some());
    let start = game.is_set_up().then(|| game.start());
    let version = match (start, setup.time_control()) {
        (Some(_), _) => VERSION,
        (None, Some(_)) => 4,
        (None, None) if computers || setup.swap() => 3,
        (None, None) => 2,
    };
    let seats: Vec<String> = setup.seats().iter().map(seat).collect();
    let setup_members = [
        ("format", json::quoted(FORMAT)),
        ("version", version.to_string()),
        ("rules", format_rules(setup.rules())),
        ("players", json::array(&seats)),
        ("starts", (setup.first_seat() + 1).to_string()),
    ];
    let swap = setup.swap().then(|| ("swap", true.to_string()));
    let time_control = setup.time_control();
    let time_control =
        time_control.map(|control| ("time_control", json::quoted(&control.to_string())));
    let start = start.map(|start| ("start", json::quoted(&start.to_string())));
    let game_members = [
        ("moves", json::quoted(&moves)),
        ("cursor", game.cursor().to_string()),
        ("draw_agreed", agreed.to_string()),
    ];
    let forfeit = game.steps().last() == Some(&Step::TimeForfeit);
    let forfeit = forfeit.then(|| ("time_forfeit", true.to_string()));
    let times: Vec<String> = game_match.times().iter().map(u32::to_string).collect();
    let times = (!times.is_empty()).then(|| ("times", ["[", &times.join(", "), "]"].concat()));
    let result = ("result", json::quoted(&result(game_match)));
    json::write(
        setup_members
            .into_iter()
            .chain(swap)
            .chain(time_control)
            .chain(start)
            .chain(game_members)
            .chain(forfeit)
            .chain(times)
            .chain([result]),
    )
}

/// Formats the status of a match.
fn result(game_match: &Match) -> String {
    match game_match.game().status() {
        Status::ToMove(_) => "unfinished".to_owned(),
        Status::Won { player, trace } => {
            format!("won by {}: {trace}", game_match.seat(player).name)
        }
        Status::WonOnTime(player) => format!("won by {} on time", game_match.seat(player).name),
        Status::Drawn(DrawReason::Full) => "tie".to_owned(),
        Status::Drawn(DrawReason::Agreed) => "draw agreed".to_owned(),
    }
}

/// Parses a match and replays its moves.
///
/// # Errors
/// Returns the first error and its position.
///
/// ```
/// use four_shapes_records::record;
///
/// let text = r#"{ "format": "four-shapes-game", "version": 7 }"#;
/// let error = record::parse(text).unwrap_err();
/// assert_eq!((error.line, error.column), (1, 44));
/// ```
pub fn parse(text: &str) -> Result<Match, RecordError> {
    json::parse(text, parse_fields)
}

/// [Parses](parse) a match that is part of a JSON document.
///
/// # Errors
/// Returns the first error and its position in the document.
///
/// ```
/// use four_shapes_records::{Match, json, record::{self, RecordError}};
/// use four_shapes_rules::{Game, Rules};
///
/// let game_match = Match::with_default_seats(Game::new(Rules::CLASSIC));
/// let text = json::write([("game", record::write(&game_match)), ("board", 2.to_string())]);
/// let parsed: Result<_, RecordError> = json::parse(&text, |fields| {
///     let board: u8 = fields.take_required("board")?.number()?;
///     Ok((board, record::parse_field(&fields.take_required("game")?)?))
/// });
/// assert_eq!(parsed, Ok((2, game_match)));
/// ```
pub fn parse_field(field: &Field<'_, '_>) -> Result<Match, RecordError> {
    let mut fields = field.object()?;
    let game_match = parse_fields(&mut fields)?;
    fields.expect_no_more()?;
    Ok(game_match)
}

fn parse_fields(fields: &mut Fields<'_, '_>) -> Result<Match, RecordError> {
    let version = fields.version(FORMAT, VERSION)?;
    let rules = fields.rules()?;
    let setup = if version == 1 {
        Setup::with_default_seats(rules)
    } else {
        parse_setup(fields, rules, version)?
    };
    let start = match version {
        1..5 => None,
        _ => fields.take_optional("start"),
    };
    let game = match start {
        Some(field) => parse_start(&field, rules)?,
        None => Game::new(rules),
    };
    let field = fields.take_required("moves")?;
    let mut game = Notation::new()
        .swap(setup.swap())
        .parse_after(game, &field.string()?)
        .map_err(|error| field.error(RecordProblem::Moves(error)))?;
    if let Some(field) = fields.take_optional("draw_agreed")
        && field.boolean()?
    {
        agree_draw(&mut game).map_err(|problem| field.error(problem))?;
    }
    if version >= 4
        && let Some(field) = fields.take_optional("time_forfeit")
        && field.boolean()?
    {
        forfeit_on_time(&setup, &mut game).map_err(|problem| field.error(problem))?;
    }
    let times = match fields.take_optional("times").filter(|_| version >= 4) {
        Some(field) => parse_times(&field, &setup, &game)?,
        None => Vec::new(),
    };
    if let Some(field) = fields.take_optional("cursor") {
        rewind(&mut game, &field)?;
    }
    let mut game_match =
        Match::from_parts(setup, game).expect("the game was played by the rules of the setup");
    game_match.set_times(times);
    if let Some(field) = fields.take_optional("result") {
        let (written, actual) = (field.string()?, result(&game_match));
        if written != actual {
            let written = shorten(&written);
            return Err(field.error(RecordProblem::Result { written, actual }));
        }
    }
    Ok(game_match)
}

/// Parses the position in which a game starts.
fn parse_start(field: &Field<'_, '_>, rules: Rules) -> Result<Game, RecordError> {
    let start: Result<Position, PositionError> = field.string()?.parse();
    let start = start.map_err(|error| field.error(RecordProblem::Start(error)))?;
    if start.rules() != rules {
        return Err(field.error(RecordProblem::StartRules));
    }
    Game::from_position(start).map_err(|error| field.error(RecordProblem::StartLines(error)))
}

/// Ends a game with the agreed draw of a record or a link.
pub(crate) fn agree_draw(game: &mut Game) -> Result<(), RecordProblem> {
    let turn = game.turn().ok_or(RecordProblem::DrawAfterEnd)?;
    turn.agree_draw().map_err(RecordProblem::DrawTooEarly)
}

/// Ends a game with the time forfeit of a record or a link.
pub(crate) fn forfeit_on_time(setup: &Setup, game: &mut Game) -> Result<(), RecordProblem> {
    if setup.time_control().is_none() {
        return Err(RecordProblem::NoTimeControl);
    }
    let turn = game.turn().ok_or(RecordProblem::TimeForfeitAfterEnd)?;
    turn.forfeit_on_time();
    Ok(())
}

/// Parses the times of the steps, in milliseconds.
fn parse_times(field: &Field<'_, '_>, setup: &Setup, game: &Game) -> Result<Vec<u32>, RecordError> {
    if setup.time_control().is_none() {
        return Err(field.error(RecordProblem::NoTimeControl));
    }
    let times = field.elements()?;
    let (count, max) = (times.len(), game.steps().len());
    if count > max {
        return Err(field.error(RecordProblem::Times { count, max }));
    }
    let times: Result<_, _> = times.iter().map(Field::number).collect();
    Ok(times?)
}

/// Undoes steps down to the cursor.
fn rewind(game: &mut Game, field: &Field<'_, '_>) -> Result<(), RecordError> {
    let cursor = field.number()?;
    let max = game.cursor();
    if cursor > max {
        return Err(field.error(RecordProblem::Cursor { cursor, max }));
    }
    while game.cursor() > cursor {
        game.undo();
    }
    Ok(())
}

/// Parses the members `players`, `starts`, `swap` and `time_control`. Without `players` the seats are the
/// default ones.
fn parse_setup(
    fields: &mut Fields<'_, '_>,
    rules: Rules,
    version: u64,
) -> Result<Setup, RecordError> {
    let default = Setup::with_default_seats(rules);
    let players = fields.take_optional("players");
    let seats = match &players {
        Some(field) => {
            let seats = field.elements()?.into_iter().enumerate();
            let seats: Result<_, _> = seats
                .map(|(i, seat)| parse_seat(&seat, i, version))
                .collect();
            seats?
        }
        None => default.seats().to_vec(),
    };
    let starts = fields.take_optional("starts");
    let first = match &starts {
        // Counted from 1; 0 is rejected by `Setup::new`.
        Some(field) => field.number::<u8>()?,
        None => 1,
    };
    let swap = if version < 3 {
        None
    } else {
        fields.take_optional("swap")
    };
    let swap_rule = swap.as_ref().map_or(Ok(false), Field::boolean)?;
    let time_control = if version < 4 {
        None
    } else {
        fields.take_optional("time_control")
    };
    let control = time_control.as_ref().map(Field::parse).transpose()?;
    let invalid = |error| {
        let field = match error {
            SetupError::FirstSeat { .. } => &starts,
            SetupError::Swap { .. } => &swap,
            SetupError::TimeControl { .. } => &time_control,
            SetupError::Count { .. } | SetupError::Duplicate { .. } => &players,
        };
        let field = field.as_ref().expect("the defaults are valid");
        field.error(RecordProblem::Setup(error))
    };
    let first = usize::from(first).wrapping_sub(1);
    let setup = Setup::new(rules, seats, first).map_err(invalid)?;
    let setup = setup.with_swap(swap_rule).map_err(invalid)?;
    setup.with_time_control(control).map_err(invalid)
}

fn parse_seat(field: &Field<'_, '_>, index: usize, version: u64) -> Result<Seat, RecordError> {
    let default = Seat::nth(index);
    let mut fields = field.object()?;
    let name = fields.take_required("name")?;
    let name =
        Name::new(&name.string()?).map_err(|error| name.error(RecordProblem::Name(error)))?;
    let piece_style = PieceStyle {
        shape: fields.take_required("shape")?.parse()?,
        colour: fields.take_required("colour")?.parse()?,
    };
    let symbol = match fields.take_optional("symbol") {
        Some(field) => field.parse()?,
        None => default.symbol,
    };
    let computer = if version < 3 {
        None
    } else {
        fields.take_optional("computer")
    };
    let computer = match computer {
        Some(field) => {
            let kind = field.string()?.parse();
            Some(kind.map_err(|error| field.error(RecordProblem::Computer(error)))?)
        }
        None => None,
    };
    fields.expect_no_more()?;
    Ok(Seat {
        name,
        piece_style,
        symbol,
        computer,
    })
}

impl Fields<'_, '_> {
    /// Checks the field `format` and returns the field `version`.
    ///
    /// # Errors
    /// Returns an error if the format differs, or if the version is 0 or newer than the
    /// current one.
    ///
    /// ```
    /// use four_shapes_records::{json, record::RecordError};
    ///
    /// let version: Result<u64, RecordError> =
    ///     json::parse(r#"{"format": "my-games", "version": 2}"#, |fields| fields.version("my-games", 3));
    /// assert_eq!(version, Ok(2));
    /// ```
    pub fn version(&mut self, format: &str, newest: u64) -> Result<u64, RecordError> {
        let field = self.take_required("format")?;
        if field.string()? != format {
            return Err(field.error(RecordProblem::Format));
        }
        let field = self.take_required("version")?;
        match field.number()? {
            version if (1..=newest).contains(&version) => Ok(version),
            version => Err(field.error(RecordProblem::Version { version, newest })),
        }
    }

    /// Parses the field `rules`.
    ///
    /// # Errors
    /// Returns an error if it is missing or the rules are invalid.
    ///
    /// ```
    /// use four_shapes_records::{json, record::{self, RecordError}};
    /// use four_shapes_rules::Rules;
    ///
    /// let text = json::write([("rules", record::format_rules(Rules::CLASSIC))]);
    /// let rules: Result<Rules, RecordError> = json::parse(&text, |fields| fields.rules());
    /// assert_eq!(rules, Ok(Rules::CLASSIC));
    /// ```
    pub fn rules(&mut self) -> Result<Rules, RecordError> {
        self.take_required("rules")?.rules()
    }
}

impl Field<'_, '_> {
    /// Parses rules.
    ///
    /// # Errors
    /// Returns an error if they are invalid.
    ///
    /// ```
    /// use four_shapes_records::{json, record::{self, RecordError}};
    /// use four_shapes_rules::Rules;
    ///
    /// let text = json::write([("board", record::format_rules(Rules::CLASSIC))]);
    /// let rules: Result<Rules, RecordError> =
    ///     json::parse(&text, |fields| fields.take_required("board")?.rules());
    /// assert_eq!(rules, Ok(Rules::CLASSIC));
    /// ```
    pub fn rules(&self) -> Result<Rules, RecordError> {
        let mut fields = self.object()?;
        let config = RulesConfig {
            columns: fields.take_required("columns")?.number()?,
            rows: fields.take_required("rows")?.number()?,
            connect: fields.take_required("connect")?.number()?,
            players: fields.take_required("players")?.number()?,
            gravity: fields.take_required("gravity")?.boolean()?,
        };
        fields.expect_no_more()?;
        Rules::new(config).map_err(|error| self.error(RecordProblem::Rules(error)))
    }
}

/// Formats rules as JSON.
///
/// ```
/// use four_shapes_records::record;
/// use four_shapes_rules::Rules;
///
/// let text = r#"{ "columns": 7, "rows": 6, "connect": 4, "players": 2, "gravity": true }"#;
/// assert_eq!(record::format_rules(Rules::CLASSIC), text);
/// ```
pub fn format_rules(rules: Rules) -> String {
    let RulesConfig {
        columns,
        rows,
        connect,
        players,
        gravity,
    } = rules.config();
    json::in_line([
        ("columns", columns.to_string()),
        ("rows", rows.to_string()),
        ("connect", connect.to_string()),
        ("players", players.to_string()),
        ("gravity", gravity.to_string()),
    ])
}

/// An error in a record and its position.
pub type RecordError = json::Error<RecordProblem>;

impl From<json::Error> for RecordError {
    fn from(error: json::Error) -> Self {
        let json::Error {
            line,
            column,
            problem,
        } = error;
        Self {
            line,
            column,
            problem: RecordProblem::Json(problem),
        }
    }
}

/// A problem of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordProblem {
    /// It isn't JSON, or its fields are invalid.
    Json(json::Problem),
    /// It has a different format id.
    Format,
    /// Its version is unknown.
    Version {
        /// The version of the record.
        version: u64,
        /// The newest known version.
        newest: u64,
    },
    /// The rules are out of range.
    Rules(RulesError),
    /// A name is invalid.
    Name(NameError),
    /// A computer player is unknown.
    Computer(KindError),
    /// The setup is invalid.
    Setup(SetupError),
    /// The start position is invalid.
    Start(PositionError),
    /// The start position has other rules than the match.
    StartRules,
    /// A game can't start in the position.
    StartLines(StartError),
    /// The moves are invalid.
    Moves(NotationError),
    /// The cursor is past the last step.
    Cursor {
        /// The cursor.
        cursor: usize,
        /// The number of steps.
        max: usize,
    },
    /// A draw was agreed after the end of the game.
    DrawAfterEnd,
    /// A draw was agreed although a line could still be completed.
    DrawTooEarly(WinStillPossible),
    /// There are times or a time forfeit without a time control.
    NoTimeControl,
    /// A time forfeit comes after the end of the game.
    TimeForfeitAfterEnd,
    /// There are more times than steps.
    Times {
        /// The number of times.
        count: usize,
        /// The number of steps.
        max: usize,
    },
    /// The result isn't that of the moves.
    Result {
        /// The recorded result, shortened to 12 characters.
        written: String,
        /// The result of the moves.
        actual: String,
    },
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.problem {
            RecordProblem::Json(problem @ json::Problem::TooLarge(_)) => problem.fmt(f),
            _ => self.fmt_with_position(f),
        }
    }
}

impl fmt::Display for RecordProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(problem) => problem.fmt(f),
            Self::Format => f.write_str("unknown record format"),
            Self::Version { version, newest } => {
                write!(
                    f,
                    "version {version} is not supported; the newest supported version is {newest}"
                )
            }
            Self::Rules(error) => error.fmt(f),
            Self::Name(error) => error.fmt(f),
            Self::Computer(error) => write!(f, "computer: {error}"),
            Self::Setup(error) => error.fmt(f),
            Self::Start(error) => write!(f, "start: {error}"),
            Self::StartRules => f.write_str("start: the position has other rules than the match"),
            Self::StartLines(error) => write!(f, "start: {error}"),
            Self::Moves(error) => write!(f, "moves: {error}"),
            Self::Cursor { cursor, max } => {
                write!(f, "cursor {cursor} is beyond the last step ({max})")
            }
            Self::DrawAfterEnd => f.write_str("a draw is agreed after the end of the game"),
            Self::DrawTooEarly(error) => write!(f, "a draw is agreed, but {error}"),
            Self::NoTimeControl => f.write_str("a time control is missing"),
            Self::TimeForfeitAfterEnd => f.write_str("a time forfeit after the end of the game"),
            Self::Times { count, max } => write!(f, "{count} times for {max} steps"),
            Self::Result { written, actual } => {
                write!(
                    f,
                    "the result is “{written}”, but the moves lead to “{actual}”"
                )
            }
        }
    }
}

impl Error for RecordError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.problem {
            RecordProblem::Rules(error) => Some(error),
            RecordProblem::Name(error) => Some(error),
            RecordProblem::Computer(error) => Some(error),
            RecordProblem::Setup(error) => Some(error),
            RecordProblem::Start(error) => Some(error),
            RecordProblem::StartLines(error) => Some(error),
            RecordProblem::Moves(error) => Some(error),
            RecordProblem::DrawTooEarly(error) => Some(error),
            _ => None,
        }
    }
}
