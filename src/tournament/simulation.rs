//! Single games: played in a worker, or by a bot move by move on the board.

use super::{
    runner::{BotStatus, TournamentRunner},
    state::TournamentDialog,
    text,
    worker::{Worker, decode_report},
};
use crate::{
    components::{
        file_button::files_button,
        html::{Child, Element, p},
    },
    context::context,
    workers::{BotReply, WorkerHandle},
};
use four_shapes_records::Name;
use four_shapes_rules::Rules;
use four_shapes_tournament::{
    BotHash, Ending, FinishedGame, ForfeitReason, Limits, Tournament, file,
};
use js_sys::Array;
use wasm_bindgen::JsValue;

/// The bots that were added on this device.
#[derive(Clone, Copy)]
pub(crate) struct Bots(TournamentRunner);

/// Returns the bots.
pub(crate) fn use_bots() -> Bots {
    Bots(context::<TournamentDialog>().runner)
}

impl Bots {
    /// Returns the bots that can play; reactive.
    pub(crate) fn ready(self) -> Vec<(BotHash, Name)> {
        self.0.bots(|bots| {
            let ready = bots
                .iter()
                .filter(|bot| matches!(bot.status, BotStatus::Ready(_)));
            ready.map(|bot| (bot.hash, bot.name.clone())).collect()
        })
    }

    /// Tracks what becomes of the bots and their files.
    pub(crate) fn track(self) {
        self.0.bots(|_| ());
    }

    /// Whether the file of a bot has been checked, so that it can be started.
    pub(crate) fn has_file(self, hash: BotHash) -> bool {
        self.0.code(hash).is_some()
    }

    /// Whether files are still loaded or checked.
    pub(crate) fn are_being_checked(self) -> bool {
        self.0.is_checking_bots()
    }

    /// Renders the file chooser, and what has become of the files.
    pub(crate) fn chooser(self) -> impl Child {
        let count = move |is: fn(&BotStatus) -> bool| {
            self.0
                .bots(|bots| bots.iter().filter(|bot| is(&bot.status)).count())
        };
        let found = move || {
            text::bots_found(
                count(|status| *status == BotStatus::Checking) + self.0.waiting_files(),
                count(|status| matches!(status, BotStatus::Ready(_))),
                count(|status| matches!(status, BotStatus::Broken(_))),
            )
        };
        let button: Element =
            files_button(text::add_bots(), ".wasm,application/wasm", move |files| {
                self.0.add_bot_files(&files);
            });
        (button, p().class("detail").aria_live("polite").child(found))
    }

    /// Starts a bot of the game with this seed as its first player (0) or its second (1). Calls
    /// `on_reply` with each reply. Returns `None` if it isn't ready, or no worker can be started.
    pub(crate) fn start(
        self,
        hash: BotHash,
        rules: Rules,
        player: u8,
        seed: u64,
        on_reply: impl Fn(BotReply) + Clone + 'static,
    ) -> Option<BotPlayer> {
        let code = self.0.code(hash)?;
        let on_message = move |message: Option<JsValue>| {
            let reply = message.and_then(|message| {
                let text = Array::from(&message).get(0).as_string()?;
                BotReply::parse(&text)
            });
            // One that can't be understood is a crash.
            on_reply(reply.unwrap_or(BotReply::Failed(ForfeitReason::Crash)));
        };
        let worker = WorkerHandle::start("bot.js", on_message).ok()?;
        worker.post(&code);
        let bot = BotPlayer(worker);
        let parameters = [
            i32::from(rules.columns()),
            rules.rows().into(),
            rules.connect().into(),
            rules.gravity().into(),
            i32::from(player) + 1,
        ];
        let numbers = [seed, Limits::default().instructions];
        let numbers = numbers.map(|number| number.to_string());
        let parameters = parameters.map(|number| number.to_string());
        bot.request("begin", numbers.into_iter().chain(parameters));
        Some(bot)
    }
}

/// A bot in a worker of its own. It is terminated when it is dropped.
pub(crate) struct BotPlayer(WorkerHandle);

impl BotPlayer {
    /// Asks for a move after the moves with these numbers.
    pub(crate) fn choose(&self, moves: &[i32]) {
        self.request("choose", moves.iter().map(ToString::to_string));
    }

    fn request(&self, name: &str, arguments: impl Iterator<Item = String>) {
        let request = Array::of1(&name.into());
        for argument in arguments {
            request.push(&argument.into());
        }
        self.0.post(&request);
    }
}

/// A game that a worker plays. It is cancelled when it is dropped.
pub(crate) struct Simulation {
    _worker: Worker,
}

/// Plays the first game of a tournament, and calls `on_end` with the winner: 0 for the one who moved
/// first, 1 for the other, `None` for a draw; or an error if the worker failed. Returns `None` if
/// a bot isn't ready, or no worker can be started.
pub(crate) fn simulate(
    tournament: &Tournament,
    bots: Bots,
    on_end: impl Fn(Result<Option<usize>, ()>) + Clone + 'static,
) -> Option<Simulation> {
    let of = tournament.clone();
    let on_message = move |message: Option<JsValue>| {
        let Some(report) = message.and_then(decode_report) else {
            return on_end(Err(()));
        };
        let mut lines = report.lines.iter();
        if let Some(game) = lines.find_map(|line| FinishedGame::parse(&of, line).ok()) {
            on_end(Ok(match game.ending {
                Ending::Won(winner) => Some(winner),
                Ending::Drawn => None,
                Ending::Forfeit { player, .. } => Some(1 - player.min(1)),
            }));
        }
    };
    let codes = bots.0.codes(tournament)?;
    let worker = Worker::start("game-worker.js", on_message).ok()?;
    worker.set_tournament(
        &file::write(tournament),
        &codes,
        super::runner::bot_timeout(tournament),
    );
    worker.play(&(0..1));
    Some(Simulation { _worker: worker })
}
