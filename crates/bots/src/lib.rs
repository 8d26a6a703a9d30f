//! Bots: players that anybody can write, as WebAssembly files.
//!
//! A bot imports nothing and exports a few functions that take and return numbers
//! ([`interface`]). [`check`] reads such a file. It says in words what is wrong with it,
//! or makes a [`Bot`] of it: the same code, rewritten so that it counts the
//! instructions it executes and stops when they are used up. A browser and an
//! interpreter that run these very bytes therefore agree on who has run out of time,
//! on machines of any speed.
//!
//! What is added to a bot, and how a host uses it:
//!
//! - [`FUEL`], an exported global (`i64`, mutable): how many instructions the bot may
//!   still execute. The host sets it before each call. Below zero the code traps, before
//!   it executes anything that is not paid for.
//! - [`REFUSED`], an exported global (`i32`, mutable): 1 once the bot has wanted more
//!   memory than it may have.
//! - [`START`], an exported function, where the file has a start function. That would
//!   run before the host can set any fuel; so the host calls it instead.
//! - Limits of what its memory and tables can grow to, and of how deep functions may
//!   call each other ([`STACK`]).
//!
//! A host makes an instance for each game. Then it calls, where there are such,
//! [`START`] and `_initialize`; `four_shapes_bot`, which has to return [`VERSION`];
//! where there are such `reset`, `seed` and `budget`; and `begin`: each with
//! [`PREPARATION`] times the fuel of a turn. For each turn it calls `moved` with
//! every move that has been made since the last one, and `choose`, all of them
//! together with the fuel of a turn. If a call traps, or the fuel is below zero when it
//! returns, the bot is done with: it has used up its time if the fuel is below zero, else
//! crashed for want of memory if it was refused any, else just crashed.
//!
//! What engines differ in is refused, and what they would take long to compile ([`limits`]).
//!
//! Nothing here runs a bot: this crate is pure, and part of the page as well as of the
//! terminal program.
//!
//! ```
//! let problems = four_shapes_bots::check(b"fn main() {}").unwrap_err();
//! assert!(problems.to_string().contains("compile"));
//! ```

#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

mod cause;
mod diagnosis;
mod features;
mod file_kind;
mod import;
pub mod interface;
pub mod limits;
mod problem;
mod rewrite;
mod survey;
mod text;

pub use cause::Cause;
pub use features::Feature;
pub use file_kind::FileKind;
pub use import::{Import, Sort};
pub use problem::{Problem, Problems};
pub use text::{LONGEST_TEXT, TextError, text, tidy};

use interface::Exports;
use rewrite::Refusal;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use survey::Survey;

/// The version of the interface, which a bot's `four_shapes_bot` returns.
pub const VERSION: i32 = 1;

/// The exported global that counts down: instructions that may still be executed.
pub const FUEL: &str = "four_shapes_fuel";

/// The exported global that is 1 once the bot was refused memory.
pub const REFUSED: &str = "four_shapes_refused";

/// The exported function that has to be called first, where there is one.
pub const START: &str = "four_shapes_start";

/// The most bytes of a bot's file: 4 MB.
pub const LARGEST_FILE: usize = 4 << 20;

/// How many times the instructions of a turn a bot may execute in each call before its
/// first turn.
pub const PREPARATION: i64 = 10;

/// The most bytes of a bot's memory: 64 MB.
pub const MEMORY: u64 = 64 << 20;

/// The most entries of each of a bot's tables.
pub const TABLE: u64 = 1 << 16;

/// The most tables of a bot.
pub const TABLES: usize = 4;

/// How much the calls that are under way may take together, in values: parameters,
/// variables and intermediate results of each function, and 8 for the call itself.
///
/// Every browser has room for more than that, so that none of them has to stop a bot
/// where another would go on.
pub const STACK: i64 = 20_000;

/// A bot that is ready to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bot {
    bytes: Vec<u8>,
    exports: Exports,
    size: usize,
    hash: [u8; 32],
}

impl Bot {
    /// The module to run: the bot's code, with the counting added.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Which of the functions that a bot may have or not it has.
    pub fn exports(&self) -> Exports {
        self.exports
    }

    /// The size of the file, in bytes.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The SHA-256 of the file. Two bots with the same hash are the same bot.
    pub fn hash(&self) -> [u8; 32] {
        self.hash
    }

    /// The hash as 64 hexadecimal digits.
    pub fn hex(&self) -> String {
        let mut hex = String::new();
        for byte in self.hash {
            write!(hex, "{byte:02x}").expect("a string takes all that is written");
        }
        hex
    }
}

/// The SHA-256 of a file, whatever it is.
pub fn hash(file: &[u8]) -> [u8; 32] {
    Sha256::digest(file).into()
}

/// Reads a bot's file and makes it ready to run.
///
/// # Errors
/// Everything that is wrong with it, as far as it can be read. Whether it does what
/// the interface asks can only be seen by running it: what version it is of, whether
/// its start function comes to an end.
pub fn check(file: &[u8]) -> Result<Bot, Problems> {
    if file.len() > LARGEST_FILE {
        return Err(Problem::TooLarge(file.len()).into());
    }
    if let Some(problem) = diagnosis::unlike_a_module(file) {
        return Err(problem.into());
    }
    let rewritten = rewrite::rewrite(file, features::TAKEN);
    // Whatever else there is to be said of it would take too long to find out.
    if let Err(Refusal::Limit(problem)) = rewritten {
        return Err(problem.into());
    }
    let survey = Survey::of(file);
    let mut problems = match &rewritten {
        // A file that is cut off lacks things that were in it once.
        Err(_) if survey.missing > 0 => vec![Problem::CutOff(survey.missing)],
        Err(Refusal::Invalid(error)) => diagnosis::explain(file, error),
        Err(Refusal::Limit(_)) | Ok(_) => Vec::new(),
    };
    if survey.missing == 0 || rewritten.is_ok() {
        problems.extend(survey.problems());
    }
    let bytes = match rewritten {
        Ok(bytes) if problems.is_empty() => bytes,
        _ => return Err(Problems::new(problems)),
    };
    if let Some(problem) = rewrite::doubt(&bytes) {
        return Err(problem.into());
    }
    Ok(Bot {
        bytes,
        exports: survey.exports(),
        size: file.len(),
        hash: hash(file),
    })
}
