//! Positions and rules as one line of text, like the FEN of chess.

use crate::{
    Cell, MoveError, Player, Position, Rules, RulesConfig, RulesError, number::parse_number,
    text::shorten,
};
use alloc::{string::String, vec::Vec};
use core::{
    error::Error,
    fmt::{self, Write},
    str::FromStr,
};

/// Writes the [text](Position#text) of the position, or with `{:#}` a picture.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.rules();
        let picture = f.alternate();
        for row in (0..usize::from(rules.rows())).rev() {
            let mut empty = 0;
            for column in 0..usize::from(rules.columns()) {
                if picture && column > 0 {
                    f.write_char(' ')?;
                }
                let piece = rules.cell(column, row).and_then(|cell| self.piece_at(cell));
                match piece {
                    None if picture => f.write_char('.')?,
                    None => empty += 1,
                    Some(player) => {
                        write_number(f, &mut empty)?;
                        player.fmt(f)?;
                    }
                }
            }
            write_number(f, &mut empty)?;
            if row > 0 {
                f.write_char(if picture { '\n' } else { '/' })?;
            }
        }
        if picture {
            return Ok(());
        }
        write!(f, " {} {rules}", self.to_move())
    }
}

/// Writes a number of empty cells, unless it is 0, and sets it to 0.
fn write_number(f: &mut fmt::Formatter<'_>, empty: &mut usize) -> fmt::Result {
    match core::mem::take(empty) {
        0 => Ok(()),
        empty => write!(f, "{empty}"),
    }
}

/// A field and the position of its first character, counted from 1.
type Field<'a> = (usize, &'a str);

impl FromStr for Position {
    type Err = PositionError;

    /// Parses the [text](Position#text) of a position.
    ///
    /// # Errors
    /// Returns an error and its position.
    fn from_str(text: &str) -> Result<Self, PositionError> {
        let fields: Vec<Field<'_>> = split(text, ' ', 1).collect();
        let &[pieces, to_move, board, players, gravity] = fields.as_slice() else {
            return Err(error((1, text), PositionProblem::Fields(fields.len())));
        };
        let rules = parse_rules([board, players, gravity])?;
        let rows: Vec<Field<'_>> = split(pieces.1, '/', pieces.0).collect();
        if rows.len() != usize::from(rules.rows()) {
            let problem = PositionProblem::Rows(rules.rows());
            return Err(error(pieces, problem));
        }
        let mut position = Self::new(rules);
        for (row, field) in rows.into_iter().rev().enumerate() {
            place_row(&mut position, row, field)?;
        }
        let player = to_move.1.parse().ok();
        player
            .and_then(|player| position.with_to_move(player).ok())
            .ok_or_else(|| error(to_move, PositionProblem::NoSuchPlayer))
    }
}

/// Writes the [text](Rules#text) of the rules.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (columns, rows, connect) = (self.columns(), self.rows(), self.connect());
        let gravity = if self.gravity() { 'g' } else { '-' };
        write!(f, "{columns},{rows},{connect} {} {gravity}", self.players())
    }
}

impl FromStr for Rules {
    type Err = PositionError;

    /// Parses the [text](Rules#text) of rules.
    ///
    /// # Errors
    /// Returns an error and its position.
    fn from_str(text: &str) -> Result<Self, PositionError> {
        let fields: Vec<Field<'_>> = split(text, ' ', 1).collect();
        match *fields.as_slice() {
            [board, players, gravity] => parse_rules([board, players, gravity]),
            _ => Err(error((1, text), PositionProblem::RulesFields(fields.len()))),
        }
    }
}

fn parse_rules([board, players, gravity]: [Field<'_>; 3]) -> Result<Rules, PositionError> {
    let numbers: Option<Vec<u32>> = board.1.split(',').map(parse_number).collect();
    let Some(&[columns, rows, connect]) = numbers.as_deref() else {
        return Err(error(board, PositionProblem::Board));
    };
    let number = parse_number(players.1);
    let number = number.ok_or_else(|| error(players, PositionProblem::Players))?;
    let config = RulesConfig {
        columns,
        rows,
        connect,
        players: number,
        gravity: match gravity.1 {
            "g" => true,
            "-" => false,
            _ => return Err(error(gravity, PositionProblem::Gravity)),
        },
    };
    Rules::new(config).map_err(|problem| {
        let invalid = if problem.setting == crate::Setting::Players {
            players
        } else {
            board
        };
        error(invalid, PositionProblem::Rules(problem))
    })
}

/// Places the pieces of a row, whose lower rows are complete.
fn place_row(
    position: &mut Position,
    row: usize,
    (start, text): Field<'_>,
) -> Result<(), PositionError> {
    let rules = position.rules();
    let columns = rules.columns();
    let (mut rest, mut column) = (text, 0);
    while let Some(first) = rest.chars().next() {
        let at = start + text.chars().count() - rest.chars().count();
        let end = rest.find(|c: char| !c.is_ascii_digit());
        let (digits, after) = rest.split_at(end.unwrap_or(rest.len()));
        if !digits.is_empty() {
            let empty = parse_number(digits).filter(|&empty: &usize| empty <= columns.into());
            column += empty.ok_or_else(|| error((at, digits), PositionProblem::Row(columns)))?;
            rest = after;
            continue;
        }
        let word = (at, &rest[..first.len_utf8()]);
        let (player, after) =
            Player::parse_prefix(rest).ok_or_else(|| error(word, PositionProblem::NotAPiece))?;
        let word = (at, &rest[..rest.len() - after.len()]);
        let cell = rules.cell(column, row);
        let cell = cell.ok_or_else(|| error(word, PositionProblem::Row(columns)))?;
        position.place(player, cell).map_err(|problem| {
            let problem = match problem {
                MoveError::NoSuchPlayer(_) => PositionProblem::NoSuchPlayer,
                problem => PositionProblem::Illegal(problem),
            };
            error(word, problem)
        })?;
        column += 1;
        rest = after;
    }
    if column == usize::from(columns) {
        Ok(())
    } else {
        Err(error((start, text), PositionProblem::Row(columns)))
    }
}

/// Splits a text and returns each part with the position of its first character, when the
/// whole text begins at `start`.
fn split(text: &str, separator: char, start: usize) -> impl Iterator<Item = Field<'_>> {
    let mut at = start;
    text.split(separator).map(move |part| {
        let here = at;
        at += part.chars().count() + 1;
        (here, part)
    })
}

fn error((at, text): Field<'_>, problem: PositionProblem) -> PositionError {
    PositionError {
        at,
        text: shorten(text),
        problem,
    }
}

/// An error in the text of a position or of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// The position of the first character, counted from 1.
    pub at: usize,
    /// The invalid part, shortened to 12 characters.
    pub text: String,
    /// The problem.
    pub problem: PositionProblem,
}

/// A problem in the text of a position or of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionProblem {
    /// It has this number of fields instead of five.
    Fields(usize),
    /// It has this number of fields instead of three.
    RulesFields(usize),
    /// It isn't the numbers of columns, rows, and pieces in a row.
    Board,
    /// It isn't a number of players.
    Players,
    /// It is neither `g` nor `-`.
    Gravity,
    /// The rules are invalid.
    Rules(RulesError),
    /// The board has this number of rows.
    Rows(u8),
    /// A row of the board has this number of cells.
    Row(u8),
    /// It is neither a piece nor a number of empty cells.
    NotAPiece,
    /// The rules have no such player.
    NoSuchPlayer,
    /// The piece can't be there.
    Illegal(MoveError),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at, text, problem } = self;
        write!(f, "character {at}: ")?;
        match problem {
            PositionProblem::Fields(found) => write!(
                f,
                "“{text}” has {found} of the 5 fields rows, player to move, board, players and gravity"
            ),
            PositionProblem::RulesFields(found) => write!(
                f,
                "“{text}” has {found} of the 3 fields board, players and gravity"
            ),
            PositionProblem::Board => write!(
                f,
                "“{text}” is not a board, such as 7,6,4 (columns, rows, pieces in a row)"
            ),
            PositionProblem::Players => write!(f, "“{text}” is not a number of players"),
            PositionProblem::Gravity => {
                write!(f, "“{text}” is neither g (gravity) nor - (no gravity)")
            }
            PositionProblem::Rules(error) => write!(f, "“{text}”: {error}"),
            PositionProblem::Rows(rows) => write!(f, "“{text}” is not {rows} rows"),
            PositionProblem::Row(cells) => {
                write!(f, "“{text}” does not fit a row of {cells} cells")
            }
            PositionProblem::NotAPiece => {
                write!(f, "“{text}” is neither a piece nor a number of empty cells")
            }
            PositionProblem::NoSuchPlayer => write!(f, "“{text}” is not one of the players"),
            PositionProblem::Illegal(error) => write!(f, "“{text}” can't be there: {error}"),
        }
    }
}

impl Error for PositionError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.problem {
            PositionProblem::Rules(error) => Some(error),
            PositionProblem::Illegal(error) => Some(error),
            _ => None,
        }
    }
}

impl Position {
    /// Returns the position reflected left to right. It has the same score, and the same
    /// moves in mirrored columns.
    ///
    /// ```
    /// use four_shapes_rules::{Position, Rules};
    ///
    /// let position = Position::from_column_indices(Rules::CLASSIC, "01")?;
    /// assert_eq!(position.mirrored(), Position::from_column_indices(Rules::CLASSIC, "65")?);
    /// # Ok::<_, four_shapes_rules::notation::NotationError>(())
    /// ```
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let rules = self.rules();
        let mut mirrored = Self::new(rules);
        for cell in rules.all_cells() {
            if let Some(player) = self.piece_at(cell) {
                let column = rules.columns() - 1 - cell.column().index() as u8;
                let cell = Cell::at(column, cell.row() as u8);
                mirrored
                    .place(player, cell)
                    .expect("cells are ordered by column and row");
            }
        }
        mirrored
            .with_to_move(self.to_move())
            .expect("the rules are the same")
    }
}
