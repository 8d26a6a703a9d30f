//! `four completions`: completion scripts for shells.

use crate::{
    args::{Arguments, ColourWhen, CompletionsArgs},
    failure::Failure,
    screen::Screen,
};
use clap::CommandFactory;

/// Prints the completion script of a shell.
pub(crate) fn completions(args: &CompletionsArgs, colour: ColourWhen) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Arguments::command(), "four", &mut script);
    let script = String::from_utf8(script).expect("help texts and ASCII");
    Screen::new(colour).print(&script)
}
