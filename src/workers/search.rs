//! The client of a search worker.

use super::{ColumnState, Query, Reply, WorkerHandle};
use four_shapes_records::Match;
use four_shapes_search_worker::{Connection, ConnectionAction, decode, encode};
use js_sys::Uint8Array;
use leptos::prelude::*;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};

/// A client of a search worker, which is started with the first request. It lives as long as the
/// owner that it was created under.
#[derive(Clone, Copy)]
pub(crate) struct SearchClient(StoredValue<Inner, LocalStorage>);

type OnReply = Rc<dyn Fn(Option<Reply>)>;

struct Inner {
    connection: Connection,
    worker: Option<WorkerHandle>,
    timeout: Option<TimeoutHandle>,
    /// That of the pending request.
    on_reply: Option<OnReply>,
}

impl SearchClient {
    pub(crate) fn new() -> Self {
        Self(StoredValue::new_local(Inner {
            connection: Connection::default(),
            worker: None,
            timeout: None,
            on_reply: None,
        }))
    }

    /// Makes a request in place of the pending one. `on_reply` is called with each of its replies,
    /// and with `None` if it fails, but not after the next request or [`cancel`](Self::cancel).
    pub(crate) fn request(
        self,
        query: Query,
        game_match: Match,
        on_reply: impl Fn(Option<Reply>) + 'static,
    ) {
        self.replace(Some(Rc::new(on_reply)), |connection| {
            connection.request(query, game_match)
        });
    }

    /// Cancels the pending request.
    pub(crate) fn cancel(self) {
        self.replace(None, Connection::cancel);
    }

    /// Cancels the pending request and ends the worker. The next request starts another one.
    pub(super) fn close(self) {
        self.replace(None, Connection::close);
    }

    /// Tells the worker what is known of the columns that it analyzes. It has no more time to
    /// reply.
    pub(super) fn inform(self, columns: Vec<ColumnState>) {
        self.carry_out(|connection| connection.inform(columns));
    }

    fn replace(
        self,
        on_reply: Option<OnReply>,
        update: impl FnOnce(&mut Connection) -> Vec<ConnectionAction>,
    ) {
        self.0.update_value(|inner| inner.on_reply = on_reply);
        self.update(update);
    }

    /// Updates the connection, carries out the effects and restarts the timeout.
    fn update(self, update: impl FnOnce(&mut Connection) -> Vec<ConnectionAction>) {
        self.carry_out(update);
        self.set_timeout();
    }

    /// Updates the connection and carries out the effects.
    fn carry_out(self, update: impl FnOnce(&mut Connection) -> Vec<ConnectionAction>) {
        let update = |inner: &mut Inner| update(&mut inner.connection);
        // The borrow ends here, since a reply may lead to the next request.
        let effects = self.0.try_update_value(update);
        for effect in effects.into_iter().flatten() {
            match effect {
                ConnectionAction::StartWorker => self.start_worker(),
                ConnectionAction::TerminateWorker => {
                    self.0.update_value(|inner| inner.worker = None);
                }
                ConnectionAction::Send(message) => self.0.with_value(|inner| {
                    if let Some(worker) = &inner.worker {
                        worker.post(&Uint8Array::from(encode(&message).as_slice()));
                    }
                }),
                ConnectionAction::Reply(reply) => self.on_reply(Some(reply)),
                ConnectionAction::Fail => self.on_reply(None),
            }
        }
    }

    fn on_reply(self, reply: Option<Reply>) {
        if let Some(on_reply) = self.0.with_value(|inner| inner.on_reply.clone()) {
            on_reply(reply);
        }
    }

    fn start_worker(self) {
        match WorkerHandle::start("worker.js", move |data| self.handle_message(data)) {
            Ok(worker) => self.0.update_value(|inner| inner.worker = Some(worker)),
            Err(error) => {
                web_sys::console::error_1(&error);
                // The caller of `request` does not expect a reply before it returns.
                queue_microtask(move || self.update(Connection::handle_failure));
            }
        }
    }

    fn handle_message(self, data: Option<JsValue>) {
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
    fn set_timeout(self) {
        let on_timeout = move || self.update(Connection::handle_failure);
        self.0.update_value(|inner| {
            if let Some(timeout) = inner.timeout.take() {
                timeout.clear();
            }
            let timeout = inner.connection.timeout();
            inner.timeout =
                timeout.and_then(|duration| set_timeout_with_handle(on_timeout, duration).ok());
        });
    }
}
