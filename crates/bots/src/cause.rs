//! What makes a file import something, and what to do about it.

use crate::import::{Import, Sort};
use std::fmt;

/// Why a file has imports: how it was probably made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// wasm-bindgen or wasm-pack: glue to JavaScript.
    WasmBindgen,
    /// A compiler that writes for WASI, the interface of command line programs.
    Wasi,
    /// `AssemblyScript`, which reports failed checks by default.
    AssemblyScript,
    /// Emscripten, which brings an environment of its own.
    Emscripten,
    /// Go's own compiler.
    Go,
    /// It was linked as a library for other modules.
    SharedLibrary,
    /// It was linked so that the memory comes from outside.
    Memory,
    /// A function of C's or Rust's that is used and nowhere defined.
    Undefined,
    /// Nothing that is known.
    Unknown,
}

impl Cause {
    /// The likely causes of these imports, each once.
    pub(crate) fn of(imports: &[Import]) -> Vec<Self> {
        let mut causes: Vec<Self> = imports.iter().map(Self::of_one).collect();
        causes.sort_unstable();
        causes.dedup();
        // Where one of the others is known, the rest come with it.
        let vague = [Self::Memory, Self::Undefined, Self::Unknown];
        if causes.iter().any(|cause| !vague.contains(cause)) {
            causes.retain(|cause| !vague.contains(cause));
        }
        causes
    }

    fn of_one(import: &Import) -> Self {
        let (module, name) = (&*import.module, &*import.name);
        let begins = |with: &[&str]| with.iter().any(|with| name.starts_with(with));
        match module {
            "wbg" => Self::WasmBindgen,
            _ if module.starts_with("__wbindgen")
                || module.ends_with("_bg.js")
                || begins(&["__wbg_", "__wbindgen_"]) =>
            {
                Self::WasmBindgen
            }
            "wasi_unstable" => Self::Wasi,
            _ if module.starts_with("wasi_snapshot") || module.starts_with("wasi:") => Self::Wasi,
            "go" | "gojs" => Self::Go,
            "env" if ["abort", "trace", "seed", "console.log"].contains(&name) => {
                Self::AssemblyScript
            }
            "env" if begins(&["emscripten_", "_emscripten_", "invoke_", "__syscall_"]) => {
                Self::Emscripten
            }
            // What emcc makes of all names when it optimises.
            "a" => Self::Emscripten,
            "GOT.mem" | "GOT.func" => Self::SharedLibrary,
            "env" if name == "__memory_base" || name == "__table_base" => Self::SharedLibrary,
            _ if import.sort == Sort::Memory => Self::Memory,
            "env" if import.sort == Sort::Function => Self::Undefined,
            _ => Self::Unknown,
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WasmBindgen => {
                "They look like those of wasm-bindgen or wasm-pack, or of a crate that needs \
                 them, such as js-sys or getrandom. Build the bot with rustc or cargo alone, \
                 for the target wasm32-unknown-unknown, and without such crates."
            }
            Self::Wasi => {
                "It was built for WASI, as a program that prints, or wants the time, files or \
                 random numbers. A bot has none of these. Build it for wasm32-unknown-unknown \
                 (Rust), wasm32 with -nostdlib (C), wasm32-freestanding (Zig) or wasm-unknown \
                 (TinyGo), and take random numbers from what seed(i64) is given."
            }
            Self::AssemblyScript => {
                "They look like those of AssemblyScript. Compile with --use abort= and leave \
                 out trace, console and Math.random."
            }
            Self::Emscripten => {
                "They look like those of Emscripten. Compile with clang itself: \
                 --target=wasm32 -nostdlib -Wl,--no-entry."
            }
            Self::Go => {
                "They look like those of Go's own compiler. TinyGo can do without them: \
                 -target=wasm-unknown."
            }
            Self::SharedLibrary => {
                "It was linked as a shared library. Leave out -shared and -fPIC."
            }
            Self::Memory => {
                "It wants its memory from outside. Leave out --import-memory \
                 (AssemblyScript: --importMemory)."
            }
            Self::Undefined => {
                "These functions are used, but the file does not have them; without the C \
                 library there is no printf, malloc, rand or memcpy. Write those that are \
                 needed, and do without the others."
            }
            Self::Unknown => "Build it so that it needs nothing from outside.",
        })
    }
}
