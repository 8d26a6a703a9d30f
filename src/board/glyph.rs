//! The shapes of the pieces: a table, so that another shape is another row.

use four_shapes_engine::Player;

/// The form of a player's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Circle,
    Pentagon,
}

/// The colour of a player's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colour {
    Red,
    Blue,
}

/// What a player's pieces look like.
#[derive(Debug)]
pub(crate) struct Glyph {
    pub(crate) shape: Shape,
    pub(crate) colour: Colour,
    /// The outline: an SVG path around (0, 0), a cell being 100 wide, filled by
    /// the even-odd rule.
    pub(crate) plain: &'static str,
    /// The outline of the marked variant, which is in a trace.
    pub(crate) marked: &'static str,
}

/// By player.
static GLYPHS: [Glyph; 2] = [
    Glyph {
        shape: Shape::Circle,
        colour: Colour::Red,
        plain: "M-36 0a36 36 0 1 0 72 0a36 36 0 1 0 -72 0z",
        // A ring around a dot: the double circle.
        marked: "M-38 0a38 38 0 1 0 76 0a38 38 0 1 0 -76 0z\
                 M-26 0a26 26 0 1 0 52 0a26 26 0 1 0 -52 0z\
                 M-15 0a15 15 0 1 0 30 0a15 15 0 1 0 -30 0z",
    },
    Glyph {
        shape: Shape::Pentagon,
        colour: Colour::Blue,
        plain: "M0 -38L38 -10.4L23.5 34.4L-23.5 34.4L-38 -10.4z",
        // Hollow.
        marked: "M0 -40L39 -10.7L24.1 35.2L-24.1 35.2L-39 -10.7z\
                 M0 -18L19 -4.2L11.8 18.2L-11.8 18.2L-19 -4.2z",
    },
];

/// A hole in the middle of the latest piece.
pub(crate) const LAST: &str = "M-9 0a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z";

/// The look of a player's pieces.
pub(crate) fn of(player: Player) -> &'static Glyph {
    &GLYPHS[player.index() % GLYPHS.len()]
}

impl Shape {
    /// Its name in `data-shape`.
    pub(crate) fn id(self) -> &'static str {
        match self {
            Self::Circle => "circle",
            Self::Pentagon => "pentagon",
        }
    }
}

impl Colour {
    /// Its class in the style sheets.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Blue => "blue",
        }
    }
}
