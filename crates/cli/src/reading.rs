//! Games and positions in any of the formats that people paste, for all commands.

use crate::{
    args::{Input, ReadAs, ReadingArgs},
    failure::{self, Failure},
    files,
    input::Texts,
    screen::print_to_stderr,
};
use four_shapes_records::{
    Match,
    import::{self, Choice, Edge, Import, ImportError, Line, Note, Options, Reading},
};
use four_shapes_rules::{Game, Rules, notation};
use std::{
    collections::HashSet,
    fmt, fs, io,
    mem::{self, Discriminant},
    path::Path,
};

/// Where a command reads games and positions.
pub(crate) enum Source<'a> {
    /// The argument itself.
    Argument(&'a str),
    /// A file, or standard input for `-`.
    File(&'a Path),
}

/// The name of an argument that is not a file, in messages.
const INPUT: &str = "INPUT";

impl<'a> Source<'a> {
    /// Resolves an argument: `-` is standard input; then moves as the program writes them come before
    /// an existing file, and that before texts in other notations. A blank text is the empty board.
    ///
    /// # Errors
    /// Returns an error if no reading succeeds.
    pub(crate) fn new(
        Input(input): &'a Input,
        rules: Rules,
        args: &ReadingArgs,
    ) -> Result<Self, Failure> {
        let path = Path::new(input);
        let Some(text) = input.to_str().filter(|text| *text != "-") else {
            return Ok(Self::File(path));
        };
        if text.trim().is_empty() || notation::parse(rules, text).is_ok() {
            return Ok(Self::Argument(text));
        }
        match fs::metadata(path) {
            Err(error) if error.kind() != io::ErrorKind::PermissionDenied => {}
            _ => return Ok(Self::File(path)),
        }
        // Last, since names such as ./4453 can be read as moves too.
        match import::read(text, options(rules, args)) {
            Ok(_) => Ok(Self::Argument(text)),
            Err(why) => Err(Failure::Usage(format!(
                "{INPUT}: no such file; as moves or a position: {why}"
            ))),
        }
    }

    /// Returns whether it is standard input.
    pub(crate) fn is_stdin(&self) -> bool {
        matches!(self, Self::File(path) if *path == Path::new("-"))
    }

    /// Returns the name in messages.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Argument(_) => INPUT.to_owned(),
            Self::File(path) => failure::shown(path),
        }
    }

    /// Returns the error of what was read.
    pub(crate) fn failure(&self, error: impl fmt::Display) -> Failure {
        match self {
            Self::Argument(_) => Failure::Usage(format!("{INPUT}: {error}")),
            Self::File(path) => Failure::file(path, error),
        }
    }

    /// Reads the only game or position.
    pub(crate) fn game(&self, rules: Rules, args: &ReadingArgs) -> Result<Match, Failure> {
        match self {
            Self::Argument(text) if text.trim().is_empty() => {
                Ok(Match::with_default_seats(Game::new(rules)))
            }
            Self::Argument(text) => argument(INPUT, text, rules, args),
            Self::File(path) => file(path, rules, args),
        }
    }

    /// Starts reading texts one by one.
    pub(crate) fn texts(&self) -> Result<Texts, Failure> {
        match self {
            Self::Argument(text) => Ok(Texts::of(format!("{text}\n"))),
            Self::File(_) if self.is_stdin() => Ok(Texts::default()),
            Self::File(path) => Texts::open(path),
        }
    }
}

/// Reads a game or position from a file, or from standard input for `-`.
pub(crate) fn file(path: &Path, rules: Rules, args: &ReadingArgs) -> Result<Match, Failure> {
    let text = files::read(path)?;
    let read = single(&text, rules, args).map_err(|error| Failure::file(path, error))?;
    say_notes(&failure::shown(path), &read.notes);
    Ok(read.game_match)
}

/// Reads all games and positions of a file, each with the number of its line.
pub(crate) fn all_of_file(
    path: &Path,
    rules: Rules,
    args: &ReadingArgs,
) -> Result<Vec<(usize, Match)>, Failure> {
    let text = files::read(path)?;
    let read = all(&text, rules, args);
    let is_list = read.len() > 1;
    let mut notes = Notes::default();
    let read = read.into_iter().map(|(line, read)| {
        let read = read.map_err(|error| {
            if is_list {
                Failure::file(path, format!("line {line}: {error}"))
            } else {
                Failure::file(path, error)
            }
        })?;
        let source = failure::shown(path);
        if is_list {
            notes.say(&format!("{source}: line {line}"), read.notes);
        } else {
            say_notes(&source, &read.notes);
        }
        Ok((line, read.game_match))
    });
    read.collect()
}

/// Says what was ignored or assumed in the lines of a text, once for each kind.
#[derive(Default)]
pub(crate) struct Notes(HashSet<Discriminant<Note>>);

impl Notes {
    pub(crate) fn say(&mut self, source: &str, mut notes: Vec<Note>) {
        // Scores are usual in files of positions.
        let is_score = |note: &Note| matches!(note, Note::Score { .. });
        notes.retain(|note| !is_score(note) && self.0.insert(mem::discriminant(note)));
        say_notes(source, &notes);
    }
}

/// Reads a game or position from the argument of an option.
pub(crate) fn argument(
    name: &str,
    text: &str,
    rules: Rules,
    args: &ReadingArgs,
) -> Result<Match, Failure> {
    let read = single(text, rules, args);
    let read = read.map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
    say_notes(name, &read.notes);
    Ok(read.game_match)
}

/// Reads the games and positions of a text, each with the number of its line.
pub(crate) fn all(
    text: &str,
    rules: Rules,
    args: &ReadingArgs,
) -> Vec<(usize, Result<Reading, String>)> {
    match import::read(text, options(rules, args)) {
        Ok(Import::Game(readings)) => vec![(1, chosen(readings, args))],
        Ok(Import::List(lines)) => lines
            .into_iter()
            .map(|Line { number, readings }| {
                let readings = readings.map_err(|error| error.to_string());
                (number, readings.and_then(|readings| chosen(readings, args)))
            })
            .collect(),
        // They are moves, of which those of one line are illegal.
        Err(ImportError::Moves(_)) if text.trim().lines().count() > 1 => text
            .lines()
            .zip(1..)
            .filter(|(line, _)| !line.trim().is_empty())
            .map(|(line, number)| (number, single(line, rules, args)))
            .collect(),
        Err(error) => vec![(1, Err(error.to_string()))],
    }
}

/// Reads the only game or position of a text.
fn single(text: &str, rules: Rules, args: &ReadingArgs) -> Result<Reading, String> {
    let read = import::read(text, options(rules, args));
    match read.map_err(|error| error.to_string())? {
        Import::Game(readings) => chosen(readings, args),
        Import::List(lines) => Err(ImportError::Several(lines.len()).to_string()),
    }
}

fn options(rules: Rules, args: &ReadingArgs) -> Options {
    Options {
        first_column: args.first_column,
        first_row: args.first_row.map(Edge::from),
        to_move: args.to_move.map(|number| number as usize - 1),
        ..Options::new(rules)
    }
}

/// Returns the reading that the options choose.
fn chosen(mut readings: Vec<Reading>, args: &ReadingArgs) -> Result<Reading, String> {
    readings.retain(|reading| match (reading.choice, args.read_as) {
        (Some(Choice::Score(is_score)), Some(read_as)) => is_score == (read_as == ReadAs::Score),
        (Some(Choice::Bitboards(are)), Some(read_as)) => are == (read_as == ReadAs::Bitboards),
        (Some(Choice::Empty(sign)), _) => args.empty.is_none_or(|empty| empty == sign),
        _ => true,
    });
    match <[Reading; 1]>::try_from(readings) {
        Ok([reading]) => Ok(reading),
        Err(readings) if readings.is_empty() => {
            Err("there is no such reading; leave out --read-as and --empty".to_owned())
        }
        Err(readings) => {
            let choices = readings.iter().filter_map(|reading| reading.choice);
            let choices = choices.map(|choice| format!("{choice} ({})", option(choice)));
            Err(format!(
                "several readings: {}",
                choices.collect::<Vec<_>>().join(", or ")
            ))
        }
    }
}

/// The option that chooses a reading.
fn option(choice: Choice) -> String {
    match choice {
        Choice::FirstColumn(first) => format!("--first-column {first}"),
        Choice::FirstRow(Edge::Top) => "--first-row top".to_owned(),
        Choice::FirstRow(Edge::Bottom) => "--first-row bottom".to_owned(),
        Choice::ToMove(player) => format!("--to-move {}", player.index() + 1),
        Choice::Score(true) => "--read-as score".to_owned(),
        Choice::Bitboards(true) => "--read-as bitboards".to_owned(),
        Choice::Empty(sign) => format!("--empty '{sign}'"),
        _ => "--read-as moves".to_owned(),
    }
}

/// Says what was ignored or assumed.
fn say_notes(source: &str, notes: &[Note]) {
    for note in notes {
        match note {
            Note::UnknownFields(names) => warn_about_unknown_fields(source, names),
            note => print_to_stderr(&format!("note: {source}: {note}")),
        }
    }
}

/// Warns about ignored fields.
pub(crate) fn warn_about_unknown_fields(source: &str, unknown: &[String]) {
    const MAX: usize = 3;
    if unknown.is_empty() {
        return;
    }
    let quoted = unknown.iter().take(MAX).map(|name| format!("“{name}”"));
    let quoted = quoted.collect::<Vec<_>>().join(", ");
    let more = match unknown.len().saturating_sub(MAX) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    print_to_stderr(&format!(
        "warning: {source}: ignoring unknown fields: {quoted}{more}"
    ));
}
