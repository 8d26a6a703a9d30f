//! The page's side of the connection to a search worker.

use crate::message::{ColumnState, PageMessage, Query, Reply, Request, WorkerMessage};
use four_shapes_records::Match;
use std::time::Duration;

/// Loading the worker may take long on a slow network.
const LOAD_TIMEOUT: Duration = Duration::from_secs(90);
/// A worker reports its progress ten times a second. One that is silent was stopped by the
/// system, which raises no error.
const REPLY_TIMEOUT: Duration = Duration::from_secs(15);

/// What the owner of a [`Connection`] has to do.
#[derive(Clone, Debug, PartialEq)]
pub enum ConnectionAction {
    /// Start a worker.
    StartWorker,
    /// Terminate the worker.
    TerminateWorker,
    /// Send the worker a message.
    Send(Box<PageMessage>),
    /// Deliver a reply to the current request.
    Reply(Reply),
    /// Report that the current request has failed: two workers in a row have.
    Fail,
}

/// The state of a connection to a search worker with one request at a time. It does no I/O:
/// its methods return [`ConnectionAction`]s for the caller to carry out.
///
/// Responses to earlier requests are dropped. A worker that fails is replaced once for each
/// request.
#[derive(Debug, Default)]
pub struct Connection {
    worker: WorkerState,
    pending: Option<Request>,
    /// The pending request has been sent to a second worker.
    is_retry: bool,
    last_id: u32,
}

#[derive(Debug, Default, PartialEq)]
enum WorkerState {
    #[default]
    Stopped,
    /// It is being loaded and can't receive messages yet.
    Loading,
    Ready,
}

impl Connection {
    /// Makes a request in place of the pending one.
    pub fn request(&mut self, query: Query, game_match: Match) -> Vec<ConnectionAction> {
        self.last_id = self.last_id.wrapping_add(1);
        let id = self.last_id;
        self.is_retry = false;
        let request = self.pending.insert(Request {
            id,
            query,
            game_match,
        });
        match self.worker {
            WorkerState::Stopped => {
                self.worker = WorkerState::Loading;
                vec![ConnectionAction::StartWorker]
            }
            WorkerState::Loading => Vec::new(),
            WorkerState::Ready => vec![ConnectionAction::Send(
                PageMessage::Start(request.clone()).into(),
            )],
        }
    }

    /// Cancels the pending request, if any.
    pub fn cancel(&mut self) -> Vec<ConnectionAction> {
        let cancelled = self.pending.take().is_some();
        if cancelled && self.worker == WorkerState::Ready {
            vec![ConnectionAction::Send(PageMessage::Stop.into())]
        } else {
            Vec::new()
        }
    }

    /// Ends the worker with the pending request, if any. The next request starts another one.
    pub fn close(&mut self) -> Vec<ConnectionAction> {
        self.pending = None;
        if self.worker == WorkerState::Stopped {
            return Vec::new();
        }
        self.worker = WorkerState::Stopped;
        vec![ConnectionAction::TerminateWorker]
    }

    /// Tells the worker what is known of the columns that it analyzes.
    pub fn inform(&mut self, columns: Vec<ColumnState>) -> Vec<ConnectionAction> {
        let pending = self.pending.as_ref();
        let Some(request) = pending.filter(|_| self.worker == WorkerState::Ready) else {
            return Vec::new();
        };
        let id = request.id;
        let message = PageMessage::Columns { id, columns };
        vec![ConnectionAction::Send(message.into())]
    }

    /// Returns how long to wait for the next message before
    /// [`handle_failure`](Self::handle_failure) is called; `None` if no message is expected.
    pub fn timeout(&self) -> Option<Duration> {
        self.pending.as_ref()?;
        Some(match self.worker {
            WorkerState::Ready => REPLY_TIMEOUT,
            WorkerState::Stopped | WorkerState::Loading => LOAD_TIMEOUT,
        })
    }

    /// Handles a message from the worker.
    pub fn handle_message(&mut self, message: WorkerMessage) -> Vec<ConnectionAction> {
        let response = match message {
            WorkerMessage::Ready => {
                self.worker = WorkerState::Ready;
                let pending = self.pending.iter().cloned();
                return pending
                    .map(|request| ConnectionAction::Send(PageMessage::Start(request).into()))
                    .collect();
            }
            WorkerMessage::Response(response) => response,
        };
        let pending = self.pending.as_ref();
        let Some(request) = pending.filter(|request| request.id == response.id) else {
            return Vec::new();
        };
        if !response.reply.is_on_board(request.game_match.rules()) {
            return self.handle_failure();
        }
        if response.reply.is_last() {
            self.pending = None;
        }
        vec![ConnectionAction::Reply(response.reply)]
    }

    /// Handles the failure of the worker: it could not be started, has raised an error, has
    /// sent an invalid message or none for too long.
    pub fn handle_failure(&mut self) -> Vec<ConnectionAction> {
        self.worker = WorkerState::Stopped;
        if self.pending.is_none() {
            return vec![ConnectionAction::TerminateWorker];
        }
        if self.is_retry {
            self.pending = None;
            return vec![ConnectionAction::TerminateWorker, ConnectionAction::Fail];
        }
        self.is_retry = true;
        self.worker = WorkerState::Loading;
        vec![
            ConnectionAction::TerminateWorker,
            ConnectionAction::StartWorker,
        ]
    }
}
