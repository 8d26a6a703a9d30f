//! The program of the search workers and the game workers, which `public/worker.js` and
//! `public/game-worker.js` load and call.

use four_shapes_search_worker::{
    BotReply, GameRunner, Output, SearchWorker, WorkerMessage, decode, encode,
};
use js_sys::Uint8Array;
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

/// The memory for tables and trees, in bytes.
const MEMORY: usize = 32 << 20;
/// The same on devices with at most 2 GB.
const SMALL_MEMORY: usize = 8 << 20;

thread_local! {
    static WORKER: RefCell<SearchWorker> = RefCell::new(SearchWorker::new(SMALL_MEMORY));
    static RUNNER: RefCell<GameRunner> = RefCell::new(GameRunner::new());
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
    #[wasm_bindgen(js_namespace = console)]
    fn error(text: &str);
}

/// Starts a search worker on a device with this memory, if known. Returns the first message
/// to the page.
#[wasm_bindgen]
pub fn start(gigabytes: Option<f64>) -> Uint8Array {
    let is_small = gigabytes.is_some_and(|gigabytes| gigabytes <= 2.0);
    let memory = if is_small { SMALL_MEMORY } else { MEMORY };
    WORKER.set(SearchWorker::new(memory));
    to_array(&WorkerMessage::Ready)
}

/// Handles a message from the page. Returns `true` if the opening book is needed.
///
/// # Errors
/// Returns an error if the message is invalid.
#[wasm_bindgen]
pub fn handle_message(bytes: &[u8]) -> Result<bool, JsError> {
    let message = decode(bytes)?;
    WORKER.with_borrow_mut(|worker| {
        let handled = worker.handle_message(message, now());
        handled.map_err(|error| JsError::new(&error))?;
        Ok(worker.take_book_request())
    })
}

/// Sets the opening book of the search worker.
///
/// # Errors
/// Returns an error if the bytes are not an opening book.
#[wasm_bindgen]
pub fn set_book(bytes: &[u8]) -> Result<(), JsError> {
    WORKER
        .with_borrow_mut(|worker| worker.set_book(bytes))
        .map_err(|error| JsError::new(&error))
}

/// Searches for a slice and returns messages to the page.
#[wasm_bindgen]
pub fn work() -> Vec<Uint8Array> {
    let responses = WORKER.with_borrow_mut(|worker| worker.work(&now));
    let messages = responses.into_iter().map(WorkerMessage::Response);
    messages.map(|message| to_array(&message)).collect()
}

/// Returns `true` if a search is in progress.
#[wasm_bindgen]
pub fn is_busy() -> bool {
    WORKER.with_borrow(SearchWorker::is_busy)
}

/// Sets the tournament of the game worker. Returns `true` if the opening book is needed.
///
/// # Errors
/// Returns an error if the text is not a tournament file.
#[wasm_bindgen]
pub fn game_set_tournament(setup: &str) -> Result<bool, JsError> {
    RUNNER
        .with_borrow_mut(|runner| runner.set_tournament(setup))
        .map_err(|error| JsError::new(&error))
}

/// Sets the opening book of the game worker.
///
/// # Errors
/// Returns an error if the bytes are not an opening book.
#[wasm_bindgen]
pub fn game_set_book(bytes: &[u8]) -> Result<(), JsError> {
    RUNNER
        .with_borrow_mut(|runner| runner.set_book(bytes))
        .map_err(|error| JsError::new(&error))
}

/// Sets the games to play: those with the numbers `from..to`.
///
/// # Errors
/// Returns an error if the tournament has no such games.
#[wasm_bindgen]
pub fn game_play(from: u32, to: u32) -> Result<(), JsError> {
    let games = from.into()..to.into();
    RUNNER
        .with_borrow_mut(|runner| runner.play(games))
        .map_err(|error| JsError::new(&error))
}

/// Handles a bot's reply to a request, after this time.
///
/// # Errors
/// Returns an error if the reply is invalid.
#[wasm_bindgen]
pub fn game_handle_reply(id: u32, reply: &str, microseconds: u32) -> Result<(), JsError> {
    let reply = BotReply::parse(reply).ok_or_else(|| JsError::new(reply))?;
    RUNNER.with_borrow_mut(|runner| runner.handle_reply(id, reply, microseconds.into()));
    Ok(())
}

/// Plays for a slice. Returns messages to the page as arrays, and commands for bots as
/// strings.
#[wasm_bindgen]
pub fn game_work() -> Vec<JsValue> {
    let outputs = RUNNER.with_borrow_mut(|runner| runner.work(&now));
    let to_value = |output| match output {
        Output::Page(report) => to_array(&report).into(),
        Output::Bots(command) => JsValue::from(command.to_string()),
    };
    outputs.into_iter().map(to_value).collect()
}

/// Returns `true` if there is something to do before a bot replies.
#[wasm_bindgen]
pub fn game_is_busy() -> bool {
    RUNNER.with_borrow(GameRunner::is_busy)
}

fn to_array(message: &impl serde::Serialize) -> Uint8Array {
    encode(message).as_slice().into()
}

fn main() {
    std::panic::set_hook(Box::new(|panic| error(&panic.to_string())));
}
