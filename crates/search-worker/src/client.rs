//! What is asked of a worker, and what has become of it.

use crate::message::{Query, Reply, Request, Response};
use four_shapes_engine::Match;

/// What the worker says first.
pub(crate) const READY: &str = "ready";
/// What makes it drop what it was asked.
pub(crate) const STOP: &str = "stop";

/// What is to be done about the worker.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Start one.
    Start,
    /// End it; it may hang.
    End,
    /// Send it a text.
    Post(String),
    /// Pass on what it said of what it was asked last.
    Tell(Reply),
    /// Pass on that it can't be answered: worker after worker has died of it.
    GiveUp,
}

/// Asks one worker one thing at a time. Late answers are dropped, and a worker that
/// dies is replaced and asked again once.
#[derive(Debug, Default)]
pub struct Client {
    worker: Worker,
    /// What is to be answered.
    pending: Option<Request>,
    /// The worker has died of it before.
    again: bool,
    last_id: u32,
}

#[derive(Debug, Default, PartialEq)]
enum Worker {
    #[default]
    Off,
    /// It is being loaded, and hears nothing yet.
    Starting,
    Ready,
}

impl Client {
    /// Asks this in place of what was asked before.
    pub fn ask(&mut self, query: Query, played: Match) -> Vec<Action> {
        self.last_id = self.last_id.wrapping_add(1);
        let id = self.last_id;
        self.again = false;
        let ask = self.pending.insert(Request { id, query, played });
        match self.worker {
            Worker::Off => {
                self.worker = Worker::Starting;
                vec![Action::Start]
            }
            Worker::Starting => Vec::new(),
            // It drops the question before by itself.
            Worker::Ready => vec![Action::Post(ask.write())],
        }
    }

    /// Drops what was asked, if anything.
    pub fn drop(&mut self) -> Vec<Action> {
        let dropped = self.pending.take().is_some();
        if dropped && self.worker == Worker::Ready {
            vec![Action::Post(STOP.to_owned())]
        } else {
            Vec::new()
        }
    }

    /// How many seconds to wait for a sign of life, if one is to come. Loading may take
    /// long; but a worker that thinks speaks up ten times a second, and one that
    /// doesn't was stopped by the system without a word.
    pub fn patience(&self) -> Option<u32> {
        self.pending.as_ref()?;
        Some(if self.worker == Worker::Ready { 15 } else { 90 })
    }

    /// What is asked, as long as it isn't answered.
    pub fn pending(&self) -> Option<&Request> {
        self.pending.as_ref()
    }

    /// The worker has said something.
    pub fn hear(&mut self, text: &str) -> Vec<Action> {
        if text == READY {
            self.worker = Worker::Ready;
            let pending = self.pending.as_ref();
            return pending
                .map(|ask| Action::Post(ask.write()))
                .into_iter()
                .collect();
        }
        let Some(pending) = &self.pending else {
            return Vec::new();
        };
        match Response::read(pending.played.rules(), text) {
            Some(answer) if answer.id == pending.id => {
                if answer.reply.is_last() {
                    self.pending = None;
                }
                vec![Action::Tell(answer.reply)]
            }
            // To what was asked before.
            _ => Vec::new(),
        }
    }

    /// The worker has died, could not be started, or has been silent for too long.
    pub fn died(&mut self) -> Vec<Action> {
        self.worker = Worker::Off;
        if self.pending.is_none() {
            return vec![Action::End];
        }
        if self.again {
            self.pending = None;
            return vec![Action::End, Action::GiveUp];
        }
        self.again = true;
        self.worker = Worker::Starting;
        vec![Action::End, Action::Start]
    }
}
