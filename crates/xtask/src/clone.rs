//! Copies of the sources, without what was installed or built, as in a new clone.

use crate::run::{Result, root};
use std::{
    ffi::OsStr,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

/// Entries of the project's folder that are not sources.
const NOT_SOURCES: [&str; 5] = [".git", "target", "dist", "node_modules", "test-results"];

/// Copies the sources, uncommitted changes included, into a folder of `target`.
pub(crate) fn create(name: &str) -> Result<PathBuf> {
    let folder = root().join("target").join(name);
    let failed = |error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    let is_source = |name: &OsStr| NOT_SOURCES.iter().all(|other| name != *other);
    copy(&root(), &folder, is_source).map_err(failed)?;
    Ok(folder)
}

/// Copies the entries of a folder whose names are accepted, with their times, by which Cargo
/// decides what to build again.
pub(crate) fn copy(from: &Path, to: &Path, accepts: fn(&OsStr) -> bool) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if !accepts(&entry.file_name()) {
            continue;
        }
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to, accepts)?;
        } else {
            fs::copy(entry.path(), &to)?;
            let modified = entry.metadata()?.modified()?;
            let file = File::options().write(true).open(&to)?;
            file.set_modified(modified)?;
        }
    }
    Ok(())
}
