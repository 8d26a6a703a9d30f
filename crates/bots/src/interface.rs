//! The functions that a bot has: their names, what they take and return.

use std::fmt;

/// What a number of WebAssembly is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// A whole number of 32 bits.
    I32,
    /// A whole number of 64 bits.
    I64,
    /// A floating point number of 32 bits.
    F32,
    /// A floating point number of 64 bits.
    F64,
    /// No number, but a reference or a vector.
    Other,
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::Other => "no number",
        })
    }
}

/// What a function takes and returns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    /// What it takes.
    pub takes: Vec<Number>,
    /// What it returns.
    pub returns: Vec<Number>,
}

impl fmt::Display for Signature {
    /// `takes (i32, i32) and returns i32`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |numbers: &[Number]| {
            let names: Vec<String> = numbers.iter().map(Number::to_string).collect();
            names.join(", ")
        };
        match &*self.takes {
            [] => f.write_str("takes nothing")?,
            [one] => write!(f, "takes {one}")?,
            more => write!(f, "takes ({})", list(more))?,
        }
        match &*self.returns {
            [] => f.write_str(" and returns nothing"),
            [one] => write!(f, " and returns {one}"),
            more => write!(f, " and returns ({})", list(more)),
        }
    }
}

/// A function of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function {
    /// Under which name it is exported.
    pub name: &'static str,
    /// Whether every bot has it.
    pub required: bool,
    takes: &'static [Number],
    returns: &'static [Number],
}

impl Function {
    /// What it takes and returns.
    pub fn signature(&self) -> Signature {
        Signature {
            takes: self.takes.to_vec(),
            returns: self.returns.to_vec(),
        }
    }
}

const fn required(
    name: &'static str,
    takes: &'static [Number],
    returns: &'static [Number],
) -> Function {
    Function {
        name,
        required: true,
        takes,
        returns,
    }
}

const fn optional(
    name: &'static str,
    takes: &'static [Number],
    returns: &'static [Number],
) -> Function {
    Function {
        required: false,
        ..required(name, takes, returns)
    }
}

use Number::{I32, I64};

/// The interface: what every bot has to export, then what it may.
pub const FUNCTIONS: [Function; 10] = [
    // Returns the version of the interface.
    required("four_shapes_bot", &[], &[I32]),
    // Columns, rows, how many in a row win, 1 for pieces that fall and 0 for others,
    // and 1 for who moves first and 2 for who moves second.
    required("begin", &[I32, I32, I32, I32, I32], &[]),
    // A move of either player, the bot's own as well.
    required("moved", &[I32], &[]),
    // Returns the move that the bot makes.
    required("choose", &[], &[I32]),
    // Return the address of a text in the exported memory: UTF-8 with a zero behind it.
    optional("name", &[], &[I32]),
    optional("author", &[], &[I32]),
    // What random numbers may be made of.
    optional("seed", &[I64], &[]),
    // How many instructions the bot may execute for each turn.
    optional("budget", &[I64], &[]),
    // Forget all games.
    optional("reset", &[], &[]),
    // What some compilers add to have their variables set up; called before all others.
    optional("_initialize", &[], &[]),
];

/// Which of the functions that a bot may have or not it has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)]
pub struct Exports {
    /// `name() -> i32`
    pub name: bool,
    /// `author() -> i32`
    pub author: bool,
    /// `seed(i64)`
    pub seed: bool,
    /// `budget(i64)`
    pub budget: bool,
    /// `reset()`
    pub reset: bool,
    /// `_initialize()`
    pub initialize: bool,
}
