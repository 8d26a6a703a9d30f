//! Games and positions as text and pictures, for other programs and for people.
//!
//! [`import`](crate::import) reads everything that is written here, by the rules of the game.

use crate::{Colour, Match, glyph};
use four_shapes_rules::{Cell, Player, Position, Rules, Status, notation};
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
    /// An image.
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
        Format::Svg => Some(svg(game_match)),
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
        let tokens: Vec<String> = cells.map(|cell| token(position.get(cell))).collect();
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

/// The width of a cell in an image.
const CELL: usize = 100;
/// The width of the board's edge.
const EDGE: usize = 12;

/// Returns an image of a board, with its size as the title and the position as the description.
fn svg(game_match: &Match) -> String {
    let position = game_match.game().position();
    let rules = position.rules();
    let (columns, rows) = (usize::from(rules.columns()), usize::from(rules.rows()));
    let [width, height] = [columns, rows].map(|cells| cells * CELL + 2 * EDGE);
    let mut image = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
         <title>{columns} × {rows}, {} in a row</title>\n\
         <desc>{position}</desc>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"24\" fill=\"#3b4a73\"/>\n",
        rules.connect()
    );
    let won = match game_match.game().status() {
        Status::Won { trace, .. } => trace.cells(),
        _ => Vec::new(),
    };
    for cell in rules.all_cells() {
        let (x, y) = centre(rules, cell);
        let _ = writeln!(
            image,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"43\" fill=\"#f5f1e8\"/>"
        );
        let Some(owner) = position.get(cell) else {
            continue;
        };
        let style = game_match.seat(owner).piece_style;
        let glyph = glyph::of(style);
        let outline = if won.contains(&cell) {
            glyph.marked
        } else {
            glyph.plain
        };
        let fill = hex(style.colour);
        let _ = writeln!(
            image,
            "<path transform=\"translate({x} {y})\" fill-rule=\"evenodd\" fill=\"{fill}\" d=\"{outline}\"/>"
        );
    }
    image + "</svg>"
}

/// Returns the centre of a cell in an image.
fn centre(rules: Rules, cell: Cell) -> (usize, usize) {
    let from_top = usize::from(rules.rows()) - 1 - cell.row();
    let middle = |index: usize| EDGE + index * CELL + CELL / 2;
    (middle(cell.column().index()), middle(from_top))
}

/// Returns a colour as the page shows it on a light background.
const fn hex(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "#d62f3b",
        Colour::Blue => "#1d6fd8",
        Colour::Green => "#1c7d3a",
        Colour::Orange => "#b45309",
        Colour::Purple => "#7c3fc4",
        Colour::Teal => "#00777f",
        Colour::Pink => "#c02680",
        Colour::Brown => "#7a5230",
        Colour::Black => "#000000",
    }
}
