//! The workers of a tournament: those that play its games, and the one that looks at
//! bots.

use js_sys::{Array, Object, Reflect};
use std::ops::Range;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{MessageEvent, WorkerOptions, WorkerType};

/// A worker, ended when it is dropped.
pub(super) struct Worker {
    inner: web_sys::Worker,
    _heard: Closure<dyn FnMut(MessageEvent)>,
    _died: Closure<dyn FnMut(web_sys::Event)>,
}

impl Drop for Worker {
    fn drop(&mut self) {
        // What it has said before may still be on its way.
        self.inner.set_onmessage(None);
        self.inner.set_onerror(None);
        self.inner.set_onmessageerror(None);
        self.inner.terminate();
    }
}

impl Worker {
    /// Starts the worker of a script; passes on what it says, and `None` when it dies.
    pub(super) fn start(
        script: &str,
        tell: impl Fn(Option<JsValue>) + Clone + 'static,
    ) -> Result<Self, JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let address = crate::device::address_of(script);
        let worker = web_sys::Worker::new_with_options(&address, &options)?;
        let heard = {
            let tell = tell.clone();
            Closure::new(move |event: MessageEvent| tell(Some(event.data())))
        };
        let died = Closure::new(move |event: web_sys::Event| {
            // It is not the page that has failed.
            event.prevent_default();
            tell(None);
        });
        worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        worker.set_onerror(Some(died.as_ref().unchecked_ref()));
        worker.set_onmessageerror(Some(died.as_ref().unchecked_ref()));
        Ok(Self {
            inner: worker,
            _heard: heard,
            _died: died,
        })
    }

    /// Gives a game worker a tournament: its set-up, the code of each bot by its place among
    /// the entrants, and for how many milliseconds one may be silent.
    pub(super) fn enter(&self, setup: &str, codes: &Array, silence: f64) {
        self.post(&[
            ("setup", &setup.into()),
            ("codes", codes),
            ("silence", &silence.into()),
        ]);
    }

    /// Gives a game worker games to play.
    pub(super) fn take(&self, games: &Range<u64>) {
        let number = |game: u64| JsValue::from(game as u32);
        let games = Array::of2(&number(games.start), &number(games.end));
        self.post(&[("games", &games)]);
    }

    /// Hands a file to the bot validator.
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
            // It fails for what is frozen, which a new object is not.
            let _ = Reflect::set(&message, &(*name).into(), value);
        }
        // It fails for what can't be copied, which texts, numbers and bytes can.
        let _ = self.inner.post_message(&message);
    }
}
