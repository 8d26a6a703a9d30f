//! Runs tournaments: adds bots, lets workers play the games, stores and rates them.

mod bots;
mod rating;

pub(super) use bots::{Bot, BotState};

use super::{
    persistence::{File, Left, Repository},
    worker::{Worker, decode_report},
};
use crate::tournament::text;
use crate::{
    device,
    navigation::{Navigation, Place, use_navigation},
    storage::{Browser, Shelf, database::DatabaseError},
    tournament::Scheduler,
};
use four_shapes_engine::{
    Name,
    tournament::{
        Entrant, FinishedGame, GameSummary, Hash, Table, Tournament,
        file::{self, FileError},
        report::Report,
    },
};
use js_sys::Array;
use leptos::prelude::*;
use std::{collections::VecDeque, rc::Rc, sync::Arc, time::Duration};
use wasm_bindgen::JsValue;

/// How often what is shown follows what was played.
const SHOWN: Duration = Duration::from_millis(250);
/// Every so many of these times, what was played is stored and rated.
const STORED: u32 = 4;
/// Over so many of these times the speed is measured.
const MEASURED: usize = 20;
/// The most workers that play.
const MAX_WORKERS: usize = 8;
/// How many bots are in memory at a time: with 64 MB each, and their tables, less than 1 GB.
const MAX_BOTS: usize = 12;
/// The most games of a tournament in a page: some 100 MB.
pub(super) const MAX_GAMES: u64 = 1_000_000;
/// Says, in the browser's other storage, that there is something in its database.
const FLAG: &str = "four-shapes:tournament";
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

/// How quickly the games are played.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Pace {
    /// Games a second.
    pub(super) speed: f64,
    /// Seconds until all are played, at this speed.
    pub(super) left: u64,
}

/// Runs one tournament at a time; there is one as long as the page is open.
#[derive(Clone, Copy)]
pub(super) struct TournamentRunner {
    phase: RwSignal<Phase>,
    /// What the games have come to; its readers are told a few times a second.
    table: RwSignal<Option<Table>>,
    /// The report, updated about once a second.
    report: RwSignal<Option<Arc<Report>>>,
    pace: RwSignal<Option<Pace>>,
    bots: RwSignal<Vec<Bot>>,
    /// How many files nobody has looked at yet.
    waiting: RwSignal<usize>,
    state: StoredValue<State, LocalStorage>,
    pub(super) navigation: Navigation,
}

#[derive(Default)]
struct State {
    repository: Option<Rc<Repository>>,
    /// That nothing can be kept has been said.
    said: bool,
    /// Tells this run's workers from those before.
    run: u32,
    /// It runs as soon as its bots have been looked at.
    waits: bool,
    scheduler: Option<Scheduler>,
    workers: Vec<Option<Worker>>,
    /// The lines of the games that are over, by number.
    lines: Vec<Option<Box<str>>>,
    /// Those that are not stored yet.
    unsaved: Vec<u64>,
    /// The number of the last part that was stored.
    part: u32,
    ticks: u32,
    /// When how many games were over.
    pace: VecDeque<(f64, u64)>,
    report_update: rating::ReportUpdate,
    bots: bots::State,
}

impl TournamentRunner {
    /// Opens it, and goes on with what was played in it before a reload. Calls a function
    /// with new bots, by their hash and name, when they can play.
    pub(super) fn open(on_new_bots: impl Fn(Vec<(Hash, Name)>) + 'static) -> Self {
        let runner = Self {
            phase: RwSignal::new(Phase::default()),
            table: RwSignal::new(None),
            report: RwSignal::new(None),
            pace: RwSignal::new(None),
            bots: RwSignal::new(Vec::new()),
            waiting: RwSignal::new(0),
            state: StoredValue::new_local(State::default()),
            navigation: use_navigation(),
        };
        runner.with(|state| state.bots.on_new(on_new_bots));
        if !matches!(Browser::new().get(FLAG), Ok(Some(_))) {
            return runner;
        }
        device::spawn(async move {
            if let Err(trouble) = runner.restore().await {
                // Before there is anything to keep it costs nothing.
                leptos::logging::log!("tournaments can't be kept: {trouble:?}");
            }
        });
        runner
    }

    fn with<T>(self, act: impl FnOnce(&mut State) -> T) -> T {
        let done = self.state.try_update_value(act);
        done.expect("it is there as long as the page")
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

    /// Reads the report, if there is one; reactive.
    pub(super) fn report<T>(self, read: impl FnOnce(&Report) -> T) -> Option<T> {
        self.report.with(|report| report.as_deref().map(read))
    }

    /// How quickly the games are played, while they are and it is known.
    pub(super) fn pace(self) -> Option<Pace> {
        self.pace.get()
    }

    /// Reads the bots that somebody has brought, in this visit or before.
    pub(super) fn bots<T>(self, read: impl FnOnce(&[Bot]) -> T) -> T {
        self.bots.with(|bots| read(bots))
    }

    /// How many files of bots nobody has looked at yet.
    pub(super) fn waiting(self) -> usize {
        self.waiting.get()
    }

    /// One of them, if it is there still.
    pub(super) fn bot(self, hash: Hash) -> Option<Bot> {
        self.bots(|bots| bots.iter().find(|bot| bot.hash == hash).cloned())
    }

    // The tournament.

    /// Begins a tournament of at most [`MAX_GAMES`] in place of the one before.
    pub(super) fn start(self, tournament: &Tournament) {
        let setup = file::write(tournament);
        self.reset(tournament);
        self.persist(move |repository| async move { repository.begin(&setup).await });
        self.run();
    }

    /// Makes room for a tournament's games.
    fn reset(self, tournament: &Tournament) {
        self.with(|state| {
            state.run += 1;
            state.workers.clear();
            state.scheduler = None;
            state.lines = vec![None; tournament.total() as usize];
            state.unsaved.clear();
            state.part = 0;
            state.waits = false;
        });
        self.report.set(None);
        self.table.set(Some(Table::new(tournament)));
        self.update_report();
    }

    /// Lets workers play.
    fn run(self) {
        self.phase.set(Phase::Running);
        let missing = self.table.with_untracked(|table| {
            let tournament = table.as_ref()?.tournament();
            self.with(|state| state.start_workers(self, tournament))
        });
        match missing {
            Some(Missing::Program(name)) => self.stick(text::needs_terminal(&name)),
            Some(Missing::Bot(name)) => self.stick(text::needs_bot(&name)),
            Some(Missing::Worker) => self.stick(text::NO_ARENA.to_owned()),
            // It goes on when the validator has looked at it.
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

    /// The validator is done with something that the tournament may have waited for.
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
            state.workers.clear();
            state.scheduler = None;
        });
        self.pace.set(None);
        self.table.notify();
        self.update_report();
        self.store(false);
    }

    /// A worker of a run has said something, or has died.
    fn hear(self, run: u32, slot: usize, said: Option<JsValue>) {
        if self.with(|state| state.run != run) {
            return;
        }
        let Some(report) = said.and_then(decode_report) else {
            return self.replace(slot);
        };
        for line in &report.lines {
            let Some(summary) = GameSummary::parse(line) else {
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
        if report.finished {
            self.with(|state| {
                let now = js_sys::Date::now();
                if let Some(scheduler) = &mut state.scheduler {
                    scheduler.finished(slot, now);
                }
                state.give(slot);
            });
        }
        self.end_if_over();
    }

    fn end_if_over(self) {
        let over = self.with(|state| {
            let scheduler = state.scheduler.as_ref();
            scheduler.is_some_and(|scheduler| scheduler.left() == 0)
        });
        if over {
            self.halt();
            self.phase.set(Phase::Over);
            if !self.navigation.is_open(Place::Tournament) {
                self.navigation.notify(text::TOURNAMENT_OVER);
            }
        }
    }

    /// Starts another worker for one that has died.
    fn replace(self, slot: usize) {
        let again = self.with(|state| {
            let scheduler = state.scheduler.as_mut();
            scheduler.is_some_and(|scheduler| scheduler.lost(slot))
        });
        let started = again
            && self.table.with_untracked(|table| {
                let tournament = table.as_ref().map(Table::tournament);
                tournament.is_some_and(|tournament| {
                    self.with(|state| state.start_worker(self, tournament, slot).is_some())
                })
            });
        if !started {
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
                self.update_report();
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
            self.persist(move |repository| async move {
                repository.add(part, games.as_deref(), runs).await
            });
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
    pub(super) fn resume(self) {
        self.run();
    }

    /// Ends the tournament and forgets its games.
    pub(super) fn stop(self) {
        self.with(|state| {
            state.run += 1;
            state.waits = false;
            state.workers.clear();
            state.scheduler = None;
            state.lines = Vec::new();
            state.unsaved.clear();
        });
        self.pace.set(None);
        self.table.set(None);
        self.report.set(None);
        self.phase.set(Phase::None);
        self.persist(move |repository| async move { repository.forget().await });
    }

    /// The games of a pairing that are over, in the order of their numbers.
    pub(super) fn games_of(self, pairing: usize) -> Vec<FinishedGame> {
        let games = self.table.with_untracked(|table| {
            let tournament = table.as_ref()?.tournament();
            let games = tournament.config().games as usize;
            let lines = self.with(|state| {
                let lines = state.lines.iter().skip(pairing * games).take(games);
                lines.flatten().cloned().collect::<Vec<_>>()
            });
            let read = |line: Box<str>| FinishedGame::parse(tournament, &line).ok();
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
    fn persist<F: Future<Output = Result<(), DatabaseError>>>(
        self,
        act: impl FnOnce(Rc<Repository>) -> F + 'static,
    ) {
        device::spawn(async move {
            let failed = match self.repository().await {
                Ok(repository) => act(repository).await.err(),
                Err(trouble) => Some(trouble),
            };
            let Some(trouble) = failed else {
                return;
            };
            leptos::logging::log!("the tournament is not kept: {trouble:?}");
            if !self.with(|state| std::mem::replace(&mut state.said, true)) {
                self.navigation.notify(text::TOURNAMENT_NOT_KEPT);
            }
        });
    }

    async fn repository(self) -> Result<Rc<Repository>, DatabaseError> {
        if let Some(repository) = self.with(|state| state.repository.clone()) {
            return Ok(repository);
        }
        let repository = Rc::new(Repository::open().await?);
        // Without it the database would not be opened again: nothing is lost but that.
        let _ = Browser::new().set(FLAG, "yes");
        self.with(|state| state.repository = Some(repository.clone()));
        Ok(repository)
    }

    /// Takes up what was left before a reload.
    async fn restore(self) -> Result<(), DatabaseError> {
        let repository = self.repository().await?;
        for File { name, bytes, .. } in repository.bots().await? {
            self.check(&name, bytes, true);
        }
        let Some(Left { setup, runs }) = repository.left().await? else {
            return Ok(());
        };
        let tournament = match file::read(&setup) {
            Ok(tournament) => tournament,
            Err(error) => {
                self.phase.set(Phase::Stuck(unreadable(&error)));
                return Ok(());
            }
        };
        self.reset(&tournament);
        self.phase.set(Phase::Paused);
        let run = self.with(|state| state.run);
        loop {
            let part = self.with(|state| state.part);
            let parts = repository.games(part, PARTS).await?;
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
        self.update_report();
        let over = self.with(|state| state.lines.iter().all(Option::is_some));
        if over {
            self.phase.set(Phase::Over);
        } else if runs {
            self.run();
            self.navigation.open_if_alone(Place::Tournament);
        }
        Ok(())
    }

    /// Takes up games that were stored. What can't be read is played again.
    fn take_up(self, tournament: &Tournament, games: &str) {
        for line in games.lines() {
            let Ok(played) = FinishedGame::parse(tournament, line) else {
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
    /// Starts workers and gives them games.
    fn start_workers(
        &mut self,
        runner: TournamentRunner,
        tournament: &Tournament,
    ) -> Option<Missing> {
        self.waits = false;
        for (place, entrant) in tournament.entrants().iter().enumerate() {
            let name = || tournament.label(place).to_owned();
            match entrant {
                Entrant::Computer(_) => {}
                Entrant::Program { .. } => return Some(Missing::Program(name())),
                Entrant::Bot { hash, .. } if self.bots.code(*hash).is_some() => {}
                Entrant::Bot { .. } if self.bots.is_busy() => {
                    self.waits = true;
                    return Some(Missing::Check);
                }
                Entrant::Bot { .. } => return Some(Missing::Bot(name())),
            }
        }
        self.run += 1;
        let count = worker_count().min(tournament.max_parallel_games(MAX_BOTS));
        let mut scheduler = Scheduler::new(tournament.total(), count);
        for (number, line) in self.lines.iter().enumerate() {
            if line.is_some() {
                scheduler.end(number as u64);
            }
        }
        self.scheduler = Some(scheduler);
        self.workers = (0..count).map(|_| None).collect();
        let mut started = 0;
        for slot in 0..count {
            started += usize::from(self.start_worker(runner, tournament, slot).is_some());
        }
        (started == 0).then_some(Missing::Worker)
    }

    /// Starts the worker of a slot.
    fn start_worker(
        &mut self,
        runner: TournamentRunner,
        tournament: &Tournament,
        slot: usize,
    ) -> Option<()> {
        let run = self.run;
        let tell = move |said: Option<JsValue>| runner.hear(run, slot, said);
        let worker = Worker::start("game-worker.js", tell).ok()?;
        let codes = Array::new();
        for (place, entrant) in tournament.entrants().iter().enumerate() {
            if let Entrant::Bot { hash, .. } = entrant {
                let code = self.bots.code(*hash)?;
                codes.push(&Array::of2(&(place as u32).into(), code));
            }
        }
        worker.set_tournament(&file::write(tournament), &codes, silence(tournament));
        *self.workers.get_mut(slot)? = Some(worker);
        self.give(slot);
        Some(())
    }

    /// Gives a slot its next games, if there are any.
    fn give(&mut self, slot: usize) {
        let Some(scheduler) = &mut self.scheduler else {
            return;
        };
        if let (Some(games), Some(Some(worker))) = (
            scheduler.give(slot, js_sys::Date::now()),
            self.workers.get(slot),
        ) {
            worker.play(&games);
        }
    }

    /// Takes the line of a game; tells whether it is new.
    fn take(&mut self, number: u64, line: &str) -> bool {
        let scheduler = self.scheduler.as_mut();
        let new = scheduler.is_some_and(|scheduler| scheduler.end(number));
        if let Some(slot) = self.lines.get_mut(number as usize).filter(|_| new) {
            *slot = Some(line.into());
            self.unsaved.push(number);
        }
        new
    }

    /// How quickly it goes, at this time in milliseconds.
    fn measure(&mut self, now: f64) -> Option<Pace> {
        let left = self.scheduler.as_ref()?.left();
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

/// For how long a bot may be silent by the clock, in milliseconds. It counts its
/// instructions itself, so this is only for what can't be counted: as long as none can take
/// for what it counts.
fn silence(tournament: &Tournament) -> f64 {
    /// What an instruction takes at most, in milliseconds: more than any was measured to.
    const SLOWEST: f64 = 500e-6;
    /// Longer than this can't be waited, ten times before the first turn.
    const LONGEST: f64 = 200e6;
    let limits = tournament.config().limits;
    #[expect(clippy::cast_precision_loss, reason = "about as long will do")]
    let counted = limits.instructions as f64 * SLOWEST;
    let least = f64::from(limits.milliseconds) * 10.0;
    counted.max(least).min(LONGEST)
}

/// How many workers play: one for each core but the one that the page needs.
fn worker_count() -> usize {
    let cores = window().navigator().hardware_concurrency();
    #[expect(clippy::cast_sign_loss, reason = "it is not negative")]
    let others = (cores as usize).saturating_sub(1);
    others.clamp(1, MAX_WORKERS)
}

/// What to say of a stored set-up that can't be read.
fn unreadable(error: &FileError) -> String {
    text::unreadable_tournament(&error.to_string())
}
