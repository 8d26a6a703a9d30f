//! The command-line arguments of `four`.
//!
//! Options that several commands have are defined once, in structs that the commands'
//! structs flatten. Former names of options remain as hidden aliases.
//!
//! The help of each command ends with examples, which the manual page repeats.

use clap::{
    Arg, Args, Parser, Subcommand, ValueEnum, ValueHint, builder::PossibleValuesParser,
    builder::TypedValueParser,
};
use clap_complete::Shell;
use four_shapes_players::{PlayerKind, Plies};
use four_shapes_records::{export::Format, import::Edge};
use four_shapes_rules::Rules;
use four_shapes_styles::{Style, parse_player};
use four_shapes_tournament::{Limits, Tournament, shard::Shard};
use std::{
    ffi::OsString, fmt::Display, num::NonZeroU8, ops::RangeInclusive, path::PathBuf, str::FromStr,
};

/// The help of an [`Input`].
const INPUT_HELP: &str = "Moves, a position or a saved game in any common notation, a file with \
                          them, or - for standard input; what is both moves and a file is moves, \
                          unless written as ./4453";

/// The numbers of columns and rows, and lengths of lines, of all boards.
const SIDES: RangeInclusive<u32> = Rules::MIN_SIDE..=Rules::MAX_SIDE;
/// The numbers of players of all boards.
const PLAYERS: RangeInclusive<u32> = Rules::MIN_PLAYERS..=MAX_PLAYERS;
const MAX_PLAYERS: u32 = Rules::max_players(Rules::MAX_SIDE, Rules::MAX_SIDE, Rules::MIN_CONNECT);
/// The number of cells of the largest board.
const MAX_CELLS: usize = (Rules::MAX_SIDE * Rules::MAX_SIDE) as usize;

/// Play, solve and analyse Connect Four and its relatives in the terminal
#[derive(Debug, Parser)]
#[command(
    name = "four",
    version,
    after_help = "\
Run 'four help COMMAND' for the options of a command.

Examples:
  four play
  four play --style shapes
  four play --ask
  four play --seats human,level:3
  four board --style x-and-o --moves 123456
  four replay game.json
  four solve 32164625
  four analyze 44455"
)]
pub(crate) struct Arguments {
    /// When to use colours
    #[arg(
        long = "color",
        alias = "colour",
        global = true,
        value_name = "WHEN",
        default_value = "auto"
    )]
    pub(crate) colour: ColourWhen,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColourWhen {
    #[value(help = "On a terminal, unless NO_COLOR is set")]
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
Computer players:
  level:1 to level:6            from beginner to perfect (on small boards)
  lookahead:0 to lookahead:8    search this many plies; ties are broken at random, or
                                as in lookahead:4:left and lookahead:4:right
  mcts:MILLISECONDS             Monte Carlo tree search with a time limit
  random                        any legal move

With --style board-games, the command 'seat 2 level:3' replaces a player during a
game, and 'seat 2 human' lets a human play again.

Ctrl-D ends the game and prints the command that continues it. So does quit in the
styles that can't save a game.

Examples:
  four play --style letters
  four play --style shapes --columns 7 --rows 5
  four play --style x-and-o --moves 123456
  four play --names Ada,Ben,Cleo --symbols 'XO#'
  four play --game tic-tac-toe --columns 15 --rows 15 --connect 5
  four play --ask
  four play --load game.json
  four play --seats human,level:3
  four play --seats lookahead:4,mcts:500 --seed 7")]
    Play(PlayArgs),
    /// Show a position
    #[command(after_help = "\
Examples:
  four board --style x-and-o --moves 123456
  four board --set-board 0101010999
  four board --edit
  four board --load game.json
  four board --load positions.txt --format position
  four board --position '7/7/7/7/3b3/2baa2 a'
  four board --link 'v=1&board=7x6&connect=4&moves=44455'")]
    Board(BoardCommandArgs),
    /// Show a game move by move
    #[command(after_help = "\
Examples:
  four replay game.json
  four replay --style letters game.json
  four replay --format gif --out game.gif game.json
  four replay --style x-and-o 44455")]
    Replay(ReplayArgs),
    /// Show, export or delete the high scores
    #[command(after_help = "\
Examples:
  four scores
  four scores --export > scores.json
  four scores --clear --yes")]
    Scores(ScoresArgs),
    /// Solve positions
    #[command(after_help = "\
Each line of the input is a position: the moves that lead to it, with columns counted from
1 (44455, or 8,8,10 on a board of more than 9 columns), or any other common notation;
a picture takes several lines. An empty line is the empty board. Each output line is

  position score nodes microseconds

with the moves as they were written, or the position in one line, which has five words.

The score is for the side to move: 0 is a draw, 1 a win with the side's very last
piece, 2 with the one before, and so on; negative scores are losses.

Examples:
  four solve 32164625
  four solve --weak positions.txt
  echo 3,3,4 | four solve --columns 10 --rows 3 --all")]
    Solve(SolveArgs),
    /// Play a match between computer players on one board
    #[command(after_help = "\
All players take part in each game and start equally often. For two players, prints
the result of the first against the second, its score with a 95 % confidence
interval, and the Elo difference; for more, the share of games that each has won.
Two players without randomness, such as lookahead:4:left and lookahead:4:right, start
from random openings of 4 plies, since they would otherwise repeat two games.

'four tournament' plays a round robin of two-player games. 'four help play' lists
the computer players.

Examples:
  four match random lookahead:4 --games 1000
  four match lookahead:2 lookahead:4 random --columns 9
  four match lookahead:4 mcts:100 --no-gravity --columns 3 --rows 3")]
    Match(MatchCommandArgs),
    /// Play a tournament of computer players, bots and programs
    #[command(after_help = "\
PLAYERS are computer players such as level:3 (see 'four help play'), bots such as
my.wasm, and programs that use the line protocol, such as program:./my-bot.py.

The same seed gives the same games on every machine, except for players with a
time limit. Running an interrupted command again with the same --save continues the
tournament.

Examples:
  four tournament --players random,lookahead:4,level:3 --games 1000 --seed 7
  four tournament --players level:1,level:2,ada.wasm,ben.wasm --openings 4 --save class.txt
  four tournament --players level:5,level:1,level:2 --against level:5 --format csv
  four tournament --setup class.json --format json
  four tournament --setup class.json --shard 1/2 --save shard-1.txt
  four tournament --merge shard-1.txt shard-2.txt --format csv")]
    Tournament(TournamentArgs),
    /// Test bots and programs before a tournament
    #[command(
        subcommand,
        after_help = "\
Examples:
  four bot check bot.wasm
  four bot check --program 'python3 mybot.py'"
    )]
    Bot(BotCommand),
    /// Evaluate each move in a position and show the best
    #[command(
        alias = "analyse",
        after_help = "\
Moves have columns counted from 1 (44455, or 8,8,10 on a board of more than 9 columns);
without gravity they are cells (B2,A1). Without INPUT, the empty board is analysed.

In two-player games with gravity that can be solved, moves have scores: 0 is a draw,
1 a win with the very last piece, 2 with the one before, and so on; negative scores
are losses. ~62% is an estimated chance; >0 and <0 are a win and a loss of unknown length. In
other games moves have chances: the estimated score in percent. \"Wins in 7 moves\" counts
the winner's own moves.

Examples:
  four analyze 44455
  four analyze --columns 9 --rows 7 --seconds 60 55
  four analyze --columns 3 --rows 3 --connect 3 --no-gravity B2,A1
  four analyze --lookahead 4 445566"
    )]
    Analyze(AnalyzeArgs),
    /// Judge the moves of a game
    #[command(after_help = "\
Compares each move with the best one. On boards that the solver supports, the judgements
are proved; elsewhere a fall of 25 percentage points in the chance to win is a mistake, and
one of 50 a blunder.

  best         no move is better
  fine         it keeps the result, but may lose sooner
  slower win   it wins, but not as soon as possible
  mistake      a win becomes a draw, or a draw a loss
  blunder      a win becomes a loss
  missed win   it does not win, although a line could have been completed
  overlooked win
               it wins later, although a line could have been completed
  overlooked threat
               it loses at once or to two threats, although another move holds out

The turning point is the last move that gave the result away. The accuracy is the mean
share of the expected score that a player's moves kept; moves in lost positions don't
count.

Examples:
  four review game.json
  four review 44553241")]
    Review(ReviewArgs),
    /// Count the move sequences from the empty board
    #[command(after_help = "\
Prints a line for each depth from 0 up: the depth and the number of sequences of
exactly this many moves. Sequences stop at a win.

Examples:
  four perft 8
  four perft 9 --columns 3 --rows 3 --no-gravity")]
    Perft(PerftArgs),
    /// Build or check an opening book
    #[command(after_help = "\
Examples:
  four book --out 7x6.book --progress 7x6.progress
  four book --check 7x6.book < positions.txt
  four book --shard 1/2 --progress shard-1.progress
  four book --out 7x6.book --merge shard-1.progress shard-2.progress")]
    Book(BookArgs),
    /// Generate puzzles, or prove those of a file
    #[command(after_help = "\
A puzzle is a position in which exactly one move wins, in three to eight own moves, or
exactly one draws. Puzzles are found in games between levels and rated by which levels
solve them.

Examples:
  four puzzles --out puzzles.bin --count 6300 --seed 2026
  four puzzles --check puzzles.bin
  four puzzles --seed 2026 --games 20000 --shard 1/2 --progress shard-1.progress
  four puzzles --out puzzles.bin --count 6300 --merge shard-1.progress shard-2.progress")]
    Puzzles(PuzzlesArgs),
    /// Solve the empty boards of many sizes
    #[command(after_help = "\
Solves four in a row on the empty board of every size with at least four columns and
rows whose sum is at most --up-to, the smallest sum first, and compares the results
with published ones; the exit code is 1 if one differs. Prints a line for each board: the
result for the first player, and the length of the game under best play.

Running an interrupted command again with the same --progress continues it.

Examples:
  four values
  four values --up-to 14 --table-mb 1024 --progress values.txt --times")]
    Values(ValuesArgs),
    /// Print a completion script for a shell
    #[command(after_help = "\
Write the script to a file that the shell reads when it starts, or, for bash and fish,
when the command is completed for the first time. Zsh needs fpath+=~/.zfunc before
compinit in ~/.zshrc.

Examples:
  four completions bash > ~/.local/share/bash-completion/completions/four
  four completions zsh > ~/.zfunc/_four
  four completions fish > ~/.config/fish/completions/four.fish
  four completions elvish >> ~/.config/elvish/rc.elv
  four completions powershell >> $PROFILE")]
    Completions(CompletionsArgs),
    /// Write a manual page for each command
    #[command(after_help = "\
Examples:
  four man --out ~/.local/share/man/man1")]
    Man(ManArgs),
}

/// The size of the board and the length of a winning line. Values out of range are accepted here, so
/// that all styles can report or adjust them.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct SizeArgs {
    /// Number of columns, 3 to 15 [default: 7]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = size(SIDES))]
    pub(crate) columns: Option<i64>,
    /// Number of rows, 3 to 15 [default: 6]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = size(SIDES))]
    pub(crate) rows: Option<i64>,
    /// Pieces in a row needed to win, from 3 to the length of the longer side [default: 4, or 3 on 3 × 3]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = size(SIDES))]
    pub(crate) connect: Option<i64>,
}

/// The rules apart from the number of players.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct BoardArgs {
    #[command(flatten)]
    pub(crate) size: SizeArgs,
    /// Allow moves to any empty cell, as in tic-tac-toe
    #[arg(long)]
    pub(crate) no_gravity: bool,
}

/// The rules of a game.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct RulesArgs {
    #[command(flatten)]
    pub(crate) game: BoardArgs,
    /// Number of players, from 2 to columns × rows ÷ connect [default: 2]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = size(PLAYERS))]
    pub(crate) players: Option<i64>,
    /// Defaults of a game: tic-tac-toe is 3 × 3 without gravity
    #[arg(long = "game", value_name = "GAME")]
    pub(crate) preset: Option<Preset>,
}

/// A game by name, which sets the defaults of the other options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Preset {
    ConnectFour,
    TicTacToe,
}

impl RulesArgs {
    /// Returns the number of columns, if an option determines it.
    pub(crate) fn columns(&self) -> Option<i64> {
        self.game.size.columns.or(self.default_side())
    }

    /// Returns the number of rows, if an option determines it.
    pub(crate) fn rows(&self) -> Option<i64> {
        self.game.size.rows.or(self.default_side())
    }

    pub(crate) fn gravity(&self) -> bool {
        !self.game.no_gravity && self.preset != Some(Preset::TicTacToe)
    }

    fn default_side(&self) -> Option<i64> {
        (self.preset == Some(Preset::TicTacToe)).then_some(3)
    }
}

impl From<&SizeArgs> for RulesArgs {
    fn from(size: &SizeArgs) -> Self {
        Self::from(&BoardArgs {
            size: size.clone(),
            no_gravity: false,
        })
    }
}

impl From<&BoardArgs> for RulesArgs {
    fn from(game: &BoardArgs) -> Self {
        Self {
            game: game.clone(),
            players: None,
            preset: None,
        }
    }
}

/// The rules of a game and its presentation.
#[derive(Args, Clone, Debug)]
#[command(mut_args(with_style_defaults))]
pub(crate) struct StyleArgs {
    /// Text style of the game [default: board-games; x-and-o with --edit and --set-board]
    #[arg(long, value_name = "STYLE", value_parser = styles())]
    pub(crate) style: Option<Style>,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
}

impl StyleArgs {
    /// Returns the style, by default the one with commands.
    pub(crate) fn style(&self) -> Style {
        self.style.unwrap_or(Style::BoardGames)
    }
}

/// Adds the defaults of the styles to the help of [`SizeArgs`].
fn with_style_defaults(arg: Arg) -> Arg {
    match arg.get_id().as_str() {
        "columns" => arg.help(
            "Number of columns, 3 to 15 [default: 7; 6 with --style shapes; 3 with board-games \
             and --no-gravity]",
        ),
        "rows" => arg.help(
            "Number of rows, 3 to 15 [default: 6; 4 with --style shapes; 3 with board-games and \
             --no-gravity]",
        ),
        _ => arg,
    }
}

/// The match that a command starts with: the rules, the players and the moves.
#[derive(Args, Clone, Debug)]
pub(crate) struct MatchSetupArgs {
    #[command(flatten)]
    pub(crate) style: StyleArgs,
    /// Names of the players, separated by commas; repeat the option for names that
    /// contain commas
    #[arg(long, value_name = "NAMES")]
    pub(crate) names: Vec<String>,
    /// Symbols of the players with --style board-games, one character each
    #[arg(long, value_name = "SYMBOLS")]
    pub(crate) symbols: Option<String>,
    /// Allow the second of two players to take over the first piece instead of moving
    #[arg(long, conflicts_with_all = ["load", "link"])]
    pub(crate) swap: bool,
    /// Opening moves, with columns counted from 1 in every style: 44455, or 9,10 for
    /// two-digit numbers; A1,B2 without gravity; 4s23 with a swap
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["load", "link"])]
    pub(crate) moves: Option<String>,
    /// Start from this position: its line, such as '7/7/7/7/3b3/2baa2 a', a picture of a
    /// board, or any other notation; --moves follow it
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["load", "link"])]
    pub(crate) position: Option<String>,
    /// Continue from a file: a saved game, or moves or a position in any common notation
    #[arg(long, value_name = "FILE", conflicts_with_all = ["link", "names", "symbols"])]
    pub(crate) load: Option<PathBuf>,
    /// Continue from a link shared from the web page, or from the part after its #
    #[arg(long, value_name = "LINK", conflicts_with_all = ["names", "symbols"])]
    pub(crate) link: Option<String>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// What a text in another notation may leave open.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Ambiguous texts")]
pub(crate) struct ReadingArgs {
    /// Number of the leftmost column: 0 or 1
    #[arg(long, value_name = "N", value_parser = number::<u8>(0..=1))]
    pub(crate) first_column: Option<u8>,
    /// Which row of a picture comes first
    #[arg(long, value_name = "EDGE")]
    pub(crate) first_row: Option<FirstRow>,
    /// Number of the player to move, from 1, in a position whose pieces don't tell
    #[arg(long, value_name = "N", value_parser = number(1..=MAX_PLAYERS))]
    pub(crate) to_move: Option<u32>,
    /// What numbers are that may be moves or something else
    #[arg(long, value_name = "WHAT")]
    pub(crate) read_as: Option<ReadAs>,
    /// The sign of an empty cell in a picture
    #[arg(long, value_name = "SIGN")]
    pub(crate) empty: Option<char>,
}

/// The row of a picture that comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FirstRow {
    /// Where pieces are dropped
    Top,
    /// Where they land
    Bottom,
}

impl From<FirstRow> for Edge {
    fn from(row: FirstRow) -> Self {
        match row {
            FirstRow::Top => Self::Top,
            FirstRow::Bottom => Self::Bottom,
        }
    }
}

/// What numbers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReadAs {
    /// All of them are moves
    Moves,
    /// The last one is a score
    Score,
    /// The pieces of the side to move and all pieces
    Bitboards,
}

/// What a command reads; [`Source`](crate::reading::Source) resolves it.
#[derive(Clone, Debug)]
pub(crate) struct Input(pub(crate) OsString);

impl From<OsString> for Input {
    fn from(text: OsString) -> Self {
        Self(text)
    }
}

/// The memory of a search.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct TableArgs {
    /// Size of the transposition table in MB, 1 to 65536, rounded down to a power of two
    #[arg(
        long,
        value_name = "N",
        default_value_t = 16,
        value_parser = number::<u32>(1..=1 << 16)
    )]
    pub(crate) table_mb: u32,
}

/// The number of threads.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct ThreadArgs {
    /// Number of threads, 1 to 255 [default: one per core]
    #[arg(long, value_name = "N", value_parser = number(NonZeroU8::MIN..=NonZeroU8::MAX))]
    pub(crate) threads: Option<NonZeroU8>,
}

/// The part of a command's work, or the parts to merge.
#[derive(Args, Clone, Debug)]
pub(crate) struct ShardArgs {
    /// Do only part K of N, for instance on one of N machines, and write its results to a file
    #[arg(long, value_name = "K/N", conflicts_with = "merge")]
    pub(crate) shard: Option<Shard>,
    /// Merge the files of all shards to the result of a single run
    #[arg(long, value_name = "FILES", num_args = 1..)]
    pub(crate) merge: Vec<PathBuf>,
}

/// The randomness of computer players.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct SeedArgs {
    /// Seed for all random choices; the same seed gives the same games, except for
    /// players with a time limit [default: random]
    #[arg(long, value_name = "N", value_parser = number(0..=u64::MAX))]
    pub(crate) seed: Option<u64>,
}

/// The high scores.
#[derive(Args, Clone, Debug)]
pub(crate) struct ScoreFileArgs {
    /// High-score file [default: four-shapes/scores.json in the data directory]
    #[arg(long, value_name = "FILE")]
    pub(crate) scores: Option<PathBuf>,
}

/// The limits of bots and programs.
#[derive(Args, Debug)]
pub(crate) struct LimitArgs {
    /// Instructions that a bot may execute per move, 10000 to 100000000000 [default: 100000000]
    #[arg(
        long,
        value_name = "N",
        value_parser = number(Limits::INSTRUCTIONS.0..=Limits::INSTRUCTIONS.1)
    )]
    instructions: Option<u64>,
    /// Milliseconds that a program may take per move, 10 to 600000 [default: 1000]
    #[arg(
        long,
        value_name = "N",
        value_parser = number(Limits::MILLISECONDS.0..=Limits::MILLISECONDS.1)
    )]
    move_time: Option<u32>,
}

impl LimitArgs {
    /// Returns the limits, with defaults for those that are not given.
    pub(crate) fn limits(&self) -> Limits {
        let default = Limits::default();
        Limits {
            instructions: self.instructions.unwrap_or(default.instructions),
            milliseconds: self.move_time.unwrap_or(default.milliseconds),
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct BoardCommandArgs {
    #[command(flatten)]
    pub(crate) setup: MatchSetupArgs,
    /// Drop pieces into these columns as the original x-and-o program's setBoard does, which
    /// counts from 0: moves in full or nonexistent columns are skipped, and a win doesn't end the game
    #[arg(long, value_name = "COLUMNS", conflicts_with_all = GAME_OPTIONS)]
    pub(crate) set_board: Option<String>,
    /// Write positions for other programs instead of showing them; with --load, all of a file
    #[arg(long, value_name = "FORMAT", conflicts_with_all = ["edit", "set_board", "style"])]
    pub(crate) format: Option<BoardFormat>,
    /// Edit the board with the commands of the original x-and-o program: setBoard,
    /// addMove, delMove, allowsMove, isFull, winsFor and help
    #[arg(long, conflicts_with_all = GAME_OPTIONS)]
    pub(crate) edit: bool,
}

/// A format of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BoardFormat {
    /// The moves from the empty board
    Moves,
    /// One line with the pieces, the player to move and the rules
    Position,
    /// A line of text for each row
    Picture,
    /// A line of coloured discs for each row
    Emoji,
    /// An image with a description
    Svg,
}

impl From<BoardFormat> for Format {
    fn from(format: BoardFormat) -> Self {
        match format {
            BoardFormat::Moves => Self::Moves,
            BoardFormat::Position => Self::Position,
            BoardFormat::Picture => Self::Picture,
            BoardFormat::Emoji => Self::Emoji,
            BoardFormat::Svg => Self::Svg,
        }
    }
}

/// The options that need a game with turns.
const GAME_OPTIONS: [&str; 9] = [
    "moves",
    "position",
    "load",
    "link",
    "names",
    "symbols",
    "swap",
    "no_gravity",
    "preset",
];

#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) setup: MatchSetupArgs,
    /// Who plays each seat, separated by commas: human or a computer player [default: humans;
    /// without --style and options for the players, you against level:3]
    #[arg(long, value_name = "SEATS", value_delimiter = ',', value_parser = parse_player)]
    pub(crate) seats: Vec<Option<PlayerKind>>,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    /// Ask for the game and its players first
    #[arg(long, conflicts_with_all = ["swap", "seats"])]
    pub(crate) ask: bool,
    #[command(flatten)]
    pub(crate) score_file: ScoreFileArgs,
    /// Don't store high scores
    #[arg(long, conflicts_with = "scores")]
    pub(crate) no_scores: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    #[arg(value_name = "INPUT", help = INPUT_HELP, value_hint = ValueHint::FilePath)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) style: StyleArgs,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// Write an image of the game instead of showing it
    #[arg(long, value_name = "FORMAT", conflicts_with = "style")]
    pub(crate) format: Option<ImageFormat>,
    /// Write the image to this file [default: standard output]
    #[arg(long, value_name = "FILE", requires = "format")]
    pub(crate) out: Option<PathBuf>,
}

/// A format of images of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ImageFormat {
    /// The last position
    Svg,
    /// All positions, one after another
    Gif,
}

#[derive(Args, Debug)]
pub(crate) struct ScoresArgs {
    #[command(flatten)]
    pub(crate) score_file: ScoreFileArgs,
    /// Write the high scores as JSON
    #[arg(long, conflicts_with = "clear")]
    pub(crate) export: bool,
    /// Delete all high scores; requires --yes
    #[arg(long)]
    pub(crate) clear: bool,
    /// Confirm --clear
    #[arg(long, requires = "clear")]
    pub(crate) yes: bool,
}

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option")]
pub(crate) struct SolveArgs {
    #[arg(
        value_name = "INPUT",
        help = INPUT_HELP,
        value_hint = ValueHint::FilePath,
        default_value = "-"
    )]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) size: SizeArgs,
    /// Find only the winner, which is faster: 1 is the side to move, -1 the opponent, 0 a
    /// draw
    #[arg(long)]
    pub(crate) weak: bool,
    /// Also write the scores of all columns, such as -2,-1,0,-,1; - is a full column
    #[arg(long)]
    pub(crate) all: bool,
    /// Don't use the opening book for 7 × 6
    #[arg(long)]
    pub(crate) no_book: bool,
    /// Search hard positions in this many threads, 1 to 255, which share the table
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        conflicts_with = "all",
        value_parser = number(NonZeroU8::MIN..=NonZeroU8::MAX)
    )]
    pub(crate) threads: NonZeroU8,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    /// Clear the transposition table between lines
    #[arg(long)]
    pub(crate) cold: bool,
    /// Search about this many positions per line; an unfinished search writes bounds and
    /// an estimated chance, such as -3..5~62%
    #[arg(
        long,
        alias = "most-nodes",
        value_name = "N",
        value_parser = number(1..=u64::MAX)
    )]
    pub(crate) nodes: Option<u64>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Args, Debug)]
pub(crate) struct MatchCommandArgs {
    /// Two or more computer players
    #[arg(value_name = "PLAYER", required = true, num_args = 2..)]
    pub(crate) players: Vec<PlayerKind>,
    /// Number of games, 1 to 1000000
    #[arg(
        long,
        value_name = "N",
        default_value_t = 100,
        value_parser = number(1..=Tournament::MAX_GAMES)
    )]
    pub(crate) games: u32,
    #[command(flatten)]
    pub(crate) game: BoardArgs,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

/// The maximum number of games in which puzzles are searched for.
pub(crate) const MAX_GAMES: u64 = 10_000_000;

/// The output of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Output {
    /// Tables as text
    Table,
    /// The standings as comma-separated values
    Csv,
    /// The pairings as comma-separated values
    Pairings,
    /// All results as JSON
    Json,
    /// A line per game: number, moves and result
    Games,
    /// The setup as JSON, without playing
    Setup,
}

#[derive(Args, Debug)]
#[command(
    mut_arg("shard", |arg| arg.requires("save").conflicts_with_all(["format", "times", "game_number"])),
    mut_arg("merge", |arg| arg.conflicts_with_all(["players", "bots", "programs", "against",
        "games", "openings", "seed", "columns", "rows", "connect", "no_gravity", "instructions",
        "move_time", "threads", "save", "game_number"])),
)]
pub(crate) struct TournamentArgs {
    /// Two or more players, separated by commas
    #[arg(
        long,
        value_name = "PLAYERS",
        value_delimiter = ',',
        required_unless_present_any = ["setup", "merge"]
    )]
    pub(crate) players: Vec<String>,
    /// Files for the bots in the setup, separated by commas
    #[arg(long, value_name = "FILES", value_delimiter = ',')]
    pub(crate) bots: Vec<PathBuf>,
    /// Read the setup from a file instead of from the game options; with --merge, refuse shards
    /// of another setup
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["players", "against", "games", "openings", "start", "seed", "columns",
            "rows", "connect", "no_gravity", "instructions", "move_time"]
    )]
    pub(crate) setup: Option<PathBuf>,
    /// Start the programs in the setup; they run with your permissions
    #[arg(long, requires = "setup")]
    pub(crate) programs: bool,
    /// Play only games that involve this player
    #[arg(long, value_name = "PLAYER")]
    pub(crate) against: Option<String>,
    /// Number of games per pairing, 1 to 1000000 [default: 1000; with --start, two of each]
    #[arg(long, value_name = "N", value_parser = number(1..=Tournament::MAX_GAMES))]
    pub(crate) games: Option<u32>,
    /// Start games in the positions of a file, in any common notation; - for standard input.
    /// Each is played twice, with sides swapped
    #[arg(long, value_name = "FILE")]
    pub(crate) start: Option<PathBuf>,
    /// Number of random plies at the start of a game, 0 to 20; each opening is played
    /// twice, with sides swapped [default: 4 if bots, programs or other players that may be
    /// deterministic would repeat their games against each other, else 0]
    #[arg(long, value_name = "N", value_parser = number(0..=Tournament::MAX_OPENING))]
    pub(crate) openings: Option<u8>,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    #[command(flatten)]
    pub(crate) game: BoardArgs,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: Output,
    /// Add thinking times, the only part of the output that differs between runs of one seed
    #[arg(long)]
    pub(crate) times: bool,
    /// Save the games to a file; an interrupted tournament continues from it
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Write only the moves of the game with this number, as --format games counts them
    #[arg(long = "game", value_name = "N", value_parser = number(0..=u64::MAX))]
    pub(crate) game_number: Option<u64>,
    #[command(flatten)]
    pub(crate) shard: ShardArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BotCommand {
    /// Test a bot or a program and report errors
    #[command(after_help = "\
A bot is a WebAssembly file; a program uses the line protocol. The check plays
against random and lookahead:2, moving first and second, on 7 × 6 and some other
boards, or only on the board given by the options. A bot without errors on the first
board can enter a tournament.

Examples:
  four bot check bot.wasm
  four bot check --program 'python3 mybot.py'
  four bot check bot.wasm --columns 9 --rows 7")]
    Check(CheckArgs),
}

#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// Bot file
    #[arg(value_name = "FILE", required_unless_present = "program")]
    pub(crate) file: Option<PathBuf>,
    /// Test the program that this command starts
    #[arg(long, value_name = "COMMAND", conflicts_with = "file")]
    pub(crate) program: Option<String>,
    #[command(flatten)]
    pub(crate) game: BoardArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// Seed for all random choices
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(0..=u64::MAX))]
    pub(crate) seed: u64,
}

#[derive(Args, Debug)]
pub(crate) struct AnalyzeArgs {
    #[arg(
        value_name = "INPUT",
        help = INPUT_HELP,
        value_hint = ValueHint::FilePath,
        default_value = "",
        hide_default_value = true
    )]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// Show the lookahead player's scores, looking 0 to 8 plies ahead: 100 is a win, 0 a
    /// loss, 50 neither, -1 a full column
    #[arg(long, value_name = "PLIES", value_parser = plies())]
    pub(crate) lookahead: Option<Plies>,
    /// Time limit in seconds, 1 to 86400
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10,
        value_parser = number::<u32>(1..=24 * 60 * 60)
    )]
    pub(crate) seconds: u32,
    #[command(flatten)]
    pub(crate) table: TableArgs,
}

#[derive(Args, Debug)]
pub(crate) struct ReviewArgs {
    #[arg(value_name = "INPUT", help = INPUT_HELP, value_hint = ValueHint::FilePath)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// Time limit in seconds, 1 to 86400
    #[arg(
        long,
        value_name = "N",
        default_value_t = 60,
        value_parser = number::<u32>(1..=24 * 60 * 60)
    )]
    pub(crate) seconds: u32,
    #[command(flatten)]
    pub(crate) table: TableArgs,
}

#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    /// Maximum depth, limited so that the counts fit in 64 bits (22 on 7 × 6)
    #[arg(value_name = "DEPTH", value_parser = number(0..=MAX_CELLS))]
    pub(crate) depth: usize,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
}

#[derive(Args, Debug)]
#[command(
    mut_arg("table_mb", |arg| arg.default_value("64").help(
        "Size of each thread's transposition table in MB, 1 to 65536, rounded down to a power of two"
    )),
    mut_arg("shard", |arg| arg.requires("progress").conflicts_with_all(["out", "check"])),
    mut_arg("merge", |arg| arg.requires("out").conflicts_with_all(["check", "columns", "rows",
        "connect", "plies", "progress", "threads", "table_mb"])),
)]
pub(crate) struct BookArgs {
    /// Build an opening book and write it to this file
    #[arg(long, value_name = "FILE", required_unless_present_any = ["check", "shard"])]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) size: SizeArgs,
    /// Number of pieces in the book's positions, 0 to 12
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = number::<u32>(0..=12))]
    pub(crate) plies: u32,
    /// File for the scores found so far [default: the book's name with .progress appended]
    #[arg(long, value_name = "FILE")]
    pub(crate) progress: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) shard: ShardArgs,
    /// Compare this book with lines of moves and scores from standard input, such as '44455 -2';
    /// the exit code is 1 if one differs
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    pub(crate) check: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(
    mut_arg("table_mb", |arg| arg.help(
        "Size of each thread's transposition table in MB, 1 to 65536, rounded down to a power of two"
    )),
    mut_arg("shard", |arg| arg.requires_all(["progress", "games"])
        .conflicts_with_all(["out", "count", "check", "rates"])),
    mut_arg("merge", |arg| arg.requires("out").conflicts_with_all(["seed", "columns", "rows",
        "connect", "progress", "threads", "table_mb", "check", "rates"])),
)]
pub(crate) struct PuzzlesArgs {
    /// Generate puzzles and write them to this file; its puzzles on other boards are kept
    #[arg(long, value_name = "FILE", required_unless_present_any = ["check", "rates", "shard"])]
    pub(crate) out: Option<PathBuf>,
    /// Number of puzzles, 1 to 65535
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<usize>(1..=65_535))]
    pub(crate) count: usize,
    /// Seed for all random choices; the same seed gives the same puzzles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(0..=u64::MAX))]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) size: SizeArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    /// File for the results of games; a stopped command continues from it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["check", "rates"])]
    pub(crate) progress: Option<PathBuf>,
    /// Number of games of all shards, 1 to 10000000; more can be added later
    #[arg(long, value_name = "N", requires = "shard", value_parser = number(1..=MAX_GAMES))]
    pub(crate) games: Option<u64>,
    #[command(flatten)]
    pub(crate) shard: ShardArgs,
    /// Prove the puzzles of this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "rates"])]
    pub(crate) check: Option<PathBuf>,
    /// Print the share of the puzzles of this file that levels solve, by rating
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    pub(crate) rates: Option<PathBuf>,
    /// Prove only this number of random puzzles of each board
    #[arg(long, value_name = "N", requires = "check", value_parser = number(1..=u64::MAX))]
    pub(crate) sample: Option<u64>,
}

#[derive(Args, Debug)]
#[command(mut_arg("threads", |arg| arg.help(
    "Number of threads that solve a board together, 1 to 255 [default: one per core]"
)))]
pub(crate) struct ValuesArgs {
    /// Maximum of the sum of columns and rows, 8 to 20
    #[arg(
        long,
        value_name = "N",
        default_value_t = 12,
        value_parser = number::<u8>(8..=20)
    )]
    pub(crate) up_to: u8,
    /// File for the results found so far
    #[arg(long, value_name = "FILE")]
    pub(crate) progress: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    /// Also print the nodes and the time of each board
    #[arg(long)]
    pub(crate) times: bool,
    #[command(flatten)]
    pub(crate) shard: ShardArgs,
}

#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// Shell that reads the script
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}

#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    /// Write the pages to this directory, such as four-play.1, replacing earlier ones
    #[arg(long, value_name = "DIRECTORY", value_hint = ValueHint::DirPath)]
    pub(crate) out: PathBuf,
}

/// Returns the parser of numbers in a range, which its errors name.
fn number<T>(range: RangeInclusive<T>) -> impl TypedValueParser<Value = T>
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text: &str| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| expected(&range))
    }
}

fn plies() -> impl TypedValueParser<Value = Plies> {
    let new = |number| Plies::new(number).expect("it is in the range");
    number(0..=Plies::MAX.get()).map(new)
}

/// Returns the parser of numbers that a style or the rules check, with a range for its errors.
fn size(range: RangeInclusive<u32>) -> impl TypedValueParser<Value = i64> {
    move |text: &str| text.parse().map_err(|_| expected(&range))
}

fn expected(range: &RangeInclusive<impl Display>) -> String {
    format!(
        "expected a number from {} to {}",
        range.start(),
        range.end()
    )
}

fn styles() -> impl TypedValueParser<Value = Style> {
    let ids = Style::ALL.iter().map(|style| style.id());
    PossibleValuesParser::new(ids).try_map(|id| id.parse())
}

#[cfg(test)]
mod tests {
    use super::Arguments;
    use crate::manual::split_examples;
    use clap::{CommandFactory, Parser};

    /// Returns the words of the last command of an example, without redirections.
    fn words(example: &str) -> Vec<&str> {
        let command = example.rsplit("| ").next().expect("a command");
        let parts = command.split('\'').enumerate();
        parts
            .flat_map(|(index, part)| match index % 2 {
                0 => part.split_whitespace().collect(),
                _ => vec![part],
            })
            .take_while(|word| !word.starts_with(['<', '>']))
            .collect()
    }

    fn check_examples(command: &clap::Command) {
        let name = command.get_bin_name().unwrap_or(command.get_name());
        let help = command.get_after_help().unwrap_or_default().to_string();
        let (_, examples) = split_examples(&help);
        assert!(!examples.is_empty(), "{name} has no examples");
        for example in examples {
            let words = words(example);
            assert!(
                words.join(" ").starts_with(name),
                "an example of {name} is {example}"
            );
            if let Err(error) = Arguments::try_parse_from(words) {
                panic!("{example}: {error}");
            }
        }
        let subcommands = command.get_subcommands();
        subcommands.for_each(check_examples);
    }

    /// Collects the errors of all arguments with a value, also of subcommands.
    fn collect_errors(path: &[&str], command: &clap::Command, errors: &mut Vec<[String; 2]>) {
        for argument in command.get_arguments() {
            if !argument.get_action().takes_values() {
                continue;
            }
            let option = argument.get_long().map(|name| format!("--{name}="));
            for value in ["0", "x", "-1", "99999999999999999999"] {
                let word = option.clone().unwrap_or_default() + value;
                let separator = option.is_none().then_some("--");
                let words = path.iter().copied().chain(separator).chain([&*word]);
                let words: Vec<&str> = words.collect();
                let error = Arguments::try_parse_from(&words).err();
                let error = error.map(|error| error.to_string()).unwrap_or_default();
                errors.push([words.join(" "), error]);
            }
        }
        for subcommand in command.get_subcommands() {
            let path = [path, &[subcommand.get_name()]].concat();
            collect_errors(&path, subcommand, errors);
        }
    }

    #[test]
    fn errors_of_numbers_name_the_range() {
        let mut command = Arguments::command().disable_help_subcommand(true);
        command.build();
        let mut errors = Vec::new();
        collect_errors(&["four"], &command, &mut errors);
        for [words, error] in &errors {
            // The messages of the standard library and of clap.
            for text in ["digit", "number would", "number too", "is not in"] {
                assert!(!error.contains(text), "{words}: {error}");
            }
        }
        let named = errors.iter().filter(|[words, error]| {
            words.ends_with('x') && error.contains(": expected a number from ")
        });
        let named: Vec<&String> = named.map(|[words, _]| words).collect();
        assert!(named.len() > 70, "{named:?}");
        for command in [
            "analyze --seconds",
            "match --games",
            "perft -- ",
            "play --columns",
            "solve --nodes",
            "tournament --move-time",
            "tournament --threads",
        ] {
            assert!(
                named.iter().any(|words| words.contains(command)),
                "{command}: {named:?}"
            );
        }
    }

    #[test]
    fn examples_of_all_commands_are_valid() {
        let mut command = Arguments::command().disable_help_subcommand(true);
        command.build();
        check_examples(&command);
    }
}
