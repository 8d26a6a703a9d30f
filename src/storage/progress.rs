//! The progress with puzzles and lessons, and the cup.

use super::{Storage, StorageError, set_aside};

/// The key of the progress with puzzles.
pub(crate) const PUZZLES: &str = "four-shapes:puzzles";
/// The key of the finished lessons.
pub(crate) const LESSONS: &str = "four-shapes:lessons";

/// The key of the cup.
pub(crate) const CUP: &str = "four-shapes:cup";

/// Loads the progress of a key. One that can't be parsed is set aside; the second value is the key
/// of the copy.
pub(crate) fn load<T: Default>(
    storage: &impl Storage,
    key: &str,
    parse: impl FnOnce(&str) -> Option<T>,
) -> (T, Option<String>) {
    let Ok(Some(text)) = storage.get(key) else {
        return (T::default(), None);
    };
    match parse(&text) {
        Some(progress) => (progress, None),
        None => (T::default(), set_aside(storage, key, &text).ok()),
    }
}

/// Restores the progress of a key from a backup, unless some is stored. If it
/// can't be read, it is set aside when it is loaded.
///
/// # Errors
/// Returns an error if it can't be saved.
pub(crate) fn restore(storage: &impl Storage, key: &str, text: &str) -> Result<(), StorageError> {
    match storage.get(key)? {
        Some(_) => Ok(()),
        None => storage.set(key, text),
    }
}
