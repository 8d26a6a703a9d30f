//! Single games of computer players, played in a worker.

use super::worker::{Worker, decode_report};
use four_shapes_tournament::{Ending, FinishedGame, Tournament, file};
use js_sys::Array;
use wasm_bindgen::JsValue;

/// A game that a worker plays. It is cancelled when it is dropped.
pub(crate) struct Simulation {
    _worker: Worker,
}

/// Plays the first game of a tournament without bots, and calls `on_end` with the winner: 0 for
/// the one who moved first, 1 for the other, `None` for a draw; or an error if the worker failed.
/// Returns `None` if no worker can be started.
pub(crate) fn simulate(
    tournament: &Tournament,
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
    let worker = Worker::start("game-worker.js", on_message).ok()?;
    // Only bots are given time for a reply.
    worker.set_tournament(&file::write(tournament), &Array::new(), 0.0);
    worker.play(&(0..1));
    Some(Simulation { _worker: worker })
}
