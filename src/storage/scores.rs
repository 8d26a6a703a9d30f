//! The high scores.

use super::{Storage, StorageError, StorageProblem, StoredItem, set_aside};
use crate::game::session::WinChange;
use four_shapes_records::{
    high_scores::{Date, HighScore, HighScores},
    record::{self, RecordError},
};

/// The key of the high scores, followed by changes that are not part of them yet.
pub(super) const SCORES: &str = "four-shapes:scores";
/// Precedes each change of the high scores: a sign, a date and the record of a match. JSON doesn't
/// contain it.
const CHANGE: char = '\u{1e}';
/// The length of a date.
const DATE_LENGTH: usize = "2026-11-21".len();

/// Adds wins to the high scores, or removes them, in a form that does not need the code of the
/// high scores; [`settle`] completes it.
///
/// # Errors
/// Returns an error if they can't be stored.
pub(crate) fn add_win_changes(
    storage: &impl Storage,
    changes: &[WinChange],
    today: Date,
) -> Result<(), StorageError> {
    let mut text = storage.get(SCORES)?.unwrap_or_default();
    let today = today.to_string();
    for change in changes {
        let (sign, game_match) = match change {
            WinChange::Won(game_match) => ("+", game_match),
            WinChange::Undone(game_match) => ("-", game_match),
        };
        text.push(CHANGE);
        text.extend([sign, &today, &record::write(game_match)]);
    }
    storage.set(SCORES, &text)
}

/// The reason the high scores of a backup were not merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MergeError {
    /// Those of the backup can't be read.
    Invalid(RecordError),
    /// The stored ones can't be read or written.
    Storage(StorageProblem),
}

/// Adds the high scores of a backup to the stored ones.
///
/// # Errors
/// Returns an error if either can't be read, or the result can't be stored.
pub(crate) fn merge(storage: &impl Storage, theirs: &str) -> Result<(), MergeError> {
    let mut ours = load(storage).map_err(MergeError::Storage)?;
    if add_scores(&mut ours, theirs).map_err(MergeError::Invalid)? {
        let saved = storage.set(SCORES, &ours.write());
        saved.map_err(|_| MergeError::Storage(StorageProblem::ScoreNotSaved))?;
    }
    Ok(())
}

/// Adds the scores of `theirs` that are missing in `ours`, and returns whether there were
/// any.
///
/// # Errors
/// Returns an error if `theirs` can't be parsed.
fn add_scores(ours: &mut HighScores, theirs: &str) -> Result<bool, RecordError> {
    let before = ours.clone();
    for score in HighScores::parse(theirs)?.all() {
        if !ours.all().contains(score) {
            ours.add(score.clone());
        }
    }
    Ok(*ours != before)
}

/// Returns the high scores.
///
/// # Errors
/// Returns an error if they can't be read; they are set aside then.
pub(crate) fn load(storage: &impl Storage) -> Result<HighScores, StorageProblem> {
    let Ok(Some(text)) = storage.get(SCORES) else {
        return Ok(HighScores::default());
    };
    parse(&text).map_err(|error| {
        let unreadable = text.split(CHANGE).next().unwrap_or_default();
        StorageProblem::Unreadable {
            item: StoredItem::Scores,
            error,
            set_aside_as: set_aside(storage, SCORES, unreadable).ok(),
        }
    })
}

/// Parses high scores with the changes after them.
///
/// # Errors
/// Returns the first error and its position, in the high scores or in the match of a change.
pub(super) fn parse(text: &str) -> Result<HighScores, RecordError> {
    let mut parts = text.split(CHANGE);
    let mut scores = match parts.next() {
        None | Some("") => HighScores::default(),
        Some(text) => HighScores::parse(text)?,
    };
    for part in parts {
        let (sign, rest) = part.split_at_checked(1).unwrap_or_default();
        let (date, record) = rest.split_at_checked(DATE_LENGTH).unwrap_or_default();
        // Fails with an error if anything else is wrong.
        let game_match = record::parse(if date.parse::<Date>().is_ok() {
            record
        } else {
            part
        })?;
        let score = date
            .parse()
            .ok()
            .and_then(|date| HighScore::of(&game_match, date));
        match (sign, score) {
            ("+", Some(score)) => {
                scores.add(score);
            }
            ("-", Some(score)) => {
                scores.remove(&score);
            }
            // Won on time.
            _ => {}
        }
    }
    Ok(scores)
}

/// Makes the changes after the high scores part of them. If they can't be read, they are set aside
/// and begin anew.
///
/// # Errors
/// Returns an error if they are unreadable or can't be stored.
pub(crate) fn settle(storage: &impl Storage) -> Result<(), StorageProblem> {
    let not_saved = |_| StorageProblem::ScoreNotSaved;
    // If the storage can't be read, a win is reported when it is made.
    let Ok(Some(text)) = storage.get(SCORES) else {
        return Ok(());
    };
    let Some(at) = text.find(CHANGE) else {
        return Ok(());
    };
    let (scores, problem) = match load(storage) {
        Ok(scores) => (scores, None),
        Err(
            problem @ StorageProblem::Unreadable {
                set_aside_as: Some(_),
                ..
            },
        ) => (parse(&text[at..]).unwrap_or_default(), Some(problem)),
        Err(problem) => return Err(problem),
    };
    storage.set(SCORES, &scores.write()).map_err(not_saved)?;
    problem.map_or(Ok(()), Err)
}

/// Deletes the high scores.
pub(crate) fn clear(storage: &impl Storage) {
    let _ = storage.set(SCORES, &HighScores::default().write());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::tests::MemoryStorage;
    use four_shapes_records::Match;
    use four_shapes_rules::{Rules, notation};

    fn game(moves: &str) -> Match {
        Match::with_default_seats(notation::parse(Rules::CLASSIC, moves).unwrap())
    }

    #[test]
    fn blocked_storage_has_nothing_to_settle() {
        let mut storage = MemoryStorage::with(&[]);
        storage.readable = false;
        assert_eq!(settle(&storage), Ok(()));
        let won = WinChange::Won(game("1212121"));
        let today = Date::new(2026, 11, 25).unwrap();
        assert!(add_win_changes(&storage, &[won], today).is_err());
    }

    #[test]
    fn scores_are_added_and_unreadable_ones_set_aside() {
        let storage = MemoryStorage::with(&[]);
        let won = game("1212121");
        let change = |storage: &MemoryStorage, change: fn(Match) -> WinChange, day| {
            let today = Date::new(2026, 11, day).unwrap();
            add_win_changes(storage, &[change(won.clone())], today)
        };
        change(&storage, WinChange::Won, 2).unwrap();
        change(&storage, WinChange::Won, 1).unwrap();
        let dates = |storage: &MemoryStorage| -> Vec<String> {
            let scores = load(storage).unwrap();
            scores
                .all()
                .iter()
                .map(|score| score.date.to_string())
                .collect()
        };
        // The changes count already, and once.
        assert_eq!(dates(&storage), ["2026-11-01", "2026-11-02"]);
        settle(&storage).unwrap();
        settle(&storage).unwrap();
        assert!(!storage.text(SCORES).unwrap().contains(CHANGE));
        assert_eq!(dates(&storage), ["2026-11-01", "2026-11-02"]);
        // On a later day.
        change(&storage, WinChange::Undone, 3).unwrap();
        settle(&storage).unwrap();
        assert_eq!(dates(&storage), ["2026-11-01"]);
        clear(&storage);
        assert_eq!(dates(&storage), [""; 0]);

        let storage = MemoryStorage::with(&[(SCORES, "precious")]);
        assert!(load(&storage).is_err());
        change(&storage, WinChange::Won, 1).unwrap();
        assert!(settle(&storage).is_err(), "the error is reported");
        assert_eq!(dates(&storage), ["2026-11-01"]);
        let copy = storage.text("four-shapes:scores:unreadable:1");
        assert_eq!(copy.as_deref(), Some("precious"));

        let mut full = MemoryStorage::with(&[(SCORES, "precious")]);
        full.capacity = 1;
        change(&full, WinChange::Won, 1).unwrap();
        assert!(settle(&full).is_err());
        assert!(full.text(SCORES).unwrap().starts_with("precious"));
    }

    #[test]
    fn damaged_changes_of_scores_are_errors() {
        let record = record::write(&game("1212121"));
        for (change, is_valid) in [
            (format!("+2026-11-21{record}"), true),
            (format!("-2026-11-21{record}"), true),
            (format!("+2026-13-21{record}"), false),
            ("+2026-11-21".to_owned(), false),
            ("é".to_owned(), false),
            (String::new(), false),
        ] {
            let text = format!("{CHANGE}{change}");
            assert_eq!(parse(&text).is_ok(), is_valid, "{change}");
        }
    }

    #[test]
    fn scores_are_merged_once() {
        let score =
            |day| HighScore::of(&game("1212121"), Date::new(2026, 1, day).unwrap()).unwrap();
        let (mut ours, mut theirs) = (HighScores::default(), HighScores::default());
        ours.add(score(1));
        theirs.add(score(1));
        theirs.add(score(2));
        assert_eq!(add_scores(&mut ours, &theirs.write()), Ok(true));
        assert_eq!(ours.all(), [score(1), score(2)]);
        assert_eq!(add_scores(&mut ours, &theirs.write()), Ok(false));
        assert!(add_scores(&mut ours, "{}").is_err());
        assert_eq!(ours.all().len(), 2);
    }
}
