//! Backup files, which contain the library, the settings, the high scores and
//! the progress with puzzles and lessons.
//! `docs/notation.md` describes the format.
//!
//! The games are parsed one at a time: an invalid game does not affect the others, and the
//! page stays responsive.

use super::entry::{Entry, LibraryGame, parse_game_name};
use crate::storage::{BackupExtras, is_id};
use four_shapes_records::{
    NameError,
    record::{self, RecordError},
};
use nojson::{RawJson, RawJsonValue};
use std::ops::Range;

const FORMAT: &str = "four-shapes-backup";
const VERSION: u64 = 1;

/// The maximum size of a file: 64 MB.
pub(crate) const MAX_BYTES: usize = 64 << 20;

/// The maximum time of a JavaScript `Date`, in Unix milliseconds.
const MAX_TIME: u64 = 8_640_000_000_000_000;

/// Returns whether a text looks like a backup, valid or not.
pub(crate) fn is_backup(text: &str) -> bool {
    let end = text.len().min(400);
    let head = &text.as_bytes()[..end];
    head.windows(FORMAT.len())
        .any(|part| part == FORMAT.as_bytes())
        && text
            .trim_start_matches('\u{feff}')
            .trim_start()
            .starts_with('{')
}

/// Returns the start of a file, before the games.
pub(crate) fn head() -> String {
    format!("{{\n\"format\": \"{FORMAT}\",\n\"version\": {VERSION},\n\"games\": [")
}

/// Writes a game; `is_first` if no other precedes it.
pub(crate) fn game(game: &LibraryGame, is_first: bool) -> String {
    let Entry {
        id,
        begun,
        changed,
        name,
        starred,
        summary,
        ..
    } = &game.entry;
    let separator = if is_first { "\n" } else { ",\n" };
    let (id, name) = (quoted(id), quoted(name));
    // An unreadable record may not be JSON, so it is written as a string.
    let record = match summary {
        Some(_) => game.record.trim().to_owned(),
        None => quoted(&game.record),
    };
    format!(
        "{separator}{{\"id\": {id}, \"begun\": {begun}, \"changed\": {changed}, \"name\": {name}, \
         \"starred\": {starred}, \"record\": {record}}}"
    )
}

/// Returns the end of a file, after the games.
pub(crate) fn tail(extras: &BackupExtras) -> String {
    let mut text = "\n]".to_owned();
    let members = [
        ("settings", &extras.settings),
        ("scores", &extras.scores),
        ("setup", &extras.setup),
        ("puzzles", &extras.puzzles),
        ("lessons", &extras.lessons),
    ];
    for (name, value) in members {
        if let Some(value) = value {
            text.extend([",\n\"", name, "\": ", &quoted(value)]);
        }
    }
    text + "\n}\n"
}

/// Writes a JSON string.
fn quoted(text: &str) -> String {
    let mut json = String::with_capacity(text.len() + 2);
    json.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => json.extend(['\\', character]),
            '\n' => json.push_str("\\n"),
            '\0'..='\x1f' => {
                let escaped = format!("\\u{:04x}", u32::from(character));
                json.push_str(&escaped);
            }
            _ => json.push(character),
        }
    }
    json.push('"');
    json
}

/// The reason a file is not a valid backup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BackupError {
    TooLarge,
    /// It is not a JSON object, or is truncated before its format.
    NotJson,
    /// It has another format.
    Format,
    /// It was written by a later version of the page.
    Newer,
    /// The list of games is missing.
    NoGames,
    /// An unknown or duplicate field.
    Unknown(String),
}

/// The reason a game of a backup is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BackupGameError {
    /// The file is truncated.
    Truncated,
    /// It is not a JSON object.
    NotJson,
    /// A field is missing.
    Missing(&'static str),
    /// The value of a field is invalid.
    Invalid(&'static str),
    /// An unknown or duplicate field.
    Unknown(String),
    Name(NameError),
    Record(RecordError),
}

/// A parser of a backup file.
#[derive(Debug)]
pub(crate) struct Reader {
    text: String,
    /// The position of the next game.
    at: usize,
    /// The end of the games.
    end: usize,
    /// Whether the file ends within the games, which was not reported yet.
    truncated: bool,
    /// The number of games read so far.
    pub(crate) number: usize,
    pub(crate) extras: BackupExtras,
}

impl Reader {
    /// Scans a file.
    ///
    /// # Errors
    /// Returns an error if nothing of it can be restored.
    pub(crate) fn new(text: String) -> Result<Self, BackupError> {
        if text.len() > MAX_BYTES {
            return Err(BackupError::TooLarge);
        }
        let bytes = text.as_bytes();
        let mut at = skip_space(bytes, if text.starts_with('\u{feff}') { 3 } else { 0 });
        if bytes.get(at) != Some(&b'{') {
            return Err(BackupError::NotJson);
        }
        at = skip_space(bytes, at + 1);
        let (mut version, mut format) = (None, None);
        let mut games = None;
        let mut extras = BackupExtras::default();
        // Stops early if the file is truncated.
        while bytes.get(at) == Some(&b'"') {
            let Some(end) = skip_value(bytes, at) else {
                break;
            };
            let name = string(&text[at..end]).ok_or(BackupError::NotJson)?;
            at = skip_space(bytes, end);
            if bytes.get(at) != Some(&b':') {
                break;
            }
            let start = skip_space(bytes, at + 1);
            let end = skip_value(bytes, start);
            let value = &text[start..end.unwrap_or(bytes.len())];
            let is_invalid = match &*name {
                "format" => format
                    .replace(string(value).ok_or(BackupError::Format)?)
                    .is_some(),
                "version" => version.replace(value.parse::<u64>().ok()).is_some(),
                "games" => games
                    .replace((start..start + value.len(), end.is_none()))
                    .is_some(),
                "settings" => put(&mut extras.settings, value, end.is_some()),
                "scores" => put(&mut extras.scores, value, end.is_some()),
                "setup" => put(&mut extras.setup, value, end.is_some()),
                "puzzles" => put(&mut extras.puzzles, value, end.is_some()),
                "lessons" => put(&mut extras.lessons, value, end.is_some()),
                _ => true,
            };
            if is_invalid {
                // Other formats and later versions may have other fields.
                if format.as_deref().is_some_and(|format| format != FORMAT) {
                    return Err(BackupError::Format);
                }
                if version.is_some_and(|version| version > Some(VERSION)) {
                    return Err(BackupError::Newer);
                }
                return Err(BackupError::Unknown(name.chars().take(24).collect()));
            }
            let Some(end) = end else { break };
            at = skip_space(bytes, end);
            if bytes.get(at) == Some(&b',') {
                at = skip_space(bytes, at + 1);
            }
        }
        if format.as_deref() != Some(FORMAT) {
            return Err(if format.is_none() {
                BackupError::NotJson
            } else {
                BackupError::Format
            });
        }
        match version.flatten() {
            Some(VERSION) => {}
            Some(version) if version > VERSION => return Err(BackupError::Newer),
            _ => return Err(BackupError::Format),
        }
        let (Range { start, end }, truncated) = games.ok_or(BackupError::NoGames)?;
        if bytes.get(start) != Some(&b'[') {
            return Err(BackupError::NoGames);
        }
        Ok(Self {
            at: start + 1,
            end: if truncated { end } else { end - 1 },
            truncated,
            number: 0,
            extras,
            text,
        })
    }

    /// Parses the next game; `None` after the last.
    pub(crate) fn next(&mut self) -> Option<Result<LibraryGame, BackupGameError>> {
        let bytes = &self.text.as_bytes()[..self.end];
        let at = skip_space(bytes, self.at);
        if at >= bytes.len() {
            // If the file is truncated between two games, at least one is missing.
            let truncated = std::mem::take(&mut self.truncated);
            self.number += usize::from(truncated);
            return truncated.then_some(Err(BackupGameError::Truncated));
        }
        self.number += 1;
        let Some(end) = skip_value(bytes, at) else {
            self.at = self.end;
            self.truncated = false;
            return Some(Err(BackupGameError::Truncated));
        };
        let after = skip_space(bytes, end);
        self.at = after + usize::from(bytes.get(after) == Some(&b','));
        Some(parse_game(&self.text[at..end]))
    }

    /// Returns the progress in percent.
    pub(crate) fn percent(&self) -> usize {
        self.at.min(self.end) * 100 / self.end.max(1)
    }
}

/// Sets a field of the extras unless its value is truncated, and returns whether it was set
/// before.
fn put(field: &mut Option<String>, value: &str, complete: bool) -> bool {
    complete && field.replace(string(value).unwrap_or_default()).is_some()
}

/// Returns the position of the next byte that is not white space.
fn skip_space(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let space = rest
        .iter()
        .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
    at + space.count()
}

/// Returns the end of the JSON value at `start`, judging by brackets and quotes; `None` if it is
/// truncated. Invalid values are skipped too: at least one byte, and whole characters.
fn skip_value(bytes: &[u8], start: usize) -> Option<usize> {
    let (mut at, mut depth, mut quoted) = (start, 0_usize, false);
    let simple = !matches!(bytes.get(start)?, b'"' | b'{' | b'[');
    loop {
        let byte = *bytes.get(at)?;
        if simple {
            let is_delimiter = matches!(byte, b',' | b'}' | b']' | b' ' | b'\t' | b'\r' | b'\n');
            if is_delimiter && (at > start || byte.is_ascii_whitespace()) {
                return Some(at);
            }
            at += 1;
            if is_delimiter || at == bytes.len() {
                return Some(at);
            }
            continue;
        }
        at += 1;
        match byte {
            b'\\' if quoted => at += 1,
            b'"' => quoted = !quoted,
            b'{' | b'[' if !quoted => depth += 1,
            b'}' | b']' if !quoted => depth -= 1,
            _ => continue,
        }
        if depth == 0 && !quoted {
            return Some(at);
        }
    }
}

/// Parses a JSON string.
fn string(json: &str) -> Option<String> {
    let json = RawJson::parse(json).ok()?;
    let text = json.value().to_unquoted_string_str().ok()?;
    Some(text.into_owned())
}

/// Parses a game.
fn parse_game(text: &str) -> Result<LibraryGame, BackupGameError> {
    let json = RawJson::parse(text).map_err(|_| BackupGameError::NotJson)?;
    let object = json
        .value()
        .to_object()
        .map_err(|_| BackupGameError::NotJson)?;
    let mut fields: Vec<(String, RawJsonValue<'_, '_>)> = Vec::new();
    for (name, value) in object {
        let name = name
            .to_unquoted_string_str()
            .map_err(|_| BackupGameError::NotJson)?;
        fields.push((name.into_owned(), value));
    }
    let mut take = |name: &'static str| {
        let at = fields.iter().position(|(field, _)| field == name);
        at.map(|at| fields.remove(at).1)
            .ok_or(BackupGameError::Missing(name))
    };
    let text = |name, value: RawJsonValue<'_, '_>| {
        let text = value.to_unquoted_string_str();
        text.map(std::borrow::Cow::into_owned)
            .map_err(|_| BackupGameError::Invalid(name))
    };
    let time = |name, value: RawJsonValue<'_, '_>| {
        let time = value
            .as_integer_str()
            .ok()
            .and_then(|time| time.parse().ok());
        time.filter(|time| *time <= MAX_TIME)
            .ok_or(BackupGameError::Invalid(name))
    };
    let id = text("id", take("id")?)?;
    if !is_id(&id) {
        return Err(BackupGameError::Invalid("id"));
    }
    let begun = time("begun", take("begun")?)?;
    let changed = time("changed", take("changed")?)?;
    let name = match take("name") {
        Ok(name) => text("name", name)?,
        Err(_) => String::new(),
    };
    let starred = match take("starred") {
        Ok(starred) => {
            starred
                .as_boolean_str()
                .map_err(|_| BackupGameError::Invalid("starred"))?
                == "true"
        }
        Err(_) => false,
    };
    let value = take("record")?;
    if let Some((name, _)) = fields.first() {
        return Err(BackupGameError::Unknown(name.chars().take(24).collect()));
    }
    let mut game = match value.to_unquoted_string_str() {
        // A record that was unreadable when the backup was made.
        Ok(record) if record.len() <= record::MAX_BYTES => {
            LibraryGame::with_times(&id, begun, changed, record.into_owned())
        }
        Ok(_) => return Err(BackupGameError::Invalid("record")),
        Err(_) => {
            let record = value.as_raw_str();
            record::parse(record).map_err(BackupGameError::Record)?;
            LibraryGame::with_times(&id, begun, changed, record.to_owned())
        }
    };
    game.entry.name = parse_game_name(&name).map_err(BackupGameError::Name)?;
    game.entry.starred = starred;
    // Normalize white space, so that equal games have equal records.
    if let Ok(game_match) = game.parse_record() {
        game.record = record::write(&game_match);
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::entry::tests::match_of;
    use four_shapes_records::high_scores::HighScores;
    use four_shapes_rules::Rules;
    use proptest::prelude::*;

    fn games() -> Vec<LibraryGame> {
        let moves = ["44", "1212121", "7"];
        let game = |(i, moves): (usize, &&str)| {
            let mut game =
                LibraryGame::new(&format!("{i}-x"), record::write(&match_of(moves)), 100);
            game.entry.name = ["", "“Two” \\ \"quoted\", [{", "Three"][i].to_owned();
            game.entry.starred = i == 1;
            game
        };
        let mut games: Vec<LibraryGame> = moves.iter().enumerate().map(game).collect();
        games.push(LibraryGame::new(
            "9-9",
            "no \"game\"\u{1}\n}]".to_owned(),
            7,
        ));
        games
    }

    fn file(games: &[LibraryGame], extras: &BackupExtras) -> String {
        let games = games.iter().enumerate();
        let games: String = games.map(|(i, game)| super::game(game, i == 0)).collect();
        head() + &games + &tail(extras)
    }

    fn read_all(text: &str) -> Result<Vec<Result<LibraryGame, BackupGameError>>, BackupError> {
        let mut reader = Reader::new(text.to_owned())?;
        Ok(std::iter::from_fn(|| reader.next()).collect())
    }

    #[test]
    fn backups_round_trip() {
        let extras = BackupExtras {
            settings: Some("{ \"a\": \"\\\\\" }".to_owned()),
            scores: Some("\n".to_owned()),
            setup: None,
            puzzles: Some("1 150000 35000 60000 0 0 - - 0 0 0".to_owned()),
            lessons: Some("1 drop row".to_owned()),
        };
        for count in 0..=4 {
            let games = &games()[..count];
            let text = file(games, &extras);
            assert!(is_backup(&text));
            assert!(RawJson::parse(&text).is_ok(), "{text}");
            let read: Result<Vec<_>, _> = read_all(&text).unwrap().into_iter().collect();
            assert_eq!(read.unwrap(), games);
            assert_eq!(Reader::new(text).unwrap().extras, extras);
        }
        assert!(!is_backup(&record::write(&match_of("44"))));
        assert!(!is_backup("44455"));
    }

    #[test]
    fn backups_of_earlier_versions_are_parsed() {
        let text = include_str!("../../crates/tournament/tests/data/compatibility/backup.json");
        let games: Vec<LibraryGame> = read_all(text)
            .unwrap()
            .into_iter()
            .map(Result::unwrap)
            .collect();
        let [named, swapped, unreadable] = &games[..] else {
            panic!("{games:?}")
        };
        assert_eq!(named.entry.id, "1795300000000-1234567");
        assert_eq!(named.entry.begun, 1_795_300_000_000);
        assert_eq!(named.entry.changed, 1_795_300_360_000);
        assert_eq!(named.entry.name, "“Two” \\ \"quoted\", [{");
        assert!(named.entry.starred && !swapped.entry.starred);
        let won = named.parse_record().unwrap();
        assert_eq!(won.winner().unwrap().name.as_str(), "<b>&\"Ada\"");
        assert_eq!(swapped.parse_record().unwrap().game().steps().len(), 4);
        assert_eq!(unreadable.record, "no \"game\"\n}]");
        let extras = Reader::new(text.to_owned()).unwrap().extras;
        let settings =
            include_str!("../../crates/tournament/tests/data/compatibility/settings.json");
        assert_eq!(extras.settings.as_deref(), Some(settings));
        let setup = record::parse(&extras.setup.unwrap()).unwrap();
        assert_eq!(
            (setup.rules(), setup.setup().first_seat()),
            (Rules::TIC_TAC_TOE, 1)
        );
        assert_eq!(
            HighScores::parse(&extras.scores.unwrap())
                .unwrap()
                .all()
                .len(),
            2
        );
    }

    #[test]
    fn white_space_and_order_do_not_matter() {
        let text = file(&games()[..2], &BackupExtras::default());
        let other = text
            .replace("\": ", "\" :\r\n\t")
            .replace("\"games\"", " \"games\" ");
        let read = |text: &str| read_all(text).unwrap();
        assert_eq!(read(&other).len(), 2);
        assert_eq!(read(&other)[1].as_ref().unwrap().record, games()[1].record);
        assert_eq!(read(&["\u{feff}", &text].concat()), read(&text));
        let last = "{\"games\": [], \"version\": 1, \"format\": \"four-shapes-backup\"}";
        assert_eq!(read(last), []);
    }

    #[test]
    fn files_that_are_not_backups_are_rejected() {
        let text = file(&games(), &BackupExtras::default());
        let error = |text: &str| read_all(text).unwrap_err();
        assert_eq!(error(""), BackupError::NotJson);
        assert_eq!(error("[]"), BackupError::NotJson);
        assert_eq!(error("{"), BackupError::NotJson);
        assert_eq!(error(&record::write(&match_of("44"))), BackupError::Format);
        assert_eq!(
            error(&text.replacen("\": 1,", "\": 2,", 1)),
            BackupError::Newer
        );
        let more = "\"version\": 2,\n\"later\": 1,\n\"games";
        assert_eq!(
            error(&text.replacen("\"version\": 1,\n\"games", more, 1)),
            BackupError::Newer
        );
        assert_eq!(
            error(&text.replacen("\": 1,", "\": 0,", 1)),
            BackupError::Format
        );
        assert_eq!(
            error(&text.replacen("\": 1,", "\": \"1\",", 1)),
            BackupError::Format
        );
        assert_eq!(
            error(&text.replacen("games", "game", 1)),
            BackupError::Unknown("game".to_owned())
        );
        let none = "{\"format\": \"four-shapes-backup\", \"version\": 1}";
        assert_eq!(error(none), BackupError::NoGames);
        let number = none.replace('}', ", \"games\": 5}");
        assert_eq!(error(&number), BackupError::NoGames);
    }

    #[test]
    fn invalid_game_does_not_affect_others() {
        let text = file(&games()[..3], &BackupExtras::default());
        let error = |from: &str, to: &str| {
            assert!(text.contains(from), "{from}");
            let read = read_all(&text.replacen(from, to, 1)).unwrap();
            assert_eq!(read.len(), 3, "{to}");
            let valid = read.iter().filter(|game| game.is_ok()).count();
            assert_eq!(valid, 2, "{to}");
            read.into_iter().find_map(Result::err).unwrap()
        };
        assert_eq!(error("\"0-x\"", "\"X\""), BackupGameError::Invalid("id"));
        assert_eq!(
            error("\"begun\": 1", "\"begun\": -1"),
            BackupGameError::Invalid("begun")
        );
        assert_eq!(
            error("\"changed\": 100", "\"changed\": 1e9"),
            BackupGameError::Invalid("changed")
        );
        assert_eq!(
            error("\"begun\": 1, ", ""),
            BackupGameError::Missing("begun")
        );
        assert_eq!(
            error("\"starred\": true", "\"starred\": 1"),
            BackupGameError::Invalid("starred")
        );
        assert_eq!(
            error("\"starred\": true", "\"stars\": 1"),
            BackupGameError::Unknown("stars".to_owned())
        );
        assert_eq!(
            error("Three", "a\\nb"),
            BackupGameError::Name(NameError::Character('\n'))
        );
        assert!(matches!(
            error("1212121", "1212129"),
            BackupGameError::Record(_)
        ));
        assert!(matches!(
            error("won by", "lost by"),
            BackupGameError::Record(_)
        ));
        assert_eq!(
            error("\"id\": \"1-x\"", "\"id\" \"1-x\""),
            BackupGameError::NotJson
        );
    }

    #[test]
    fn complete_games_of_a_truncated_file_are_parsed() {
        let games = games();
        let text = file(&games, &BackupExtras::default());
        let start = text.find("\"games\": [").unwrap() + "\"games\": [".len();
        let mut max_valid = 0;
        for end in (start..text.len() - 4).filter(|end| text.is_char_boundary(*end)) {
            let read = read_all(&text[..end]).unwrap();
            let valid = read.iter().filter_map(|game| game.as_ref().ok()).count();
            assert!(valid >= max_valid && read[..valid].iter().all(Result::is_ok));
            max_valid = valid;
            if end < text.rfind(']').unwrap() {
                assert_eq!(
                    read.last(),
                    Some(&Err(BackupGameError::Truncated)),
                    "{}",
                    &text[..end]
                );
            }
        }
        assert_eq!(max_valid, games.len());
    }

    proptest! {
        #[test]
        fn mutated_backups_never_panic(at in 0_usize..3000, byte in any::<u8>(), cut in any::<bool>()) {
            let mut bytes = file(&games(), &BackupExtras::default()).into_bytes();
            let at = at % bytes.len();
            bytes[at] = byte;
            if cut {
                bytes.remove(at / 2);
            }
            let _ = read_all(&String::from_utf8_lossy(&bytes));
        }

        #[test]
        fn changed_character_of_a_game_does_not_affect_others(at in any::<prop::sample::Index>(), to in "[a-zA-Z0-9 é.:,-]") {
            let games = games();
            let parts: Vec<String> = games.iter().enumerate().map(|(i, game)| super::game(game, i == 0)).collect();
            let positions: Vec<usize> = parts[1]
                .char_indices()
                .filter(|(_, character)| character.is_ascii_alphanumeric())
                .map(|(at, _)| at)
                .collect();
            let at = *at.get(&positions);
            let corrupt = [&parts[1][..at], &to, &parts[1][at + 1..]].concat();
            let text = [&head(), &parts[0], &*corrupt, &parts[2], &parts[3], &tail(&BackupExtras::default())].concat();
            let read = read_all(&text).unwrap();
            let valid: Vec<&LibraryGame> = read.iter().filter_map(|game| game.as_ref().ok()).collect();
            for i in [0, 2, 3] {
                prop_assert!(valid.contains(&&games[i]), "{}", text);
            }
        }
    }
}
