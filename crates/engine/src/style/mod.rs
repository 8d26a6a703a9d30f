//! Games as text: how they are drawn, and the conversation in which they are
//! played, in the manner of each of four programs.
//!
//! A [`Style`] is data and no kind of game: each draws every board and is played
//! by the same rules. [`Talk`] is its conversation, line in, lines out; whoever
//! owns the game carries out what it asks for.
//!
//! ```
//! use four_shapes_engine::{Match, style::{Asked, Ink, Style}};
//!
//! let rules = Style::XAndO.rules(Asked::default()).unwrap();
//! let game = Style::XAndO.parse_moves(rules, "3324").unwrap();
//! let drawn = Style::XAndO.draw(&Match::plain(game), Ink::Plain);
//! assert!(drawn.ends_with("\
//! | | | |O| | | |
//! | | |X|X|O| | |
//! ---------------
//!  0 1 2 3 4 5 6
//! "));
//! ```

mod draw;
mod editor;
mod input;
mod questions;
mod talk;

pub use editor::Editor;
pub use talk::{Action, Change, Reply, Talk};

use crate::{
    Bound, Cell, Game, Match, Position, Rules, RulesConfig, RulesError, Setting, Status,
    notation::{self, NotationError},
    piece_style::named,
    player_kind::{Kind, KindError, KindProblem},
};
use std::fmt;

named! {
    /// The manner in which a game is drawn and talked about.
    Style {
        /// Coloured shapes in bins; a win changes the shapes of its line.
        Shapes = "shapes",
        /// Tokens A and B; a win becomes dollar signs.
        Letters = "letters",
        /// X and O on an open board.
        XAndO = "x-and-o",
        /// Connect Four and tic-tac-toe for many players, who have names and
        /// commands.
        BoardGames = "board-games",
    }
}

/// Whether a drawing has colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Characters only.
    Plain,
    /// Colours by escape sequences, in the style that has colours.
    Ansi,
}

/// What somebody asks of a game's rules; a style fills in the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// As [`RulesConfig::columns`].
    pub columns: Option<u32>,
    /// As [`RulesConfig::rows`].
    pub rows: Option<u32>,
    /// As [`RulesConfig::connect`].
    pub connect: Option<u32>,
    /// As [`RulesConfig::players`].
    pub players: Option<u32>,
    /// As [`RulesConfig::gravity`].
    pub gravity: bool,
}

impl Default for Asked {
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
    /// The rules that somebody asks for, in this style.
    ///
    /// # Errors
    /// The first setting out of range. [`Shapes`](Self::Shapes) makes a board
    /// larger instead if it is asked for a small one.
    pub fn rules(self, asked: Asked) -> Result<Rules, RulesError> {
        let (columns, rows) = match self {
            Self::Shapes => (6, 4),
            Self::BoardGames if !asked.gravity => (3, 3),
            Self::Letters | Self::XAndO | Self::BoardGames => (7, 6),
        };
        let mut columns = asked.columns.unwrap_or(columns);
        let mut rows = asked.rows.unwrap_or(rows);
        if self == Self::Shapes {
            columns = columns.max(5);
            rows = rows.max(4);
        }
        if self == Self::BoardGames && asked.gravity {
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
        let longest = Rules::most_connect(columns, rows);
        Rules::new(RulesConfig {
            columns,
            rows,
            connect: asked.connect.unwrap_or(longest.min(CONNECT_FOUR)),
            players: asked.players.unwrap_or(Rules::MIN_PLAYERS),
            gravity: asked.gravity,
        })
    }

    /// What the style calls the leftmost column.
    pub const fn first_column(self) -> usize {
        self.first() as usize
    }

    const fn first(self) -> u8 {
        match self {
            Self::Shapes | Self::XAndO => 0,
            Self::Letters | Self::BoardGames => 1,
        }
    }

    /// Draws the position of a game. Every line of the text ends with a line
    /// break.
    pub fn draw(self, game: &Match, ink: Ink) -> String {
        let marked = match game.game().status() {
            Status::Won { trace, .. } => trace.cells(),
            Status::ToMove(_) | Status::Drawn(_) => Vec::new(),
        };
        draw::draw(self, game, game.game().position(), &marked, ink)
    }

    /// Draws a position that need not come of a game, with the pieces of players who
    /// have chosen nothing. Every completed line is marked, where the style marks any.
    pub fn draw_position(self, position: &Position, ink: Ink) -> String {
        let rules = position.rules();
        let cells = rules.all_cells();
        let marked: Vec<Cell> = cells
            .filter(|&cell| position.trace(cell).is_some())
            .collect();
        let game = Match::plain(Game::new(rules));
        draw::draw(self, &game, position, &marked, ink)
    }

    /// Reads moves that have the style's own column numbers: digits if all of
    /// its columns have one digit, numbers with commas between if not. Without
    /// gravity it is cells with commas between. A swap is an `s`.
    ///
    /// # Errors
    /// The first thing that is wrong, and at which character.
    pub fn parse_moves(self, rules: Rules, text: &str) -> Result<Game, NotationError> {
        notation::parse_from(rules, self.first(), true, text)
    }

    /// Writes a move as somebody types it in the conversation.
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

    /// Writes the moves on the board as [`parse_moves`](Self::parse_moves) reads
    /// them.
    pub fn write_moves(self, game: &Game) -> String {
        notation::write_from(game, self.first())
    }
}

/// What a seat has that no computer plays for, in commands and options.
const PERSON: &str = "person";

/// Reads who plays for a seat: `person`, which is `None`, or a computer player as
/// [`Kind`] is written.
///
/// # Errors
/// What is wrong with the text, as a sentence without its full stop.
pub fn read_player(text: &str) -> Result<Option<Kind>, String> {
    if text == PERSON {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|error: KindError| {
        let other = match error.problem {
            KindProblem::Family => format!("; or {PERSON}"),
            _ => String::new(),
        };
        error.to_string() + &other
    })
}

/// Writes who plays for a seat as [`read_player`] reads it.
pub fn write_player(computer: Option<Kind>) -> String {
    computer.map_or(PERSON.to_owned(), |kind| kind.to_string())
}

/// How many in a row the game is named after, and the least side it is sold in.
const CONNECT_FOUR: u32 = 4;
