//! Files: bounded reads, atomic writes and locks.

use crate::{failure::Failure, interrupt};
use four_shapes_records::record;
use std::{
    env,
    ffi::OsString,
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
use tempfile::NamedTempFile;

/// Maximum time until an addition to a log is on disk.
const SYNC_INTERVAL: Duration = Duration::from_secs(5);

/// Reads a text file, or standard input for `-`.
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
/// Returns an error if reading fails or there are more bytes than the limit.
pub(crate) fn read_all(from: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let more = limit.saturating_add(1);
    if from.take(more).read_to_end(&mut bytes)? as u64 == more {
        let words = format!("larger than {limit} bytes");
        return Err(io::Error::other(words));
    }
    Ok(bytes)
}

/// Reads the first bytes of a file; returns `None` if it doesn't exist.
pub(crate) fn read_start(path: &Path, length: u64) -> Result<Option<Vec<u8>>, Failure> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| {
        require_regular(&file)?;
        file.take(length).read_to_end(&mut bytes)
    });
    match read {
        Ok(_) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::file(path, error)),
    }
}

/// Returns an error for devices and pipes, which may be endless or block.
fn require_regular(file: &File) -> io::Result<()> {
    if file.metadata()?.is_file() {
        return Ok(());
    }
    Err(io::Error::other("not a regular file"))
}

/// An append-only file, locked against other programs.
#[derive(Debug)]
pub(crate) struct AppendFile {
    path: PathBuf,
    file: File,
    /// Time of the last sync.
    synced: Instant,
    /// Whether there are additions since.
    unsynced: bool,
}

impl AppendFile {
    /// Opens or creates a file, locks it, and reads its contents up to a limit.
    pub(crate) fn open(path: &Path, limit: u64) -> Result<(Self, Vec<u8>), Failure> {
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let opened = options.open(path).and_then(|file| {
            require_regular(&file)?;
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

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Truncates the file.
    pub(crate) fn truncate(&mut self, length: usize) -> Result<(), Failure> {
        self.file
            .set_len(length as u64)
            .map_err(|error| Failure::file(&self.path, error))
    }

    /// Appends text, which may be empty, and syncs at most every [`SYNC_INTERVAL`].
    pub(crate) fn add(&mut self, text: &str) -> Result<(), Failure> {
        if !text.is_empty() {
            self.unsynced = true;
            interrupt::uninterrupted(|| self.file.write_all(text.as_bytes()))
                .map_err(|error| Failure::file(&self.path, error))?;
        }
        if self.unsynced && self.synced.elapsed() >= SYNC_INTERVAL {
            self.sync()?;
        }
        Ok(())
    }

    /// Syncs the file to disk.
    pub(crate) fn sync(&mut self) -> Result<(), Failure> {
        interrupt::uninterrupted(|| self.file.sync_data())
            .map_err(|error| Failure::file(&self.path, error))?;
        self.synced = Instant::now();
        self.unsynced = false;
        Ok(())
    }
}

/// Writes a file atomically.
pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), Failure> {
    replace(path, contents.as_ref()).map_err(|error| Failure::file(path, error))
}

/// Writes a text file that [`read`] reads again, atomically. A text that is too long is an error,
/// and leaves the file unchanged.
pub(crate) fn write_text(path: &Path, text: &str) -> Result<(), Failure> {
    let limit = record::MAX_BYTES;
    if text.len() > limit {
        let words = format!("it would be larger than {limit} bytes");
        return Err(Failure::file(path, words));
    }
    write(path, text)
}

/// Creates a file atomically.
///
/// # Errors
/// Returns an error if the file exists or can't be written.
pub(crate) fn create(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    let path = target(path)?;
    interrupt::uninterrupted(|| {
        let written = write_temporary(&path, contents.as_ref())?;
        written.persist_noclobber(&path)?;
        sync_folder(&path);
        Ok(())
    })
}

/// Runs `work` while holding the lock of a file that other programs change too. Readers
/// need no lock, since writes are atomic.
pub(crate) fn locked<T>(
    path: &Path,
    work: impl FnOnce() -> Result<T, Failure>,
) -> Result<T, Failure> {
    let _lock = target(path)
        .and_then(|path| lock(&path))
        .map_err(|error| Failure::file(path, error))?;
    work()
}

/// Waits for the lock of a file. It is a separate file, since the file itself is replaced,
/// and is never deleted, since another program may be waiting for it.
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

/// Resolves symbolic links, also those to a file that doesn't exist.
fn target(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        // There is no cycle, which is another error.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let mut path = path.to_owned();
            while let Ok(link) = fs::read_link(&path) {
                path = folder(&path).join(link);
            }
            Ok(path)
        }
        resolved => resolved,
    }
}

fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    let path = target(path)?;
    interrupt::uninterrupted(|| {
        let written = write_temporary(&path, contents)?;
        if let Ok(before) = fs::metadata(&path) {
            written.as_file().set_permissions(before.permissions())?;
        }
        written.persist(&path)?;
        sync_folder(&path);
        Ok(())
    })
}

/// Writes and syncs a temporary file in the same folder, deleted unless persisted.
fn write_temporary(path: &Path, contents: &[u8]) -> io::Result<NamedTempFile> {
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

/// Syncs the folder of a file, where the system supports it.
fn sync_folder(path: &Path) {
    let _ = File::open(folder(path)).and_then(|folder| folder.sync_all());
}

/// Returns the default file of the high scores, in the user's data directory.
pub(crate) fn default_scores() -> Option<PathBuf> {
    // On Windows, `dirs` ignores the environment.
    let variable = env::var_os("APPDATA").filter(|path| cfg!(windows) && !path.is_empty());
    let data = variable.map(PathBuf::from).or_else(dirs::data_dir)?;
    Some(data.join("four-shapes").join("scores.json"))
}
