//! Tests that builds of the page are reproducible, independent of the folder.

use crate::{
    build, clone,
    run::{Result, announce, root, run},
    tools,
};
use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

/// Builds the page twice, in the project's folder and in a copy of it, and compares all
/// files. The copy has its own target folder: in a shared one, Cargo would reuse what was
/// compiled from the other folder.
pub(crate) fn test() -> Result {
    build(&[])?;
    announce("Building the page in another folder …");
    let copy = clone::create("reproducible/sources")?;
    let failed = |error| format!("{}: {error}", copy.display());
    run(tools::trunk_build()?.current_dir(&copy).env(
        "CARGO_TARGET_DIR",
        root().join("target/reproducible/target"),
    ))?;
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
