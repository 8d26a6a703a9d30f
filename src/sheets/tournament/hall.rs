//! The hall where a tournament is played: workers play its games, and what comes of
//! them is kept. Dialogs show it.

use super::{
    keep::{File, Keep, Left},
    worker::Worker,
};
use crate::{
    bridge::{self, Request},
    device,
    sheets::{database::Trouble, dialog::Opener},
    store::{Browser, Shelf},
    text,
    tournament::Organizer,
};
use four_shapes_engine::{
    Name, Rules,
    players::Kind,
    tournament::{
        Draft, Entrant, Hash, Played, Summary, Table, Tournament,
        file::{self, FileError},
    },
};
use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use std::{
    collections::{BTreeMap, VecDeque},
    rc::Rc,
    time::Duration,
};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::FileList;

/// How often what is shown follows what was played.
const SHOWN: Duration = Duration::from_millis(250);
/// Every so many of these times, what was played is stored.
const STORED: u32 = 4;
/// Over so many of these times the speed is measured.
const MEASURED: usize = 20;
/// The most workers that play.
const MOST_LANES: usize = 8;
/// The most games of a tournament in a page: some 100 MB.
pub(super) const MOST_GAMES: u64 = 1_000_000;
/// The largest file of a bot, in bytes.
const MOST_BYTES: f64 = 4.0 * 1024.0 * 1024.0;
/// How many games a bot plays to be tried.
const TRIAL: u32 = 6;
/// Says, in the browser's other storage, that there is something in its database.
const KEPT: &str = "four-shapes:tournament";
/// How many parts of stored games are read at once.
const PARTS: u32 = 20;

/// Where a tournament stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Phase {
    /// There is none.
    #[default]
    None,
    /// Its games are being played.
    Running,
    /// It waits until somebody lets it go on.
    Paused,
    /// All of its games are played.
    Over,
    /// It can't go on, and why, in words.
    Stuck(String),
}

/// A bot that somebody has brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bot {
    /// Of its file; of what is no bot as well.
    pub(super) hash: Hash,
    /// What it is called: as it says itself, or else as its file.
    pub(super) name: Name,
    /// As it says itself; may be empty.
    pub(super) author: String,
    /// The name of its file, without characters that are no part of writing.
    pub(super) file: String,
    /// How large its file is.
    pub(super) bytes: u64,
    pub(super) state: BotState,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BotState {
    /// It is being looked at.
    Checking,
    /// It can play; what else there is to say of it, in lines.
    Ready(Vec<String>),
    /// It can't play, and why, in lines.
    Broken(Vec<String>),
}

/// How quickly the games are played.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Pace {
    /// Games a second.
    pub(super) speed: f64,
    /// Seconds until all are played, at this speed.
    pub(super) left: u64,
}

/// The hall. There is one, as long as the page is open.
#[derive(Clone, Copy)]
pub(super) struct Hall {
    phase: RwSignal<Phase>,
    /// What the games have come to; its readers are told a few times a second.
    table: RwSignal<Option<Table>>,
    pace: RwSignal<Option<Pace>>,
    bots: RwSignal<Vec<Bot>>,
    state: StoredValue<State, LocalStorage>,
    /// Of the dialog.
    pub(super) opener: Opener,
}

#[derive(Default)]
struct State {
    keep: Option<Rc<Keep>>,
    /// That nothing can be kept has been said.
    said: bool,
    /// Tells this run's workers from those before.
    run: u32,
    /// It runs as soon as its bots have been looked at.
    waits: bool,
    organizer: Option<Organizer>,
    lanes: Vec<Option<Worker>>,
    /// The lines of the games that are over, by number.
    lines: Vec<Option<Box<str>>>,
    /// Those that are not stored yet.
    unsaved: Vec<u64>,
    /// The number of the last part that was stored.
    part: u32,
    ticks: u32,
    /// When how many games were over.
    pace: VecDeque<(f64, u64)>,
    clerk: Option<Worker>,
    /// What the clerk is looking at, by its number.
    asked: BTreeMap<u32, Asked>,
    number: u32,
    /// The code of the bots that can play.
    codes: BTreeMap<Hash, Uint8Array>,
    /// The bot that is being tried, and those that will be.
    trial: Option<Trial>,
    untried: VecDeque<(Hash, Entrant)>,
}

/// A file that the clerk looks at.
struct Asked {
    name: String,
    bytes: Uint8Array,
    /// It is in the browser's database.
    kept: bool,
}

/// Games of a bot that is being tried.
struct Trial {
    hash: Hash,
    tournament: Tournament,
    _worker: Worker,
    lines: Vec<String>,
}

impl Hall {
    /// Opens it, and goes on with what was played in it before a reload.
    pub(super) fn open(opener: Opener) -> Self {
        let hall = Self {
            phase: RwSignal::new(Phase::default()),
            table: RwSignal::new(None),
            pace: RwSignal::new(None),
            bots: RwSignal::new(Vec::new()),
            state: StoredValue::new_local(State::default()),
            opener,
        };
        if !matches!(Browser::new().get(KEPT), Ok(Some(_))) {
            return hall;
        }
        device::spawn(async move {
            if let Err(trouble) = hall.restore().await {
                // Before there is anything to keep it costs nothing.
                leptos::logging::log!("tournaments can't be kept: {trouble:?}");
            }
        });
        hall
    }

    fn with<T>(self, act: impl FnOnce(&mut State) -> T) -> T {
        let done = self.state.try_update_value(act);
        done.expect("the hall is there as long as the page")
    }

    /// Where the tournament stands; who reads it hears of changes.
    pub(super) fn phase(self) -> Phase {
        self.phase.get()
    }

    /// Reads what the games have come to, if there is a tournament; who reads it hears of
    /// changes, a few times a second.
    pub(super) fn table<T>(self, read: impl FnOnce(&Table) -> T) -> Option<T> {
        self.table.with(|table| table.as_ref().map(read))
    }

    /// How quickly the games are played, while they are and it is known.
    pub(super) fn pace(self) -> Option<Pace> {
        self.pace.get()
    }

    /// The bots that somebody has brought, in this visit or before.
    pub(super) fn bots(self) -> Vec<Bot> {
        self.bots.get()
    }

    // Bots.

    /// Takes files that are meant to be bots. Each appears among the bots, at first
    /// as one that is being checked.
    pub(super) fn bring(self, files: &FileList) {
        for file in (0..files.length()).filter_map(|i| files.get(i)) {
            let name = file.name();
            if file.size() > MOST_BYTES {
                self.refuse(&name, file.size(), text::bot_too_large());
                continue;
            }
            device::read_bytes(&file, move |bytes| match bytes {
                Some(bytes) => self.check(&name, bytes, false),
                None => self.refuse(&name, 0.0, text::NOT_READ.to_owned()),
            });
        }
    }

    /// Shows a file that was not even looked at among the bots.
    fn refuse(self, name: &str, bytes: f64, why: String) {
        // Of its name, for nothing else of it is known.
        let mut hash = [0; 32];
        for (i, byte) in name.bytes().enumerate() {
            hash[i % 32] ^= byte.rotate_left(i as u32 / 32);
        }
        #[expect(clippy::cast_sign_loss, reason = "no file is smaller than nothing")]
        let bytes = bytes as u64;
        let broken = BotState::Broken(vec![why]);
        self.show(bot(Hash(hash), name, ["", ""], bytes, broken));
    }

    fn check(self, name: &str, bytes: Uint8Array, kept: bool) {
        let posted = self.with(|state| {
            if state.clerk.is_none() {
                let tell = move |said: Option<JsValue>| self.hear_clerk(said);
                state.clerk = Worker::start("clerk.js", tell).ok();
            }
            state.number += 1;
            let clerk = state.clerk.as_ref()?;
            let budget = Draft::default().limits.instructions;
            clerk.check(state.number, &bytes, budget);
            let name = name.to_owned();
            let asked = Asked { name, bytes, kept };
            state.asked.insert(state.number, asked);
            Some(())
        });
        if posted.is_none() {
            self.refuse(name, 0.0, text::NO_CLERK.to_owned());
        }
    }

    /// The clerk has said something, or has died.
    fn hear_clerk(self, said: Option<JsValue>) {
        let Some(said) = said else {
            let asked = self.with(|state| {
                state.clerk = None;
                std::mem::take(&mut state.asked)
            });
            for asked in asked.into_values() {
                let size = asked.bytes.length().into();
                self.refuse(&asked.name, size, text::NO_CLERK.to_owned());
            }
            self.bots.update(|bots| {
                bots.retain(|bot| bot.state != BotState::Checking);
            });
            return self.try_to_run();
        };
        let said: Array = said.unchecked_into();
        let word = |at: u32| said.get(at).as_string().unwrap_or_default();
        #[expect(clippy::cast_sign_loss, reason = "it is the number it was given")]
        let number = said.get(0).as_f64().unwrap_or_default() as u32;
        let Some(hash) = Hash::parse(&word(1)) else {
            return;
        };
        if said.length() == 2 {
            let asked = self.with(|state| {
                let asked = state.asked.get(&number)?;
                Some((asked.name.clone(), asked.bytes.length()))
            });
            if let Some((name, size)) = asked {
                self.show(bot(hash, &name, ["", ""], size.into(), BotState::Checking));
            }
            return;
        }
        let Some(asked) = self.with(|state| state.asked.remove(&number)) else {
            return;
        };
        let size = asked.bytes.length().into();
        let (name, author) = (word(4), word(5));
        let lines = word(3).lines().map(str::to_owned).collect();
        let state = match said.get(2).dyn_into::<Uint8Array>() {
            Ok(code) => {
                self.with(|state| state.codes.insert(hash, code.clone()));
                if !asked.kept {
                    let file = File {
                        hash,
                        name: asked.name.clone(),
                        bytes: asked.bytes.clone(),
                    };
                    self.keeping(move |keep| async move { keep.put_bot(&file).await });
                }
                BotState::Checking
            }
            Err(_) => BotState::Broken(lines),
        };
        let bot = bot(hash, &asked.name, [&name, &author], size, state);
        let broken = matches!(bot.state, BotState::Broken(_));
        let entrant = Entrant::Bot {
            hash,
            name: bot.name.clone(),
        };
        self.show(bot);
        if !broken {
            self.with(|state| state.untried.push_back((hash, entrant)));
            self.try_next();
        }
        self.try_to_run();
    }

    /// Shows a bot in the place of the one with the same file.
    fn show(self, bot: Bot) {
        self.bots.update(
            |bots| match bots.iter_mut().find(|other| other.hash == bot.hash) {
                Some(other) => *other = bot,
                None => bots.push(bot),
            },
        );
    }

    /// Lets the next bot play some games, to see whether it can.
    fn try_next(self) {
        while self.with(|state| state.trial.is_none()) {
            let Some((hash, entrant)) = self.with(|state| state.untried.pop_front()) else {
                return;
            };
            if !self.with(|state| state.try_out(self, hash, entrant)) {
                self.tried(hash, vec![text::NOT_TRIED.to_owned()]);
            }
        }
    }

    fn hear_trial(self, hash: Hash, said: Option<JsValue>) {
        let said = said.map(|said| said.as_string().unwrap_or_default());
        let over = self.with(|state| {
            let trial = state.trial.as_mut().filter(|trial| trial.hash == hash)?;
            if let Some(said) = &said {
                trial.lines.extend(said.lines().skip(1).map(str::to_owned));
            }
            let over = said.as_ref().is_none_or(|said| said.starts_with("last"));
            over.then(|| state.trial.take()).flatten()
        });
        let Some(Trial {
            tournament, lines, ..
        }) = over
        else {
            return;
        };
        if said.is_some() {
            let games = lines
                .iter()
                .filter_map(|line| Played::read(&tournament, line).ok());
            let games: Vec<Played> = games.collect();
            self.tried(hash, text::trial(&tournament, &games));
        } else {
            self.tried(hash, vec![text::NOT_TRIED.to_owned()]);
        }
        self.try_next();
    }

    fn tried(self, hash: Hash, lines: Vec<String>) {
        self.bots.update(|bots| {
            if let Some(bot) = bots.iter_mut().find(|bot| bot.hash == hash) {
                bot.state = BotState::Ready(lines);
            }
        });
    }

    /// Forgets a bot.
    pub(super) fn forget(self, hash: Hash) {
        self.bots.update(|bots| bots.retain(|bot| bot.hash != hash));
        self.with(|state| {
            state.codes.remove(&hash);
            state.untried.retain(|(other, _)| *other != hash);
            state.trial.take_if(|trial| trial.hash == hash);
        });
        self.try_next();
        self.keeping(move |keep| async move { keep.forget_bot(hash).await });
    }

    // The tournament.

    /// Begins a tournament in place of the one before.
    pub(super) fn start(self, tournament: &Tournament) {
        if tournament.total() > MOST_GAMES {
            return self
                .phase
                .set(Phase::Stuck(text::too_many_games(MOST_GAMES)));
        }
        let setup = file::write(tournament);
        self.seat(tournament);
        self.keeping(move |keep| async move { keep.begin(&setup).await });
        self.run();
    }

    /// Makes room for a tournament's games.
    fn seat(self, tournament: &Tournament) {
        self.with(|state| {
            state.run += 1;
            state.lanes.clear();
            state.organizer = None;
            state.lines = vec![None; tournament.total() as usize];
            state.unsaved.clear();
            state.part = 0;
            state.waits = false;
        });
        self.table.set(Some(Table::new(tournament)));
    }

    /// Lets workers play.
    fn run(self) {
        self.phase.set(Phase::Running);
        let missing = self.table.with_untracked(|table| {
            let tournament = table.as_ref()?.tournament();
            self.with(|state| state.hire(self, tournament))
        });
        match missing {
            Some(Missing::Program(name)) => self.stick(text::needs_terminal(&name)),
            Some(Missing::Bot(name)) => self.stick(text::needs_bot(&name)),
            Some(Missing::Worker) => self.stick(text::NO_ARENA.to_owned()),
            // It goes on when the clerk has looked at it.
            Some(Missing::Check) => {}
            None => {
                let run = self.with(|state| {
                    state.pace.clear();
                    state.run
                });
                self.tick(run);
                self.end_if_over();
            }
        }
    }

    /// The clerk is done with something that the tournament may have waited for.
    fn try_to_run(self) {
        if self.with(|state| state.waits) {
            self.run();
        }
    }

    /// It can't go on.
    fn stick(self, why: String) {
        self.halt();
        self.phase.set(Phase::Stuck(why));
    }

    /// Ends the workers and stores what they have played.
    fn halt(self) {
        self.with(|state| {
            state.run += 1;
            state.waits = false;
            state.lanes.clear();
            state.organizer = None;
        });
        self.pace.set(None);
        self.table.notify();
        self.store(false);
    }

    /// A worker of a run has said something, or has died.
    fn hear(self, run: u32, lane: usize, said: Option<JsValue>) {
        if self.with(|state| state.run != run) {
            return;
        }
        let Some(said) = said else {
            return self.replace(lane);
        };
        let said = said.as_string().unwrap_or_default();
        let mut lines = said.lines();
        let head = lines.next().unwrap_or_default();
        for line in lines {
            let Some(summary) = Summary::of_line(line) else {
                continue;
            };
            if self.with(|state| state.take(summary.number, line)) {
                self.table.update_untracked(|table| {
                    if let Some(table) = table {
                        table.add_summary(&summary);
                    }
                });
            }
        }
        if head == "last" {
            self.with(|state| {
                let now = js_sys::Date::now();
                if let Some(organizer) = &mut state.organizer {
                    organizer.finished(lane, now);
                }
                state.give(lane);
            });
        }
        self.end_if_over();
    }

    fn end_if_over(self) {
        let over = self.with(|state| {
            let organizer = state.organizer.as_ref();
            organizer.is_some_and(|organizer| organizer.left() == 0)
        });
        if over {
            self.halt();
            self.phase.set(Phase::Over);
            if !self.opener.is_open() {
                bridge::sheets::send(&Request::Notice(text::TOURNAMENT_OVER.to_owned()));
            }
        }
    }

    /// Hires another worker for one that has died.
    fn replace(self, lane: usize) {
        let again = self.with(|state| {
            let organizer = state.organizer.as_mut();
            organizer.is_some_and(|organizer| organizer.lost(lane))
        });
        let hired = again
            && self.table.with_untracked(|table| {
                let tournament = table.as_ref().map(Table::tournament);
                tournament.is_some_and(|tournament| {
                    self.with(|state| state.hire_one(self, tournament, lane).is_some())
                })
            });
        if !hired {
            self.stick(text::NO_ARENA.to_owned());
        }
    }

    /// Shows, measures and stores now and then, as long as this run goes on.
    fn tick(self, run: u32) {
        let next = move || {
            if self.with(|state| state.run != run) {
                return;
            }
            self.table.notify();
            let (pace, store) = self.with(|state| {
                state.ticks += 1;
                let store = state.ticks.is_multiple_of(STORED);
                (state.measure(js_sys::Date::now()), store)
            });
            self.pace.set(pace);
            if store {
                self.store(true);
            }
            self.tick(run);
        };
        set_timeout(next, SHOWN);
    }

    /// Stores the games that are over, and whether more are being played.
    fn store(self, runs: bool) {
        let (part, games) = self.with(|state| {
            let unsaved = std::mem::take(&mut state.unsaved);
            let lines = unsaved
                .iter()
                .filter_map(|number| state.lines[*number as usize].as_deref());
            let lines: Vec<&str> = lines.collect();
            let games = (!lines.is_empty()).then(|| lines.join("\n"));
            state.part += u32::from(games.is_some());
            (state.part, games)
        });
        if games.is_some() || !runs {
            self.keeping(move |keep| async move { keep.add(part, games.as_deref(), runs).await });
        }
    }

    /// Lets the games wait.
    pub(super) fn pause(self) {
        if self.phase.get_untracked() == Phase::Running {
            self.halt();
            self.phase.set(Phase::Paused);
        }
    }

    /// Goes on with the games.
    pub(super) fn go_on(self) {
        self.run();
    }

    /// Ends the tournament and forgets its games.
    pub(super) fn stop(self) {
        self.with(|state| {
            state.run += 1;
            state.waits = false;
            state.lanes.clear();
            state.organizer = None;
            state.lines = Vec::new();
            state.unsaved.clear();
        });
        self.pace.set(None);
        self.table.set(None);
        self.phase.set(Phase::None);
        self.keeping(move |keep| async move { keep.forget().await });
    }

    /// The games of a pairing that are over, in the order of their numbers.
    pub(super) fn games_of(self, pairing: usize) -> Vec<Played> {
        let games = self.table.with_untracked(|table| {
            let tournament = table.as_ref()?.tournament();
            let games = tournament.draft().games as usize;
            let lines = self.with(|state| {
                let lines = state.lines.iter().skip(pairing * games).take(games);
                lines.flatten().cloned().collect::<Vec<_>>()
            });
            let read = |line: Box<str>| Played::read(tournament, &line).ok();
            Some(lines.into_iter().filter_map(read).collect())
        });
        games.unwrap_or_default()
    }

    /// All games that are over, a line each, in the order of their numbers.
    pub(super) fn lines(self) -> String {
        self.with(|state| {
            let mut text = String::new();
            for line in state.lines.iter().flatten() {
                text.push_str(line);
                text.push('\n');
            }
            text
        })
    }

    // What is kept.

    /// Does something with the browser's database, and says once if that fails.
    fn keeping<F: Future<Output = Result<(), Trouble>>>(
        self,
        act: impl FnOnce(Rc<Keep>) -> F + 'static,
    ) {
        device::spawn(async move {
            let failed = match self.open_keep().await {
                Ok(keep) => act(keep).await.err(),
                Err(trouble) => Some(trouble),
            };
            let Some(trouble) = failed else {
                return;
            };
            leptos::logging::log!("the tournament is not kept: {trouble:?}");
            if !self.with(|state| std::mem::replace(&mut state.said, true)) {
                let notice = text::TOURNAMENT_NOT_KEPT.to_owned();
                bridge::sheets::send(&Request::Notice(notice));
            }
        });
    }

    async fn open_keep(self) -> Result<Rc<Keep>, Trouble> {
        if let Some(keep) = self.with(|state| state.keep.clone()) {
            return Ok(keep);
        }
        let keep = Rc::new(Keep::open().await?);
        // Without it the database would not be opened again: nothing is lost but that.
        let _ = Browser::new().set(KEPT, "yes");
        self.with(|state| state.keep = Some(keep.clone()));
        Ok(keep)
    }

    /// Takes up what was left before a reload.
    async fn restore(self) -> Result<(), Trouble> {
        let keep = self.open_keep().await?;
        for File { name, bytes, .. } in keep.bots().await? {
            self.check(&name, bytes, true);
        }
        let Some(Left { setup, runs }) = keep.left().await? else {
            return Ok(());
        };
        let tournament = match file::read(&setup) {
            Ok(tournament) => tournament,
            Err(error) => {
                self.phase.set(Phase::Stuck(unreadable(&error)));
                return Ok(());
            }
        };
        self.seat(&tournament);
        self.phase.set(Phase::Paused);
        let run = self.with(|state| state.run);
        loop {
            let part = self.with(|state| state.part);
            let parts = keep.games(part, PARTS).await?;
            if self.with(|state| state.run != run) {
                // Somebody has begun another meanwhile.
                return Ok(());
            }
            let Some((last, _)) = parts.last() else {
                break;
            };
            self.with(|state| state.part = *last);
            for (_, games) in &parts {
                self.take_up(&tournament, games);
                device::sleep(0).await;
            }
        }
        self.table.notify();
        let over = self.with(|state| state.lines.iter().all(Option::is_some));
        if over {
            self.phase.set(Phase::Over);
        } else if runs {
            self.run();
            self.opener.open();
        }
        Ok(())
    }

    /// Takes up games that were stored. What can't be read is played again.
    fn take_up(self, tournament: &Tournament, games: &str) {
        for line in games.lines() {
            let Ok(played) = Played::read(tournament, line) else {
                continue;
            };
            let slot = played.number as usize;
            let new = self.with(|state| {
                let new = state.lines.get(slot).is_some_and(Option::is_none);
                if new {
                    state.lines[slot] = Some(line.into());
                }
                new
            });
            if new {
                self.table.update_untracked(|table| {
                    if let Some(table) = table {
                        table.add(&played);
                    }
                });
            }
        }
    }
}

/// What a tournament lacks.
enum Missing {
    /// A bot that is being looked at.
    Check,
    /// This bot.
    Bot(String),
    /// This program can't be started here.
    Program(String),
    /// Workers.
    Worker,
}

impl State {
    /// Lets a bot play some games against random; tells whether that could begin.
    fn try_out(&mut self, hall: Hall, hash: Hash, entrant: Entrant) -> bool {
        let draft = Draft {
            rules: Rules::CLASSIC,
            entrants: vec![entrant, Entrant::Computer(Kind::Random)],
            games: TRIAL,
            ..Draft::default()
        };
        let tell = move |said: Option<JsValue>| hall.hear_trial(hash, said);
        let (Some(code), Ok(tournament), Ok(worker)) = (
            self.codes.get(&hash),
            Tournament::new(draft),
            Worker::start("arena.js", tell),
        ) else {
            return false;
        };
        let codes = Array::of1(&Array::of2(&0.into(), code));
        worker.enter(&file::write(&tournament), &codes, silence(&tournament));
        worker.take(&(0..tournament.total()));
        self.trial = Some(Trial {
            hash,
            tournament,
            _worker: worker,
            lines: Vec::new(),
        });
        true
    }

    /// Hires workers and gives them games.
    fn hire(&mut self, hall: Hall, tournament: &Tournament) -> Option<Missing> {
        self.waits = false;
        for (place, entrant) in tournament.entrants().iter().enumerate() {
            let name = || tournament.label(place).to_owned();
            match entrant {
                Entrant::Computer(_) => {}
                Entrant::Program { .. } => return Some(Missing::Program(name())),
                Entrant::Bot { hash, .. } if self.codes.contains_key(hash) => {}
                Entrant::Bot { .. } if !self.asked.is_empty() => {
                    self.waits = true;
                    return Some(Missing::Check);
                }
                Entrant::Bot { .. } => return Some(Missing::Bot(name())),
            }
        }
        self.run += 1;
        let count = lanes();
        let mut organizer = Organizer::new(tournament.total(), count);
        for (number, line) in self.lines.iter().enumerate() {
            if line.is_some() {
                organizer.end(number as u64);
            }
        }
        self.organizer = Some(organizer);
        self.lanes = (0..count).map(|_| None).collect();
        let mut hired = 0;
        for lane in 0..count {
            hired += usize::from(self.hire_one(hall, tournament, lane).is_some());
        }
        (hired == 0).then_some(Missing::Worker)
    }

    /// Hires a worker for a lane.
    fn hire_one(&mut self, hall: Hall, tournament: &Tournament, lane: usize) -> Option<()> {
        let run = self.run;
        let tell = move |said: Option<JsValue>| hall.hear(run, lane, said);
        let worker = Worker::start("arena.js", tell).ok()?;
        let codes = Array::new();
        for (place, entrant) in tournament.entrants().iter().enumerate() {
            if let Entrant::Bot { hash, .. } = entrant {
                let code = self.codes.get(hash)?;
                codes.push(&Array::of2(&(place as u32).into(), code));
            }
        }
        worker.enter(&file::write(tournament), &codes, silence(tournament));
        *self.lanes.get_mut(lane)? = Some(worker);
        self.give(lane);
        Some(())
    }

    /// Gives a lane its next games, if there are any.
    fn give(&mut self, lane: usize) {
        let Some(organizer) = &mut self.organizer else {
            return;
        };
        if let (Some(games), Some(Some(worker))) = (
            organizer.give(lane, js_sys::Date::now()),
            self.lanes.get(lane),
        ) {
            worker.take(&games);
        }
    }

    /// Takes the line of a game; tells whether it is new.
    fn take(&mut self, number: u64, line: &str) -> bool {
        let organizer = self.organizer.as_mut();
        let new = organizer.is_some_and(|organizer| organizer.end(number));
        if let Some(slot) = self.lines.get_mut(number as usize).filter(|_| new) {
            *slot = Some(line.into());
            self.unsaved.push(number);
        }
        new
    }

    /// How quickly it goes, at this time in milliseconds.
    fn measure(&mut self, now: f64) -> Option<Pace> {
        let left = self.organizer.as_ref()?.left();
        let over = self.lines.len() as u64 - left;
        self.pace.push_back((now, over));
        if self.pace.len() > MEASURED {
            self.pace.pop_front();
        }
        let (then, before) = *self.pace.front()?;
        let (passed, played) = (now - then, over - before);
        // Exact as long as there are fewer than 2^32 games, and there are.
        let count = |games: u64| f64::from(games as u32);
        if passed < 1.0 || played == 0 {
            return None;
        }
        let speed = count(played) * 1000.0 / passed;
        #[expect(clippy::cast_sign_loss, reason = "neither is negative")]
        let left = (count(left) / speed) as u64;
        Some(Pace { speed, left })
    }
}

fn bot(hash: Hash, file: &str, [name, author]: [&str; 2], bytes: u64, state: BotState) -> Bot {
    let stem = file.strip_suffix(".wasm").unwrap_or(file);
    let named = Name::tidied(name).or_else(|| Name::tidied(stem));
    let tidy = |text: &str| Name::tidied(text).map_or(String::new(), |name| name.to_string());
    Bot {
        hash,
        name: named.unwrap_or_else(|| Name::new("bot").expect("it is a name")),
        author: tidy(author),
        file: tidy(file),
        bytes,
        state,
    }
}

/// For how long a bot may be silent by the clock, in milliseconds: it counts its
/// instructions itself, so this is only for what can't be counted.
fn silence(tournament: &Tournament) -> f64 {
    f64::from(tournament.draft().limits.milliseconds) * 10.0
}

/// How many workers play: one for each core but the one that the page needs.
fn lanes() -> usize {
    let cores = window().navigator().hardware_concurrency();
    #[expect(clippy::cast_sign_loss, reason = "it is not negative")]
    let others = (cores as usize).saturating_sub(1);
    others.clamp(1, MOST_LANES)
}

/// What to say of a stored set-up that can't be read.
fn unreadable(error: &FileError) -> String {
    text::unreadable_tournament(&error.to_string())
}
