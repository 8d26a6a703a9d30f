//! The game in the browser's storage: kept after each move, read with distrust.

mod browser;

pub(crate) use browser::Browser;

use crate::session::rules_for;
use four_shapes_engine::{
    Game, Spec,
    record::{self, RecordError},
};

/// Where the game in progress is kept. public/boot.js knows the name as well.
const GAME: &str = "four-shapes:game";

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
    Game(Box<Game>),
    /// Something that is no game this program can show.
    Unreadable {
        why: Unreadable,
        /// The name under which it is kept from now on; `None` if it has to
        /// stay where it is, in which case nothing is stored any more.
        aside: Option<String>,
    },
    /// The shelf itself can't be read.
    Denied,
}

/// Why a stored record is not used.
#[derive(Debug)]
pub(crate) enum Unreadable {
    /// It is no record of a game.
    Record(RecordError),
    /// It is one, of a kind of game that the page does not offer.
    NotOffered,
}

impl<S: Shelf> Store<S> {
    /// Opens a shelf and reads the game on it. What can't be read is put under
    /// another name first, before anything can be written over it.
    pub(crate) fn open(shelf: S) -> (Self, Found) {
        let mut store = Self {
            shelf,
            known: None,
            may_write: true,
        };
        let found = match store.shelf.get(GAME) {
            Err(Denied) => {
                store.may_write = false;
                Found::Denied
            }
            Ok(None) => Found::Nothing,
            Ok(Some(text)) => match read(&text) {
                Ok(game) => {
                    store.known = Some(text);
                    Found::Game(game.into())
                }
                Err(why) => {
                    let aside = store.set_aside(&text).ok();
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
    pub(crate) fn save(&mut self, game: &Game) -> Result<(), NotStored> {
        if !self.may_write {
            return Err(NotStored::Denied);
        }
        let text = record::write(game);
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

    /// Keeps a text under the first free name, or finds it there already.
    fn set_aside(&self, text: &str) -> Result<String, Denied> {
        for n in 1_u32.. {
            let name = format!("{GAME}:unreadable:{n}");
            match self.shelf.get(&name)? {
                Some(kept) if kept == text => return Ok(name),
                Some(_) => {}
                None => {
                    self.shelf.set(&name, text)?;
                    return Ok(name);
                }
            }
        }
        Err(Denied)
    }
}

fn read(text: &str) -> Result<Game, Unreadable> {
    let game = record::read(text).map_err(Unreadable::Record)?;
    let Spec { columns, rows, .. } = game.rules().spec();
    if rules_for(columns, rows) == Ok(game.rules()) {
        Ok(game)
    } else {
        Err(Unreadable::NotOffered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_engine::{Rules, notation};
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

    #[test]
    fn a_game_comes_back_with_all_that_was_undone() {
        let shelf = Memory::with(&[]);
        let (mut store, found) = Store::open(shelf.clone());
        assert!(matches!(found, Found::Nothing));
        let mut game = notation::parse(Rules::CLASSIC, "4445").unwrap();
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
            store.save(&Game::new(Rules::CLASSIC)).unwrap();
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
        let saved = store.save(&Game::new(Rules::CLASSIC));
        assert_eq!(saved, Err(NotStored::Denied));
        assert_eq!(shelf.text(GAME).as_deref(), Some("precious"));
    }

    #[test]
    fn a_game_that_the_page_does_not_offer_is_kept_as_well() {
        let classic = Rules::CLASSIC.spec();
        let six_in_a_row = Rules::new(Spec {
            connect: 6,
            ..classic
        });
        for rules in [Rules::TIC_TAC_TOE, six_in_a_row.unwrap()] {
            let text = record::write(&Game::new(rules));
            let shelf = Memory::with(&[(GAME, &text)]);
            let (_, found) = Store::open(shelf);
            let Found::Unreadable { why, aside } = found else {
                panic!("the page does not offer {rules:?}")
            };
            assert!(matches!(why, Unreadable::NotOffered));
            assert!(aside.is_some());
        }
    }

    #[test]
    fn what_another_page_has_stored_is_not_written_over() {
        let shelf = Memory::with(&[]);
        let game = |moves| notation::parse(Rules::CLASSIC, moves).unwrap();
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
