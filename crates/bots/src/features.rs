//! What a bot may use of WebAssembly: what every browser and the interpreter have
//! without doubt, and give the same results with.

use std::fmt;
use wasmparser::WasmFeatures;

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
pub(crate) const REFUSED: [(Feature, WasmFeatures); 8] = [
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
