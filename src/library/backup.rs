//! Backup files, which contain the library, the settings, the high scores and
//! the progress with puzzles and lessons, the cup, and the games by links:
//!
//! ```json
//! {
//! "format": "four-shapes-backup",
//! "version": 3,
//! "games": [
//! {"id": "1795300000000-1234567", "begun": 1795300000000, "changed": 1795300360000, "name": "",
//! "starred": true, "note": "Close", "record": {"format": "four-shapes-game", …}}
//! ],
//! "settings": "…",
//! "scores": "…",
//! …
//! }
//! ```
//!
//! A game has the id, the times (0 if unknown), the name, the star and the note of its [`Entry`], and
//! whether it is `assisted` (like the note since version 2) or of a `cup` (since version 3). A record
//! that the page could not read is a string. What follows the games are the stored texts of
//! [`BackupExtras`].
//!
//! The games are parsed one at a time: an invalid game does not affect the others, and the
//! page stays responsive.

use super::entry::{Entry, LibraryGame, parse_game_name, parse_note};
use crate::storage::{BackupExtras, is_id};
use four_shapes_records::{
    json::{self, quoted},
    record::{self, RecordError, RecordProblem},
};
use std::borrow::Cow;

const FORMAT: &str = "four-shapes-backup";
const VERSION: u64 = 3;

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
        note,
        is_assisted,
        is_of_cup,
        ..
    } = &game.entry;
    let separator = if is_first { "\n" } else { ",\n" };
    let (id, name) = (quoted(id), quoted(name));
    // An unreadable record may not be JSON, so it is written as a string.
    let record = match summary {
        Some(_) => game.record.trim().to_owned(),
        None => quoted(&game.record),
    };
    let mut optional = String::new();
    if !note.is_empty() {
        optional.extend(["\"note\": ", &quoted(note), ", "]);
    }
    if *is_assisted {
        optional.push_str("\"assisted\": true, ");
    }
    if *is_of_cup {
        optional.push_str("\"cup\": true, ");
    }
    format!(
        "{separator}{{\"id\": {id}, \"begun\": {begun}, \"changed\": {changed}, \"name\": {name}, \
         \"starred\": {starred}, {optional}\"record\": {record}}}"
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
        ("cup", &extras.cup),
        ("person", &extras.person),
        ("correspondence", &extras.correspondence),
    ];
    for (name, value) in members {
        if let Some(value) = value {
            text.extend([",\n\"", name, "\": ", &quoted(value)]);
        }
    }
    text + "\n}\n"
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
    is_truncated: bool,
    /// The number of games read so far.
    pub(crate) number: usize,
    pub(crate) extras: BackupExtras,
    /// The reason what follows the games was not read.
    pub(crate) extras_error: Option<RecordError>,
}

impl Reader {
    /// Scans a file.
    ///
    /// # Errors
    /// Returns an error if nothing of it can be restored.
    pub(crate) fn new(text: String) -> Result<Self, RecordError> {
        let (start, end) = find_games(&text).unwrap_or((text.len(), Some(text.len())));
        let before = text[..start].trim_start_matches('\u{feff}');
        let after = end.map_or("", |end| &text[end..]);
        let games = if start < text.len() { "[]" } else { "" };
        let (extras, extras_error) = match parse_rest(&[before, games, after].concat()) {
            Ok(extras) => (extras, None),
            // What follows the games may be damaged or missing.
            Err(error) => match parse_rest(&[before, games, "}"].concat()) {
                Ok(extras) => (extras, Some(error)),
                Err(_) => return Err(error),
            },
        };
        Ok(Self {
            at: start + games.len().min(1),
            end: end.map_or(text.len(), |end| end - games.len().min(1)),
            is_truncated: end.is_none(),
            number: 0,
            extras,
            // A truncated file is reported with the game where it ends.
            extras_error: extras_error.filter(|_| end.is_some()),
            text,
        })
    }

    /// Parses the next game; `None` after the last. Positions of errors are relative to the game.
    pub(crate) fn next(&mut self) -> Option<Result<LibraryGame, RecordError>> {
        let bytes = &self.text.as_bytes()[..self.end];
        let at = skip_space(bytes, self.at);
        // If the file is truncated between two games, at least one is missing.
        if at >= bytes.len() && !std::mem::take(&mut self.is_truncated) {
            return None;
        }
        self.number += 1;
        let end = skip_value(bytes, at).unwrap_or_else(|| {
            self.is_truncated = false;
            bytes.len()
        });
        let after = skip_space(bytes, end);
        self.at = after + usize::from(bytes.get(after) == Some(&b','));
        Some(parse_game(&self.text[at..end]))
    }

    /// Returns the progress in percent.
    pub(crate) fn percent(&self) -> usize {
        self.at.min(self.end) * 100 / self.end.max(1)
    }
}

/// Finds the array of games: its start, and its end unless the file is truncated.
fn find_games(text: &str) -> Option<(usize, Option<usize>)> {
    let bytes = text.as_bytes();
    let mut at = text.find('{')?;
    loop {
        // After a brace or comma: a name, a colon and a value.
        let name = skip_space(bytes, at + 1);
        let name_end = skip_value(bytes, name)?;
        let start = skip_space(bytes, skip_space(bytes, name_end) + 1);
        let end = skip_value(bytes, start);
        if &bytes[name..name_end] == b"\"games\"" && bytes.get(start) == Some(&b'[') {
            return Some((start, end));
        }
        at = skip_space(bytes, end?);
    }
}

/// Parses a file without its games.
fn parse_rest(text: &str) -> Result<BackupExtras, RecordError> {
    json::parse(text, |fields| {
        fields.version(FORMAT, VERSION)?;
        let games = fields.take_required("games")?;
        if !games.elements()?.is_empty() {
            return Err(games.invalid().into());
        }
        let mut text = |name| -> Result<_, RecordError> {
            let field = fields.take_optional(name);
            let text = field.map(|field| field.string().map(Cow::into_owned));
            Ok(text.transpose()?)
        };
        Ok(BackupExtras {
            settings: text("settings")?,
            scores: text("scores")?,
            setup: text("setup")?,
            puzzles: text("puzzles")?,
            lessons: text("lessons")?,
            cup: text("cup")?,
            person: text("person")?,
            correspondence: text("correspondence")?,
        })
    })
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
    let (mut at, mut depth, mut is_quoted) = (start, 0_usize, false);
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
            b'\\' if is_quoted => at += 1,
            b'"' => is_quoted = !is_quoted,
            b'{' | b'[' if !is_quoted => depth += 1,
            b'}' | b']' if !is_quoted => depth -= 1,
            _ => continue,
        }
        if depth == 0 && !is_quoted {
            return Some(at);
        }
    }
}

/// Parses a game.
fn parse_game(text: &str) -> Result<LibraryGame, RecordError> {
    json::parse(text, |fields| {
        let id = fields
            .take_required("id")?
            .string_as(|id| is_id(id).then(|| id.to_owned()))?;
        let mut time = |name| {
            let field = fields.take_required(name)?;
            let time = field.number().ok().filter(|time| *time <= MAX_TIME);
            time.ok_or_else(|| field.invalid())
        };
        let (begun, changed) = (time("begun")?, time("changed")?);
        let name = fields.take_optional("name").map(|field| {
            let name = parse_game_name(&field.string()?);
            name.map_err(|error| field.error(RecordProblem::Name(error)))
        });
        let note = fields.take_optional("note").map(|field| {
            let note = parse_note(&field.string()?);
            note.map_err(|error| field.error(RecordProblem::Name(error)))
        });
        let mut flag = |name| {
            let field = fields.take_optional(name);
            field.map_or(Ok(false), |field| field.boolean())
        };
        let (starred, is_assisted) = (flag("starred")?, flag("assisted")?);
        let is_of_cup = flag("cup")?;
        let field = fields.take_required("record")?;
        let record = match field.string() {
            // A record that was unreadable when the backup was made.
            Ok(text) => record::parse(&text).map_or(text.into_owned(), |game| record::write(&game)),
            Err(_) => record::write(&record::parse_field(&field)?),
        };
        let mut game = LibraryGame::with_times(&id, begun, changed, record);
        game.entry.name = name.transpose()?.unwrap_or_default();
        game.entry.note = note.transpose()?.unwrap_or_default();
        game.entry.starred = starred;
        game.entry.is_assisted |= is_assisted;
        game.entry.is_of_cup = is_of_cup;
        Ok(game)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::entry::tests::match_of;
    use four_shapes_records::{NameError, high_scores::HighScores, json::Problem};
    use four_shapes_rules::Rules;
    use proptest::prelude::*;

    fn games() -> Vec<LibraryGame> {
        let moves = ["44", "1212121", "7"];
        let game = |(i, moves): (usize, &&str)| {
            let mut game =
                LibraryGame::new(&format!("{i}-x"), record::write(&match_of(moves)), 100);
            game.entry.name = ["", "“Two” \\ \"quoted\", [{", "Three"][i].to_owned();
            game.entry.starred = i == 1;
            game.entry.note = ["", "", "A \"note\"\nof two lines"][i].to_owned();
            game.entry.is_assisted = i == 2;
            game.entry.is_of_cup = i == 1;
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

    fn read_all(text: &str) -> Result<Vec<Result<LibraryGame, RecordError>>, RecordError> {
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
            cup: Some("{ \"format\": \"four-shapes-cup\" }".to_owned()),
            person: Some("{\"name\": \"Ada\"}".to_owned()),
            correspondence: Some("{\"games\": []}".to_owned()),
        };
        for count in 0..=4 {
            let games = &games()[..count];
            let text = file(games, &extras);
            assert!(is_backup(&text));
            let names = "format version games settings scores setup puzzles lessons cup person \
                         correspondence";
            let parsed = json::parse::<_, json::Error>(&text, |fields| {
                Ok(names
                    .split(' ')
                    .filter_map(|name| fields.take_optional(name))
                    .count())
            });
            assert_eq!(parsed, Ok(10), "{text}");
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
        let error = |text: &str| read_all(text).unwrap_err().problem;
        let json_error = |text: &str| match error(text) {
            RecordProblem::Json(problem) => problem,
            other => panic!("{other:?}"),
        };
        assert_eq!(json_error(""), Problem::Truncated);
        assert_eq!(json_error("nonsense"), Problem::NotJson);
        assert!(matches!(json_error("[]"), Problem::InvalidValue { .. }));
        assert_eq!(json_error("{"), Problem::Truncated);
        assert_eq!(
            error(&record::write(&match_of("44"))),
            RecordProblem::Format
        );
        let newer = |version| RecordProblem::Version { version, newest: 3 };
        assert_eq!(error(&text.replacen("\": 3,", "\": 4,", 1)), newer(4));
        let more = "\"version\": 4,\n\"later\": 1,\n\"games";
        assert_eq!(
            error(&text.replacen("\"version\": 3,\n\"games", more, 1)),
            newer(4)
        );
        assert_eq!(error(&text.replacen("\": 3,", "\": 0,", 1)), newer(0));
        assert!(matches!(
            json_error(&text.replacen("\": 3,", "\": \"3\",", 1)),
            Problem::InvalidValue {
                name: "version",
                ..
            }
        ));
        let unknown = text.replacen("\"games", "\"later\": 1,\n\"games", 1);
        assert_eq!(
            read_all(&unknown).unwrap_err(),
            RecordError {
                line: 4,
                column: 1,
                problem: RecordProblem::Json(Problem::UnexpectedField("\"later\"".to_owned())),
            }
        );
        let none = "{\"format\": \"four-shapes-backup\", \"version\": 1}";
        assert_eq!(json_error(none), Problem::MissingField("games"));
        for games in ["5", "{}", "\"[]\""] {
            let wrong = none.replace('}', &format!(", \"games\": {games}}}"));
            assert!(matches!(
                json_error(&wrong),
                Problem::InvalidValue { name: "games", .. }
            ));
        }
    }

    #[test]
    fn damage_after_the_games_does_not_affect_them() {
        let extras = BackupExtras {
            scores: Some("x".to_owned()),
            ..BackupExtras::default()
        };
        let text = file(&games(), &extras);
        for (from, to) in [
            ("scores\": ", "later\": "),
            ("\"x\"", "7"),
            ("\"x\"", "\"x"),
            ("\n}\n", ""),
        ] {
            let at = text.rfind(from).unwrap();
            let damaged = [&text[..at], to, &text[at + from.len()..]].concat();
            let mut reader = Reader::new(damaged.clone()).unwrap();
            assert!(reader.extras_error.is_some(), "{damaged}");
            assert_eq!(reader.extras, BackupExtras::default());
            let read: Result<Vec<_>, _> = std::iter::from_fn(|| reader.next()).collect();
            assert_eq!(read.unwrap(), games());
        }
        assert_eq!(Reader::new(text).unwrap().extras_error, None);
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
        for (from, to, name) in [
            ("\"0-x\"", "\"X\"", "id"),
            ("\"begun\": 1", "\"begun\": -1", "begun"),
            ("\"changed\": 100", "\"changed\": 1e9", "changed"),
            (
                "\"changed\": 100",
                "\"changed\": 8640000000000001",
                "changed",
            ),
            ("\"starred\": true", "\"starred\": 1", "starred"),
        ] {
            let RecordProblem::Json(Problem::InvalidValue { name: found, .. }) =
                error(from, to).problem
            else {
                panic!("{to}")
            };
            assert_eq!(found, name);
        }
        let problem = |from, to| error(from, to).problem;
        let json = RecordProblem::Json;
        assert_eq!(
            problem("\"begun\": 1, ", ""),
            json(Problem::MissingField("begun"))
        );
        let unknown = error("\"starred\": true", "\"stars\": 1");
        assert_eq!(
            unknown.problem,
            json(Problem::UnexpectedField("\"stars\"".to_owned()))
        );
        assert!(unknown.line == 1 && unknown.column > 1, "{unknown}");
        assert_eq!(
            problem("Three", "a\\nb"),
            RecordProblem::Name(NameError::Character('\n'))
        );
        assert!(matches!(
            problem("1212121", "1212129"),
            RecordProblem::Moves(_)
        ));
        assert!(matches!(
            problem("won by", "lost by"),
            RecordProblem::Result { .. }
        ));
        assert_eq!(
            problem("\"id\": \"1-x\"", "\"id\" \"1-x\""),
            json(Problem::NotJson)
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
                let Some(Err(error)) = read.last() else {
                    panic!("{}", &text[..end])
                };
                let truncated = RecordProblem::Json(Problem::Truncated);
                assert_eq!(error.problem, truncated, "{}", &text[..end]);
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
