//! The outlines of a board as SVG paths. A cell is 100 × 100, and (0, 0) is the top left corner of
//! the frame.

use four_shapes_rules::{Cell, Line, Rules};
use std::fmt::Write;

/// Half the size of a cell.
const HALF: usize = 50;

/// Returns the centre of a cell.
///
/// ```
/// use four_shapes_records::frame;
/// use four_shapes_rules::Rules;
///
/// assert_eq!(frame::centre(Rules::CLASSIC, "A1".parse()?), (50, 550));
/// # Ok::<_, four_shapes_rules::ParseError>(())
/// ```
pub fn centre(rules: Rules, cell: Cell) -> (isize, isize) {
    let from_top = usize::from(rules.rows()) - 1 - cell.row();
    let middle = |index: usize| (index * 100 + HALF).cast_signed();
    (middle(cell.column().index()), middle(from_top))
}

/// Returns the width and the height of the frame.
///
/// ```
/// use four_shapes_records::frame;
/// use four_shapes_rules::Rules;
///
/// assert_eq!(frame::size(Rules::CLASSIC), (700, 600));
/// ```
pub fn size(rules: Rules) -> (usize, usize) {
    (
        usize::from(rules.columns()) * 100,
        usize::from(rules.rows()) * 100,
    )
}

/// The row numbers and their places in the drawing.
///
/// ```
/// use four_shapes_records::frame;
/// use four_shapes_rules::Rules;
///
/// let lowest = frame::row_labels(Rules::CLASSIC).next();
/// assert_eq!(lowest, Some(((-28, 550), "1".to_owned())));
/// ```
pub fn row_labels(rules: Rules) -> impl Iterator<Item = ((isize, isize), String)> {
    let cells = rules.all_cells();
    let first = cells.filter(|cell| cell.column().index() == 0);
    first.map(move |cell| {
        let (_, y) = centre(rules, cell);
        ((-28, y), cell.to_string()[1..].to_owned())
    })
}

/// The column letters and their places in the drawing.
///
/// ```
/// use four_shapes_records::frame;
/// use four_shapes_rules::Rules;
///
/// let leftmost = frame::column_labels(Rules::CLASSIC).next();
/// assert_eq!(leftmost, Some(((50, 632), "A".to_owned())));
/// ```
pub fn column_labels(rules: Rules) -> impl Iterator<Item = ((isize, isize), String)> {
    let y = size(rules).1.cast_signed() + 32;
    let cells = rules.all_cells();
    let lowest = cells.filter(|cell| cell.row() == 0);
    lowest.map(move |cell| {
        let (x, _) = centre(rules, cell);
        ((x, y), cell.to_string()[..1].to_owned())
    })
}

/// Returns the outline of the frame, with a round hole for each cell; without gravity, the lines
/// between the cells. style/board.css (`#static-board`) draws the same before the program runs.
///
/// ```
/// use four_shapes_records::frame;
/// use four_shapes_rules::Rules;
///
/// let path = frame::frame(Rules::CLASSIC);
/// assert_eq!(path.matches('M').count(), 1 + 42); // the edge and the holes
/// ```
pub fn frame(rules: Rules) -> String {
    if !rules.gravity() {
        return lines(rules).concat();
    }
    edge(rules) + &holes(rules)
}

/// Returns the outlines of the vertical and of the horizontal lines between the cells of a board
/// without gravity.
///
/// ```
/// use four_shapes_records::frame;
/// use four_shapes_rules::Rules;
///
/// let [vertical, horizontal] = frame::lines(Rules::TIC_TAC_TOE);
/// assert_eq!(vertical, "M97 4h6v292h-6zM197 4h6v292h-6z");
/// assert_eq!(horizontal, "M4 97h292v6h-292zM4 197h292v6h-292z");
/// ```
pub fn lines(rules: Rules) -> [String; 2] {
    let (width, height) = size(rules);
    let between = |size: usize| (1..size / 100).map(|index| index * 100 - 3);
    let down = between(width).map(|x| format!("M{x} 4h6v{}h-6z", height - 8));
    let across = between(height).map(|y| format!("M4 {y}h{}v6h-{}z", width - 8, width - 8));
    [down.collect(), across.collect()]
}

/// Returns the outer edge of the frame.
///
/// ```
/// use four_shapes_records::frame;
/// use four_shapes_rules::Rules;
///
/// let path = frame::edge(Rules::CLASSIC);
/// assert!(path.starts_with("M40 0H660a40 40") && path.ends_with('z'));
/// ```
pub fn edge(rules: Rules) -> String {
    let (width, height) = size(rules);
    let (right, bottom) = (width - 40, height - 40);
    format!(
        "M40 0H{right}a40 40 0 0 1 40 40V{bottom}a40 40 0 0 1 -40 40\
         H40a40 40 0 0 1 -40 -40V40a40 40 0 0 1 40 -40z"
    )
}

/// Returns the outlines of all holes of a frame.
///
/// ```
/// use four_shapes_records::frame;
/// use four_shapes_rules::Rules;
///
/// let rules = Rules::CLASSIC;
/// assert_eq!(frame::edge(rules) + &frame::holes(rules), frame::frame(rules));
/// ```
pub fn holes(rules: Rules) -> String {
    let mut path = String::new();
    punch(&mut path, rules, rules.all_cells());
    path
}

/// Returns the shadow that the frame casts into each hole: a crescent at its top.
///
/// ```
/// use four_shapes_records::frame;
/// use four_shapes_rules::Rules;
///
/// assert_eq!(frame::shades(Rules::CLASSIC).matches('z').count(), 42);
/// ```
pub fn shades(rules: Rules) -> String {
    let crescent = |cell| {
        let (x, y) = centre(rules, cell);
        // Between the hole and the same circle six units below it, which cross at these points.
        format!(
            "M{}.1 {}a43 43 0 1 1 85.8 0a43 43 0 0 0 -85.8 0z",
            x - 43,
            y + 3
        )
    };
    let crescents = rules.all_cells().map(crescent);
    crescents.collect()
}

/// Appends the holes of cells.
///
/// ```
/// use four_shapes_records::frame;
/// use four_shapes_rules::Rules;
///
/// let mut path = String::new();
/// frame::punch(&mut path, Rules::CLASSIC, ["A1".parse()?].into_iter());
/// assert_eq!(path, "M7 550a43 43 0 1 0 86 0a43 43 0 1 0 -86 0z");
/// # Ok::<_, four_shapes_rules::ParseError>(())
/// ```
pub fn punch(path: &mut String, rules: Rules, cells: impl Iterator<Item = Cell>) {
    for cell in cells {
        let (x, y) = centre(rules, cell);
        write!(path, "M{} {y}a43 43 0 1 0 86 0a43 43 0 1 0 -86 0z", x - 43)
            .expect("writing to a string doesn't fail");
    }
}

/// Returns the path of the stroke through a completed line: between the pieces, so that it does
/// not cover them.
///
/// ```
/// use four_shapes_records::frame;
/// use four_shapes_rules::{Rules, Status, notation};
///
/// let game = notation::parse(Rules::CLASSIC, "1212121")?;
/// let Status::Won { trace, .. } = game.status() else { panic!("column A has four pieces") };
/// let paths: Vec<String> = trace.lines().map(|line| frame::stroke(game.rules(), line)).collect();
/// assert_eq!(paths, ["M50 511L50 489M50 411L50 389M50 311L50 289"]);
/// # Ok::<_, notation::NotationError>(())
/// ```
pub fn stroke(rules: Rules, line: Line) -> String {
    let centres: Vec<_> = line.cells().map(|cell| centre(rules, cell)).collect();
    let between = |pair: &[(isize, isize)]| {
        let [(x1, y1), (x2, y2)] = [pair[0], pair[1]];
        // Pieces are closer to each other in rows and columns than in diagonals.
        let part = if x1 == x2 || y1 == y2 { 39 } else { 28 };
        let (dx, dy) = ((x2 - x1) * part / 100, (y2 - y1) * part / 100);
        format!("M{} {}L{} {}", x1 + dx, y1 + dy, x2 - dx, y2 - dy)
    };
    centres.windows(2).map(between).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_rules::{RulesConfig, notation};

    #[test]
    fn cells_have_the_expected_centres() {
        let rules = Rules::CLASSIC;
        let centre = |name| centre(rules, notation::parse_cell(rules, name).unwrap());
        assert_eq!(centre("A1"), (50, 550));
        assert_eq!(centre("G6"), (650, 50));
        let rows: Vec<_> = row_labels(Rules::TIC_TAC_TOE).collect();
        assert_eq!(rows[2], ((-28, 50), "3".to_owned()));
        let columns: Vec<_> = column_labels(Rules::TIC_TAC_TOE).collect();
        assert_eq!(columns[2], ((250, 332), "C".to_owned()));
    }

    #[test]
    fn frame_has_a_hole_for_each_cell() {
        let config = RulesConfig {
            columns: 15,
            rows: 3,
            ..Rules::CLASSIC.config()
        };
        let rules = Rules::new(config).unwrap();
        assert_eq!(frame(rules).matches("a43 43").count(), 2 * 45);
    }
}
