//! JSON. Reading takes every field once, and an error has its place;
//! writing is a few lines of our own, a third of what a library's formatter takes in
//! WebAssembly.

use crate::escape::shorten;
use nojson::{JsonParseError, RawJson, RawJsonValue};
use std::{borrow::Cow, error, fmt, str::FromStr};

/// The largest text that is read, in bytes.
pub(crate) const MAX_BYTES: usize = 1 << 20;

/// Parses a text and hands its one object to a reader.
///
/// # Errors
/// Those of the reader; and text that is too long, that is not one JSON object, or
/// that has a field which the reader has not read.
pub fn parse<T, E: From<Error>>(
    text: &str,
    reader: impl FnOnce(&mut Fields<'_, '_>) -> Result<T, E>,
) -> Result<T, E> {
    if text.len() > MAX_BYTES {
        return Err(Error::at("", 0, Problem::TooLarge(text.len())).into());
    }
    let json = RawJson::parse(text).map_err(|error| {
        let problem = match error {
            JsonParseError::UnexpectedEos { .. } => Problem::CutOff,
            _ => Problem::NotJson,
        };
        Error::at(text, error.position(), problem)
    })?;
    let mut fields = Fields::of(text, "", json.value())?;
    let read = reader(&mut fields)?;
    fields.end()?;
    Ok(read)
}

/// The fields of an object that have not been read yet.
pub struct Fields<'text, 'json> {
    /// The whole text, to find lines in.
    text: &'text str,
    /// Where the object begins, in bytes.
    at: usize,
    left: Vec<(RawJsonValue<'text, 'json>, RawJsonValue<'text, 'json>)>,
}

/// A field's value and where it is.
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
        let object = value.to_object().map_err(|_| field.wrong())?;
        Ok(Self {
            text,
            at: value.position(),
            left: object.collect(),
        })
    }

    /// A field that has to be there.
    ///
    /// # Errors
    /// If it is not.
    pub fn take(&mut self, name: &'static str) -> Result<Field<'text, 'json>, Error> {
        self.find(name)
            .ok_or_else(|| Error::at(self.text, self.at, Problem::Missing(name)))
    }

    /// A field that may be absent.
    pub fn find(&mut self, name: &'static str) -> Option<Field<'text, 'json>> {
        let named = |(field, _): &(RawJsonValue<'_, '_>, _)| {
            field
                .to_unquoted_string_str()
                .is_ok_and(|field| field == name)
        };
        let at = self.left.iter().position(named)?;
        let (_, value) = self.left.remove(at);
        Some(Field {
            text: self.text,
            name,
            value,
        })
    }

    /// Makes sure that no field is left: it would be lost when what was read is
    /// written again.
    pub(crate) fn end(&self) -> Result<(), Error> {
        let Some((name, _)) = self.left.first() else {
            return Ok(());
        };
        let problem = Problem::Unknown(shorten(name.as_raw_str()));
        Err(Error::at(self.text, name.position(), problem))
    }
}

impl<'text, 'json> Field<'text, 'json> {
    /// An error at the field's value.
    pub fn error<P>(&self, problem: P) -> Error<P> {
        Error::at(self.text, self.value.position(), problem)
    }

    /// The error that the value is none for this field.
    pub fn wrong(&self) -> Error {
        self.error(Problem::Value {
            name: self.name,
            value: shorten(self.value.as_raw_str()),
        })
    }

    /// The value, a text.
    ///
    /// # Errors
    /// If it is something else.
    pub fn string(&self) -> Result<Cow<'text, str>, Error> {
        let string = self.value.to_unquoted_string_str();
        string.map_err(|_| self.wrong())
    }

    /// The value, a whole number.
    ///
    /// # Errors
    /// If it is something else, or too large.
    pub fn number<T: FromStr>(&self) -> Result<T, Error> {
        let digits = self.value.as_integer_str().ok();
        let number = digits.and_then(|digits| digits.parse().ok());
        number.ok_or_else(|| self.wrong())
    }

    /// The value, true or false.
    ///
    /// # Errors
    /// If it is something else.
    pub fn boolean(&self) -> Result<bool, Error> {
        match self.value.as_boolean_str() {
            Ok("true") => Ok(true),
            Ok(_) => Ok(false),
            Err(_) => Err(self.wrong()),
        }
    }

    pub(crate) fn object(&self) -> Result<Fields<'text, 'json>, Error> {
        Fields::of(self.text, self.name, self.value)
    }

    /// The elements of an array, each under the field's name.
    pub(crate) fn elements(&self) -> Result<Vec<Self>, Error> {
        let elements = self.value.to_array().map_err(|_| self.wrong())?;
        let (text, name) = (self.text, self.name);
        let field = |value| Self { text, name, value };
        Ok(elements.map(field).collect())
    }

    /// Parses the value, a string.
    pub(crate) fn parse<T: FromStr>(&self) -> Result<T, Error> {
        self.string_as(|text| text.parse().ok())
    }

    /// Parses the value, a string, with a function.
    pub(crate) fn string_as<T>(&self, read: impl FnOnce(&str) -> Option<T>) -> Result<T, Error> {
        read(&self.string()?).ok_or_else(|| self.wrong())
    }
}

/// A text without control characters as JSON.
pub fn quoted(text: &str) -> String {
    let mut json = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => json.extend(['\\', character]),
            // Names have no control characters; nothing else is text of others.
            _ => json.push(character),
        }
    }
    json + "\""
}

/// Members of an object, each on a line of its own; the values are JSON.
pub fn write<'a>(members: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let line = |(name, value): (&str, String)| ["  \"", name, "\": ", &value].concat();
    let lines: Vec<String> = members.into_iter().map(line).collect();
    ["{\n", &lines.join(",\n"), "\n}\n"].concat()
}

/// An object in one line; the values are JSON.
pub(crate) fn in_line<'a>(members: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let member = |(name, value): (&str, String)| ["\"", name, "\": ", &value].concat();
    let members: Vec<String> = members.into_iter().map(member).collect();
    ["{ ", &members.join(", "), " }"].concat()
}

/// An array of JSON, each element on a line of its own.
pub(crate) fn array(elements: &[String]) -> String {
    if elements.is_empty() {
        return "[]".to_owned();
    }
    ["[\n    ", &elements.join(",\n    "), "\n  ]"].concat()
}

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error<P = Problem> {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: P,
}

impl<P> Error<P> {
    /// An error at a byte of a text.
    fn at(text: &str, byte: usize, problem: P) -> Self {
        let before = text.get(..byte).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            problem,
        }
    }
}

impl<P: fmt::Display> Error<P> {
    /// Writes where it is and what is wrong.
    pub(crate) fn with_place(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            line,
            column,
            problem,
        } = self;
        write!(f, "line {line}, character {column}: {problem}")
    }
}

/// What can be wrong with JSON that should have certain fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// It has so many bytes, more than 1 MB.
    TooLarge(usize),
    /// It is not JSON.
    NotJson,
    /// It is the beginning of some JSON.
    CutOff,
    /// A field is missing.
    Missing(&'static str),
    /// A field has a value of the wrong kind, or one out of all bounds.
    Value {
        /// The field; empty for the text as a whole.
        name: &'static str,
        /// Its value, shortened to 12 characters.
        value: String,
    },
    /// A field, its name shortened to 12 characters, is there twice or is none
    /// of those that are known.
    Unknown(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problem {
            Problem::TooLarge(_) => self.problem.fmt(f),
            _ => self.with_place(f),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge(bytes) => {
                write!(f, "{bytes} bytes are too many, at most {MAX_BYTES}")
            }
            Self::NotJson => f.write_str("this is not JSON"),
            Self::CutOff => f.write_str("the text ends in the middle"),
            Self::Missing(name) => write!(f, "{name} is missing"),
            Self::Value { name: "", .. } => f.write_str("this is not an object"),
            Self::Value { name, value } => write!(f, "{value} is no value for {name}"),
            Self::Unknown(name) => write!(f, "{name} is unknown, or there twice"),
        }
    }
}

impl error::Error for Error {}
