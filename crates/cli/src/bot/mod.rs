//! External players: bots, which are WebAssembly files, and programs.

mod check;
mod output_tail;
mod program;
mod wasm;

pub(crate) use check::check;
pub(crate) use program::{Program, kill_all as kill_programs};
pub(crate) use wasm::{BotGamePlayer, CompiledBot};

use crate::{
    failure::{Failure, shown},
    screen::TransientStatus,
};
use four_shapes_bots::{self as bots, Bot, BotError, BotErrors, MAX_FILE_SIZE};
use four_shapes_records::Name;
use four_shapes_tournament::{BotHash, Entrant};
use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, Read},
    path::Path,
    sync::Arc,
};

/// The bots whose files have been read, by hash.
#[derive(Default)]
pub(crate) struct Bots(BTreeMap<BotHash, Arc<CompiledBot>>);

impl Bots {
    /// Reads a bot's file. The bot has the name that it reports, or else the name of its file.
    /// `instructions` is the limit per turn.
    ///
    /// # Errors
    /// Returns an error if the file can't be read or is not a valid bot.
    pub(crate) fn add(&mut self, path: &Path, instructions: u64) -> Result<Entrant, Failure> {
        let mut status = TransientStatus::new();
        status.show(&format!("Checking {} …", shown(path)));
        let bot = read(path).map_err(|error| Failure::file(path, error))?;
        let bot = bot.map_err(|errors| {
            // Errors of the command line are single lines.
            let text = errors.to_string().replace('\n', " ");
            Failure::file(path, text)
        })?;
        let hash = BotHash(bot.hash());
        let compiled = CompiledBot::new(bot).map_err(|error| Failure::file(path, error))?;
        // A bot that fails to begin is accepted; it forfeits its games.
        let texts = compiled.name_and_author(instructions).ok();
        let reported = texts.and_then(|[name, _]| Name::sanitized(&name?.ok()?));
        let stem = path.file_stem().unwrap_or_default();
        let name = reported.or_else(|| Name::sanitized(&stem.to_string_lossy()));
        let name =
            name.ok_or_else(|| Failure::Usage(format!("{}: the bot has no name", shown(path))))?;
        self.0.insert(hash, Arc::new(compiled));
        Ok(Entrant::Bot { hash, name })
    }

    /// Returns the bot with this hash, if its file has been read.
    pub(crate) fn find(&self, hash: BotHash) -> Option<Arc<CompiledBot>> {
        self.0.get(&hash).cloned()
    }
}

/// Reads and validates a bot's file.
fn read(path: &Path) -> io::Result<Result<Bot, BotErrors>> {
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    if size > MAX_FILE_SIZE as u64 {
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        return Ok(Err(BotError::TooLarge(size).into()));
    }
    let mut bytes = Vec::new();
    // Pipes and devices have no size.
    file.take(MAX_FILE_SIZE as u64 + 1)
        .read_to_end(&mut bytes)?;
    Ok(bots::check(&bytes))
}
