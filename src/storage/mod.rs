//! Stored data: local storage and `IndexedDB`. Everything read from them is validated.

pub(crate) mod database;
mod local;
#[cfg(test)]
mod proptests;
pub(crate) mod settings;

pub(crate) use local::{BrowserStorage, is_quota_exceeded};

use crate::game::session::WinChange;
use four_shapes_records::{
    Match, SeriesScore, Setup,
    high_scores::{Date, HighScore, HighScores},
    record::{self, RecordError},
};
use settings::SETTINGS;

/// The key of the current game. public/boot.js and public/failure.js read it too.
const GAME: &str = "four-shapes:game";
/// The key of the current game's id in the library.
const GAME_ID: &str = "four-shapes:game-id";
/// The prefix of the keys of games that were replaced as the current game and are not in
/// the library yet; the id follows.
pub(crate) const REPLACED_PREFIX: &str = "four-shapes:left:";
/// The key of the current game's series score.
const SERIES_SCORE: &str = "four-shapes:tally";
/// The key of the last setup, stored as a game without moves.
const SETUP: &str = "four-shapes:setup";
/// The key of the high scores, followed by changes that are not part of them yet.
const SCORES: &str = "four-shapes:scores";
/// Precedes each change of the high scores: a sign, a date and the record of a match. JSON doesn't
/// contain it.
const CHANGE: char = '\u{1e}';
/// The length of a date.
const DATE_LENGTH: usize = "2026-11-21".len();

/// The key of the progress with puzzles.
pub(crate) const PUZZLES: &str = "four-shapes:puzzles";
/// The key of the finished lessons.
pub(crate) const LESSONS: &str = "four-shapes:lessons";

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

/// Loads and saves the current game.
pub(crate) struct GameStore<S> {
    storage: S,
    /// The id of the current game; empty if it has none yet.
    id: String,
    /// Whether the stored id is `id`.
    id_stored: bool,
    /// The id of the stored game if that is not the current one; empty if the stored game
    /// need not be preserved.
    replaced_id: Option<String>,
    /// The stored game as last read or written.
    last_text: Option<String>,
    /// False if the storage is unavailable, if an unreadable game could not be set aside,
    /// or if the stored game belongs to another tab.
    can_write: bool,
    /// The series score as last written.
    series_score: Option<SeriesScore>,
}

/// The reason a game was not saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SaveError {
    /// The storage is unavailable, or an earlier failure has disabled saving.
    Unavailable,
    /// The storage quota is exceeded.
    QuotaExceeded,
    /// Another tab has stored a different game, which is not overwritten.
    Conflict,
}

impl From<StorageError> for SaveError {
    fn from(error: StorageError) -> Self {
        match error {
            StorageError::Unavailable => Self::Unavailable,
            StorageError::QuotaExceeded => Self::QuotaExceeded,
        }
    }
}

/// The way a game was saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Saved {
    /// The stored game was updated or already up to date.
    Updated,
    /// The game was stored again because the storage had been cleared.
    Recreated,
}

/// The result of loading the current game.
pub(crate) enum LoadedGame {
    /// No game is stored.
    None,
    /// A game and its series score.
    Game(Box<Match>, SeriesScore),
    /// The stored game can't be read.
    Unreadable(StorageProblem),
    /// The storage is unavailable.
    Unavailable,
}

impl<S: Storage> GameStore<S> {
    /// Opens a storage without a game. This does not need the code that parses games.
    ///
    /// # Errors
    /// Returns the storage if it contains a game; use [`open`](Self::open) for it.
    pub(crate) fn open_empty(storage: S) -> Result<(Self, LoadedGame), S> {
        match storage.get(GAME) {
            Ok(Some(_)) => Err(storage),
            Ok(None) => Ok((Self::new(storage, true), LoadedGame::None)),
            Err(_) => Ok((Self::read_only(storage), LoadedGame::Unavailable)),
        }
    }

    /// Opens a storage and loads its game. An unreadable game is set aside, so that it is
    /// not overwritten.
    pub(crate) fn open(storage: S) -> (Self, LoadedGame) {
        let mut store = Self::new(storage, true);
        let found = match store.storage.get(GAME) {
            Err(_) => {
                store.can_write = false;
                LoadedGame::Unavailable
            }
            Ok(None) => LoadedGame::None,
            Ok(Some(text)) => match record::parse(&text) {
                Ok(game) => {
                    store.last_text = Some(text);
                    let id = store.storage.get(GAME_ID).ok().flatten();
                    store.id = id.filter(|id| is_id(id)).unwrap_or_default();
                    store.id_stored = !store.id.is_empty();
                    let series_score = store.series_score(&game);
                    LoadedGame::Game(game.into(), series_score)
                }
                Err(error) => {
                    let set_aside_as = set_aside(&store.storage, GAME, &text).ok();
                    store.can_write = set_aside_as.is_some();
                    store.replaced_id = Some(String::new());
                    store.last_text = Some(text);
                    LoadedGame::Unreadable(StorageProblem::Unreadable {
                        item: StoredItem::Game,
                        error,
                        set_aside_as,
                    })
                }
            },
        };
        (store, found)
    }

    /// Creates a store that never writes.
    pub(crate) fn read_only(storage: S) -> Self {
        Self::new(storage, false)
    }

    fn new(storage: S, can_write: bool) -> Self {
        Self {
            storage,
            id: String::new(),
            id_stored: false,
            replaced_id: None,
            last_text: None,
            can_write,
            series_score: None,
        }
    }

    /// Returns false if saving is known to fail.
    pub(crate) fn can_write(&self) -> bool {
        self.can_write
    }

    /// Returns the id of the loaded or last saved game; empty if it has none.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Saves the game with this id. If another game is stored, it is first copied to a key
    /// with [`REPLACED_PREFIX`], from where the library imports it.
    ///
    /// # Errors
    /// Returns an error if the game was not saved. After a [`SaveError::Conflict`], nothing
    /// is saved any more.
    pub(crate) fn save(&mut self, id: &str, game_match: &Match) -> Result<Saved, SaveError> {
        if self.id != id {
            let old = std::mem::replace(&mut self.id, id.to_owned());
            if !old.is_empty() {
                self.replaced_id.get_or_insert(old);
            }
            self.id_stored = false;
        }
        if !self.can_write {
            return Err(SaveError::Unavailable);
        }
        let text = record::write(game_match);
        let unchanged = self.last_text.as_ref() == Some(&text);
        if unchanged && self.id_stored {
            return Ok(Saved::Updated);
        }
        let stored = self.storage.get(GAME)?;
        if stored.is_some() && stored != self.last_text {
            self.can_write = false;
            return Err(SaveError::Conflict);
        }
        let cleared = stored.is_none() && self.last_text.is_some();
        // The page may be killed after any write. In this order no game is lost, and none
        // is stored under the id of another game; at worst it gets a second id.
        if let (Some(replaced_id), Some(stored)) = (&self.replaced_id, stored)
            && is_id(replaced_id)
        {
            let key = [REPLACED_PREFIX, replaced_id].concat();
            if let Some(other) = self.storage.get(&key)?
                && other != stored
            {
                // Two games have the same id: keep the other one under a free key.
                let mut free = [&*key, "-2"].concat();
                while matches!(self.storage.get(&free)?, Some(taken) if taken != other) {
                    free.push_str("-2");
                }
                self.storage.set(&free, &other)?;
            }
            self.storage.set(&key, &stored)?;
        }
        let writes_id = cleared || !self.id_stored;
        if writes_id {
            self.storage.set(GAME_ID, "")?;
        }
        self.storage.set(GAME, &text)?;
        self.replaced_id = None;
        self.last_text = Some(text);
        if writes_id {
            self.storage.set(GAME_ID, &self.id)?;
        }
        self.id_stored = true;
        if cleared {
            self.series_score = None;
            return Ok(Saved::Recreated);
        }
        Ok(Saved::Updated)
    }

    /// Changes the id of the current game, of which nothing else is stored.
    pub(crate) fn rename(&mut self, id: &str) {
        id.clone_into(&mut self.id);
        self.id_stored = false;
    }

    /// Adds wins to the high scores, or removes them, in a form that does not need the code of the
    /// high scores; [`settle_scores`] completes it.
    ///
    /// # Errors
    /// Returns an error if they can't be stored.
    pub(crate) fn add_win_changes(
        &self,
        changes: &[WinChange],
        today: Date,
    ) -> Result<(), StorageError> {
        let mut text = self.storage.get(SCORES)?.unwrap_or_default();
        let today = today.to_string();
        for change in changes {
            let (sign, game_match) = match change {
                WinChange::Won(game_match) => ("+", game_match),
                WinChange::Undone(game_match) => ("-", game_match),
            };
            text.push(CHANGE);
            text.extend([sign, &today, &record::write(game_match)]);
        }
        self.storage.set(SCORES, &text)
    }

    /// Saves the series score of the saved game. Errors are ignored, as no game is lost.
    pub(crate) fn save_series_score(&mut self, series_score: &SeriesScore) {
        if self.can_write && self.series_score.as_ref() != Some(series_score) {
            let _ = self.storage.set(SERIES_SCORE, &series_score.write());
            self.series_score = Some(series_score.clone());
        }
    }

    /// Loads the series score of the loaded game.
    fn series_score(&self, game_match: &Match) -> SeriesScore {
        let text = self.storage.get(SERIES_SCORE).ok().flatten();
        let series_score = text.and_then(|text| SeriesScore::parse(&text, game_match).ok());
        series_score.unwrap_or_else(|| SeriesScore::new(game_match))
    }
}

/// Returns whether a text is a valid game id, which can be part of a key.
pub(crate) fn is_id(text: &str) -> bool {
    let is_valid = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=64).contains(&text.len()) && text.bytes().all(is_valid)
}

/// Returns whether a key is that of a game that was set aside because it could not be
/// read, or by the failure screen.
pub(crate) fn is_set_aside(key: &str) -> bool {
    let rest = key.strip_prefix(GAME).unwrap_or_default();
    rest.starts_with(":unreadable:") || rest.starts_with(":aside:")
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

/// Saves the setup of a new game as the default of the next. Errors are ignored.
pub(crate) fn save_last_setup(storage: &impl Storage, setup: &Setup) {
    let _ = storage.set(SETUP, &record::write(&Match::new(setup.clone())));
}

/// Returns the last setup, or `None` if it is missing or unreadable.
pub(crate) fn last_setup(storage: &impl Storage) -> Option<Setup> {
    let text = storage.get(SETUP).ok()??;
    let game_match = record::parse(&text).ok()?;
    Some(game_match.setup().clone())
}

/// Restores the last setup from a backup, unless one is stored.
pub(crate) fn restore_last_setup(storage: &impl Storage, text: &str) {
    if last_setup(storage).is_none()
        && let Ok(game_match) = record::parse(text)
    {
        save_last_setup(storage, game_match.setup());
    }
}

/// Restores the progress with puzzles or lessons from a backup, unless some is stored. If it
/// can't be read, it is set aside when they open.
///
/// # Errors
/// Returns an error if it can't be saved.
pub(crate) fn restore_progress(
    storage: &impl Storage,
    key: &str,
    text: &str,
) -> Result<(), StorageError> {
    match storage.get(key)? {
        Some(_) => Ok(()),
        None => storage.set(key, text),
    }
}

/// The contents of a backup other than games, each in its stored form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct BackupExtras {
    pub(crate) settings: Option<String>,
    pub(crate) scores: Option<String>,
    pub(crate) setup: Option<String>,
    pub(crate) puzzles: Option<String>,
    pub(crate) lessons: Option<String>,
}

impl BackupExtras {
    pub(crate) fn load(storage: &impl Storage) -> Self {
        let text = |key| storage.get(key).ok().flatten();
        let scores = text(SCORES).map(|text| match parse_scores(&text) {
            Ok(scores) => scores.write(),
            Err(_) => text,
        });
        Self {
            settings: text(SETTINGS),
            scores,
            setup: text(SETUP),
            puzzles: text(PUZZLES),
            lessons: text(LESSONS),
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

/// An item that can be unreadable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoredItem {
    Game,
    Settings,
    Scores,
}

/// The reason the high scores of a backup were not merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MergeScoresError {
    /// Those of the backup can't be read.
    Invalid(RecordError),
    /// The stored ones can't be read or written.
    Storage(StorageProblem),
}

/// Adds the high scores of a backup to the stored ones.
///
/// # Errors
/// Returns an error if either can't be read, or the result can't be stored.
pub(crate) fn merge_scores(storage: &impl Storage, theirs: &str) -> Result<(), MergeScoresError> {
    let mut ours = scores(storage).map_err(MergeScoresError::Storage)?;
    if add_scores(&mut ours, theirs).map_err(MergeScoresError::Invalid)? {
        let saved = storage.set(SCORES, &ours.write());
        saved.map_err(|_| MergeScoresError::Storage(StorageProblem::ScoreNotSaved))?;
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
pub(crate) fn scores(storage: &impl Storage) -> Result<HighScores, StorageProblem> {
    let Ok(Some(text)) = storage.get(SCORES) else {
        return Ok(HighScores::default());
    };
    parse_scores(&text).map_err(|error| {
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
fn parse_scores(text: &str) -> Result<HighScores, RecordError> {
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
/// Returns an error if they can't be read or stored.
pub(crate) fn settle_scores(storage: &impl Storage) -> Result<(), StorageProblem> {
    let not_saved = |_| StorageProblem::ScoreNotSaved;
    let Some(text) = storage.get(SCORES).map_err(not_saved)? else {
        return Ok(());
    };
    let Some(at) = text.find(CHANGE) else {
        return Ok(());
    };
    let (scores, problem) = match scores(storage) {
        Ok(scores) => (scores, None),
        Err(
            problem @ StorageProblem::Unreadable {
                set_aside_as: Some(_),
                ..
            },
        ) => (parse_scores(&text[at..]).unwrap_or_default(), Some(problem)),
        Err(problem) => return Err(problem),
    };
    storage.set(SCORES, &scores.write()).map_err(not_saved)?;
    problem.map_or(Ok(()), Err)
}

/// Deletes the high scores.
pub(crate) fn clear_scores(storage: &impl Storage) {
    let _ = storage.set(SCORES, &HighScores::default().write());
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::game::session::{Command, Session};
    use four_shapes_records::high_scores::Date;
    use four_shapes_rules::{Game, Rules, notation};
    use std::{
        cell::{Cell, RefCell},
        collections::{BTreeMap, BTreeSet},
        rc::Rc,
        sync::atomic::{AtomicUsize, Ordering},
    };

    /// A storage in memory with a capacity.
    #[derive(Clone)]
    pub(crate) struct MemoryStorage {
        pub(crate) items: Rc<RefCell<BTreeMap<String, String>>>,
        /// The maximum number of keys.
        pub(crate) capacity: usize,
        readable: bool,
        /// The number of writes after which all fail.
        remaining_writes: Rc<Cell<usize>>,
    }

    /// Returns an unused id.
    fn new_id() -> String {
        static NEXT: AtomicUsize = AtomicUsize::new(1);
        format!("7-{}", NEXT.fetch_add(1, Ordering::Relaxed))
    }

    fn open(storage: MemoryStorage) -> (GameStore<MemoryStorage>, LoadedGame) {
        GameStore::open(storage)
    }

    /// Saves a game under the store's id, or a new one if it has none.
    fn save(store: &mut GameStore<MemoryStorage>, game_match: &Match) -> Result<Saved, SaveError> {
        let id = match store.id() {
            "" => new_id(),
            id => id.to_owned(),
        };
        store.save(&id, game_match)
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

    fn game(moves: &str) -> Match {
        Match::with_default_seats(notation::parse(Rules::CLASSIC, moves).unwrap())
    }

    fn new_game() -> Match {
        Match::with_default_seats(Game::new(Rules::CLASSIC))
    }

    #[test]
    fn game_is_restored_with_undone_moves() {
        let storage = MemoryStorage::with(&[]);
        let Ok((mut store, LoadedGame::None)) = GameStore::open_empty(storage.clone()) else {
            panic!("a game was found")
        };
        let mut game = game("4445");
        game.undo();
        save(&mut store, &game).unwrap();
        let (_, found) = open(storage.clone());
        let LoadedGame::Game(loaded, _) = found else {
            panic!("no game was found")
        };
        assert_eq!(*loaded, game);
        assert!(GameStore::open_empty(storage).is_err());
    }

    #[test]
    fn unreadable_game_is_set_aside() {
        for text in [
            "",
            "{}",
            "nonsense",
            "null",
            "{\"format\":\"x\",\"version\":1}",
        ] {
            let storage = MemoryStorage::with(&[(GAME, text)]);
            let (mut store, found) = open(storage.clone());
            let LoadedGame::Unreadable(StorageProblem::Unreadable { set_aside_as, .. }) = found
            else {
                panic!("{text} was read")
            };
            assert_eq!(
                set_aside_as.as_deref(),
                Some("four-shapes:game:unreadable:1")
            );
            save(&mut store, &new_game()).unwrap();
            assert_eq!(storage.text(&set_aside_as.unwrap()).as_deref(), Some(text));
        }
    }

    #[test]
    fn unreadable_games_are_set_aside_once_each() {
        let first = ("four-shapes:game:unreadable:1", "first");
        let set_aside_as = |storage: &MemoryStorage| match open(storage.clone()).1 {
            LoadedGame::Unreadable(StorageProblem::Unreadable { set_aside_as, .. }) => {
                set_aside_as.unwrap()
            }
            _ => panic!("the game was read"),
        };
        let storage = MemoryStorage::with(&[first, (GAME, "second")]);
        assert_eq!(set_aside_as(&storage), "four-shapes:game:unreadable:2");
        assert_eq!(storage.text(first.0).as_deref(), Some("first"));
        let storage = MemoryStorage::with(&[first, (GAME, "first")]);
        assert_eq!(set_aside_as(&storage), first.0);
    }

    #[test]
    fn unreadable_game_is_never_overwritten_if_it_cannot_be_set_aside() {
        let mut storage = MemoryStorage::with(&[(GAME, "precious")]);
        storage.capacity = 1;
        let (mut store, found) = open(storage.clone());
        assert!(matches!(
            found,
            LoadedGame::Unreadable(StorageProblem::Unreadable {
                set_aside_as: None,
                ..
            })
        ));
        let saved = save(&mut store, &new_game());
        assert_eq!(saved, Err(SaveError::Unavailable));
        assert_eq!(storage.text(GAME).as_deref(), Some("precious"));
    }

    #[test]
    fn scores_are_added_and_unreadable_ones_set_aside() {
        let storage = MemoryStorage::with(&[]);
        let won = game("1212121");
        let (store, _) = open(storage.clone());
        let change = |store: &GameStore<_>, change: fn(Match) -> WinChange, day| {
            let today = Date::new(2026, 11, day).unwrap();
            store.add_win_changes(&[change(won.clone())], today)
        };
        change(&store, WinChange::Won, 2).unwrap();
        change(&store, WinChange::Won, 1).unwrap();
        let dates = |storage: &MemoryStorage| -> Vec<String> {
            let scores = scores(storage).unwrap();
            scores
                .all()
                .iter()
                .map(|score| score.date.to_string())
                .collect()
        };
        // The changes count already, and once.
        assert_eq!(dates(&storage), ["2026-11-01", "2026-11-02"]);
        settle_scores(&storage).unwrap();
        settle_scores(&storage).unwrap();
        assert!(!storage.text(SCORES).unwrap().contains(CHANGE));
        assert_eq!(dates(&storage), ["2026-11-01", "2026-11-02"]);
        // On a later day.
        change(&store, WinChange::Undone, 3).unwrap();
        settle_scores(&storage).unwrap();
        assert_eq!(dates(&storage), ["2026-11-01"]);
        clear_scores(&storage);
        assert_eq!(dates(&storage), [""; 0]);

        let storage = MemoryStorage::with(&[(SCORES, "precious")]);
        let (store, _) = open(storage.clone());
        assert!(scores(&storage).is_err());
        change(&store, WinChange::Won, 1).unwrap();
        assert!(settle_scores(&storage).is_err(), "the error is reported");
        assert_eq!(dates(&storage), ["2026-11-01"]);
        let copy = storage.text("four-shapes:scores:unreadable:1");
        assert_eq!(copy.as_deref(), Some("precious"));

        let mut full = MemoryStorage::with(&[(SCORES, "precious")]);
        full.capacity = 1;
        let (store, _) = open(full.clone());
        change(&store, WinChange::Won, 1).unwrap();
        assert!(settle_scores(&full).is_err());
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
            assert_eq!(parse_scores(&text).is_ok(), is_valid, "{change}");
        }
    }

    #[test]
    fn setup_and_series_score_are_restored() {
        let storage = MemoryStorage::with(&[]);
        let setup = Setup::with_default_seats(Rules::TIC_TAC_TOE).with_next_first_seat();
        assert_eq!(last_setup(&storage), None);
        save_last_setup(&storage, &setup);
        assert_eq!(last_setup(&storage), Some(setup));

        let mut game_match = game("121212");
        let (mut store, _) = open(storage.clone());
        let mut series_score = store.series_score(&game_match);
        let column = Rules::CLASSIC.column(0).unwrap();
        game_match.turn().unwrap().drop(column).unwrap();
        assert!(series_score.record_step(&game_match).is_some());
        store.save_series_score(&series_score);
        let (store, _) = open(storage);
        assert_eq!(store.series_score(&game_match), series_score);
    }

    #[test]
    fn game_of_another_tab_is_not_overwritten() {
        let storage = MemoryStorage::with(&[]);
        let (mut first_tab, _) = open(storage.clone());
        save(&mut first_tab, &game("4")).unwrap();
        let (mut second_tab, _) = open(storage.clone());
        save(&mut first_tab, &game("44")).unwrap();
        assert_eq!(
            save(&mut second_tab, &game("4")),
            Ok(Saved::Updated),
            "nothing to save"
        );
        let shared = first_tab.id().to_owned();
        assert_eq!(second_tab.id(), shared);
        assert_eq!(save(&mut second_tab, &game("41")), Err(SaveError::Conflict));
        assert_eq!(
            save(&mut second_tab, &game("412")),
            Err(SaveError::Unavailable)
        );
        let LoadedGame::Game(loaded, _) = open(storage.clone()).1 else {
            panic!("no game was found")
        };
        assert_eq!(*loaded, game("44"));

        storage.items.borrow_mut().clear();
        assert_eq!(save(&mut first_tab, &game("445")), Ok(Saved::Recreated));
        assert!(storage.text(GAME).is_some(), "the game is stored again");
        assert_eq!(storage.text(GAME_ID), Some(shared));
        assert_eq!(save(&mut first_tab, &game("4455")), Ok(Saved::Updated));
    }

    #[test]
    fn unavailable_storage_is_reported() {
        let mut storage = MemoryStorage::with(&[]);
        storage.readable = false;
        assert!(matches!(open(storage).1, LoadedGame::Unavailable));
    }

    #[test]
    fn exceeded_quota_is_reported() {
        let mut storage = MemoryStorage::with(&[]);
        storage.capacity = 0;
        let (mut store, _) = open(storage);
        assert_eq!(save(&mut store, &game("4")), Err(SaveError::QuotaExceeded));
    }

    #[test]
    fn game_without_a_valid_id_gets_one() {
        for id in [None, Some(""), Some("A"), Some("four shapes")] {
            let text = record::write(&game("44"));
            let storage = MemoryStorage::with(&[(GAME, &text)]);
            if let Some(id) = id {
                storage.set(GAME_ID, id).unwrap();
            }
            let (mut store, _) = open(storage.clone());
            save(&mut store, &game("44")).unwrap();
            let given = storage.text(GAME_ID).unwrap();
            assert!(is_id(&given) && Some(&*given) != id);
            let (mut store, _) = open(storage.clone());
            save(&mut store, &game("445")).unwrap();
            assert_eq!(storage.text(GAME_ID).as_ref(), Some(&given));
            assert_eq!(storage.items.borrow().len(), 2, "no game was replaced");
        }
    }

    #[test]
    fn replaced_game_is_kept_under_its_id() {
        let storage = MemoryStorage::with(&[]);
        let (mut store, _) = open(storage.clone());
        save(&mut store, &game("44")).unwrap();
        let (first, second) = (store.id().to_owned(), new_id());
        store.save(&second, &new_game()).unwrap();
        assert_eq!(storage.text(GAME_ID).as_ref(), Some(&second));
        let replaced = storage.text(&[REPLACED_PREFIX, &first].concat()).unwrap();
        assert_eq!(record::parse(&replaced).unwrap(), game("44"));
        store.save(&first, &game("445")).unwrap();
        assert_eq!(storage.text(GAME_ID), Some(first));

        // If it cannot be kept, it is not replaced.
        let mut full = MemoryStorage::with(&[]);
        full.capacity = 2;
        let (mut store, _) = open(full.clone());
        save(&mut store, &game("44")).unwrap();
        let before = full.items.borrow().clone();
        for moves in ["", "1"] {
            assert_eq!(
                store.save("8-8", &game(moves)),
                Err(SaveError::QuotaExceeded)
            );
            assert_eq!(*full.items.borrow(), before);
        }
        // With enough capacity, both are stored.
        store.storage.capacity = 9;
        store.save("8-8", &game("12")).unwrap();
        let games: Vec<Match> = full
            .items
            .borrow()
            .values()
            .filter_map(|t| record::parse(t).ok())
            .collect();
        assert_eq!(games, [game("12"), game("44")]);
    }

    /// Sends random commands to a session and saves after each, until the storage fails.
    /// `saved` has the last saved record of each id, `attempted` all that may be stored.
    fn play(
        storage: &MemoryStorage,
        seed: &mut u32,
        saved: &mut BTreeMap<String, String>,
        attempted: &mut BTreeMap<String, BTreeSet<String>>,
    ) {
        let mut random = |below: u32| {
            *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (*seed >> 16) % below
        };
        let (mut store, found) = open(storage.clone());
        let game_match = match found {
            LoadedGame::Game(game_match, _) => *game_match,
            _ => new_game(),
        };
        let series_score = SeriesScore::new(&game_match);
        let id = match store.id() {
            "" => new_id(),
            id => id.to_owned(),
        };
        let mut session = Session::new(game_match, series_score).with_ids(id, new_id);
        for _ in 0..12 {
            let column = Rules::CLASSIC.column(random(7) as usize).unwrap();
            let others: Vec<_> = saved.clone().into_iter().collect();
            let command = match random(12) {
                0 => Command::PlayAgain,
                1 => Command::Load(Box::new(game("4455"))),
                2 => Command::OpenShared(Box::new(game("1"))),
                3 => Command::CloseShared,
                4 => Command::KeepShared,
                5 => Command::Undo,
                6 if !others.is_empty() => {
                    let (id, text) = &others[random(others.len() as u32) as usize];
                    Command::Open(id.clone(), Box::new(record::parse(text).unwrap()))
                }
                _ => Command::Drop(column),
            };
            session.apply(command);
            let id = session.own_id().to_owned();
            let own = record::write(session.own().0);
            let result = store.save(&id, session.own().0);
            attempted.entry(id.clone()).or_default().insert(own.clone());
            if result.is_err() {
                return;
            }
            saved.insert(id, own);
        }
    }

    #[test]
    fn no_saved_move_is_lost_if_the_page_dies_between_two_writes() {
        for start in 0..40 {
            for writes in 0..30 {
                let (mut seed, storage) = (start, MemoryStorage::with(&[]));
                let (mut saved, mut attempted) = (BTreeMap::new(), BTreeMap::new());
                // A page that is killed, and the next one.
                for writes in [writes, usize::MAX] {
                    storage.remaining_writes.set(writes);
                    play(&storage, &mut seed, &mut saved, &mut attempted);
                    let current_id = storage.text(GAME_ID).filter(|id| is_id(id));
                    for (id, text) in &saved {
                        let replaced = storage.text(&[REPLACED_PREFIX, id].concat());
                        let stored = [storage.text(GAME), replaced];
                        assert!(stored.contains(&Some(text.clone())), "{id} of seed {start}");
                    }
                    // Under each id is that game, even if the page was killed between
                    // storing the id and the game.
                    let replaced = |(key, text): (&String, &String)| {
                        Some((key.strip_prefix(REPLACED_PREFIX)?.to_owned(), text.clone()))
                    };
                    let items = storage.items.borrow();
                    let mut found: Vec<_> = items.iter().filter_map(replaced).collect();
                    found.extend(current_id.zip(items.get(GAME).cloned()));
                    for (id, text) in found {
                        // Nothing was saved under this id before.
                        saved.entry(id.clone()).or_insert_with(|| text.clone());
                        let attempted = attempted.entry(id.clone()).or_default();
                        let is_new = attempted.is_empty();
                        assert!(is_new || attempted.contains(&text), "{id} of seed {start}");
                        attempted.insert(text);
                    }
                }
            }
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
