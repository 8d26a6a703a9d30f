//! The appearance of pieces: a shape and a colour.

use four_shapes_rules::ParseError;
use std::{fmt, str::FromStr};

/// Defines an enum with the ids of its variants in files and links.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $id:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $name {
            /// All values, in the order of the default players.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Returns the lowercase id, which is used in files and links.
            ///
            /// ```
            /// use four_shapes_records::{Colour, Shape};
            ///
            /// assert_eq!((Shape::Star.id(), Colour::Teal.id()), ("star", "teal"));
            /// assert_eq!("teal".parse(), Ok(Colour::Teal));
            /// ```
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$variant => $id,)*
                }
            }

        }

        impl FromStr for $name {
            type Err = ParseError;

            /// Parses an [`id`](Self::id).
            fn from_str(id: &str) -> Result<Self, ParseError> {
                let found = Self::ALL.iter().find(|value| value.id() == id);
                found.copied().ok_or(ParseError {
                    expected: concat!("one of", $(" ", $id),*),
                })
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.id())
            }
        }
    };
}

named! {
    /// The shape of a player's pieces. Another one belongs at the end, and [`PieceStyle::nth`] must go on
    /// counting ten default shapes, as it counts `DEFAULT_COLOURS`: links and files omit defaults.
    Shape {
        /// A disc; a double circle when marked.
        Circle = "circle",
        /// A pentagon, one corner up.
        Pentagon = "pentagon",
        /// A square.
        Square = "square",
        /// A triangle, one corner up.
        Triangle = "triangle",
        /// A star with five points.
        Star = "star",
        /// A cross.
        Cross = "cross",
        /// A square on one corner.
        Diamond = "diamond",
        /// A heart.
        Heart = "heart",
        /// A crescent moon.
        Crescent = "crescent",
        /// A hexagon.
        Hexagon = "hexagon",
    }
}

named! {
    /// The colour of a player's pieces.
    Colour {
        /// The default of the first player.
        Red = "red",
        /// The default of the second player.
        Blue = "blue",
        /// The default of the third player.
        Green = "green",
        /// The default of the fourth player.
        Orange = "orange",
        /// The default of the fifth player.
        Purple = "purple",
        /// The default of the sixth player.
        Teal = "teal",
        /// The default of the seventh player.
        Pink = "pink",
        /// The default of the eighth player.
        Brown = "brown",
        /// Not among the defaults of the first 40 players.
        Black = "black",
    }
}

/// The appearance of a player's pieces. The players of a game all differ in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceStyle {
    /// The shape. Those of the first ten default players differ.
    pub shape: Shape,
    /// The colour.
    pub colour: Colour,
}

impl PieceStyle {
    /// The number of styles: enough for 75 players.
    pub const COUNT: usize = Shape::ALL.len() * Colour::ALL.len();

    /// The number of default colours: all but black. Links and files omit defaults, so
    /// they must not change.
    pub(crate) const DEFAULT_COLOURS: usize = 8;

    /// Returns the default style of a seat, counted from 0. Those below
    /// [`COUNT`](Self::COUNT) all differ; the first ten differ in shape, the first eight
    /// also in colour.
    ///
    /// ```
    /// use four_shapes_records::PieceStyle;
    ///
    /// assert_eq!(PieceStyle::nth(0).to_string(), "red circle");
    /// assert_eq!("blue pentagon".parse(), Ok(PieceStyle::nth(1)));
    /// ```
    pub fn nth(number: usize) -> Self {
        let (shapes, colours) = (Shape::ALL.len(), Self::DEFAULT_COLOURS);
        if let Some(rest) = number.checked_sub(shapes * colours) {
            return Self {
                shape: Shape::ALL[rest % shapes],
                colour: Colour::Black,
            };
        }
        // Both counts are even, so stepping through both lists at once repeats after
        // half of the pairs; then one list is shifted.
        let shifted = number + number / (shapes * colours / 2);
        Self {
            shape: Shape::ALL[shifted % shapes],
            colour: Colour::ALL[number % colours],
        }
    }
}

impl fmt::Display for PieceStyle {
    /// `red circle`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.colour, self.shape)
    }
}

impl FromStr for PieceStyle {
    type Err = ParseError;

    /// Parses the text that [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let expected = "a colour and a shape, such as red circle";
        let (colour, shape) = text.split_once(' ').ok_or(ParseError { expected })?;
        Ok(Self {
            shape: shape.parse()?,
            colour: colour.parse()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn default_styles_differ_and_never_change() {
        let piece_styles: BTreeSet<PieceStyle> =
            (0..PieceStyle::COUNT).map(PieceStyle::nth).collect();
        assert_eq!(piece_styles.len(), PieceStyle::COUNT);
        const { assert!(PieceStyle::COUNT >= 75) };
        let shapes: BTreeSet<Shape> = (0..10).map(|i| PieceStyle::nth(i).shape).collect();
        let colours: BTreeSet<Colour> = (0..8).map(|i| PieceStyle::nth(i).colour).collect();
        assert_eq!((shapes.len(), colours.len()), (10, 8));
        assert_eq!(PieceStyle::nth(0).to_string(), "red circle");
        assert_eq!(PieceStyle::nth(1).to_string(), "blue pentagon");
        // Omitted by links and files of earlier versions.
        let piece_styles =
            [7, 8, 9, 39, 40, 74, 79].map(|number| PieceStyle::nth(number).to_string());
        let before = [
            "brown heart",
            "red crescent",
            "blue hexagon",
            "brown hexagon",
            "red pentagon",
            "green cross",
            "brown circle",
        ];
        assert_eq!(piece_styles, before);
    }

    #[test]
    fn ids_are_parsed() {
        for &shape in Shape::ALL {
            assert_eq!(shape.id().parse(), Ok(shape));
        }
        for &colour in Colour::ALL {
            assert_eq!(colour.id().parse(), Ok(colour));
        }
        let error = "Circle".parse::<Shape>().unwrap_err();
        assert!(error.expected.starts_with("one of circle pentagon square "));
        for number in 0..PieceStyle::COUNT {
            let piece_style = PieceStyle::nth(number);
            assert_eq!(piece_style.to_string().parse(), Ok(piece_style));
        }
        for text in ["", "red", "circle red", "red circle ", "red  circle"] {
            assert!(text.parse::<PieceStyle>().is_err(), "{text}");
        }
    }
}
