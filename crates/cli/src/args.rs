//! The arguments of `four`.

use clap::{
    Args, Parser, Subcommand, ValueEnum, builder::PossibleValuesParser, builder::TypedValueParser,
};
use four_shapes_engine::style::Style;
use std::path::PathBuf;

/// Connect Four and its relatives in the terminal, in the manner of four programs.
#[derive(Debug, Parser)]
#[command(
    name = "four",
    version,
    after_help = "\
Examples:
  four play                              red and blue shapes, 6 columns of 4
  four play --style board-games --ask    choose the game and its players
  four board --style x-and-o --moves 012345
  four replay game.json
  four scores

Each command has its own help: four help play"
)]
pub(crate) struct Arguments {
    /// Whether shapes are coloured
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: When,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// When there are colours.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum When {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play a game
    #[command(after_help = "\
Examples:
  four play --style letters
  four play --style shapes --columns 7 --rows 5
  four play --style x-and-o --moves 012345
  four play --style board-games --names Ada,Ben,Cleo --symbols 'XO#'
  four play --style board-games --no-gravity --columns 15 --rows 15 --connect 5
  four play --style board-games --ask
  four play --style board-games --load game.json

The end of the input (Ctrl-D) leaves a game and says how to go on with it.")]
    Play(PlayArgs),
    /// Show a position
    #[command(after_help = "\
Examples:
  four board --style x-and-o --moves 012345
  four board --load game.json
  four board --link 'v=1&board=7x6&connect=4&moves=44455'")]
    Board(MatchArgs),
    /// Show a game move by move
    #[command(after_help = "\
Examples:
  four replay game.json
  four replay --style letters game.json
  echo 44455 | four replay --style x-and-o -")]
    Replay(ReplayArgs),
    /// Show the high scores, write them out or delete them
    #[command(after_help = "\
Examples:
  four scores
  four scores --export > scores.json
  four scores --clear --yes")]
    Scores(ScoresArgs),
}

/// The style and the board.
#[derive(Args, Clone, Debug)]
pub(crate) struct BoardArgs {
    /// How the game is drawn and talked about
    #[arg(long, value_name = "STYLE", default_value = "shapes", value_parser = styles())]
    pub(crate) style: Style,
    /// Columns of the board, 3 to 15; in the style shapes at least 5
    #[arg(long, value_name = "N")]
    pub(crate) columns: Option<u32>,
    /// Rows of the board, 3 to 15; in the style shapes at least 4
    #[arg(long, value_name = "N")]
    pub(crate) rows: Option<u32>,
    /// How many in a row win, from 3 to the longer side [usually 4]
    #[arg(long, value_name = "N")]
    pub(crate) connect: Option<u32>,
    /// Players, from 2 to columns × rows ÷ connect [usually 2]
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<u32>,
    /// Any empty cell may be taken, as in tic-tac-toe
    #[arg(long)]
    pub(crate) no_gravity: bool,
}

/// A whole game: the board, who plays, and what has been played.
#[derive(Args, Clone, Debug)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// The players' names with commas between; or, for names that have commas,
    /// the option again for each
    #[arg(long, value_name = "NAMES")]
    pub(crate) names: Vec<String>,
    /// The players' symbols in the style board-games, one character each
    #[arg(long, value_name = "SYMBOLS")]
    pub(crate) symbols: Option<String>,
    /// Moves to begin with, as the style counts columns: 0123. Numbers with two
    /// digits need commas: 9,10. Without gravity: A1,B2
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["load", "link"])]
    pub(crate) moves: Option<String>,
    /// A file to go on with: a saved game, or its moves in any usual notation
    #[arg(long, value_name = "FILE", conflicts_with_all = ["link", "names", "symbols"])]
    pub(crate) load: Option<PathBuf>,
    /// A link of the page to go on with, or what follows the # in it
    #[arg(long, value_name = "LINK", conflicts_with_all = ["names", "symbols"])]
    pub(crate) link: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) game: MatchArgs,
    /// Ask for the game and its players, in the style board-games
    #[arg(long)]
    pub(crate) ask: bool,
    /// The file of the high scores, instead of the usual one
    #[arg(long, value_name = "FILE")]
    pub(crate) scores: Option<PathBuf>,
    /// Keep no high scores
    #[arg(long, conflicts_with = "scores")]
    pub(crate) no_scores: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    /// A saved game, or its moves in any usual notation; - for the input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) board: BoardArgs,
}

#[derive(Args, Debug)]
pub(crate) struct ScoresArgs {
    /// The file of the high scores, instead of the usual one
    #[arg(long, value_name = "FILE")]
    pub(crate) scores: Option<PathBuf>,
    /// Write them as JSON
    #[arg(long, conflicts_with = "clear")]
    pub(crate) export: bool,
    /// Delete all of them
    #[arg(long)]
    pub(crate) clear: bool,
    /// Yes, delete them
    #[arg(long, requires = "clear")]
    pub(crate) yes: bool,
}

fn styles() -> impl TypedValueParser<Value = Style> {
    let ids = Style::ALL.iter().map(|style| style.id());
    PossibleValuesParser::new(ids).try_map(|id| Style::from_id(&id).ok_or("no such style"))
}
