//! What the page remembers in the browser: kept after each change, read with
//! distrust.

mod browser;

pub(crate) use browser::Browser;

use crate::text;
use four_shapes_engine::{
    Match, Setup, Tally,
    record::{self, RecordError},
    scores::{Score, Scores},
};

/// Where the game in progress is kept. public/boot.js knows the name as well.
const GAME: &str = "four-shapes:game";
/// The games won by those who play it.
const TALLY: &str = "four-shapes:tally";
/// The last set-up, as a game without moves.
const SETUP: &str = "four-shapes:setup";
/// Whether there is help while a game goes on: there if not.
const NO_HELP: &str = "four-shapes:no-help";
/// The high scores.
const SCORES: &str = "four-shapes:scores";

/// Somewhere to keep texts by name.
pub(crate) trait Shelf {
    /// The text of that name, if there is one.
    fn get(&self, name: &str) -> Result<Option<String>, Denied>;
    /// Keeps a text in place of the one of that name.
    fn set(&self, name: &str, text: &str) -> Result<(), Denied>;
}

/// Storage that is full, blocked or not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Denied;

/// Keeps one game on a shelf.
pub(crate) struct Store<S> {
    shelf: S,
    /// What was last read from the shelf or written there.
    known: Option<String>,
    /// Off when there is no shelf, when what is on it could not be brought to
    /// safety, and when it belongs to another page.
    may_write: bool,
    /// The tally that was last written.
    tally: Option<Tally>,
}

/// Why a game is not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotStored {
    /// The shelf is full, blocked or not there; or it was given up before.
    Denied,
    /// Another page has stored a game meanwhile, and that one stays.
    Elsewhere,
}

/// What was found on the shelf.
pub(crate) enum Found {
    /// Nothing yet.
    Nothing,
    /// A game.
    Game(Box<Match>),
    /// Something that is no game this program can show.
    Unreadable {
        why: RecordError,
        /// The name under which it is kept from now on; `None` if it has to
        /// stay where it is, in which case nothing is stored any more.
        aside: Option<String>,
    },
    /// The shelf itself can't be read.
    Denied,
}

impl<S: Shelf> Store<S> {
    /// Opens a shelf and reads the game on it. What can't be read is put under
    /// another name first, before anything can be written over it.
    pub(crate) fn open(shelf: S) -> (Self, Found) {
        let mut store = Self {
            shelf,
            known: None,
            may_write: true,
            tally: None,
        };
        let found = match store.shelf.get(GAME) {
            Err(Denied) => {
                store.may_write = false;
                Found::Denied
            }
            Ok(None) => Found::Nothing,
            Ok(Some(text)) => match record::read(&text) {
                Ok(game) => {
                    store.known = Some(text);
                    Found::Game(game.into())
                }
                Err(why) => {
                    let aside = set_aside(&store.shelf, GAME, &text).ok();
                    store.may_write = aside.is_some();
                    store.known = Some(text);
                    Found::Unreadable { why, aside }
                }
            },
        };
        (store, found)
    }

    /// Whether anything can be stored at all, as far as is known.
    pub(crate) fn can_write(&self) -> bool {
        self.may_write
    }

    /// Keeps the game as it is now. What another page has stored meanwhile is
    /// not written over; from then on this one stores nothing.
    pub(crate) fn save(&mut self, played: &Match) -> Result<(), NotStored> {
        if !self.may_write {
            return Err(NotStored::Denied);
        }
        let text = record::write(played);
        if self.known.as_ref() == Some(&text) {
            return Ok(());
        }
        let there = self.shelf.get(GAME).map_err(|Denied| NotStored::Denied)?;
        if there.is_some() && there != self.known {
            self.may_write = false;
            return Err(NotStored::Elsewhere);
        }
        self.shelf
            .set(GAME, &text)
            .map_err(|Denied| NotStored::Denied)?;
        self.known = Some(text);
        Ok(())
    }

    /// Keeps the tally of the game that was saved. Losing it costs no game.
    pub(crate) fn save_tally(&mut self, tally: &Tally) {
        if self.may_write && self.tally.as_ref() != Some(tally) {
            let _ = self.shelf.set(TALLY, &tally.write());
            self.tally = Some(tally.clone());
        }
    }

    /// Whether there is to be help while a game goes on.
    pub(crate) fn help(&self) -> bool {
        !matches!(self.shelf.get(NO_HELP), Ok(Some(text)) if text == "true")
    }

    /// Keeps whether there is to be help; without it, it is offered again.
    pub(crate) fn save_help(&self, help: bool) {
        if help != self.help() {
            let _ = self.shelf.set(NO_HELP, &(!help).to_string());
        }
    }

    /// The tally of the game that was found.
    pub(crate) fn tally(&self, played: &Match) -> Tally {
        let text = self.shelf.get(TALLY).ok().flatten();
        let tally = text.and_then(|text| Tally::read(&text, played).ok());
        tally.unwrap_or_else(|| Tally::new(played))
    }
}

/// Keeps a text under the first free name, or finds it there already.
fn set_aside(shelf: &impl Shelf, name: &str, text: &str) -> Result<String, Denied> {
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
    Err(Denied)
}

/// Remembers a set-up for the next time. Forgetting it costs no game.
pub(crate) fn remember(shelf: &impl Shelf, setup: &Setup) {
    let _ = shelf.set(SETUP, &record::write(&Match::new(setup.clone())));
}

/// The set-up of last time, if it can still be read.
pub(crate) fn remembered(shelf: &impl Shelf) -> Option<Setup> {
    let text = shelf.get(SETUP).ok()??;
    let played = record::read(&text).ok()?;
    Some(played.setup().clone())
}

/// The high scores.
///
/// # Errors
/// Words for what is wrong with those that are stored.
pub(crate) fn scores(shelf: &impl Shelf) -> Result<Scores, String> {
    let Ok(Some(text)) = shelf.get(SCORES) else {
        return Ok(Scores::default());
    };
    Scores::read(&text).map_err(|why| {
        let aside = set_aside(shelf, SCORES, &text).ok();
        text::unreadable(text::STORED_SCORES, &why, aside.as_deref())
    })
}

/// Adds a high score to those that are stored. If they can't be read, they are
/// put under another name first, and a new list begins.
///
/// # Errors
/// Words for what went wrong.
pub(crate) fn add_score(shelf: &impl Shelf, score: Score) -> Result<(), String> {
    let (mut scores, problem) = match shelf.get(SCORES) {
        Err(Denied) => return Err(text::SCORE_NOT_STORED.to_owned()),
        Ok(None) => (Scores::default(), None),
        Ok(Some(text)) => match Scores::read(&text) {
            Ok(scores) => (scores, None),
            Err(why) => {
                let aside = set_aside(shelf, SCORES, &text).ok();
                let problem = text::unreadable(text::STORED_SCORES, &why, aside.as_deref());
                if aside.is_none() {
                    return Err(problem);
                }
                (Scores::default(), Some(problem))
            }
        },
    };
    if scores.add(score).is_some() {
        let kept = shelf.set(SCORES, &scores.write());
        kept.map_err(|Denied| text::SCORE_NOT_STORED.to_owned())?;
    }
    problem.map_or(Ok(()), Err)
}

/// Forgets the high scores.
pub(crate) fn clear_scores(shelf: &impl Shelf) {
    // A list without scores, so that nothing has to be removed.
    let _ = shelf.set(SCORES, &Scores::default().write());
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_engine::{Game, Rules, notation, scores::Date};
    use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

    /// A shelf in memory with room for so many texts.
    #[derive(Clone)]
    struct Memory {
        texts: Rc<RefCell<BTreeMap<String, String>>>,
        room: usize,
        readable: bool,
    }

    impl Memory {
        fn with(texts: &[(&str, &str)]) -> Self {
            let own = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
            Self {
                texts: Rc::new(RefCell::new(texts.iter().map(own).collect())),
                room: 100,
                readable: true,
            }
        }

        fn text(&self, name: &str) -> Option<String> {
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

        fn set(&self, name: &str, text: &str) -> Result<(), Denied> {
            let mut texts = self.texts.borrow_mut();
            if !texts.contains_key(name) && texts.len() == self.room {
                return Err(Denied);
            }
            texts.insert(name.to_owned(), text.to_owned());
            Ok(())
        }
    }

    fn game(moves: &str) -> Match {
        Match::plain(notation::parse(Rules::CLASSIC, moves).unwrap())
    }

    fn new_game() -> Match {
        Match::plain(Game::new(Rules::CLASSIC))
    }

    #[test]
    fn a_game_comes_back_with_all_that_was_undone() {
        let shelf = Memory::with(&[]);
        let (mut store, found) = Store::open(shelf.clone());
        assert!(matches!(found, Found::Nothing));
        let mut game = game("4445");
        game.undo();
        store.save(&game).unwrap();
        let (_, found) = Store::open(shelf);
        let Found::Game(kept) = found else {
            panic!("the game is there")
        };
        assert_eq!(*kept, game);
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
            let (mut store, found) = Store::open(shelf.clone());
            let Found::Unreadable { aside, .. } = found else {
                panic!("{text} is no game")
            };
            assert_eq!(aside.as_deref(), Some("four-shapes:game:unreadable:1"));
            store.save(&new_game()).unwrap();
            assert_eq!(shelf.text(&aside.unwrap()).as_deref(), Some(text));
        }
    }

    #[test]
    fn two_unreadable_records_are_both_kept_and_one_is_kept_once() {
        let first = ("four-shapes:game:unreadable:1", "first");
        let aside = |shelf: &Memory| match Store::open(shelf.clone()).1 {
            Found::Unreadable { aside, .. } => aside.unwrap(),
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
        let (mut store, found) = Store::open(shelf.clone());
        assert!(matches!(found, Found::Unreadable { aside: None, .. }));
        let saved = store.save(&new_game());
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
    fn the_set_up_and_the_tally_come_back() {
        let shelf = Memory::with(&[]);
        let setup = Setup::plain(Rules::TIC_TAC_TOE).next_starts();
        assert_eq!(remembered(&shelf), None);
        remember(&shelf, &setup);
        assert_eq!(remembered(&shelf), Some(setup));

        let mut played = game("121212");
        let (mut store, _) = Store::open(shelf.clone());
        let mut tally = store.tally(&played);
        let column = Rules::CLASSIC.column(0).unwrap();
        played.turn().unwrap().drop(column).unwrap();
        assert!(tally.count(&played));
        store.save_tally(&tally);
        let (store, _) = Store::open(shelf);
        assert_eq!(store.tally(&played), tally);
    }

    #[test]
    fn what_another_page_has_stored_is_not_written_over() {
        let shelf = Memory::with(&[]);
        let (mut here, _) = Store::open(shelf.clone());
        here.save(&game("4")).unwrap();
        let (mut there, _) = Store::open(shelf.clone());
        here.save(&game("44")).unwrap();
        assert_eq!(there.save(&game("4")), Ok(()), "nothing is new here");
        assert_eq!(there.save(&game("41")), Err(NotStored::Elsewhere));
        assert_eq!(there.save(&game("412")), Err(NotStored::Denied));
        let Found::Game(kept) = Store::open(shelf.clone()).1 else {
            panic!("the game is there")
        };
        assert_eq!(*kept, game("44"));

        shelf.texts.borrow_mut().clear();
        here.save(&game("445")).unwrap();
        assert!(shelf.text(GAME).is_some(), "emptied storage is used again");
    }

    #[test]
    fn a_blocked_shelf_is_reported() {
        let mut shelf = Memory::with(&[]);
        shelf.readable = false;
        assert!(matches!(Store::open(shelf).1, Found::Denied));
    }
}
