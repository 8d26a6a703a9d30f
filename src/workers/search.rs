//! A real worker.

use super::{Query, Reply};
use four_shapes_engine::Match;
use four_shapes_search_worker::{Action, Client};
use leptos::prelude::{TimeoutHandle, queue_microtask, set_timeout_with_handle};
use std::{cell::RefCell, rc::Rc, time::Duration};
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// Asks a worker, which is started when it is first needed.
#[derive(Clone)]
pub(crate) struct SearchClient(Rc<RefCell<Inner>>);

struct Inner {
    client: Client,
    worker: Option<Running>,
    watch: Option<TimeoutHandle>,
    /// Hears what the worker says, or `None` if it can't be answered.
    tell: Rc<dyn Fn(Option<Reply>)>,
}

/// A worker and what listens to it.
struct Running {
    worker: Worker,
    _heard: Closure<dyn FnMut(MessageEvent)>,
    _died: Closure<dyn FnMut(web_sys::Event)>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

impl SearchClient {
    /// One that passes on what the worker says, or `None` if it can't answer.
    pub(crate) fn new(tell: impl Fn(Option<Reply>) + 'static) -> Self {
        Self(Rc::new(RefCell::new(Inner {
            client: Client::default(),
            worker: None,
            watch: None,
            tell: Rc::new(tell),
        })))
    }

    /// Asks this in place of what was asked before.
    pub(crate) fn ask(&self, query: Query, played: Match) {
        self.then(|client| client.ask(query, played));
    }

    /// Drops what was asked.
    pub(crate) fn drop(&self) {
        self.then(Client::drop);
    }

    fn then(&self, next: impl FnOnce(&mut Client) -> Vec<Action>) {
        // Not borrowed while others are told: they may ask the next thing.
        let acts = next(&mut self.0.borrow_mut().client);
        for act in acts {
            match act {
                Action::Start => self.start(),
                Action::End => self.0.borrow_mut().worker = None,
                Action::Post(text) => {
                    if let Some(running) = &self.0.borrow().worker {
                        // It fails for what can't be copied, which a text can.
                        let _ = running.worker.post_message(&text.into());
                    }
                }
                Action::Tell(said) => self.tell(Some(said)),
                Action::GiveUp => self.tell(None),
            }
        }
        self.watch();
    }

    fn tell(&self, said: Option<Reply>) {
        let tell = self.0.borrow().tell.clone();
        tell(said);
    }

    fn start(&self) {
        match self.try_start() {
            Ok(running) => self.0.borrow_mut().worker = Some(running),
            Err(error) => {
                web_sys::console::error_1(&error);
                // Later: whoever has asked is not to be told before the question is.
                let client = self.clone();
                queue_microtask(move || client.then(Client::died));
            }
        }
    }

    fn try_start(&self) -> Result<Running, wasm_bindgen::JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&crate::device::address_of("worker.js"), &options)?;
        let client = self.clone();
        let heard = Closure::new(move |event: MessageEvent| {
            if let Some(text) = event.data().as_string() {
                client.then(|client| client.hear(&text));
            }
        });
        let client = self.clone();
        let died = Closure::new(move |event: web_sys::Event| {
            // It is not the page that has failed.
            event.prevent_default();
            client.then(Client::died);
        });
        worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        worker.set_onerror(Some(died.as_ref().unchecked_ref()));
        worker.set_onmessageerror(Some(died.as_ref().unchecked_ref()));
        Ok(Running {
            worker,
            _heard: heard,
            _died: died,
        })
    }

    /// Waits for a sign of life as long as something is to be answered.
    fn watch(&self) {
        let mut inner = self.0.borrow_mut();
        if let Some(watch) = inner.watch.take() {
            watch.clear();
        }
        if let Some(seconds) = inner.client.patience() {
            let client = self.clone();
            let died = move || client.then(Client::died);
            let patience = Duration::from_secs(seconds.into());
            inner.watch = set_timeout_with_handle(died, patience).ok();
        }
    }
}
