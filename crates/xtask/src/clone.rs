//! Copies of the sources, without what was installed or built, as in a new clone.

use crate::run::{Result, root};
use std::{
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
    copy(&root(), &folder).map_err(failed)?;
    Ok(folder)
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if NOT_SOURCES.iter().any(|name| entry.file_name() == *name) {
            continue;
        }
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to)?;
        } else {
            fs::copy(entry.path(), &to)?;
            // With their times, by which Cargo decides what to build again.
            let modified = entry.metadata()?.modified()?;
            File::options()
                .write(true)
                .open(&to)?
                .set_modified(modified)?;
        }
    }
    Ok(())
}
