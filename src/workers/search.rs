//! A real worker.

use super::{Said, What};
use four_shapes_engine::Match;
use four_shapes_thinker::{Act, Asking};
use leptos::prelude::{TimeoutHandle, queue_microtask, set_timeout_with_handle};
use std::{cell::RefCell, rc::Rc, time::Duration};
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// Asks a worker, which is started when it is first needed.
#[derive(Clone)]
pub(crate) struct Client(Rc<RefCell<Inner>>);

struct Inner {
    asking: Asking,
    worker: Option<Running>,
    watch: Option<TimeoutHandle>,
    /// Hears what the worker says, or `None` if it can't be answered.
    tell: Rc<dyn Fn(Option<Said>)>,
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

impl Client {
    /// One that passes on what the worker says, or `None` if it can't answer.
    pub(crate) fn new(tell: impl Fn(Option<Said>) + 'static) -> Self {
        Self(Rc::new(RefCell::new(Inner {
            asking: Asking::default(),
            worker: None,
            watch: None,
            tell: Rc::new(tell),
        })))
    }

    /// Asks this in place of what was asked before.
    pub(crate) fn ask(&self, what: What, played: Match) {
        self.then(|asking| asking.ask(what, played));
    }

    /// Drops what was asked.
    pub(crate) fn drop(&self) {
        self.then(Asking::drop);
    }

    fn then(&self, next: impl FnOnce(&mut Asking) -> Vec<Act>) {
        // Not borrowed while others are told: they may ask the next thing.
        let acts = next(&mut self.0.borrow_mut().asking);
        for act in acts {
            match act {
                Act::Start => self.start(),
                Act::End => self.0.borrow_mut().worker = None,
                Act::Post(text) => {
                    if let Some(running) = &self.0.borrow().worker {
                        // It fails for what can't be copied, which a text can.
                        let _ = running.worker.post_message(&text.into());
                    }
                }
                Act::Tell(said) => self.tell(Some(said)),
                Act::GiveUp => self.tell(None),
            }
        }
        self.watch();
    }

    fn tell(&self, said: Option<Said>) {
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
                queue_microtask(move || client.then(Asking::died));
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
                client.then(|asking| asking.hear(&text));
            }
        });
        let client = self.clone();
        let died = Closure::new(move |event: web_sys::Event| {
            // It is not the page that has failed.
            event.prevent_default();
            client.then(Asking::died);
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
        if let Some(seconds) = inner.asking.patience() {
            let client = self.clone();
            let died = move || client.then(Asking::died);
            let patience = Duration::from_secs(seconds.into());
            inner.watch = set_timeout_with_handle(died, patience).ok();
        }
    }
}
