//! Drawing of a position as lines of text.

use super::{ColourMode, Style};
use four_shapes_records::{Colour, Match, PieceStyle, Shape, Symbol};
use four_shapes_rules::{Cell, Player, Position};

/// The grid around the cells.
struct Frame {
    /// The width of a cell, in characters.
    width: usize,
    /// The character of a horizontal rule above and below each `|`.
    corner: char,
    /// Whether there is a rule above the top row.
    above: bool,
    /// Whether there are rules between the rows.
    between: bool,
}

impl Frame {
    fn of(style: Style, last_label: usize) -> Self {
        let narrow = 1 + usize::from(last_label > 9);
        let (width, corner, above, between) = match style {
            Style::Shapes => (2, '+', true, true),
            Style::Letters => (narrow, '-', true, true),
            Style::XAndO => (1, '-', false, false),
            Style::BoardGames => (3, '+', true, false),
        };
        Self {
            width,
            corner,
            above,
            between,
        }
    }

    fn rule(&self, margin: &str, columns: usize) -> String {
        let mut rule = String::from(margin);
        for _ in 0..columns {
            rule.push(self.corner);
            pad(&mut rule, '-', self.width);
        }
        rule.push(self.corner);
        rule.push('\n');
        rule
    }
}

/// Draws a position with the pieces of the players of a match and the given cells marked.
pub(super) fn draw(
    style: Style,
    game: &Match,
    position: &Position,
    marked: &[Cell],
    colours: ColourMode,
) -> String {
    let rules = position.rules();
    let (columns, rows) = (usize::from(rules.columns()), usize::from(rules.rows()));
    let board_games = style == Style::BoardGames;
    // Without gravity a move names a cell, so the rows need labels as well.
    let row_labels = !rules.gravity();
    let lettered = row_labels && !board_games;
    let last_label = if lettered {
        0
    } else {
        columns - 1 + style.first_column()
    };
    let frame = Frame::of(style, last_label);
    let margin = if board_games && row_labels { "   " } else { "" };
    let rule = frame.rule(margin, columns);

    let mut text = String::new();
    if frame.above {
        text += &rule;
    }
    for row in (0..rows).rev() {
        if !margin.is_empty() {
            push_number(&mut text, row + 1);
            text.push(' ');
        }
        for cell in (0..columns).filter_map(|column| rules.cell(column, row)) {
            text.push('|');
            match position.piece_at(cell) {
                None => pad(&mut text, ' ', frame.width),
                Some(player) => {
                    let marked = marked.contains(&cell);
                    piece(&mut text, style, game, player, marked, colours);
                    if !board_games {
                        pad(&mut text, ' ', frame.width - 1);
                    }
                }
            }
        }
        text.push('|');
        if lettered {
            push_number(&mut text, row + 1);
        }
        text.push('\n');
        if frame.between && row > 0 {
            text += &rule;
        }
    }
    text += &rule;
    text += margin;
    for cell in (0..columns).filter_map(|column| rules.cell(column, 0)) {
        text.push(' ');
        label(&mut text, style, cell, lettered, frame.width);
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// Appends the label of a column, padded to the width of its cells.
fn label(text: &mut String, style: Style, cell: Cell, lettered: bool, width: usize) {
    let number = cell.column().index() + style.first_column();
    let mut width = width;
    if style == Style::BoardGames {
        push_number(text, number);
        width -= 2;
    } else {
        let mut label = match style {
            // One digit each, also on boards of more than ten columns.
            Style::XAndO => (number % 10).to_string(),
            _ => number.to_string(),
        };
        if lettered {
            label = cell.to_string();
            label.truncate(1);
        }
        *text += &label;
        width -= label.len();
    }
    pad(text, ' ', width);
}

/// Appends a number of at most two digits, right-aligned in two characters.
fn push_number(text: &mut String, number: usize) {
    if number < 10 {
        text.push(' ');
    }
    *text += &number.to_string();
}

fn pad(text: &mut String, character: char, count: usize) {
    text.extend(std::iter::repeat_n(character, count));
}

fn piece(
    text: &mut String,
    style: Style,
    game: &Match,
    player: Player,
    marked: bool,
    colours: ColourMode,
) {
    let seat = game.seat(player);
    match style {
        Style::Shapes => {
            let [plain, winning] = glyphs(seat.piece_style.shape);
            let glyph = if marked { winning } else { plain };
            match colours {
                ColourMode::Plain => text.push(glyph),
                ColourMode::Ansi => {
                    *text += "\u{1b}[";
                    *text += colour_code(seat.piece_style);
                    text.push('m');
                    text.push(glyph);
                    *text += "\u{1b}[0m";
                }
            }
        }
        Style::Letters => text.push(if marked { '$' } else { letter_of(game, player) }),
        Style::XAndO => text.push(x_or_o_of(game, player)),
        Style::BoardGames => {
            text.push(if marked { '[' } else { ' ' });
            text.push(seat.symbol.as_char());
            text.push(if marked { ']' } else { ' ' });
        }
    }
}

/// Returns the [`Style::Letters`] token of the seat that plays for a player; a seat
/// keeps its token after a swap. There are 75, without `$`, which marks a win, and `|`.
pub(super) fn letter_of(game: &Match, player: Player) -> char {
    const TOKENS: &[u8; 75] =
        b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789#@%&+*=?!~^<>";
    TOKENS[game.original_player(player).index() % TOKENS.len()].into()
}

/// Returns the [`Style::XAndO`] sign of the seat that plays for a player; a seat keeps
/// its sign after a swap.
pub(super) fn x_or_o_of(game: &Match, player: Player) -> char {
    Symbol::nth(game.original_player(player).index()).as_char()
}

/// Returns the plain and the marked glyph of a shape.
const fn glyphs(shape: Shape) -> [char; 2] {
    match shape {
        Shape::Circle => ['\u{2b24}', '\u{25c9}'],
        Shape::Pentagon => ['\u{2b1f}', '\u{2b54}'],
        Shape::Square => ['■', '□'],
        Shape::Triangle => ['▲', '△'],
        Shape::Star => ['★', '☆'],
        Shape::Cross => ['✚', '✛'],
        Shape::Diamond => ['◆', '◇'],
        Shape::Heart => ['♥', '♡'],
        Shape::Crescent => ['☾', '☽'],
        Shape::Hexagon => ['⬢', '⬡'],
    }
}

/// Returns the SGR parameters of a colour. Orange and brown are the nearest that
/// terminals have; black is bright black, which is visible on a black background.
const fn colour_code(piece_style: PieceStyle) -> &'static str {
    match piece_style.colour {
        Colour::Red => "31",
        Colour::Blue => "34",
        Colour::Green => "32",
        Colour::Orange => "33",
        Colour::Purple => "35",
        Colour::Teal => "36",
        Colour::Pink => "95",
        Colour::Brown => "38;5;130",
        Colour::Black => "90",
    }
}
