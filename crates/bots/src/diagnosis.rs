//! What is wrong with a file that can't be rewritten.

use crate::{
    features::{Feature, REFUSED, TAKEN},
    file_kind::FileKind,
    problem::Problem,
    rewrite::{Refusal, rewrite},
};
use wasmparser::{BinaryReaderError, WasmFeatures};

/// What every module begins with.
const MAGIC: &[u8] = b"\0asm";

/// The version that every module has.
const VERSION: u32 = 1;

/// The version and the layer that a component has.
const COMPONENT: u32 = 0x0001_000d;

/// What is wrong with a file that is nothing like a module.
pub(crate) fn unlike_a_module(file: &[u8]) -> Option<Problem> {
    if file.is_empty() {
        return Some(Problem::Empty);
    }
    let Some(rest) = file.strip_prefix(MAGIC) else {
        if MAGIC.starts_with(file) {
            return Some(Problem::CutOff(MAGIC.len() + 4 - file.len()));
        }
        return Some(Problem::NoModule(FileKind::of(file)));
    };
    let version = rest.first_chunk().map(|bytes| u32::from_le_bytes(*bytes));
    match version {
        None => Some(Problem::CutOff(4 - rest.len())),
        Some(VERSION) => None,
        Some(COMPONENT) => Some(Problem::Component),
        Some(other) => Some(Problem::Version(other)),
    }
}

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
