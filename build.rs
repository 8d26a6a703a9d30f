//! Compiles the messages, and includes a hash of all sources in the page's program. The name of
//! the program contains its content hash and is part of requests for the other files, so that a
//! browser never mixes versions.

use std::{
    env,
    error::Error,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::{Path, PathBuf},
};

/// The sources of all files of the page.
const SOURCES: &[&str] = &[
    "src",
    "locales",
    "public",
    "style/dialogs.css",
    "data",
    "tools",
    "crates/solver/data",
    "Cargo.toml",
    "Cargo.lock",
    "Trunk.toml",
    // The minifier and wasm-opt.
    "e2e/package-lock.json",
    "index.html",
    "rust-toolchain.toml",
    "LICENSE-MIT",
    "LICENSE-APACHE",
];

/// The crates in the page, and that of its messages.
const CRATES: &[&str] = &[
    "analysis",
    "animation",
    "bots",
    "messages",
    "online",
    "players",
    "records",
    "rules",
    "search-worker",
    "solver",
    "styles",
    "tournament",
];

fn main() -> Result<(), Box<dyn Error>> {
    split();
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut hasher = DefaultHasher::new();
    let of_crate = |name| ["src", "Cargo.toml"].map(|part| format!("crates/{name}/{part}"));
    let of_crates = CRATES.iter().flat_map(of_crate);
    for source in SOURCES.iter().map(ToString::to_string).chain(of_crates) {
        println!("cargo::rerun-if-changed={source}");
        hash_path(&root.join(&source), &mut hasher)?;
    }
    println!(
        "cargo::rustc-env=FOUR_SHAPES_BUILD={:016x}",
        hasher.finish()
    );
    messages(&root)
}

/// Compiles the message catalogue into functions, for src/msg.rs.
fn messages(root: &Path) -> Result<(), Box<dyn Error>> {
    let entries = fs::read_dir(root.join("locales/en"))?.collect::<io::Result<Vec<_>>>()?;
    let mut paths: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
    paths.sort();
    // Inserted into index.html by tools/finish.mjs.
    paths.retain(|path| !path.ends_with("shell.ftl"));
    let sources: Vec<String> = paths
        .iter()
        .map(fs::read_to_string)
        .collect::<Result<_, _>>()?;
    let code = four_shapes_messages::compile(sources.iter().map(String::as_str))
        .map_err(|error| format!("locales/en: {error}"))?;
    let folder = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    Ok(fs::write(folder.join("messages.rs"), code)?)
}

/// Prepares the page's program for splitting at its lazy functions, if `cargo xtask` requests
/// it. Only the `wasm-bindgen` of `cargo xtask` can split it.
fn split() {
    const VARIABLE: &str = "FOUR_SHAPES_SPLIT";
    println!("cargo::rustc-check-cfg=cfg(split)");
    println!("cargo::rerun-if-env-changed={VARIABLE}");
    let family = env::var("CARGO_CFG_TARGET_FAMILY").unwrap_or_default();
    if env::var_os(VARIABLE).is_some() && family == "wasm" {
        println!("cargo::rustc-cfg=split");
        println!("cargo::rustc-link-arg-bin=four-shapes=--emit-relocs");
    }
}

/// Hashes a file, or all files of a folder recursively.
fn hash_path(path: &Path, hasher: &mut DefaultHasher) -> io::Result<()> {
    path.file_name().hash(hasher);
    if path.is_dir() {
        let entries = fs::read_dir(path)?.collect::<io::Result<Vec<_>>>()?;
        let mut paths: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
        paths.sort();
        return paths.iter().try_for_each(|path| hash_path(path, hasher));
    }
    fs::read(path)?.hash(hasher);
    Ok(())
}
