//! Stored data: local storage and `IndexedDB`. Everything read from them is validated. What can't be
//! read is copied to a key with `:unreadable:1`, `:unreadable:2` and so on before it is replaced.
//!
//! | key of local storage | format |
//! |---|---|
//! | `four-shapes:game`, `…:game-id`, `…:replaced:<id>`, `…:series-score`, `…:setup` | `game.rs` |
//! | `four-shapes:assisted`, `…:cup-games` | `src/library/marks.rs` |
//! | `four-shapes:scores` | `scores.rs` |
//! | `four-shapes:settings` | `settings.rs` |
//! | `four-shapes:puzzles` | `src/puzzles/progress.rs` |
//! | `four-shapes:lessons` | `src/lessons/progress.rs` |
//! | `four-shapes:cup` | `four_shapes_tournament::cup` |
//! | `four-shapes:person` | `person.rs` |
//! | `four-shapes:correspondence` | `correspondence.rs` |
//! | `four-shapes:live` | `live.rs` |
//! | `four-shapes:tournament` | set if the database of that name exists |
//!
//! | database | format |
//! |---|---|
//! | `four-shapes`: the library | `src/library/database.rs` |
//! | `four-shapes-reviews` | `src/library/reviews.rs` |
//! | `four-shapes-tournament` | `src/tournament/persistence.rs` |

pub(crate) mod correspondence;
pub(crate) mod database;
pub(crate) mod game;
pub(crate) mod live;
mod local;
pub(crate) mod person;
pub(crate) mod progress;
#[cfg(test)]
mod proptests;
pub(crate) mod scores;
pub(crate) mod settings;

pub(crate) use game::{GameStore, LoadedGame, SaveError, Saved};
pub(crate) use local::{BrowserStorage, is_quota_exceeded};

use correspondence::CORRESPONDENCE;
use four_shapes_records::record::RecordError;
use game::SETUP;
use person::PERSON;
use progress::{CUP, LESSONS, PUZZLES};
use scores::SCORES;
use settings::SETTINGS;

/// A key-value store such as local storage.
pub(crate) trait Storage {
    /// Returns the value of a key, or `None` if it has none.
    fn get(&self, key: &str) -> Result<Option<String>, StorageError>;
    /// Sets the value of a key.
    fn set(&self, key: &str, value: &str) -> Result<(), StorageError>;
    /// Removes a key and its value.
    fn remove(&self, key: &str) -> Result<(), StorageError>;
    /// Returns all keys.
    fn keys(&self) -> Result<Vec<String>, StorageError>;
}

/// An error of a [`Storage`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StorageError {
    /// The storage is blocked or missing.
    Unavailable,
    /// The storage quota is exceeded.
    QuotaExceeded,
}

/// Returns whether a text is a valid game id, which can be part of a key.
pub(crate) fn is_id(text: &str) -> bool {
    let is_valid = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=64).contains(&text.len()) && text.bytes().all(is_valid)
}

/// Copies an unreadable text to the first free key for such texts, unless a copy exists,
/// and returns the copy's key.
pub(crate) fn set_aside(
    storage: &impl Storage,
    key: &str,
    text: &str,
) -> Result<String, StorageError> {
    for n in 1_u32.. {
        let key = format!("{key}:unreadable:{n}");
        match storage.get(&key)? {
            Some(copy) if copy == text => return Ok(key),
            Some(_) => {}
            None => {
                storage.set(&key, text)?;
                return Ok(key);
            }
        }
    }
    Err(StorageError::QuotaExceeded)
}

/// The contents of a backup other than games, each in its stored form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct BackupExtras {
    pub(crate) settings: Option<String>,
    pub(crate) scores: Option<String>,
    pub(crate) setup: Option<String>,
    pub(crate) puzzles: Option<String>,
    pub(crate) lessons: Option<String>,
    pub(crate) cup: Option<String>,
    pub(crate) person: Option<String>,
    pub(crate) correspondence: Option<String>,
}

impl BackupExtras {
    pub(crate) fn load(storage: &impl Storage) -> Self {
        let text = |key| storage.get(key).ok().flatten();
        let scores = text(SCORES).map(|text| match scores::parse(&text) {
            Ok(scores) => scores.write(),
            Err(_) => text,
        });
        Self {
            settings: text(SETTINGS),
            scores,
            setup: text(SETUP),
            puzzles: text(PUZZLES),
            lessons: text(LESSONS),
            cup: text(CUP),
            person: text(PERSON),
            correspondence: text(CORRESPONDENCE),
        }
    }
}

/// A problem with stored data that is reported to the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StorageProblem {
    /// An item can't be read.
    Unreadable {
        item: StoredItem,
        error: RecordError,
        /// The key of the copy that was set aside; `None` if that failed, in which case the
        /// item is never overwritten.
        set_aside_as: Option<String>,
    },
    /// The settings were stored by a later version of the page.
    NewerSettings,
    /// A high score could not be saved.
    ScoreNotSaved,
}

/// An item whose problems are reported as a [`StorageProblem`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoredItem {
    Game,
    Settings,
    Scores,
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::{
        cell::{Cell, RefCell},
        collections::BTreeMap,
        rc::Rc,
    };

    /// A storage in memory with a capacity.
    #[derive(Clone)]
    pub(crate) struct MemoryStorage {
        pub(crate) items: Rc<RefCell<BTreeMap<String, String>>>,
        /// The maximum number of keys.
        pub(crate) capacity: usize,
        pub(crate) readable: bool,
        /// The number of writes after which all fail.
        pub(crate) remaining_writes: Rc<Cell<usize>>,
    }

    impl MemoryStorage {
        pub(crate) fn with(items: &[(&str, &str)]) -> Self {
            let owned = |(key, text): &(&str, &str)| ((*key).to_owned(), (*text).to_owned());
            Self {
                items: Rc::new(RefCell::new(items.iter().map(owned).collect())),
                capacity: 100,
                readable: true,
                remaining_writes: Rc::new(Cell::new(usize::MAX)),
            }
        }

        pub(crate) fn text(&self, key: &str) -> Option<String> {
            self.items.borrow().get(key).cloned()
        }
    }

    impl Storage for MemoryStorage {
        fn get(&self, key: &str) -> Result<Option<String>, StorageError> {
            if self.readable {
                Ok(self.text(key))
            } else {
                Err(StorageError::Unavailable)
            }
        }

        fn set(&self, key: &str, value: &str) -> Result<(), StorageError> {
            let mut items = self.items.borrow_mut();
            if !items.contains_key(key) && items.len() == self.capacity {
                return Err(StorageError::QuotaExceeded);
            }
            let remaining = self
                .remaining_writes
                .get()
                .checked_sub(1)
                .ok_or(StorageError::Unavailable)?;
            self.remaining_writes.set(remaining);
            items.insert(key.to_owned(), value.to_owned());
            Ok(())
        }

        fn remove(&self, key: &str) -> Result<(), StorageError> {
            self.items.borrow_mut().remove(key);
            Ok(())
        }

        fn keys(&self) -> Result<Vec<String>, StorageError> {
            Ok(self.items.borrow().keys().cloned().collect())
        }
    }
}
