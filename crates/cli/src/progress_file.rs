//! Progress files: the results of numbered tasks, from which a stopped command continues, and
//! which contain the results of a shard.
//!
//! A file starts with a header that describes the set-up, followed in the file of a shard by
//! the line `shard K/N`. Each further line is the result of a task; they are in any order. An
//! incomplete last line was cut off when the program was killed.

use crate::{
    failure::{Failure, shown},
    files::{self, AppendFile},
};
use four_shapes_rules::{PositionError, Rules};
use four_shapes_tournament::shard::Shard;
use std::{
    collections::BTreeMap,
    fs::{self, File},
    ops::Range,
    path::{Path, PathBuf},
};

/// The prefix of the line that names the shard.
const SHARD: &str = "shard ";
/// Upper bound of the length of a header, and of the line after it, in bytes.
const MAX_HEADER: u64 = 1 << 20;
/// The maximum number of characters of a set-up in an error.
const MAX_SHOWN: usize = 160;

/// The numbered tasks of a command, and how a progress file stores them.
pub(crate) trait Tasks: Sized {
    /// The result of a task.
    type Output;
    /// What the file is, for errors: `a saved tournament`.
    const KIND: &'static str;
    /// The plural of a task, for errors.
    const UNITS: &'static str;
    /// The end of a header, which does not occur inside it.
    const HEADER_END: &'static str;
    /// Upper bound of the number of tasks, for those without a [count](Self::count).
    const MAX_COUNT: u64 = u64::MAX;
    /// Upper bound of the length of a line in bytes.
    const MAX_LINE: u64;

    /// Parses a header.
    ///
    /// # Errors
    /// Returns why it is not a header of such a file.
    fn from_header(header: &str) -> Result<Self, String>;

    /// Returns the header.
    fn header(&self) -> String;

    /// Returns the number of tasks; `None` if it depends on their results.
    fn count(&self) -> Option<u64>;

    /// Returns whether a task, numbered from 0, belongs to a shard.
    fn is_in(&self, number: u64, shard: Shard) -> bool {
        shard.contains(number)
    }

    /// Parses a line without its end to the number of a task and its result.
    ///
    /// # Errors
    /// Returns what is wrong with the line.
    fn parse(&self, line: &str) -> Result<(u64, Self::Output), String>;

    /// Formats a result as a line without its end.
    fn line(&self, number: u64, output: &Self::Output) -> String;

    /// Returns whether two results of a task agree. They may differ in times.
    fn agree(one: &Self::Output, other: &Self::Output) -> bool;
}

/// Results by the numbers of their tasks.
pub(crate) type Outputs<T> = BTreeMap<u64, <T as Tasks>::Output>;

/// An open progress file.
#[derive(Debug)]
pub(crate) struct ProgressFile(AppendFile);

impl ProgressFile {
    /// Opens or creates the file of a command or of one of its shards, and returns its results.
    ///
    /// # Errors
    /// Returns an error, and leaves the file unchanged, if it has another set-up or invalid
    /// lines, or if another program has opened it.
    pub(crate) fn open<T: Tasks>(
        path: &Path,
        tasks: &T,
        shard: Option<Shard>,
    ) -> Result<(Self, Outputs<T>), Failure> {
        let mut start = tasks.header();
        if let Some(shard) = shard {
            start = [&start, SHARD, &shard.to_string(), "\n"].concat();
        }
        let (mut log, bytes) = AppendFile::open(path, max_bytes(tasks))?;
        if bytes.len() < start.len() && start.as_bytes().starts_with(&bytes) {
            // The file is new, or writing its start was interrupted.
            log.truncate(0)?;
            log.add(&start)?;
            return Ok((Self(log), Outputs::<T>::new()));
        }
        let text = text::<T>(bytes).map_err(|error| Failure::file(path, error))?;
        let read = || {
            let contents = Contents::parse(tasks, &text, "has another set-up")?;
            if contents.shard != shard {
                return Err(wrong_shard(contents.shard, shard));
            }
            Ok((text.len() - contents.rest.len(), contents.outputs(tasks)?))
        };
        let (complete, outputs) = read().map_err(|error| Failure::file(path, error))?;
        if complete < text.len() {
            log.truncate(complete)?;
        }
        Ok((Self(log), outputs))
    }

    /// Appends lines, each with its end. Without lines it flushes earlier ones when they are
    /// due.
    pub(crate) fn add(&mut self, lines: &str) -> Result<(), Failure> {
        self.0.add(lines)
    }

    /// Returns the path, escaped for a terminal.
    pub(crate) fn shown_path(&self) -> String {
        shown(self.0.path())
    }

    /// Waits until all lines are on the disk.
    pub(crate) fn sync(&mut self) -> Result<(), Failure> {
        self.0.sync()
    }
}

/// Reads the set-up of a file; `None` if the file does not exist or has no complete header.
///
/// # Errors
/// Returns an error if it is another kind of file.
pub(crate) fn tasks_of<T: Tasks>(path: &Path) -> Result<Option<T>, Failure> {
    let Some(start) = files::read_start(path, MAX_HEADER)? else {
        return Ok(None);
    };
    let text = String::from_utf8_lossy(&start);
    let Some((header, _)) = split_header::<T>(&text) else {
        return Ok(None);
    };
    let tasks = from_header(header).map_err(|error| Failure::file(path, error))?;
    Ok(Some(tasks))
}

/// Reads the files of all shards, and returns their common set-up and results. A file without
/// a shard is the only one. The set-up may be expected to be that of another file.
///
/// # Errors
/// Returns an error if the files have different set-ups, results are invalid or contradictory,
/// or a shard is missing or doubled.
pub(crate) fn merge<T: Tasks>(
    paths: &[PathBuf],
    expected: Option<(&Path, T)>,
) -> Result<(T, Outputs<T>), Failure> {
    let [first, ..] = paths else {
        return Err(Failure::Usage("--merge: missing files".to_owned()));
    };
    // For files that don't exist.
    fs::metadata(first).map_err(|error| Failure::file(first, error))?;
    let (source, tasks) = if let Some(expected) = expected {
        expected
    } else {
        let tasks: Option<T> = tasks_of(first)?;
        let tasks = tasks.ok_or_else(|| Failure::file(first, not_kind::<T>()))?;
        (first.as_path(), tasks)
    };
    let another = format!("has another set-up than {}", shown(source));
    let mut all = Outputs::<T>::new();
    let mut files: BTreeMap<u32, &Path> = BTreeMap::new();
    let mut count = 0;
    for path in paths {
        let failure = |error: String| Failure::file(path, error);
        let bytes = File::open(path).and_then(|file| files::read_all(file, max_bytes(&tasks)));
        let bytes = bytes.map_err(|error| Failure::file(path, error))?;
        let text = text::<T>(bytes).map_err(failure)?;
        let contents = Contents::parse(&tasks, &text, &another).map_err(failure)?;
        if !contents.rest.is_empty() {
            let error = "the last line is incomplete; run the command of this shard again";
            return Err(failure(error.to_owned()));
        }
        let shard = contents.shard.unwrap_or(Shard::WHOLE);
        if files.is_empty() {
            count = shard.count();
        } else if shard.count() != count {
            let first = shown(first);
            return Err(failure(format!(
                "shard {shard}, but {first} is one of {count} shards"
            )));
        }
        let outputs = contents.outputs(&tasks).map_err(failure)?;
        if let Some(earlier) = files.insert(shard.number(), path) {
            let earlier = shown(earlier);
            let error = contradiction(&tasks, &outputs, &all)
                .map(|lines| format!("contradicts {earlier}: {lines}"));
            let doubled = || format!("shard {shard} is already in {earlier}");
            return Err(failure(error.unwrap_or_else(doubled)));
        }
        if let Some(tasks_count) = tasks.count() {
            let missing = remaining(&tasks, Some(shard), 0..tasks_count, &outputs).count();
            if missing > 0 {
                let expected = outputs.len() + missing;
                return Err(failure(format!(
                    "{missing} of {expected} {} are missing; run shard {shard} again",
                    T::UNITS
                )));
            }
        }
        all.extend(outputs);
    }
    let mut missing = (1..=count).filter(|number| !files.contains_key(number));
    if let Some(number) = missing.next() {
        let others = match missing.count() {
            0 => String::new(),
            count => format!(", and {count} more"),
        };
        let error = format!("--merge: shard {number}/{count} is missing{others}");
        return Err(Failure::File(error));
    }
    Ok((tasks, all))
}

/// Returns the first lines of two files that contradict each other.
fn contradiction<T: Tasks>(tasks: &T, one: &Outputs<T>, other: &Outputs<T>) -> Option<String> {
    let mut common = one
        .iter()
        .filter_map(|(number, output)| Some((*number, [output, other.get(number)?])));
    let (number, outputs) = common.find(|(_, [one, other])| !T::agree(one, other))?;
    let [one, other] = outputs.map(|output| tasks.line(number, output));
    Some(format!("“{one}” and “{other}”"))
}

/// The parsed text of a file.
struct Contents<'a> {
    shard: Option<Shard>,
    /// The complete lines of results.
    lines: &'a str,
    /// The number of the first of them in the file.
    first_line: usize,
    /// An incomplete last line.
    rest: &'a str,
}

impl<'a> Contents<'a> {
    /// Parses the start of a file, which must have this set-up; `another` is the error
    /// otherwise.
    fn parse<T: Tasks>(tasks: &T, text: &'a str, another: &str) -> Result<Self, String> {
        let (header, after) = split_header::<T>(text).ok_or_else(not_kind::<T>)?;
        let expected = tasks.header();
        if header != expected {
            from_header::<T>(header)?;
            let [found, expected] = differences(header, &expected);
            return Err(format!("{another}: {found} instead of {expected}"));
        }
        let complete = after.rfind('\n').map_or(0, |end| end + 1);
        let (mut lines, rest) = after.split_at(complete);
        let mut first_line = header.lines().count() + 1;
        let mut shard = None;
        if lines.starts_with(SHARD) {
            let (line, others) = lines.split_once('\n').unwrap_or((lines, ""));
            let parsed = line[SHARD.len()..].parse::<Shard>();
            shard = Some(parsed.map_err(|error| format!("line {first_line}: shard {error}"))?);
            lines = others;
            first_line += 1;
        }
        Ok(Self {
            shard,
            lines,
            first_line,
            rest,
        })
    }

    /// Parses the lines.
    fn outputs<T: Tasks>(&self, tasks: &T) -> Result<Outputs<T>, String> {
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        let mut outputs = Outputs::<T>::new();
        for (line_number, line) in (self.first_line..).zip(self.lines.lines()) {
            let located = |error: String| format!("line {line_number}: {error}");
            let (number, output) = tasks.parse(line).map_err(located)?;
            if !tasks.is_in(number, shard) {
                return Err(located(format!("does not belong to shard {shard}")));
            }
            let is_contradiction = |earlier: &T::Output| !T::agree(earlier, &output);
            if outputs.get(&number).is_some_and(is_contradiction) {
                return Err(located("contradicts an earlier line".to_owned()));
            }
            outputs.entry(number).or_insert(output);
        }
        Ok(outputs)
    }
}

/// Parses the fields of rules in a header.
///
/// # Errors
/// Returns which of them is invalid.
pub(crate) fn parse_rules(fields: [&str; 3]) -> Result<Rules, String> {
    let rules = fields.join(" ").parse();
    rules.map_err(|error: PositionError| error.to_string())
}

/// Returns the upper bound of the size of a file.
fn max_bytes<T: Tasks>(tasks: &T) -> u64 {
    let lines = tasks.count().unwrap_or(T::MAX_COUNT);
    // Twice the number of tasks, since there may be duplicates.
    let lines = lines.saturating_mul(2).saturating_mul(T::MAX_LINE);
    lines.saturating_add(MAX_HEADER)
}

/// Iterates over the numbers of the tasks of a shard, or of all tasks, that have no result.
pub(crate) fn remaining<'a, T: Tasks>(
    tasks: &'a T,
    shard: Option<Shard>,
    numbers: Range<u64>,
    outputs: &'a Outputs<T>,
) -> impl Iterator<Item = u64> + Clone + use<'a, T> {
    let shard = shard.unwrap_or(Shard::WHOLE);
    numbers.filter(move |&number| tasks.is_in(number, shard) && !outputs.contains_key(&number))
}

fn text<T: Tasks>(bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|_| not_kind::<T>())
}

/// Splits a file after its header, if it has one.
fn split_header<T: Tasks>(text: &str) -> Option<(&str, &str)> {
    let end = text.find(T::HEADER_END)? + T::HEADER_END.len();
    Some(text.split_at(end))
}

fn from_header<T: Tasks>(header: &str) -> Result<T, String> {
    T::from_header(header).map_err(|error| format!("{}: {error}", not_kind::<T>()))
}

fn not_kind<T: Tasks>() -> String {
    format!("not {}", T::KIND)
}

fn wrong_shard(found: Option<Shard>, expected: Option<Shard>) -> String {
    match (found, expected) {
        (Some(found), Some(expected)) => format!("contains shard {found}, not {expected}"),
        (Some(found), None) => format!("contains only shard {found}"),
        (None, _) => "was written without --shard".to_owned(),
    }
}

/// Returns the lines in which two headers differ, up to a length.
fn differences(one: &str, other: &str) -> [String; 2] {
    let [one, other] = [one, other].map(|text| text.lines().collect::<Vec<_>>());
    let start = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let [one, other] = [&one[start..], &other[start..]];
    let ends = one.iter().rev().zip(other.iter().rev());
    let end = ends.take_while(|(a, b)| a == b).count();
    [one, other].map(|lines| {
        let lines = lines[..lines.len() - end].iter();
        let lines = lines.map(|line| line.trim().trim_end_matches(','));
        let text = lines.collect::<Vec<_>>().join(", ");
        match text.char_indices().nth(MAX_SHOWN) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None if text.is_empty() => "nothing".to_owned(),
            None => text,
        }
    })
}
