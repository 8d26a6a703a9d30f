//! The finished lessons.

use super::lesson::Course;
use crate::storage::{
    Storage, StorageError,
    progress::{self, LESSONS},
};
use std::collections::BTreeSet;

/// The version of the stored line: the version and the ids, separated by spaces.
const VERSION: &str = "1";

/// The ids of the finished lessons. Those of lessons that no longer exist are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Progress(BTreeSet<String>);

impl Progress {
    pub(crate) fn is_finished(&self, id: &str) -> bool {
        self.0.contains(id)
    }

    /// Returns the index of the first lesson that isn't finished.
    pub(crate) fn first_unfinished(&self, course: &Course) -> Option<usize> {
        let mut lessons = course.lessons.iter();
        lessons.position(|lesson| !self.is_finished(&lesson.id))
    }

    pub(super) fn finish(&mut self, id: &str) {
        self.0.insert(id.to_owned());
    }

    /// Loads the progress. One that can't be read is set aside; the second value is its key.
    pub(super) fn load(storage: &impl Storage) -> (Self, Option<String>) {
        progress::load(storage, LESSONS, Self::parse)
    }

    pub(super) fn save(&self, storage: &impl Storage) -> Result<(), StorageError> {
        let ids = self.0.iter().map(String::as_str);
        let words: Vec<&str> = [VERSION].into_iter().chain(ids).collect();
        storage.set(LESSONS, &words.join(" "))
    }

    fn parse(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let is_known = words.next()? == VERSION;
        let is_id = |id: &str| {
            let is_letter = |letter: u8| letter.is_ascii_lowercase() || letter == b'-';
            (1..=40).contains(&id.len()) && id.bytes().all(is_letter)
        };
        let ids = words.map(|id| is_id(id).then(|| id.to_owned()));
        ids.collect::<Option<_>>().map(Self).filter(|_| is_known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::tests::MemoryStorage;

    #[test]
    fn progress_is_stored_and_unreadable_one_set_aside() {
        let storage = MemoryStorage::with(&[]);
        assert_eq!(Progress::load(&storage), (Progress::default(), None));
        let mut progress = Progress::default();
        progress.save(&storage).unwrap();
        assert_eq!(Progress::load(&storage), (Progress::default(), None));
        for id in ["row", "look-above", "row"] {
            progress.finish(id);
        }
        progress.save(&storage).unwrap();
        assert_eq!(Progress::load(&storage), (progress.clone(), None));
        assert!(progress.is_finished("row") && !progress.is_finished("column"));
        for wrong in ["", "2 row", "1 Row", "1  row", "1 <b>", "{}"] {
            storage.set(LESSONS, wrong).unwrap();
            let (found, set_aside) = Progress::load(&storage);
            assert_eq!(found, Progress::default(), "{wrong}");
            assert!(set_aside.is_some(), "{wrong}");
        }
    }
}
