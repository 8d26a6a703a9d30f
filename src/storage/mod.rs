//! What the page remembers in the browser: kept after each change, read with
//! distrust.

pub(crate) mod database;
#[cfg(test)]
mod hostile;
mod local;
pub(crate) mod settings;

pub(crate) use local::{Browser, is_full};

use four_shapes_engine::{
    Match, SeriesScore, Setup,
    record::{self, RecordError},
    scores::{Score, Scores},
};
use settings::SETTINGS;

/// Where the game in progress is kept. public/boot.js knows the name as well.
const GAME: &str = "four-shapes:game";
/// Which game that is, among all that were played here.
const GAME_ID: &str = "four-shapes:game-id";
/// Before the id of a game that has made room for another one and is not in the
/// library yet.
pub(crate) const LEFT: &str = "four-shapes:left:";
/// The games won by those who play it.
const SERIES_SCORE: &str = "four-shapes:tally";
/// The last set-up, as a game without moves.
const SETUP: &str = "four-shapes:setup";
/// The high scores.
const SCORES: &str = "four-shapes:scores";

/// Somewhere to keep texts by name.
pub(crate) trait Shelf {
    /// The text of that name, if there is one.
    fn get(&self, name: &str) -> Result<Option<String>, Denied>;
    /// Keeps a text in place of the one of that name.
    fn set(&self, name: &str, text: &str) -> Result<(), Refused>;
    /// Forgets the text of that name.
    fn remove(&self, name: &str) -> Result<(), Denied>;
    /// The names of all texts.
    fn names(&self) -> Result<Vec<String>, Denied>;
}

/// Storage that is blocked or not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Denied;

/// Why a text is not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// The shelf is blocked or not there.
    Denied,
    /// There is no room for it.
    Full,
}

/// Keeps one game on a shelf.
pub(crate) struct Store<S> {
    shelf: S,
    /// The id of the game that is to be kept; empty if it is not known yet.
    id: String,
    /// Whether that id is on the shelf.
    id_stored: bool,
    /// The id of the game on the shelf, if that is another one; empty if it has been
    /// brought to safety.
    before: Option<String>,
    /// What was last read from the shelf or written there.
    known: Option<String>,
    /// Off when there is no shelf, when what is on it could not be brought to
    /// safety, and when it belongs to another page.
    may_write: bool,
    /// The series score that was last written.
    series_score: Option<SeriesScore>,
}

/// Why a game is not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotStored {
    /// The shelf is blocked or not there; or it was given up before.
    Denied,
    /// There is no room on the shelf.
    Full,
    /// Another page has stored a game meanwhile, and that one stays.
    Elsewhere,
}

impl From<Denied> for NotStored {
    fn from(_: Denied) -> Self {
        Self::Denied
    }
}

impl From<Refused> for NotStored {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Denied => Self::Denied,
            Refused::Full => Self::Full,
        }
    }
}

/// How a game came to be on the shelf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Saved {
    /// As ever.
    Well,
    /// The shelf had been emptied meanwhile.
    Again,
}

/// What was found on the shelf.
pub(crate) enum Found {
    /// Nothing yet.
    Nothing,
    /// A game, and how often those who play it have won.
    Game(Box<Match>, SeriesScore),
    /// Something that is no game this program can show.
    Unreadable(Problem),
    /// The shelf itself can't be read.
    Denied,
}

impl<S: Shelf> Store<S> {
    /// Opens a shelf on which no game is, without the code that reads one; hands the shelf
    /// back if there is a game on it, for [`open`](Self::open).
    pub(crate) fn open_empty(shelf: S) -> Result<(Self, Found), S> {
        match shelf.get(GAME) {
            Ok(Some(_)) => Err(shelf),
            Ok(None) => {
                let store = Self {
                    may_write: true,
                    ..Self::closed(shelf)
                };
                Ok((store, Found::Nothing))
            }
            Err(Denied) => Ok((Self::closed(shelf), Found::Denied)),
        }
    }

    /// Opens a shelf and reads the game on it. What can't be read is put under
    /// another name first, before anything can be written over it.
    pub(crate) fn open(shelf: S) -> (Self, Found) {
        let mut store = Self {
            may_write: true,
            ..Self::closed(shelf)
        };
        let found = match store.shelf.get(GAME) {
            Err(Denied) => {
                store.may_write = false;
                Found::Denied
            }
            Ok(None) => Found::Nothing,
            Ok(Some(text)) => match record::parse(&text) {
                Ok(game) => {
                    store.known = Some(text);
                    let id = store.shelf.get(GAME_ID).ok().flatten();
                    store.id = id.filter(|id| is_id(id)).unwrap_or_default();
                    store.id_stored = !store.id.is_empty();
                    let series_score = store.series_score(&game);
                    Found::Game(game.into(), series_score)
                }
                Err(why) => {
                    let aside = set_aside(&store.shelf, GAME, &text).ok();
                    store.may_write = aside.is_some();
                    store.before = Some(String::new());
                    store.known = Some(text);
                    Found::Unreadable(Problem::Unreadable {
                        what: Stored::Game,
                        why,
                        aside,
                    })
                }
            },
        };
        (store, found)
    }

    /// A shelf that belongs to another page: nothing is stored there.
    pub(crate) fn closed(shelf: S) -> Self {
        Self {
            shelf,
            id: String::new(),
            id_stored: false,
            before: None,
            known: None,
            may_write: false,
            series_score: None,
        }
    }

    /// Whether anything can be stored at all, as far as is known.
    pub(crate) fn can_write(&self) -> bool {
        self.may_write
    }

    /// The id of the game that was found, or kept since; empty if it has none.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Keeps the game with this id as it is now. A game that makes room is left under a
    /// name of its own first, for the library. What another page has stored meanwhile is
    /// not written over; from then on this one stores nothing.
    pub(crate) fn save(&mut self, id: &str, played: &Match) -> Result<Saved, NotStored> {
        if self.id != id {
            let old = std::mem::replace(&mut self.id, id.to_owned());
            if !old.is_empty() {
                self.before.get_or_insert(old);
            }
            self.id_stored = false;
        }
        if !self.may_write {
            return Err(NotStored::Denied);
        }
        let text = record::write(played);
        let same = self.known.as_ref() == Some(&text);
        if same && self.id_stored {
            return Ok(Saved::Well);
        }
        let there = self.shelf.get(GAME)?;
        if there.is_some() && there != self.known {
            self.may_write = false;
            return Err(NotStored::Elsewhere);
        }
        let emptied = there.is_none() && self.known.is_some();
        // In this order nothing is lost wherever it is broken off, and no game is
        // ever found under the id of another one: it rather gets one more.
        if let (Some(before), Some(there)) = (&self.before, there)
            && is_id(before)
        {
            let name = [LEFT, before].concat();
            if let Some(other) = self.shelf.get(&name)?
                && other != there
            {
                // Another game, if ids were meddled with.
                let mut free = [&*name, "-2"].concat();
                while matches!(self.shelf.get(&free)?, Some(taken) if taken != other) {
                    free.push_str("-2");
                }
                self.shelf.set(&free, &other)?;
            }
            self.shelf.set(&name, &there)?;
        }
        let names = emptied || !self.id_stored;
        if names {
            self.shelf.set(GAME_ID, "")?;
        }
        self.shelf.set(GAME, &text)?;
        self.before = None;
        self.known = Some(text);
        if names {
            self.shelf.set(GAME_ID, &self.id)?;
        }
        self.id_stored = true;
        if emptied {
            self.series_score = None;
            return Ok(Saved::Again);
        }
        Ok(Saved::Well)
    }

    /// Keeps the series score of the game that was saved. Losing it costs no game.
    pub(crate) fn save_series_score(&mut self, series_score: &SeriesScore) {
        if self.may_write && self.series_score.as_ref() != Some(series_score) {
            let _ = self.shelf.set(SERIES_SCORE, &series_score.write());
            self.series_score = Some(series_score.clone());
        }
    }

    /// The series score of the game that was found.
    fn series_score(&self, played: &Match) -> SeriesScore {
        let text = self.shelf.get(SERIES_SCORE).ok().flatten();
        let series_score = text.and_then(|text| SeriesScore::parse(&text, played).ok());
        series_score.unwrap_or_else(|| SeriesScore::new(played))
    }
}

/// Whether a text can be a game's id: it becomes part of names.
pub(crate) fn is_id(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=64).contains(&text.len()) && text.bytes().all(plain)
}

/// Whether this is the name of a game that could not be read, or was put aside after
/// a failure.
pub(crate) fn is_aside(name: &str) -> bool {
    let rest = name.strip_prefix(GAME).unwrap_or_default();
    rest.starts_with(":unreadable:") || rest.starts_with(":aside:")
}

/// Keeps a text under the first free name, or finds it there already.
pub(crate) fn set_aside(shelf: &impl Shelf, name: &str, text: &str) -> Result<String, NotStored> {
    for n in 1_u32.. {
        let name = format!("{name}:unreadable:{n}");
        match shelf.get(&name)? {
            Some(kept) if kept == text => return Ok(name),
            Some(_) => {}
            None => {
                shelf.set(&name, text)?;
                return Ok(name);
            }
        }
    }
    Err(NotStored::Denied)
}

/// Remembers a set-up for the next time. Forgetting it costs no game.
pub(crate) fn remember(shelf: &impl Shelf, setup: &Setup) {
    let _ = shelf.set(SETUP, &record::write(&Match::new(setup.clone())));
}

/// The set-up of last time, if it can still be read.
pub(crate) fn remembered(shelf: &impl Shelf) -> Option<Setup> {
    let text = shelf.get(SETUP).ok()??;
    let played = record::parse(&text).ok()?;
    Some(played.setup().clone())
}

/// Remembers the set-up of a backup, if there is none yet and it can be read.
pub(crate) fn remember_first(shelf: &impl Shelf, text: &str) {
    if remembered(shelf).is_none()
        && let Ok(played) = record::parse(text)
    {
        remember(shelf, played.setup());
    }
}

/// What is in a backup besides games, each as it is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rest {
    pub(crate) settings: Option<String>,
    pub(crate) scores: Option<String>,
    pub(crate) setup: Option<String>,
}

/// What belongs into a backup besides games.
pub(crate) fn rest(shelf: &impl Shelf) -> Rest {
    let text = |name| shelf.get(name).ok().flatten();
    Rest {
        settings: text(SETTINGS),
        scores: text(SCORES),
        setup: text(SETUP),
    }
}

/// What is wrong with something that is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// It can't be read.
    Unreadable {
        what: Stored,
        why: RecordError,
        /// The name under which it is kept from now on; `None` if it has to stay where it
        /// is, in which case nothing is stored any more.
        aside: Option<String>,
    },
    /// A later version of the page has stored the settings.
    NewerSettings,
    /// A high score can't be stored.
    ScoreNotStored,
}

/// What can be unreadable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stored {
    Game,
    Settings,
    Scores,
}

/// Why the high scores of a backup were not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NotUnited {
    /// They can't be read.
    Unreadable(RecordError),
    /// Those that are stored can't be read, or the new ones can't be stored.
    NotStored(Problem),
}

/// Adds the high scores of a backup to those that are stored.
///
/// # Errors
/// Why that was not done.
pub(crate) fn unite_scores(shelf: &impl Shelf, theirs: &str) -> Result<(), NotUnited> {
    let mut ours = scores(shelf).map_err(NotUnited::NotStored)?;
    if add_scores(&mut ours, theirs).map_err(NotUnited::Unreadable)? {
        let kept = shelf.set(SCORES, &ours.write());
        kept.map_err(|_| NotUnited::NotStored(Problem::ScoreNotStored))?;
    }
    Ok(())
}

/// Two lists of high scores as one; those of `theirs` that are new.
///
/// # Errors
/// What is wrong with `theirs`.
fn add_scores(ours: &mut Scores, theirs: &str) -> Result<bool, RecordError> {
    let before = ours.clone();
    for score in Scores::parse(theirs)?.all() {
        if !ours.all().contains(score) {
            ours.add(score.clone());
        }
    }
    Ok(*ours != before)
}

/// The high scores.
///
/// # Errors
/// What is wrong with those that are stored.
pub(crate) fn scores(shelf: &impl Shelf) -> Result<Scores, Problem> {
    let Ok(Some(text)) = shelf.get(SCORES) else {
        return Ok(Scores::default());
    };
    Scores::parse(&text).map_err(|why| unreadable_scores(shelf, &text, why))
}

/// Puts high scores that can't be read under another name.
fn unreadable_scores(shelf: &impl Shelf, text: &str, why: RecordError) -> Problem {
    Problem::Unreadable {
        what: Stored::Scores,
        why,
        aside: set_aside(shelf, SCORES, text).ok(),
    }
}

/// Adds a high score to those that are stored. If they can't be read, they are
/// put under another name first, and a new list begins.
///
/// # Errors
/// What went wrong.
pub(crate) fn add_score(shelf: &impl Shelf, score: Score) -> Result<(), Problem> {
    let (mut scores, problem) = match shelf.get(SCORES) {
        Err(Denied) => return Err(Problem::ScoreNotStored),
        Ok(None) => (Scores::default(), None),
        Ok(Some(text)) => match Scores::parse(&text) {
            Ok(scores) => (scores, None),
            Err(why) => match unreadable_scores(shelf, &text, why) {
                problem @ Problem::Unreadable { aside: None, .. } => return Err(problem),
                problem => (Scores::default(), Some(problem)),
            },
        },
    };
    if scores.add(score).is_some() {
        let kept = shelf.set(SCORES, &scores.write());
        kept.map_err(|_| Problem::ScoreNotStored)?;
    }
    problem.map_or(Ok(()), Err)
}

/// Forgets the high scores.
pub(crate) fn clear_scores(shelf: &impl Shelf) {
    // A list without scores, so that nothing has to be removed.
    let _ = shelf.set(SCORES, &Scores::default().write());
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::game::{
        session::{Command, Request, Session},
        visit::VisitCommand,
    };
    use four_shapes_engine::{Game, Rules, notation, scores::Date};
    use std::{
        cell::{Cell, RefCell},
        collections::{BTreeMap, BTreeSet},
        rc::Rc,
        sync::atomic::{AtomicUsize, Ordering},
    };

    /// A shelf in memory with room for so many texts.
    #[derive(Clone)]
    pub(crate) struct Memory {
        pub(crate) texts: Rc<RefCell<BTreeMap<String, String>>>,
        pub(crate) room: usize,
        readable: bool,
        /// After so many more writes there is an end.
        writes: Rc<Cell<usize>>,
    }

    /// An id that no game has yet.
    fn fresh() -> String {
        static NEXT: AtomicUsize = AtomicUsize::new(1);
        format!("7-{}", NEXT.fetch_add(1, Ordering::Relaxed))
    }

    fn open(shelf: Memory) -> (Store<Memory>, Found) {
        Store::open(shelf)
    }

    /// Keeps the first game of a session.
    fn save(store: &mut Store<Memory>, played: &Match) -> Result<Saved, NotStored> {
        let id = match store.id() {
            "" => fresh(),
            id => id.to_owned(),
        };
        store.save(&id, played)
    }

    impl Memory {
        pub(crate) fn with(texts: &[(&str, &str)]) -> Self {
            let own = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
            Self {
                texts: Rc::new(RefCell::new(texts.iter().map(own).collect())),
                room: 100,
                readable: true,
                writes: Rc::new(Cell::new(usize::MAX)),
            }
        }

        pub(crate) fn text(&self, name: &str) -> Option<String> {
            self.texts.borrow().get(name).cloned()
        }
    }

    impl Shelf for Memory {
        fn get(&self, name: &str) -> Result<Option<String>, Denied> {
            if self.readable {
                Ok(self.text(name))
            } else {
                Err(Denied)
            }
        }

        fn set(&self, name: &str, text: &str) -> Result<(), Refused> {
            let mut texts = self.texts.borrow_mut();
            if !texts.contains_key(name) && texts.len() == self.room {
                return Err(Refused::Full);
            }
            let left = self.writes.get().checked_sub(1).ok_or(Refused::Denied)?;
            self.writes.set(left);
            texts.insert(name.to_owned(), text.to_owned());
            Ok(())
        }

        fn remove(&self, name: &str) -> Result<(), Denied> {
            self.texts.borrow_mut().remove(name);
            Ok(())
        }

        fn names(&self) -> Result<Vec<String>, Denied> {
            Ok(self.texts.borrow().keys().cloned().collect())
        }
    }

    fn game(moves: &str) -> Match {
        Match::with_default_seats(notation::parse(Rules::CLASSIC, moves).unwrap())
    }

    fn new_game() -> Match {
        Match::with_default_seats(Game::new(Rules::CLASSIC))
    }

    #[test]
    fn a_game_comes_back_with_all_that_was_undone() {
        let shelf = Memory::with(&[]);
        let Ok((mut store, Found::Nothing)) = Store::open_empty(shelf.clone()) else {
            panic!("there is no game yet")
        };
        let mut game = game("4445");
        game.undo();
        save(&mut store, &game).unwrap();
        let (_, found) = open(shelf.clone());
        let Found::Game(kept, _) = found else {
            panic!("the game is there")
        };
        assert_eq!(*kept, game);
        assert!(Store::open_empty(shelf).is_err());
    }

    #[test]
    fn what_cannot_be_read_is_kept_under_another_name() {
        for text in [
            "",
            "{}",
            "nonsense",
            "null",
            "{\"format\":\"x\",\"version\":1}",
        ] {
            let shelf = Memory::with(&[(GAME, text)]);
            let (mut store, found) = open(shelf.clone());
            let Found::Unreadable(Problem::Unreadable { aside, .. }) = found else {
                panic!("{text} is no game")
            };
            assert_eq!(aside.as_deref(), Some("four-shapes:game:unreadable:1"));
            save(&mut store, &new_game()).unwrap();
            assert_eq!(shelf.text(&aside.unwrap()).as_deref(), Some(text));
        }
    }

    #[test]
    fn two_unreadable_records_are_both_kept_and_one_is_kept_once() {
        let first = ("four-shapes:game:unreadable:1", "first");
        let aside = |shelf: &Memory| match open(shelf.clone()).1 {
            Found::Unreadable(Problem::Unreadable { aside, .. }) => aside.unwrap(),
            _ => panic!("it is unreadable"),
        };
        let shelf = Memory::with(&[first, (GAME, "second")]);
        assert_eq!(aside(&shelf), "four-shapes:game:unreadable:2");
        assert_eq!(shelf.text(first.0).as_deref(), Some("first"));
        let shelf = Memory::with(&[first, (GAME, "first")]);
        assert_eq!(aside(&shelf), first.0);
    }

    #[test]
    fn without_room_to_keep_it_an_unreadable_record_stays_where_it_is() {
        let mut shelf = Memory::with(&[(GAME, "precious")]);
        shelf.room = 1;
        let (mut store, found) = open(shelf.clone());
        assert!(matches!(
            found,
            Found::Unreadable(Problem::Unreadable { aside: None, .. })
        ));
        let saved = save(&mut store, &new_game());
        assert_eq!(saved, Err(NotStored::Denied));
        assert_eq!(shelf.text(GAME).as_deref(), Some("precious"));
    }

    #[test]
    fn scores_are_added_and_what_cannot_be_read_is_kept() {
        let shelf = Memory::with(&[]);
        let won = game("1212121");
        let score = |day| Score::of(&won, Date::new(2026, 11, day).unwrap()).unwrap();
        add_score(&shelf, score(2)).unwrap();
        add_score(&shelf, score(1)).unwrap();
        let dates = |shelf: &Memory| -> Vec<String> {
            let scores = scores(shelf).unwrap();
            scores
                .all()
                .iter()
                .map(|score| score.date.to_string())
                .collect()
        };
        assert_eq!(dates(&shelf), ["2026-11-01", "2026-11-02"]);
        clear_scores(&shelf);
        assert_eq!(dates(&shelf), [""; 0]);

        let shelf = Memory::with(&[(SCORES, "precious")]);
        assert!(scores(&shelf).is_err());
        assert!(add_score(&shelf, score(1)).is_err(), "it is reported");
        assert_eq!(dates(&shelf), ["2026-11-01"]);
        let aside = shelf.text("four-shapes:scores:unreadable:1");
        assert_eq!(aside.as_deref(), Some("precious"));

        let mut full = Memory::with(&[(SCORES, "precious")]);
        full.room = 1;
        assert!(add_score(&full, score(1)).is_err());
        assert_eq!(full.text(SCORES).as_deref(), Some("precious"));
    }

    #[test]
    fn setup_and_series_score_are_restored() {
        let shelf = Memory::with(&[]);
        let setup = Setup::with_default_seats(Rules::TIC_TAC_TOE).with_next_first_seat();
        assert_eq!(remembered(&shelf), None);
        remember(&shelf, &setup);
        assert_eq!(remembered(&shelf), Some(setup));

        let mut played = game("121212");
        let (mut store, _) = open(shelf.clone());
        let mut series_score = store.series_score(&played);
        let column = Rules::CLASSIC.column(0).unwrap();
        played.turn().unwrap().drop(column).unwrap();
        assert!(series_score.count(&played));
        store.save_series_score(&series_score);
        let (store, _) = open(shelf);
        assert_eq!(store.series_score(&played), series_score);
    }

    #[test]
    fn what_another_page_has_stored_is_not_written_over() {
        let shelf = Memory::with(&[]);
        let (mut here, _) = open(shelf.clone());
        save(&mut here, &game("4")).unwrap();
        let (mut there, _) = open(shelf.clone());
        save(&mut here, &game("44")).unwrap();
        assert_eq!(
            save(&mut there, &game("4")),
            Ok(Saved::Well),
            "nothing is new here"
        );
        let shared = here.id().to_owned();
        assert_eq!(there.id(), shared);
        assert_eq!(save(&mut there, &game("41")), Err(NotStored::Elsewhere));
        assert_eq!(save(&mut there, &game("412")), Err(NotStored::Denied));
        let Found::Game(kept, _) = open(shelf.clone()).1 else {
            panic!("the game is there")
        };
        assert_eq!(*kept, game("44"));

        shelf.texts.borrow_mut().clear();
        assert_eq!(save(&mut here, &game("445")), Ok(Saved::Again));
        assert!(shelf.text(GAME).is_some(), "emptied storage is used again");
        assert_eq!(shelf.text(GAME_ID), Some(shared));
        assert_eq!(save(&mut here, &game("4455")), Ok(Saved::Well));
    }

    #[test]
    fn a_blocked_shelf_is_reported() {
        let mut shelf = Memory::with(&[]);
        shelf.readable = false;
        assert!(matches!(open(shelf).1, Found::Denied));
    }

    #[test]
    fn full_is_not_blocked() {
        let mut shelf = Memory::with(&[]);
        shelf.room = 0;
        let (mut store, _) = open(shelf);
        assert_eq!(save(&mut store, &game("4")), Err(NotStored::Full));
    }

    #[test]
    fn a_game_without_an_id_gets_one_and_keeps_it() {
        for id in [None, Some(""), Some("A"), Some("four shapes")] {
            let text = record::write(&game("44"));
            let shelf = Memory::with(&[(GAME, &text)]);
            if let Some(id) = id {
                shelf.set(GAME_ID, id).unwrap();
            }
            let (mut store, _) = open(shelf.clone());
            save(&mut store, &game("44")).unwrap();
            let given = shelf.text(GAME_ID).unwrap();
            assert!(is_id(&given) && Some(&*given) != id);
            let (mut store, _) = open(shelf.clone());
            save(&mut store, &game("445")).unwrap();
            assert_eq!(shelf.text(GAME_ID).as_ref(), Some(&given));
            assert_eq!(shelf.texts.borrow().len(), 2, "nothing is left for nothing");
        }
    }

    #[test]
    fn a_game_that_makes_room_is_left_under_its_id() {
        let shelf = Memory::with(&[]);
        let (mut store, _) = open(shelf.clone());
        save(&mut store, &game("44")).unwrap();
        let (first, second) = (store.id().to_owned(), fresh());
        store.save(&second, &new_game()).unwrap();
        assert_eq!(shelf.text(GAME_ID).as_ref(), Some(&second));
        let left = shelf.text(&[LEFT, &first].concat()).unwrap();
        assert_eq!(record::parse(&left).unwrap(), game("44"));
        store.save(&first, &game("445")).unwrap();
        assert_eq!(shelf.text(GAME_ID), Some(first));

        // Without room to leave it, nothing takes its place.
        let mut full = Memory::with(&[]);
        full.room = 2;
        let (mut store, _) = open(full.clone());
        save(&mut store, &game("44")).unwrap();
        let kept = full.texts.borrow().clone();
        for moves in ["", "1"] {
            assert_eq!(store.save("8-8", &game(moves)), Err(NotStored::Full));
            assert_eq!(*full.texts.borrow(), kept);
        }
        // With room, both are there.
        store.shelf.room = 9;
        store.save("8-8", &game("12")).unwrap();
        let texts: Vec<Match> = full
            .texts
            .borrow()
            .values()
            .filter_map(|t| record::parse(t).ok())
            .collect();
        assert_eq!(texts, [game("12"), game("44")]);
    }

    /// Plays on with whatever can happen, from seeded chance; the shelf fails after
    /// some writes. What was acknowledged of each game is in `kept`, what may be
    /// found under each id in `known`.
    fn play(
        shelf: &Memory,
        seed: &mut u32,
        kept: &mut BTreeMap<String, String>,
        known: &mut BTreeMap<String, BTreeSet<String>>,
    ) {
        let mut chance = |below: u32| {
            *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (*seed >> 16) % below
        };
        let (mut store, found) = open(shelf.clone());
        let played = match found {
            Found::Game(played, _) => *played,
            _ => new_game(),
        };
        let series_score = SeriesScore::new(&played);
        let id = match store.id() {
            "" => fresh(),
            id => id.to_owned(),
        };
        let mut session = Session::open(played, series_score).with_ids(id, fresh);
        for _ in 0..12 {
            let column = Rules::CLASSIC.column(chance(7) as usize).unwrap();
            let others: Vec<_> = kept.clone().into_iter().collect();
            let request: Request = match chance(12) {
                0 => Command::Again.into(),
                1 => Command::Load(Box::new(game("4455"))).into(),
                2 => VisitCommand::Visit(Box::new(game("1"))).into(),
                3 => VisitCommand::Return.into(),
                4 => VisitCommand::Keep.into(),
                5 => Command::Undo.into(),
                6 if !others.is_empty() => {
                    let (id, text) = &others[chance(others.len() as u32) as usize];
                    Request::Open(id.clone(), Box::new(record::parse(text).unwrap()))
                }
                _ => Command::Drop(column).into(),
            };
            session.apply(request);
            let id = session.own_id().to_owned();
            let own = record::write(session.own().0);
            let saved = store.save(&id, session.own().0);
            known.entry(id.clone()).or_default().insert(own.clone());
            if saved.is_err() {
                return;
            }
            kept.insert(id, own);
        }
    }

    #[test]
    fn whatever_dies_between_two_writes_every_acknowledged_move_is_there() {
        for start in 0..40 {
            for writes in 0..30 {
                let (mut seed, shelf) = (start, Memory::with(&[]));
                let (mut kept, mut known) = (BTreeMap::new(), BTreeMap::new());
                // The page that dies, and then one that comes after it.
                for writes in [writes, usize::MAX] {
                    shelf.writes.set(writes);
                    play(&shelf, &mut seed, &mut kept, &mut known);
                    let on_board = shelf.text(GAME_ID).filter(|id| is_id(id));
                    for (id, text) in &kept {
                        let left = shelf.text(&[LEFT, id].concat());
                        let there = [shelf.text(GAME), left];
                        assert!(there.contains(&Some(text.clone())), "{id} of seed {start}");
                    }
                    // What is found under an id is that game, also if the page has
                    // died between its id and its first move.
                    let left = |(name, text): (&String, &String)| {
                        Some((name.strip_prefix(LEFT)?.to_owned(), text.clone()))
                    };
                    let texts = shelf.texts.borrow();
                    let mut found: Vec<_> = texts.iter().filter_map(left).collect();
                    found.extend(on_board.zip(texts.get(GAME).cloned()));
                    for (id, text) in found {
                        // Or nothing was ever acknowledged under it.
                        kept.entry(id.clone()).or_insert_with(|| text.clone());
                        let known = known.entry(id.clone()).or_default();
                        let fresh = known.is_empty();
                        assert!(fresh || known.contains(&text), "{id} of seed {start}");
                        known.insert(text);
                    }
                }
            }
        }
    }

    #[test]
    fn scores_are_united_once() {
        let score = |day| Score::of(&game("1212121"), Date::new(2026, 1, day).unwrap()).unwrap();
        let (mut ours, mut theirs) = (Scores::default(), Scores::default());
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
