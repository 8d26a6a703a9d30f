//! Files: read with a bound, written whole or not at all, and by one program at a time.

use crate::{failure::Failure, interrupt};
use four_shapes_engine::record;
use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
use tempfile::NamedTempFile;

/// How long what was added to a log may be lost if the power fails.
const SYNC_INTERVAL: Duration = Duration::from_secs(5);

/// The text of a file, or of the input if the file is called `-`.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    let limit = record::MAX_BYTES as u64;
    let bytes = if path == Path::new("-") {
        read_all(io::stdin().lock(), limit)
    } else {
        File::open(path).and_then(|file| read_all(file, limit))
    };
    let text = bytes
        .and_then(|bytes| String::from_utf8(bytes).map_err(|_| io::Error::other("not UTF-8 text")));
    text.map_err(|error| Failure::file(path, error))
}

/// Reads to the end.
///
/// # Errors
/// Those of reading; and if there are more bytes than the limit, before they are read.
pub(crate) fn read_all(from: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let more = limit.saturating_add(1);
    if from.take(more).read_to_end(&mut bytes)? as u64 == more {
        let words = format!("larger than {limit} bytes");
        return Err(io::Error::other(words));
    }
    Ok(bytes)
}

/// The first bytes of a file that others add to; `None` if there is no such file.
pub(crate) fn read_start(path: &Path, length: u64) -> Result<Option<Vec<u8>>, Failure> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| {
        regular(&file)?;
        file.take(length).read_to_end(&mut bytes)
    });
    match read {
        Ok(_) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::file(path, error)),
    }
}

/// Devices and pipes have no end, or wait for somebody.
fn regular(file: &File) -> io::Result<()> {
    if file.metadata()?.is_file() {
        return Ok(());
    }
    Err(io::Error::other("not a regular file"))
}

/// A file that lines are added to, by one program at a time.
#[derive(Debug)]
pub(crate) struct Log {
    path: PathBuf,
    file: File,
    /// When the disk was last made to have everything.
    synced: Instant,
    /// Whether something was added since.
    unsynced: bool,
}

impl Log {
    /// Opens a file, or makes one, and reads what is in it, up to a limit. No other program
    /// can open it so meanwhile.
    pub(crate) fn open(path: &Path, limit: u64) -> Result<(Self, Vec<u8>), Failure> {
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let opened = options.open(path).and_then(|file| {
            regular(&file)?;
            file.try_lock().map_err(|error| match error {
                TryLockError::Error(error) => error,
                TryLockError::WouldBlock => io::Error::other("open in another program"),
            })?;
            let bytes = read_all(&file, limit)?;
            Ok((file, bytes))
        });
        let (file, bytes) = opened.map_err(|error| Failure::file(path, error))?;
        let log = Self {
            path: path.to_owned(),
            file,
            synced: Instant::now(),
            unsynced: false,
        };
        Ok((log, bytes))
    }

    /// Shortens the file to so many bytes.
    pub(crate) fn truncate(&mut self, length: usize) -> Result<(), Failure> {
        self.file
            .set_len(length as u64)
            .map_err(|error| Failure::file(&self.path, error))
    }

    /// Adds text, which may be empty, and sees to it every few seconds that the disk has
    /// everything.
    pub(crate) fn add(&mut self, text: &str) -> Result<(), Failure> {
        if !text.is_empty() {
            self.unsynced = true;
            interrupt::to_the_end(|| self.file.write_all(text.as_bytes()))
                .map_err(|error| Failure::file(&self.path, error))?;
        }
        if self.unsynced && self.synced.elapsed() >= SYNC_INTERVAL {
            self.sync()?;
        }
        Ok(())
    }

    /// Waits until the disk has everything.
    pub(crate) fn sync(&mut self) -> Result<(), Failure> {
        interrupt::to_the_end(|| self.file.sync_data())
            .map_err(|error| Failure::file(&self.path, error))?;
        self.synced = Instant::now();
        self.unsynced = false;
        Ok(())
    }
}

/// Writes a file. Until all of it has been written, what was there before stays.
pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), Failure> {
    replace(path, contents.as_ref()).map_err(|error| Failure::file(path, error))
}

/// Writes a new file, whole or not at all.
///
/// # Errors
/// If there is one of this name, also if another program has just made it.
pub(crate) fn create(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    interrupt::to_the_end(|| {
        let written = beside(path, contents.as_ref())?;
        written.persist_noclobber(path)?;
        sync_folder(path);
        Ok(())
    })
}

/// Does something with a file that other programs change too, while none of them does. A
/// program that only reads can do so at any time.
pub(crate) fn locked<T>(
    path: &Path,
    work: impl FnOnce() -> Result<T, Failure>,
) -> Result<T, Failure> {
    let _lock = lock(&target(path)).map_err(|error| Failure::file(path, error))?;
    work()
}

/// Waits until no other program has the lock of a file. It is a file of its own, since the
/// file itself is replaced, and stays, since somebody may wait for it.
fn lock(path: &Path) -> io::Result<File> {
    let mut name = OsString::from(".");
    name.push(path.file_name().ok_or(io::ErrorKind::InvalidInput)?);
    name.push(".lock");
    let mut options = OpenOptions::new();
    let lock = options.write(true).create(true).truncate(false);
    let lock = lock.open(path.with_file_name(name))?;
    lock.lock()?;
    Ok(lock)
}

/// The file itself, where a path is a link to it.
fn target(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    let path = target(path);
    interrupt::to_the_end(|| {
        let written = beside(&path, contents)?;
        if let Ok(before) = fs::metadata(&path) {
            written.as_file().set_permissions(before.permissions())?;
        }
        written.persist(&path)?;
        sync_folder(&path);
        Ok(())
    })
}

/// A file beside this one with these contents, which the disk has. It is deleted unless it
/// gets a name.
fn beside(path: &Path, contents: &[u8]) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".four-").suffix(".new");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder(path))?;
    file.write_all(contents)?;
    file.as_file().sync_all()?;
    Ok(file)
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// Waits until the disk has a file's new name, on systems that can be asked for it. The
/// file has been written either way.
fn sync_folder(path: &Path) {
    let _ = File::open(folder(path)).and_then(|folder| folder.sync_all());
}

/// The file of the high scores where the system keeps a person's data.
pub(crate) fn usual_scores() -> Option<PathBuf> {
    Some(dirs::data_dir()?.join("four-shapes").join("scores.json"))
}
