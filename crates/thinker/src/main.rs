//! The thinker: what runs in workers. public/worker.js loads it and calls it.

use four_shapes_thinker::{Arena, BotSaid, Out, Thinker};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

/// The most bytes for tables and trees.
const MEMORY: usize = 32 << 20;
/// The same on devices with little memory.
const LESS_MEMORY: usize = 8 << 20;

thread_local! {
    static THINKER: RefCell<Thinker> = RefCell::new(Thinker::new(LESS_MEMORY));
    static ARENA: RefCell<Arena> = RefCell::new(Arena::new());
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
    THINKER.with_borrow_mut(|thinker| {
        *thinker = Thinker::new(memory);
        thinker.greeting().to_owned()
    })
}

/// Takes up what the page says, and tells whether the opening book is wanted.
///
/// # Errors
/// If it makes no sense.
#[wasm_bindgen]
pub fn hear(text: &str) -> Result<bool, JsError> {
    THINKER.with_borrow_mut(|thinker| {
        thinker
            .hear(text, now())
            .map_err(|why| JsError::new(&why))?;
        Ok(thinker.wants_book())
    })
}

/// Takes the opening book.
///
/// # Errors
/// If it is none.
#[wasm_bindgen]
pub fn use_book(bytes: &[u8]) -> Result<(), JsError> {
    THINKER.with_borrow_mut(|thinker| thinker.use_book(bytes).map_err(|why| JsError::new(&why)))
}

/// Thinks for a slice and returns what there is to say.
#[wasm_bindgen]
pub fn work() -> Vec<String> {
    THINKER.with_borrow_mut(|thinker| thinker.work(&now))
}

/// Whether there is more to think about.
#[wasm_bindgen]
pub fn busy() -> bool {
    THINKER.with_borrow(Thinker::is_busy)
}

/// Takes a tournament's set-up, and tells whether the opening book is wanted.
///
/// # Errors
/// If it is none.
#[wasm_bindgen]
pub fn arena_enter(setup: &str) -> Result<bool, JsError> {
    std::panic::set_hook(Box::new(|panic| error(&panic.to_string())));
    ARENA.with_borrow_mut(|arena| arena.enter(setup).map_err(|why| JsError::new(&why)))
}

/// Takes the opening book.
///
/// # Errors
/// If it is none.
#[wasm_bindgen]
pub fn arena_use_book(bytes: &[u8]) -> Result<(), JsError> {
    ARENA.with_borrow_mut(|arena| arena.use_book(bytes).map_err(|why| JsError::new(&why)))
}

/// Takes games of the tournament to play: those with these numbers.
///
/// # Errors
/// If there are no such games.
#[wasm_bindgen]
pub fn arena_take(from: u32, to: u32) -> Result<(), JsError> {
    let games = from.into()..to.into();
    ARENA.with_borrow_mut(|arena| arena.take(games).map_err(|why| JsError::new(&why)))
}

/// Takes a bot's answer to a question, after so many microseconds.
///
/// # Errors
/// If it makes no sense.
#[wasm_bindgen]
pub fn arena_answer(question: u32, said: &str, microseconds: u32) -> Result<(), JsError> {
    let said = BotSaid::read(said).ok_or_else(|| JsError::new(said))?;
    ARENA.with_borrow_mut(|arena| arena.answer(question, said, microseconds.into()));
    Ok(())
}

/// Plays for a slice and returns what there is to say.
#[wasm_bindgen]
pub fn arena_work() -> Vec<String> {
    let said = ARENA.with_borrow_mut(|arena| arena.work(&now));
    said.iter().map(Out::write).collect()
}

/// Whether there is more to do before a bot answers.
#[wasm_bindgen]
pub fn arena_busy() -> bool {
    ARENA.with_borrow(Arena::is_busy)
}

fn main() {}
