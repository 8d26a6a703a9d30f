//! The workers of a tournament: game workers and bot validators.

use crate::workers::{GameReport, WorkerHandle, decode};
use js_sys::{Array, Object, Reflect, Uint8Array};
use std::ops::Range;
use wasm_bindgen::{JsCast, JsValue};

/// A game worker or a bot validator. It is terminated when it is dropped.
pub(super) struct Worker(WorkerHandle);

impl Worker {
    /// Starts a worker with this script. Calls `on_message` with the data of each message,
    /// and with `None` when the worker fails.
    pub(super) fn start(
        script: &str,
        on_message: impl Fn(Option<JsValue>) + Clone + 'static,
    ) -> Result<Self, JsValue> {
        WorkerHandle::start(script, on_message).map(Self)
    }

    /// Sends a game worker a tournament: its file, the code of each bot with the index of
    /// the entrant, and the time limit of a bot's reply in milliseconds.
    pub(super) fn set_tournament(&self, setup: &str, codes: &Array, timeout: f64) {
        self.post(&[
            ("setup", &setup.into()),
            ("codes", codes),
            ("timeout", &timeout.into()),
        ]);
    }

    /// Sends a game worker the numbers of the games to play.
    pub(super) fn play(&self, games: &Range<u64>) {
        let number = |game: u64| JsValue::from(game as u32);
        let games = Array::of2(&number(games.start), &number(games.end));
        self.post(&[("games", &games)]);
    }

    /// Sends a bot validator a file.
    pub(super) fn check(&self, id: u32, bytes: &JsValue, budget: u64) {
        self.post(&[
            ("id", &id.into()),
            ("bytes", bytes),
            ("budget", &budget.to_string().into()),
        ]);
    }

    fn post(&self, fields: &[(&str, &JsValue)]) {
        let message = Object::new();
        for (name, value) in fields {
            // It only fails for frozen objects.
            let _ = Reflect::set(&message, &(*name).into(), value);
        }
        self.0.post(&message);
    }
}

/// Decodes a message from a game worker. Logs an error and returns `None` if it is invalid.
pub(super) fn decode_report(data: JsValue) -> Option<GameReport> {
    let bytes = data.unchecked_into::<Uint8Array>().to_vec();
    decode(&bytes)
        .inspect_err(|error| {
            web_sys::console::error_1(&format!("game worker: {error}").into());
        })
        .ok()
}
