//! The program that looks at bots, in a worker: public/bot-validator.js loads it and calls it.

use four_shapes_bots::{Bot, Problems};
use four_shapes_engine::tournament::Hash;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console)]
    fn error(text: &str);
}

/// What became of a file.
#[wasm_bindgen]
pub struct Checked(Result<Bot, Problems>);

#[wasm_bindgen]
impl Checked {
    /// What is to be run, if it is a bot.
    pub fn code(&self) -> Option<Vec<u8>> {
        let bot = self.0.as_ref().ok()?;
        Some(bot.bytes().to_vec())
    }

    /// What is wrong with it, a problem in each line; empty if it is a bot.
    pub fn words(&self) -> String {
        match &self.0 {
            Ok(_) => String::new(),
            Err(problems) => problems.to_string(),
        }
    }
}

/// Looks at a file.
#[wasm_bindgen]
pub fn check(bytes: &[u8]) -> Checked {
    std::panic::set_hook(Box::new(|panic| error(&panic.to_string())));
    Checked(four_shapes_bots::check(bytes))
}

/// The SHA-256 of a file, as hexadecimal digits.
#[wasm_bindgen]
pub fn hash_of(bytes: &[u8]) -> String {
    Hash(four_shapes_bots::hash(bytes)).to_string()
}

fn main() {}
