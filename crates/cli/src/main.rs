//! `four`: Connect Four and its relatives in the terminal.
//!
//! The crate [`style`] formats all output; this program connects it with the terminal and
//! with files.
//!
//! [`style`]: four_shapes_styles

#![forbid(unsafe_code)]

mod analyze;
mod args;
mod book;
mod bot;
mod completions;
mod failure;
mod files;
mod input;
mod interrupt;
mod manual;
mod match_command;
mod match_setup;
mod parallel_games;
mod parallel_search;
mod perft;
mod play;
mod progress_file;
mod puzzles;
mod reading;
mod resume;
mod review;
mod score_file;
mod screen;
mod show;
mod solve;
mod think;
mod tournament;
mod values;

use args::{Arguments, BotCommand, Command};
use clap::Parser;
use failure::Failure;
use four_shapes_rules::text::escape;
use std::{
    env,
    io::{self, Write},
    process::{self, ExitCode},
};

fn main() -> ExitCode {
    match arguments().and_then(|arguments| interrupt::run(move || run(arguments))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if let Failure::Interrupted = failure {
                // The thread that owns them was abandoned.
                bot::kill_programs();
            }
            if !matches!(failure, Failure::Pipe | Failure::Interrupted) {
                screen::print_to_stderr(&format!("error: {failure}"));
            }
            failure.code()
        }
    }
}

/// Parses the arguments, or exits after an error message or the help.
fn arguments() -> Result<Arguments, Failure> {
    Arguments::try_parse().or_else(|error| {
        // Escaped arguments cause the same error and are safe to quote.
        let escaped = env::args_os().map(|argument| escape(&argument.to_string_lossy()));
        let error = Arguments::try_parse_from(escaped).err().unwrap_or(error);
        if error.use_stderr() {
            error.exit();
        }
        // clap ignores errors of standard output.
        let printed = error.print().and_then(|()| io::stdout().flush());
        printed.map_err(|error| Failure::output(&error))?;
        process::exit(0)
    })
}

fn run(arguments: Arguments) -> Result<(), Failure> {
    let Arguments { colour, command } = arguments;
    match command {
        Command::Play(args) => play::play(&args, colour),
        Command::Board(args) => show::board(&args, colour),
        Command::Replay(args) => show::replay(&args, colour),
        Command::Book(args) => book::book(&args),
        Command::Puzzles(args) => puzzles::puzzles(&args),
        Command::Values(args) => values::values(&args, colour),
        Command::Scores(args) => show::scores(&args, colour),
        Command::Solve(args) => solve::solve(&args, colour),
        Command::Match(args) => match_command::run(&args, colour),
        Command::Tournament(args) => tournament::tournament(&args, colour),
        Command::Bot(BotCommand::Check(args)) => bot::check(&args, colour),
        Command::Analyze(args) => analyze::analyze(&args, colour),
        Command::Review(args) => review::review(&args, colour),
        Command::Perft(args) => perft::perft(&args, colour),
        Command::Completions(args) => completions::completions(&args, colour),
        Command::Man(args) => manual::write(&args.out),
    }
}
