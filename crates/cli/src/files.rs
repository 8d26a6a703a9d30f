//! Files, read with a bound and written whole or not at all.

use crate::failure::Failure;
use four_shapes_engine::record;
use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

/// The text of a file, or of the input if the file is called `-`.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    let text = if path == Path::new("-") {
        read_from(io::stdin().lock())
    } else {
        File::open(path).and_then(read_from)
    };
    text.map_err(|error| Failure::file(path, error))
}

/// Opens a file to be added to, or makes one, and reads what is in it. Nobody else can
/// open it so meanwhile.
pub(crate) fn open_to_add(path: &Path) -> Result<(File, Vec<u8>), Failure> {
    let fail = |error: io::Error| Failure::file(path, error);
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true);
    let mut file = options.open(path).map_err(fail)?;
    file.try_lock()
        .map_err(|error| Failure::file(path, error))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(fail)?;
    Ok((file, bytes))
}

fn read_from(from: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    // One more than what will be taken, so that it is refused as too large.
    let most = record::MOST_BYTES as u64 + 1;
    from.take(most).read_to_end(&mut bytes)?;
    if bytes.len() > record::MOST_BYTES {
        // The last character may have been cut in two.
        return Ok(String::from_utf8_lossy(&bytes).into_owned());
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("not a text"))
}

/// Writes a file. Until all of it has been written, what was there before stays.
pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), Failure> {
    write_whole(path, contents.as_ref()).map_err(|error| Failure::file(path, error))
}

fn write_whole(path: &Path, contents: &[u8]) -> io::Result<()> {
    // A link stays a link to the file that is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let mut beside = OsString::from(".");
    beside.push(name);
    beside.push(format!(".{}.new", std::process::id()));
    let beside = path.with_file_name(beside);
    let written = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&beside)
        .and_then(|mut file| {
            file.write_all(contents)?;
            file.sync_all()
        })
        .and_then(|()| fs::rename(&beside, &path));
    if written.is_err() {
        // If it can't be removed either, the first error says more.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// The file of the high scores where the system keeps a person's data.
pub(crate) fn usual_scores() -> Option<PathBuf> {
    Some(dirs::data_dir()?.join("four-shapes").join("scores.json"))
}
