//! What a file is that is no WebAssembly.

use std::fmt;

/// What a file looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// WebAssembly as text.
    Wat,
    /// The source of a program.
    Source,
    /// A program for an interpreter.
    Script,
    /// A page, or what a server says when there is no such file.
    Html,
    /// Some other text.
    Text,
    /// A zip file.
    Zip,
    /// Compressed.
    Compressed,
    /// A library that is not linked.
    Archive,
    /// A program for this or another system.
    Native,
    /// None of these.
    Unknown,
}

impl FileKind {
    pub(crate) fn of(file: &[u8]) -> Self {
        /// What files of a kind begin with.
        const BEGINNINGS: [(&[u8], FileKind); 13] = [
            (b"PK\x03\x04", FileKind::Zip),
            (b"PK\x05\x06", FileKind::Zip),
            (b"\x1f\x8b", FileKind::Compressed),
            (b"\xfd7zXZ", FileKind::Compressed),
            (b"7z\xbc\xaf", FileKind::Compressed),
            (b"BZh", FileKind::Compressed),
            (b"\x28\xb5\x2f\xfd", FileKind::Compressed),
            (b"!<arch>\n", FileKind::Archive),
            (b"\x7fELF", FileKind::Native),
            (b"MZ", FileKind::Native),
            (b"\xcf\xfa\xed\xfe", FileKind::Native),
            (b"\xce\xfa\xed\xfe", FileKind::Native),
            (b"\xca\xfe\xba\xbe", FileKind::Native),
        ];
        if let Some(&(_, file_kind)) = BEGINNINGS.iter().find(|(with, _)| file.starts_with(with)) {
            return file_kind;
        }
        match std::str::from_utf8(file) {
            Ok(text) if !text.contains('\0') => Self::of_text(text),
            _ => Self::Unknown,
        }
    }

    fn of_text(text: &str) -> Self {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let begins = |with: &[&str]| with.iter().any(|with| text.starts_with(with));
        let has = |with: &[&str]| with.iter().any(|with| text.contains(with));
        if begins(&["(module", "(;", ";;"]) || has(&["(module"]) {
            Self::Wat
        } else if begins(&["<"]) {
            Self::Html
        } else if begins(&["#!/"]) || has(&["import sys", "def ", "print("]) {
            Self::Script
        } else if has(&[
            "fn ",
            "#include",
            "func ",
            "void ",
            "int ",
            "function ",
            "class ",
        ]) {
            Self::Source
        } else {
            Self::Text
        }
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Wat => {
                "It is WebAssembly as text; a program such as wat2wasm makes a .wasm file of it."
            }
            Self::Source => {
                "It looks like the source of a program; compile it, and take the .wasm file \
                 that comes of that."
            }
            Self::Script => {
                "It looks like a program for an interpreter, such as one in Python. In the \
                 terminal that can play as well, as a program that is spoken to by lines."
            }
            Self::Html => {
                "It is a page or other markup; perhaps it was downloaded from an address that \
                 has no such file."
            }
            Self::Text => "It is a text.",
            Self::Zip => "It is a zip file; unpack it first.",
            Self::Compressed => "It is compressed; unpack it first.",
            Self::Archive => {
                "It is a library that was not linked. Rust: --crate-type cdylib makes a .wasm \
                 file."
            }
            Self::Native => {
                "It is a program for a computer's own processor. Compile it for \
                 wasm32-unknown-unknown (Rust) or --target=wasm32 (C)."
            }
            Self::Unknown => "What it is instead is not known here.",
        })
    }
}
