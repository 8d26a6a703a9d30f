//! The limits within which every engine runs a module in the same way.
//!
//! The WebAssembly specification leaves limits to the engines. A file between two of them
//! would play in one and fail in another, so [`check`](crate::check) refuses whatever is
//! over the smallest:
//!
//! | what | limit here | V8 | `SpiderMonkey` | `JavaScriptCore` | wasmi |
//! |---|---|---|---|---|---|
//! | targets of a `br_table`, without the default | 65,520 | 65,520 | 65,520 | – | – |
//! | branches in a function, each target of a `br_table` for itself | 65,530 | 65,535 to one block | – | – | – |
//! | parameters, variables and operands of a function | 19,992 | 50,000 variables | 50,000, and frames of 512 KiB | 50,000 | 30,000, and 65,535 slots |
//! | blocks inside one another | 10,000 | – | – | – | – |
//! | exports | 100,000 | 1,000,000, once 100,000 | 100,000 | 1,000,000 | – |
//! | bytes of a function, with the counting added | 7,654,321 | 7,654,321 | 7,654,321 | 7,654,321 | – |
//! | bytes of the module, with the counting added | 16 MB | 1 GiB | 1 GiB | 1 GiB | – |
//! | parameters or results of a function or block | 1,000 | 1,000 | 1,000 | 1,000 | – |
//! | bytes of a name | 100,000 | 100,000 | 100,000 | 100,000 | – |
//! | types, functions, variables of the module | 1,000,000 each | the same | the same | the same | – |
//! | data segments, element segments | 100,000 each | 100,000 and 10,000,000 | 100,000 and 10,000,000 | 100,000 and – | – |
//! | entries of a table | [`TABLE`](crate::TABLE) | 10,000,000 | 10,000,000 | 10,000,000 | – |
//! | bytes of memory | [`MEMORY`](crate::MEMORY) | 4 GiB | 4 GiB | 4 GiB | 4 GiB |
//!
//! [`Limit`] has those down to the size of the module, wasmparser the next four; the last
//! two keep bots small.
//!
//! Sources, all read in 2026:
//!
//! - the list that browsers agreed on: *WebAssembly `JavaScript` Interface*,
//!   *Implementation-defined limits*, <https://webassembly.github.io/spec/js-api/#limits>;
//! - V8: `src/wasm/wasm-limits.h` (`kV8MaxWasmFunctionBrTableSize` and its neighbours). More
//!   than 65,535 branches to one block overflow a counter of its optimising compiler:
//!   <https://issues.chromium.org/issues/481074858>;
//! - `SpiderMonkey`: `js/src/wasm/WasmConstants.h` (`MaxBrTableElems`, `MaxFrameSize`, …);
//! - `JavaScriptCore`: `Source/JavaScriptCore/wasm/WasmLimits.h`;
//! - wasmi 2.0: `src/engine/translator/func/locals.rs` and `layout.rs`;
//! - wasmparser: `src/limits.rs`.
//!
//! No engine documents a limit of nesting. Ours keeps compilers that work on blocks inside
//! blocks within reasonable time; a function that takes more values than all calls together
//! may ([`STACK`]) could never be called.

use crate::STACK;
use std::fmt;

/// What a call takes of the [stack](crate::STACK) beside the function's values.
pub(crate) const CALL: u32 = 8;

/// A limit that depends on the engine, or that keeps engines within their limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// Targets of a `br_table`, without the default.
    Targets,
    /// Branches in a function.
    Branches,
    /// Parameters, variables and operands of a function.
    Values,
    /// Blocks inside one another.
    Nesting,
    /// What the module exports.
    Exports,
    /// Bytes of a function, with the counting added.
    Function,
    /// Bytes of the module, with the counting added.
    Module,
}

impl Limit {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Targets,
        Self::Branches,
        Self::Values,
        Self::Nesting,
        Self::Exports,
        Self::Function,
        Self::Module,
    ];

    /// How many there may be.
    pub const fn most(self) -> u64 {
        match self {
            Self::Targets => 65_520,
            Self::Branches => 65_530,
            Self::Values => STACK.unsigned_abs() - CALL as u64,
            Self::Nesting => 10_000,
            Self::Exports => 100_000,
            Self::Function => 7_654_321,
            Self::Module => 16 << 20,
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Targets => "targets in a br_table",
            Self::Branches => "branches",
            Self::Values => "parameters, variables and operands",
            Self::Nesting => "blocks inside one another",
            Self::Exports => "exports",
            Self::Function | Self::Module => "bytes with the counting of instructions added",
        })
    }
}

/// How much work it may be to check and compile a module.
///
/// Compilers of WebAssembly can take much longer than a file is long: `br_table` checks the
/// values of its label once for each target, a baseline compiler keeps where each value of a
/// function is at each branch, and what a call moves stands only in its type. So the work is
/// counted: 1 for an instruction and for each value that it takes or returns, at each
/// target, and the constants below. A 4 MB file that a compiler
/// has produced costs about 3 million.
///
/// It is counted rather than measured, so that a file is refused everywhere or nowhere.
pub(crate) const WORK: u64 = 16_000_000;

/// What an engine does for each function of each instance.
pub(crate) const FUNCTION_WORK: u64 = 16;

/// The same for each export.
pub(crate) const EXPORT_WORK: u64 = 128;

/// The same for each entry of a table's segments.
pub(crate) const ELEMENT_WORK: u64 = 16;

/// The same for each variable of the module.
pub(crate) const GLOBAL_WORK: u64 = 4;

/// A branch or a branch target costs one more for each group of this many values in the
/// function, since a baseline compiler records where each of them is.
pub(crate) const VALUES_OF_A_BRANCH: u64 = 4;
