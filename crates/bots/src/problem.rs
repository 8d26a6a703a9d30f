//! What can be wrong with a bot's file.

use crate::{
    LARGEST_FILE, MEMORY, TABLE, TABLES,
    cause::Cause,
    features::Feature,
    file_kind::FileKind,
    import::{Import, Sort},
    interface::{FUNCTIONS, Signature},
    limits::Limit,
    text::tidy,
};
use std::{error::Error, fmt};

/// What to do about a function.
const DIVIDE: &str = "Divide it into several, or compile with less inlining.";

/// Something that is wrong with a bot's file. The names in it that are from the file
/// are shortened and have no control characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// There is nothing in it.
    Empty,
    /// It has so many bytes.
    TooLarge(usize),
    /// It is something else than WebAssembly.
    NoModule(FileKind),
    /// It is WebAssembly of a version that there is not yet.
    Version(u32),
    /// It is a component, not a module.
    Component,
    /// Its last part lacks so many bytes.
    CutOff(usize),
    /// It uses this.
    Feature(Feature),
    /// It is no valid WebAssembly.
    Invalid {
        /// Where, in bytes from the beginning.
        at: usize,
        /// What the reader of such files says.
        message: String,
    },
    /// It is a part of a program, to be linked with others.
    Object,
    /// It imports something.
    Imports {
        /// What it imports, or the first of it.
        named: Vec<Import>,
        /// How many more there are.
        more: usize,
        /// How it probably comes to import them.
        causes: Vec<Cause>,
    },
    /// It exports no function at all.
    NothingExported,
    /// It does not export this function.
    Missing {
        /// The function.
        name: &'static str,
        /// What it exports instead, perhaps.
        like: Option<String>,
    },
    /// It exports something else under the name of a function.
    NoFunction {
        /// The function.
        name: &'static str,
        /// What it is.
        sort: Sort,
    },
    /// A function takes or returns something else.
    Signature {
        /// The function.
        name: &'static str,
        /// What it takes and returns.
        found: Signature,
        /// What it should.
        expected: Signature,
    },
    /// It has this function, which returns an address, but exports no memory.
    NoMemory(&'static str),
    /// It exports a name that is kept for what is added to it.
    Reserved(&'static str),
    /// Its memory has so many bytes from the start.
    Memory(u64),
    /// One of its tables has so many entries from the start.
    Table(u64),
    /// It has so many tables.
    Tables(usize),
    /// There is more of something in it than every engine takes.
    Limit {
        /// Of what.
        limit: Limit,
        /// How many there are, or at least.
        found: u64,
        /// The number of the function that it is in.
        function: Option<u32>,
    },
    /// To check and compile it would take too long, perhaps because of the function with
    /// this number.
    TooComplex(Option<u32>),
    /// With the counting added it is too large for WebAssembly.
    Counting {
        /// What the reader of such files says.
        message: String,
    },
}

impl Problem {
    /// There is more of something than every engine takes, perhaps in a function.
    pub(crate) fn limit(limit: Limit, found: u64, function: Option<u32>) -> Self {
        Self::Limit {
            limit,
            found,
            function,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("The file is empty."),
            Self::TooLarge(bytes) => write!(
                f,
                "The file has {} MB; a bot has at most {} MB. Compile it with optimisation \
                 and without debugging information (Rust: -O -C strip=symbols).",
                megabytes(*bytes as u64),
                LARGEST_FILE >> 20,
            ),
            Self::NoModule(file_kind) => write!(f, "The file is no WebAssembly. {file_kind}"),
            Self::Version(version) => write!(
                f,
                "The file is WebAssembly of version {version}; only version 1 is known."
            ),
            Self::Component => f.write_str(
                "The file is a WebAssembly component, not a module. Compile it without the \
                 component model (Rust: for the target wasm32-unknown-unknown).",
            ),
            Self::CutOff(bytes) => write!(
                f,
                "The file is cut off: at least {bytes} {} missing at its end. Copy or download \
                 it again.",
                if *bytes == 1 { "byte is" } else { "bytes are" },
            ),
            Self::Feature(feature) => {
                write!(
                    f,
                    "It uses a part of WebAssembly that bots can't: {feature}."
                )
            }
            Self::Invalid { at, message } => write!(
                f,
                "It is no valid WebAssembly: {}, at byte {at}.",
                tidy(message, 200)
            ),
            Self::Object => f.write_str(
                "It is an object file, a part that has still to be linked. Let the compiler \
                 link it (C: without -c), or do it with wasm-ld.",
            ),
            Self::Imports {
                named,
                more,
                causes,
            } => imports(f, named, *more, causes),
            Self::NothingExported => nothing_exported(f),
            Self::Missing { name, like } => missing(f, name, like.as_deref()),
            Self::NoFunction { name, sort } => {
                write!(f, "What it exports as {name} is {sort}, not a function.")
            }
            Self::Signature {
                name,
                found,
                expected,
            } => write!(
                f,
                "Its function {name} {found}; it has to be one that {expected}."
            ),
            Self::NoMemory(name) => write!(
                f,
                "Its function {name} returns the address of a text, but there is no memory to \
                 look in: export it as memory, or leave out {name}."
            ),
            Self::Reserved(name) => write!(
                f,
                "It exports something as {name}, a name that is kept for the counting of its \
                 instructions. Perhaps it was made ready to run before: take the original file."
            ),
            Self::Memory(bytes) => write!(
                f,
                "It wants {} MB of memory to begin with; a bot has at most {} MB.",
                megabytes(*bytes),
                MEMORY >> 20,
            ),
            Self::Table(entries) => write!(
                f,
                "One of its tables has {entries} entries; at most {TABLE} are possible."
            ),
            Self::Tables(count) => {
                write!(f, "It has {count} tables; at most {TABLES} are possible.")
            }
            Self::Limit {
                limit,
                found,
                function,
            } => over(f, *limit, *found, *function),
            Self::TooComplex(function) => too_complex(f, *function),
            Self::Counting { message } => write!(
                f,
                "It is so large that the counting of its instructions does not fit in: {}.",
                tidy(message, 200)
            ),
        }
    }
}

fn over(
    f: &mut fmt::Formatter<'_>,
    limit: Limit,
    found: u64,
    function: Option<u32>,
) -> fmt::Result {
    let most = limit.most();
    match function {
        Some(index) => write!(
            f,
            "Its function number {index} has {found} {limit}; at most {most} are possible. {DIVIDE}"
        ),
        None => write!(f, "It has {found} {limit}; at most {most} are possible."),
    }
}

fn too_complex(f: &mut fmt::Formatter<'_>, function: Option<u32>) -> fmt::Result {
    f.write_str("It is too complex: to check and compile it would take too long.")?;
    match function {
        Some(index) => write!(f, " That was found in function number {index}. {DIVIDE}"),
        None => Ok(()),
    }
}

fn imports(
    f: &mut fmt::Formatter<'_>,
    named: &[Import],
    more: usize,
    causes: &[Cause],
) -> fmt::Result {
    f.write_str("It imports something, and a bot gets nothing from outside: ")?;
    for (i, import) in named.iter().enumerate() {
        let between = if i == 0 { "" } else { ", " };
        write!(f, "{between}{import}")?;
    }
    if more > 0 {
        write!(f, ", and {more} more")?;
    }
    f.write_str(".")?;
    causes.iter().try_for_each(|cause| write!(f, " {cause}"))
}

fn nothing_exported(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("It exports no functions. A bot has to export ")?;
    let required = FUNCTIONS.iter().filter(|function| function.required);
    for (i, function) in required.enumerate() {
        let between = if i == 0 { "" } else { ", " };
        write!(f, "{between}{}", function.name)?;
    }
    f.write_str(
        ". Rust: #[unsafe(no_mangle)] pub extern \"C\" fn, and --crate-type cdylib; \
         C: -Wl,--export=begin and so on.",
    )
}

fn missing(f: &mut fmt::Formatter<'_>, name: &str, like: Option<&str>) -> fmt::Result {
    write!(f, "It does not export the function {name}.")?;
    match like {
        // What compilers make of names.
        Some(like) if like.starts_with("_Z") || like.starts_with("_R") => write!(
            f,
            " There is {like}; Rust needs #[unsafe(no_mangle)] in front of the function, C++ \
             extern \"C\"."
        ),
        Some(like) => write!(f, " There is {like}; the name has to be exactly {name}."),
        None => Ok(()),
    }
}

/// Megabytes, with a tenth that is rounded up: more than a limit is shown as more.
fn megabytes(bytes: u64) -> String {
    let tenths = bytes.saturating_mul(10).div_ceil(1 << 20);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// All that is wrong with a bot's file: at least one problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems(Vec<Problem>);

impl Problems {
    pub(crate) fn new(problems: Vec<Problem>) -> Self {
        debug_assert!(!problems.is_empty(), "something has to be wrong");
        Self(problems)
    }

    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = &Problem> {
        self.0.iter()
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self(vec![problem])
    }
}

impl fmt::Display for Problems {
    /// A line for each.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            let between = if i == 0 { "" } else { "\n" };
            write!(f, "{between}{problem}")?;
        }
        Ok(())
    }
}

impl Error for Problems {}
