//! Positions as one line of text, like the FEN of chess.

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

/// The number of letters.
const LETTERS: usize = 26;

/// Writes the position as one line, which [`FromStr`] reads, or with `{:#}` as a picture.
///
/// The line has five fields, separated by spaces:
///
/// 1. the rows from the top, separated by `/`: a letter for each piece and a number for
///    consecutive empty cells. `a` is the first player's piece, `z` the 26th's; the next
///    players have `Aa` to `Az`, `Ba` to `Bz` and so on;
/// 2. the player [to move](Position::to_move), who need not be the one whose turn it would be
///    after so many moves;
/// 3. the number of columns, of rows, and of pieces in a row, separated by commas;
/// 4. the number of players;
/// 5. `g` with gravity, otherwise `-`.
///
/// ```
/// use four_shapes_rules::{Position, Rules};
///
/// let position = Position::from_columns(Rules::CLASSIC, "3345").unwrap();
/// let text = "7/7/7/7/3b3/3aab1 a 7,6,4 2 g";
/// assert_eq!(position.to_string(), text);
/// assert_eq!(text.parse(), Ok(position.clone()));
/// assert_eq!(format!("{position:#}").lines().last(), Some(". . . a a b ."));
/// ```
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
                let piece = rules.cell(column, row).and_then(|cell| self.get(cell));
                match piece {
                    None if picture => f.write_char('.')?,
                    None => empty += 1,
                    Some(player) => {
                        write_number(f, &mut empty)?;
                        write_player(f, player)?;
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
        f.write_char(' ')?;
        write_player(f, self.to_move())?;
        let (columns, rows, connect) = (rules.columns(), rules.rows(), rules.connect());
        let gravity = if rules.gravity() { 'g' } else { '-' };
        let players = rules.players();
        write!(f, " {columns},{rows},{connect} {players} {gravity}")
    }
}

/// Writes a number of empty cells, unless it is 0, and sets it to 0.
fn write_number(f: &mut fmt::Formatter<'_>, empty: &mut usize) -> fmt::Result {
    match core::mem::take(empty) {
        0 => Ok(()),
        empty => write!(f, "{empty}"),
    }
}

fn write_player(f: &mut fmt::Formatter<'_>, player: Player) -> fmt::Result {
    // A game has at most 75 players.
    let letter = |first: u8, index: usize| char::from(first + index as u8);
    if let Some(prefix) = (player.index() / LETTERS).checked_sub(1) {
        f.write_char(letter(b'A', prefix))?;
    }
    f.write_char(letter(b'a', player.index() % LETTERS))
}

/// A field and the position of its first character, counted from 1.
type Field<'a> = (usize, &'a str);

impl FromStr for Position {
    type Err = PositionError;

    /// Parses the line that [`Display`](fmt::Display) writes. Each position has exactly one.
    ///
    /// # Errors
    /// Returns an error and its position.
    fn from_str(text: &str) -> Result<Self, PositionError> {
        let fields: Vec<Field<'_>> = split(text, ' ', 1).collect();
        let &[pieces, to_move, board, players, gravity] = fields.as_slice() else {
            return Err(error((1, text), PositionProblem::Fields(fields.len())));
        };
        let rules = parse_rules(board, players, gravity)?;
        let rows: Vec<Field<'_>> = split(pieces.1, '/', pieces.0).collect();
        if rows.len() != usize::from(rules.rows()) {
            let problem = PositionProblem::Rows(rules.rows());
            return Err(error(pieces, problem));
        }
        let mut position = Self::new(rules);
        for (row, field) in rows.into_iter().rev().enumerate() {
            place_row(&mut position, row, field)?;
        }
        let player = parse_player(to_move.1).filter(|(_, rest)| rest.is_empty());
        let player = player.and_then(|(index, _)| rules.all_players().nth(index));
        player
            .and_then(|player| position.with_to_move(player).ok())
            .ok_or_else(|| error(to_move, PositionProblem::NoSuchPlayer))
    }
}

fn parse_rules(
    board: Field<'_>,
    players: Field<'_>,
    gravity: Field<'_>,
) -> Result<Rules, PositionError> {
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
        let (index, after) =
            parse_player(rest).ok_or_else(|| error(word, PositionProblem::NotAPiece))?;
        let word = (at, &rest[..rest.len() - after.len()]);
        let cell = rules.cell(column, row);
        let cell = cell.ok_or_else(|| error(word, PositionProblem::Row(columns)))?;
        let player = rules.all_players().nth(index);
        let player = player.ok_or_else(|| error(word, PositionProblem::NoSuchPlayer))?;
        position
            .place(player, cell)
            .map_err(|problem| error(word, PositionProblem::Illegal(problem)))?;
        column += 1;
        rest = after;
    }
    if column == usize::from(columns) {
        Ok(())
    } else {
        Err(error((start, text), PositionProblem::Row(columns)))
    }
}

/// Parses a player at the start of a text; returns the index and the rest.
fn parse_player(text: &str) -> Option<(usize, &str)> {
    let letter = |text: &str, first: u8| {
        let c = *text.as_bytes().first()?;
        let index = usize::from(c.checked_sub(first)?);
        (index < LETTERS).then_some(index)
    };
    if let Some(index) = letter(text, b'a') {
        return Some((index, &text[1..]));
    }
    let prefix = letter(text, b'A')?;
    let index = letter(&text[1..], b'a')?;
    Some(((prefix + 1) * LETTERS + index, &text[2..]))
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

/// An error in the text of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// The position of the first character, counted from 1.
    pub at: usize,
    /// The invalid part, shortened to 12 characters.
    pub text: String,
    /// The problem.
    pub problem: PositionProblem,
}

/// A problem in the text of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionProblem {
    /// It has this number of fields instead of five.
    Fields(usize),
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
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let rules = self.rules();
        let mut mirrored = Self::new(rules);
        for cell in rules.all_cells() {
            if let Some(player) = self.get(cell) {
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
