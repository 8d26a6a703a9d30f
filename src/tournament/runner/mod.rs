//! Runs tournaments: manages bots and workers, collects, stores and rates games.

mod bots;

pub(super) use bots::{Bot, BotStatus};

use super::{
    persistence::{BotFile, Repository, SavedTournament},
    worker::{Worker, decode_report},
};
use crate::{
    browser,
    navigation::{Navigation, Route, use_navigation},
    storage::{BrowserStorage, Storage, database::DatabaseError},
    tournament::{Scheduler, text},
};
use four_shapes_records::Name;
use four_shapes_tournament::{
    BotHash, Entrant, FinishedGame, GameSummary, Table, Tournament,
    file::{self, FileError},
    report::Report,
};
use js_sys::Array;
use leptos::prelude::*;
use std::{collections::VecDeque, rc::Rc, sync::Arc, time::Duration};
use wasm_bindgen::JsValue;

/// The interval at which the page is updated.
const TICK: Duration = Duration::from_millis(250);
/// The number of ticks after which games are stored and rated.
const TICKS_PER_SAVE: u32 = 4;
/// The number of ticks over which the speed is measured.
const PACE_SAMPLES: usize = 20;
/// The maximum number of game workers.
const MAX_WORKERS: usize = 8;
/// The maximum number of bots in memory: with 64 MB each, and their tables, less than 1 GB.
const MAX_BOTS: usize = 12;
/// The maximum number of games of a tournament in the page: about 100 MB.
pub(super) const MAX_GAMES: u64 = 1_000_000;
/// The local storage key that is set if the database exists.
const DATABASE_FLAG: &str = "four-shapes:tournament";
/// The number of chunks of stored games that are loaded at once.
const CHUNKS_PER_LOAD: u32 = 20;

/// The phase of the tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Phase {
    /// There is no tournament.
    #[default]
    None,
    /// Games are being played.
    Running,
    /// Paused by the user or by a reload.
    Paused,
    /// All games are finished.
    Over,
    /// The tournament cannot continue, for this reason.
    Stuck(String),
}

/// The speed of the tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Speed {
    pub(super) games_per_second: f64,
    /// The estimated time until all games are finished, in seconds.
    pub(super) seconds_left: u64,
}

/// Runs one tournament at a time. It lives as long as the page.
#[derive(Clone, Copy)]
pub(super) struct TournamentRunner {
    phase: RwSignal<Phase>,
    /// The totals of the games; subscribers are notified once per [`TICK`].
    table: RwSignal<Option<Table>>,
    /// The report, updated about once a second.
    report: RwSignal<Option<Arc<Report>>>,
    speed: RwSignal<Option<Speed>>,
    bots: RwSignal<Vec<Bot>>,
    /// The number of files that wait for a validator.
    waiting_files: RwSignal<usize>,
    state: StoredValue<RunnerState, LocalStorage>,
    pub(super) navigation: Navigation,
}

#[derive(Default)]
struct RunnerState {
    repository: Option<Rc<Repository>>,
    /// A failure to store has been reported.
    is_failure_reported: bool,
    /// The number of the current run, which identifies messages of earlier workers.
    run: u32,
    /// The tournament starts when its bots have been validated.
    waits_for_bots: bool,
    scheduler: Option<Scheduler>,
    workers: Vec<Option<Worker>>,
    /// The lines of the finished games, by number.
    lines: Vec<Option<Box<str>>>,
    /// The numbers of the games that have not been stored.
    unsaved: Vec<u64>,
    /// The number of the latest stored chunk.
    chunk: u32,
    ticks: u32,
    /// Times, in milliseconds, and the number of games finished by then.
    pace_samples: VecDeque<(f64, u64)>,
    bots: bots::BotRegistry,
    /// The stored bots are being read.
    is_loading_bots: bool,
}

impl TournamentRunner {
    /// Creates the runner and restores the stored tournament. `on_new_bots` is called with
    /// the hash and the name of added bots when they are ready.
    pub(super) fn new(on_new_bots: impl Fn(Vec<(BotHash, Name)>) + 'static) -> Self {
        let runner = Self {
            phase: RwSignal::new(Phase::default()),
            table: RwSignal::new(None),
            report: RwSignal::new(None),
            speed: RwSignal::new(None),
            bots: RwSignal::new(Vec::new()),
            waiting_files: RwSignal::new(0),
            state: StoredValue::new_local(RunnerState::default()),
            navigation: use_navigation(),
        };
        runner.with(|state| state.bots.set_on_new(on_new_bots));
        if !matches!(BrowserStorage::new().get(DATABASE_FLAG), Ok(Some(_))) {
            return runner;
        }
        runner.with(|state| state.is_loading_bots = true);
        browser::spawn(async move {
            if let Err(error) = runner.restore().await {
                // Nothing is lost yet, so that only a failure to store is shown.
                leptos::logging::log!("cannot restore the tournament: {error:?}");
                runner.on_bots_loaded();
            }
        });
        runner
    }

    fn with<T>(self, act: impl FnOnce(&mut RunnerState) -> T) -> T {
        let result = self.state.try_update_value(act);
        result.expect("the state lives as long as the page")
    }

    /// Returns the phase; reactive.
    pub(super) fn phase(self) -> Phase {
        self.phase.get()
    }

    /// Reads the table, if there is a tournament; reactive.
    pub(super) fn table<T>(self, read: impl FnOnce(&Table) -> T) -> Option<T> {
        self.table.with(|table| table.as_ref().map(read))
    }

    /// Updates the report if the dialog shows it. Rating the entrants takes milliseconds.
    pub(super) fn update_report(self) {
        if !self.navigation.is_open_untracked(Route::Tournament) {
            return;
        }
        let report = self.table.with_untracked(|table| {
            let table = table.as_ref()?;
            Some(Arc::new(Report::new(table)))
        });
        if self.report.with_untracked(|before| *before != report) {
            self.report.set(report);
        }
    }

    /// Reads the report, if there is one; reactive.
    pub(super) fn report<T>(self, read: impl FnOnce(&Report) -> T) -> Option<T> {
        self.report.with(|report| report.as_deref().map(read))
    }

    /// Returns the speed, if games are being played and it is known; reactive.
    pub(super) fn speed(self) -> Option<Speed> {
        self.speed.get()
    }

    /// Reads the added bots; reactive.
    pub(super) fn bots<T>(self, read: impl FnOnce(&[Bot]) -> T) -> T {
        self.bots.with(|bots| read(bots))
    }

    /// Returns the number of files that wait for a validator; reactive.
    pub(super) fn waiting_files(self) -> usize {
        self.waiting_files.get()
    }

    /// Whether stored or added bots are still read or checked. Readers of the bots are notified at
    /// the end.
    pub(super) fn is_checking_bots(self) -> bool {
        self.with(|state| state.is_loading_bots || state.bots.is_validating())
    }

    fn on_bots_loaded(self) {
        self.with(|state| state.is_loading_bots = false);
        self.bots.notify();
    }

    /// Returns a bot by its hash; reactive.
    pub(super) fn bot(self, hash: BotHash) -> Option<Bot> {
        self.bots(|bots| bots.iter().find(|bot| bot.hash == hash).cloned())
    }

    /// Returns the code of a bot that is ready.
    pub(super) fn code(self, hash: BotHash) -> Option<JsValue> {
        self.with(|state| state.bots.code(hash).map(JsValue::from))
    }

    /// Returns the code of the bots of a tournament with the indices of their entrants; `None` if
    /// one isn't ready.
    pub(super) fn codes(self, tournament: &Tournament) -> Option<Array> {
        self.with(|state| state.codes(tournament))
    }

    // The tournament.

    /// Starts a tournament of at most [`MAX_GAMES`] in place of the previous one.
    pub(super) fn start(self, tournament: &Tournament) {
        let setup = file::write(tournament);
        self.reset(tournament);
        self.persist(move |repository| async move { repository.begin(&setup).await });
        self.run();
    }

    /// Resets the state for a tournament without games.
    fn reset(self, tournament: &Tournament) {
        self.with(|state| {
            state.run += 1;
            state.workers.clear();
            state.scheduler = None;
            state.lines = vec![None; tournament.game_count() as usize];
            state.unsaved.clear();
            state.chunk = 0;
            state.waits_for_bots = false;
        });
        self.report.set(None);
        self.table.set(Some(Table::new(tournament)));
        self.update_report();
    }

    /// Starts the workers.
    fn run(self) {
        self.phase.set(Phase::Running);
        let error = self.table.with_untracked(|table| {
            let tournament = table.as_ref()?.tournament();
            self.with(|state| state.start_workers(self, tournament))
        });
        match error {
            Some(StartError::Program(name)) => self.fail(text::needs_terminal(&name)),
            Some(StartError::MissingBot(name)) => self.fail(text::needs_bot(&name)),
            Some(StartError::Worker) => self.fail(text::workers_failed().to_owned()),
            // The validator's answer starts it.
            Some(StartError::PendingBots) => {}
            None => {
                let run = self.with(|state| {
                    state.pace_samples.clear();
                    state.run
                });
                self.schedule_tick(run);
                self.finish_if_over();
            }
        }
    }

    /// Starts the tournament if it waits for bots.
    fn run_if_waiting(self) {
        if self.with(|state| state.waits_for_bots) {
            self.run();
        }
    }

    /// Stops the workers for a reason that is shown.
    fn fail(self, reason: String) {
        self.stop_workers();
        self.phase.set(Phase::Stuck(reason));
    }

    /// Stops the workers and stores the finished games.
    fn stop_workers(self) {
        self.with(|state| {
            state.run += 1;
            state.waits_for_bots = false;
            state.workers.clear();
            state.scheduler = None;
        });
        self.speed.set(None);
        self.table.notify();
        self.update_report();
        self.save(false);
    }

    /// Handles a message of a game worker, or its crash (`None`).
    fn on_worker_message(self, run: u32, slot: usize, message: Option<JsValue>) {
        if self.with(|state| state.run != run) {
            return;
        }
        let Some(report) = message.and_then(decode_report) else {
            return self.restart_worker(slot);
        };
        for line in &report.lines {
            let Some(summary) = GameSummary::parse(line) else {
                continue;
            };
            if self.with(|state| state.record_game(summary.number, line)) {
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
                    scheduler.batch_finished(slot, now);
                }
                state.assign_games(slot);
            });
        }
        self.finish_if_over();
    }

    fn finish_if_over(self) {
        let is_over = self.with(|state| {
            let scheduler = state.scheduler.as_ref();
            scheduler.is_some_and(|scheduler| scheduler.remaining() == 0)
        });
        if is_over {
            self.stop_workers();
            self.phase.set(Phase::Over);
            if !self.navigation.is_open_untracked(Route::Tournament) {
                self.navigation.inform(text::tournament_over());
            }
        }
    }

    /// Restarts a worker that has crashed.
    fn restart_worker(self, slot: usize) {
        let may_restart = self.with(|state| {
            let scheduler = state.scheduler.as_mut();
            scheduler.is_some_and(|scheduler| scheduler.worker_crashed(slot))
        });
        let started = may_restart
            && self.table.with_untracked(|table| {
                let tournament = table.as_ref().map(Table::tournament);
                tournament.is_some_and(|tournament| {
                    self.with(|state| state.start_worker(self, tournament, slot).is_some())
                })
            });
        if !started {
            self.fail(text::workers_failed().to_owned());
        }
    }

    /// Updates the page, measures the speed and stores games once per [`TICK`] during a run.
    fn schedule_tick(self, run: u32) {
        let tick = move || {
            if self.with(|state| state.run != run) {
                return;
            }
            self.table.notify();
            let (speed, is_save_due) = self.with(|state| {
                state.ticks += 1;
                let is_save_due = state.ticks.is_multiple_of(TICKS_PER_SAVE);
                (state.measure_speed(js_sys::Date::now()), is_save_due)
            });
            self.speed.set(speed);
            if is_save_due {
                self.update_report();
                self.save(true);
            }
            self.schedule_tick(run);
        };
        set_timeout(tick, TICK);
    }

    /// Stores the newly finished games, and whether the tournament is running.
    fn save(self, is_running: bool) {
        let (chunk, games) = self.with(|state| {
            let unsaved = std::mem::take(&mut state.unsaved);
            let lines = unsaved
                .iter()
                .filter_map(|number| state.lines[*number as usize].as_deref());
            let lines: Vec<&str> = lines.collect();
            let games = (!lines.is_empty()).then(|| lines.join("\n"));
            state.chunk += u32::from(games.is_some());
            (state.chunk, games)
        });
        if games.is_some() || !is_running {
            self.persist(move |repository| async move {
                repository
                    .add_games(chunk, games.as_deref(), is_running)
                    .await
            });
        }
    }

    /// Pauses the tournament.
    pub(super) fn pause(self) {
        if self.phase.get_untracked() == Phase::Running {
            self.stop_workers();
            self.phase.set(Phase::Paused);
        }
    }

    /// Resumes the tournament.
    pub(super) fn resume(self) {
        self.run();
    }

    /// Ends the tournament and deletes its games.
    pub(super) fn stop(self) {
        self.with(|state| {
            state.run += 1;
            state.waits_for_bots = false;
            state.workers.clear();
            state.scheduler = None;
            state.lines = Vec::new();
            state.unsaved.clear();
        });
        self.speed.set(None);
        self.table.set(None);
        self.report.set(None);
        self.phase.set(Phase::None);
        self.persist(move |repository| async move { repository.delete().await });
    }

    /// Returns the finished games of a pairing, ordered by number.
    pub(super) fn games_of(self, pairing: usize) -> Vec<FinishedGame> {
        let games = self.table.with_untracked(|table| {
            let tournament = table.as_ref()?.tournament();
            let games = tournament.config().games_per_pairing as usize;
            let lines = self.with(|state| {
                let lines = state.lines.iter().skip(pairing * games).take(games);
                lines.flatten().cloned().collect::<Vec<_>>()
            });
            let parse = |line: Box<str>| FinishedGame::parse(tournament, &line).ok();
            Some(lines.into_iter().filter_map(parse).collect())
        });
        games.unwrap_or_default()
    }

    /// Returns the lines of all finished games, ordered by number.
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

    // Persistence.

    /// Writes to the database, and reports the first failure.
    fn persist<F: Future<Output = Result<(), DatabaseError>>>(
        self,
        act: impl FnOnce(Rc<Repository>) -> F + 'static,
    ) {
        browser::spawn(async move {
            let error = match self.repository().await {
                Ok(repository) => act(repository).await.err(),
                Err(error) => Some(error),
            };
            let Some(error) = error else {
                return;
            };
            leptos::logging::log!("cannot store the tournament: {error:?}");
            if !self.with(|state| std::mem::replace(&mut state.is_failure_reported, true)) {
                self.navigation.notify(text::tournament_not_stored());
            }
        });
    }

    async fn repository(self) -> Result<Rc<Repository>, DatabaseError> {
        if let Some(repository) = self.with(|state| state.repository.clone()) {
            return Ok(repository);
        }
        let repository = Rc::new(Repository::open().await?);
        // If this fails, the tournament is not restored after a reload.
        let _ = BrowserStorage::new().set(DATABASE_FLAG, "yes");
        self.with(|state| state.repository = Some(repository.clone()));
        Ok(repository)
    }

    /// Restores the bots and the tournament from the database.
    async fn restore(self) -> Result<(), DatabaseError> {
        let repository = self.repository().await?;
        for BotFile { name, bytes, .. } in repository.bots().await? {
            self.validate(&name, bytes, true);
        }
        self.on_bots_loaded();
        let Some(SavedTournament { setup, is_running }) = repository.load().await? else {
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
            let chunk = self.with(|state| state.chunk);
            let chunks = repository.games(chunk, CHUNKS_PER_LOAD).await?;
            if self.with(|state| state.run != run) {
                // Another tournament has been started meanwhile.
                return Ok(());
            }
            let Some((last, _)) = chunks.last() else {
                break;
            };
            self.with(|state| state.chunk = *last);
            for (_, games) in &chunks {
                self.restore_games(&tournament, games);
                browser::sleep(0).await;
            }
        }
        self.table.notify();
        self.update_report();
        let is_over = self.with(|state| state.lines.iter().all(Option::is_some));
        if is_over {
            self.phase.set(Phase::Over);
        } else if is_running {
            self.run();
            self.navigation.open_if_idle(Route::Tournament);
        }
        Ok(())
    }

    /// Adds stored games. Unreadable ones will be played again.
    fn restore_games(self, tournament: &Tournament, games: &str) {
        for line in games.lines() {
            let Ok(game) = FinishedGame::parse(tournament, line) else {
                continue;
            };
            let slot = game.number as usize;
            let is_new = self.with(|state| {
                let is_new = state.lines.get(slot).is_some_and(Option::is_none);
                if is_new {
                    state.lines[slot] = Some(line.into());
                }
                is_new
            });
            if is_new {
                self.table.update_untracked(|table| {
                    if let Some(table) = table {
                        table.add(&game);
                    }
                });
            }
        }
    }
}

/// Why a tournament cannot be started.
enum StartError {
    /// Bots are still being validated.
    PendingBots,
    /// The file of this bot is missing.
    MissingBot(String),
    /// This program can only be started in a terminal.
    Program(String),
    /// No worker can be started.
    Worker,
}

impl RunnerState {
    /// Starts the workers and assigns games to them.
    fn start_workers(
        &mut self,
        runner: TournamentRunner,
        tournament: &Tournament,
    ) -> Option<StartError> {
        self.waits_for_bots = false;
        for (index, entrant) in tournament.entrants().iter().enumerate() {
            let name = || tournament.label(index).to_owned();
            match entrant {
                Entrant::Computer(_) => {}
                Entrant::Program { .. } => return Some(StartError::Program(name())),
                Entrant::Bot { hash, .. } if self.bots.code(*hash).is_some() => {}
                Entrant::Bot { .. } if self.bots.is_validating() => {
                    self.waits_for_bots = true;
                    return Some(StartError::PendingBots);
                }
                Entrant::Bot { .. } => return Some(StartError::MissingBot(name())),
            }
        }
        self.run += 1;
        let count = worker_count().min(tournament.max_parallel_games(MAX_BOTS));
        let mut scheduler = Scheduler::new(tournament.game_count(), count);
        for (number, line) in self.lines.iter().enumerate() {
            if line.is_some() {
                scheduler.mark_finished(number as u64);
            }
        }
        self.scheduler = Some(scheduler);
        self.workers = (0..count).map(|_| None).collect();
        let mut started = 0;
        for slot in 0..count {
            started += usize::from(self.start_worker(runner, tournament, slot).is_some());
        }
        (started == 0).then_some(StartError::Worker)
    }

    /// Returns the code of the bots with the indices of their entrants; `None` if one isn't ready.
    fn codes(&self, tournament: &Tournament) -> Option<Array> {
        let codes = Array::new();
        for (index, entrant) in tournament.entrants().iter().enumerate() {
            if let Entrant::Bot { hash, .. } = entrant {
                let code = self.bots.code(*hash)?;
                codes.push(&Array::of2(&(index as u32).into(), code));
            }
        }
        Some(codes)
    }

    /// Starts the worker of a slot.
    fn start_worker(
        &mut self,
        runner: TournamentRunner,
        tournament: &Tournament,
        slot: usize,
    ) -> Option<()> {
        let run = self.run;
        let on_message = move |message| runner.on_worker_message(run, slot, message);
        let worker = Worker::start("game-worker.js", on_message).ok()?;
        let codes = self.codes(tournament)?;
        worker.set_tournament(&file::write(tournament), &codes, bot_timeout(tournament));
        *self.workers.get_mut(slot)? = Some(worker);
        self.assign_games(slot);
        Some(())
    }

    /// Assigns the next games to a slot, if there are any.
    fn assign_games(&mut self, slot: usize) {
        let Some(scheduler) = &mut self.scheduler else {
            return;
        };
        if let (Some(games), Some(Some(worker))) = (
            scheduler.assign(slot, js_sys::Date::now()),
            self.workers.get(slot),
        ) {
            worker.play(&games);
        }
    }

    /// Records the line of a game and returns whether it is new.
    fn record_game(&mut self, number: u64, line: &str) -> bool {
        let scheduler = self.scheduler.as_mut();
        let is_new = scheduler.is_some_and(|scheduler| scheduler.mark_finished(number));
        if let Some(slot) = self.lines.get_mut(number as usize).filter(|_| is_new) {
            *slot = Some(line.into());
            self.unsaved.push(number);
        }
        is_new
    }

    /// Measures the speed at a time in milliseconds; `None` while it is unknown.
    fn measure_speed(&mut self, now: f64) -> Option<Speed> {
        let remaining = self.scheduler.as_ref()?.remaining();
        let finished = self.lines.len() as u64 - remaining;
        self.pace_samples.push_back((now, finished));
        if self.pace_samples.len() > PACE_SAMPLES {
            self.pace_samples.pop_front();
        }
        let (then, before) = *self.pace_samples.front()?;
        let (passed, played) = (now - then, finished - before);
        // There are fewer than 2^32 games.
        let count = |games: u64| f64::from(games as u32);
        if passed < 1.0 || played == 0 {
            return None;
        }
        let games_per_second = count(played) * 1000.0 / passed;
        #[expect(clippy::cast_sign_loss, reason = "neither is negative")]
        let seconds_left = (count(remaining) / games_per_second) as u64;
        Some(Speed {
            games_per_second,
            seconds_left,
        })
    }
}

/// Returns the time limit of a bot for a move, in milliseconds. Its instructions are
/// counted, so that the clock only stops code that is not counted: the limit is longer than
/// any bot can take for its instructions.
pub(super) fn bot_timeout(tournament: &Tournament) -> f64 {
    /// An upper bound of the time of an instruction, in milliseconds.
    const MAX_INSTRUCTION_TIME: f64 = 500e-6;
    /// Timers cannot wait for more than ten times this long.
    const MAX_TIMEOUT: f64 = 200e6;
    let limits = tournament.config().limits;
    #[expect(clippy::cast_precision_loss, reason = "an approximate limit suffices")]
    let counted = limits.instructions as f64 * MAX_INSTRUCTION_TIME;
    let min = f64::from(limits.milliseconds) * 10.0;
    counted.max(min).min(MAX_TIMEOUT)
}

/// Returns the number of game workers: one per core, except one for the page.
fn worker_count() -> usize {
    let cores = window().navigator().hardware_concurrency();
    #[expect(clippy::cast_sign_loss, reason = "the count is not negative")]
    let others = (cores as usize).saturating_sub(1);
    others.clamp(1, MAX_WORKERS)
}

/// Returns the message for a stored setup that cannot be read.
fn unreadable(error: &FileError) -> String {
    text::tournament_unreadable(&error.to_string())
}
