//! The crates as packages, as they would be published.

use crate::{
    run::{Result, announce, output, root, run},
    tools,
};
use std::{fs, path::Path, process::Command};

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

/// Packages all crates, and builds and uses the libraries in a program of an empty folder.
pub(crate) fn test() -> Result {
    announce("Packaging the crates …");
    let packages = PACKAGES.iter().flat_map(|name| ["--package", name]);
    run(tools::cargo()
        // The program builds the libraries; `cargo publish` verifies every package.
        .args(["package", "--locked", "--allow-dirty", "--no-verify"])
        .args(packages))?;
    announce("Using the packages in a program outside the workspace …");
    let folder = root().join("target/packages");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| failed(&folder, &error))?;
    }
    write(&folder.join("src/main.rs"), PROGRAM)?;
    let version = version()?;
    for name in libraries() {
        let packed = root().join(format!("target/package/{name}-{version}.crate"));
        run(Command::new("tar")
            .current_dir(&folder)
            .arg("-xzf")
            .arg(packed))?;
    }
    write(&folder.join("Cargo.toml"), &manifest(&version))?;
    run(tools::cargo()
        .current_dir(&folder)
        .args(["run", "--quiet", "--target-dir"])
        .arg(root().join("target/packages-build")))
}

/// Returns the version of all packages.
fn version() -> Result<String> {
    let id = output(tools::cargo().args(["pkgid", "--package", PACKAGES[0]]));
    let id = id.ok_or("cargo pkgid failed")?;
    Ok(id.rsplit(['#', '@']).next().unwrap_or_default().to_owned())
}

fn libraries() -> impl Iterator<Item = &'static str> {
    PACKAGES.into_iter().filter(|name| !PROGRAMS.contains(name))
}

/// Returns the program's manifest: the packages by version, unpacked beside it.
fn manifest(version: &str) -> String {
    let mut manifest = "[package]\nname = \"program\"\nedition = \"2024\"\n\n[workspace]\n\n\
        [profile.dev]\nopt-level = 1\ndebug = false\n\n[dependencies]\n"
        .to_owned();
    for name in libraries() {
        let features = match name {
            "four-shapes-solver" => ", features = [\"book\"]",
            "four-shapes-rules" => ", features = [\"serde\"]",
            _ => "",
        };
        let line = format!("{name} = {{ version = \"={version}\"{features} }}\n");
        manifest.push_str(&line);
    }
    manifest += "\n[patch.crates-io]\n";
    for name in libraries() {
        let line = format!("{name} = {{ path = \"{name}-{version}\" }}\n");
        manifest.push_str(&line);
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
