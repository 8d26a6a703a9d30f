//! Players that somebody has brought: bots, which are files, and programs.

mod check;
mod output_tail;
mod program;
mod wasm;

pub(crate) use check::check;
pub(crate) use program::{Program, kill_all as kill_programs};
pub(crate) use wasm::{Code, Sitting};

use crate::{
    failure::{Failure, shown},
    screen::TransientStatus,
};
use four_shapes_bots::{self as bots, Bot, BotError, BotErrors, MAX_FILE_SIZE};
use four_shapes_engine::{
    Name,
    tournament::{Entrant, Hash},
};
use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, Read},
    path::Path,
    sync::Arc,
};

/// The bots whose files are here.
#[derive(Default)]
pub(crate) struct Bots(BTreeMap<Hash, Arc<Code>>);

impl Bots {
    /// Reads a bot's file. It is called what it says itself, where it may execute so many
    /// instructions for a turn, or else as its file.
    ///
    /// # Errors
    /// If it can't be read, or is no bot.
    pub(crate) fn add(&mut self, path: &Path, instructions: u64) -> Result<Entrant, Failure> {
        let mut status = TransientStatus::new();
        status.show(&format!("Checking {} …", shown(path)));
        let bot = read(path).map_err(|error| Failure::file(path, error))?;
        let bot = bot.map_err(|errors| {
            // A line for all of them, as errors are.
            let words = errors.to_string().replace('\n', " ");
            Failure::file(path, words)
        })?;
        let hash = Hash(bot.hash());
        let code = Code::new(bot).map_err(|error| Failure::file(path, error))?;
        // One that can't even begin loses its games for that, and is called as its file.
        let said = code.introduce(instructions).ok();
        let said = said.and_then(|[name, _]| Name::sanitized(&name?.ok()?));
        let stem = path.file_stem().unwrap_or_default();
        let name = said.or_else(|| Name::sanitized(&stem.to_string_lossy()));
        let name =
            name.ok_or_else(|| Failure::Usage(format!("{}: a bot needs a name", shown(path))))?;
        self.0.insert(hash, Arc::new(code));
        Ok(Entrant::Bot { hash, name })
    }

    /// The bot with this hash, if it is here.
    pub(crate) fn find(&self, hash: Hash) -> Option<Arc<Code>> {
        self.0.get(&hash).cloned()
    }
}

/// Reads a bot's file, and says what is wrong with what is in it.
fn read(path: &Path) -> io::Result<Result<Bot, BotErrors>> {
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    if size > MAX_FILE_SIZE as u64 {
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        return Ok(Err(BotError::TooLarge(size).into()));
    }
    let mut bytes = Vec::new();
    // What is no file has no size.
    file.take(MAX_FILE_SIZE as u64 + 1)
        .read_to_end(&mut bytes)?;
    Ok(bots::check(&bytes))
}
