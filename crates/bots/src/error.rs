//! The errors of bots' files.

use crate::{
    MAX_FILE_SIZE, MAX_MEMORY, MAX_TABLE_ENTRIES, MAX_TABLES, interface::Signature, limits::Limit,
    text::tidy,
};
use std::{error::Error, fmt};
use wasmparser::BinaryReaderError;

/// The maximum number of imports to name in an error.
const MAX_NAMED_IMPORTS: usize = 12;

/// An error in a bot's file.
///
/// Its message is one sentence, with a reference to the documentation where there is more to
/// say. Names from the file are shortened and have no control characters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BotError {
    /// The file has this number of bytes, more than [`MAX_FILE_SIZE`].
    TooLarge(usize),
    /// The file does not start with the signature of WebAssembly.
    NotWebAssembly,
    /// The file is not a valid module, or uses a feature of WebAssembly that bots may not use.
    Invalid {
        /// The offset in the file, in bytes.
        offset: usize,
        /// The message of the validator.
        message: String,
    },
    /// The module has imports, with these names: `env.printf`.
    Imports(Vec<String>),
    /// The module does not export these required functions.
    MissingExports(Vec<&'static str>),
    /// The export with the name of this function is not a function.
    NotAFunction(&'static str),
    /// A function has the wrong signature.
    Signature {
        /// The function.
        name: &'static str,
        /// The signature in the file.
        found: Signature,
        /// The signature in the interface.
        expected: Signature,
    },
    /// This function returns an address, but the module exports no memory.
    NoMemory(&'static str),
    /// The module exports a name that is reserved for the instrumentation.
    ReservedExport(&'static str),
    /// The initial size of the memory in bytes is larger than [`MAX_MEMORY`].
    Memory(u64),
    /// The initial size of a table is larger than [`MAX_TABLE_ENTRIES`].
    Table(u64),
    /// The module has this number of tables, more than [`MAX_TABLES`].
    Tables(usize),
    /// The module exceeds a limit.
    Limit {
        /// The limit.
        limit: Limit,
        /// The number that was found, or a lower bound of it.
        found: u64,
        /// The index of the function, if the limit is one of functions.
        function: Option<u32>,
    },
    /// Validation and compilation would take too long, because of the function with this
    /// index if there is one.
    TooComplex(Option<u32>),
    /// The module with the instrumentation is not valid, for this reason.
    Instrumentation(String),
}

impl BotError {
    pub(crate) fn limit(limit: Limit, found: u64, function: Option<u32>) -> Self {
        Self::Limit {
            limit,
            found,
            function,
        }
    }
}

impl From<BinaryReaderError> for BotError {
    fn from(error: BinaryReaderError) -> Self {
        Self::Invalid {
            offset: error.offset(),
            message: error.message().to_owned(),
        }
    }
}

impl fmt::Display for BotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SEE: &str = "see “Troubleshooting” in docs/bots.md";
        match self {
            Self::TooLarge(bytes) => write!(
                f,
                "The file is {} MB; the maximum is {} MB: {SEE}.",
                megabytes(*bytes as u64),
                MAX_FILE_SIZE >> 20,
            ),
            Self::NotWebAssembly => {
                write!(f, "The file is not a compiled WebAssembly module (.wasm).")
            }
            Self::Invalid { offset, message } => write!(
                f,
                "The module is invalid at byte {offset}: {}; {SEE}.",
                tidy(message, 200)
            ),
            Self::Imports(imports) => {
                let names = imports.iter().take(MAX_NAMED_IMPORTS);
                let names: Vec<String> = names.map(|name| tidy(name, 120)).collect();
                write!(f, "The module imports {}", names.join(", "))?;
                if imports.len() > names.len() {
                    write!(f, " and {} more", imports.len() - names.len())?;
                }
                write!(f, ", but bots can't import anything: {SEE}.")
            }
            Self::MissingExports(names) => {
                write!(f, "The module does not export {}: {SEE}.", names.join(", "))
            }
            Self::NotAFunction(name) => write!(f, "The export {name} is not a function."),
            Self::Signature {
                name,
                found,
                expected,
            } => write!(
                f,
                "The function {name} has type {found}; expected {expected}."
            ),
            Self::NoMemory(name) => write!(
                f,
                "The function {name} returns an address, but the module does not export memory."
            ),
            Self::ReservedExport(name) => write!(
                f,
                "The export {name} is reserved for bots that have been prepared to run; use the \
                 original file."
            ),
            Self::Memory(bytes) => write!(
                f,
                "The initial memory is {} MB; the maximum is {} MB.",
                megabytes(*bytes),
                MAX_MEMORY >> 20,
            ),
            Self::Table(entries) => {
                write!(
                    f,
                    "A table has {entries} entries; the maximum is {MAX_TABLE_ENTRIES}."
                )
            }
            Self::Tables(count) => {
                write!(
                    f,
                    "The module has {count} tables; the maximum is {MAX_TABLES}."
                )
            }
            Self::Limit {
                limit,
                found,
                function,
            } => {
                match function {
                    Some(index) => write!(f, "Function {index} has ")?,
                    None => f.write_str("The module has ")?,
                }
                write!(f, "{found} {limit}; the maximum is {}: {SEE}.", limit.max())
            }
            Self::TooComplex(Some(function)) => write!(
                f,
                "Function {function} would take too long to validate and compile: {SEE}."
            ),
            Self::TooComplex(None) => write!(
                f,
                "The module would take too long to validate and compile: {SEE}."
            ),
            Self::Instrumentation(message) => write!(
                f,
                "The module is too large for its instructions to be counted: {}.",
                tidy(message, 200)
            ),
        }
    }
}

impl Error for BotError {}

/// Converts bytes to megabytes with one decimal, rounded up: a size above a limit is shown as
/// one.
fn megabytes(bytes: u64) -> String {
    let tenths = bytes.saturating_mul(10).div_ceil(1 << 20);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// The errors of a bot's file: at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotErrors(Vec<BotError>);

impl BotErrors {
    pub(crate) fn new(errors: Vec<BotError>) -> Self {
        debug_assert!(!errors.is_empty(), "there has to be an error");
        Self(errors)
    }

    /// Returns an iterator over the errors.
    pub fn iter(&self) -> impl Iterator<Item = &BotError> {
        self.0.iter()
    }
}

impl From<BotError> for BotErrors {
    fn from(error: BotError) -> Self {
        Self(vec![error])
    }
}

impl fmt::Display for BotErrors {
    /// Writes a line for each error.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, error) in self.0.iter().enumerate() {
            let separator = if i == 0 { "" } else { "\n" };
            write!(f, "{separator}{error}")?;
        }
        Ok(())
    }
}

impl Error for BotErrors {}
