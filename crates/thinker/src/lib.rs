//! Thinking, off the page's main thread.
//!
//! A worker is asked one thing at a time. [`Ask`] and [`Answer`] are what passes,
//! as texts; [`Asking`] keeps track of it on the page's end and [`Thinker`] does the
//! work on the other. All of it is pure, so that it can be tested without a
//! browser; the page's `src/workers` and this package's `main.rs` join it to a real
//! worker.

mod arena;
mod asking;
mod message;
mod study;
mod thinker;

pub use arena::{Arena, BotAsk, BotSaid, Out};
pub use asking::{Act, Asking};
pub use message::{Answer, Ask, MoveWorth, Said, What, Worth};
pub use thinker::Thinker;
