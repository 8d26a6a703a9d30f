//! A game of the library, and what a list says of it.

use crate::{game::session::fnv, storage::is_id};
use four_shapes_engine::{
    Drawn, Match, Name, NameError, Rules, RulesConfig, Status,
    record::{self, RecordError},
};

/// A game as it is kept: the record, and what is derived from it or known besides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    pub(crate) entry: Entry,
    pub(crate) record: String,
}

/// What is known of a game without reading its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) id: String,
    /// In milliseconds since 1970; 0 if that is not known.
    pub(crate) begun: u64,
    /// In milliseconds since 1970.
    pub(crate) changed: u64,
    /// What somebody calls it; empty for nothing.
    pub(crate) name: String,
    pub(crate) starred: bool,
    /// Of the moves and the set-up, see [`sum`].
    pub(crate) sum: String,
    /// `None` if the record can't be read.
    pub(crate) summary: Option<Summary>,
}

/// What a record says in short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) rules: Rules,
    pub(crate) outcome: Outcome,
    /// How many pieces are on the board.
    pub(crate) moves: usize,
    /// In the order of the seats.
    pub(crate) players: Vec<Seated>,
}

/// Who sat in a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seated {
    pub(crate) name: String,
    /// The computer player that had it, such as `level:3`; empty for a person.
    pub(crate) computer: String,
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Unfinished,
    /// By the player of this place in the summary.
    Won(usize),
    Tie,
    Agreed,
}

/// A name that somebody gives to a game.
pub(crate) struct Title;

impl Title {
    /// The most characters of one.
    pub(crate) const MAX_CHARS: usize = 60;

    /// Takes a name as somebody typed it; nothing is a name as well.
    ///
    /// # Errors
    /// As for the names of players, but for the length.
    pub(crate) fn read(typed: &str) -> Result<String, NameError> {
        let title = typed.trim();
        let chars = title.chars().count();
        if chars > Self::MAX_CHARS {
            return Err(NameError::TooLong { chars });
        }
        for character in title.chars().filter(|character| *character != ' ') {
            Name::new(character.encode_utf8(&mut [0; 4]))?;
        }
        Ok(title.to_owned())
    }
}

impl Game {
    /// A game with this id, which has the time of its beginning in it.
    pub(crate) fn new(id: &str, record: String, changed: u64) -> Self {
        let begun = id.split('-').next().and_then(|begun| begun.parse().ok());
        Self::of(id, begun.unwrap_or(0), changed, record)
    }

    pub(crate) fn of(id: &str, begun: u64, changed: u64, record: String) -> Self {
        let read = record::parse(&record);
        let entry = Entry {
            id: id.to_owned(),
            begun,
            changed,
            name: String::new(),
            starred: false,
            sum: read.as_ref().map_or_else(|_| hash(&record), sum),
            summary: read.as_ref().ok().map(Summary::of),
        };
        Self { entry, record }
    }

    /// The match, with all that can be redone.
    pub(crate) fn played(&self) -> Result<Match, RecordError> {
        record::parse(&self.record)
    }
}

/// A short text that is the same for the same moves and the same set-up, wherever
/// in the game one looks; in practice it differs for others.
pub(crate) fn sum(played: &Match) -> String {
    hash(&content(played))
}

/// The record of a match with every step made.
pub(super) fn content(played: &Match) -> String {
    let mut played = played.clone();
    played.go_to(usize::MAX);
    record::write(&played)
}

/// A hash as 16 hexadecimal digits.
fn hash(text: &str) -> String {
    format!("{:016x}", fnv(text))
}

/// The id of a copy of a match: as long as it is played no further it is no game of
/// its own, see [`is_untouched_copy`].
pub(crate) fn copy_id(fresh: &str, played: &Match) -> String {
    [fresh, "-", &sum(played)].concat()
}

/// Whether a game is still what it was copied from.
pub(super) fn is_untouched_copy(entry: &Entry) -> bool {
    entry.id.split('-').nth(2) == Some(&entry.sum)
}

impl Summary {
    pub(crate) fn of(played: &Match) -> Self {
        let outcome = match played.game().status() {
            Status::ToMove(_) => Outcome::Unfinished,
            Status::Won { player, .. } => Outcome::Won(played.place_of(player)),
            Status::Drawn(Drawn::Full) => Outcome::Tie,
            Status::Drawn(Drawn::Agreed) => Outcome::Agreed,
        };
        let seats = played.setup().seats().iter();
        let players = seats.map(|seat| Seated {
            name: seat.name.to_string(),
            computer: seat
                .computer
                .map_or_else(String::new, |kind| kind.to_string()),
        });
        Self {
            rules: played.rules(),
            outcome,
            moves: played.game().position().pieces(),
            players: players.collect(),
        }
    }
}

/// The version of the lines.
const VERSION: &str = "1";

impl Entry {
    /// All but the id, as one line of few characters: ten thousand of them are read
    /// whenever the list is shown. What is in names is no tab.
    pub(crate) fn line(&self) -> String {
        let starred = if self.starred { "*" } else { "" };
        let (begun, changed) = (self.begun.to_string(), self.changed.to_string());
        let mut line = [VERSION, &begun, &changed, starred, &self.sum, &self.name].join("\t");
        let Some(summary) = &self.summary else {
            return line;
        };
        let RulesConfig {
            columns,
            rows,
            connect,
            players: _,
            gravity,
        } = summary.rules.config();
        let outcome = match summary.outcome {
            Outcome::Unfinished => "u".to_owned(),
            Outcome::Won(place) => place.to_string(),
            Outcome::Tie => "t".to_owned(),
            Outcome::Agreed => "a".to_owned(),
        };
        let moves = summary.moves;
        let game = format!("{columns} {rows} {connect} {gravity} {moves} {outcome}");
        line.extend(["\t", &game]);
        for Seated { name, computer } in &summary.players {
            line.extend(["\t", computer, "|", name]);
        }
        line
    }

    /// Reads the line of an entry; `None` if it is none.
    pub(crate) fn read(id: &str, line: &str) -> Option<Self> {
        let mut fields = line.split('\t');
        let mut next = || fields.next();
        let known = next()? == VERSION && is_id(id);
        let (begun, changed) = (next()?.parse().ok()?, next()?.parse().ok()?);
        let starred = next()? == "*";
        let (sum, name) = (next()?.to_owned(), next()?.to_owned());
        let summary = match next() {
            None => None,
            Some(game) => Some(Summary::read(game, fields)?),
        };
        known.then(|| Self {
            id: id.to_owned(),
            begun,
            changed,
            name,
            starred,
            sum,
            summary,
        })
    }
}

impl Summary {
    fn read<'a>(game: &str, players: impl Iterator<Item = &'a str>) -> Option<Self> {
        let players = players.map(|player| {
            let (computer, name) = player.split_once('|')?;
            Some(Seated {
                name: name.to_owned(),
                computer: computer.to_owned(),
            })
        });
        let players = players.collect::<Option<Vec<_>>>()?;
        let mut numbers = game.split(' ');
        let mut next = || numbers.next();
        let config = RulesConfig {
            columns: next()?.parse().ok()?,
            rows: next()?.parse().ok()?,
            connect: next()?.parse().ok()?,
            gravity: next()? == "true",
            players: u32::try_from(players.len()).ok()?,
        };
        let moves = next()?.parse().ok()?;
        let outcome = match next()? {
            "u" => Outcome::Unfinished,
            "t" => Outcome::Tie,
            "a" => Outcome::Agreed,
            place => Outcome::Won(place.parse().ok().filter(|place| *place < players.len())?),
        };
        Some(Self {
            rules: Rules::new(config).ok()?,
            outcome,
            moves,
            players,
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use four_shapes_engine::{Setup, notation, players::Kind};

    /// A match on the classic board.
    pub(in crate::library) fn played(moves: &str) -> Match {
        Match::with_default_seats(notation::parse(Rules::CLASSIC, moves).unwrap())
    }

    #[test]
    fn lines_are_read_back() {
        let mut against = played("1212121");
        against.set_computer(1, Some(Kind::Level(3)));
        let mut back = played("4455");
        back.undo();
        let flat = Match::new(Setup::with_default_seats(Rules::TIC_TAC_TOE));
        for (i, played) in [against, back, flat, played("")].iter().enumerate() {
            let mut game = Game::new("17-4", record::write(played), 99);
            assert_eq!(game.entry.begun, 17);
            game.entry.starred = i % 2 == 0;
            game.entry.name = ["", "A | B"][i % 2].to_owned();
            let line = game.entry.line();
            assert_eq!(Entry::read("17-4", &line), Some(game.entry), "{line}");
        }
        let unreadable = Game::new("x", "nonsense".to_owned(), 5).entry;
        assert_eq!(unreadable.summary, None);
        assert_eq!(Entry::read("x", &unreadable.line()), Some(unreadable));
    }

    #[test]
    fn lines_of_earlier_versions_are_read() {
        let line = "1\t17\t99\t*\t0\tA | B\t7 6 4 true 7 0\t|Red\tlevel:3|Blue";
        let entry = Entry::read("17-4", line).unwrap();
        assert_eq!((entry.begun, entry.changed, entry.starred), (17, 99, true));
        assert_eq!((entry.sum.as_str(), entry.name.as_str()), ("0", "A | B"));
        let summary = entry.summary.as_ref().unwrap();
        assert_eq!(summary.outcome, Outcome::Won(0));
        assert_eq!(summary.players[1].computer, "level:3");
        assert_eq!(entry.line(), line);
    }

    #[test]
    fn what_is_no_line_is_none() {
        let line = Game::new("1-1", record::write(&played("1212121")), 9)
            .entry
            .line();
        assert!(Entry::read("1-1", &line).is_some());
        assert_eq!(Entry::read("not an id", &line), None);
        // Players whom nobody counts can be missing; nothing panics.
        for end in 0..line.len() {
            let _ = Entry::read("1-1", &line[..end]);
        }
        for (from, to) in [
            ("1\t", "2\t"),
            ("7 6", "7 99"),
            ("\t9\t", "\t-9\t"),
            (" 0\t", " 2\t"),
        ] {
            assert!(line.contains(from), "{line}");
            let wrong = line.replacen(from, to, 1);
            assert_eq!(Entry::read("1-1", &wrong), None, "{wrong}");
        }
    }

    #[test]
    fn sums_are_those_of_all_steps() {
        let mut back = played("4455");
        let all = sum(&back);
        back.undo();
        assert_eq!(sum(&back), all);
        assert_ne!(sum(&played("445")), all);
        let id = copy_id("17-4", &back);
        let entry = |moves| Game::new(&id, record::write(&played(moves)), 1).entry;
        assert!(is_untouched_copy(&entry("4455")));
        assert!(!is_untouched_copy(&entry("44556")));
        assert!(!is_untouched_copy(
            &Game::new("17-4", "x".to_owned(), 1).entry
        ));
    }

    #[test]
    fn titles_are_short_and_plain() {
        assert_eq!(
            Title::read("  My first win "),
            Ok("My first win".to_owned())
        );
        assert_eq!(Title::read(" "), Ok(String::new()));
        assert!(Title::read(&"x".repeat(61)).is_err());
        for wrong in ["a\tb", "a\nb", "a\u{202e}b", "\u{0}"] {
            assert!(Title::read(wrong).is_err(), "{wrong:?}");
        }
    }
}
