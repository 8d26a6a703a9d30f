//! The programs of the page's workers, and the protocol between page and workers.
//!
//! A search worker handles one [`Request`] at a time and sends [`Response`]s; a game worker
//! plays games of a tournament and sends [`GameReport`]s. [`encode`] and [`decode`] convert
//! messages to and from bytes. [`Connection`] is the page's side of a search worker,
//! [`SearchWorker`] the other one. All of it is pure, so that it can be tested without a
//! browser; the page's `src/workers` and this package's `main.rs` connect it to a real worker.

mod codec;
mod column_search;
mod column_split;
mod connection;
mod game_analysis;
mod game_runner;
mod message;
mod move_explanation;
mod search_worker;

pub use codec::{DecodeError, PROTOCOL_VERSION, decode, encode};
pub use column_split::{ColumnSplit, SplitAction};
pub use connection::{Connection, ConnectionAction};
pub use game_runner::{BotCommand, BotReply, BotRequest, GameRunner, Output};
pub use message::{
    AnalysisReport, ColumnState, Evaluation, ExplanationReport, FactReport, GameReport,
    MoveEvaluation, PageMessage, Query, Reply, Request, Response, ReviewReport, StepAdvice,
    WorkerMessage,
};
pub use search_worker::SearchWorker;
