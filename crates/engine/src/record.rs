//! A game as one line of JSON, to be stored and read back by any front end.
//!
//! ```json
//! {"format":"four-shapes-game","version":1,
//!  "rules":{"columns":7,"rows":6,"connect":4,"players":2,"gravity":true},
//!  "moves":"44455","cursor":5,"draw_agreed":false}
//! ```
//!
//! `moves` is [`notation`], what was undone included; `cursor` counts
//! how many of the moves, and of the agreement behind them, are on the board.
//! A record is believed only after its moves have been played again.

use crate::{Game, Rules, RulesError, Spec, Step, StillOpen, notation, notation::NotationError};
use nojson::{JsonParseError, RawJson, RawJsonValue};
use std::{borrow::Cow, error::Error, fmt};

/// The version that is written, and the only one that is read so far.
pub const VERSION: u64 = 1;

/// What tells these records from other JSON.
const FORMAT: &str = "four-shapes-game";

/// Writes a game, with what was undone and can be redone.
pub fn write(game: &Game) -> String {
    let Spec {
        columns,
        rows,
        connect,
        players,
        gravity,
    } = game.rules().spec();
    // Notation has nothing in it that JSON would need to escape.
    let moves = notation::write_steps(game.rules(), game.steps());
    let cursor = game.cursor();
    let agreed = game.steps().last() == Some(&Step::AgreeDraw);
    format!(
        "{{\"format\":\"{FORMAT}\",\"version\":{VERSION},\
         \"rules\":{{\"columns\":{columns},\"rows\":{rows},\"connect\":{connect},\
         \"players\":{players},\"gravity\":{gravity}}},\
         \"moves\":\"{moves}\",\"cursor\":{cursor},\"draw_agreed\":{agreed}}}"
    )
}

/// Reads a game back, by playing its moves.
///
/// # Errors
/// The first thing about the text that is wrong.
pub fn read(text: &str) -> Result<Game, RecordError> {
    let json = RawJson::parse(text)?;
    let mut fields = Fields::of(json.value())?;
    if fields.take("format", string)? != FORMAT {
        return Err(RecordError::Format);
    }
    let version = fields.take("version", number)?;
    if version != VERSION {
        return Err(RecordError::Version(version));
    }
    let mut rules = fields.take("rules", |value| Fields::of(value).ok())?;
    let spec = Spec {
        columns: rules.take("columns", number)?,
        rows: rules.take("rows", number)?,
        connect: rules.take("connect", number)?,
        players: rules.take("players", number)?,
        gravity: rules.take("gravity", boolean)?,
    };
    rules.end()?;
    let moves = fields.take("moves", string)?;
    let cursor = fields.take("cursor", number)?;
    let agreed = fields.take("draw_agreed", boolean)?;
    fields.end()?;

    let mut game = notation::parse(Rules::new(spec)?, &moves)?;
    if agreed {
        let turn = game.turn().ok_or(RecordError::Over)?;
        turn.agree_draw()?;
    }
    let most = game.cursor();
    if cursor > most {
        return Err(RecordError::Cursor { cursor, most });
    }
    while game.cursor() > cursor {
        game.undo();
    }
    Ok(game)
}

/// The fields of an object that have not been read yet.
struct Fields<'text, 'json>(Vec<(Cow<'text, str>, RawJsonValue<'text, 'json>)>);

impl<'text, 'json> Fields<'text, 'json> {
    fn of(value: RawJsonValue<'text, 'json>) -> Result<Self, JsonParseError> {
        let fields = value.to_object()?;
        let named = fields.map(|(name, value)| Ok((name.to_unquoted_string_str()?, value)));
        named.collect::<Result<_, _>>().map(Self)
    }

    /// Reads a field that has to be there.
    fn take<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(RawJsonValue<'text, 'json>) -> Option<T>,
    ) -> Result<T, RecordError> {
        let at = self.0.iter().position(|(field, _)| field == name);
        let (_, value) = self.0.swap_remove(at.ok_or(RecordError::Missing(name))?);
        read(value).ok_or_else(|| RecordError::Value {
            name,
            value: notation::shorten(value.as_raw_str()),
        })
    }

    /// Makes sure that no field is left: it would be lost when the game is
    /// written again.
    fn end(self) -> Result<(), RecordError> {
        match self.0.first() {
            Some((name, _)) => Err(RecordError::Unknown(notation::shorten(name))),
            None => Ok(()),
        }
    }
}

fn string<'text>(value: RawJsonValue<'text, '_>) -> Option<Cow<'text, str>> {
    value.to_unquoted_string_str().ok()
}

fn number<T: std::str::FromStr>(value: RawJsonValue<'_, '_>) -> Option<T> {
    value.as_integer_str().ok()?.parse().ok()
}

fn boolean(value: RawJsonValue<'_, '_>) -> Option<bool> {
    value.as_boolean_str().ok()?.parse().ok()
}

/// Why a text is not the record of a game.
#[derive(Debug)]
pub enum RecordError {
    /// It is not JSON, or not an object.
    Json(JsonParseError),
    /// A field is missing.
    Missing(&'static str),
    /// A field has a value of the wrong kind, or a number out of all bounds.
    Value {
        /// The field.
        name: &'static str,
        /// Its value, shortened to 12 characters.
        value: String,
    },
    /// A field, its name shortened to 12 characters, is there twice or is none
    /// of those that this version knows.
    Unknown(String),
    /// It is a record of something else.
    Format,
    /// It was written by a version of the program with another form of record.
    Version(u64),
    /// Its rules are out of range.
    Rules(RulesError),
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
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => write!(f, "not JSON: {error}"),
            Self::Missing(name) => write!(f, "{name}: missing"),
            Self::Value { name, value } => write!(f, "{name}: {value} is no such value"),
            Self::Unknown(name) => write!(f, "{name}: unknown, or there twice"),
            Self::Format => f.write_str("format: not the record of a game"),
            Self::Version(version) => {
                write!(f, "version: {version} is not {VERSION}, the one known here")
            }
            Self::Rules(error) => write!(f, "rules: {error}"),
            Self::Moves(error) => write!(f, "moves: {error}"),
            Self::Cursor { cursor, most } => {
                write!(f, "cursor: {cursor} is behind the last of {most} steps")
            }
            Self::Over => f.write_str("draw_agreed: the game was over before"),
            Self::Open(error) => write!(f, "draw_agreed: {error}"),
        }
    }
}

impl Error for RecordError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Json(error) => Some(error),
            Self::Rules(error) => Some(error),
            Self::Moves(error) => Some(error),
            Self::Open(error) => Some(error),
            _ => None,
        }
    }
}

macro_rules! from {
    ($($error:ty => $variant:ident),*) => {$(
        impl From<$error> for RecordError {
            fn from(error: $error) -> Self {
                Self::$variant(error)
            }
        }
    )*};
}
from!(JsonParseError => Json, RulesError => Rules, NotationError => Moves, StillOpen => Open);
