//! Gives the page's program a part that differs whenever any of the programs or
//! their data do. Its file is named after its contents, and the other files are
//! asked for with that name: so a browser never mixes versions.

use std::{
    env,
    error::Error,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::{Path, PathBuf},
};

/// What the other programs, their data and the notices are made from.
const SOURCES: [&str; 21] = [
    "src",
    "locales",
    "crates/messages/src",
    "public",
    "style/dialogs.css",
    "data",
    "tools",
    "crates/engine/src",
    "crates/engine/Cargo.toml",
    "crates/bots/src",
    "crates/bots/Cargo.toml",
    "crates/search-worker/src",
    "crates/search-worker/Cargo.toml",
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

fn main() -> Result<(), Box<dyn Error>> {
    split();
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut hasher = DefaultHasher::new();
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
        add(&root.join(source), &mut hasher)?;
    }
    println!(
        "cargo::rustc-env=FOUR_SHAPES_BUILD={:016x}",
        hasher.finish()
    );
    messages(&root)
}

/// Compiles the message catalogue into functions, for src/text/messages.rs.
fn messages(root: &Path) -> Result<(), Box<dyn Error>> {
    let entries = fs::read_dir(root.join("locales/en"))?.collect::<io::Result<Vec<_>>>()?;
    let mut paths: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
    paths.sort();
    // tools/finish.mjs puts that one into index.html.
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

/// Prepares the page's program for being split at its lazy functions, where `cargo xtask`
/// asks for it: its `wasm-bindgen` does the rest, and another one can't.
fn split() {
    const WANTED: &str = "FOUR_SHAPES_SPLIT";
    println!("cargo::rustc-check-cfg=cfg(split)");
    println!("cargo::rerun-if-env-changed={WANTED}");
    let family = env::var("CARGO_CFG_TARGET_FAMILY").unwrap_or_default();
    if env::var_os(WANTED).is_some() && family == "wasm" {
        println!("cargo::rustc-cfg=split");
        println!("cargo::rustc-link-arg-bin=four-shapes=--emit-relocs");
    }
}

/// A file, or all that is in a folder.
fn add(path: &Path, hasher: &mut DefaultHasher) -> io::Result<()> {
    path.file_name().hash(hasher);
    if path.is_dir() {
        let entries = fs::read_dir(path)?.collect::<io::Result<Vec<_>>>()?;
        let mut paths: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
        paths.sort();
        return paths.iter().try_for_each(|path| add(path, hasher));
    }
    fs::read(path)?.hash(hasher);
    Ok(())
}
