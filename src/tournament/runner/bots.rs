//! The bots that somebody has brought: a validator looks at each, and then it plays some
//! games, to see whether it can. Some are looked at and tried at a time, so that none has to
//! wait for one that takes long.

use super::{TournamentRunner, silence};
use crate::tournament::text;
use crate::{
    device,
    tournament::{
        persistence::File,
        worker::{Worker, decode_report},
    },
};
use four_shapes_engine::{
    Name, Rules,
    players::Kind,
    tournament::{Entrant, FinishedGame, Hash, Tournament, TournamentConfig, file},
};
use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use std::{
    collections::{BTreeMap, VecDeque},
    mem::{replace, take},
    rc::Rc,
    time::Duration,
};
use wasm_bindgen::{JsCast, JsValue};

/// The largest file of a bot, in bytes.
const MAX_BYTES: f64 = 4.0 * 1024.0 * 1024.0;
/// How many games a bot plays to be tried.
const TRIAL: u32 = 6;
/// How long it may take to, in all.
const TRIAL_TIME: Duration = Duration::from_secs(20);
/// How many bots are looked at, and how many are tried, at a time.
const AT_ONCE: usize = 3;
/// What becomes of bots is shown after this time, and with it all that has become of
/// others meanwhile: of a class that is brought at once much is heard at once.
const SHOWN: Duration = Duration::from_millis(30);

/// A bot that somebody has brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bot {
    /// Of its file; of what is no bot as well.
    pub(crate) hash: Hash,
    /// What it is called: as it says itself, or else as its file.
    pub(crate) name: Name,
    /// As it says itself; may be empty.
    pub(crate) author: String,
    /// The name of its file, without characters that are no part of writing.
    pub(crate) file: String,
    /// How large its file is.
    pub(crate) bytes: u64,
    pub(crate) state: BotState,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BotState {
    /// It is being looked at.
    Checking,
    /// It can play; what else there is to say of it, in lines.
    Ready(Vec<String>),
    /// It can't play, and why, in lines.
    Broken(Vec<String>),
}

/// What is being done with bots.
#[derive(Default)]
pub(super) struct State {
    validators: Vec<Validator>,
    /// What is being looked at or will be, by its number.
    asked: BTreeMap<u32, Asked>,
    /// Those of them that no validator looks at yet.
    waiting: VecDeque<u32>,
    /// The last number that a file, a validator or a trial was given.
    number: u32,
    /// The code of the bots that can play.
    codes: BTreeMap<Hash, Uint8Array>,
    /// The bots that are being tried, and those that will be.
    trials: Vec<Trial>,
    untried: VecDeque<(Hash, Entrant)>,
    /// Who shows the bots will be told of what has changed.
    tells: bool,
    /// Bots that were not there before their files were brought.
    new: Vec<Hash>,
    /// Is told of those when they can play.
    on_new: Option<Rc<OnNew>>,
}

type OnNew = dyn Fn(Vec<(Hash, Name)>);

/// A worker that looks at a file.
struct Validator {
    number: u32,
    worker: Worker,
    /// The number of the file.
    asked: u32,
}

/// A file that a validator looks at, or will.
struct Asked {
    name: String,
    bytes: Uint8Array,
    /// It is in the browser's database.
    kept: bool,
    /// Of the file, once the validator has found it out.
    hash: Option<Hash>,
}

/// Games of a bot that is being tried.
struct Trial {
    number: u32,
    hash: Hash,
    tournament: Tournament,
    worker: Worker,
    lines: Vec<String>,
}

impl TournamentRunner {
    fn change_bots(self, change: impl FnOnce(&mut Vec<Bot>)) {
        self.bots.update_untracked(change);
        let tell = move || {
            self.with_bots(|state| state.tells = false);
            self.bots.notify();
            self.tell_new();
        };
        if !self.with_bots(|state| replace(&mut state.tells, true)) {
            set_timeout(tell, SHOWN);
        }
    }

    /// Tells of new bots that have become able to play.
    fn tell_new(self) {
        let (on_new, mut new) =
            self.with_bots(|state| (state.on_new.clone(), take(&mut state.new)));
        let mut ready = Vec::new();
        self.bots.with_untracked(|bots| {
            new.retain(|hash| match bots.iter().find(|bot| bot.hash == *hash) {
                Some(bot) if matches!(bot.state, BotState::Ready(_)) => {
                    ready.push((bot.hash, bot.name.clone()));
                    false
                }
                Some(bot) => bot.state == BotState::Checking,
                None => false,
            });
        });
        self.with_bots(|state| state.new.extend(new));
        if let Some(on_new) = on_new.filter(|_| !ready.is_empty()) {
            on_new(ready);
        }
    }

    fn with_bots<T>(self, act: impl FnOnce(&mut State) -> T) -> T {
        self.with(|state| act(&mut state.bots))
    }

    /// Takes files that are meant to be bots. Each appears among the bots, at first
    /// as one that is being checked.
    pub(crate) fn bring(self, files: &[web_sys::File]) {
        for file in files {
            let name = file.name();
            if file.size() > MAX_BYTES {
                self.refuse(&name, file.size(), text::bot_too_large());
                continue;
            }
            device::read_bytes(file, move |bytes| match bytes {
                Some(bytes) => self.check(&name, bytes, false),
                None => self.refuse(&name, 0.0, text::not_read().to_owned()),
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

    pub(super) fn check(self, name: &str, bytes: Uint8Array, kept: bool) {
        self.with_bots(|state| {
            let name = name.to_owned();
            let number = state.next_number();
            let asked = Asked {
                name,
                bytes,
                kept,
                hash: None,
            };
            state.asked.insert(number, asked);
            state.waiting.push_back(number);
        });
        self.piece_style();
    }

    /// Gives files to validators, as long as there are both.
    fn piece_style(self) {
        while let Some(number) = self.with_bots(State::next_file) {
            if !self.with_bots(|state| state.look_at(self, number)) {
                self.not_looked_at(number);
            }
        }
        let waiting = self.with_bots(|state| state.waiting.len());
        if self.waiting.get_untracked() != waiting {
            self.waiting.set(waiting);
        }
    }

    /// No validator can look at a file.
    fn not_looked_at(self, number: u32) {
        let Some(asked) = self.with_bots(|state| state.asked.remove(&number)) else {
            return;
        };
        self.change_bots(|bots| bots.retain(|bot| Some(bot.hash) != asked.hash));
        let size = asked.bytes.length().into();
        self.refuse(&asked.name, size, text::NO_CLERK.to_owned());
    }

    /// A validator has said something, or has died.
    fn hear_validator(self, validator: u32, said: Option<JsValue>) {
        let Some(said) = said else {
            let asked = self.with_bots(|state| {
                let at = state
                    .validators
                    .iter()
                    .position(|one| one.number == validator)?;
                Some(state.validators.swap_remove(at).asked)
            });
            if let Some(number) = asked {
                self.not_looked_at(number);
            }
            self.piece_style();
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
            let asked = self.with_bots(|state| {
                let asked = state.asked.get_mut(&number)?;
                asked.hash = Some(hash);
                Some((asked.name.clone(), asked.bytes.length(), asked.kept))
            });
            if let Some((name, size, kept)) = asked {
                if !kept && untrack(|| self.bot(hash)).is_none() {
                    self.with_bots(|state| state.new.push(hash));
                }
                self.show(bot(hash, &name, ["", ""], size.into(), BotState::Checking));
            }
            return;
        }
        let asked = self.with_bots(|state| {
            state.done(validator);
            state.asked.remove(&number)
        });
        self.piece_style();
        let Some(asked) = asked else {
            return;
        };
        let size = asked.bytes.length().into();
        let (name, author) = (word(4), word(5));
        let lines = word(3).lines().map(str::to_owned).collect();
        let state = match said.get(2).dyn_into::<Uint8Array>() {
            Ok(code) => {
                self.with_bots(|state| state.codes.insert(hash, code.clone()));
                if !asked.kept {
                    let file = File {
                        hash,
                        name: asked.name.clone(),
                        bytes: asked.bytes.clone(),
                    };
                    self.persist(move |repository| async move { repository.put_bot(&file).await });
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
            self.with_bots(|state| state.untried.push_back((hash, entrant)));
            self.try_next();
        }
        self.try_to_run();
    }

    /// Shows a bot in the place of the one with the same file.
    fn show(self, bot: Bot) {
        self.change_bots(
            |bots| match bots.iter_mut().find(|other| other.hash == bot.hash) {
                Some(other) => *other = bot,
                None => bots.push(bot),
            },
        );
    }

    /// Lets the next bots play some games, to see whether they can.
    fn try_next(self) {
        while self.with_bots(|state| state.trials.len() < AT_ONCE) {
            let Some((hash, entrant)) = self.with_bots(|state| state.untried.pop_front()) else {
                return;
            };
            if !self.with_bots(|state| state.try_out(self, hash, entrant)) {
                self.tried(hash, vec![text::NOT_TRIED.to_owned()]);
            }
        }
    }

    /// A trial has said something, or its worker has died.
    fn hear_trial(self, number: u32, said: Option<JsValue>) {
        let report = said.and_then(decode_report);
        let over = self.with_bots(|state| {
            let mut trials = state.trials.iter_mut();
            let trial = trials.find(|trial| trial.number == number)?;
            let finished = report.as_ref().is_none_or(|report| report.finished);
            trial
                .lines
                .extend(report.iter().flat_map(|report| report.lines.clone()));
            Some(finished)
        });
        if over == Some(true) {
            self.end_trial(number, report.is_none().then_some(text::NOT_TRIED));
        }
    }

    /// Ends a trial, if it is not over; says what has come of its games, or what else.
    fn end_trial(self, number: u32, why: Option<&'static str>) {
        let trial = self.with_bots(|state| {
            let at = state.trials.iter().position(|one| one.number == number)?;
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
        // Before the next trial starts a worker.
        drop(worker);
        let games = lines
            .iter()
            .filter_map(|line| FinishedGame::parse(&tournament, line).ok());
        let games: Vec<FinishedGame> = games.collect();
        let mut lines = Vec::new();
        if why.is_none() || !games.is_empty() {
            lines = text::trial(&tournament, &games);
        }
        lines.extend(why.map(str::to_owned));
        self.tried(hash, lines);
        self.try_next();
    }

    fn tried(self, hash: Hash, lines: Vec<String>) {
        self.change_bots(|bots| {
            if let Some(bot) = bots.iter_mut().find(|bot| bot.hash == hash) {
                bot.state = BotState::Ready(lines);
            }
        });
    }

    /// Forgets a bot.
    pub(crate) fn forget(self, hash: Hash) {
        self.bots.update(|bots| bots.retain(|bot| bot.hash != hash));
        self.with_bots(|state| {
            state.codes.remove(&hash);
            state.untried.retain(|(other, _)| *other != hash);
            state.trials.retain(|trial| trial.hash != hash);
        });
        self.try_next();
        self.persist(move |repository| async move { repository.forget_bot(hash).await });
    }
}

impl State {
    pub(super) fn on_new(&mut self, on_new: impl Fn(Vec<(Hash, Name)>) + 'static) {
        self.on_new = Some(Rc::new(on_new));
    }

    fn next_number(&mut self) -> u32 {
        self.number += 1;
        self.number
    }

    /// The next file, if there is a validator for it or may be one.
    fn next_file(&mut self) -> Option<u32> {
        let full = self.validators.len() >= AT_ONCE;
        self.waiting.pop_front_if(|_| !full)
    }

    /// Lets another validator look at a file; tells whether it can.
    fn look_at(&mut self, runner: TournamentRunner, asked: u32) -> bool {
        let number = self.next_number();
        let tell = move |said: Option<JsValue>| runner.hear_validator(number, said);
        let (Some(file), Ok(worker)) = (
            self.asked.get(&asked),
            Worker::start("bot-validator.js", tell),
        ) else {
            return false;
        };
        worker.check(
            asked,
            &file.bytes,
            TournamentConfig::default().limits.instructions,
        );
        self.validators.push(Validator {
            number,
            worker,
            asked,
        });
        true
    }

    /// A validator is done with a file, and takes the next one.
    fn done(&mut self, validator: u32) {
        let Some(at) = self
            .validators
            .iter()
            .position(|one| one.number == validator)
        else {
            return;
        };
        let next = self.waiting.pop_front();
        let next = next.and_then(|next| Some((next, self.asked.get(&next)?)));
        let Some((number, file)) = next else {
            self.validators.swap_remove(at);
            return;
        };
        let validator = &mut self.validators[at];
        validator.asked = number;
        let budget = TournamentConfig::default().limits.instructions;
        validator.worker.check(number, &file.bytes, budget);
    }

    /// The code of a bot, if it can play.
    pub(super) fn code(&self, hash: Hash) -> Option<&Uint8Array> {
        self.codes.get(&hash)
    }

    /// Whether any is being looked at.
    pub(super) fn is_busy(&self) -> bool {
        !self.asked.is_empty()
    }

    /// Lets a bot play some games against random; tells whether that could begin.
    fn try_out(&mut self, runner: TournamentRunner, hash: Hash, entrant: Entrant) -> bool {
        let form = TournamentConfig {
            rules: Rules::CLASSIC,
            entrants: vec![entrant, Entrant::Computer(Kind::Random)],
            games: TRIAL,
            ..TournamentConfig::default()
        };
        let number = self.next_number();
        let tell = move |said: Option<JsValue>| runner.hear_trial(number, said);
        let (Some(code), Ok(tournament), Ok(worker)) = (
            self.code(hash),
            Tournament::new(form),
            Worker::start("game-worker.js", tell),
        ) else {
            return false;
        };
        let codes = Array::of1(&Array::of2(&0.into(), code));
        worker.set_tournament(&file::write(&tournament), &codes, silence(&tournament));
        worker.play(&(0..tournament.total()));
        set_timeout(
            move || runner.end_trial(number, Some(text::TRIED_TOO_LONG)),
            TRIAL_TIME,
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

fn bot(hash: Hash, file: &str, [name, author]: [&str; 2], bytes: u64, state: BotState) -> Bot {
    let stem = file.strip_suffix(".wasm").unwrap_or(file);
    let named = Name::sanitized(name).or_else(|| Name::sanitized(stem));
    let tidy = |text: &str| Name::sanitized(text).map_or(String::new(), |name| name.to_string());
    Bot {
        hash,
        name: named.unwrap_or_else(|| Name::new("bot").expect("it is a name")),
        author: tidy(author),
        file: tidy(file),
        bytes,
        state,
    }
}
