//! What a bot may use of WebAssembly: what every browser and the interpreter have
//! without doubt, and give the same results with.

use crate::{
    problem::Problem,
    rewrite::{Refusal, rewrite},
};
use std::fmt;
use wasmparser::{BinaryReaderError, WasmFeatures};

/// What is taken: the first version and what came with compilers' defaults since.
///
/// Threads and relaxed vectors could give other results each time. What is left out
/// besides is younger than some browsers that are in use, or not worth its size here
/// (vectors).
pub(crate) const TAKEN: WasmFeatures = WasmFeatures::MVP
    .union(WasmFeatures::MUTABLE_GLOBAL)
    .union(WasmFeatures::SIGN_EXTENSION)
    .union(WasmFeatures::SATURATING_FLOAT_TO_INT)
    .union(WasmFeatures::MULTI_VALUE)
    .union(WasmFeatures::BULK_MEMORY)
    .union(WasmFeatures::REFERENCE_TYPES);

/// A part of WebAssembly that a bot may not use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feature {
    /// Vectors of 128 bits.
    Simd,
    /// Shared memory and atomic instructions.
    Threads,
    /// Calls in place of the caller.
    TailCalls,
    /// Exceptions.
    Exceptions,
    /// Memory with addresses of 64 bits.
    Memory64,
    /// More than one memory.
    MultiMemory,
    /// Additions and the like in initial values.
    ExtendedConst,
    /// Typed references to functions, and memory that is collected.
    Gc,
    /// Something else.
    Other,
}

/// Each with the bits that switch it on.
const REFUSED: [(Feature, WasmFeatures); 8] = [
    (Feature::Threads, WasmFeatures::THREADS),
    (Feature::TailCalls, WasmFeatures::TAIL_CALL),
    (
        Feature::Exceptions,
        WasmFeatures::EXCEPTIONS.union(WasmFeatures::LEGACY_EXCEPTIONS),
    ),
    (Feature::Memory64, WasmFeatures::MEMORY64),
    (Feature::MultiMemory, WasmFeatures::MULTI_MEMORY),
    (Feature::ExtendedConst, WasmFeatures::EXTENDED_CONST),
    (
        Feature::Gc,
        WasmFeatures::GC.union(WasmFeatures::FUNCTION_REFERENCES),
    ),
    (
        Feature::Other,
        WasmFeatures::CUSTOM_PAGE_SIZES
            .union(WasmFeatures::WIDE_ARITHMETIC)
            .union(WasmFeatures::STACK_SWITCHING)
            .union(WasmFeatures::MEMORY_CONTROL)
            .union(WasmFeatures::SHARED_EVERYTHING_THREADS),
    ),
];

/// Why a file is not valid with what a bot may use: the features that would make it
/// so, or the error if it is just wrong.
pub(crate) fn explain(file: &[u8], error: &BinaryReaderError) -> Vec<Problem> {
    /// What every instruction with vectors begins with.
    const VECTOR: u8 = 0xfd;
    let all = REFUSED
        .iter()
        .fold(TAKEN, |all, (_, bits)| all.union(*bits));
    let error = match rewrite(file, all) {
        Err(Refusal::Limit(problem)) => return vec![problem],
        Err(Refusal::Invalid(error)) => error,
        Ok(_) => {
            let needed = |bits: &WasmFeatures| rewrite(file, all.difference(*bits)).is_err();
            let needed = REFUSED.iter().filter(|(_, bits)| needed(bits));
            let problems: Vec<Problem> = needed
                .map(|&(feature, _)| Problem::Feature(feature))
                .collect();
            if !problems.is_empty() {
                return problems;
            }
            error.clone()
        }
    };
    // Vectors are known by nothing but this byte: reading them is not compiled in.
    if file.get(error.offset()) == Some(&VECTOR) || error.message().contains("SIMD") {
        return vec![Problem::Feature(Feature::Simd)];
    }
    vec![Problem::Invalid {
        at: error.offset(),
        message: error.message().to_owned(),
    }]
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Simd => "vectors (SIMD); compile without simd128",
            Self::Threads => "threads; compile without atomics and shared memory",
            Self::TailCalls => "tail calls; compile without tail-call",
            Self::Exceptions => "exceptions; compile without them (C++: -fno-exceptions)",
            Self::Memory64 => "a memory of 64 bits; compile for wasm32",
            Self::MultiMemory => "more than one memory",
            Self::ExtendedConst => "extended constants; compile without extended-const",
            Self::Gc => {
                "typed references or garbage collection, as compilers of Java, Kotlin, \
                         Dart and Scheme write them"
            }
            Self::Other => "a young proposal for WebAssembly",
        })
    }
}
