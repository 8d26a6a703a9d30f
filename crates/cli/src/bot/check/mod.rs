//! `four bot check`: tells whoever writes a bot or a program what is wrong with it.

mod games;
mod outcome;
mod words;

use super::{Code, Program, Sitting, read, wasm::Instanced};
use crate::{
    args::{CheckArgs, When},
    failure::{Failure, shown},
    screen::Screen,
};
use four_shapes_bots::VERSION;
use four_shapes_engine::{
    Name,
    players::{Kind, Ties},
    tournament::{Entrant, ForfeitReason, Hash},
};
use games::Games;
use outcome::Player;
use std::{path::Path, sync::Arc};

/// Plays some games with a bot or a program, and says all that there is to say.
pub(crate) fn check(args: &CheckArgs, color: When) -> Result<(), Failure> {
    let mut screen = Screen::new(color);
    let mut games = Games::new(args)?;
    let fine = match (&args.file, &args.program) {
        (Some(path), _) => bot(path, &mut games, &mut screen)?,
        (None, Some(command)) => program(command, &mut games, &mut screen)?,
        (None, None) => {
            let words = "which file is the bot, or which --program?".to_owned();
            return Err(Failure::Usage(words));
        }
    };
    if !fine {
        let words = "it can't enter a tournament like this".to_owned();
        return Err(Failure::File(words));
    }
    screen.say("It can enter a tournament.\n")
}

/// Whether a bot can enter.
fn bot(path: &Path, games: &mut Games, screen: &mut Screen) -> Result<bool, Failure> {
    let bot = match read(path).map_err(|error| Failure::file(path, error))? {
        Ok(bot) => bot,
        Err(errors) => {
            let lines = errors.iter().map(|error| format!("- {error}\n"));
            let lines: String = lines.collect();
            screen.say(&format!("{} is no bot yet:\n{lines}", shown(path)))?;
            return Ok(false);
        }
    };
    screen.say(&words::of_file(path, &bot))?;
    let stem = path.file_stem().unwrap_or_default();
    let entrant = Entrant::Bot {
        hash: Hash(bot.hash()),
        name: name(&stem.to_string_lossy()),
    };
    let code = Code::new(bot).map_err(|error| Failure::file(path, error))?;
    let code = Arc::new(code);
    let instructions = games.limits.instructions;
    let before = |reason: ForfeitReason| words::before_a_game(reason, games.limits);
    let version = Instanced::new(&code, instructions).and_then(|mut now| now.version());
    match version {
        Ok(VERSION) => {}
        Ok(other) => {
            screen.say(&words::of_another_version(other))?;
            return Ok(false);
        }
        Err(reason) => {
            screen.say(&before(reason))?;
            return Ok(false);
        }
    }
    match code.introduce(instructions) {
        Ok(said) => screen.say(&words::introduced(&said))?,
        Err(reason) => {
            screen.say(&before(reason))?;
            return Ok(false);
        }
    }
    let sit = || Sitting::new(code.clone(), instructions);
    let fine = games.all(&entrant, &mut Player::Bot(Box::new(sit())), screen)?;
    if fine {
        let again = games.repeats(&entrant, &mut Player::Bot(Box::new(sit())))?;
        screen.say(words::of_repeating(again))?;
        if code.bot().exports().reset {
            let mut stays = Player::Bot(Box::new(sit().that_stays()));
            if !games.repeats(&entrant, &mut stays)? {
                screen.say(words::DOES_NOT_FORGET)?;
            }
        }
        if !games.varies(&entrant, &mut Player::Bot(Box::new(sit())))? {
            screen.say(words::ALWAYS_THE_SAME)?;
        }
    }
    Ok(fine)
}

/// Whether a program can enter.
fn program(command: &str, games: &mut Games, screen: &mut Screen) -> Result<bool, Failure> {
    let milliseconds = games.limits.milliseconds;
    let program = Program::start(command, milliseconds)
        .map_err(|error| Failure::File(format!("--program: it can't be started: {error}")))?;
    screen.say(&words::of_program(command, &program))?;
    if let Some((wrong, errors)) = program.wrong() {
        screen.say(&words::before_it_was_ready(&wrong.words, errors))?;
        return Ok(false);
    }
    let entrant = Entrant::Program {
        command: command.to_owned(),
        name: name(program.name.as_deref().unwrap_or_default()),
    };
    let mut player = Player::Program(Box::new(program));
    let fine = games.all(&entrant, &mut player, screen)?;
    if fine {
        let again = games.repeats(&entrant, &mut player)?;
        screen.say(words::of_repeating(again))?;
        if again && !games.varies(&entrant, &mut player)? {
            screen.say(words::ALWAYS_THE_SAME)?;
        }
    }
    if let Player::Program(program) = player {
        screen.say(&words::of_errors(&program.errors()))?;
    }
    Ok(fine)
}

/// What it is called in the tournaments of this check.
fn name(text: &str) -> Name {
    let name = Name::sanitized(text).or_else(|| Name::sanitized("it"));
    name.expect("one of them is a name")
}

/// Who is played against, for a game that follows from the seed.
const LOOKAHEAD: Kind = Kind::Lookahead {
    plies: 2,
    ties: Ties::Random,
};

/// The same, without anything left to chance.
const CERTAIN: Kind = Kind::Lookahead {
    plies: 2,
    ties: Ties::Left,
};
