//! The program that validates bots, which `public/bot-validator.js` loads and calls.

use four_shapes_bots::{Bot, BotErrors};
use four_shapes_tournament::BotHash;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console)]
    fn error(text: &str);
}

/// The result of checking a file.
#[wasm_bindgen]
pub struct Checked(Result<Bot, BotErrors>);

#[wasm_bindgen]
impl Checked {
    /// Returns the code to run, if the file is a valid bot.
    pub fn code(&self) -> Option<Vec<u8>> {
        let bot = self.0.as_ref().ok()?;
        Some(bot.bytes().to_vec())
    }

    /// Returns the errors, one in each line; empty if the file is a valid bot.
    pub fn errors(&self) -> String {
        match &self.0 {
            Ok(_) => String::new(),
            Err(errors) => errors.to_string(),
        }
    }
}

/// Checks a file.
#[wasm_bindgen]
pub fn check(bytes: &[u8]) -> Checked {
    Checked(four_shapes_bots::check(bytes))
}

/// Returns the SHA-256 of a file as hexadecimal digits.
#[wasm_bindgen]
pub fn hash_of(bytes: &[u8]) -> String {
    BotHash(four_shapes_bots::hash(bytes)).to_string()
}

fn main() {
    std::panic::set_hook(Box::new(|panic| error(&panic.to_string())));
}
