//! What was read, and how.

use crate::Match;
use four_shapes_rules::{Game, Player, Rules};
use std::fmt;

/// What a text may leave open.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The rules of plain moves, and of boards of the same size.
    pub rules: Rules,
    /// The number of the leftmost column, 0 or 1, where both are possible.
    pub first_column: Option<u8>,
    /// The first row of a picture, where both are possible.
    pub first_row: Option<Edge>,
    /// The index of the player to move, where it doesn't follow from the pieces.
    pub to_move: Option<usize>,
}

impl Options {
    /// Leaves everything but the rules to the text.
    ///
    /// ```
    /// use four_shapes_records::import::{self, Import, Options};
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// // “333” could also be the third column.
    /// let options = Options { first_column: Some(0), ..Options::new(Rules::CLASSIC) };
    /// let Import::Game(readings) = import::read("333", options)? else { panic!("it is a game") };
    /// assert_eq!(notation::write(readings[0].game_match.game()), "444");
    /// # Ok::<_, import::ImportError>(())
    /// ```
    pub fn new(rules: Rules) -> Self {
        Self {
            rules,
            first_column: None,
            first_row: None,
            to_move: None,
        }
    }
}

/// An edge of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Where pieces are dropped.
    Top,
    /// Where they land.
    Bottom,
}

/// A way to read a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The game; one that starts in a position if the text has no moves.
    pub game_match: Match,
    /// What the text was taken for.
    pub format: Format,
    /// What was ignored or assumed.
    pub notes: Vec<Note>,
    /// What distinguishes it from the other readings.
    pub choice: Option<Choice>,
}

impl Reading {
    /// The reading of an empty text as a game without moves, where that is meant.
    ///
    /// ```
    /// use four_shapes_records::import::Reading;
    /// use four_shapes_rules::Rules;
    ///
    /// let reading = Reading::empty(Rules::CLASSIC);
    /// assert_eq!(reading.game_match.game().cursor(), 0);
    /// ```
    pub fn empty(rules: Rules) -> Self {
        Self::new(Game::new(rules), Format::Columns, Vec::new())
    }

    /// A reading of a game of default players.
    pub(super) fn new(game: Game, format: Format, notes: Vec<Note>) -> Self {
        Self {
            game_match: Match::with_default_seats(game),
            format,
            notes,
            choice: None,
        }
    }

    /// Returns the reading as one of several.
    pub(super) fn with_choice(mut self, choice: Choice) -> Self {
        self.choice = Some(choice);
        self
    }

    /// Returns whether something was ignored or assumed.
    pub(super) fn has_note(&self, note: &Note) -> bool {
        self.notes.contains(note)
    }
}

/// What distinguishes the readings of an ambiguous text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Choice {
    /// The number of the leftmost column, see [`Options::first_column`].
    FirstColumn(u8),
    /// The first row, see [`Options::first_row`].
    FirstRow(Edge),
    /// The player to move, see [`Options::to_move`].
    ToMove(Player),
    /// Whether the last number is a score, or else a move.
    Score(bool),
    /// Whether two numbers are bitboards, or else moves.
    Bitboards(bool),
    /// The sign of an empty cell.
    Empty(char),
    /// The rules, see [`Options::rules`]. Only of readings that were combined by the caller.
    Rules(Rules),
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FirstColumn(first) => write!(f, "columns are counted from {first}"),
            Self::FirstRow(Edge::Top) => f.write_str("the first row is the top one"),
            Self::FirstRow(Edge::Bottom) => f.write_str("the first row is the bottom one"),
            Self::ToMove(player) => write!(f, "player {} is to move", player.index() + 1),
            Self::Score(true) => f.write_str("the last number is a score"),
            Self::Bitboards(true) => f.write_str("the numbers are bitboards"),
            Self::Score(false) | Self::Bitboards(false) => f.write_str("all numbers are columns"),
            Self::Empty(sign) => write!(f, "“{sign}” is an empty cell"),
            Self::Rules(rules) => {
                let (columns, rows) = (rules.columns(), rules.rows());
                write!(f, "the board has {columns} × {rows} cells")
            }
        }
    }
}

/// A format that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// See [`record`](crate::record).
    File,
    /// See [`link`](crate::link).
    Link,
    /// A position as one line, see [`Position`](four_shapes_rules::Position).
    Position,
    /// Column numbers: `44455`.
    Columns,
    /// Column letters: `ddd ee`.
    Letters,
    /// Names of cells: `D1 D2 E1`.
    Cells,
    /// Moves with their numbers, as in PGN: `1. D1 D2 2. E1`.
    Numbered,
    /// A line of a file of games: number, moves and result.
    GamesLine,
    /// A line of a test file: moves and score.
    TestLine,
    /// Rows of signs.
    Picture,
    /// The cells in a single row of signs.
    Signs,
    /// The cells as a list of numbers, or a list of lists.
    Numbers,
    /// The observation of an agent in Kaggle's `ConnectX`.
    Observation,
    /// A row of the data set Connect-4 of the UCI repository.
    Uci,
    /// A URL with moves as `pos`.
    SolverLink,
    /// The pieces of the player to move and all pieces, as two numbers.
    Bitboards,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::File => "a file",
            Self::Link => "a link",
            Self::Position => "a position in one line",
            Self::Columns => "column numbers",
            Self::Letters => "column letters",
            Self::Cells => "cells",
            Self::Numbered => "numbered moves",
            Self::GamesLine => "a line of a file of games",
            Self::TestLine => "moves and a score",
            Self::Picture => "a picture of a board",
            Self::Signs => "a board as a row of signs",
            Self::Numbers => "a board as a list of numbers",
            Self::Observation => "an observation of ConnectX",
            Self::Uci => "a row of the UCI data set",
            Self::SolverLink => "a link to a solver",
            Self::Bitboards => "bitboards",
        })
    }
}

/// Something that was ignored or assumed. Texts are shortened to 12 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// The last number was taken as a score.
    Score {
        /// The number of moves before it.
        moves: usize,
        /// The number.
        score: i32,
    },
    /// A result was ignored.
    Result(String),
    /// The times of moves were ignored.
    Times,
    /// Move numbers were ignored.
    MoveNumbers,
    /// Tags, comments or marks of moves were ignored.
    Comments,
    /// Lines of text around a picture were ignored; their number.
    Lines(usize),
    /// The first number was taken as the number of the game.
    GameNumber(String),
    /// The leftmost column was counted as 0.
    CountedFromZero,
    /// The first row was taken as the bottom one.
    RowsFromBelow,
    /// The indices of the players of the signs of pieces, unless they are usual ones.
    Signs(Vec<(char, usize)>),
    /// The game was over before the last moves.
    AfterEnd {
        /// The number of moves up to the end.
        kept: usize,
        /// The number of moves after it, which were left out.
        dropped: usize,
    },
    /// Fields of a link were ignored, see [`link::unknown_fields`](crate::link::unknown_fields).
    UnknownFields(Vec<String>),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |count: usize| match count {
            1 => "1 move".to_owned(),
            _ => format!("{count} moves"),
        };
        match self {
            Self::Score { moves, score } => write!(
                f,
                "{}; “{score}” at the end was taken as a score",
                counted(*moves)
            ),
            Self::Result(result) => write!(f, "the result “{result}” was ignored"),
            Self::Times => f.write_str("the times were ignored"),
            Self::MoveNumbers => f.write_str("the move numbers were ignored"),
            Self::Comments => f.write_str("tags and comments were ignored"),
            Self::Lines(1) => f.write_str("a line outside the picture was ignored"),
            Self::Lines(count) => write!(f, "{count} lines outside the picture were ignored"),
            Self::GameNumber(number) => {
                write!(f, "“{number}” was taken as the number of the game")
            }
            Self::CountedFromZero => f.write_str("columns were counted from 0"),
            Self::RowsFromBelow => f.write_str("the first row was taken as the bottom one"),
            Self::Signs(signs) => {
                for (i, (sign, player)) in signs.iter().enumerate() {
                    let separator = if i == 0 { "" } else { ", " };
                    write!(f, "{separator}“{sign}” is player {}", player + 1)?;
                }
                Ok(())
            }
            Self::AfterEnd { kept, dropped } => write!(
                f,
                "the game is over after {}; {} after it left out",
                counted(*kept),
                counted(*dropped)
            ),
            Self::UnknownFields(names) => {
                write!(
                    f,
                    "unknown fields of the link were ignored: {}",
                    names.join(", ")
                )
            }
        }
    }
}
