//! The view boxes of boards, and the outlines of what only the page draws. A cell is 100 × 100, and
//! (0, 0) is the top left corner of the frame.

use four_shapes_rules::{Column, Rules};

pub(crate) use four_shapes_records::frame::*;

/// The width of the strips for the labels of rows and columns.
const STRIP: usize = 60;

/// The view box of a board to play on: the frame, and a strip below it for the column labels. The
/// next piece is above it, and the row numbers are on the left of it.
pub(super) fn view_box(rules: Rules) -> String {
    let (width, height) = size(rules);
    format!("0 0 {width} {}", height + STRIP)
}

/// The view box of a board to look at: the frame and the strips for its labels.
pub(super) fn view_box_with_labels(rules: Rules) -> String {
    let (width, height) = size(rules);
    // Half of the frame's edge lies outside it.
    format!("-{STRIP} -2 {} {}", width + STRIP + 2, height + STRIP + 2)
}

/// The view box of a board in a list: the frame and its edge.
pub(super) fn view_box_without_labels(rules: Rules) -> String {
    let (width, height) = size(rules);
    format!("-2 -2 {} {}", width + 4, height + 4)
}

/// Returns the outlines of the two parts of a bar on the right of the frame, the lower one of
/// which has a share in percent.
pub(crate) fn evaluation_bar(rules: Rules, share: usize) -> [String; 2] {
    let (width, height) = size(rules);
    let (x, lower) = (width + 10, height * share / 100);
    let upper = height - lower;
    [(upper, lower), (0, upper)].map(|(top, height)| format!("M{x} {top}h18v{height}h-18z"))
}

/// Returns the outline of a column's highlight.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn view_boxes_have_room_for_the_labels() {
        assert_eq!(view_box(Rules::CLASSIC), "0 0 700 660");
        assert_eq!(view_box(Rules::TIC_TAC_TOE), "0 0 300 360");
    }

    #[test]
    fn highlight_has_the_holes_of_its_column() {
        let column = Rules::CLASSIC.column(6).unwrap();
        let outline = self::column(Rules::CLASSIC, column);
        assert_eq!(outline.matches("a43 43").count(), 2 * 6);
    }
}
