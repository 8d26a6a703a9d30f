//! The program of the workers. public/worker.js loads it and calls it.

use four_shapes_search_worker::{BotReply, GameRunner, Message, SearchWorker};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

/// The most bytes for tables and trees.
const MEMORY: usize = 32 << 20;
/// The same on devices with little memory.
const LESS_MEMORY: usize = 8 << 20;

thread_local! {
    static WORKER: RefCell<SearchWorker> = RefCell::new(SearchWorker::new(LESS_MEMORY));
    static RUNNER: RefCell<GameRunner> = RefCell::new(GameRunner::new());
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
    #[wasm_bindgen(js_namespace = console)]
    fn error(text: &str);
}

/// Gets ready, on a device with so many GB of memory as far as is known, and
/// returns what to say first.
#[wasm_bindgen]
pub fn start(gigabytes: Option<f64>) -> String {
    std::panic::set_hook(Box::new(|panic| error(&panic.to_string())));
    let little = gigabytes.is_some_and(|gigabytes| gigabytes <= 2.0);
    let memory = if little { LESS_MEMORY } else { MEMORY };
    WORKER.with_borrow_mut(|worker| {
        *worker = SearchWorker::new(memory);
        worker.greeting().to_owned()
    })
}

/// Takes up what the page says, and tells whether the opening book is wanted.
///
/// # Errors
/// If it makes no sense.
#[wasm_bindgen]
pub fn hear(text: &str) -> Result<bool, JsError> {
    WORKER.with_borrow_mut(|worker| {
        worker.hear(text, now()).map_err(|why| JsError::new(&why))?;
        Ok(worker.wants_book())
    })
}

/// Takes the opening book.
///
/// # Errors
/// If it is none.
#[wasm_bindgen]
pub fn use_book(bytes: &[u8]) -> Result<(), JsError> {
    WORKER.with_borrow_mut(|worker| worker.use_book(bytes).map_err(|why| JsError::new(&why)))
}

/// Thinks for a slice and returns what there is to say.
#[wasm_bindgen]
pub fn work() -> Vec<String> {
    WORKER.with_borrow_mut(|worker| worker.work(&now))
}

/// Whether there is more to think about.
#[wasm_bindgen]
pub fn busy() -> bool {
    WORKER.with_borrow(SearchWorker::is_busy)
}

/// Takes a tournament's set-up, and tells whether the opening book is wanted.
///
/// # Errors
/// If it is none.
#[wasm_bindgen]
pub fn game_enter(setup: &str) -> Result<bool, JsError> {
    std::panic::set_hook(Box::new(|panic| error(&panic.to_string())));
    RUNNER.with_borrow_mut(|runner| runner.enter(setup).map_err(|why| JsError::new(&why)))
}

/// Takes the opening book.
///
/// # Errors
/// If it is none.
#[wasm_bindgen]
pub fn game_use_book(bytes: &[u8]) -> Result<(), JsError> {
    RUNNER.with_borrow_mut(|runner| runner.use_book(bytes).map_err(|why| JsError::new(&why)))
}

/// Takes games of the tournament to play: those with these numbers.
///
/// # Errors
/// If there are no such games.
#[wasm_bindgen]
pub fn game_take(from: u32, to: u32) -> Result<(), JsError> {
    let games = from.into()..to.into();
    RUNNER.with_borrow_mut(|runner| runner.take(games).map_err(|why| JsError::new(&why)))
}

/// Takes a bot's answer to a question, after so many microseconds.
///
/// # Errors
/// If it makes no sense.
#[wasm_bindgen]
pub fn game_answer(question: u32, reply: &str, microseconds: u32) -> Result<(), JsError> {
    let reply = BotReply::read(reply).ok_or_else(|| JsError::new(reply))?;
    RUNNER.with_borrow_mut(|runner| runner.answer(question, reply, microseconds.into()));
    Ok(())
}

/// Plays for a slice and returns what there is to say.
#[wasm_bindgen]
pub fn game_work() -> Vec<String> {
    let reply = RUNNER.with_borrow_mut(|runner| runner.work(&now));
    reply.iter().map(Message::write).collect()
}

/// Whether there is more to do before a bot answers.
#[wasm_bindgen]
pub fn game_busy() -> bool {
    RUNNER.with_borrow(GameRunner::is_busy)
}

fn main() {}
