//! The outlines of the shapes.

use crate::{PieceStyle, Shape};

/// The outlines of a shape: SVG paths around (0, 0), filled by the even-odd rule. A cell is 100
/// wide, and its hole has a radius of 43.
#[derive(Debug)]
pub struct Glyph {
    shape: Shape,
    /// The usual variant.
    pub plain: &'static str,
    /// The variant in a completed line: hollow, or a double circle.
    pub marked: &'static str,
    /// The centre of the hole that marks the last move.
    hole: (i8, i8),
}

/// Indexed by [`Shape`].
static GLYPHS: [Glyph; Shape::ALL.len()] = [
    Glyph {
        shape: Shape::Circle,
        plain: "M-36 0a36 36 0 1 0 72 0a36 36 0 1 0 -72 0z",
        marked: "M-38 0a38 38 0 1 0 76 0a38 38 0 1 0 -76 0zM-26 0a26 26 0 1 0 52 0a26 26 0 1 0 -52 0zM-15 0a15 15 0 1 0 30 0a15 15 0 1 0 -30 0z",
        hole: (0, 0),
    },
    Glyph {
        shape: Shape::Pentagon,
        plain: "M0 -38L38 -10.4L23.5 34.4L-23.5 34.4L-38 -10.4z",
        marked: "M0 -40L39 -10.7L24.1 35.2L-24.1 35.2L-39 -10.7zM0 -18L19 -4.2L11.8 18.2L-11.8 18.2L-19 -4.2z",
        hole: (0, 0),
    },
    Glyph {
        shape: Shape::Square,
        plain: "M-30 -30L30 -30L30 30L-30 30z",
        marked: "M-31 -31L31 -31L31 31L-31 31zM-14.1 -14.1L14.1 -14.1L14.1 14.1L-14.1 14.1z",
        hole: (0, 0),
    },
    Glyph {
        shape: Shape::Triangle,
        plain: "M0 -41L38 24L-38 24z",
        marked: "M0 -42.7L39.5 24.9L-39.5 24.9zM0 -15.8L16 11.5L-16 11.5z",
        hole: (0, 2),
    },
    Glyph {
        shape: Shape::Star,
        plain: "M0 -40L11.2 -12.4L40.9 -10.3L18.1 8.9L25.3 37.8L0 22L-25.3 37.8L-18.1 8.9L-40.9 -10.3L-11.2 -12.4z",
        marked: "M0 -42L12.3 -14L42.8 -10.9L20 9.5L26.5 39.4L0 24L-26.5 39.4L-20 9.5L-42.8 -10.9L-12.3 -14zM0 -16L5 -3.9L18.1 -2.9L8.1 5.6L11.2 18.4L0 11.5L-11.2 18.4L-8.1 5.6L-18.1 -2.9L-5 -3.9z",
        hole: (0, 3),
    },
    Glyph {
        shape: Shape::Cross,
        plain: "M-14 -37L14 -37L14 -14L37 -14L37 14L14 14L14 37L-14 37L-14 14L-37 14L-37 -14L-14 -14z",
        marked: "M-15.5 -38L15.5 -38L15.5 -15.5L38 -15.5L38 15.5L15.5 15.5L15.5 38L-15.5 38L-15.5 15.5L-38 15.5L-38 -15.5L-15.5 -15.5zM-5.5 -28L5.5 -28L5.5 -5.5L28 -5.5L28 5.5L5.5 5.5L5.5 28L-5.5 28L-5.5 5.5L-28 5.5L-28 -5.5L-5.5 -5.5z",
        hole: (0, 0),
    },
    Glyph {
        shape: Shape::Diamond,
        plain: "M0 -41L36 0L0 41L-36 0z",
        marked: "M0 -42.6L37.4 0L0 42.6L-37.4 0zM0 -18.4L16.2 0L0 18.4L-16.2 0z",
        hole: (0, 0),
    },
    Glyph {
        shape: Shape::Heart,
        plain: "M0 33.1C-20.2 18.4 -35.9 3.7 -35.9 -12C-35.9 -34 -7.4 -35.9 0 -15.6C7.4 -35.9 35.9 -34 35.9 -12C35.9 3.7 20.2 18.4 0 33.1z",
        marked: "M0 34.9C-21.3 19.4 -37.8 3.9 -37.8 -12.6C-37.8 -35.9 -7.8 -37.8 0 -16.5C7.8 -37.8 37.8 -35.9 37.8 -12.6C37.8 3.9 21.3 19.4 0 34.9zM0 14.2C-9 7.6 -16 1 -16 -5.9C-16 -15.8 -3.3 -16.6 0 -7.6C3.3 -16.6 16 -15.8 16 -5.9C16 1 9 7.6 0 14.2z",
        hole: (0, 0),
    },
    Glyph {
        shape: Shape::Crescent,
        plain: "M20 -33A38 38 0 1 0 20 33A34 34 0 0 1 20 -33z",
        marked: "M22 -35A40 40 0 1 0 22 35A38 38 0 0 1 22 -35zM-4 -23A23 23 0 0 0 -4 23A30.5 30.5 0 0 1 -4 -23z",
        hole: (-22, 0),
    },
    Glyph {
        shape: Shape::Hexagon,
        plain: "M41 0L20.5 35.5L-20.5 35.5L-41 0L-20.5 -35.5L20.5 -35.5z",
        marked: "M42.5 0L21.3 36.8L-21.2 36.8L-42.5 0L-21.3 -36.8L21.3 -36.8zM19 0L9.5 16.5L-9.5 16.5L-19 0L-9.5 -16.5L9.5 -16.5z",
        hole: (0, 0),
    },
];

/// Returns the outlines of a piece.
///
/// ```
/// use four_shapes_records::glyph;
///
/// let square = glyph::of("red square".parse()?);
/// assert_eq!(square.plain, "M-30 -30L30 -30L30 30L-30 30z");
/// # Ok::<_, four_shapes_rules::ParseError>(())
/// ```
pub fn of(piece_style: PieceStyle) -> &'static Glyph {
    let glyph = &GLYPHS[piece_style.shape as usize];
    debug_assert_eq!(glyph.shape, piece_style.shape);
    glyph
}

impl Glyph {
    /// Returns the outline that marks the last move: with a hole.
    ///
    /// ```
    /// use four_shapes_records::glyph;
    ///
    /// let square = glyph::of("red square".parse()?);
    /// let hole = "M-9 0a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z";
    /// assert_eq!(square.last_move(), [square.plain, hole].concat());
    /// # Ok::<_, four_shapes_rules::ParseError>(())
    /// ```
    pub fn last_move(&self) -> String {
        let (x, y) = (self.hole.0 - 9, self.hole.1);
        format!("{}M{x} {y}a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z", self.plain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn outlines_are_distinct() {
        let mut outlines = BTreeSet::new();
        for (&shape, glyph) in Shape::ALL.iter().zip(&GLYPHS) {
            assert_eq!(glyph.shape, shape);
            for outline in [
                glyph.plain.to_owned(),
                glyph.marked.to_owned(),
                glyph.last_move(),
            ] {
                assert!(outline.starts_with('M') && outline.ends_with('z'));
                assert!(outlines.insert(outline), "{shape}");
            }
        }
    }
}
