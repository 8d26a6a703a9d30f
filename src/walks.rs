//! Random walks through everything that happens to games, without a browser: afterwards the library
//! has every finished game as it was finished, and every win counts once, for its winner.
//!
//! What must hold is computed anew: a match counts for its winner if the last step that was made in
//! it, and not shown again, has won it.

use crate::{
    autosave::StoredGame,
    game::session::{Command, Event, Exercise, Session, to_end},
    library::{LibraryGame, Outcome, Summary, content_hash, copy_id, plan, required_ids},
    storage::{
        GameStore, LoadedGame, Storage, game::REPLACED_PREFIX, scores, tests::MemoryStorage,
    },
};
use four_shapes_players::{Choice, Level, PlayerKind};
use four_shapes_records::{Match, Seat, SeriesScore, Setup, high_scores::Date, record};
use four_shapes_rules::{Rules, RulesConfig, Step, hash::fnv1a_64};
use std::{cell::Cell, collections::BTreeMap};

thread_local!(static NEXT_ID: Cell<u32> = const { Cell::new(1) });

fn new_id() -> String {
    format!("7-{}", NEXT_ID.replace(NEXT_ID.get() + 1))
}

/// A small generator of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = fnv1a_64(&self.0.to_string());
        (self.0 >> 33) as usize % bound.max(1)
    }
}

/// The page without its views: the session, autosave and the library.
struct Page {
    storage: MemoryStorage,
    game: StoredGame<MemoryStorage>,
    session: Session,
    library: BTreeMap<String, LibraryGame>,
    synced: Option<(String, String)>,
}

impl Page {
    fn open(
        storage: MemoryStorage,
        library: BTreeMap<String, LibraryGame>,
        start: impl Fn() -> Match,
    ) -> Self {
        let (store, found) = GameStore::open(storage.clone());
        let (game_match, series_score) = if let LoadedGame::Game(game_match, series_score) = found {
            (*game_match, series_score)
        } else {
            let game_match = start();
            let series_score = SeriesScore::new(&game_match);
            (game_match, series_score)
        };
        let id = match store.id() {
            "" => new_id(),
            id => id.to_owned(),
        };
        let session = Session::new(game_match, series_score).with_ids(id, new_id);
        let mut page = Self {
            storage,
            game: StoredGame::new(store, new_id),
            session,
            library,
            synced: None,
        };
        page.save();
        page
    }

    fn id(&self) -> String {
        self.game.id(&self.session).to_owned()
    }

    fn save(&mut self) {
        self.game.save(&self.session).unwrap();
    }

    fn send(&mut self, command: Command) {
        self.session.apply(command);
        self.save();
        let today = Date::new(2026, 11, 25).unwrap();
        let changes = self.session.win_changes();
        scores::add_win_changes(&self.storage, changes, today).unwrap();
    }

    /// Copies games from local storage to the library, as the repository does.
    fn sync(&mut self) {
        let mut left = Vec::new();
        for key in self.storage.keys().unwrap() {
            if let Some(id) = key.strip_prefix(REPLACED_PREFIX) {
                let record = self.storage.text(&key).unwrap();
                left.push(LibraryGame::new(id, record, 999));
                self.storage.remove(&key).unwrap();
            }
        }
        let current = (self.id(), record::write(self.session.own().0));
        let changed = Some(&current).filter(|current| self.synced.as_ref() != Some(current));
        let changed = changed.map(|(id, record)| LibraryGame::new(id, record.clone(), 1_000));
        let all = self.library.keys().cloned().collect();
        let ids = required_ids(left.iter().chain(&changed), &all);
        let mut before = self.library.clone();
        before.retain(|id, _| ids.contains(id));
        let plan = plan(left, changed, self.synced.as_ref(), before);
        self.library.extend(plan.updates);
        if plan.is_different {
            self.game.rename(&self.session).unwrap();
            self.sync();
        } else {
            self.synced = Some(current);
        }
    }

    fn open_copy(&mut self, game_match: Match) {
        let id = copy_id(&new_id(), &game_match);
        self.send(Command::Open {
            id,
            game_match: Box::new(game_match),
            remote: None,
        });
    }
}

/// A match as the walk has seen it.
#[derive(Clone, Default)]
struct Seen {
    /// All steps after the last one that was made.
    steps: Vec<Step>,
    /// The winner, if that step has won.
    winner: Option<Seat>,
    /// The number of the winner's moves.
    moves: usize,
}

/// What must hold.
#[derive(Default)]
struct Expected {
    own: Seen,
    shared: Seen,
    /// The wins of humans in matches that were left: the names and numbers of moves.
    wins: Vec<(String, usize)>,
    /// The games that were finished, and how.
    finished: BTreeMap<String, Outcome>,
    /// The tally of the series without the current match.
    tally: [u32; 2],
    /// The most wins at any time: a list of high scores has ten.
    most: usize,
}

impl Seen {
    fn of(game_match: &Match) -> Self {
        Self {
            steps: game_match.game().steps().to_vec(),
            ..Self::default()
        }
    }

    fn human_win(&self) -> Option<(String, usize)> {
        let winner = self.winner.as_ref()?;
        winner
            .computer
            .is_none()
            .then(|| (winner.name.to_string(), self.moves))
    }
}

impl Expected {
    fn leave(&mut self, left: &Seen) {
        self.wins.extend(left.human_win());
    }

    fn all_wins(&self) -> Vec<(String, usize)> {
        let current = [self.own.human_win(), self.shared.human_win()];
        let mut wins: Vec<_> = current
            .into_iter()
            .flatten()
            .chain(self.wins.clone())
            .collect();
        wins.sort();
        wins
    }

    /// Begins a match on the board.
    fn begin_own(&mut self, before: &Session, after: &Session) {
        let (own, shared) = (self.own.clone(), std::mem::take(&mut self.shared));
        self.leave(&own);
        self.leave(&shared);
        let same_seats = before.own().0.setup().seats() == after.own().0.setup().seats();
        self.tally = if same_seats {
            self.tally_of(before)
        } else {
            [0, 0]
        };
        self.own = Seen::of(after.own().0);
    }

    fn tally_of(&self, session: &Session) -> [u32; 2] {
        let mut tally = self.tally;
        if let Some(winner) = &self.own.winner {
            let seats = session.own().0.setup().seats();
            tally[seats
                .iter()
                .position(|seat| seat.name == winner.name)
                .unwrap()] += 1;
        }
        tally
    }

    fn see(&mut self, before: &Session, after: &Session) {
        match after.event() {
            Event::Placed { .. } | Event::DrawAgreed => {
                let game_match = after.current_match();
                let steps = game_match.game().steps();
                let seen = match (after.is_own(), after.is_shared()) {
                    (true, _) => &mut self.own,
                    (_, true) => &mut self.shared,
                    _ => return,
                };
                // A move that was undone and is made again is a redo.
                if seen.steps == steps {
                    return;
                }
                seen.steps = steps.to_vec();
                seen.winner = game_match.winner().cloned();
                seen.moves = game_match.game().position().piece_count().div_ceil(2);
                if after.is_own() && after.is_over() {
                    let outcome = Summary::of(game_match).outcome;
                    self.finished.insert(content_hash(game_match), outcome);
                }
            }
            Event::Started | Event::Loaded if after.is_own() => self.begin_own(before, after),
            Event::SharedOpened => {
                let shared = std::mem::take(&mut self.shared);
                self.leave(&shared);
                self.shared = Seen::of(after.current_match());
            }
            Event::Loaded | Event::ReturnedToOwn => {
                let shared = std::mem::take(&mut self.shared);
                self.leave(&shared);
            }
            Event::SharedKept => {
                let own = std::mem::take(&mut self.own);
                self.leave(&own);
                self.own = std::mem::take(&mut self.shared);
                self.tally = [0, 0];
            }
            _ => {}
        }
        self.most = self.most.max(self.all_wins().len());
    }
}

/// Takes a random step of a walk.
fn walk(page: &mut Page, random: &mut Random, expected: &mut Expected, rules: Rules) {
    let steps = page.session.game().steps().len();
    let some_match = |random: &mut Random, page: &Page| {
        let games: Vec<_> = page.library.values().collect();
        match games.len() {
            0 => Match::with_default_seats(four_shapes_rules::Game::new(rules)),
            count => games[random.below(count)].parse_record().unwrap(),
        }
    };
    let before = page.session.clone();
    match random.below(40) {
        0 | 1 => page.send(Command::PlayAgain),
        2 => page.send(Command::Start(Setup::with_default_seats(rules), None)),
        3 => {
            // A file with undone moves.
            let mut loaded = some_match(random, page);
            loaded.go_to(random.below(9));
            page.send(Command::Load(Box::new(loaded)));
        }
        4 => page.send(Command::OpenShared(Box::new(some_match(random, page)))),
        5 => page.send(Command::OpenExercise(
            Exercise::Puzzle,
            Box::new(some_match(random, page)),
        )),
        6 => page.send(Command::ReturnToOwn),
        7 => page.send(Command::KeepShared),
        8 => page.send(Command::FinishExercise),
        9..=12 => page.send(Command::Undo),
        13 | 14 => page.send(Command::Redo),
        15..=17 => page.send(Command::GoTo(random.below(steps + 1))),
        18 | 19 => {
            // Review → Try it from here.
            let mut copy = page.session.current_match().clone();
            copy.go_to(random.below(steps + 1));
            let opponent = copy.game().position().player_after(1);
            copy.set_computer(
                copy.seat_index(opponent),
                Some(PlayerKind::Level(Level::Six)),
            );
            let own = page.session.own().0.clone();
            let own_id = page.session.own_id().to_owned();
            page.send(Command::OpenExercise(Exercise::Trial, Box::new(copy)));
            assert_eq!(page.session.own().0, &own, "the own game is untouched");
            assert_eq!(page.session.own_id(), own_id);
        }
        20 | 21 => {
            // The library: resume an unfinished game, or open a copy of a finished one.
            let games: Vec<_> = page.library.values().cloned().collect();
            if !games.is_empty() {
                let game = &games[random.below(games.len())];
                let game_match = game.parse_record().unwrap();
                let outcome = game.entry.summary.as_ref().unwrap().outcome;
                if game.entry.id == page.id() {
                    page.send(Command::ReturnToOwn);
                } else if outcome == Outcome::Unfinished {
                    page.send(Command::Open {
                        id: game.entry.id.clone(),
                        game_match: Box::new(game_match),
                        remote: None,
                    });
                } else {
                    page.open_copy(to_end(&game_match));
                }
            }
        }
        22 | 23 => {
            // Reload, before or after the library was loaded.
            let shared = std::mem::take(&mut expected.shared);
            expected.leave(&shared);
            let start = || Match::with_default_seats(four_shapes_rules::Game::new(rules));
            let library = std::mem::take(&mut page.library);
            *page = Page::open(page.storage.clone(), library, start);
            return;
        }
        24..=26 => page.sync(),
        27 => scores::settle(&page.storage).unwrap(),
        _ if page.session.needs_computer_move() => {
            let position = page.session.game().position();
            let cells: Vec<_> = position.playable().collect();
            let cell = cells[random.below(cells.len())];
            let turn_id = page.session.turn_id();
            page.send(Command::PlayComputerChoice(turn_id, Choice::Place(cell)));
        }
        _ => {
            let column = random.below(rules.columns().into());
            page.send(Command::Drop(rules.column(column).unwrap()));
        }
    }
    if page.session.command_count() != before.command_count() {
        expected.see(&before, &page.session);
    }
}

fn check(seed: u64) {
    let rules = Rules::new(RulesConfig {
        columns: 4,
        rows: 4,
        connect: 3,
        players: 2,
        gravity: true,
    })
    .unwrap();
    let mut random = Random(seed);
    let start = || Match::with_default_seats(four_shapes_rules::Game::new(rules));
    let mut page = Page::open(MemoryStorage::with(&[]), BTreeMap::new(), start);
    page.storage.capacity = 1_000;
    let mut expected = Expected {
        own: Seen::of(page.session.own().0),
        ..Expected::default()
    };
    for _ in 0..60 {
        walk(&mut page, &mut random, &mut expected, rules);
        let tally = [0, 1].map(|seat| page.session.own().1.won(seat));
        assert_eq!(
            tally,
            expected.tally_of(&page.session),
            "tally, seed {seed}"
        );
    }
    page.sync();
    page.sync();
    let library: Vec<(String, Outcome)> = page
        .library
        .values()
        .map(|game| {
            let outcome = game.entry.summary.as_ref().unwrap().outcome;
            (game.entry.content_hash.clone(), outcome)
        })
        .collect();
    for (hash, outcome) in expected.finished.clone() {
        assert!(library.contains(&(hash, outcome)), "finished, seed {seed}");
    }
    if expected.most < 10 {
        let scores = scores::load(&page.storage).unwrap();
        let mut wins: Vec<(String, usize)> = scores
            .all()
            .iter()
            .map(|score| (score.name.to_string(), score.moves as usize))
            .collect();
        wins.sort();
        assert_eq!(wins, expected.all_wins(), "high scores, seed {seed}");
    }
}

#[test]
fn games_and_wins_survive_everything() {
    let walks = if std::env::var_os("FOUR_SHAPES_SOAK").is_some() {
        100_000
    } else {
        500
    };
    // In this one a game whose id was taken is followed by the game that has it.
    for seed in (0..walks).chain([13_591]) {
        check(seed);
    }
}
