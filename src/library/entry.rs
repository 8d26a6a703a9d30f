//! A game of the library and its entry in the list.

use crate::{
    game::session::{move_count, to_end},
    storage::{BrowserStorage, is_id, person::Person},
    text,
};
use four_shapes_records::{
    Match, Name, NameError, Seat,
    record::{self, RecordError},
};
use four_shapes_rules::{Rules, Status, hash::fnv1a_64};
use serde::{Deserialize, Serialize};

/// A stored game: its record and its entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LibraryGame {
    pub(crate) entry: Entry,
    pub(crate) record: String,
}

/// The properties of a game that are available without parsing its record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Entry {
    #[serde(skip)]
    pub(crate) id: String,
    /// The time of the first move in Unix milliseconds; 0 if unknown.
    pub(crate) begun: u64,
    /// The time of the last change in Unix milliseconds.
    pub(crate) changed: u64,
    /// The name given by the user; may be empty.
    pub(crate) name: String,
    pub(crate) starred: bool,
    /// The hash of setup and moves; see [`content_hash`].
    pub(crate) content_hash: String,
    /// `None` if the record can't be parsed.
    pub(crate) summary: Option<Summary>,
    /// The user's note on the game; may be empty.
    pub(crate) note: String,
    /// Whether a move was taken back, or a hint or the analysis used; see
    /// [`assistance`](super::assistance).
    pub(crate) is_assisted: bool,
    /// Whether it was played in a cup.
    pub(crate) is_of_cup: bool,
}

/// A summary of a record. Undone moves are part of the game: it is what it was at its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Summary {
    pub(crate) rules: Rules,
    pub(crate) outcome: Outcome,
    /// The number of moves.
    pub(crate) moves: usize,
    /// The players in seat order.
    pub(crate) players: Vec<PlayerSummary>,
    /// Whether the only human is known to be someone else; see [`Summary::recognize`].
    #[serde(skip)]
    is_of_another: bool,
}

/// A player in a [`Summary`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PlayerSummary {
    pub(crate) name: String,
    /// The id of a computer player, such as `level:3`; empty for a human.
    pub(crate) computer: String,
}

/// The outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Outcome {
    Unfinished,
    /// Won by the player with this index in the summary.
    Won(usize),
    Drawn,
}

/// The maximum length of a game's name, in characters.
pub(crate) const MAX_NAME_CHARS: usize = 60;
/// The maximum length of a note, in characters.
pub(crate) const MAX_NOTE_CHARS: usize = 500;

/// Parses the name of a game, which may be empty.
///
/// # Errors
/// Returns an error if it is too long or contains a character that is not allowed in names of
/// players.
pub(crate) fn parse_game_name(text: &str) -> Result<String, NameError> {
    parse_text(text, MAX_NAME_CHARS, " ")
}

/// Parses a note on a game, which may be empty and have several lines.
///
/// # Errors
/// As [`parse_game_name`].
pub(crate) fn parse_note(text: &str) -> Result<String, NameError> {
    parse_text(&text.replace("\r\n", "\n"), MAX_NOTE_CHARS, " \n")
}

/// Parses a text whose characters are allowed in names, or among `also`.
fn parse_text(text: &str, max_chars: usize, also: &str) -> Result<String, NameError> {
    let text = text.trim();
    let chars = text.chars().count();
    if chars > max_chars {
        return Err(NameError::TooLong { chars });
    }
    for character in text.chars().filter(|character| !also.contains(*character)) {
        Name::new(character.encode_utf8(&mut [0; 4]))?;
    }
    Ok(text.to_owned())
}

impl LibraryGame {
    /// Creates a game whose id starts with the time it was begun.
    pub(crate) fn new(id: &str, record: String, changed: u64) -> Self {
        let begun = id.split('-').next().and_then(|begun| begun.parse().ok());
        Self::with_times(id, begun.unwrap_or(0), changed, record)
    }

    /// Creates a game without a name, star or note.
    pub(crate) fn with_times(id: &str, begun: u64, changed: u64, record: String) -> Self {
        let parsed = record::parse(&record);
        let entry = Entry {
            id: id.to_owned(),
            begun,
            changed,
            name: String::new(),
            starred: false,
            content_hash: parsed
                .as_ref()
                .map_or_else(|_| hex_hash(&record), content_hash),
            summary: parsed.as_ref().ok().map(Summary::of),
            note: String::new(),
            // The start decides much of such a game, so it counts as little as one with help.
            is_assisted: parsed.is_ok_and(|game_match| game_match.game().is_set_up()),
            is_of_cup: false,
        };
        Self { entry, record }
    }

    /// Creates a game with a stored entry, whose properties of the record are computed again.
    pub(super) fn with_entry(entry: Entry, record: String) -> Self {
        let computed = Self::with_times(&entry.id, entry.begun, entry.changed, record);
        Self {
            entry: Entry {
                content_hash: computed.entry.content_hash,
                summary: computed.entry.summary,
                ..entry
            },
            record: computed.record,
        }
    }

    /// Parses the record, including undone moves.
    pub(crate) fn parse_record(&self) -> Result<Match, RecordError> {
        record::parse(&self.record)
    }
}

/// Returns a hash of the setup and all moves, including undone ones.
pub(crate) fn content_hash(game_match: &Match) -> String {
    hex_hash(&full_record(game_match))
}

/// Returns the record of a match after redoing all undone moves.
pub(super) fn full_record(game_match: &Match) -> String {
    record::write(&to_end(game_match))
}

/// Returns the hash of a text as 16 hexadecimal digits.
fn hex_hash(text: &str) -> String {
    format!("{:016x}", fnv1a_64(text))
}

/// Returns an id for a copy of a match, which is not stored in the library until a move is
/// made; see [`is_unchanged_copy`].
pub(crate) fn copy_id(new_id: &str, game_match: &Match) -> String {
    [new_id, "-", &content_hash(game_match)].concat()
}

/// Returns whether a game is a copy that has not been continued.
pub(super) fn is_unchanged_copy(entry: &Entry) -> bool {
    is_copy_of(&entry.id, &entry.content_hash)
}

/// Returns whether an id is that of a copy of the match with a content hash.
pub(super) fn is_copy_of(id: &str, content_hash: &str) -> bool {
    id.split('-').nth(2) == Some(content_hash)
}

impl Summary {
    pub(crate) fn of(game_match: &Match) -> Self {
        let game_match = to_end(game_match);
        let outcome = match game_match.game().status() {
            Status::ToMove(_) => Outcome::Unfinished,
            Status::Won { player, .. } | Status::WonOnTime(player) => {
                Outcome::Won(game_match.seat_index(player))
            }
            Status::Drawn(_) => Outcome::Drawn,
        };
        let seats = game_match.setup().seats().iter();
        let players = seats.map(|seat| PlayerSummary {
            name: seat.name.to_string(),
            computer: seat
                .computer
                .map_or_else(String::new, |kind| kind.to_string()),
        });
        Self {
            rules: game_match.rules(),
            outcome,
            moves: move_count(game_match.game()),
            players: players.collect(),
            is_of_another: false,
        }
    }
}

impl Summary {
    /// Returns the seat of the only human among computer players.
    fn lone_human(&self) -> Option<usize> {
        let humans = self.players.iter().enumerate();
        let mut humans = humans.filter(|(_, player)| player.computer.is_empty());
        match (humans.next(), humans.next()) {
            (Some((seat, _)), None) if self.players.len() > 1 => Some(seat),
            _ => None,
        }
    }

    /// Tells the games of the user from those of others on this device: in the user's the only human
    /// has a name of the user, or one that the page gave.
    pub(crate) fn recognize(&mut self, user: &Person) {
        let Some(seat) = self.lone_human() else {
            return;
        };
        let name = &*self.players[seat].name;
        let is_given = || {
            let mut seats = (0..self.players.len()).map(Seat::nth);
            // In a cup, the first one without a name.
            [text::you(), &text::default_person(1)].contains(&name)
                || seats.any(|seat| seat.name.as_str() == name)
        };
        self.is_of_another = !user.is_called(name) && !is_given();
    }

    /// Returns the seat of the user, as the only human among computer players.
    pub(crate) fn person(&self) -> Option<usize> {
        self.lone_human().filter(|_| !self.is_of_another)
    }

    /// Returns the result for the user: 1 if they have won, 0 for a draw, −1 if they have lost;
    /// `None` if the game isn't finished or not against computer players only.
    pub(crate) fn result(&self) -> Option<i8> {
        let person = self.person()?;
        match self.outcome {
            Outcome::Unfinished => None,
            Outcome::Won(seat) if seat == person => Some(1),
            Outcome::Won(_) => Some(-1),
            Outcome::Drawn => Some(0),
        }
    }
}

/// Tells the games of the user from those of others; see [`Summary::recognize`].
pub(super) fn recognize<'a>(entries: impl IntoIterator<Item = &'a mut Entry>) {
    let user = Person::load(&BrowserStorage::new());
    let summaries = entries
        .into_iter()
        .filter_map(|entry| entry.summary.as_mut());
    summaries.for_each(|summary| summary.recognize(&user));
}

/// The version of the encoding.
const VERSION: u32 = 3;
/// The fields that earlier versions lack, at the end: version 1 the note and whether it is
/// assisted, version 2 whether it is of a cup.
const ADDED: [u8; 3] = [0; 3];

impl Entry {
    /// Encodes everything but the id in few bytes, as ten thousand entries may be decoded when the
    /// list opens.
    pub(crate) fn encode(&self) -> Vec<u8> {
        postcard::to_allocvec(&(VERSION, self)).expect("all sequences have a known length")
    }

    /// Decodes an entry; `None` if it is invalid or has a later version.
    pub(crate) fn decode(id: &str, bytes: &[u8]) -> Option<Self> {
        let (version, bytes) = postcard::take_from_bytes::<u32>(bytes).ok()?;
        let bytes = match version {
            1 => &[bytes, &ADDED].concat(),
            2 => &[bytes, &ADDED[2..]].concat(),
            VERSION => bytes,
            _ => return None,
        };
        if !is_id(id) {
            return None;
        }
        let (mut entry, rest) = postcard::take_from_bytes::<Self>(bytes).ok()?;
        id.clone_into(&mut entry.id);
        let is_valid = rest.is_empty() && entry.summary.as_ref().is_none_or(Summary::is_valid);
        is_valid.then_some(entry)
    }
}

impl Summary {
    /// Returns whether the players are those of the rules, and the winner one of them.
    fn is_valid(&self) -> bool {
        let players = self.players.len();
        let has_winner = !matches!(self.outcome, Outcome::Won(seat) if seat >= players);
        has_winner && players == usize::from(self.rules.players())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use four_shapes_players::{Level, PlayerKind};
    use four_shapes_records::Setup;
    use four_shapes_rules::notation;

    /// A match on the classic board.
    pub(in crate::library) fn match_of(moves: &str) -> Match {
        Match::with_default_seats(notation::parse(Rules::CLASSIC, moves).unwrap())
    }

    #[test]
    fn entries_round_trip() {
        let mut against = match_of("1212121");
        against.set_computer(1, Some(PlayerKind::Level(Level::Three)));
        let mut back = match_of("4455");
        back.undo();
        let flat = Match::new(Setup::with_default_seats(Rules::TIC_TAC_TOE));
        for (i, game_match) in [against, back, flat, match_of("")].iter().enumerate() {
            let mut game = LibraryGame::new("17-4", record::write(game_match), 99);
            assert_eq!(game.entry.begun, 17);
            game.entry.starred = i % 2 == 0;
            game.entry.name = ["", "A | B"][i % 2].to_owned();
            game.entry.note = ["Lost\nthe thread", ""][i % 2].to_owned();
            game.entry.is_assisted = i > 1;
            game.entry.is_of_cup = i == 3;
            let bytes = game.entry.encode();
            assert_eq!(Entry::decode("17-4", &bytes), Some(game.entry.clone()));
            let stale = Entry {
                content_hash: String::new(),
                summary: None,
                ..game.entry.clone()
            };
            assert_eq!(LibraryGame::with_entry(stale, game.record.clone()), game);
        }
        let unreadable = LibraryGame::new("x", "nonsense".to_owned(), 5).entry;
        assert_eq!(unreadable.summary, None);
        assert_eq!(Entry::decode("x", &unreadable.encode()), Some(unreadable));
    }

    #[test]
    fn games_of_others_are_not_the_users() {
        let mut user = Person {
            name: Name::new("Ida").ok(),
            names: vec![Name::new("Ada").unwrap()],
            ..Person::default()
        };
        let results = |user: &Person| {
            ["Ida", "Ada", "You", "Red", "Player 1", "Anna", "Player 2"].map(|name| {
                let mut game_match = match_of("1212121");
                game_match.set_computer(1, Some(PlayerKind::Level(Level::One)));
                let mut summary = Summary::of(&game_match);
                name.clone_into(&mut summary.players[0].name);
                summary.recognize(user);
                summary.result()
            })
        };
        let own = Some(1);
        assert_eq!(results(&user), [own, own, own, own, own, None, None]);
        user.name = Name::new("Anna").ok();
        assert_eq!(results(&user), [None, own, own, own, own, own, None]);
    }

    #[test]
    fn entries_of_earlier_versions_are_decoded() {
        // The browser tests write entries in this form.
        let bytes =
            b"\x01\x11\xe7\x07\x05A | B\x01\x010\x01\x07\x06\x04\x02\x01\x01\x00\x07\x02\x03Red\x00\x04Blue\x07level:3";
        let entry = Entry::decode("17-4", bytes).unwrap();
        assert_eq!((entry.begun, entry.changed, entry.starred), (17, 999, true));
        assert_eq!(
            (entry.content_hash.as_str(), entry.name.as_str()),
            ("0", "A | B")
        );
        let summary = entry.summary.as_ref().unwrap();
        assert_eq!(
            (summary.rules, summary.moves, summary.outcome),
            (Rules::CLASSIC, 7, Outcome::Won(0))
        );
        assert_eq!(summary.players[0].name, "Red");
        assert_eq!(summary.players[1].computer, "level:3");
        assert_eq!((entry.note.as_str(), entry.is_assisted), ("", false));
        let second = [&[2], &bytes[1..], b"\x01x\x01"].concat();
        let noted = Entry::decode("17-4", &second).unwrap();
        assert_eq!((noted.note.as_str(), noted.is_assisted), ("x", true));
        assert!(!entry.is_of_cup && !noted.is_of_cup);
        let current = [&[3], &bytes[1..], &[0, 0, 0]].concat();
        assert_eq!(entry.encode(), current);
    }

    #[test]
    fn invalid_entries_are_rejected() {
        let entry = LibraryGame::new("1-1", record::write(&match_of("1212121")), 9).entry;
        let bytes = entry.encode();
        assert!(Entry::decode("1-1", &bytes).is_some());
        assert_eq!(Entry::decode("not an id", &bytes), None);
        for end in 0..bytes.len() {
            assert_eq!(Entry::decode("1-1", &bytes[..end]), None, "{end}");
        }
        let trailing = [&bytes[..], &[0]].concat();
        assert_eq!(Entry::decode("1-1", &trailing), None);
        let newer = [&[4], &bytes[1..]].concat();
        assert_eq!(Entry::decode("1-1", &newer), None);
        let rules = bytes.windows(5).position(|five| five == [7, 6, 4, 2, 1]);
        let mut wrong = bytes.clone();
        wrong[rules.unwrap() + 1] = 99;
        assert_eq!(Entry::decode("1-1", &wrong), None, "rows");
        let change = |change: fn(&mut Summary)| {
            let mut changed = entry.clone();
            change(changed.summary.as_mut().unwrap());
            Entry::decode("1-1", &changed.encode())
        };
        assert_eq!(change(|summary| summary.outcome = Outcome::Won(2)), None);
        assert_eq!(change(|summary| drop(summary.players.pop())), None);
        assert!(change(|summary| summary.outcome = Outcome::Drawn).is_some());
    }

    #[test]
    fn content_hash_includes_undone_moves() {
        let mut back = match_of("4455");
        let all = content_hash(&back);
        back.undo();
        assert_eq!(content_hash(&back), all);
        assert_ne!(content_hash(&match_of("445")), all);
        let id = copy_id("17-4", &back);
        let entry = |moves| LibraryGame::new(&id, record::write(&match_of(moves)), 1).entry;
        assert!(is_unchanged_copy(&entry("4455")));
        assert!(!is_unchanged_copy(&entry("44556")));
        assert!(!is_unchanged_copy(
            &LibraryGame::new("17-4", "x".to_owned(), 1).entry
        ));
    }

    #[test]
    fn game_names_are_validated() {
        assert_eq!(
            parse_game_name("  My first win "),
            Ok("My first win".to_owned())
        );
        assert_eq!(parse_game_name(" "), Ok(String::new()));
        assert!(parse_game_name(&"x".repeat(61)).is_err());
        for wrong in ["a\tb", "a\nb", "a\u{202e}b", "\u{0}"] {
            assert!(parse_game_name(wrong).is_err(), "{wrong:?}");
        }
        assert_eq!(parse_note(" a\r\nb c\n"), Ok("a\nb c".to_owned()));
        for wrong in ["a\tb", "a\u{202e}b", &"x".repeat(501)] {
            assert!(parse_note(wrong).is_err(), "{wrong:?}");
        }
    }
}
