//! The current game, its series score, and the last setup.
//!
//! The game and the setup are stored as records ([`record`]). While a shared game is shown, the stored
//! game is still the user's own. Its id is briefly empty while another game takes its place.

use super::{Storage, StorageError, StorageProblem, StoredItem, is_id, set_aside};
use four_shapes_records::{Match, SeriesScore, Setup, record};

/// The key of the current game. public/boot.js and public/failure.js read it too.
pub(super) const GAME: &str = "four-shapes:game";
/// The key of the current game's id in the library.
pub(super) const GAME_ID: &str = "four-shapes:game-id";
/// The prefix of the keys of games that were replaced as the current game and are not in
/// the library yet; the id follows.
pub(crate) const REPLACED_PREFIX: &str = "four-shapes:replaced:";
/// The key of the current game's series score.
pub(super) const SERIES_SCORE: &str = "four-shapes:series-score";
/// The key of the last setup, stored as a game without moves.
pub(super) const SETUP: &str = "four-shapes:setup";

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
    /// with [`REPLACED_PREFIX`], from which the library imports it.
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

    /// Saves the series score of the saved game. Errors are ignored, as no game is lost.
    pub(crate) fn save_series_score(&mut self, series_score: &SeriesScore) {
        if self.can_write && self.series_score.as_ref() != Some(series_score) {
            let _ = self.storage.set(SERIES_SCORE, &series_score.write());
            self.series_score = Some(series_score.clone());
        }
    }

    /// Loads the series score of the loaded game.
    pub(super) fn series_score(&self, game_match: &Match) -> SeriesScore {
        let text = self.storage.get(SERIES_SCORE).ok().flatten();
        let series_score = text.and_then(|text| SeriesScore::parse(&text, game_match).ok());
        series_score.unwrap_or_else(|| SeriesScore::new(game_match))
    }
}

/// Returns whether a key is that of a game that was set aside because it could not be
/// read, or by the failure screen.
pub(crate) fn is_set_aside(key: &str) -> bool {
    let rest = key.strip_prefix(GAME).unwrap_or_default();
    rest.starts_with(":unreadable:") || rest.starts_with(":aside:")
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        game::session::{Command, Session},
        storage::tests::MemoryStorage,
    };
    use four_shapes_rules::{Game, Rules, notation};
    use std::{
        collections::{BTreeMap, BTreeSet},
        sync::atomic::{AtomicUsize, Ordering},
    };

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
                3 => Command::ReturnToOwn,
                4 => Command::KeepShared,
                5 => Command::Undo,
                6 if !others.is_empty() => {
                    let (id, text) = &others[random(others.len() as u32) as usize];
                    Command::Open {
                        id: id.clone(),
                        game_match: Box::new(record::parse(text).unwrap()),
                        remote: None,
                    }
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
}
