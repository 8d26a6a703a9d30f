//! The person who plays: the name, the last opponent, and the games lost to computer players in a
//! row. The stored form has the fields of [`Person`]:
//!
//! ```json
//! {
//!   "format": "four-shapes-person",
//!   "version": 1,
//!   "name": "Ada",
//!   "level": 3,
//!   "side": "first",
//!   "losses": 1,
//!   "lost-to": 3,
//!   "names": ["Ada"],
//!   "cups-won": 1
//! }
//! ```
//!
//! An empty name is `None`. `names` and `cups-won` are optional.

use super::{Storage, StorageError, progress};
use four_shapes_players::Level;
use four_shapes_records::{Name, json, record::RecordError};

/// The key of the person.
pub(crate) const PERSON: &str = "four-shapes:person";

const FORMAT: &str = "four-shapes-person";
const VERSION: u64 = 1;

/// How many names are remembered.
const MAX_NAMES: usize = 8;

/// Who moves first in a game against a computer player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Side {
    #[default]
    First,
    Second,
    /// Decided when a game starts.
    Random,
}

impl Side {
    pub(crate) const ALL: [Self; 3] = [Self::First, Self::Second, Self::Random];

    /// Returns the word in the stored form.
    const fn id(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
            Self::Random => "random",
        }
    }

    /// Returns the seat of the human, of two. Seat 0 moves first.
    pub(crate) fn human_seat(self, seed: u64) -> usize {
        match self {
            Self::First => 0,
            Self::Second => 1,
            Self::Random => usize::from(!seed.is_multiple_of(2)),
        }
    }
}

/// How a game against a computer player ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Won,
    Drawn,
    Lost,
}

/// What is remembered of the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Person {
    /// `None` to be called *You*.
    pub(crate) name: Option<Name>,
    /// The names, also earlier ones, that the person had when a game ended.
    pub(crate) names: Vec<Name>,
    /// The level of the last opponent.
    pub(crate) level: Level,
    pub(crate) side: Side,
    /// The games lost in a row, each to the same or a higher level than the one before.
    pub(crate) losses: u32,
    /// The level of the last of them.
    pub(crate) lost_to: Level,
    /// The number of cups won, as the only person in them.
    pub(crate) cups_won: u32,
}

impl Default for Person {
    fn default() -> Self {
        Self {
            name: None,
            names: Vec::new(),
            level: Level::One,
            side: Side::default(),
            losses: 0,
            lost_to: Level::One,
            cups_won: 0,
        }
    }
}

impl Person {
    /// Loads the person. An unreadable record is set aside.
    pub(crate) fn load(storage: &impl Storage) -> Self {
        progress::load(storage, PERSON, |text| Self::parse(text).ok()).0
    }

    /// Saves the person.
    ///
    /// # Errors
    /// Returns an error if the storage is full or unavailable.
    pub(crate) fn save(&self, storage: &impl Storage) -> Result<(), StorageError> {
        storage.set(PERSON, &self.write())
    }

    /// Counts a game against a level.
    pub(crate) fn count(&mut self, level: Level, ending: Ending) {
        self.losses = match ending {
            Ending::Won | Ending::Drawn => 0,
            Ending::Lost if level < self.lost_to => 1,
            Ending::Lost => self.losses.saturating_add(1),
        };
        self.lost_to = level;
        if let Some(name) = self.name.as_ref().filter(|name| !self.names.contains(name)) {
            self.names.push(name.clone());
            let more = self.names.len().saturating_sub(MAX_NAMES);
            self.names.drain(..more);
        }
    }

    /// Returns whether the person has or had a name.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        let mut names = self.name.iter().chain(&self.names);
        names.any(|known| known.as_str() == name)
    }

    /// Returns the level to suggest after a loss: one easier, after every second loss in a row.
    pub(crate) fn easier_level(&self) -> Option<Level> {
        let is_second = self.losses > 0 && self.losses.is_multiple_of(2);
        Level::new(self.lost_to.number() - 1).filter(|_| is_second)
    }

    /// Writes the record as JSON.
    fn write(&self) -> String {
        let name = self.name.as_ref().map(Name::as_str);
        let quoted = |name: &Name| json::quoted(name.as_str());
        let names: Vec<String> = self.names.iter().map(quoted).collect();
        let names = ["[", &names.join(", "), "]"].concat();
        let names = (!self.names.is_empty()).then_some(("names", names));
        let cups_won = (self.cups_won > 0).then(|| ("cups-won", self.cups_won.to_string()));
        let fields = [
            ("format", json::quoted(FORMAT)),
            ("version", VERSION.to_string()),
            ("name", json::quoted(name.unwrap_or_default())),
            ("level", self.level.to_string()),
            ("side", json::quoted(self.side.id())),
            ("losses", self.losses.to_string()),
            ("lost-to", self.lost_to.to_string()),
        ];
        json::write(fields.into_iter().chain(names).chain(cups_won))
    }

    /// Parses a record.
    ///
    /// # Errors
    /// Returns the first error and its position.
    fn parse(text: &str) -> Result<Self, RecordError> {
        json::parse(text, |fields| {
            fields.version(FORMAT, VERSION)?;
            let name = fields.take_required("name")?;
            let names = match fields.take_optional("names") {
                Some(names) => names.elements()?,
                None => Vec::new(),
            };
            let earlier = |name: json::Field| name.string_as(|text| Name::new(text).ok());
            let cups_won = fields.take_optional("cups-won");
            let mut level = |name| -> Result<_, RecordError> {
                let field = fields.take_required(name)?;
                Level::new(field.number()?).ok_or(field.invalid().into())
            };
            Ok(Self {
                name: match &*name.string()? {
                    "" => None,
                    text => Some(Name::new(text).map_err(|_| name.invalid())?),
                },
                names: names.into_iter().map(earlier).collect::<Result<_, _>>()?,
                level: level("level")?,
                lost_to: level("lost-to")?,
                side: fields.take_required("side")?.string_as(|word| {
                    let mut all = Side::ALL.into_iter();
                    all.find(|side| side.id() == word)
                })?,
                losses: fields.take_required("losses")?.number()?,
                cups_won: cups_won.map_or(Ok(0), |field| field.number())?,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::tests::MemoryStorage;

    fn someone() -> Person {
        Person {
            name: Name::new("“Ada” \\").ok(),
            names: ["Ida", "“Ada” \\"]
                .map(|name| Name::new(name).unwrap())
                .into(),
            level: Level::Six,
            side: Side::Random,
            losses: 3,
            lost_to: Level::Five,
            cups_won: 2,
        }
    }

    #[test]
    fn people_round_trip() {
        for person in [Person::default(), someone()] {
            let storage = MemoryStorage::with(&[]);
            person.save(&storage).unwrap();
            assert_eq!(Person::load(&storage), person);
        }
    }

    #[test]
    fn unreadable_people_are_set_aside() {
        let text = someone().write();
        for (valid, invalid) in [
            ("\"version\": 1", "\"version\": 2"),
            ("\"level\": 6", "\"level\": 7"),
            ("\"level\": 6", "\"level\": 0"),
            ("\"lost-to\": 5", "\"lost-to\": -1"),
            ("\"random\"", "\"third\""),
            ("\"losses\": 3", "\"losses\": \"3\""),
            ("“Ada”", "\\u202e"),
            ("\"Ida\"", "7"),
            ("\"cups-won\": 2", "\"cups-won\": -2"),
        ] {
            assert!(text.contains(valid), "{valid} in {text}");
            let broken = text.replace(valid, invalid);
            let storage = MemoryStorage::with(&[(PERSON, &broken)]);
            assert_eq!(Person::load(&storage), Person::default(), "{broken}");
            let copy = storage.text("four-shapes:person:unreadable:1");
            assert_eq!(copy.as_deref(), Some(&*broken));
        }
    }

    #[test]
    fn an_easier_level_is_suggested_after_every_second_loss() {
        use Ending::{Drawn, Lost, Won};
        let mut person = Person::default();
        let games = [
            (3, Lost, None),
            (3, Lost, Some(2)),
            (3, Lost, None),
            (4, Lost, Some(3)),
            // An easier opponent begins anew.
            (2, Lost, None),
            (2, Won, None),
            (2, Lost, None),
            (2, Drawn, None),
            (2, Lost, None),
            (2, Lost, Some(1)),
            // No level is easier than the first.
            (1, Lost, None),
            (1, Lost, None),
        ];
        for (number, (level, ending, suggested)) in games.into_iter().enumerate() {
            person.count(Level::new(level).unwrap(), ending);
            let suggested = suggested.and_then(Level::new);
            assert_eq!(person.easier_level(), suggested, "game {number}");
        }
    }

    #[test]
    fn names_are_remembered_once_a_game_has_ended() {
        let mut person = Person::default();
        person.count(Level::One, Ending::Won);
        assert!(person.names.is_empty());
        for name in ["Ad", "Ada", "Ada"] {
            person.name = Name::new(name).ok();
        }
        person.count(Level::One, Ending::Lost);
        person.count(Level::One, Ending::Lost);
        person.name = Name::new("Ida").ok();
        let known = ["Ad", "Ada", "Ida", "You"].map(|name| person.is_called(name));
        assert_eq!((known, person.names.len()), ([false, true, true, false], 1));
        for number in 0..20 {
            person.name = Name::new(&format!("Ada {number}")).ok();
            person.count(Level::One, Ending::Won);
        }
        assert_eq!(person.names.len(), MAX_NAMES);
        assert!(person.is_called("Ada 12") && !person.is_called("Ada 11"));
    }

    #[test]
    fn random_sides_depend_on_the_seed() {
        assert_eq!(Side::First.human_seat(1), 0);
        assert_eq!(Side::Second.human_seat(2), 1);
        let seats = (0..4).map(|seed| Side::Random.human_seat(seed));
        assert_eq!(seats.collect::<Vec<_>>(), [0, 1, 0, 1]);
    }
}
