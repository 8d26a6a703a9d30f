//! The arguments of `four`.

use clap::{
    Args, Parser, Subcommand, ValueEnum, builder::PossibleValuesParser, builder::TypedValueParser,
};
use four_shapes_engine::{
    players::Kind,
    style::{Style, parse_player},
    tournament::Limits,
};
use std::{
    num::{NonZeroU8, NonZeroU32},
    path::PathBuf,
};

/// Connect Four and its relatives in the terminal, in the manner of four programs.
#[derive(Debug, Parser)]
#[command(
    name = "four",
    version,
    after_help = "\
Examples:
  four play                              red and blue shapes, 6 columns of 4
  four play --style board-games --ask    choose the game and its players
  four play --seats person,level:3       against the computer
  four board --style x-and-o --moves 012345
  four replay game.json
  four scores
  echo 32164625 | four solve
  four analyze 44455

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
  four play --style board-games --swap
  four play --style board-games --load game.json
  four play --seats person,level:3
  four play --seats lookahead:4,mcts:500 --seed 7

Computer players are level:1 to level:6, from beginner to perfect;
lookahead:0 to lookahead:8, which piece_style so many plies ahead; mcts:MILLISECONDS,
which thinks for so long; and random. With --ask, such a name is one of them.
In the style board-games, seat 2 level:3 lets one take over in the middle of a
game, and seat 2 person gives the seat back.

The end of the input (Ctrl-D) leaves a game and says how to go on with it.")]
    Play(PlayArgs),
    /// Show a position
    #[command(after_help = "\
Examples:
  four board --style x-and-o --moves 012345
  four board --style x-and-o --set-board 0101010999
  four board --style x-and-o --edit
  four board --load game.json
  four board --link 'v=1&board=7x6&connect=4&moves=44455'")]
    Board(ShowArgs),
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
    /// Solve the positions of the input: who wins, and how soon
    #[command(after_help = "\
Each line of the input is a position: its moves, columns counted from 1 as in
44455, or 8,8,10 on a board of more than 9 columns. What follows a space is
ignored; nothing before it is the empty board. For each line it writes

  moves score nodes microseconds

The score is that of the side to move: 0 a draw, 1 a win with its very last
piece, 2 with the one before, and so on; -1 a loss to the other side's last.

Examples:
  echo 32164625 | four solve
  four solve --weak < positions.txt
  echo 3,3,4 | four solve --columns 10 --rows 3 --all")]
    Solve(SolveArgs),
    /// Let computer players play against each other at one board
    #[command(after_help = "\
All of them play at one board and take turns to begin. Of two it says how many
games the first has won, drawn and lost against the second, its share of the
points with an interval that holds the true share with 95 %, and the same as a
difference on Elo's scale; of more, which share of the games each has won.
four tournament lets everyone play against everyone, two at a board;
four play --help has the computer players.

Examples:
  four match random lookahead:4 --games 1000
  four match lookahead:2 lookahead:4 random --columns 9
  four match lookahead:4 mcts:100 --no-gravity --columns 3 --rows 3")]
    Match(ContestArgs),
    /// Let computer players, bots and programs play everyone against everyone
    #[command(after_help = "\
PLAYERS are computer players, level:3 or lookahead:4 (see four help play), bots,
my.wasm, and programs that are spoken to by lines, program:./my-bot.py.

With the same seed the games are the same on every machine, but for players that
are limited by the clock. Interrupted with Ctrl-C, the same command with the same
--save goes on where it was.

Examples:
  four tournament --players random,lookahead:4,level:3 --games 1000 --seed 7
  four tournament --players level:1,level:2,ada.wasm,ben.wasm --openings 4 --save class.txt
  four tournament --players level:5,level:1,level:2 --against level:5 --format csv
  four tournament --setup class.json --format json")]
    Tournament(TournamentArgs),
    /// Look at bots and programs before they play in a tournament
    #[command(subcommand)]
    Bot(BotCommand),
    /// Say what each move comes to in a position, and which is best
    #[command(after_help = "\
MOVES are those that lead to the position, columns counted from 1: 44455, or
8,8,10 on a board of more than 9 columns; without gravity cells: B2,A1. Without
them it is the empty board.

Games of two with gravity have scores, as far as they can be solved: 0 a draw,
1 a win with the very last piece, 2 with the one before, -1 a loss to the other
side's last; ~2 is a guess, >0 a win and <0 a loss that is not known to the move.
Other games have chances: how many games of a hundred the move may win.

Examples:
  four analyze 44455
  four analyze --columns 9 --rows 7 --seconds 60 55
  four analyze --columns 3 --rows 3 --connect 3 --no-gravity B2,A1
  four analyze --lookahead 4 445566")]
    Analyze(AnalyzeArgs),
    /// Count the move sequences from the empty board, depth by depth
    #[command(after_help = "\
Writes a line for each depth from 0 on: the depth and how many sequences of
exactly so many moves there are. A game that is won is not continued.

Examples:
  four perft 8
  four perft 9 --columns 3 --rows 3 --no-gravity")]
    Perft(PerftArgs),
    /// Build an opening book, or check one
    #[command(after_help = "\
Examples:
  four book --out 7x6.book --progress 7x6.progress
  four book --check 7x6.book < positions.txt")]
    Book(BookArgs),
}

/// The style and the board.
#[derive(Args, Clone, Debug)]
pub(crate) struct BoardArgs {
    /// How the game is drawn and talked about
    #[arg(long, value_name = "STYLE", default_value = "shapes", value_parser = styles())]
    pub(crate) style: Style,
    /// Columns of the board, 3 to 15; in the style shapes at least 5
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) columns: Option<i64>,
    /// Rows of the board, 3 to 15; in the style shapes at least 4
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) rows: Option<i64>,
    /// How many in a row win, from 3 to the longer side [usually 4]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) connect: Option<i64>,
    /// Players, from 2 to columns × rows ÷ connect [usually 2]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) players: Option<i64>,
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
    /// The second of two players may swap: take the first piece instead of moving
    #[arg(long, conflicts_with_all = ["load", "link"])]
    pub(crate) swap: bool,
    /// Moves to begin with, as the style counts columns: 0123. Numbers with two
    /// digits need commas: 9,10. Without gravity: A1,B2. An s for a swap: 0s12
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
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) game: MatchArgs,
    /// Drop pieces into these columns, counted from 0, as the source program of x-and-o
    /// does: a column that is full or not on the board is skipped with its turn, and a
    /// win ends nothing. --moves takes only the moves of a game
    #[arg(long, value_name = "COLUMNS", conflicts_with_all = GAME_OPTIONS)]
    pub(crate) set_board: Option<String>,
    /// Change the board by the commands of the source program of x-and-o: setBoard,
    /// addMove, delMove, allowsMove, isFull, winsFor; help explains them
    #[arg(long, conflicts_with_all = GAME_OPTIONS)]
    pub(crate) edit: bool,
}

/// What describes a game, and not only a board.
const GAME_OPTIONS: [&str; 7] = [
    "moves",
    "load",
    "link",
    "names",
    "symbols",
    "swap",
    "no_gravity",
];

#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) game: MatchArgs,
    /// Who plays for each seat, with commas between: person, or a computer player
    /// as below
    #[arg(long, value_name = "SEATS", value_delimiter = ',', value_parser = parse_player)]
    pub(crate) seats: Vec<Option<Kind>>,
    /// What the computer players' choices follow from; with the same number and
    /// the same moves they play the same
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Ask for the game and its players, in the style board-games
    #[arg(long, conflicts_with_all = ["swap", "seats"])]
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

/// The size of a game without a style.
#[derive(Args, Clone, Debug)]
pub(crate) struct SizeArgs {
    /// Columns of the board, 3 to 15 [usually 7]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) columns: Option<i64>,
    /// Rows of the board, 3 to 15 [usually 6]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) rows: Option<i64>,
    /// How many in a row win, from 3 to the longer side [usually 4]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) connect: Option<i64>,
}

impl SizeArgs {
    /// Such a board in the style that counts columns as the notation does.
    pub(crate) fn board(&self) -> BoardArgs {
        BoardArgs {
            style: Style::Letters,
            columns: self.columns,
            rows: self.rows,
            connect: self.connect,
            players: None,
            no_gravity: false,
        }
    }
}

/// A game for two without a style.
#[derive(Args, Debug)]
pub(crate) struct GameArgs {
    #[command(flatten)]
    size: SizeArgs,
    /// Any empty cell may be taken, as in tic-tac-toe
    #[arg(long)]
    no_gravity: bool,
}

impl GameArgs {
    /// Its board, as [`SizeArgs::board`] has it.
    pub(crate) fn board(&self) -> BoardArgs {
        BoardArgs {
            no_gravity: self.no_gravity,
            ..self.size.board()
        }
    }
}

/// What bots and programs may use up.
#[derive(Args, Debug)]
pub(crate) struct LimitArgs {
    /// Instructions that a bot may execute for a move [usually 100000000]
    #[arg(long, value_name = "N")]
    instructions: Option<u64>,
    /// Milliseconds that a program may take for a move [usually 1000]
    #[arg(long, value_name = "N")]
    move_time: Option<u32>,
}

impl LimitArgs {
    /// With the usual ones where nothing is said.
    pub(crate) fn limits(&self) -> Limits {
        let usual = Limits::default();
        Limits {
            instructions: self.instructions.unwrap_or(usual.instructions),
            milliseconds: self.move_time.unwrap_or(usual.milliseconds),
        }
    }
}

#[derive(Args, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) size: SizeArgs,
    /// Only who wins, which is quicker: 1 the side to move, -1 the other, 0 nobody
    #[arg(long)]
    pub(crate) weak: bool,
    /// Write the scores of the columns as well, after the score: -2,-1,0,-,1;
    /// a full column has none
    #[arg(long)]
    pub(crate) all: bool,
    /// Look nothing up in the opening book, which is for 7 × 6
    #[arg(long)]
    pub(crate) no_book: bool,
    /// Memory for what was found out, in MB, 1 to 65536, rounded down to a power
    /// of two; large boards may take more
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub(crate) table_mb: u32,
    /// Forget between the lines what was found out
    #[arg(long)]
    pub(crate) cold: bool,
    /// Look at so many positions for each line and no more; what isn't solved by
    /// then is written as -3..5~1: between which scores it is for sure, and
    /// which it probably is
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) most_nodes: Option<u64>,
}

#[derive(Args, Debug)]
pub(crate) struct ContestArgs {
    /// Two computer players or more
    #[arg(value_name = "PLAYER", required = true, num_args = 2..)]
    pub(crate) players: Vec<Kind>,
    /// How many games they play
    #[arg(long, value_name = "N", default_value = "100")]
    pub(crate) games: NonZeroU32,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// What the games follow from; with the same number they are the same, but
    /// for players who think by the clock
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// How many games are played at a time [usually one for each core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroU8>,
}

/// What is written of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Output {
    /// Tables to read
    Table,
    /// The ranking as comma-separated values, for spreadsheets
    Csv,
    /// The pairings as comma-separated values
    Pairings,
    /// Everything, for programs
    Json,
    /// Each game as a line: its number, moves, ending and thinking times
    Games,
    /// The set-up, and nothing is played
    Setup,
}

#[derive(Args, Debug)]
pub(crate) struct TournamentArgs {
    /// Who plays: two or more, with commas between
    #[arg(
        long,
        value_name = "PLAYERS",
        value_delimiter = ',',
        required_unless_present = "setup"
    )]
    pub(crate) players: Vec<String>,
    /// Files of the bots that a set-up names, with commas between
    #[arg(long, value_name = "FILES", value_delimiter = ',')]
    pub(crate) bots: Vec<PathBuf>,
    /// A file with a set-up, in place of all options about the games
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["players", "against", "games", "openings", "seed", "columns", "rows",
            "connect", "no_gravity", "instructions", "move_time"]
    )]
    pub(crate) setup: Option<PathBuf>,
    /// Start the programs that the set-up names: whoever has written it can do with them
    /// what you can do
    #[arg(long, requires = "setup")]
    pub(crate) programs: bool,
    /// Everyone plays against this one of the players only
    #[arg(long, value_name = "PLAYER")]
    pub(crate) against: Option<String>,
    /// Games of each pairing, 1 to 1000000
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) games: u32,
    /// Random plies that begin a game, 0 to 20; each beginning is played twice, with
    /// colours swapped
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) openings: u8,
    /// What all chance follows from [usually another one each time]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// How many games are played at a time [usually one for each core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroU8>,
    /// What is written at the end
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: Output,
    /// Leave out thinking times, so that the same games make the same output
    #[arg(long)]
    pub(crate) no_times: bool,
    /// A file that keeps the games, to go on with when it was interrupted
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Write the moves of this game only, counted from 1
    #[arg(long = "game", value_name = "N")]
    pub(crate) only: Option<u64>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BotCommand {
    /// Say what is wrong with a bot, or how it plays
    #[command(after_help = "\
A bot is a WebAssembly file; a program is spoken to by lines. It plays against
random and lookahead:2, from both sides, on 7 × 6 and on some other boards, or
on one board only if one is described. It can enter a tournament if it makes no
fault on the first board.

Examples:
  four bot check bot.wasm
  four bot check --program 'python3 mybot.py'
  four bot check bot.wasm --columns 9 --rows 7")]
    Check(CheckArgs),
}

#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// The bot's file
    #[arg(value_name = "FILE", required_unless_present = "program")]
    pub(crate) file: Option<PathBuf>,
    /// A program instead: how it is started
    #[arg(long, value_name = "COMMAND", conflicts_with = "file")]
    pub(crate) program: Option<String>,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// What all chance follows from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Args, Debug)]
pub(crate) struct AnalyzeArgs {
    /// The moves that lead to the position
    #[arg(value_name = "MOVES", default_value = "", hide_default_value = true)]
    pub(crate) moves: String,
    #[command(flatten)]
    pub(crate) size: SizeArgs,
    /// Players, from 2 to columns × rows ÷ connect [usually 2]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) players: Option<i64>,
    /// Any empty cell may be taken, as in tic-tac-toe
    #[arg(long)]
    pub(crate) no_gravity: bool,
    /// Show the scores of the lookahead player instead, which looks so many plies
    /// ahead, 0 to 8: 100 it wins, 0 it loses, 50 it sees neither, -1 the column
    /// is full
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u8).range(0..=8))]
    pub(crate) lookahead: Option<u8>,
    /// The longest it may take, 1 to 86400 seconds
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) seconds: u32,
    /// Memory for what was found out, in MB, 1 to 65536
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub(crate) table_mb: u32,
}

#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    /// The most moves, up to what can be counted in 64 bits: 22 on 7 × 6
    #[arg(value_name = "DEPTH")]
    pub(crate) depth: usize,
    #[command(flatten)]
    pub(crate) size: SizeArgs,
    /// Players, from 2 to columns × rows ÷ connect [usually 2]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) players: Option<i64>,
    /// Any empty cell may be taken, as in tic-tac-toe
    #[arg(long)]
    pub(crate) no_gravity: bool,
}

#[derive(Args, Debug)]
pub(crate) struct BookArgs {
    /// The file of the book that is built
    #[arg(long, value_name = "FILE", required_unless_present = "check")]
    pub(crate) out: Option<PathBuf>,
    /// Columns of the board
    #[arg(long, value_name = "N", default_value_t = 7)]
    pub(crate) columns: u32,
    /// Rows of the board
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub(crate) rows: u32,
    /// How many in a row win
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) connect: u32,
    /// How many pieces are on the board in the book's positions, 0 to 12
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub(crate) plies: u32,
    /// The file of the scores found so far, to go on with [usually the book's
    /// name with .progress behind it]
    #[arg(long, value_name = "FILE")]
    pub(crate) progress: Option<PathBuf>,
    /// How many threads search [usually one for each core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroU8>,
    /// Megabytes of memory for each thread's table
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub(crate) table_mb: u16,
    /// Compare a book with the lines of moves and score in the input
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    pub(crate) check: Option<PathBuf>,
}

fn styles() -> impl TypedValueParser<Value = Style> {
    let ids = Style::ALL.iter().map(|style| style.id());
    PossibleValuesParser::new(ids).try_map(|id| id.parse())
}
