//! The npm package `four-shapes-solver`, from the folder `npm` and the crate
//! `four-shapes-solver-wasm`.

use crate::{
    browsers,
    run::{Result, announce, root, run},
    solver, tools,
};
use std::{
    fs::{self, File},
    path::Path,
};

/// The folder of the package's contents.
const PACKAGE: &str = "target/npm/package";
/// The folder that `npm pack` writes to.
const PACKED: &str = "target/npm";
/// The folder of the tests.
const TESTS: &str = "e2e/npm";
/// Files that are not in the folder `npm`.
const OTHER_FILES: [&str; 3] = [
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "crates/solver/data/7x6.book",
];

/// Builds the package and packs it into a file.
pub(crate) fn pack() -> Result {
    announce("Building the npm package …");
    tools::install_without_trunk()?;
    let package = root().join(PACKAGE);
    let failed = |error| format!("{}: {error}", package.display());
    if package.exists() {
        fs::remove_dir_all(&package).map_err(failed)?;
    }
    solver::build_module(&package, &[])?;
    let copy = |from: &Path| match from.file_name() {
        Some(name) => fs::copy(from, package.join(name)).map(|_| ()),
        None => Ok(()),
    };
    for entry in fs::read_dir(root().join("npm")).map_err(failed)? {
        copy(&entry.map_err(failed)?.path()).map_err(failed)?;
    }
    for file in OTHER_FILES {
        copy(&root().join(file)).map_err(failed)?;
    }
    write_licences(&package.join("licences.txt"))?;
    run(tools::npm()
        .current_dir(root())
        .args(["pack", "--pack-destination", PACKED])
        .arg(&package))
}

/// Writes the notices of the crates in the program.
fn write_licences(path: &Path) -> Result {
    let file = File::create(path).map_err(|error| format!("{}: {error}", path.display()))?;
    run(tools::node()
        .args(["../tools/licences.mjs", "npm"])
        .stdout(file))
}

/// Installs the packed file into empty folders, and uses it there in Node and in a page.
pub(crate) fn test() -> Result {
    pack()?;
    let browsers = browsers::install()?;
    announce("Testing the npm package …");
    let failed = |error| format!("{TESTS}: {error}");
    let mut tests = Vec::new();
    for entry in fs::read_dir(root().join(TESTS)).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.to_string_lossy().ends_with(".test.mjs") {
            tests.push(path);
        }
    }
    run(tools::node()
        .arg("--test")
        .args(tests)
        .env(browsers::SOURCE_VARIABLE, browsers))
}
