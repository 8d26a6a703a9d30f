//! Bots: computer players as WebAssembly files.
//!
//! A bot imports nothing and exports a few functions that take and return numbers
//! ([`interface`]). [`check`] validates a file and returns its [errors](BotError), or a
//! [`Bot`]: the same code, rewritten so that it counts the instructions it executes and
//! traps when they are used up. A browser and an interpreter that run these bytes therefore
//! agree on which bot has run out of time, on machines of any speed.
//!
//! The rewritten module has these additions:
//!
//! - [`FUEL`], an exported global (`i64`, mutable): the number of instructions that the
//!   bot may still execute. The host sets it before each call. The code traps when it falls
//!   below zero, before the instructions are executed.
//! - [`MEMORY_REFUSED`], an exported global (`i32`, mutable): 1 once the bot has been refused
//!   memory.
//! - [`START`], an exported function in place of the start function, if the file has one:
//!   that would run before the host can set the fuel.
//! - Limits on the size of its memory and tables, and on the depth of calls
//!   ([`MAX_STACK_VALUES`]).
//!
//! A host creates an instance for each game and calls, each with [`SETUP_FACTOR`] times the
//! fuel of a turn: [`START`] and `_initialize`, if exported; `four_shapes_bot`, which has to
//! return [`VERSION`]; `reset`, `seed` and `budget`, if exported; and `begin`. For each turn
//! it calls `moved` with every move since the last turn, and `choose`, all of them together
//! with the fuel of a turn. If a call traps, or the fuel is below zero when it returns, the
//! bot forfeits the game: for overtime if the fuel is below zero, else for memory if
//! [`MEMORY_REFUSED`] is 1, else for a crash.
//!
//! Modules that engines treat differently, or take too long to compile, are rejected
//! ([`limits`]).
//!
//! Nothing here runs a bot; any WebAssembly engine can.
//!
//! ```
//! let errors = four_shapes_bots::check(b"fn main() {}").unwrap_err();
//! assert!(errors.to_string().contains("not a compiled WebAssembly module"));
//! ```

#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

mod error;
pub mod interface;
pub mod limits;
mod module_info;
mod rewrite;
mod text;

pub use error::{BotError, BotErrors};
pub use text::{MAX_TEXT_LEN, TextError, text, tidy};

use interface::Exports;
use module_info::ModuleInfo;
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// The version of the interface, which a bot's `four_shapes_bot` returns.
pub const VERSION: i32 = 1;

/// The name of the exported global with the number of instructions that may still be executed.
pub const FUEL: &str = "four_shapes_fuel";

/// The name of the exported global that is 1 once the bot has been refused memory.
pub const MEMORY_REFUSED: &str = "four_shapes_refused";

/// The name of the exported function to call first, if it exists.
pub const START: &str = "four_shapes_start";

/// The maximum size of a bot's file: 4 MB.
pub const MAX_FILE_SIZE: usize = 4 << 20;

/// The fuel of each call before the first turn, as a multiple of the fuel of a turn.
pub const SETUP_FACTOR: i64 = 10;

/// The maximum size of a bot's memory: 64 MB.
pub const MAX_MEMORY: u64 = 64 << 20;

/// The maximum number of entries of a table.
pub const MAX_TABLE_ENTRIES: u64 = 1 << 16;

/// The maximum number of tables.
pub const MAX_TABLES: usize = 4;

/// The maximum size of the call stack in values: parameters, variables and operands of each
/// function, and 8 for the call itself.
///
/// It is below the limits of all browsers, so that a bot fails in all of them or in none.
pub const MAX_STACK_VALUES: i64 = 20_000;

/// A bot that is ready to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bot {
    bytes: Vec<u8>,
    exports: Exports,
    size: usize,
    hash: [u8; 32],
}

impl Bot {
    /// Returns the module to run: the bot's code with the instrumentation.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the optional functions that the bot exports.
    pub fn exports(&self) -> Exports {
        self.exports
    }

    /// Returns the size of the file, in bytes.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns the SHA-256 of the file, which identifies the bot.
    pub fn hash(&self) -> [u8; 32] {
        self.hash
    }

    /// Returns the hash as 64 hexadecimal digits.
    pub fn hash_hex(&self) -> String {
        let mut hex = String::new();
        for byte in self.hash {
            write!(hex, "{byte:02x}").expect("writing to a string can't fail");
        }
        hex
    }
}

/// Returns the SHA-256 of a file.
pub fn hash(file: &[u8]) -> [u8; 32] {
    Sha256::digest(file).into()
}

/// Validates a bot's file and rewrites it to be run.
///
/// # Errors
/// Returns the first error of an invalid module, or all violations of the interface by a valid
/// one. Errors that only running it can show are not found: another [`VERSION`], or a start
/// function that does not return.
pub fn check(file: &[u8]) -> Result<Bot, BotErrors> {
    const SIGNATURE: &[u8] = b"\0asm";
    if file.len() > MAX_FILE_SIZE {
        return Err(BotError::TooLarge(file.len()).into());
    }
    if !file.starts_with(SIGNATURE) {
        return Err(BotError::NotWebAssembly.into());
    }
    let bytes = rewrite::rewrite(file)?;
    let info = ModuleInfo::new(file).map_err(BotError::from)?;
    let errors = info.errors();
    if !errors.is_empty() {
        return Err(BotErrors::new(errors));
    }
    rewrite::validate(&bytes)?;
    Ok(Bot {
        bytes,
        exports: info.exports(),
        size: file.len(),
        hash: hash(file),
    })
}

/// The examples of the readme, to test them.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
