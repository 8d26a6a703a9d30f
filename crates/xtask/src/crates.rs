//! The crates as packages, as they would be published.

use crate::{
    run::{Result, announce, output, root, run},
    tools,
};
use std::{fs, path::Path};

/// The packages, lowest first.
const PACKAGES: [&str; 9] = [
    "four-shapes-rules",
    "four-shapes-solver",
    "four-shapes-players",
    "four-shapes-analysis",
    "four-shapes-records",
    "four-shapes-tournament",
    "four-shapes-styles",
    "four-shapes-bots",
    "four-shapes-cli",
];

/// The packages that are programs.
const PROGRAMS: [&str; 1] = ["four-shapes-cli"];

/// A program that uses the packages from outside the workspace.
const PROGRAM: &str = include_str!("crates/program.rs");

/// Packages all crates, builds each package, and uses them in a program of an empty folder.
pub(crate) fn test() -> Result {
    announce("Packaging the crates …");
    let packages = PACKAGES.iter().flat_map(|name| ["--package", name]);
    run(tools::cargo()
        .args(["package", "--locked", "--allow-dirty"])
        .args(packages))?;
    announce("Using the packages in a program outside the workspace …");
    let folder = root().join("target/packages");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| failed(&folder, &error))?;
    }
    write(&folder.join("src/main.rs"), PROGRAM)?;
    write(&folder.join("Cargo.toml"), &manifest()?)?;
    run(tools::cargo()
        .current_dir(&folder)
        .args(["run", "--quiet", "--release", "--target-dir"])
        .arg(root().join("target/packages-build")))
}

/// Returns the program's manifest: the packages by version, from the folders in which `cargo
/// package` has unpacked them.
fn manifest() -> Result<String> {
    let id = output(tools::cargo().args(["pkgid", "--package", PACKAGES[0]]));
    let id = id.ok_or("cargo pkgid failed")?;
    let version = id.rsplit(['#', '@']).next().unwrap_or_default();
    let mut manifest = "[package]\nname = \"program\"\nedition = \"2024\"\n\n[workspace]\n\n\
        [dependencies]\n"
        .to_owned();
    let libraries = || PACKAGES.iter().filter(|name| !PROGRAMS.contains(name));
    for name in libraries() {
        let features = match *name {
            "four-shapes-solver" => ", features = [\"book\"]",
            "four-shapes-rules" => ", features = [\"serde\"]",
            _ => "",
        };
        let line = format!("{name} = {{ version = \"={version}\"{features} }}\n");
        manifest.push_str(&line);
    }
    manifest += "\n[patch.crates-io]\n";
    for name in libraries() {
        let unpacked = root().join(format!("target/package/{name}-{version}"));
        // A literal string: paths on Windows have backslashes.
        let line = format!("{name} = {{ path = '{}' }}\n", unpacked.display());
        manifest.push_str(&line);
    }
    Ok(manifest)
}

fn write(file: &Path, text: &str) -> Result {
    let folder = file.parent().unwrap_or(file);
    fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
    fs::write(file, text).map_err(|error| failed(file, &error))
}

fn failed(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
