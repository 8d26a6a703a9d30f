//! The person who plays: the name, the last opponent, and the games lost to computer players in a
//! row. `docs/notation.md` describes the stored form.

use super::{Storage, StorageError, progress};
use four_shapes_players::PlayerKind;
use four_shapes_records::{Name, json, record::RecordError};

/// The key of the person.
pub(crate) const PERSON: &str = "four-shapes:person";

const FORMAT: &str = "four-shapes-person";
const VERSION: u64 = 1;

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
    /// The level of the last opponent.
    pub(crate) level: u8,
    pub(crate) side: Side,
    /// The games lost in a row, each to the same or a higher level than the one before.
    pub(crate) losses: u32,
    /// The level of the last of them.
    pub(crate) lost_to: u8,
}

impl Default for Person {
    fn default() -> Self {
        Self {
            name: None,
            level: 1,
            side: Side::default(),
            losses: 0,
            lost_to: 1,
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
    pub(crate) fn count(&mut self, level: u8, ending: Ending) {
        self.losses = match ending {
            Ending::Won | Ending::Drawn => 0,
            Ending::Lost if level < self.lost_to => 1,
            Ending::Lost => self.losses.saturating_add(1),
        };
        self.lost_to = level;
    }

    /// Returns the level to suggest after a loss: one easier, after every second loss in a row.
    pub(crate) fn easier_level(&self) -> Option<u8> {
        let is_second = self.losses > 0 && self.losses.is_multiple_of(2);
        (is_second && self.lost_to > 1).then(|| self.lost_to - 1)
    }

    /// Writes the record as JSON.
    fn write(&self) -> String {
        let name = self.name.as_ref().map(Name::as_str);
        json::write([
            ("format", json::quoted(FORMAT)),
            ("version", VERSION.to_string()),
            ("name", json::quoted(name.unwrap_or_default())),
            ("level", self.level.to_string()),
            ("side", json::quoted(self.side.id())),
            ("losses", self.losses.to_string()),
            ("lost-to", self.lost_to.to_string()),
        ])
    }

    /// Parses a record.
    ///
    /// # Errors
    /// Returns the first error and its position.
    fn parse(text: &str) -> Result<Self, RecordError> {
        let level = |level: &u8| (1..=PlayerKind::MAX_LEVEL).contains(level);
        json::parse(text, |fields| {
            fields.version(FORMAT, VERSION)?;
            let name = fields.take_required("name")?;
            let mut number = |name| -> Result<_, RecordError> {
                let field = fields.take_required(name)?;
                let number: u8 = field.number()?;
                Some(number).filter(level).ok_or(field.invalid().into())
            };
            Ok(Self {
                name: match &*name.string()? {
                    "" => None,
                    text => Some(Name::new(text).map_err(|_| name.invalid())?),
                },
                level: number("level")?,
                lost_to: number("lost-to")?,
                side: fields.take_required("side")?.string_as(|word| {
                    let mut all = Side::ALL.into_iter();
                    all.find(|side| side.id() == word)
                })?,
                losses: fields.take_required("losses")?.number()?,
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
            level: 6,
            side: Side::Random,
            losses: 3,
            lost_to: 5,
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
            person.count(level, ending);
            assert_eq!(person.easier_level(), suggested, "game {number}");
        }
    }

    #[test]
    fn random_sides_depend_on_the_seed() {
        assert_eq!(Side::First.human_seat(1), 0);
        assert_eq!(Side::Second.human_seat(2), 1);
        let seats = (0..4).map(|seed| Side::Random.human_seat(seed));
        assert_eq!(seats.collect::<Vec<_>>(), [0, 1, 0, 1]);
    }
}
