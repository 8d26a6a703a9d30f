//! Completed lines.

use crate::Cell;
use alloc::vec::Vec;
use core::fmt;

/// The direction of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Along a row.
    Horizontal,
    /// Up a column.
    Vertical,
    /// Up to the right.
    Diagonal,
    /// Down to the right.
    AntiDiagonal,
}

impl Direction {
    /// All directions.
    pub const ALL: [Self; 4] = [
        Self::Horizontal,
        Self::Vertical,
        Self::Diagonal,
        Self::AntiDiagonal,
    ];

    /// Returns a step along the line, in columns and rows.
    ///
    /// ```
    /// use four_shapes_rules::Direction;
    ///
    /// assert_eq!(Direction::AntiDiagonal.step(), (1, -1));
    /// ```
    pub const fn step(self) -> (i8, i8) {
        match self {
            Self::Horizontal => (1, 0),
            Self::Vertical => (0, 1),
            Self::Diagonal => (1, 1),
            Self::AntiDiagonal => (1, -1),
        }
    }
}

/// A completed line of one player's pieces.
///
/// ```
/// use four_shapes_rules::{Direction, Position, Rules};
///
/// let position = Position::from_column_indices(Rules::CLASSIC, "0011223")?;
/// let trace = position.trace("D1".parse()?).expect("D1 completes a line");
/// let line = trace.lines().next().expect("a trace has at least one line");
/// assert_eq!((line.direction(), line.length()), (Direction::Horizontal, 4));
/// assert_eq!(line.ends().map(|cell| cell.to_string()), ["A1", "D1"]);
/// assert_eq!(line.cells().nth(1), Some("B1".parse()?));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    pub(crate) direction: Direction,
    pub(crate) start: Cell,
    pub(crate) length: u8,
}

impl Line {
    /// Returns the direction.
    pub const fn direction(self) -> Direction {
        self.direction
    }

    /// Returns the number of cells: at least [`Rules::connect`](crate::Rules::connect), at
    /// most 15.
    pub const fn length(self) -> usize {
        self.length as usize
    }

    /// Returns the cells, in the order of the direction.
    pub fn cells(self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator {
        (0..self.length).map(move |i| self.cell(i))
    }

    /// Returns the first and the last cell.
    pub fn ends(self) -> [Cell; 2] {
        [self.start, self.cell(self.length - 1)]
    }

    fn cell(self, i: u8) -> Cell {
        let (columns, rows) = self.direction.step();
        let i = i.cast_signed();
        Cell::at(
            self.start.column().index() as u8 + (columns * i).cast_unsigned(),
            (self.start.row() as u8).wrapping_add_signed(rows * i),
        )
    }
}

/// The completed lines of a win: all that its last piece completed, at full length.
///
/// A piece can complete a line in each direction, and a line can be longer than required.
///
/// ```
/// use four_shapes_rules::Position;
///
/// let position: Position = "abb/ab1/aaa b 3,3,3 2 -".parse()?;
/// let trace = position.trace("A1".parse()?).expect("A1 completes lines");
/// assert_eq!(trace.lines().count(), 2);
/// assert_eq!(trace.cells().len(), 5); // A1 counts once
/// assert_eq!(trace.to_string(), "A1, A2, A3, B1, C1");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Trace {
    /// By direction; at least one is `Some`.
    lines: [Option<Line>; 4],
}

impl Trace {
    /// Creates a trace, if there is a line.
    pub(crate) fn of(lines: [Option<Line>; 4]) -> Option<Self> {
        lines.iter().any(Option::is_some).then_some(Self { lines })
    }

    /// Returns the lines, one to four.
    pub fn lines(&self) -> impl Iterator<Item = Line> {
        self.lines.iter().flatten().copied()
    }

    /// Returns the distinct cells of all lines, by column and row.
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        for cell in self.lines().flat_map(Line::cells) {
            if let Err(place) = cells.binary_search(&cell) {
                cells.insert(place, cell);
            }
        }
        cells
    }
}

impl fmt::Display for Trace {
    /// Writes the names of the cells: `B1, C1, D1, E1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, cell) in self.cells().into_iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{cell}")?;
        }
        Ok(())
    }
}
