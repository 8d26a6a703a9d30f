//! A whole library and what belongs to it as one file. `docs/notation.md` has the
//! format.
//!
//! The file is gone through piece by piece, so that a broken game costs only itself,
//! and the page can do something else in between.

use super::entry::{Entry, Game, Title};
use crate::storage::{BackupExtras, is_id};
use four_shapes_engine::{
    NameError,
    record::{self, RecordError},
};
use nojson::{RawJson, RawJsonValue};
use std::ops::Range;

const FORMAT: &str = "four-shapes-backup";
const VERSION: u64 = 1;

/// The largest file that is read: 64 MB.
pub(crate) const MAX_BYTES: usize = 64 << 20;

/// The latest moment there is in a browser, in milliseconds since 1970.
const LATEST: u64 = 8_640_000_000_000_000;

/// Whether a text wants to be a backup.
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

/// The beginning of a file; games follow.
pub(crate) fn head() -> String {
    format!("{{\n\"format\": \"{FORMAT}\",\n\"version\": {VERSION},\n\"games\": [")
}

/// One game, in a file; `first` of all, or behind another one.
pub(crate) fn game(game: &Game, first: bool) -> String {
    let Entry {
        id,
        begun,
        changed,
        name,
        starred,
        summary,
        ..
    } = &game.entry;
    let comma = if first { "\n" } else { ",\n" };
    let (id, name) = (quoted(id), quoted(name));
    // What can't be read here is no JSON, or some that others could mistake.
    let record = match summary {
        Some(_) => game.record.trim().to_owned(),
        None => quoted(&game.record),
    };
    format!(
        "{comma}{{\"id\": {id}, \"begun\": {begun}, \"changed\": {changed}, \"name\": {name}, \
         \"starred\": {starred}, \"record\": {record}}}"
    )
}

/// The end of a file, behind all games.
pub(crate) fn tail(rest: &BackupExtras) -> String {
    let mut text = "\n]".to_owned();
    let members = [
        ("settings", &rest.settings),
        ("scores", &rest.scores),
        ("setup", &rest.setup),
    ];
    for (name, value) in members {
        if let Some(value) = value {
            text.extend([",\n\"", name, "\": ", &quoted(value)]);
        }
    }
    text + "\n}\n"
}

/// A text as JSON.
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

/// Why a file is no backup that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    TooLarge,
    /// It is no JSON object, or one that breaks off before its games.
    NotJson,
    /// It is something else.
    Format,
    /// It was written by a later version of the page.
    Newer,
    /// There is no list of games in it.
    NoGames,
    /// A field that this version does not know, or that is there twice.
    Unknown(String),
}

/// Why one game of a backup can't be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Broken {
    /// The file ends in it.
    CutOff,
    /// It is no JSON object.
    NotJson,
    Missing(&'static str),
    Value(&'static str),
    /// A field that this version does not know, or that is there twice.
    Unknown(String),
    Name(NameError),
    Record(RecordError),
}

/// A backup that is being read.
#[derive(Debug)]
pub(crate) struct Reader {
    text: String,
    /// Where the next game may begin.
    at: usize,
    /// Where the games end.
    end: usize,
    /// The file ends before they do.
    cut_off: bool,
    /// How many games there were.
    pub(crate) number: usize,
    pub(crate) rest: BackupExtras,
}

impl Reader {
    /// Looks through a file.
    ///
    /// # Errors
    /// If nothing of it can be taken.
    pub(crate) fn new(text: String) -> Result<Self, Wrong> {
        if text.len() > MAX_BYTES {
            return Err(Wrong::TooLarge);
        }
        let bytes = text.as_bytes();
        let mut at = skip_space(bytes, if text.starts_with('\u{feff}') { 3 } else { 0 });
        if bytes.get(at) != Some(&b'{') {
            return Err(Wrong::NotJson);
        }
        at = skip_space(bytes, at + 1);
        let (mut version, mut format) = (None, None);
        let mut games = None;
        let mut rest = BackupExtras::default();
        // To the end, or to where the file breaks off.
        while bytes.get(at) == Some(&b'"') {
            let Some(end) = skip_value(bytes, at) else {
                break;
            };
            let name = string(&text[at..end]).ok_or(Wrong::NotJson)?;
            at = skip_space(bytes, end);
            if bytes.get(at) != Some(&b':') {
                break;
            }
            let start = skip_space(bytes, at + 1);
            let end = skip_value(bytes, start);
            let value = &text[start..end.unwrap_or(bytes.len())];
            let twice = match &*name {
                "format" => format
                    .replace(string(value).ok_or(Wrong::Format)?)
                    .is_some(),
                "version" => version.replace(value.parse::<u64>().ok()).is_some(),
                "games" => games
                    .replace((start..start + value.len(), end.is_none()))
                    .is_some(),
                "settings" => put(&mut rest.settings, value, end.is_some()),
                "scores" => put(&mut rest.scores, value, end.is_some()),
                "setup" => put(&mut rest.setup, value, end.is_some()),
                _ => true,
            };
            if twice {
                // Something else may have anything, and a later version more.
                if format.as_deref().is_some_and(|format| format != FORMAT) {
                    return Err(Wrong::Format);
                }
                if version.is_some_and(|version| version > Some(VERSION)) {
                    return Err(Wrong::Newer);
                }
                return Err(Wrong::Unknown(name.chars().take(24).collect()));
            }
            let Some(end) = end else { break };
            at = skip_space(bytes, end);
            if bytes.get(at) == Some(&b',') {
                at = skip_space(bytes, at + 1);
            }
        }
        if format.as_deref() != Some(FORMAT) {
            return Err(if format.is_none() {
                Wrong::NotJson
            } else {
                Wrong::Format
            });
        }
        match version.flatten() {
            Some(VERSION) => {}
            Some(version) if version > VERSION => return Err(Wrong::Newer),
            _ => return Err(Wrong::Format),
        }
        let (Range { start, end }, cut_off) = games.ok_or(Wrong::NoGames)?;
        if bytes.get(start) != Some(&b'[') {
            return Err(Wrong::NoGames);
        }
        Ok(Self {
            at: start + 1,
            end: if cut_off { end } else { end - 1 },
            cut_off,
            number: 0,
            rest,
            text,
        })
    }

    /// The next game, or why it can't be taken; `None` behind the last.
    pub(crate) fn next(&mut self) -> Option<Result<Game, Broken>> {
        let bytes = &self.text.as_bytes()[..self.end];
        let at = skip_space(bytes, self.at);
        if at >= bytes.len() {
            // Cut off between two games: one at least is missing.
            let cut_off = std::mem::take(&mut self.cut_off);
            self.number += usize::from(cut_off);
            return cut_off.then_some(Err(Broken::CutOff));
        }
        self.number += 1;
        let Some(end) = skip_value(bytes, at) else {
            self.at = self.end;
            self.cut_off = false;
            return Some(Err(Broken::CutOff));
        };
        let behind = skip_space(bytes, end);
        self.at = behind + usize::from(bytes.get(behind) == Some(&b','));
        Some(read_game(&self.text[at..end]))
    }

    /// How far the games have been read, of 100.
    pub(crate) fn percent(&self) -> usize {
        self.at.min(self.end) * 100 / self.end.max(1)
    }
}

/// Takes the text of a part; whether there has been one before.
fn put(part: &mut Option<String>, value: &str, whole: bool) -> bool {
    // A part that is no text is nothing that was stored here.
    whole && part.replace(string(value).unwrap_or_default()).is_some()
}

/// Where there is something else than space.
fn skip_space(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let space = rest
        .iter()
        .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
    at + space.count()
}

/// The end of the JSON value that begins here, as its brackets and quotes have it;
/// `None` if the text ends in it. What is no value is skipped as well: at least one
/// byte, and never half a character.
fn skip_value(bytes: &[u8], start: usize) -> Option<usize> {
    let (mut at, mut depth, mut quoted) = (start, 0_usize, false);
    let simple = !matches!(bytes.get(start)?, b'"' | b'{' | b'[');
    loop {
        let byte = *bytes.get(at)?;
        if simple {
            let behind = matches!(byte, b',' | b'}' | b']' | b' ' | b'\t' | b'\r' | b'\n');
            if behind && (at > start || byte.is_ascii_whitespace()) {
                return Some(at);
            }
            at += 1;
            if behind || at == bytes.len() {
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

/// The text of a JSON string.
fn string(json: &str) -> Option<String> {
    let json = RawJson::parse(json).ok()?;
    let text = json.value().to_unquoted_string_str().ok()?;
    Some(text.into_owned())
}

/// Reads one game.
fn read_game(text: &str) -> Result<Game, Broken> {
    let json = RawJson::parse(text).map_err(|_| Broken::NotJson)?;
    let object = json.value().to_object().map_err(|_| Broken::NotJson)?;
    let mut fields: Vec<(String, RawJsonValue<'_, '_>)> = Vec::new();
    for (name, value) in object {
        let name = name.to_unquoted_string_str().map_err(|_| Broken::NotJson)?;
        fields.push((name.into_owned(), value));
    }
    let mut take = |name: &'static str| {
        let at = fields.iter().position(|(field, _)| field == name);
        at.map(|at| fields.remove(at).1)
            .ok_or(Broken::Missing(name))
    };
    let text = |name, value: RawJsonValue<'_, '_>| {
        let text = value.to_unquoted_string_str();
        text.map(std::borrow::Cow::into_owned)
            .map_err(|_| Broken::Value(name))
    };
    let time = |name, value: RawJsonValue<'_, '_>| {
        let time = value
            .as_integer_str()
            .ok()
            .and_then(|time| time.parse().ok());
        time.filter(|time| *time <= LATEST)
            .ok_or(Broken::Value(name))
    };
    let id = text("id", take("id")?)?;
    if !is_id(&id) {
        return Err(Broken::Value("id"));
    }
    let (begun, changed) = (
        time("begun", take("begun")?)?,
        time("changed", take("changed")?)?,
    );
    let name = take("name")
        .and_then(|name| text("name", name))
        .or_else(absent)?;
    let starred = take("starred").map(|starred| starred.as_boolean_str().ok().map(str::to_owned));
    let starred = match starred {
        Ok(Some(starred)) => starred == "true",
        Ok(None) => return Err(Broken::Value("starred")),
        Err(_) => false,
    };
    let value = take("record")?;
    if let Some((name, _)) = fields.first() {
        return Err(Broken::Unknown(name.chars().take(24).collect()));
    }
    let mut game = match value.to_unquoted_string_str() {
        // Kept where it could not be read, to be read some day.
        Ok(record) if record.len() <= record::MAX_BYTES => {
            Game::of(&id, begun, changed, record.into_owned())
        }
        Ok(_) => return Err(Broken::Value("record")),
        Err(_) => {
            let record = value.as_raw_str();
            record::parse(record).map_err(Broken::Record)?;
            Game::of(&id, begun, changed, record.to_owned())
        }
    };
    game.entry.name = Title::read(&name).map_err(Broken::Name)?;
    game.entry.starred = starred;
    // As it would be written here: spaces don't make another game of it.
    if let Ok(played) = game.played() {
        game.record = record::write(&played);
    }
    Ok(game)
}

/// A text that may be missing.
fn absent(broken: Broken) -> Result<String, Broken> {
    match broken {
        Broken::Missing(_) => Ok(String::new()),
        broken => Err(broken),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::entry::tests::played;
    use four_shapes_engine::{Rules, scores::Scores};
    use proptest::prelude::*;

    fn games() -> Vec<Game> {
        let moves = ["44", "1212121", "7"];
        let game = |(i, moves): (usize, &&str)| {
            let mut game = Game::new(&format!("{i}-x"), record::write(&played(moves)), 100);
            game.entry.name = ["", "“Two” \\ \"quoted\", [{", "Three"][i].to_owned();
            game.entry.starred = i == 1;
            game
        };
        let mut games: Vec<Game> = moves.iter().enumerate().map(game).collect();
        games.push(Game::new("9-9", "no \"game\"\u{1}\n}]".to_owned(), 7));
        games
    }

    fn file(games: &[Game], rest: &BackupExtras) -> String {
        let games = games.iter().enumerate();
        let games: String = games.map(|(i, game)| super::game(game, i == 0)).collect();
        head() + &games + &tail(rest)
    }

    fn read_all(text: &str) -> Result<Vec<Result<Game, Broken>>, Wrong> {
        let mut reader = Reader::new(text.to_owned())?;
        Ok(std::iter::from_fn(|| reader.next()).collect())
    }

    #[test]
    fn backups_are_read_back() {
        let rest = BackupExtras {
            settings: Some("{ \"a\": \"\\\\\" }".to_owned()),
            scores: Some("\n".to_owned()),
            setup: None,
        };
        for count in 0..=4 {
            let games = &games()[..count];
            let text = file(games, &rest);
            assert!(is_backup(&text));
            assert!(RawJson::parse(&text).is_ok(), "{text}");
            let read: Result<Vec<_>, _> = read_all(&text).unwrap().into_iter().collect();
            assert_eq!(read.unwrap(), games);
            assert_eq!(Reader::new(text).unwrap().rest, rest);
        }
        assert!(!is_backup(&record::write(&played("44"))));
        assert!(!is_backup("44455"));
    }

    #[test]
    fn backups_of_earlier_versions_are_read() {
        let text = include_str!("../../crates/engine/tests/data/compatibility/backup.json");
        let games: Vec<Game> = read_all(text)
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
        let won = named.played().unwrap();
        assert_eq!(won.winner().unwrap().name.as_str(), "<b>&\"Ada\"");
        assert_eq!(swapped.played().unwrap().game().steps().len(), 4);
        assert_eq!(unreadable.record, "no \"game\"\n}]");
        let rest = Reader::new(text.to_owned()).unwrap().rest;
        let settings = include_str!("../../crates/engine/tests/data/compatibility/settings.json");
        assert_eq!(rest.settings.as_deref(), Some(settings));
        let setup = record::parse(&rest.setup.unwrap()).unwrap();
        assert_eq!(
            (setup.rules(), setup.setup().first_seat()),
            (Rules::TIC_TAC_TOE, 1)
        );
        assert_eq!(Scores::parse(&rest.scores.unwrap()).unwrap().all().len(), 2);
    }

    #[test]
    fn spaces_and_order_do_not_matter() {
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
    fn what_is_no_backup_is_refused_whole() {
        let text = file(&games(), &BackupExtras::default());
        let wrong = |text: &str| read_all(text).unwrap_err();
        assert_eq!(wrong(""), Wrong::NotJson);
        assert_eq!(wrong("[]"), Wrong::NotJson);
        assert_eq!(wrong("{"), Wrong::NotJson);
        assert_eq!(wrong(&record::write(&played("44"))), Wrong::Format);
        assert_eq!(wrong(&text.replacen("\": 1,", "\": 2,", 1)), Wrong::Newer);
        let more = "\"version\": 2,\n\"later\": 1,\n\"games";
        assert_eq!(
            wrong(&text.replacen("\"version\": 1,\n\"games", more, 1)),
            Wrong::Newer
        );
        assert_eq!(wrong(&text.replacen("\": 1,", "\": 0,", 1)), Wrong::Format);
        assert_eq!(
            wrong(&text.replacen("\": 1,", "\": \"1\",", 1)),
            Wrong::Format
        );
        assert_eq!(
            wrong(&text.replacen("games", "game", 1)),
            Wrong::Unknown("game".to_owned())
        );
        let none = "{\"format\": \"four-shapes-backup\", \"version\": 1}";
        assert_eq!(wrong(none), Wrong::NoGames);
        let number = none.replace('}', ", \"games\": 5}");
        assert_eq!(wrong(&number), Wrong::NoGames);
    }

    #[test]
    fn a_broken_game_costs_only_itself() {
        let text = file(&games()[..3], &BackupExtras::default());
        let broken = |from: &str, to: &str| {
            assert!(text.contains(from), "{from}");
            let read = read_all(&text.replacen(from, to, 1)).unwrap();
            assert_eq!(read.len(), 3, "{to}");
            let valid = read.iter().filter(|game| game.is_ok()).count();
            assert_eq!(valid, 2, "{to}");
            read.into_iter().find_map(Result::err).unwrap()
        };
        assert_eq!(broken("\"0-x\"", "\"X\""), Broken::Value("id"));
        assert_eq!(
            broken("\"begun\": 1", "\"begun\": -1"),
            Broken::Value("begun")
        );
        assert_eq!(
            broken("\"changed\": 100", "\"changed\": 1e9"),
            Broken::Value("changed")
        );
        assert_eq!(broken("\"begun\": 1, ", ""), Broken::Missing("begun"));
        assert_eq!(
            broken("\"starred\": true", "\"starred\": 1"),
            Broken::Value("starred")
        );
        assert_eq!(
            broken("\"starred\": true", "\"stars\": 1"),
            Broken::Unknown("stars".to_owned())
        );
        assert_eq!(
            broken("Three", "a\\nb"),
            Broken::Name(NameError::Character('\n'))
        );
        assert!(matches!(broken("1212121", "1212129"), Broken::Record(_)));
        assert!(matches!(broken("won by", "lost by"), Broken::Record(_)));
        assert_eq!(broken("\"id\": \"1-x\"", "\"id\" \"1-x\""), Broken::NotJson);
    }

    #[test]
    fn of_a_file_that_breaks_off_the_whole_games_are_taken() {
        let games = games();
        let text = file(&games, &BackupExtras::default());
        let start = text.find("\"games\": [").unwrap() + "\"games\": [".len();
        let mut most = 0;
        for end in (start..text.len() - 4).filter(|end| text.is_char_boundary(*end)) {
            let read = read_all(&text[..end]).unwrap();
            let valid = read.iter().filter_map(|game| game.as_ref().ok()).count();
            assert!(valid >= most && read[..valid].iter().all(Result::is_ok));
            most = valid;
            if end < text.rfind(']').unwrap() {
                assert_eq!(read.last(), Some(&Err(Broken::CutOff)), "{}", &text[..end]);
            }
        }
        assert_eq!(most, games.len());
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

        /// Whatever is written in place of letters and digits of one game's record, the
        /// others are taken.
        #[test]
        fn what_is_wrong_in_a_game_costs_no_other(at in any::<prop::sample::Index>(), to in "[a-zA-Z0-9 é.:,-]") {
            let games = games();
            let parts: Vec<String> = games.iter().enumerate().map(|(i, game)| super::game(game, i == 0)).collect();
            let plain: Vec<usize> = parts[1]
                .char_indices()
                .filter(|(_, character)| character.is_ascii_alphanumeric())
                .map(|(at, _)| at)
                .collect();
            let at = *at.get(&plain);
            let wrong = [&parts[1][..at], &to, &parts[1][at + 1..]].concat();
            let text = [&head(), &parts[0], &*wrong, &parts[2], &parts[3], &tail(&BackupExtras::default())].concat();
            let read = read_all(&text).unwrap();
            let valid: Vec<&Game> = read.iter().filter_map(|game| game.as_ref().ok()).collect();
            for i in [0, 2, 3] {
                prop_assert!(valid.contains(&&games[i]), "{}", text);
            }
        }
    }
}
