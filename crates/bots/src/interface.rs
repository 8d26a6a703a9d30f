//! The functions of the bot interface and their signatures.

use std::fmt;

/// The type of a parameter or result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueType {
    /// A 32-bit integer.
    I32,
    /// A 64-bit integer.
    I64,
    /// A 32-bit floating-point number.
    F32,
    /// A 64-bit floating-point number.
    F64,
    /// A reference or a vector.
    Other,
}

impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::Other => "another type",
        })
    }
}

/// The parameters and results of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    /// The types of the parameters.
    pub params: Vec<ValueType>,
    /// The types of the results.
    pub results: Vec<ValueType>,
}

impl fmt::Display for Signature {
    /// Writes the signature as Rust would: `(i32, i32) -> i32`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |types: &[ValueType]| {
            let names: Vec<String> = types.iter().map(ValueType::to_string).collect();
            names.join(", ")
        };
        write!(f, "({})", list(&self.params))?;
        match &*self.results {
            [] => Ok(()),
            [result] => write!(f, " -> {result}"),
            results => write!(f, " -> ({})", list(results)),
        }
    }
}

/// A function of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function {
    /// The name of the export.
    pub name: &'static str,
    /// Whether every bot has to export it.
    pub required: bool,
    params: &'static [ValueType],
    results: &'static [ValueType],
}

impl Function {
    /// Returns the signature.
    pub fn signature(&self) -> Signature {
        Signature {
            params: self.params.to_vec(),
            results: self.results.to_vec(),
        }
    }
}

const fn required(
    name: &'static str,
    params: &'static [ValueType],
    results: &'static [ValueType],
) -> Function {
    Function {
        name,
        required: true,
        params,
        results,
    }
}

const fn optional(
    name: &'static str,
    params: &'static [ValueType],
    results: &'static [ValueType],
) -> Function {
    Function {
        required: false,
        ..required(name, params, results)
    }
}

use ValueType::{I32, I64};

/// The interface: required functions, then optional ones.
pub const FUNCTIONS: [Function; 10] = [
    // Returns the version of the interface.
    required("four_shapes_bot", &[], &[I32]),
    // Columns, rows, connect, gravity (1 or 0), and the bot's player number (1 moves first).
    required("begin", &[I32, I32, I32, I32, I32], &[]),
    // A move by either player.
    required("moved", &[I32], &[]),
    // Returns the bot's move.
    required("choose", &[], &[I32]),
    // Return the address of a text in the exported memory: UTF-8, terminated by zero.
    optional("name", &[], &[I32]),
    optional("author", &[], &[I32]),
    // The seed for random numbers.
    optional("seed", &[I64], &[]),
    // The number of instructions for each turn.
    optional("budget", &[I64], &[]),
    // Resets all state.
    optional("reset", &[], &[]),
    // Added by some compilers to initialize variables; called before all others.
    optional("_initialize", &[], &[]),
];

/// The optional functions that a bot exports.
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
