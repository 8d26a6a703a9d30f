//! The client of a search worker.

use super::{Query, Reply, WorkerHandle};
use four_shapes_records::Match;
use four_shapes_search_worker::{Connection, ConnectionAction, decode, encode};
use js_sys::Uint8Array;
use leptos::prelude::{TimeoutHandle, queue_microtask, set_timeout_with_handle};
use std::{cell::RefCell, rc::Rc};
use wasm_bindgen::{JsCast, JsValue};

/// A client of a search worker, which is started with the first request.
#[derive(Clone)]
pub(crate) struct SearchClient(Rc<RefCell<Inner>>);

struct Inner {
    connection: Connection,
    worker: Option<WorkerHandle>,
    timeout: Option<TimeoutHandle>,
    on_reply: Rc<dyn Fn(Option<Reply>)>,
}

impl SearchClient {
    /// Creates a client that calls `on_reply` with each reply, and with `None` when a request
    /// fails.
    pub(crate) fn new(on_reply: impl Fn(Option<Reply>) + 'static) -> Self {
        Self(Rc::new(RefCell::new(Inner {
            connection: Connection::default(),
            worker: None,
            timeout: None,
            on_reply: Rc::new(on_reply),
        })))
    }

    /// Makes a request in place of the pending one.
    pub(crate) fn request(&self, query: Query, game_match: Match) {
        self.update(|connection| connection.request(query, game_match));
    }

    /// Cancels the pending request.
    pub(crate) fn cancel(&self) {
        self.update(Connection::cancel);
    }

    /// Updates the connection and carries out the effects.
    fn update(&self, update: impl FnOnce(&mut Connection) -> Vec<ConnectionAction>) {
        // The borrow ends here, since `on_reply` may make the next request.
        let effects = update(&mut self.0.borrow_mut().connection);
        for effect in effects {
            match effect {
                ConnectionAction::StartWorker => self.start_worker(),
                ConnectionAction::TerminateWorker => self.0.borrow_mut().worker = None,
                ConnectionAction::Send(message) => {
                    if let Some(worker) = &self.0.borrow().worker {
                        worker.post(&Uint8Array::from(encode(&message).as_slice()));
                    }
                }
                ConnectionAction::Reply(reply) => self.on_reply(Some(reply)),
                ConnectionAction::Fail => self.on_reply(None),
            }
        }
        self.set_timeout();
    }

    fn on_reply(&self, reply: Option<Reply>) {
        let on_reply = self.0.borrow().on_reply.clone();
        on_reply(reply);
    }

    fn start_worker(&self) {
        let client = self.clone();
        let on_message = move |data| client.handle_message(data);
        match WorkerHandle::start("worker.js", on_message) {
            Ok(worker) => self.0.borrow_mut().worker = Some(worker),
            Err(error) => {
                web_sys::console::error_1(&error);
                // The caller of `request` does not expect a reply before it returns.
                let client = self.clone();
                queue_microtask(move || client.update(Connection::handle_failure));
            }
        }
    }

    fn handle_message(&self, data: Option<JsValue>) {
        let message = data.map(|data| decode(&data.unchecked_into::<Uint8Array>().to_vec()));
        self.update(|connection| match message {
            Some(Ok(message)) => connection.handle_message(message),
            Some(Err(error)) => {
                web_sys::console::error_1(&format!("search worker: {error}").into());
                connection.handle_failure()
            }
            None => connection.handle_failure(),
        });
    }

    /// Restarts the timeout of the pending request.
    fn set_timeout(&self) {
        let mut inner = self.0.borrow_mut();
        if let Some(timeout) = inner.timeout.take() {
            timeout.clear();
        }
        if let Some(duration) = inner.connection.timeout() {
            let client = self.clone();
            let on_timeout = move || client.update(Connection::handle_failure);
            inner.timeout = set_timeout_with_handle(on_timeout, duration).ok();
        }
    }
}
