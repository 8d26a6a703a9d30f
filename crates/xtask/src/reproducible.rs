//! Tests that builds of the page are reproducible, independent of the folder.

use crate::{
    build, clone,
    run::{Result, announce, root, run},
    tools,
};
use std::{
    collections::BTreeMap,
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
};

/// The parts of the target folder with what the page depends on.
const BUILT: [&str; 4] = [
    "release",
    "page",
    "wasm32-unknown-unknown/release",
    "wasm32-unknown-unknown/page",
];

/// Builds the page twice, in the project's folder and in a copy of it, and compares all
/// files. The copy has its own target folder, since in a shared one Cargo would reuse what was
/// compiled from the other folder, but begins with the dependencies: they are in the same
/// folder for both, and compiling them again takes two minutes.
pub(crate) fn test() -> Result {
    build(&[])?;
    announce("Building the page in another folder …");
    let copy = clone::create("reproducible/sources")?;
    let failed = |error| format!("{}: {error}", copy.display());
    let target = root().join("target/reproducible/target");
    if target.exists() {
        fs::remove_dir_all(&target).map_err(failed)?;
    }
    for part in BUILT {
        let is_dependency = |name: &OsStr| !name.as_encoded_bytes().starts_with(b"four-shapes");
        let built = root().join("target").join(part);
        clone::copy(&built, &target.join(part), is_dependency).map_err(failed)?;
    }
    run(tools::trunk_build()?
        .current_dir(&copy)
        .env("CARGO_TARGET_DIR", target))?;
    let first = files(&root().join("dist")).map_err(failed)?;
    let second = files(&copy.join("dist")).map_err(failed)?;
    let different = differences(&first, &second);
    if different.is_empty() {
        return Ok(());
    }
    Err(format!(
        "two builds of the same sources differ in {}",
        different.join(", ")
    ))
}

type Files = BTreeMap<PathBuf, Vec<u8>>;

/// Returns the contents of all files below a folder, by relative path.
fn files(folder: &Path) -> io::Result<Files> {
    let mut files = Files::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = PathBuf::from(entry.file_name());
        if entry.file_type()?.is_dir() {
            let inner = self::files(&entry.path())?;
            files.extend(
                inner
                    .into_iter()
                    .map(|(path, bytes)| (name.join(path), bytes)),
            );
        } else {
            files.insert(name, fs::read(entry.path())?);
        }
    }
    Ok(files)
}

/// Returns the paths of files that differ or exist on only one side.
fn differences(first: &Files, second: &Files) -> Vec<String> {
    let mut paths: Vec<&PathBuf> = first.keys().chain(second.keys()).collect();
    paths.sort();
    paths.dedup();
    paths.retain(|path| first.get(*path) != second.get(*path));
    paths
        .iter()
        .map(|path| path.display().to_string())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_name_changed_added_and_missing_files() {
        let files = |files: &[(&str, &str)]| -> Files {
            let entry = |&(name, text): &(&str, &str)| (name.into(), text.into());
            files.iter().map(entry).collect()
        };
        let first = files(&[("a", "1"), ("b", "2"), ("c/d", "3")]);
        assert!(differences(&first, &first).is_empty());
        let second = files(&[("a", "1"), ("b", "4"), ("e", "5")]);
        assert_eq!(differences(&first, &second), ["b", "c/d", "e"]);
    }
}
