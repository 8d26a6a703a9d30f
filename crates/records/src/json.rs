//! Strict parsing of JSON objects, with the positions of errors, and formatting.
//!
//! The formatter is our own because it takes a third of the WebAssembly of a library's.

use four_shapes_rules::text::shorten;
use nojson::{JsonParseError, RawJson, RawJsonValue};
use std::{borrow::Cow, error, fmt, str::FromStr};

/// The maximum length of a text, in bytes.
pub(crate) const MAX_BYTES: usize = 1 << 20;

/// Parses a JSON object with a function that takes its fields.
///
/// # Errors
/// Returns the errors of the function, and an error if the text is too long or not a JSON
/// object, or if the function left a field.
///
/// ```
/// use four_shapes_records::json;
///
/// let parse = |text: &str| {
///     json::parse(text, |fields| {
///         fields.take_required("depth")?.number::<u8>()
///     })
/// };
/// assert_eq!(parse(r#"{"depth": 8}"#), Ok(8));
/// let error: json::Error = parse(r#"{"depth": 800}"#).unwrap_err();
/// assert_eq!(error.to_string(), "line 1, character 11: 800 is not a valid depth");
/// ```
pub fn parse<T, E: From<Error>>(
    text: &str,
    parse: impl FnOnce(&mut Fields<'_, '_>) -> Result<T, E>,
) -> Result<T, E> {
    if text.len() > MAX_BYTES {
        return Err(Error::at("", 0, Problem::TooLarge(text.len())).into());
    }
    let json = RawJson::parse(text).map_err(|error| {
        let problem = match error {
            JsonParseError::UnexpectedEos { .. } => Problem::Truncated,
            _ => Problem::NotJson,
        };
        Error::at(text, error.position(), problem)
    })?;
    let mut fields = Fields::of(text, "", json.value())?;
    let value = parse(&mut fields)?;
    fields.expect_no_more()?;
    Ok(value)
}

/// The fields of an object that have not been taken yet.
pub struct Fields<'text, 'json> {
    /// The whole text, for the positions of errors.
    text: &'text str,
    /// The byte offset of the object.
    offset: usize,
    rest: Vec<(RawJsonValue<'text, 'json>, RawJsonValue<'text, 'json>)>,
}

/// A field with its value.
pub struct Field<'text, 'json> {
    text: &'text str,
    name: &'static str,
    pub(crate) value: RawJsonValue<'text, 'json>,
}

impl<'text, 'json> Fields<'text, 'json> {
    fn of(
        text: &'text str,
        name: &'static str,
        value: RawJsonValue<'text, 'json>,
    ) -> Result<Self, Error> {
        let field = Field { text, name, value };
        let object = value.to_object().map_err(|_| field.invalid())?;
        Ok(Self {
            text,
            offset: value.position(),
            rest: object.collect(),
        })
    }

    /// Takes a required field.
    ///
    /// # Errors
    /// Returns an error if it is missing.
    ///
    /// ```
    /// use four_shapes_records::json;
    ///
    /// let name = json::parse(r#"{"name": "Ada"}"#, |fields| {
    ///     let name = fields.take_required("name")?;
    ///     Ok::<_, json::Error>(name.string()?.into_owned())
    /// });
    /// assert_eq!(name, Ok("Ada".to_owned()));
    /// ```
    pub fn take_required(&mut self, name: &'static str) -> Result<Field<'text, 'json>, Error> {
        self.take_optional(name)
            .ok_or_else(|| Error::at(self.text, self.offset, Problem::MissingField(name)))
    }

    /// Takes an optional field.
    ///
    /// ```
    /// use four_shapes_records::json::{self, Error};
    ///
    /// let seed: Result<u64, Error> = json::parse("{}", |fields| {
    ///     fields.take_optional("seed").map_or(Ok(1), |field| field.number())
    /// });
    /// assert_eq!(seed, Ok(1));
    /// ```
    pub fn take_optional(&mut self, name: &'static str) -> Option<Field<'text, 'json>> {
        let named = |(field, _): &(RawJsonValue<'_, '_>, _)| {
            field
                .to_unquoted_string_str()
                .is_ok_and(|field| field == name)
        };
        let index = self.rest.iter().position(named)?;
        let (_, value) = self.rest.remove(index);
        Some(Field {
            text: self.text,
            name,
            value,
        })
    }

    /// Checks that all fields have been taken: others would be lost in a round trip.
    ///
    /// # Errors
    /// Returns an error at the first field that has not.
    ///
    /// ```
    /// use four_shapes_records::json::{self, Error};
    ///
    /// let point: Result<i32, Error> = json::parse(r#"{"at": {"x": 3, "z": 1}}"#, |fields| {
    ///     let mut point = fields.take_required("at")?.object()?;
    ///     let x = point.take_required("x")?.number()?;
    ///     point.expect_no_more()?;
    ///     Ok(x)
    /// });
    /// assert_eq!(point.unwrap_err().to_string(), "line 1, character 17: \"z\" is unknown or duplicated");
    /// ```
    pub fn expect_no_more(&self) -> Result<(), Error> {
        let Some((name, _)) = self.rest.first() else {
            return Ok(());
        };
        let problem = Problem::UnexpectedField(shorten(name.as_raw_str()));
        Err(Error::at(self.text, name.position(), problem))
    }
}

impl<'text, 'json> Field<'text, 'json> {
    /// Returns an error at the position of the value.
    ///
    /// ```
    /// use four_shapes_records::{json, record::{RecordError, RecordProblem}};
    ///
    /// let refused: Result<(), RecordError> = json::parse(r#"{"format": "x"}"#, |fields| {
    ///     Err(fields.take_required("format")?.error(RecordProblem::Format))
    /// });
    /// assert_eq!(refused.unwrap_err().column, 12);
    /// ```
    pub fn error<P>(&self, problem: P) -> Error<P> {
        Error::at(self.text, self.value.position(), problem)
    }

    /// Returns the error that the value is invalid.
    ///
    /// ```
    /// use four_shapes_records::json::{self, Error};
    ///
    /// let even: Result<u32, Error> = json::parse(r#"{"even": 3}"#, |fields| {
    ///     let field = fields.take_required("even")?;
    ///     let number = field.number()?;
    ///     if number % 2 == 0 { Ok(number) } else { Err(field.invalid()) }
    /// });
    /// assert_eq!(even.unwrap_err().to_string(), "line 1, character 10: 3 is not a valid even");
    /// ```
    pub fn invalid(&self) -> Error {
        self.error(Problem::InvalidValue {
            name: self.name,
            value: shorten(self.value.as_raw_str()),
        })
    }

    /// Returns the value, a string.
    ///
    /// # Errors
    /// Returns an error if it isn't one.
    ///
    /// ```
    /// use four_shapes_records::json::{self, Error};
    ///
    /// let name: Result<String, Error> = json::parse(r#"{"name": "A\u0064a"}"#, |fields| {
    ///     Ok(fields.take_required("name")?.string()?.into_owned())
    /// });
    /// assert_eq!(name, Ok("Ada".to_owned()));
    /// ```
    pub fn string(&self) -> Result<Cow<'text, str>, Error> {
        let string = self.value.to_unquoted_string_str();
        string.map_err(|_| self.invalid())
    }

    /// Returns the value, an integer.
    ///
    /// # Errors
    /// Returns an error if it isn't one, or out of range.
    ///
    /// ```
    /// use four_shapes_records::json::{self, Error};
    ///
    /// let moves: Result<u8, Error> =
    ///     json::parse(r#"{"moves": 42}"#, |fields| fields.take_required("moves")?.number());
    /// assert_eq!(moves, Ok(42));
    /// ```
    pub fn number<T: FromStr>(&self) -> Result<T, Error> {
        let digits = self.value.as_integer_str().ok();
        let number = digits.and_then(|digits| digits.parse().ok());
        number.ok_or_else(|| self.invalid())
    }

    /// Returns the value, a boolean.
    ///
    /// # Errors
    /// Returns an error if it isn't one.
    ///
    /// ```
    /// use four_shapes_records::json::{self, Error};
    ///
    /// let gravity: Result<bool, Error> =
    ///     json::parse(r#"{"gravity": true}"#, |fields| fields.take_required("gravity")?.boolean());
    /// assert_eq!(gravity, Ok(true));
    /// ```
    pub fn boolean(&self) -> Result<bool, Error> {
        match self.value.as_boolean_str() {
            Ok("true") => Ok(true),
            Ok(_) => Ok(false),
            Err(_) => Err(self.invalid()),
        }
    }

    /// Returns the value, an object.
    ///
    /// # Errors
    /// Returns an error if it isn't one.
    ///
    /// ```
    /// use four_shapes_records::json::{self, Error};
    ///
    /// let x: Result<i32, Error> = json::parse(r#"{"at": {"x": 3}}"#, |fields| {
    ///     fields.take_required("at")?.object()?.take_required("x")?.number()
    /// });
    /// assert_eq!(x, Ok(3));
    /// ```
    pub fn object(&self) -> Result<Fields<'text, 'json>, Error> {
        Fields::of(self.text, self.name, self.value)
    }

    /// Returns the elements of the value, an array, as fields of the same name.
    ///
    /// # Errors
    /// Returns an error if it isn't one.
    ///
    /// ```
    /// use four_shapes_records::json::{self, Error, Field};
    ///
    /// let won: Result<Vec<u32>, Error> = json::parse(r#"{"won": [2, 1]}"#, |fields| {
    ///     fields.take_required("won")?.elements()?.iter().map(Field::number).collect()
    /// });
    /// assert_eq!(won, Ok(vec![2, 1]));
    /// ```
    pub fn elements(&self) -> Result<Vec<Self>, Error> {
        let elements = self.value.to_array().map_err(|_| self.invalid())?;
        let (text, name) = (self.text, self.name);
        let field = |value| Self { text, name, value };
        Ok(elements.map(field).collect())
    }

    /// Parses the value, a string.
    ///
    /// # Errors
    /// Returns an error if it isn't a string or not valid.
    ///
    /// ```
    /// use four_shapes_records::{Colour, json::{self, Error}};
    ///
    /// let colour: Result<Colour, Error> =
    ///     json::parse(r#"{"colour": "teal"}"#, |fields| fields.take_required("colour")?.parse());
    /// assert_eq!(colour, Ok(Colour::Teal));
    /// ```
    pub fn parse<T: FromStr>(&self) -> Result<T, Error> {
        self.string_as(|text| text.parse().ok())
    }

    /// Parses the value, a string, with a function.
    ///
    /// # Errors
    /// Returns an error if it isn't a string or the function returns `None`.
    ///
    /// ```
    /// use four_shapes_records::{Name, json::{self, Error}};
    ///
    /// let name: Result<Name, Error> = json::parse(r#"{"name": "Ada"}"#, |fields| {
    ///     fields.take_required("name")?.string_as(|text| Name::new(text).ok())
    /// });
    /// assert_eq!(name.map(|name| name.to_string()), Ok("Ada".to_owned()));
    /// ```
    pub fn string_as<T>(&self, parse: impl FnOnce(&str) -> Option<T>) -> Result<T, Error> {
        parse(&self.string()?).ok_or_else(|| self.invalid())
    }
}

/// Formats a string.
///
/// ```
/// use four_shapes_records::json;
///
/// assert_eq!(json::quoted("“Ada”\n"), r#""“Ada”\u000a""#);
/// ```
pub fn quoted(text: &str) -> String {
    let mut json = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => json.extend(['\\', character]),
            '\0'..='\x1f' => {
                let code = u32::from(character);
                json.push_str(if code < 16 { "\\u000" } else { "\\u001" });
                json.extend(char::from_digit(code % 16, 16));
            }
            _ => json.push(character),
        }
    }
    json + "\""
}

/// Formats an object with one field per line. The values are JSON.
///
/// ```
/// use four_shapes_records::json;
///
/// let text = json::write([("name", json::quoted("Ada")), ("moves", 4.to_string())]);
/// assert_eq!(text, "{\n  \"name\": \"Ada\",\n  \"moves\": 4\n}\n");
/// ```
pub fn write<'a>(fields: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let line = |(name, value): (&str, String)| ["  \"", name, "\": ", &value].concat();
    let lines: Vec<String> = fields.into_iter().map(line).collect();
    ["{\n", &lines.join(",\n"), "\n}\n"].concat()
}

/// Formats an object on one line. The values are JSON.
///
/// ```
/// use four_shapes_records::json;
///
/// let text = json::in_line([("name", json::quoted("Ada")), ("moves", 4.to_string())]);
/// assert_eq!(text, r#"{ "name": "Ada", "moves": 4 }"#);
/// ```
pub fn in_line<'a>(fields: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let field = |(name, value): (&str, String)| ["\"", name, "\": ", &value].concat();
    let fields: Vec<String> = fields.into_iter().map(field).collect();
    ["{ ", &fields.join(", "), " }"].concat()
}

/// Formats an array with one element per line. The elements are JSON.
///
/// ```
/// use four_shapes_records::json;
///
/// let won = json::array(&[2, 1].map(|number| number.to_string()));
/// assert_eq!(json::write([("won", won)]), "{\n  \"won\": [\n    2,\n    1\n  ]\n}\n");
/// ```
pub fn array(elements: &[String]) -> String {
    if elements.is_empty() {
        return "[]".to_owned();
    }
    ["[\n    ", &elements.join(",\n    "), "\n  ]"].concat()
}

/// An error and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error<P = Problem> {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// The problem.
    pub problem: P,
}

impl<P> Error<P> {
    /// Creates an error at a byte offset.
    fn at(text: &str, offset: usize, problem: P) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            problem,
        }
    }
}

impl<P: fmt::Display> Error<P> {
    /// Formats the position and the problem.
    pub(crate) fn fmt_with_position(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            line,
            column,
            problem,
        } = self;
        write!(f, "line {line}, character {column}: {problem}")
    }
}

/// A problem of a JSON object.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// The text is longer than 1 MB; its length in bytes.
    TooLarge(usize),
    /// The text isn't JSON.
    NotJson,
    /// The text ends within JSON.
    Truncated,
    /// A required field is missing.
    MissingField(&'static str),
    /// A value has the wrong type or is out of range.
    InvalidValue {
        /// The field; empty for the whole text.
        name: &'static str,
        /// The value, shortened to 12 characters.
        value: String,
    },
    /// A field is unknown or duplicated. The name is shortened to 12 characters.
    UnexpectedField(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problem {
            Problem::TooLarge(_) => self.problem.fmt(f),
            _ => self.fmt_with_position(f),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge(bytes) => {
                write!(f, "{bytes} bytes; the maximum is {MAX_BYTES}")
            }
            Self::NotJson => f.write_str("not valid JSON"),
            Self::Truncated => f.write_str("the text is truncated"),
            Self::MissingField(name) => write!(f, "{name} is missing"),
            Self::InvalidValue { name: "", .. } => f.write_str("not an object"),
            Self::InvalidValue { name, value } => write!(f, "{value} is not a valid {name}"),
            Self::UnexpectedField(name) => write!(f, "{name} is unknown or duplicated"),
        }
    }
}

impl error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_string_round_trips() {
        let all: String = ('\0'..='\u{ff}').chain("\u{2028}é😀".chars()).collect();
        let json = write([("text", quoted(&all))]);
        let parsed = parse::<_, Error>(&json, |fields| {
            Ok(fields.take_required("text")?.string()?.into_owned())
        });
        assert_eq!(parsed, Ok(all));
        assert_eq!(quoted("a\n\u{1f}\"\\"), r#""a\u000a\u001f\"\\""#);
    }
}
