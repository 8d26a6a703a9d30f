//! Games and positions as text and pictures, for other programs and for people.
//!
//! [`import`](crate::import) reads everything that is written here, by the rules of the game.

use crate::{
    Match,
    drawing::{Drawing, Paints, Words},
};
use four_shapes_rules::{Player, Position, notation};
use std::fmt::Write;

/// A way to write the current position of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The moves from the empty board, in strict [notation]. Not for games without moves or that
    /// start in another position.
    Moves,
    /// The [`Position`] on a line.
    Position,
    /// A line for each row: `. X O`, with letters from `a` for more than two players. For up to 26
    /// players.
    Picture,
    /// A line for each row of coloured discs. For up to six players.
    Emoji,
    /// An image, in the colours of [`Paints::LIGHT`] and with [`Words`] in English.
    Svg,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 5] = [
        Self::Moves,
        Self::Position,
        Self::Picture,
        Self::Emoji,
        Self::Svg,
    ];

    /// Returns the lowercase name.
    ///
    /// ```
    /// use four_shapes_records::export::Format;
    ///
    /// let named = |id: &str| Format::ALL.into_iter().find(|format| format.id() == id);
    /// assert_eq!(named("emoji"), Some(Format::Emoji));
    /// ```
    pub const fn id(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Position => "position",
            Self::Picture => "picture",
            Self::Emoji => "emoji",
            Self::Svg => "svg",
        }
    }
}

/// The discs of the players in [`Format::Emoji`].
const DISCS: [char; 6] = ['🔴', '🔵', '🟢', '🟠', '🟣', '🟤'];
const NO_DISC: char = '⚪';

/// Writes the current position of a match, without a line break at the end; `None` if the format
/// can't represent it.
///
/// ```
/// use four_shapes_records::{Match, export::{self, Format}};
/// use four_shapes_rules::{Rules, notation};
///
/// let game = notation::parse(Rules::CLASSIC, "4455").unwrap();
/// let game_match = Match::with_default_seats(game);
/// let picture = export::write(&game_match, Format::Emoji).unwrap();
/// assert_eq!(picture.lines().last(), Some("⚪⚪⚪🔴🔴⚪⚪"));
/// ```
pub fn write(game_match: &Match, format: Format) -> Option<String> {
    let game = game_match.game();
    let position = game.position();
    let players = usize::from(position.rules().players());
    match format {
        Format::Moves => {
            let moves = (!game.is_set_up()).then(|| notation::write(game));
            moves.filter(|moves| !moves.is_empty())
        }
        Format::Position => Some(position.to_string()),
        Format::Picture => {
            let sign = picture_sign(players)?;
            let rows = rows(position, " ", |owner| owner.map_or('.', sign).to_string());
            Some(with_turn(position, rows, |player| sign(player).to_string()))
        }
        Format::Emoji => (players <= DISCS.len()).then(|| {
            let disc = |player: Player| DISCS[player.index()].to_string();
            let rows = rows(position, "", |owner| {
                owner.map_or_else(|| NO_DISC.to_string(), disc)
            });
            with_turn(position, rows, disc)
        }),
        Format::Svg => {
            let drawing = Drawing::new(game_match, &Paints::LIGHT);
            Some(drawing.to_svg(game_match, &Words::of(game_match)))
        }
    }
}

/// Returns the signs of players in a picture, if there are enough.
fn picture_sign(players: usize) -> Option<fn(Player) -> char> {
    match players {
        2 => Some(|player| ['X', 'O'][player.index()]),
        3..=26 => Some(|player| char::from(b'a' + player.index() as u8)),
        _ => None,
    }
}

/// Returns the rows from the top.
fn rows(position: &Position, separator: &str, token: impl Fn(Option<Player>) -> String) -> String {
    let rules = position.rules();
    let rows = (0..usize::from(rules.rows())).rev().map(|row| {
        let cells = (0..usize::from(rules.columns())).filter_map(|column| rules.cell(column, row));
        let tokens: Vec<String> = cells.map(|cell| token(position.piece_at(cell))).collect();
        tokens.join(separator)
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// Appends who is to move, unless the numbers of pieces tell.
fn with_turn(position: &Position, mut picture: String, token: impl Fn(Player) -> String) -> String {
    let to_move = position.to_move();
    if position.expected_to_move() != Some(to_move) {
        let _ = write!(picture, "\n{} to move", token(to_move));
    }
    picture
}
