//! `four`: Connect Four and its relatives in the terminal.
//!
//! All that is drawn and said comes from the engine's [`style`]; this program
//! carries it between a person, files and the terminal.
//!
//! [`style`]: four_shapes_engine::style

#![forbid(unsafe_code)]

mod analyze;
mod args;
mod begin;
mod book;
mod bot;
mod contest;
mod failure;
mod files;
mod hint;
mod input;
mod keeper;
mod lanes;
mod perft;
mod play;
mod screen;
mod show;
mod solve;
mod think;
mod tournament;

use args::{Arguments, BotCommand, Command};
use clap::Parser;
use failure::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Arguments { color, command } = Arguments::parse();
    let done = match command {
        Command::Play(args) => play::play(&args, color),
        Command::Board(args) => show::board(&args, color),
        Command::Replay(args) => show::replay(&args, color),
        Command::Book(args) => book::book(&args),
        Command::Scores(args) => show::scores(&args, color),
        Command::Solve(args) => solve::solve(&args, color),
        Command::Match(args) => contest::contest(&args, color),
        Command::Tournament(args) => tournament::tournament(&args, color),
        Command::Bot(BotCommand::Check(args)) => bot::check(&args, color),
        Command::Analyze(args) => analyze::analyze(&args, color),
        Command::Perft(args) => perft::perft(&args, color),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !matches!(failure, Failure::Pipe | Failure::Interrupted) {
                screen::remark(&format!("error: {failure}"));
            }
            failure.code()
        }
    }
}
