//! A match as JSON that a person can read: the file, and what is stored.
//!
//! ```json
//! {
//!   "format": "four-shapes-game",
//!   "version": 3,
//!   "rules": { "columns": 7, "rows": 6, "connect": 4, "players": 2, "gravity": true },
//!   "players": [
//!     { "name": "Ada", "shape": "circle", "colour": "red", "symbol": "X" },
//!     { "name": "Ben", "shape": "pentagon", "colour": "blue", "symbol": "O", "computer": "level:3" }
//!   ],
//!   "starts": 1,
//!   "swap": true,
//!   "moves": "4s4455",
//!   "cursor": 6,
//!   "draw_agreed": false,
//!   "result": "unfinished"
//! }
//! ```
//!
//! `docs/notation.md` has the meaning of each field. A record is believed only
//! after its moves have been played again.

use crate::{
    Drawn, Game, Match, Name, NameError, PieceStyle, Rules, RulesConfig, RulesError, Seat, Setup,
    SetupError, Status, Step, StillOpen,
    escape::shorten,
    json::{self, Field, Fields},
    notation::{self, NotationError},
    player_kind::KindError,
};
use std::{error::Error, fmt};

/// The newest version. Version 1 had no players, version 2 no computer players and
/// no swap; a match without these is still written as that, for programs that know
/// no other.
pub const VERSION: u64 = 3;

/// The largest text that is read: 1 MB.
pub const MAX_BYTES: usize = json::MAX_BYTES;

/// What tells these records from other JSON.
const FORMAT: &str = "four-shapes-game";

/// Writes a match, with what was undone and can be redone.
pub fn write(played: &Match) -> String {
    let (setup, game) = (played.setup(), played.game());
    let moves = notation::write_steps(game.rules(), game.steps());
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
    let version = if computers || setup.swap() {
        VERSION
    } else {
        2
    };
    let seats: Vec<String> = setup.seats().iter().map(seat).collect();
    let agreed_before = [
        ("format", json::quoted(FORMAT)),
        ("version", version.to_string()),
        ("rules", write_rules(setup.rules())),
        ("players", json::array(&seats)),
        ("starts", (setup.starts() + 1).to_string()),
    ];
    let swap = setup.swap().then(|| ("swap", true.to_string()));
    let played_since = [
        ("moves", json::quoted(&moves)),
        ("cursor", game.cursor().to_string()),
        ("draw_agreed", agreed.to_string()),
        ("result", json::quoted(&result(played))),
    ];
    json::write(agreed_before.into_iter().chain(swap).chain(played_since))
}

/// How a match stands, in words.
fn result(played: &Match) -> String {
    match played.game().status() {
        Status::ToMove(_) => "unfinished".to_owned(),
        Status::Won { player, trace } => {
            format!("won by {}: {trace}", played.seat(player).name)
        }
        Status::Drawn(Drawn::Full) => "tie".to_owned(),
        Status::Drawn(Drawn::Agreed) => "draw agreed".to_owned(),
    }
}

/// Reads a match back, by playing its moves.
///
/// # Errors
/// The first thing about the text that is wrong, and where.
pub fn parse(text: &str) -> Result<Match, RecordError> {
    json::parse(text, |fields| {
        let version = fields.version(FORMAT, VERSION)?;
        let rules = fields.rules()?;
        let setup = if version == 1 {
            Setup::plain(rules)
        } else {
            read_seats(fields, rules, version)?
        };
        let field = fields.take("moves")?;
        let mut game = notation::parse_agreed(rules, setup.swap(), &field.string()?)
            .map_err(|error| field.error(RecordProblem::Moves(error)))?;
        if let Some(field) = fields.find("draw_agreed")
            && field.boolean()?
        {
            agree_draw(&mut game).map_err(|problem| field.error(problem))?;
        }
        if let Some(field) = fields.find("cursor") {
            rewind(&mut game, &field)?;
        }
        let played = Match::of(setup, game).expect("the game was played by the set-up");
        if let Some(field) = fields.find("result") {
            let (written, actual) = (field.string()?, result(&played));
            if written != actual {
                let written = shorten(&written);
                return Err(field.error(RecordProblem::Result { written, actual }));
            }
        }
        Ok(played)
    })
}

/// Ends a game with the agreement that a record or a link says was made.
pub(crate) fn agree_draw(game: &mut Game) -> Result<(), RecordProblem> {
    let turn = game.turn().ok_or(RecordProblem::Over)?;
    turn.agree_draw().map_err(RecordProblem::Open)
}

/// Takes steps back down to the cursor.
fn rewind(game: &mut Game, field: &Field<'_, '_>) -> Result<(), RecordError> {
    let cursor = field.number()?;
    let most = game.cursor();
    if cursor > most {
        return Err(field.error(RecordProblem::Cursor { cursor, most }));
    }
    while game.cursor() > cursor {
        game.undo();
    }
    Ok(())
}

/// Reads the members `players`, `starts` and `swap`; players who are not described
/// have chosen nothing.
fn read_seats(
    fields: &mut Fields<'_, '_>,
    rules: Rules,
    version: u64,
) -> Result<Setup, RecordError> {
    let plain = Setup::plain(rules);
    let players = fields.find("players");
    let seats = match &players {
        Some(field) => {
            let seats = field.elements()?.into_iter().enumerate();
            let seats: Result<_, _> = seats
                .map(|(i, seat)| read_seat(&seat, i, version))
                .collect();
            seats?
        }
        None => plain.seats().to_vec(),
    };
    let starts = fields.find("starts");
    let first = match &starts {
        // The first is 1. What is no player at all is refused as such.
        Some(field) => field.number::<u8>()?,
        None => 1,
    };
    let swap = if version < 3 {
        None
    } else {
        fields.find("swap")
    };
    let swaps = swap.as_ref().map_or(Ok(false), Field::boolean)?;
    let wrong = |error| {
        let field = match error {
            SetupError::Starts { .. } => &starts,
            SetupError::Swap { .. } => &swap,
            SetupError::Count { .. } | SetupError::Same { .. } => &players,
        };
        let field = field.as_ref().expect("what is not described is right");
        field.error(RecordProblem::Setup(error))
    };
    let first = usize::from(first).wrapping_sub(1);
    let setup = Setup::new(rules, seats, first).map_err(wrong)?;
    setup.with_swap(swaps).map_err(wrong)
}

fn read_seat(field: &Field<'_, '_>, number: usize, version: u64) -> Result<Seat, RecordError> {
    let plain = Seat::nth(number);
    let mut fields = field.object()?;
    let name = fields.take("name")?;
    let name =
        Name::new(&name.string()?).map_err(|error| name.error(RecordProblem::Name(error)))?;
    let piece_style = PieceStyle {
        shape: fields.take("shape")?.parse()?,
        colour: fields.take("colour")?.parse()?,
    };
    let symbol = match fields.find("symbol") {
        Some(field) => field.parse()?,
        None => plain.symbol,
    };
    let computer = if version < 3 {
        None
    } else {
        fields.find("computer")
    };
    let computer = match computer {
        Some(field) => {
            let kind = field.string()?.parse();
            Some(kind.map_err(|error| field.error(RecordProblem::Computer(error)))?)
        }
        None => None,
    };
    fields.end()?;
    Ok(Seat {
        name,
        piece_style,
        symbol,
        computer,
    })
}

impl Fields<'_, '_> {
    /// Checks the fields `format` and `version`, and returns the version.
    ///
    /// # Errors
    /// Another format, or a version that is none or newer.
    pub fn version(&mut self, format: &str, newest: u64) -> Result<u64, RecordError> {
        let field = self.take("format")?;
        if field.string()? != format {
            return Err(field.error(RecordProblem::Format));
        }
        let field = self.take("version")?;
        match field.number()? {
            version if (1..=newest).contains(&version) => Ok(version),
            version => Err(field.error(RecordProblem::Version { version, newest })),
        }
    }

    /// Reads the field `rules`.
    pub(crate) fn rules(&mut self) -> Result<Rules, RecordError> {
        let field = self.take("rules")?;
        let mut fields = field.object()?;
        let config = RulesConfig {
            columns: fields.take("columns")?.number()?,
            rows: fields.take("rows")?.number()?,
            connect: fields.take("connect")?.number()?,
            players: fields.take("players")?.number()?,
            gravity: fields.take("gravity")?.boolean()?,
        };
        fields.end()?;
        Rules::new(config).map_err(|error| field.error(RecordProblem::Rules(error)))
    }
}

/// Rules as JSON.
pub(crate) fn write_rules(rules: Rules) -> String {
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

/// What is wrong with a record, and where.
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

/// What can be wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordProblem {
    /// It is no JSON, or does not have the fields of a record.
    Json(json::Problem),
    /// It is a record of something else.
    Format,
    /// It was written by a version of the program with another form of record.
    Version {
        /// The version of the record.
        version: u64,
        /// The newest that can be read here.
        newest: u64,
    },
    /// Its rules are out of range.
    Rules(RulesError),
    /// A player's name can't be shown.
    Name(NameError),
    /// There is no such computer player.
    Computer(KindError),
    /// Its players can't sit down together.
    Setup(SetupError),
    /// Its moves can't be played.
    Moves(NotationError),
    /// Its cursor is behind the last step.
    Cursor {
        /// Where the record has it.
        cursor: usize,
        /// How many steps there are.
        most: usize,
    },
    /// It has a draw agreed after the end of the game.
    Over,
    /// It has a draw agreed while somebody could still complete a line.
    Open(StillOpen),
    /// Its result is not what its moves lead to.
    Result {
        /// The result it has, shortened to 12 characters.
        written: String,
        /// The one its moves lead to.
        actual: String,
    },
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.problem {
            RecordProblem::Json(problem @ json::Problem::TooLarge(_)) => problem.fmt(f),
            _ => self.with_place(f),
        }
    }
}

impl fmt::Display for RecordProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(problem) => problem.fmt(f),
            Self::Format => f.write_str("this is a record of something else"),
            Self::Version { version, newest } => {
                write!(
                    f,
                    "version {version} is not known here, only up to {newest}"
                )
            }
            Self::Rules(error) => error.fmt(f),
            Self::Name(error) => error.fmt(f),
            Self::Computer(error) => write!(f, "computer: {error}"),
            Self::Setup(error) => error.fmt(f),
            Self::Moves(error) => write!(f, "moves: {error}"),
            Self::Cursor { cursor, most } => {
                write!(f, "cursor {cursor} is behind the last of {most} steps")
            }
            Self::Over => f.write_str("a draw is agreed after the end of the game"),
            Self::Open(error) => write!(f, "a draw is agreed, but {error}"),
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
            RecordProblem::Moves(error) => Some(error),
            RecordProblem::Open(error) => Some(error),
            _ => None,
        }
    }
}
