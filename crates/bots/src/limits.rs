//! The limits within which all engines run a module in the same way.
//!
//! The WebAssembly specification leaves limits to the engines. A file between the limits of
//! two engines would run in one and fail in the other, so [`check`](crate::check) rejects
//! files above the smallest one:
//!
//! | what | limit here | V8 | `SpiderMonkey` | `JavaScriptCore` | wasmi |
//! |---|---|---|---|---|---|
//! | targets of a `br_table`, without the default | 65,520 | 65,520 | 65,520 | – | – |
//! | branches in a function, with each target of a `br_table` | 65,530 | 65,535 to one block | – | – | – |
//! | parameters, variables and operands of a function | 19,992 | 50,000 variables | 50,000, and frames of 512 KiB | 50,000 | 30,000, and 65,535 slots |
//! | nested blocks | 10,000 | – | – | – | – |
//! | exports | 100,000 | 1,000,000, once 100,000 | 100,000 | 1,000,000 | – |
//! | bytes of a rewritten function | 7,654,321 | 7,654,321 | 7,654,321 | 7,654,321 | – |
//! | bytes of the rewritten module | 16 MB | 1 GiB | 1 GiB | 1 GiB | – |
//! | parameters or results of a function or block | 1,000 | 1,000 | 1,000 | 1,000 | – |
//! | bytes of a name | 100,000 | 100,000 | 100,000 | 100,000 | – |
//! | types, functions, variables of the module | 1,000,000 each | the same | the same | the same | – |
//! | data segments, element segments | 100,000 each | 100,000 and 10,000,000 | 100,000 and 10,000,000 | 100,000 and – | – |
//! | entries of a table | [`MAX_TABLE_ENTRIES`](crate::MAX_TABLE_ENTRIES) | 10,000,000 | 10,000,000 | 10,000,000 | – |
//! | bytes of memory | [`MAX_MEMORY`](crate::MAX_MEMORY) | 4 GiB | 4 GiB | 4 GiB | 4 GiB |
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
//! No engine documents a limit of nesting; ours keeps the time of compilers whose work grows
//! with the depth reasonable. A function with more values than the call stack
//! ([`MAX_STACK_VALUES`]) could never be called.

use crate::MAX_STACK_VALUES;
use std::fmt;
use wasmparser::WasmFeatures;

/// The features of WebAssembly that bots may use: the first version, and those that compilers
/// have enabled by default since.
///
/// Threads and relaxed SIMD are not deterministic. All others are newer than some browsers in
/// use, or would add more code than they are worth (SIMD).
pub(crate) const FEATURES: WasmFeatures = WasmFeatures::MVP
    .union(WasmFeatures::MUTABLE_GLOBAL)
    .union(WasmFeatures::SIGN_EXTENSION)
    .union(WasmFeatures::SATURATING_FLOAT_TO_INT)
    .union(WasmFeatures::MULTI_VALUE)
    .union(WasmFeatures::BULK_MEMORY)
    .union(WasmFeatures::REFERENCE_TYPES);

/// The number of values on the [stack](crate::MAX_STACK_VALUES) for a call, besides the
/// function's own.
pub(crate) const VALUES_PER_CALL: u32 = 8;

/// A limit of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// Targets of a `br_table`, without the default.
    BranchTargets,
    /// Branches in a function.
    Branches,
    /// Parameters, variables and operands of a function.
    Values,
    /// Nested blocks.
    Nesting,
    /// Exports of the module.
    Exports,
    /// Bytes of a rewritten function.
    Function,
    /// Bytes of the rewritten module.
    Module,
}

impl Limit {
    /// All limits.
    pub const ALL: [Self; 7] = [
        Self::BranchTargets,
        Self::Branches,
        Self::Values,
        Self::Nesting,
        Self::Exports,
        Self::Function,
        Self::Module,
    ];

    /// Returns the maximum.
    pub const fn max(self) -> u64 {
        match self {
            Self::BranchTargets => 65_520,
            Self::Branches => 65_530,
            Self::Values => MAX_STACK_VALUES.unsigned_abs() - VALUES_PER_CALL as u64,
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
            Self::BranchTargets => "targets in a br_table",
            Self::Branches => "branches",
            Self::Values => "parameters, variables and operands",
            Self::Nesting => "nested blocks",
            Self::Exports => "exports",
            Self::Function | Self::Module => "bytes including the instruction counter",
        })
    }
}

/// The maximum work of validating and compiling a module.
///
/// The time of compilers is not proportional to the size of the file: a `br_table` checks the
/// values of its label for each target, a baseline compiler records the location of each value
/// at each branch, and the number of values of a call depends on its type. So the work is
/// counted: 1 for an instruction and for each value that it pops or pushes, at each target,
/// and the constants below. A 4 MB file by a compiler costs about 3 million.
///
/// It is counted rather than measured, so that a file is rejected everywhere or nowhere.
pub(crate) const MAX_WORK: u64 = 16_000_000;

/// The work of an engine for each function of an instance.
pub(crate) const FUNCTION_WORK: u64 = 16;

/// The work for each export.
pub(crate) const EXPORT_WORK: u64 = 128;

/// The work for each entry of an element segment.
pub(crate) const ELEMENT_WORK: u64 = 16;

/// The work for each global variable.
pub(crate) const GLOBAL_WORK: u64 = 4;

/// A branch or a branch target costs one more for each group of this size of values in the
/// function, since a baseline compiler records the location of each of them.
pub(crate) const VALUES_PER_BRANCH_WORK: u64 = 4;
