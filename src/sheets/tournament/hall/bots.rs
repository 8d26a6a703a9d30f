//! The bots that somebody has brought: a clerk looks at each, and then it plays some games,
//! to see whether it can.

use super::{Hall, silence};
use crate::{
    device,
    sheets::tournament::{keep::File, worker::Worker},
    text,
};
use four_shapes_engine::{
    Name, Rules,
    players::Kind,
    tournament::{Draft, Entrant, Hash, Played, Tournament, file},
};
use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use std::{
    collections::{BTreeMap, VecDeque},
    mem::{replace, take},
    time::Duration,
};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::FileList;

/// The largest file of a bot, in bytes.
const MOST_BYTES: f64 = 4.0 * 1024.0 * 1024.0;
/// How many games a bot plays to be tried.
const TRIAL: u32 = 6;
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
    clerk: Option<Worker>,
    /// What the clerk is looking at, by its number.
    asked: BTreeMap<u32, Asked>,
    number: u32,
    /// The code of the bots that can play.
    codes: BTreeMap<Hash, Uint8Array>,
    /// The bot that is being tried, and those that will be.
    trial: Option<Trial>,
    untried: VecDeque<(Hash, Entrant)>,
    /// Who shows the bots will be told of what has changed.
    tells: bool,
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
    fn change_bots(self, change: impl FnOnce(&mut Vec<Bot>)) {
        self.bots.update_untracked(change);
        let tell = move || {
            self.of_bots(|state| state.tells = false);
            self.bots.notify();
        };
        if !self.of_bots(|state| replace(&mut state.tells, true)) {
            set_timeout(tell, SHOWN);
        }
    }

    fn of_bots<T>(self, act: impl FnOnce(&mut State) -> T) -> T {
        self.with(|state| act(&mut state.bots))
    }

    /// Takes files that are meant to be bots. Each appears among the bots, at first
    /// as one that is being checked.
    pub(crate) fn bring(self, files: &FileList) {
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

    pub(super) fn check(self, name: &str, bytes: Uint8Array, kept: bool) {
        let posted = self.of_bots(|state| {
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
            let asked = self.of_bots(|state| {
                state.clerk = None;
                take(&mut state.asked)
            });
            for asked in asked.into_values() {
                let size = asked.bytes.length().into();
                self.refuse(&asked.name, size, text::NO_CLERK.to_owned());
            }
            self.change_bots(|bots| {
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
            let asked = self.of_bots(|state| {
                let asked = state.asked.get(&number)?;
                Some((asked.name.clone(), asked.bytes.length()))
            });
            if let Some((name, size)) = asked {
                self.show(bot(hash, &name, ["", ""], size.into(), BotState::Checking));
            }
            return;
        }
        let Some(asked) = self.of_bots(|state| state.asked.remove(&number)) else {
            return;
        };
        let size = asked.bytes.length().into();
        let (name, author) = (word(4), word(5));
        let lines = word(3).lines().map(str::to_owned).collect();
        let state = match said.get(2).dyn_into::<Uint8Array>() {
            Ok(code) => {
                self.of_bots(|state| state.codes.insert(hash, code.clone()));
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
            self.of_bots(|state| state.untried.push_back((hash, entrant)));
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

    /// Lets the next bot play some games, to see whether it can.
    fn try_next(self) {
        while self.of_bots(|state| state.trial.is_none()) {
            let Some((hash, entrant)) = self.of_bots(|state| state.untried.pop_front()) else {
                return;
            };
            if !self.of_bots(|state| state.try_out(self, hash, entrant)) {
                self.tried(hash, vec![text::NOT_TRIED.to_owned()]);
            }
        }
    }

    fn hear_trial(self, hash: Hash, said: Option<JsValue>) {
        let said = said.map(|said| said.as_string().unwrap_or_default());
        let over = self.of_bots(|state| {
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
        self.change_bots(|bots| {
            if let Some(bot) = bots.iter_mut().find(|bot| bot.hash == hash) {
                bot.state = BotState::Ready(lines);
            }
        });
    }

    /// Forgets a bot.
    pub(crate) fn forget(self, hash: Hash) {
        self.bots.update(|bots| bots.retain(|bot| bot.hash != hash));
        self.of_bots(|state| {
            state.codes.remove(&hash);
            state.untried.retain(|(other, _)| *other != hash);
            state.trial.take_if(|trial| trial.hash == hash);
        });
        self.try_next();
        self.keeping(move |keep| async move { keep.forget_bot(hash).await });
    }
}

impl State {
    /// The code of a bot, if it can play.
    pub(super) fn code(&self, hash: Hash) -> Option<&Uint8Array> {
        self.codes.get(&hash)
    }

    /// Whether any is being looked at.
    pub(super) fn is_busy(&self) -> bool {
        !self.asked.is_empty()
    }

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
            self.code(hash),
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
