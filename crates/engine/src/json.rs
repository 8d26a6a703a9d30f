//! The JSON of records. Reading takes every field once, and an error has its place;
//! writing is a few lines of our own, a third of what a library's formatter takes in
//! WebAssembly.

use crate::{Rules, Spec, escape::shorten, record::RecordError, record::RecordProblem};
use nojson::{JsonParseError, RawJson, RawJsonValue};
use std::{borrow::Cow, str::FromStr};

/// The largest text that is read, in bytes.
pub(crate) const MOST_BYTES: usize = 1 << 20;

/// Parses a text and hands its one object to a reader.
///
/// # Errors
/// Those of the reader; and text that is too long, that is not one JSON object, or
/// that has a field which the reader has not read.
pub fn read<T>(
    text: &str,
    reader: impl FnOnce(&mut Fields<'_, '_>) -> Result<T, RecordError>,
) -> Result<T, RecordError> {
    if text.len() > MOST_BYTES {
        return Err(RecordError::at("", 0, RecordProblem::TooLarge(text.len())));
    }
    let json = RawJson::parse(text).map_err(|error| {
        let problem = match error {
            JsonParseError::UnexpectedEos { .. } => RecordProblem::CutOff,
            _ => RecordProblem::NotJson,
        };
        RecordError::at(text, error.position(), problem)
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
    ) -> Result<Self, RecordError> {
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
    pub fn take(&mut self, name: &'static str) -> Result<Field<'text, 'json>, RecordError> {
        self.find(name)
            .ok_or_else(|| RecordError::at(self.text, self.at, RecordProblem::Missing(name)))
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
    pub(crate) fn end(&self) -> Result<(), RecordError> {
        let Some((name, _)) = self.left.first() else {
            return Ok(());
        };
        let problem = RecordProblem::Unknown(shorten(name.as_raw_str()));
        Err(RecordError::at(self.text, name.position(), problem))
    }

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
        let spec = Spec {
            columns: fields.take("columns")?.number()?,
            rows: fields.take("rows")?.number()?,
            connect: fields.take("connect")?.number()?,
            players: fields.take("players")?.number()?,
            gravity: fields.take("gravity")?.boolean()?,
        };
        fields.end()?;
        Rules::new(spec).map_err(|error| field.error(RecordProblem::Rules(error)))
    }
}

impl<'text, 'json> Field<'text, 'json> {
    /// An error at the field's value.
    pub fn error(&self, problem: RecordProblem) -> RecordError {
        RecordError::at(self.text, self.value.position(), problem)
    }

    /// The error that the value is none for this field.
    pub fn wrong(&self) -> RecordError {
        self.error(RecordProblem::Value {
            name: self.name,
            value: shorten(self.value.as_raw_str()),
        })
    }

    /// The value, a text.
    ///
    /// # Errors
    /// If it is something else.
    pub fn string(&self) -> Result<Cow<'text, str>, RecordError> {
        let string = self.value.to_unquoted_string_str();
        string.map_err(|_| self.wrong())
    }

    /// The value, a whole number.
    ///
    /// # Errors
    /// If it is something else, or too large.
    pub fn number<T: FromStr>(&self) -> Result<T, RecordError> {
        let digits = self.value.as_integer_str().ok();
        let number = digits.and_then(|digits| digits.parse().ok());
        number.ok_or_else(|| self.wrong())
    }

    /// The value, true or false.
    ///
    /// # Errors
    /// If it is something else.
    pub fn boolean(&self) -> Result<bool, RecordError> {
        match self.value.as_boolean_str() {
            Ok("true") => Ok(true),
            Ok(_) => Ok(false),
            Err(_) => Err(self.wrong()),
        }
    }

    pub(crate) fn object(&self) -> Result<Fields<'text, 'json>, RecordError> {
        Fields::of(self.text, self.name, self.value)
    }

    /// The elements of an array, each under the field's name.
    pub(crate) fn elements(&self) -> Result<Vec<Self>, RecordError> {
        let elements = self.value.to_array().map_err(|_| self.wrong())?;
        let (text, name) = (self.text, self.name);
        let field = |value| Self { text, name, value };
        Ok(elements.map(field).collect())
    }

    /// Reads the value with a function, which has the words for what is wrong.
    pub(crate) fn string_as<T>(
        &self,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, RecordError> {
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

/// Rules as JSON.
pub(crate) fn rules(rules: Rules) -> String {
    let Spec {
        columns,
        rows,
        connect,
        players,
        gravity,
    } = rules.spec();
    in_line([
        ("columns", columns.to_string()),
        ("rows", rows.to_string()),
        ("connect", connect.to_string()),
        ("players", players.to_string()),
        ("gravity", gravity.to_string()),
    ])
}
