//! Properties of games that their records lack. The ids of the games are in local storage until the
//! library has them, as the games are: the version and the ids, separated by spaces.

use crate::storage::{Storage, game::REPLACED_PREFIX, is_id};

/// A property of some games, with the key of their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark(&'static str);

/// Before the ids.
const VERSION: &str = "1";

impl Mark {
    /// See [`Entry::is_assisted`](super::Entry::is_assisted).
    pub(crate) const ASSISTED: Self = Self("four-shapes:assisted");
    /// See [`Entry::is_of_cup`](super::Entry::is_of_cup).
    pub(crate) const OF_CUP: Self = Self("four-shapes:cup-games");
    pub(super) const ALL: [Self; 2] = [Self::ASSISTED, Self::OF_CUP];

    /// Marks the game with an id. If it can't be stored, the game is as any other.
    pub(crate) fn set(self, storage: &impl Storage, id: &str) {
        let mut ids = self.ids(storage);
        if !ids.iter().any(|marked| marked == id) {
            ids.push(id.to_owned());
            self.store(storage, &ids);
        }
    }

    /// Returns the ids of the marked games that the library may not have yet.
    pub(super) fn ids(self, storage: &impl Storage) -> Vec<String> {
        let text = storage.get(self.0).ok().flatten().unwrap_or_default();
        let mut words = text.split(' ');
        if words.next() != Some(VERSION) {
            return Vec::new();
        }
        words.filter(|id| is_id(id)).map(str::to_owned).collect()
    }

    /// Removes the marks of games that are in the library now, except that of the current one.
    pub(super) fn remove_stored(self, storage: &impl Storage, current_id: &str) {
        let ids = self.ids(storage);
        let is_left = |id: &String| {
            let key = [REPLACED_PREFIX, id].concat();
            id == current_id || matches!(storage.get(&key), Ok(Some(_)))
        };
        let left: Vec<String> = ids.iter().filter(|id| is_left(id)).cloned().collect();
        if left.len() < ids.len() {
            self.store(storage, &left);
        }
    }

    fn store(self, storage: &impl Storage, ids: &[String]) {
        // If this fails, the game is as any other, or the mark is removed later.
        let _ = if ids.is_empty() {
            storage.remove(self.0)
        } else {
            storage.set(self.0, &[VERSION, " ", &ids.join(" ")].concat())
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::tests::MemoryStorage;

    #[test]
    fn marks_are_kept_until_the_library_has_the_games() {
        let mark = Mark::ASSISTED;
        let storage = MemoryStorage::with(&[("four-shapes:replaced:3-c", "…")]);
        for id in ["1-a", "2-b", "3-c", "2-b"] {
            mark.set(&storage, id);
        }
        assert_eq!(mark.ids(&storage), ["1-a", "2-b", "3-c"]);
        assert!(Mark::OF_CUP.ids(&storage).is_empty());
        mark.remove_stored(&storage, "2-b");
        assert_eq!(mark.ids(&storage), ["2-b", "3-c"]);
        storage.remove("four-shapes:replaced:3-c").unwrap();
        mark.remove_stored(&storage, "4-d");
        assert_eq!(storage.text("four-shapes:assisted"), None);
        for (text, ids) in [("2 1-a", 0), ("1 1-a NO 2-b", 2), ("", 0)] {
            storage.set("four-shapes:assisted", text).unwrap();
            assert_eq!(mark.ids(&storage).len(), ids, "{text}");
        }
    }
}
