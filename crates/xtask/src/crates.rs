//! The crates as packages, as they would be published.

use crate::{
    LIBRARY_FEATURES,
    run::{Result, announce, root, run},
    tools,
};
use std::{fs, path::Path, process::Command};

/// The packages of the libraries, lowest first.
const LIBRARIES: [&str; 10] = [
    "four-shapes-rules",
    "four-shapes-solver",
    "four-shapes-players",
    "four-shapes-analysis",
    "four-shapes-records",
    "four-shapes-tournament",
    "four-shapes-styles",
    "four-shapes-online",
    "four-shapes-animation",
    "four-shapes-bots",
];

/// The package of the terminal program.
const TERMINAL: &str = "four-shapes-cli";

/// The version of all packages, and of this one.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A program that uses the packages from outside the workspace.
const PROGRAM: &str = include_str!("crates/program.rs");

/// Packages all crates, and builds and uses the libraries in a program of an empty folder.
pub(crate) fn test() -> Result {
    announce("Packaging the crates …");
    let packages = LIBRARIES.into_iter().chain([TERMINAL]);
    run(tools::cargo()
        // The program builds the libraries; `cargo publish` verifies every package.
        .args(["package", "--locked", "--allow-dirty", "--no-verify"])
        .args(packages.flat_map(|name| ["--package", name])))?;
    announce("Using the packages in a program outside the workspace …");
    let folder = root().join("target/packages");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| failed(&folder, &error))?;
    }
    write(&folder.join("src/main.rs"), PROGRAM)?;
    write(&folder.join("Cargo.toml"), &manifest())?;
    for name in LIBRARIES {
        let packed = root().join(format!("target/package/{name}-{VERSION}.crate"));
        run(Command::new("tar")
            .current_dir(&folder)
            // Not with the archive's times, which never change: Cargo would not build it again.
            .arg("-xzmf")
            .arg(packed))?;
    }
    run(tools::cargo()
        .current_dir(&folder)
        .args(["run", "--quiet"])
        .args(LIBRARY_FEATURES)
        .arg("--target-dir")
        .arg(root().join("target/packages-build")))
}

/// Returns the program's manifest: the packages by version, unpacked beside it.
fn manifest() -> String {
    let mut manifest = "[package]\nname = \"program\"\nedition = \"2024\"\n\n[workspace]\n\n\
        [profile.dev]\nopt-level = 1\ndebug = false\n\n[dependencies]\n"
        .to_owned();
    for name in LIBRARIES {
        manifest += &[name, " = \"=", VERSION, "\"\n"].concat();
    }
    manifest += "\n[patch.crates-io]\n";
    for name in LIBRARIES {
        manifest += &[name, " = { path = \"", name, "-", VERSION, "\" }\n"].concat();
    }
    manifest
}

fn write(file: &Path, text: &str) -> Result {
    let folder = file.parent().unwrap_or(file);
    fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
    fs::write(file, text).map_err(|error| failed(file, &error))
}

fn failed(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
