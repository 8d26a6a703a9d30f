//! Text interfaces in the styles of four classic course assignments.
//!
//! A [`Style`] is only presentation: every style draws every board, and the rules are
//! the same in all of them. A [`Repl`] parses lines of input into [`Action`]s, which the
//! owner of the match carries out, and formats the output.
//!
//! ```
//! use four_shapes_records::Match;
//! use four_shapes_styles::{ColourMode, RulesOptions, Style};
//!
//! let rules = Style::XAndO.rules(RulesOptions::default()).unwrap();
//! let game = Style::XAndO.parse_moves(rules, "3324").unwrap();
//! let drawn = Style::XAndO.draw(&Match::with_default_seats(game), ColourMode::Plain);
//! assert!(drawn.ends_with("\
//! | | | |O| | | |
//! | | |X|X|O| | |
//! ---------------
//!  0 1 2 3 4 5 6
//! "));
//! ```

#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

mod draw;
mod editor;
mod input;
mod repl;
mod setup_prompt;

pub use editor::Editor;
pub use repl::{Action, Change, Repl, Reply};

use four_shapes_players::{KindError, KindProblem, PlayerKind};
use four_shapes_records::Match;
use four_shapes_rules::{
    Bound, Cell, Game, ParseError, Position, Rules, RulesConfig, RulesError, Setting, Status,
    notation::{Notation, NotationError},
};
use std::{fmt, str::FromStr};

/// The presentation of a game as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Coloured shapes in bins; the shapes of a winning line change.
    Shapes,
    /// Tokens A and B; a winning line becomes dollar signs.
    Letters,
    /// X and O on an open board.
    XAndO,
    /// Connect Four and tic-tac-toe for any number of named players, with commands.
    BoardGames,
}

impl Style {
    /// All styles.
    pub const ALL: &'static [Self] = &[Self::Shapes, Self::Letters, Self::XAndO, Self::BoardGames];

    /// Returns the lowercase id, which is used in files and commands.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Shapes => "shapes",
            Self::Letters => "letters",
            Self::XAndO => "x-and-o",
            Self::BoardGames => "board-games",
        }
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for Style {
    type Err = ParseError;

    /// Parses an [`id`](Self::id).
    fn from_str(id: &str) -> Result<Self, ParseError> {
        let found = Self::ALL.iter().find(|style| style.id() == id);
        found.copied().ok_or(ParseError {
            expected: "one of shapes letters x-and-o board-games",
        })
    }
}

/// The use of colours in a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColourMode {
    /// No colours.
    Plain,
    /// ANSI escape sequences, in the styles that have colours.
    Ansi,
}

/// Unchecked rules in which a style sets what is missing to its defaults, see
/// [`Style::rules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesOptions {
    /// See [`RulesConfig::columns`].
    pub columns: Option<u32>,
    /// See [`RulesConfig::rows`].
    pub rows: Option<u32>,
    /// See [`RulesConfig::connect`].
    pub connect: Option<u32>,
    /// See [`RulesConfig::players`].
    pub players: Option<u32>,
    /// See [`RulesConfig::gravity`].
    pub gravity: bool,
}

impl Default for RulesOptions {
    fn default() -> Self {
        Self {
            columns: None,
            rows: None,
            connect: None,
            players: None,
            gravity: true,
        }
    }
}

impl Style {
    /// Checks rules, with the defaults and limits of this style.
    ///
    /// # Errors
    /// Returns the first setting out of range. [`Shapes`](Self::Shapes) enlarges boards
    /// below its minimum size instead.
    pub fn rules(self, options: RulesOptions) -> Result<Rules, RulesError> {
        let (columns, rows) = match self {
            Self::Shapes => (6, 4),
            Self::BoardGames if !options.gravity => (3, 3),
            Self::Letters | Self::XAndO | Self::BoardGames => (7, 6),
        };
        let mut columns = options.columns.unwrap_or(columns);
        let mut rows = options.rows.unwrap_or(rows);
        if self == Self::Shapes {
            columns = columns.max(5);
            rows = rows.max(4);
        }
        if self == Self::BoardGames && options.gravity {
            for (setting, value) in [(Setting::Columns, columns), (Setting::Rows, rows)] {
                if value < CONNECT_FOUR {
                    return Err(RulesError {
                        setting,
                        value,
                        bound: Bound::AtLeast(CONNECT_FOUR),
                    });
                }
            }
        }
        let max_connect = Rules::max_connect(columns, rows);
        Rules::new(RulesConfig {
            columns,
            rows,
            connect: options.connect.unwrap_or(max_connect.min(CONNECT_FOUR)),
            players: options.players.unwrap_or(Rules::MIN_PLAYERS),
            gravity: options.gravity,
        })
    }

    /// Returns the number of the leftmost column, 0 or 1.
    pub const fn first_column(self) -> usize {
        self.first() as usize
    }

    const fn first(self) -> u8 {
        match self {
            Self::Shapes | Self::XAndO => 0,
            Self::Letters | Self::BoardGames => 1,
        }
    }

    /// Draws the position of a match. Every line ends with a line break.
    pub fn draw(self, game: &Match, colours: ColourMode) -> String {
        let marked = match game.game().status() {
            Status::Won { trace, .. } => trace.cells(),
            Status::ToMove(_) | Status::WonOnTime(_) | Status::Drawn(_) => Vec::new(),
        };
        draw::draw(self, game, game.game().position(), &marked, colours)
    }

    /// Draws a position that need not be reachable in a game, with the default pieces.
    /// All completed lines are marked, in the styles that mark any.
    pub fn draw_position(self, position: &Position, colours: ColourMode) -> String {
        let rules = position.rules();
        let cells = rules.all_cells();
        let marked: Vec<Cell> = cells
            .filter(|&cell| position.trace(cell).is_some())
            .collect();
        let game = Match::with_default_seats(Game::new(rules));
        draw::draw(self, &game, position, &marked, colours)
    }

    /// Parses moves with the column numbers of this style's conversation: digits if all of its columns
    /// have one digit, otherwise numbers separated by commas. Without gravity, cells
    /// separated by commas. A swap is `s`.
    ///
    /// # Errors
    /// Returns the first error and its position.
    pub fn parse_moves(self, rules: Rules, text: &str) -> Result<Game, NotationError> {
        Notation::new()
            .first_column(self.first())
            .parse(rules, text)
    }

    /// Formats a move as it is typed in a [`Repl`].
    pub fn write_cell(self, rules: Rules, cell: Cell) -> String {
        let column = cell.column().index();
        if rules.gravity() {
            (column + self.first_column()).to_string()
        } else if self == Self::BoardGames {
            format!("{} {}", column + 1, cell.row() + 1)
        } else {
            cell.to_string()
        }
    }

    /// Formats the moves on the board for [`parse_moves`](Self::parse_moves).
    pub fn write_moves(self, game: &Game) -> String {
        Notation::new().first_column(self.first()).write(game)
    }
}

/// The player of a seat without a computer player, in commands and options.
const HUMAN: &str = "human";
/// The former name of [`HUMAN`].
const PERSON: &str = "person";

/// Parses the player of a seat: `human`, which is `None`, or the id of a computer
/// player.
///
/// # Errors
/// Returns the message, without a full stop.
pub fn parse_player(text: &str) -> Result<Option<PlayerKind>, String> {
    if [HUMAN, PERSON].contains(&text) {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|error: KindError| {
        let other = match error.problem {
            KindProblem::UnknownFamily => format!("; or {HUMAN}"),
            _ => String::new(),
        };
        error.to_string() + &other
    })
}

/// Formats the player of a seat for [`parse_player`].
pub fn format_player(computer: Option<PlayerKind>) -> String {
    computer.map_or(HUMAN.to_owned(), |kind| kind.to_string())
}

/// The length of a line in Connect Four, and the minimum of its columns and rows.
const CONNECT_FOUR: u32 = 4;

/// The examples of the readme, to test them.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
