//! Property tests with arbitrary links and texts, which pass through the same steps as in the
//! page: parsing, session, store, view and messages.

use super::{link, pasted};
use crate::{
    game::session::{Command, Session},
    game::view_model::BoardView,
    storage::{GameStore, LoadedGame, tests::MemoryStorage},
    text::{self, tests::any_text},
};
use four_shapes_records::{
    Match,
    import::{Import, Reading},
    link as links, record,
};
use four_shapes_rules::{Rules, notation};
use proptest::{prelude::*, sample::Index, test_runner::TestRunner};
use std::cell::Cell;

/// The number of cases; `cargo xtask soak` runs more.
fn cases() -> u32 {
    let more = std::env::var("FOUR_SHAPES_SOAK").is_ok();
    if more { 100_000 } else { 2_000 }
}

/// The page without a browser.
struct Page {
    session: Session,
    store: GameStore<MemoryStorage>,
    storage: MemoryStorage,
    notices: Vec<String>,
}

impl Page {
    fn open(moves: &str, guest: bool) -> Self {
        let own = record::write(&classic(moves));
        let storage =
            MemoryStorage::with(&[("four-shapes:game", &own), ("four-shapes:game-id", "7-1")]);
        let (store, LoadedGame::Game(found, series_score)) = GameStore::open(storage.clone())
        else {
            panic!("the game is stored");
        };
        let session = Session::new(*found, series_score)
            .with_ids("7-1".to_owned(), || "7-2".to_owned())
            .with_read_only(guest);
        let store = if guest {
            GameStore::read_only(storage.clone())
        } else {
            store
        };
        Self {
            session,
            store,
            storage,
            notices: Vec::new(),
        }
    }

    fn follow_link(&mut self, fragment: &str) {
        let fragment = links::without_trackers(fragment);
        let keep_current = self.session.is_shared() || self.session.is_read_only();
        let (request, notice) = link::parse(&fragment, self.session.current_match(), keep_current);
        self.apply(request, notice);
    }

    fn load(&mut self, text: &str) {
        match pasted::read_text(text, self.session.game().rules()) {
            Ok(Import::Game(readings)) => {
                for Reading {
                    game_match, notes, ..
                } in readings
                {
                    let command = Command::Load(Box::new(game_match));
                    self.apply(Some(command), text::import_notes(&notes));
                }
            }
            Ok(Import::List(lines)) => {
                let words = lines.iter().map(text::described_line);
                self.notices.extend(words.map(|words| words.concat()));
            }
            Err(message) => self.notices.push(message),
        }
    }

    fn apply(&mut self, command: Option<Command>, notice: Option<String>) {
        self.notices.extend(notice);
        if let Some(command) = command {
            self.session.apply(command);
            // View, messages and storage.
            let view = BoardView::of(&self.session);
            let cells = self.session.setup().rules().cells();
            assert_eq!(view.cells.len(), cells);
            assert!(!text::status(&self.session, view.dead).is_empty());
            let _ = [
                text::event(&self.session),
                text::winning_lines_of(&self.session),
            ];
            let own = self.session.own().0.clone();
            let _ = self.store.save(self.session.own_id(), &own);
        }
    }

    fn has_changed(&self) -> bool {
        self.session.command_count() > 0
    }
}

fn classic(moves: &str) -> Match {
    Match::with_default_seats(notation::parse(Rules::CLASSIC, moves).expect("the moves are valid"))
}

/// Valid links.
const LINKS: [&str; 6] = [
    "v=1&board=7x6&connect=4&moves=44455",
    "v=1&board=7x6&connect=4&moves=1212121",
    "v=1&board=3x3&connect=3&gravity=no&draw=agreed&moves=A3,B3,C3,B2,A2,C2,C1,A1",
    "v=1&board=15x15&connect=4&players=3&starts=3&moves=15,1,10",
    "v=1&board=7x6&connect=4&starts=2&swap=yes&moves=4s4455",
    "v=1&board=7x6&connect=4&starts=2&player=Ada.star.pink.%24&player=%3Cb%3E%2E.cross.teal.b&moves=1212",
];

/// A text inserted into a link: before it, after it, between two fields, or anywhere.
#[derive(Clone, Debug)]
struct Change {
    text: String,
    place: usize,
    at: Index,
}

fn any_change() -> impl Strategy<Value = Change> {
    let field = (any_text(), any_text()).prop_map(|(name, value)| format!("{name}={value}"));
    let text = prop_oneof![
        Just("utm_source=mail".to_owned()),
        Just("fbclid=IwAR0".to_owned()),
        Just("moves=44".to_owned()),
        Just("v=1".to_owned()),
        Just("player=A.star.red.X".to_owned()),
        field,
        any_text(),
        any_text().prop_map(|name| format!("player={name}.star.red.X")),
        "[%][0-9a-fA-F]{2}",
    ];
    (text, 0..4_usize, any::<Index>()).prop_map(|(text, place, at)| Change { text, place, at })
}

fn changed(link: &str, changes: &[Change]) -> String {
    let mut link = link.to_owned();
    for Change { text, place, at } in changes {
        let ends = || {
            link.match_indices('&')
                .map(|(end, _)| end)
                .collect::<Vec<_>>()
        };
        link = match place {
            0 => format!("{text}&{link}"),
            1 => format!("{link}&{text}"),
            2 if !ends().is_empty() => {
                let (before, after) = link.split_at(*at.get(&ends()));
                format!("{before}&{text}{after}")
            }
            _ => {
                let mut characters: Vec<char> = link.chars().collect();
                let at = at.index(characters.len() + 1);
                characters.splice(at..at, text.chars());
                characters.into_iter().collect()
            }
        };
    }
    link
}

/// Returns whether a character is a control or affects the direction or lines of the text
/// around it.
fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[test]
fn no_link_or_text_loses_the_current_game() {
    let mut runner = TestRunner::new(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases())
    });
    let own = prop_oneof![Just("44553"), Just(""), Just("1212121")];
    let inputs = (own, 0..4_usize, 0..LINKS.len());
    let changes = prop::collection::vec(any_change(), 0..4);
    let counts = [(); 3].map(|()| Cell::new(0));
    runner
        .run(
            &(inputs, changes, any_text()),
            |((own, way, link), changes, around)| {
                let link = changed(LINKS[link], &changes);
                let mut page = Page::open(own, way == 1);
                match way {
                    0 | 1 => page.follow_link(&link),
                    2 => page.load(&link),
                    _ => page.load(&format!("{around} https://example.org/#{link} {around}")),
                }
                for notice in &page.notices {
                    prop_assert!((1..400).contains(&notice.chars().count()), "{}", notice);
                    prop_assert!(!notice.contains(is_control), "{:?}", notice);
                }
                // A link does not replace an unfinished game; other games go to the library.
                let before = record::write(&classic(own));
                let items = page.storage.items.borrow();
                let is_stored = items.iter().any(|(key, text)| {
                    let is_game = key == "four-shapes:game";
                    *text == before && (is_game || way > 1 || own != "44553")
                });
                prop_assert!(is_stored, "{:?}", items);
                prop_assert!(page.has_changed() || !page.notices.is_empty() || way < 2);
                let outcome =
                    usize::from(page.has_changed()) + usize::from(!page.notices.is_empty());
                counts[outcome].set(counts[outcome].get() + 1);
                Ok(())
            },
        )
        .unwrap_or_else(|error| panic!("{error}"));
    // Every outcome has occurred.
    for count in counts {
        assert!(count.get() > 0);
    }
}
