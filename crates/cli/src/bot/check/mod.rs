//! `four bot check`: tests a bot or a program and reports errors.

mod games;
mod outcome;
mod report;

use super::{BotGamePlayer, CompiledBot, Program, read, wasm::BotInstance};
use crate::{
    args::{CheckArgs, ColourWhen},
    failure::{Failure, shown},
    screen::Screen,
};
use four_shapes_bots::VERSION;
use four_shapes_players::{PlayerKind, Plies, TieBreak};
use four_shapes_records::Name;
use four_shapes_tournament::{BotHash, Entrant, ForfeitReason};
use games::Games;
use outcome::TestedPlayer;
use std::{path::Path, sync::Arc};

/// Plays test games with a bot or a program and prints the results.
pub(crate) fn check(args: &CheckArgs, colour: ColourWhen) -> Result<(), Failure> {
    let mut screen = Screen::new(colour);
    let mut games = Games::new(args)?;
    let passed = match (&args.file, &args.program) {
        (Some(path), _) => check_bot(path, &mut games, &mut screen)?,
        (None, Some(command)) => check_program(command, &mut games, &mut screen)?,
        (None, None) => {
            let text = "a bot FILE or --program is required".to_owned();
            return Err(Failure::Usage(text));
        }
    };
    if !passed {
        let text = "not ready for a tournament".to_owned();
        return Err(Failure::File(text));
    }
    screen.print("Ready for a tournament.\n")
}

/// Tests a bot and returns whether it passed.
fn check_bot(path: &Path, games: &mut Games, screen: &mut Screen) -> Result<bool, Failure> {
    let bot = match read(path).map_err(|error| Failure::file(path, error))? {
        Ok(bot) => bot,
        Err(errors) => {
            let lines = errors.iter().map(|error| format!("- {error}\n"));
            let lines: String = lines.collect();
            screen.print(&format!("{} is not a valid bot:\n{lines}", shown(path)))?;
            return Ok(false);
        }
    };
    screen.print(&report::file(path, &bot))?;
    let stem = path.file_stem().unwrap_or_default();
    let entrant = Entrant::Bot {
        hash: BotHash(bot.hash()),
        name: name(&stem.to_string_lossy()),
    };
    let compiled = CompiledBot::new(bot).map_err(|error| Failure::file(path, error))?;
    let instructions = games.limits.instructions;
    let startup_error = |reason: ForfeitReason| report::startup_error(reason, games.limits);
    let version = BotInstance::new(&compiled, instructions).and_then(|mut bot| bot.version());
    match version {
        Ok(VERSION) => {}
        Ok(other) => {
            screen.print(&report::version_error(other))?;
            return Ok(false);
        }
        Err(reason) => {
            screen.print(&startup_error(reason))?;
            return Ok(false);
        }
    }
    match compiled.name_and_author(instructions) {
        Ok(texts) => screen.print(&report::name_and_author(&texts))?,
        Err(reason) => {
            screen.print(&startup_error(reason))?;
            return Ok(false);
        }
    }
    let mut player = TestedPlayer::Bot(Box::new(BotGamePlayer::new(
        Arc::new(compiled),
        instructions,
    )));
    let passed = games.play_all(&entrant, &mut player, screen)?;
    if passed {
        screen.print(report::repeatability(games.repeats(&entrant, &mut player)?))?;
    }
    Ok(passed)
}

/// Tests a program and returns whether it passed.
fn check_program(command: &str, games: &mut Games, screen: &mut Screen) -> Result<bool, Failure> {
    let milliseconds = games.limits.milliseconds;
    let program = Program::start(command, milliseconds)
        .map_err(|error| Failure::File(format!("--program: can't start the program: {error}")))?;
    screen.print(&report::program(command, &program))?;
    if let Some((error, errors)) = program.error() {
        screen.print(&report::handshake_error(&error.message, errors))?;
        return Ok(false);
    }
    let entrant = Entrant::Program {
        command: command.to_owned(),
        name: name(program.name.as_deref().unwrap_or_default()),
    };
    let mut player = TestedPlayer::Program(Box::new(program));
    let passed = games.play_all(&entrant, &mut player, screen)?;
    if passed {
        screen.print(report::repeatability(games.repeats(&entrant, &mut player)?))?;
    }
    if let TestedPlayer::Program(program) = player {
        screen.print(&report::standard_error(&program.errors()))?;
    }
    Ok(passed)
}

/// Returns the name of the player under test.
fn name(text: &str) -> Name {
    let name = Name::sanitized(text).or_else(|| Name::sanitized("bot"));
    name.expect("the fallback is a name")
}

/// The stronger of the two opponents.
const LOOKAHEAD: PlayerKind = PlayerKind::Lookahead {
    plies: Plies::new(2).unwrap(),
    ties: TieBreak::Random,
};
