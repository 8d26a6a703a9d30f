//! The board's frame as SVG paths. A cell is 100 wide and high, the top left
//! corner of the frame is (0, 0), and the next piece hovers above it.

use four_shapes_engine::{Cell, Column, Line, Rules};
use std::fmt::Write;

/// Half a cell, in the drawing's units.
const HALF: usize = 50;

/// The middle of a cell.
pub(super) fn centre(rules: Rules, cell: Cell) -> (isize, isize) {
    let from_top = usize::from(rules.rows()) - 1 - cell.row();
    let middle = |index: usize| (index * 100 + HALF).cast_signed();
    (middle(cell.column().index()), middle(from_top))
}

/// How wide the strips for labels are.
const STRIP: usize = 60;

/// The part of the drawing that is seen. With gravity the frame has a row for
/// the hovering piece above it and a strip for the column numbers below; without,
/// strips for the names of rows and columns. public/boot.js knows it as well.
pub(super) fn view_box(rules: Rules) -> String {
    let (width, height) = size(rules);
    if rules.gravity() {
        format!("0 -100 {width} {}", height + 100 + STRIP)
    } else {
        format!("-{STRIP} 0 {} {}", width + STRIP, height + STRIP)
    }
}

/// The names of rows and columns, where cells are chosen by them, and where in
/// the drawing they are.
pub(super) fn labels(rules: Rules) -> Vec<(isize, isize, String)> {
    if rules.gravity() {
        return Vec::new();
    }
    let height = size(rules).1.cast_signed();
    let cells = rules.all_cells();
    let edge = cells.filter(|cell| cell.row() == 0 || cell.column().index() == 0);
    edge.flat_map(|cell| {
        let (x, y) = centre(rules, cell);
        let name = cell.to_string();
        let (letter, number) = name.split_at(1);
        let below = (cell.row() == 0).then(|| (x, height + 32, letter.to_owned()));
        let beside = (cell.column().index() == 0).then(|| (-28, y, number.to_owned()));
        [below, beside].into_iter().flatten()
    })
    .collect()
}

pub(super) fn size(rules: Rules) -> (usize, usize) {
    (
        usize::from(rules.columns()) * 100,
        usize::from(rules.rows()) * 100,
    )
}

/// The frame with a round hole for each cell. public/boot.js draws the same
/// before the program runs.
pub(super) fn frame(rules: Rules) -> String {
    let (width, height) = size(rules);
    let (right, bottom) = (width - 40, height - 40);
    let mut path = format!(
        "M40 0H{right}a40 40 0 0 1 40 40V{bottom}a40 40 0 0 1 -40 40\
         H40a40 40 0 0 1 -40 -40V40a40 40 0 0 1 40 -40z"
    );
    punch(&mut path, rules, rules.all_cells());
    path
}

/// The frame's part in one column, to be lit.
pub(super) fn column(rules: Rules, column: Column) -> String {
    let height = size(rules).1;
    let left = column.index() * 100;
    let mut path = format!(
        "M{} 4h52a20 20 0 0 1 20 20V{}a20 20 0 0 1 -20 20h-52a20 20 0 0 1 -20 -20V24a20 20 0 0 1 20 -20z",
        left + 24,
        height - 24,
    );
    let cells = rules.all_cells();
    punch(
        &mut path,
        rules,
        cells.filter(|cell| cell.column() == column),
    );
    path
}

fn punch(path: &mut String, rules: Rules, cells: impl Iterator<Item = Cell>) {
    for cell in cells {
        let (x, y) = centre(rules, cell);
        write!(path, "M{} {y}a43 43 0 1 0 86 0a43 43 0 1 0 -86 0z", x - 43)
            .expect("text can be appended to");
    }
}

/// The stroke through a completed line.
pub(super) fn stroke(rules: Rules, line: Line) -> String {
    let mut cells = line.cells().map(|cell| centre(rules, cell));
    let (x1, y1) = cells.next().expect("a line has cells");
    let (x2, y2) = cells.next_back().expect("a line has cells");
    format!("M{x1} {y1}L{x2} {y2}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_engine::{RulesConfig, notation};

    #[test]
    fn cells_are_where_they_belong() {
        let rules = Rules::CLASSIC;
        let centre = |name| centre(rules, notation::parse_cell(rules, name).unwrap());
        assert_eq!(centre("A1"), (50, 550));
        assert_eq!(centre("G6"), (650, 50));
        assert_eq!(view_box(rules), "0 -100 700 760");
        assert_eq!(view_box(Rules::TIC_TAC_TOE), "-60 0 360 360");
        let names: Vec<String> = labels(Rules::TIC_TAC_TOE)
            .into_iter()
            .map(|(_, _, name)| name)
            .collect();
        assert_eq!(names, ["A", "1", "2", "3", "B", "C"]);
    }

    #[test]
    fn the_frame_has_a_hole_for_each_cell() {
        let config = RulesConfig {
            columns: 15,
            rows: 3,
            ..Rules::CLASSIC.config()
        };
        let rules = Rules::new(config).unwrap();
        assert_eq!(frame(rules).matches("a43 43").count(), 2 * 45);
        let last = rules.column(14).unwrap();
        assert_eq!(column(rules, last).matches("a43 43").count(), 2 * 3);
    }
}
