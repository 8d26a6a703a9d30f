//! Thinking, off the page's main thread.
//!
//! A worker is asked one thing at a time. [`Request`] and [`Response`] are what passes,
//! as texts; [`Client`] keeps track of it on the page's end and [`SearchWorker`] does the
//! work on the other. All of it is pure, so that it can be tested without a
//! browser; the page's `src/workers` and this package's `main.rs` join it to a real
//! worker.

mod client;
mod game_runner;
mod message;
mod search_worker;
mod study;

pub use client::{Action, Client};
pub use game_runner::{BotReply, BotRequest, GameRunner, Message};
pub use message::{Evaluation, MoveEvaluation, Query, Reply, Request, Response};
pub use search_worker::SearchWorker;
