//! The bots of the page. A validator checks the file of each, and then the bot plays some
//! trial games. Several are checked and tried in parallel, so that a slow one does not delay
//! the others.

use super::{TournamentRunner, bot_timeout};
use crate::{
    browser,
    tournament::{
        persistence::BotFile,
        text,
        worker::{Worker, decode_report},
    },
};
use four_shapes_players::PlayerKind;
use four_shapes_records::Name;
use four_shapes_rules::Rules;
use four_shapes_tournament::{BotHash, Entrant, FinishedGame, Tournament, TournamentConfig, file};
use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use std::{
    collections::{BTreeMap, VecDeque},
    mem::{replace, take},
    rc::Rc,
    time::Duration,
};
use wasm_bindgen::{JsCast, JsValue};

/// The maximum size of a bot's file, in bytes.
const MAX_BYTES: f64 = 4.0 * 1024.0 * 1024.0;
/// The number of trial games.
const TRIAL_GAMES: u32 = 6;
/// The time limit of all trial games of a bot.
const TRIAL_TIMEOUT: Duration = Duration::from_secs(20);
/// The maximum number of validators, and of trials.
const MAX_PARALLEL: usize = 3;
/// The delay after which changes of bots are shown together. The bots of a whole class can
/// be added at once.
const NOTIFY_DELAY: Duration = Duration::from_millis(30);

/// A bot that was added, valid or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bot {
    /// The hash of its file.
    pub(crate) hash: BotHash,
    /// The name from its metadata, or else from its file name.
    pub(crate) name: Name,
    /// The author from its metadata; may be empty.
    pub(crate) author: String,
    /// The file name, without control characters.
    pub(crate) file: String,
    /// The size of its file.
    pub(crate) bytes: u64,
    pub(crate) status: BotStatus,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BotStatus {
    /// It is being validated or tried.
    Checking,
    /// It can play; remarks on it, in lines.
    Ready(Vec<String>),
    /// It cannot play, for these reasons.
    Broken(Vec<String>),
}

/// The bots that are being validated or tried, and the code of those that are ready.
#[derive(Default)]
pub(super) struct BotRegistry {
    validators: Vec<Validator>,
    /// The files that are being validated or will be, by number.
    files: BTreeMap<u32, PendingFile>,
    /// The numbers of the files that wait for a validator.
    waiting: VecDeque<u32>,
    /// The latest number of a file, a validator or a trial.
    last_number: u32,
    /// The instrumented code of valid bots.
    codes: BTreeMap<BotHash, Uint8Array>,
    /// The bots that are being tried, and those that wait for a trial.
    trials: Vec<Trial>,
    untried: VecDeque<(BotHash, Entrant)>,
    /// A notification of changes is scheduled.
    is_notification_scheduled: bool,
    /// New bots that have not been passed to `on_new`.
    new: Vec<BotHash>,
    /// Called with new bots when they are ready.
    on_new: Option<Rc<OnNew>>,
}

type OnNew = dyn Fn(Vec<(BotHash, Name)>);

/// A worker that validates a file.
struct Validator {
    number: u32,
    worker: Worker,
    /// The number of the file.
    file: u32,
}

/// A file that is being validated or will be.
struct PendingFile {
    name: String,
    bytes: Uint8Array,
    /// Whether the file is in the database.
    is_stored: bool,
    /// The hash of the file, once the validator has computed it.
    hash: Option<BotHash>,
}

/// The trial games of a bot.
struct Trial {
    number: u32,
    hash: BotHash,
    tournament: Tournament,
    worker: Worker,
    lines: Vec<String>,
}

impl TournamentRunner {
    fn change_bots(self, change: impl FnOnce(&mut Vec<Bot>)) {
        self.bots.update_untracked(change);
        let notify = move || {
            self.with_bots(|state| state.is_notification_scheduled = false);
            self.bots.notify();
            self.notify_new();
        };
        if !self.with_bots(|state| replace(&mut state.is_notification_scheduled, true)) {
            set_timeout(notify, NOTIFY_DELAY);
        }
    }

    /// Calls `on_new` with new bots that have become ready.
    fn notify_new(self) {
        let (on_new, mut new) =
            self.with_bots(|state| (state.on_new.clone(), take(&mut state.new)));
        let mut ready = Vec::new();
        self.bots.with_untracked(|bots| {
            new.retain(|hash| match bots.iter().find(|bot| bot.hash == *hash) {
                Some(bot) if matches!(bot.status, BotStatus::Ready(_)) => {
                    ready.push((bot.hash, bot.name.clone()));
                    false
                }
                Some(bot) => bot.status == BotStatus::Checking,
                None => false,
            });
        });
        self.with_bots(|state| state.new.extend(new));
        if let Some(on_new) = on_new.filter(|_| !ready.is_empty()) {
            on_new(ready);
        }
    }

    fn with_bots<T>(self, act: impl FnOnce(&mut BotRegistry) -> T) -> T {
        self.with(|state| act(&mut state.bots))
    }

    /// Adds the files of bots and validates them.
    pub(crate) fn add_bot_files(self, files: &[web_sys::File]) {
        for file in files {
            let name = file.name();
            if file.size() > MAX_BYTES {
                self.reject(&name, file.size(), text::bot_too_large().to_owned());
                continue;
            }
            browser::read_bytes(file, move |bytes| match bytes {
                Some(bytes) => self.validate(&name, bytes, false),
                None => self.reject(&name, 0.0, text::not_read().to_owned()),
            });
        }
    }

    /// Shows a file that could not be validated among the bots.
    fn reject(self, name: &str, bytes: f64, reason: String) {
        // A hash of the name, since the contents are unknown.
        let mut hash = [0; 32];
        for (i, byte) in name.bytes().enumerate() {
            hash[i % 32] ^= byte.rotate_left(i as u32 / 32);
        }
        #[expect(clippy::cast_sign_loss, reason = "a size is not negative")]
        let bytes = bytes as u64;
        let broken = BotStatus::Broken(vec![reason]);
        self.show(bot(BotHash(hash), name, ["", ""], bytes, broken));
    }

    /// Queues a file for validation.
    pub(super) fn validate(self, name: &str, bytes: Uint8Array, is_stored: bool) {
        self.with_bots(|state| {
            let name = name.to_owned();
            let number = state.next_number();
            let file = PendingFile {
                name,
                bytes,
                is_stored,
                hash: None,
            };
            state.files.insert(number, file);
            state.waiting.push_back(number);
        });
        self.start_validators();
    }

    /// Starts validators for waiting files.
    fn start_validators(self) {
        while let Some(number) = self.with_bots(BotRegistry::next_file) {
            if !self.with_bots(|state| state.start_validator(self, number)) {
                self.reject_unchecked(number);
            }
        }
        let waiting = self.with_bots(|state| state.waiting.len());
        if self.waiting_files.get_untracked() != waiting {
            self.waiting_files.set(waiting);
        }
    }

    /// Rejects a file whose validator did not start or crashed.
    fn reject_unchecked(self, number: u32) {
        let Some(file) = self.with_bots(|state| state.files.remove(&number)) else {
            return;
        };
        self.change_bots(|bots| bots.retain(|bot| Some(bot.hash) != file.hash));
        let size = file.bytes.length().into();
        self.reject(&file.name, size, text::validator_failed().to_owned());
    }

    /// Handles a message of a validator, or its crash (`None`).
    fn on_validator_message(self, validator: u32, message: Option<JsValue>) {
        let Some(message) = message else {
            let file = self.with_bots(|state| {
                let at = state
                    .validators
                    .iter()
                    .position(|it| it.number == validator)?;
                Some(state.validators.swap_remove(at).file)
            });
            if let Some(number) = file {
                self.reject_unchecked(number);
            }
            self.start_validators();
            return self.run_if_waiting();
        };
        let message: Array = message.unchecked_into();
        let text = |index: u32| message.get(index).as_string().unwrap_or_default();
        #[expect(clippy::cast_sign_loss, reason = "numbers of files are not negative")]
        let number = message.get(0).as_f64().unwrap_or_default() as u32;
        let Some(hash) = BotHash::parse(&text(1)) else {
            return;
        };
        if message.length() == 2 {
            let file = self.with_bots(|state| {
                let file = state.files.get_mut(&number)?;
                file.hash = Some(hash);
                Some((file.name.clone(), file.bytes.length(), file.is_stored))
            });
            if let Some((name, size, is_stored)) = file {
                if !is_stored && untrack(|| self.bot(hash)).is_none() {
                    self.with_bots(|state| state.new.push(hash));
                }
                self.show(bot(hash, &name, ["", ""], size.into(), BotStatus::Checking));
            }
            return;
        }
        let file = self.with_bots(|state| {
            state.validate_next(validator);
            state.files.remove(&number)
        });
        self.start_validators();
        let Some(file) = file else {
            return;
        };
        let size = file.bytes.length().into();
        let (name, author) = (text(4), text(5));
        let lines = text(3).lines().map(str::to_owned).collect();
        let status = match message.get(2).dyn_into::<Uint8Array>() {
            Ok(code) => {
                self.with_bots(|state| state.codes.insert(hash, code.clone()));
                if !file.is_stored {
                    let file = BotFile {
                        hash,
                        name: file.name.clone(),
                        bytes: file.bytes.clone(),
                    };
                    self.persist(move |repository| async move { repository.put_bot(&file).await });
                }
                BotStatus::Checking
            }
            Err(_) => BotStatus::Broken(lines),
        };
        let bot = bot(hash, &file.name, [&name, &author], size, status);
        let is_broken = matches!(bot.status, BotStatus::Broken(_));
        let entrant = Entrant::Bot {
            hash,
            name: bot.name.clone(),
        };
        self.show(bot);
        if !is_broken {
            self.with_bots(|state| state.untried.push_back((hash, entrant)));
            self.start_trials();
        }
        self.run_if_waiting();
    }

    /// Shows a bot, in place of an earlier one with the same file.
    fn show(self, bot: Bot) {
        self.change_bots(
            |bots| match bots.iter_mut().find(|other| other.hash == bot.hash) {
                Some(other) => *other = bot,
                None => bots.push(bot),
            },
        );
    }

    /// Starts trials of waiting bots.
    fn start_trials(self) {
        while self.with_bots(|state| state.trials.len() < MAX_PARALLEL) {
            let Some((hash, entrant)) = self.with_bots(|state| state.untried.pop_front()) else {
                return;
            };
            if !self.with_bots(|state| state.start_trial(self, hash, entrant)) {
                self.set_ready(hash, vec![text::bot_not_tried().to_owned()]);
            }
        }
    }

    /// Handles a message of a trial's worker, or its crash (`None`).
    fn on_trial_message(self, number: u32, message: Option<JsValue>) {
        let report = message.and_then(decode_report);
        let is_over = self.with_bots(|state| {
            let mut trials = state.trials.iter_mut();
            let trial = trials.find(|trial| trial.number == number)?;
            trial
                .lines
                .extend(report.iter().flat_map(|report| report.lines.clone()));
            Some(report.as_ref().is_none_or(|report| report.finished))
        });
        if is_over == Some(true) {
            self.end_trial(number, report.is_none().then_some(text::bot_not_tried()));
        }
    }

    /// Ends a trial, if it is not over, and shows the results of its games and a remark.
    fn end_trial(self, number: u32, remark: Option<&'static str>) {
        let trial = self.with_bots(|state| {
            let at = state.trials.iter().position(|it| it.number == number)?;
            Some(state.trials.swap_remove(at))
        });
        let Some(Trial {
            hash,
            tournament,
            lines,
            worker,
            ..
        }) = trial
        else {
            return;
        };
        // Makes room for the next trial.
        drop(worker);
        let games = lines
            .iter()
            .filter_map(|line| FinishedGame::parse(&tournament, line).ok());
        let games: Vec<FinishedGame> = games.collect();
        let mut lines = Vec::new();
        if remark.is_none() || !games.is_empty() {
            lines = text::trial_result(&tournament, &games);
        }
        lines.extend(remark.map(str::to_owned));
        self.set_ready(hash, lines);
        self.start_trials();
    }

    fn set_ready(self, hash: BotHash, lines: Vec<String>) {
        self.change_bots(|bots| {
            if let Some(bot) = bots.iter_mut().find(|bot| bot.hash == hash) {
                bot.status = BotStatus::Ready(lines);
            }
        });
    }

    /// Removes a bot.
    pub(crate) fn remove_bot(self, hash: BotHash) {
        self.bots.update(|bots| bots.retain(|bot| bot.hash != hash));
        self.with_bots(|state| {
            state.codes.remove(&hash);
            state.untried.retain(|(other, _)| *other != hash);
            state.trials.retain(|trial| trial.hash != hash);
        });
        self.start_trials();
        self.persist(move |repository| async move { repository.delete_bot(hash).await });
    }
}

impl BotRegistry {
    pub(super) fn set_on_new(&mut self, on_new: impl Fn(Vec<(BotHash, Name)>) + 'static) {
        self.on_new = Some(Rc::new(on_new));
    }

    fn next_number(&mut self) -> u32 {
        self.last_number += 1;
        self.last_number
    }

    /// Takes the next file, if another validator may be started.
    fn next_file(&mut self) -> Option<u32> {
        let is_full = self.validators.len() >= MAX_PARALLEL;
        self.waiting.pop_front_if(|_| !is_full)
    }

    /// Starts a validator for a file and returns whether that succeeded.
    fn start_validator(&mut self, runner: TournamentRunner, file_number: u32) -> bool {
        let number = self.next_number();
        let on_message = move |message| runner.on_validator_message(number, message);
        let (Some(file), Ok(worker)) = (
            self.files.get(&file_number),
            Worker::start("bot-validator.js", on_message),
        ) else {
            return false;
        };
        worker.check(
            file_number,
            &file.bytes,
            TournamentConfig::default().limits.instructions,
        );
        self.validators.push(Validator {
            number,
            worker,
            file: file_number,
        });
        true
    }

    /// Sends a validator that has finished a file the next one, or ends it.
    fn validate_next(&mut self, validator: u32) {
        let Some(at) = self.validators.iter().position(|it| it.number == validator) else {
            return;
        };
        let next = self.waiting.pop_front();
        let next = next.and_then(|next| Some((next, self.files.get(&next)?)));
        let Some((number, file)) = next else {
            self.validators.swap_remove(at);
            return;
        };
        let validator = &mut self.validators[at];
        validator.file = number;
        let budget = TournamentConfig::default().limits.instructions;
        validator.worker.check(number, &file.bytes, budget);
    }

    /// Returns the code of a valid bot.
    pub(super) fn code(&self, hash: BotHash) -> Option<&Uint8Array> {
        self.codes.get(&hash)
    }

    /// Returns whether files are being validated.
    pub(super) fn is_validating(&self) -> bool {
        !self.files.is_empty()
    }

    /// Starts trial games of a bot against a random player and returns whether that
    /// succeeded.
    fn start_trial(&mut self, runner: TournamentRunner, hash: BotHash, entrant: Entrant) -> bool {
        let config = TournamentConfig {
            rules: Rules::CLASSIC,
            entrants: vec![entrant, Entrant::Computer(PlayerKind::Random)],
            games_per_pairing: TRIAL_GAMES,
            ..TournamentConfig::default()
        };
        let number = self.next_number();
        let on_message = move |message| runner.on_trial_message(number, message);
        let (Some(code), Ok(tournament), Ok(worker)) = (
            self.code(hash),
            Tournament::new(config),
            Worker::start("game-worker.js", on_message),
        ) else {
            return false;
        };
        let codes = Array::of1(&Array::of2(&0.into(), code));
        worker.set_tournament(&file::write(&tournament), &codes, bot_timeout(&tournament));
        worker.play(&(0..tournament.game_count()));
        set_timeout(
            move || runner.end_trial(number, Some(text::bot_slow())),
            TRIAL_TIMEOUT,
        );
        self.trials.push(Trial {
            number,
            hash,
            tournament,
            worker,
            lines: Vec::new(),
        });
        true
    }
}

fn bot(hash: BotHash, file: &str, [name, author]: [&str; 2], bytes: u64, status: BotStatus) -> Bot {
    let stem = file.strip_suffix(".wasm").unwrap_or(file);
    let named = Name::sanitized(name).or_else(|| Name::sanitized(stem));
    let tidy = |text: &str| Name::sanitized(text).map_or(String::new(), |name| name.to_string());
    Bot {
        hash,
        name: named.unwrap_or_else(|| Name::new("bot").expect("“bot” is a valid name")),
        author: tidy(author),
        file: tidy(file),
        bytes,
        status,
    }
}
